"""How far a run is, and how it is interrupted."""

import signal

import pytest

from cascadesim.cli.interrupt import interruptible
from cascadesim.cli.progress import _Log


def test_ctrl_c_that_is_lost_in_a_callback_is_raised_the_next_time(capsys):
    class Lost:
        def __del__(self):
            signal.raise_signal(signal.SIGINT)

    def lose_one():
        with interruptible() as check:
            check()
            lost = Lost()
            del lost
            check()

    with pytest.raises(KeyboardInterrupt):
        lose_one()
    assert capsys.readouterr().err == ""
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_log_has_a_line_a_minute(capsys):
    now = 0.0
    log = _Log("report", None, "lists", clock=lambda: now)
    log(40, total=1000, at_once=True)
    for _ in range(300):
        now += 0.5
        log(1, total=1000)
    assert capsys.readouterr().err.splitlines() == [
        "report: 160 of 1,000 lists, 2.0 a second, 0:07:00 left",
        "report: 280 of 1,000 lists, 2.0 a second, 0:06:00 left",
    ]

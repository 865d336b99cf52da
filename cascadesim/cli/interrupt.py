"""Ctrl-C that is never lost, and being told to end, which is the same."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED = 130  # the status of a run that was


@contextmanager
def interruptible() -> Iterator[Callable[[], None]]:
    """Yield what raises KeyboardInterrupt if Ctrl-C was pressed, or SIGTERM was sent: to be called now and then.

    What Python raises at once is lost where it hits a callback of the garbage collector, which says so and goes on. Nor
    does anybody want to know what threads think of being ended.
    """
    if threading.current_thread() is not threading.main_thread():  # only the main thread is told of Ctrl-C
        yield lambda: None
        return
    is_pressed = False

    def press(_number: int, _frame: FrameType | None) -> None:
        nonlocal is_pressed
        is_pressed = True
        raise KeyboardInterrupt

    def check() -> None:
        if is_pressed:
            raise KeyboardInterrupt

    say_lost, say_of_thread = sys.unraisablehook, threading.excepthook
    sys.unraisablehook = lambda lost: None if isinstance(lost.exc_value, KeyboardInterrupt) else say_lost(lost)
    threading.excepthook = lambda failed: None if is_pressed else say_of_thread(failed)
    handlers = {number: signal.signal(number, press) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield check
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        sys.unraisablehook, threading.excepthook = say_lost, say_of_thread

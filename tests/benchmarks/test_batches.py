"""Batches of decks: two jobs beside one, a run that is repeated, and memory: ``python -m pytest tests/benchmarks``."""

import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter

import pytest

from cascadesim.report.batch import report

LISTS = sorted((Path(__file__).parents[2] / "decklists").glob("*.txt"))
STATUS = Path("/proc/self/status")  # tells of the peak of this process alone; others tell of its parent's too
PEAK = f"""
import re, sys
from pathlib import Path
from cascadesim.report.batch import report
report([sys.argv[1]], sys.argv[2])
print(re.search(r"VmHWM:\\s+(\\d+) kB", Path("{STATUS}").read_text())[1])
"""


def seconds(run):
    start = perf_counter()
    run()
    return perf_counter() - start


@pytest.fixture(scope="module")
def batch(tmp_path_factory):
    """A batch of simulated decks: every list of the project, 200,000 trials a source."""
    out = tmp_path_factory.mktemp("batch")

    def run(name, **options):
        return report(LISTS, out / name, method="simulate", trials=200_000, **options)

    return run


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one core")
def test_two_jobs_take_five_eighths_of_one(batch):
    one = seconds(lambda: batch("one"))
    two = seconds(lambda: batch("two", jobs=2))
    print(f"one job {one:.1f} s, two jobs {two:.1f} s: {one / two:.2f}")
    assert one / two >= 1.6


def test_a_second_run_takes_less_than_a_tenth(batch):
    first = seconds(lambda: batch("again", jobs=2))
    second = seconds(lambda: batch("again", jobs=2))
    print(f"first {first:.1f} s, second {second:.2f} s: {first / second:.0f}")
    assert first / second > 10


@pytest.mark.skipif(not STATUS.exists(), reason="the system does not tell of the peak of a process")
def test_memory_does_not_grow_with_the_decks(tmp_path):
    peaks = []
    for n_lists in (100, 1000):
        folder = tmp_path / str(n_lists)
        folder.mkdir()
        for n in range(n_lists):
            (folder / f"{n}.txt").write_text(f"4 Lightning Bolt\n4 Terminate\n{n % 30 + 20} Forest\n")
        command = [sys.executable, "-c", PEAK, str(folder), str(folder / "out")]
        peaks.append(int(subprocess.run(command, capture_output=True, text=True, check=True).stdout))
    print(peaks)
    assert peaks[1] - peaks[0] < 20 * 1024  # kB

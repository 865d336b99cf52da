"""How far a run is: a bar on a terminal, a line a minute in a log."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.progress import Task

LOG_SECONDS = 60.0

Advance = Callable[..., None]


@contextmanager
def progress_bar(title: str, total: int | None, unit: str, *, quiet: bool) -> Iterator[Advance]:
    """Show on stderr how far a run is; yield what to call with steps done (and `total`).

    On a terminal it is a bar with the steps done, how many a second and the time left; elsewhere a line a minute says
    the same; with `quiet` it is nothing. Steps that took no time, as those of an earlier run, are told with
    ``at_once=True`` and do not count for the rate.
    """
    if quiet:
        yield lambda *_, **__: None
    elif sys.stderr.isatty():
        with _bar(title, total, unit) as advance:
            yield advance
    else:
        yield _Log(title, total, unit)


class _Log:
    """A line a minute."""

    def __init__(self, title: str, total: float | None, unit: str, clock: Callable[[], float] = monotonic) -> None:
        self._title, self._total, self._unit, self._clock = title, total, unit, clock
        self._done = self._at_once = 0.0
        self._start = self._said = clock()

    def __call__(self, steps: float, total: float | None = None, *, at_once: bool = False) -> None:
        """Count steps, and say how far the run is where a minute has gone by."""
        self._done += steps
        self._at_once += steps if at_once else 0
        self._total = total or self._total
        now = self._clock()
        if now - self._said >= LOG_SECONDS:
            self._said = now
            click.echo(f"{self._title}: {self._words(now - self._start)}", err=True)

    def _words(self, seconds: float) -> str:
        rate = (self._done - self._at_once) / seconds
        of = f" of {self._total:,.0f}" if self._total else ""
        words = f"{self._done:,.0f}{of} {self._unit}, {rate_words(rate)}"
        if self._total and rate:
            left = round((self._total - self._done) / rate)
            words += f", {left // 3600}:{left // 60 % 60:02}:{left % 60:02} left"
        return words


def rate_words(rate: float) -> str:
    """Say how many steps are done in a second, or in a minute where they are few.

    >>> rate_words(1234.5), rate_words(2.345), rate_words(0.02)
    ('1,234 a second', '2.3 a second', '1.2 a minute')
    """
    if rate < 0.5:
        return f"{60 * rate:.1f} a minute"
    return f"{rate:,.0f} a second" if rate >= 100 else f"{rate:.1f} a second"


@contextmanager
def _bar(title: str, total: int | None, unit: str) -> Iterator[Advance]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class RateColumn(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(rate_words(task.speed) if task.speed else "")

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(unit),
        RateColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=total)

        def advance(steps: float, total: float | None = None, *, at_once: bool = False) -> None:
            if at_once:  # the clock of the rate starts with what takes time
                progress.reset(task, total=total, completed=int(steps))
            else:
                progress.update(task, advance=steps, total=total)

        yield advance

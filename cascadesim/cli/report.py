"""``cascadesim report PATH... --out DIR``: many lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from cascadesim.cli.interrupt import INTERRUPTED, interruptible
from cascadesim.cli.options import complain, list_options, quiet_option, simulation_options
from cascadesim.cli.progress import progress_bar
from cascadesim.decks.read import Format
from cascadesim.errors import printable, problem_line
from cascadesim.report.ranking import FIGURES, RANKED_BY, Figure, figure_named
from cascadesim.studies.simulation import Method

if TYPE_CHECKING:
    from cascadesim.report.write import TopSource

MOST_LINES = 40  # of each kind on the terminal: of thousands of lists there are more in files than anybody reads


@click.command()
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path())
@click.option("--out", metavar="DIR", required=True, type=click.Path(), help="Folder to write the report into.")
@click.option("--dask", metavar="ADDRESS", help="Let a Dask cluster do it, e.g. tcp://127.0.0.1:8786.")
@click.option("--fresh", is_flag=True, help="Start over; else finished lists that did not change are not run again.")
@click.option("--top", type=click.IntRange(min=1), metavar="N", help="Show the N greatest sources by --figure.")
@click.option("--figure", metavar="FIGURE", help=f"Of --top: {', '.join(FIGURES)}; {RANKED_BY} by default.")
@click.option("--least", is_flag=True, help="Show the least ones with --top.")
@click.option("--group-by", metavar="KEY", help="Set decks side by side: by archetype, folder, or a word of comments.")
@simulation_options
@list_options
@quiet_option
def report(
    paths: tuple[str, ...],
    out: str,
    dask: str | None,
    fresh: bool,
    top: int | None,
    figure: str | None,
    least: bool,
    group_by: str | None,
    method: Method,
    trials: int,
    seed: int,
    confidence: float,
    precision: float | None,
    jobs: int,
    cards: str | None,
    ignore_unknown: bool,
    list_format: Format | None,
    quiet: bool,
) -> int:
    """Report on every list in some files and folders: index.html, a page a deck, hits.csv, decks.csv, report.json.

    A list that cannot be read is reported, stops nothing and stands in errors.csv; the status is then 1. A run that was
    interrupted goes on where it was.
    """
    from cascadesim.report.batch import report as write_report

    finished, n_lists = 0, 0
    try:
        with interruptible() as check, progress_bar("report", None, "lists", quiet=quiet) as advance:

            def progress(n_finished: int, total: int) -> None:
                nonlocal finished, n_lists
                advance(n_finished - finished, total=total, at_once=n_lists == 0)
                finished, n_lists = n_finished, total
                check()

            written = write_report(
                paths,
                out,
                method=method,
                trials=trials,
                precision=precision,
                confidence_level=confidence,
                jobs=jobs,
                dask=dask,
                fresh=fresh,
                top=top,
                figure=figure,
                least=least,
                group_by=group_by,
                cards=cards,
                ignore_unknown=ignore_unknown,
                format=list_format,
                progress=progress,
                rng=seed,
            )
    except KeyboardInterrupt:
        kept = f"; {finished:,} of {n_lists:,} lists are finished and kept: run it again to go on" if n_lists else ""
        complain(f"cascadesim: interrupted{kept}")
        return INTERRUPTED
    if written.top:
        _print_top(written.top, figure_named(figure or RANKED_BY))
    problems = [problem_line(failed.path, problem) for failed in written.failures for problem in failed.problems]
    _complain_of(problems, f"all are in {printable(written.index.parent / 'errors.csv')}")
    if not quiet:
        said = [line for deck in written.decks for line in deck.said]
        _complain_of(said, "all are on the pages of the decks")
        for note in written.notes:
            complain(note)
        skipped = f"{written.skipped:,} of them skipped, finished by an earlier run" if written.skipped else "0 skipped"
        counts = f"{len(written.decks):,} lists read, {len(written.failures):,} failed, {skipped}"
        complain(f"{counts}; seed {seed}: {printable(written.index)}")
    return 1 if written.failures else 0


def _print_top(entries: Sequence[TopSource], figure: Figure) -> None:
    from rich.table import Table
    from rich.text import Text

    from cascadesim.views.terminal import plain_console

    table = Table(box=None, pad_edge=False)
    table.add_column(Text(figure.label), justify="right", no_wrap=True)
    table.add_column("source")
    table.add_column("deck")
    for entry in entries:
        table.add_row(figure.write(entry.estimate), Text(entry.source), Text(f"{entry.deck} ({entry.path})"))
    plain_console().print(table)


def _complain_of(lines: Sequence[str], elsewhere: str) -> None:
    """Say the first few of some lines, and where the others are."""
    for line in lines[:MOST_LINES]:
        complain(line)
    if len(lines) > MOST_LINES:
        complain(f"... and {len(lines) - MOST_LINES:,} more lines; {elsewhere}")

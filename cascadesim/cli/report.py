"""``cascadesim report PATH... --out DIR``: many lists."""

from __future__ import annotations

import click

from cascadesim.cli.options import (
    complain,
    list_options,
    progress_bar,
    quiet_option,
    say_what_was_not_read,
    simulation_options,
)
from cascadesim.decks.read import Format
from cascadesim.studies.simulation import Method


@click.command()
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path())
@click.option("--out", metavar="DIR", required=True, type=click.Path(), help="Folder to write the report into.")
@simulation_options
@list_options
@quiet_option
def report(
    paths: tuple[str, ...],
    out: str,
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

    A list that cannot be read is reported and stops nothing; the status is then 1.
    """
    from cascadesim.report.batch import LIST_SUFFIXES
    from cascadesim.report.batch import report as write_report
    from cascadesim.report.contents import DeckReport

    with progress_bar("report", None, "lists", quiet=quiet) as advance:

        def done(entry: DeckReport, n_lists: int) -> None:
            for problem in entry.problems:
                complain(problem)
            if entry.deck and not quiet:
                say_what_was_not_read(entry.deck)
            advance(1, total=n_lists)

        written = write_report(
            paths,
            out,
            method=method,
            trials=trials,
            precision=precision,
            confidence_level=confidence,
            jobs=jobs,
            cards=cards,
            ignore_unknown=ignore_unknown,
            format=list_format,
            progress=done,
            rng=seed,
        )
    if not written.decks and not written.failures:
        complain(f"no decklist found in {', '.join(paths)}; lists end in {', '.join(sorted(LIST_SUFFIXES))}")
        return 1
    if not quiet:
        complain(f"{len(written.decks)} lists read, {len(written.failures)} not readable; seed {seed}: {written.index}")
    return 1 if written.failures else 0

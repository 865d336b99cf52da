"""``cascadesim compare DECK DECK2``: the figures of two lists, or of a list before and after swaps."""

from __future__ import annotations

from typing import Any

import click

from cascadesim.cli.options import asked_deck, deck_argument, json_option, print_json
from cascadesim.cli.progress import progress_bar
from cascadesim.cli.what_if import asked_of_study, study_options
from cascadesim.decks.read import Format
from cascadesim.studies import compare as study


@click.command()
@deck_argument
@click.argument("other_path", metavar="[DECK2]", required=False, type=click.Path())
@click.option("--swap", metavar="SWAPS", help="Change the second deck: '-2 Fury +2 Force of Vigor'.")
@click.option("--figure", "figures", metavar="F", multiple=True, help="As of sweep; every figure by default.")
@study_options
@json_option
def compare(
    deck_path: str,
    other_path: str | None,
    trials: int,
    seed: int,
    confidence: float,
    cards: str | None,
    ignore_unknown: bool,
    list_format: Format | None,
    as_json: bool,
    quiet: bool,
    **question: Any,
) -> int:
    """Compare DECK with DECK2, or with itself after swaps: every figure of both, and the difference.

    Exact where both are; else both are simulated with the same random numbers, and the interval is a paired one.
    """
    if other_path is None and not question["swap"]:
        message = "name a second deck, or --swap '-2 Fury +2 Force of Vigor'"
        raise click.UsageError(message)
    deck = asked_deck(deck_path, cards, ignore_unknown, list_format, quiet)
    other = None if other_path is None else asked_deck(other_path, cards, ignore_unknown, list_format, quiet)
    asked = asked_of_study(deck.cards, question)
    with progress_bar("compare", None, "trials", quiet=quiet) as progress:
        result = study(deck, other, trials=trials, rng=seed, confidence_level=confidence, progress=progress, **asked)
    if as_json:
        from cascadesim.views.what_if_export import compare_document

        print_json(compare_document([deck, other or deck], result))
    else:
        from cascadesim.views.terminal import plain_console, print_compare

        print_compare(plain_console(), result)
    return 0

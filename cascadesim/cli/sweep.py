"""``cascadesim sweep DECK``: a figure over a range of counts."""

from __future__ import annotations

import re
from typing import Any

import click

from cascadesim.cli.options import asked_deck, deck_argument, json_option, print_json
from cascadesim.cli.progress import progress_bar
from cascadesim.cli.what_if import asked_of_study, study_options
from cascadesim.decks.read import Format
from cascadesim.studies import sweep as study


def _read_ranges(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, range]:
    """Read ``NAME=LOW-HIGH`` values."""
    ranges: dict[str, range] = {}
    for value in values:
        name, _, numbers = (part.strip() for part in value.rpartition("="))
        match = re.fullmatch(r"(\d{1,4})(?:\s*(?:-|–|\.\.)\s*(\d{1,4}))?", numbers)
        low, high = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if not name or low > high:
            message = f"cannot read {value!r}; write NAME=LOW-HIGH, e.g. 'Crashing Footfalls=2-4' or 'lands=20-24'"
            raise click.BadParameter(message)
        if name in ranges:
            message = f"{name!r} is named twice"
            raise click.BadParameter(message)
        ranges[name] = range(low, high + 1)
    return ranges


@click.command()
@deck_argument
@click.option("--vary", metavar="NAME=LOW-HIGH", multiple=True, required=True, callback=_read_ranges,
              help="A card, or lands, sources, hits, 'lands:Forest'; up to twice.")  # fmt: skip
@click.option("--against", metavar="NAME", required=True, help="The card, or role, that gives up its place.")
@click.option("--figure", metavar="F", help="whiff, first:CARD, cast:CARD, exiled, ...; with --by castable, ...")
@study_options
@json_option
def sweep(
    deck_path: str,
    vary: dict[str, range],
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
    """Say how a figure of DECK changes with the count of a card or role, or of two.

    The deck keeps its size: another card gives up its place.

    Figures of one cast: whiff, first:CARD, cast:CARD, mean_casts:CARD, exiled, exiled_total, exiled_land, spells_cast,
    free_mana_value, group_first:GROUP, group_any:GROUP, group_all:GROUP, group_mean_casts:GROUP.

    With --by: source_in_hand, castable, cascades_into_hit, kicked, expected_kicks, hit:CARD.

    With --mana: has_kicker, kicked, expected_kicks, expected_kicked, expected_copies, p_hit:CARD, p_kicked:CARD,
    p_unkicked:CARD, mean_kicks:CARD.
    """
    if not question["against"].strip():
        message = "--against names the card that gives up its place"
        raise click.UsageError(message)
    deck = asked_deck(deck_path, cards, ignore_unknown, list_format, quiet)
    asked = asked_of_study(deck.cards, question)
    with progress_bar("sweep", None, "trials", quiet=quiet) as progress:
        result = study(
            deck, vary=vary, trials=trials, rng=seed, confidence_level=confidence, progress=progress, **asked
        )
    if as_json:
        from cascadesim.views.what_if_export import sweep_document

        print_json(sweep_document(deck, result))
    else:
        from cascadesim.views.terminal import plain_console, print_sweep

        print_sweep(plain_console(), result)
    return 0

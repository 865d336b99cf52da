"""``cascadesim kicker DECK``: what of a chain can be kicked with the mana left."""

from __future__ import annotations

from typing import Any

import click

from cascadesim.cli.options import (
    asked_deck,
    budget_options,
    deck_argument,
    json_option,
    list_options,
    print_json,
    quiet_option,
    simulation_options,
    situation_options,
    source_options,
)
from cascadesim.cli.progress import progress_bar
from cascadesim.decks.read import Format
from cascadesim.studies import kickers
from cascadesim.studies.kickers import POLICIES
from cascadesim.studies.simulation import trials_asked


@click.command()
@deck_argument
@click.option("--source", metavar="NAME", help="A card with cascade; may be left out with --discover.")
@budget_options
@click.option("--policy", type=click.Choice(POLICIES), default="always", show_default=True, help="Whether to kick.")
@click.option("--no-kick", metavar="NAME", multiple=True, help="A card that is not kicked.")
@click.option("--copy-kicked", type=click.IntRange(min=0), default=0, help="Kicked spells that are copied (Verazol).")
@simulation_options
@source_options
@situation_options
@list_options
@json_option
@quiet_option
def kicker(
    deck_path: str,
    source: str | None,
    trials: int,
    seed: int,
    confidence: float,
    precision: float | None,
    cards: str | None,
    ignore_unknown: bool,
    list_format: Format | None,
    as_json: bool,
    quiet: bool,
    **question: Any,
) -> int:
    """Say what a source of DECK casts that can be kicked with the mana left, how often, and for how much.

    The mana is shared along the chain and spent in cast order. Kicking never changes what can be hit.
    """
    trials = trials_asked(trials, precision, confidence)
    deck = asked_deck(deck_path, cards, ignore_unknown, list_format, quiet)
    with progress_bar(source or "discover", trials, "trials", quiet=quiet) as progress:
        result = kickers(
            deck, source, trials=trials, rng=seed, confidence_level=confidence, progress=progress, **question
        )
    if as_json:
        from cascadesim.views.export import kicker_document

        print_json(kicker_document(result))
    else:
        from cascadesim.views.terminal import plain_console, print_kickers

        print_kickers(plain_console(), result)
    return 0

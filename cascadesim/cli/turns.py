"""``cascadesim turns DECK``: by which turn a source can be cast, hits and is kicked."""

from __future__ import annotations

from typing import Any

import click

from cascadesim.cli.options import (
    asked_deck,
    deck_argument,
    json_option,
    list_options,
    policy_options,
    print_json,
    quiet_option,
    read_names,
    simulation_options,
    source_options,
)
from cascadesim.cli.progress import progress_bar
from cascadesim.decks.read import Format
from cascadesim.engine.turns import EVENTS, SEATS
from cascadesim.studies import turns as study
from cascadesim.studies.mulligans import DOWN_TO
from cascadesim.studies.policies import MULLIGANS
from cascadesim.studies.simulation import trials_asked


@click.command()
@deck_argument
@click.option("--by", type=click.IntRange(min=1), default=4, show_default=True, help="The last turn to ask about.")
@click.option("--play", is_flag=True, help="On the play alone; both seats by default.")
@click.option("--draw", is_flag=True, help="On the draw alone.")
@click.option("--source", "sources", metavar="NAME", multiple=True, help="To cast rather than those named after it.")
@click.option("--mulligan", type=click.Choice(MULLIGANS), default="none", show_default=True, help="How to mulligan.")
@click.option("--keep", metavar="RULE", help="For london: 'lands 2-5 and sources >= 1', say; 'lands 2-5' by default.")
@click.option("--put-back", metavar="ORDER", help="For london: 'dead, lands over 3, others', say.")
@click.option("--down-to", type=click.IntRange(0, 7), help=f"A hand of so many cards is kept; {DOWN_TO} by default.")
@click.option("--free-mulligan", is_flag=True, help="The first mulligan costs no card (multiplayer).")
@click.option("--goal", type=click.Choice(EVENTS), help="For optimal; cascades_into_hit by default.")
@click.option("--goal-turn", type=click.IntRange(min=1), metavar="N", help="For optimal: by turn N; the last one.")
@click.option("--colors", type=click.Choice(["on", "off"]), default="on", show_default=True, help="Must lands match?")
@click.option("--tapped", metavar="NAME", multiple=True, help="A land that enters tapped.")
@click.option("--mana-from", metavar="NAME=MANA", multiple=True, callback=read_names,
              help="Other mana: 'Simian Spirit Guide={R}', 'Llanowar Elves={G} for {G}'.")  # fmt: skip
@simulation_options
@source_options
@policy_options
@list_options
@json_option
@quiet_option
def turns(
    deck_path: str,
    play: bool,
    draw: bool,
    colors: str,
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
    """Say by which turn DECK has a source in hand, can cast it, cascades into a hit and kicks it.

    A land is played on each turn; a rule about hands counts lands, sources, hits,
    dead (hits without a mana cost), others, cards, or a card by its name.
    """
    trials = trials_asked(trials, precision, confidence)
    seats = [seat for seat, is_asked in zip(SEATS, (play, draw), strict=True) if is_asked] or SEATS
    deck = asked_deck(deck_path, cards, ignore_unknown, list_format, quiet)
    with progress_bar("turns", trials * len(seats), "games", quiet=quiet) as progress:
        result = study(
            deck,
            seats=seats,
            colors=colors == "on",
            trials=trials,
            rng=seed,
            confidence_level=confidence,
            progress=progress,
            **question,
        )
    if as_json:
        from cascadesim.views.export import turns_document

        print_json(turns_document(deck, result))
    else:
        from cascadesim.views.terminal import plain_console, print_turns

        print_turns(plain_console(), result)
    return 0

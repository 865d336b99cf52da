"""``cascadesim sample DECK``: one random cast, told card by card."""

from __future__ import annotations

from typing import Any

import click

from cascadesim.cli.options import (
    asked_deck,
    budget_options,
    deck_argument,
    json_option,
    list_options,
    policy_options,
    print_json,
    quiet_option,
    source_options,
)
from cascadesim.decks.read import Format
from cascadesim.studies import sample as ask_sample


@click.command()
@deck_argument
@click.option("--source", metavar="NAME", help="The spell that is cast; the one that costs most by default.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Another seed, another cast.")
@click.option("--hand", is_flag=True, help="Deal an opening hand, and cast what is in it.")
@click.option("--by", type=click.IntRange(min=1), metavar="N", help="Draw up to turn N too.")
@click.option("--draw", is_flag=True, help="With --by: on the draw; on the play by default.")
@source_options
@policy_options
@budget_options
@list_options
@json_option
@quiet_option
def sample(
    deck_path: str,
    source: str | None,
    seed: int,
    draw: bool,
    cards: str | None,
    ignore_unknown: bool,
    list_format: Format | None,
    as_json: bool,
    quiet: bool,
    **question: Any,
) -> int:
    """Cast a source of DECK once and tell what happens card by card, with rule numbers."""
    if draw and question["by"] is None:
        message = "--draw can be asked beside --by"
        raise click.UsageError(message)
    deck = asked_deck(deck_path, cards, ignore_unknown, list_format, quiet)
    result = ask_sample(deck, source, rng=seed, seat="draw" if draw else "play", **question)
    if as_json:
        from cascadesim.views.what_if_export import sample_document

        print_json(sample_document(deck, result))
    else:
        click.echo(str(result))
    return 0

"""``cascadesim checkup DECK``: what breaks its cascades, what they never hit, and hits that are not what they look."""

from __future__ import annotations

from typing import Any

import click

from cascadesim.cli.options import (
    asked_deck,
    complain,
    deck_argument,
    json_option,
    list_options,
    print_json,
    quiet_option,
    source_options,
)
from cascadesim.decks.read import Format
from cascadesim.studies import checkup as ask_checkup


@click.command()
@deck_argument
@click.option("--source", "sources", metavar="NAME", multiple=True, help="A card with cascade; every one by default.")
@click.option("--want", metavar="NAME", multiple=True, help="A hit that is wanted; guessed, and said so, by default.")
@source_options
@list_options
@json_option
@quiet_option
def checkup(
    deck_path: str,
    sources: tuple[str, ...],
    want: tuple[str, ...],
    cards: str | None,
    ignore_unknown: bool,
    list_format: Format | None,
    as_json: bool,
    quiet: bool,
    **question: Any,
) -> int:
    """Check what a player checks by eye: what breaks each cascade of DECK, boarded or not, and what it never hits.

    Findings are no errors: the status is 0 with them too.
    """
    deck = asked_deck(deck_path, cards, ignore_unknown, list_format, quiet)
    result = ask_checkup(deck, sources, want=want or None, **question)
    if not result.sources and not quiet:
        complain(f"{deck.path}: no card with cascade in the main deck or command zone; name one with --source NAME")
    if as_json:
        from cascadesim.views.what_if_export import checkup_document

        print_json(checkup_document(deck, result))
    else:
        from cascadesim.views.terminal import plain_console, print_checkup

        print_checkup(plain_console(), result)
    return 0

"""``cascadesim deck DECK``: how a list was read."""

from __future__ import annotations

import click

from cascadesim.cli.options import (
    complain,
    deck_argument,
    json_option,
    list_options,
    print_json,
    quiet_option,
)
from cascadesim.decks import read_decklist, resolve
from cascadesim.decks.deck import card_table
from cascadesim.decks.read import Format


@click.command()
@deck_argument
@list_options
@json_option
@quiet_option
def deck(
    deck_path: str,
    cards: str | None,
    ignore_unknown: bool,
    list_format: Format | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Show how DECK was read: zones, counts, and every line that is not a card line.

    The status is 1 if a question about the deck would be refused.
    """
    decklist = read_decklist(deck_path, kind=list_format)
    read = resolve(decklist, card_table(deck_path, cards), ignore_unknown=ignore_unknown)
    if as_json:
        from cascadesim.views.export import deck_document

        print_json(deck_document(read))
    else:
        from cascadesim.views.terminal import plain_console, print_deck

        print_deck(plain_console(), read)
    errors = [issue for issue in read.issues if issue.is_error]
    for issue in errors:
        if not quiet:
            complain(f"{deck_path}:{issue.line_no}: {issue.problem}")
    return 1 if errors else 0

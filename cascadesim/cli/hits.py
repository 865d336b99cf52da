"""``cascadesim hits DECK``: what a cast of one source hits, or of every source in the deck."""

from __future__ import annotations

from typing import Any

import click

from cascadesim.cli.options import (
    cards_option,
    complain,
    deck_argument,
    json_option,
    print_json,
    progress_bar,
    quiet_option,
    read_copies,
    read_groups,
    simulation_options,
    split_names,
    unknown_option,
)
from cascadesim.decks import Deck, read_deck
from cascadesim.results import CascadeResult
from cascadesim.rules import find_sources
from cascadesim.studies import cascade


@click.command()
@deck_argument
@click.option("--source", "sources", metavar="NAME", multiple=True, help="A card with cascade; every one by default.")
@simulation_options
@click.option("--seen", type=click.IntRange(min=0), default=0, help="Further unknown cards out of the library.")
@click.option("--out", metavar="NAME=N", multiple=True, callback=read_copies, help="Known cards that left the library.")
@click.option("--top", metavar="NAME", multiple=True, help="Known top of the library, first card first.")
@click.option("--bottom", metavar="NAME", multiple=True, help="Known bottom of the library, last card last.")
@click.option("--decline", metavar="NAME", multiple=True, help="A hit that you do not cast.")
@click.option("--uncastable", metavar="NAME", multiple=True, help="A hit that cannot be cast (no target, say).")
@click.option("--prefer", metavar="NAME", multiple=True, help="A face to cast, not the one of greatest mana value.")
@click.option("--shuffles", metavar="NAME", multiple=True, help="A hit that shuffles the library on resolution.")
@click.option("--group", "groups", metavar="NAME=CARD,CARD", multiple=True, callback=read_groups,
              help="Ask about cards together: first hit, at least one, all that is cast.")  # fmt: skip
@cards_option
@unknown_option
@json_option
@quiet_option
def hits(
    deck_path: str,
    sources: tuple[str, ...],
    trials: int,
    seed: int,
    confidence: float,
    cards: str | None,
    ignore_unknown: bool,
    as_json: bool,
    quiet: bool,
    groups: dict[str, str],
    **question: Any,
) -> int:
    """Say what each cascade of DECK hits, how deep it digs and how far the chain goes.

    A source that is not in the list is cast with the whole main deck as its library.
    """
    deck = read_deck(deck_path, cards=cards, ignore_unknown=ignore_unknown)
    if not quiet:
        _say_what_was_not_read(deck)
    names = sources or tuple(card.name for card in find_sources(deck))
    if not names and not quiet:
        complain(f"{deck.path}: no card with cascade in the main deck or command zone; name one with --source NAME")
    question["groups"] = {group: split_names(text, deck.cards) for group, text in groups.items()}
    results: list[CascadeResult] = []
    for name in names:
        with progress_bar(name, trials, "trials", quiet=quiet) as progress:
            result = cascade(
                deck, name, trials=trials, rng=seed, confidence_level=confidence, progress=progress, **question
            )
        results.append(result)
    _print(deck, results, as_json=as_json)
    return 0


def _say_what_was_not_read(deck: Deck) -> None:
    for issue in deck.issues:
        complain(f"{deck.path}:{issue.line_no}: {issue.text!r}: {issue.problem}")
    for note in deck.decklist.notes:
        complain(f"{deck.path}: {note}")


def _print(deck: Deck, results: list[CascadeResult], *, as_json: bool) -> None:
    if as_json:
        from cascadesim.views.export import hits_document

        print_json(hits_document(deck, results))
        return
    from rich.console import Console

    from cascadesim.views.terminal import print_cascade

    console = Console(highlight=False)
    for result in results:
        print_cascade(console, result)

"""``cascadesim hits DECK``: what a cast of one source hits, or of every source in the deck."""

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
    read_groups,
    simulation_options,
    situation_options,
    source_options,
    split_names,
)
from cascadesim.cli.progress import progress_bar
from cascadesim.decks import Deck
from cascadesim.decks.read import Format
from cascadesim.engine.exact import BUDGET
from cascadesim.errors import QuestionError
from cascadesim.results import CascadeResult
from cascadesim.rules import find_sources
from cascadesim.studies import cascade
from cascadesim.studies.simulation import trials_asked


@click.command()
@deck_argument
@click.option("--source", "sources", metavar="NAME", multiple=True, help="A card with cascade; every one by default.")
@simulation_options
@click.option(
    "--budget",
    type=click.IntRange(min=1),
    default=BUDGET,
    show_default=True,
    help="Steps that an exact answer may take; so many a second.",
)
@source_options
@situation_options
@click.option("--group", "groups", metavar="NAME=CARD,CARD", multiple=True, callback=read_groups,
              help="Ask about cards together: first hit, at least one, all that is cast.")  # fmt: skip
@list_options
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
    list_format: Format | None,
    as_json: bool,
    quiet: bool,
    groups: dict[str, str],
    precision: float | None,
    **question: Any,
) -> int:
    """Say what each cascade of DECK hits, how deep it digs and how far the chain goes.

    A source that is not in the list is cast with the whole main deck as its library.
    """
    deck = asked_deck(deck_path, cards, ignore_unknown, list_format, quiet)
    trials = trials_asked(trials, precision, confidence)
    names: tuple[str | None, ...] = sources or tuple(card.name for card in find_sources(deck))
    if not sources and question["discover"] is not None:
        names = (None,)  # an event, whatever makes you discover
    if not names and not quiet:
        complain(f"{deck.path}: no card with cascade in the main deck or command zone; name one with --source NAME")
    question["groups"] = {group: split_names(text, deck.cards) for group, text in groups.items()}
    results: list[CascadeResult] = []
    refused: list[str] = []
    for name in names:
        with progress_bar(name or "discover", trials, "trials", quiet=quiet) as progress:
            try:
                result = cascade(
                    deck, name, trials=trials, rng=seed, confidence_level=confidence, progress=progress, **question
                )
            except QuestionError as error:
                # What is asked may not fit one of several sources: the others have their answers.
                if len(names) == 1:
                    raise
                refused.append(f"{name}: {error}")
                continue
        results.append(result)
    if refused and not results:
        raise QuestionError(refused[0])
    for line in refused:
        complain(line)
    _print(deck, results, as_json=as_json)
    return 0


def _print(deck: Deck, results: list[CascadeResult], *, as_json: bool) -> None:
    if as_json:
        from cascadesim.views.export import hits_document

        print_json(hits_document(deck, results))
        return
    from cascadesim.views.terminal import plain_console, print_cascade

    console = plain_console()
    for result in results:
        print_cascade(console, result)

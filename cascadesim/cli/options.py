"""Options that several verbs share, and what they are read into."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from cascadesim.cards import CardDatabase
from cascadesim.decks import Deck, read_deck
from cascadesim.decks.read import FORMATS, Format
from cascadesim.rules.spell import CastAs, CastFrom
from cascadesim.studies.simulation import METHODS, TRIALS

Command = TypeVar("Command", bound=Callable[..., Any])

deck_argument = click.argument("deck_path", metavar="DECK", type=click.Path())
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
quiet_option = click.option("--quiet", is_flag=True, help="No progress and no notes on stderr.")
cards_option = click.option(
    "--cards", metavar="FILE", type=click.Path(), help="A CSV file of cards that add to the table or override it."
)
unknown_option = click.option(
    "--ignore-unknown", is_flag=True, help="Count a name that no card has as a card that never stops a dig."
)
format_option = click.option(
    "--format", "list_format", type=click.Choice(FORMATS), help="Of the list; recognised by what it holds."
)


def list_options(command: Command) -> Command:
    """Add the options that say how lists are read."""
    return cards_option(unknown_option(format_option(command)))


def asked_deck(path: str, cards: str | None, ignore_unknown: bool, list_format: Format | None, quiet: bool) -> Deck:
    """Read the list of a verb, and complain about its lines that were not understood."""
    deck = read_deck(path, cards=cards, ignore_unknown=ignore_unknown, format=list_format)
    if not quiet:
        say_what_was_not_read(deck)
    return deck


def simulation_options(command: Command) -> Command:
    """Add the options of every verb that may simulate."""
    for option in (
        click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes to work in."),
        click.option("--confidence", type=float, default=0.95, show_default=True, help="Level of every interval."),
        click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the simulation."),
        click.option("--trials", type=click.IntRange(min=2), default=TRIALS, show_default=True, help="To simulate."),
        click.option(
            "--precision", type=float, metavar="P", help="Trials for an error of at most P in every probability."
        ),
        click.option("--method", type=click.Choice(METHODS), default="auto", show_default=True, help="How to answer."),
    ):
        command = option(command)
    return command


def source_options(command: Command) -> Command:
    """Add the options that say how the source is cast, and what applies to it."""
    for option in (
        click.option("--commander", is_flag=True, help="The source is a commander, wherever it is cast from."),
        click.option("--grant", metavar="NAME", multiple=True, help="An active card that gives cascade; each copy."),
        click.option("--triggers", metavar="N", help="How many triggers; +1 for a copied one, -1 for a countered one."),
        click.option("--discover", type=click.IntRange(min=0), metavar="N", help="Discover N instead of casting."),
        click.option(
            "--cast-from",
            type=click.Choice([str(zone) for zone in CastFrom]),
            help="Zone of the source; hand, or command.",
        ),
        click.option(
            "--as", "cast_as", type=click.Choice([str(way) for way in CastAs]), help="How the source is cast."
        ),
        click.option("--face", metavar="NAME", help="Face or half that the source is cast as."),
        click.option("--x", type=click.IntRange(min=0), metavar="N", help="X of the source; 0 by default."),
        click.option("--era", metavar="ERA", default="current", show_default=True, help="2009, 2017, 2021 or current."),
    ):
        command = option(command)
    return command


def policy_options(command: Command) -> Command:
    """Add the options that say what the player does with a hit."""
    for option in (
        click.option("--shuffles", metavar="NAME", multiple=True, help="A hit that shuffles the library on resolving."),
        click.option(
            "--prefer", metavar="NAME", multiple=True, help="A face to cast, not that of greatest mana value."
        ),
        click.option("--uncastable", metavar="NAME", multiple=True, help="A hit that cannot be cast (no target, say)."),
        click.option("--decline", metavar="NAME", multiple=True, help="A hit that you do not cast."),
    ):
        command = option(command)
    return command


def situation_options(command: Command) -> Command:
    """Add the options that say where cards are and what the player does."""
    command = policy_options(command)
    for option in (
        click.option("--bottom", metavar="NAME", multiple=True, help="Known bottom of the library, last card last."),
        click.option("--top", metavar="NAME", multiple=True, help="Known top of the library, first card first."),
        click.option("--out", metavar="NAME=N", multiple=True, callback=read_copies, help="Known cards that left it."),
        click.option("--seen", type=click.IntRange(min=0), default=0, help="Further unknown cards out of the library."),
    ):
        command = option(command)
    return command


def budget_options(command: Command) -> Command:
    """Add the options that say what kickers can be paid with."""
    for option in (
        click.option(
            "--resource",
            "resources",
            metavar="NAME=N",
            multiple=True,
            callback=read_copies,
            help="What kickers may take beside mana, e.g. creature=1, life=3.",
        ),
        click.option(
            "--mana", metavar="MANA", default="", help="Mana left, e.g. '{2}{R}{W/U}'; {WUBRG} is any colour."
        ),
    ):
        command = option(command)
    return command


def read_copies(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> dict[str, int]:
    """Read ``NAME=N`` values; copies of a name that is given twice add up."""
    copies: dict[str, int] = {}
    for value in values:
        name, equals, number = value.rpartition("=")
        if not equals or not name.strip() or not number.strip().isdecimal():
            message = f"cannot read {value!r}; write NAME=N, e.g. 'Living End=1'"
            raise click.BadParameter(message)
        copies[name.strip()] = copies.get(name.strip(), 0) + int(number)
    return copies


def read_names(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """Read ``NAME=TEXT`` values into the text behind each name."""
    texts: dict[str, str] = {}
    for value in values:
        name, equals, text = value.partition("=")
        if not equals or not name.strip() or not text.strip():
            message = f"cannot read {value!r}; write NAME=MANA, e.g. 'Simian Spirit Guide={{R}}'"
            raise click.BadParameter(message)
        if name.strip() in texts:
            message = f"{name.strip()!r} is named twice"
            raise click.BadParameter(message)
        texts[name.strip()] = text.strip()
    return texts


def read_groups(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """Read ``NAME=CARD,CARD`` values into the text behind each name."""
    groups: dict[str, str] = {}
    for value in values:
        name, equals, cards = value.partition("=")
        if not equals or not name.strip() or not cards.strip(" ,;"):
            message = f"cannot read {value!r}; write NAME=CARD,CARD, e.g. 'ramp=Sol Ring,Cultivate'"
            raise click.BadParameter(message)
        already = groups.get(name.strip())
        groups[name.strip()] = f"{already},{cards}" if already else cards
    return groups


def split_names(text: str, cards: CardDatabase) -> list[str]:
    """Split card names at commas, but not at those inside a name: the longest run that is a card counts as one.

    >>> from cascadesim.cards import bundled
    >>> split_names("Sol Ring, Averna, the Chaos Bloom,Cultivate", bundled())
    ['Sol Ring', 'Averna, the Chaos Bloom', 'Cultivate']
    """
    pieces = text.split(",")
    names = []
    while pieces:
        runs = (",".join(pieces[:length]).strip() for length in range(len(pieces), 0, -1))
        name = next((run for run in runs if cards.find(run)), pieces[0].strip())
        pieces = pieces[name.count(",") + 1 :]
        if name:
            names.append(name)
    return names


def print_json(document: Mapping[str, Any]) -> None:
    """Print a document of the JSON contract; where the output is not UTF-8, other letters are escaped."""
    escaped = (sys.stdout.encoding or "").replace("-", "").lower() not in ("utf8", "")
    click.echo(json.dumps(document, ensure_ascii=escaped, indent=1, allow_nan=False))


def complain(line: str) -> None:
    """Say something to people, on stderr."""
    click.echo(line, err=True)


def say_what_was_not_read(deck: Deck) -> None:
    """Complain about the lines of a deck that were not understood, and say what its reader decided."""
    for issue in deck.issues:
        complain(f"{deck.path}:{issue.line_no}: {issue.text!r}: {issue.problem}")
    for note in deck.decklist.notes:
        complain(f"{deck.path}: {note}")

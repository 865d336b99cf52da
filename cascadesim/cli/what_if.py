"""What ``sweep`` and ``compare`` share: the options of the study that they ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from cascadesim.cards import CardDatabase
from cascadesim.cli.options import (
    list_options,
    quiet_option,
    read_copies,
    read_groups,
    read_names,
    simulation_options,
    situation_options,
    source_options,
    split_names,
)
from cascadesim.engine.turns import EVENTS, SEATS
from cascadesim.studies.kickers import POLICIES
from cascadesim.studies.policies import MULLIGANS

Command = TypeVar("Command", bound=Callable[..., Any])

_OF_TURNS = (
    "seats", "mulligan", "keep", "put_back", "down_to", "free_mulligan", "goal", "goal_turn", "colors", "tapped",
    "mana_from",
)  # fmt: skip
_OF_CASTS = ("seen", "out", "top", "bottom", "discover", "cast_from")
_OF_KICKS = ("policy", "no_kick", "copy_kicked")


def study_options(command: Command) -> Command:
    """Add the options of the study that is asked: of one cast, of kicks with --mana, of turns with --by."""
    for option in (
        click.option("--budget", type=click.IntRange(min=1), help="Of one cast: steps that an exact answer may take."),
        click.option("--copy-kicked", type=click.IntRange(min=1), help="With --mana: kicked spells that are copied."),
        click.option("--no-kick", metavar="NAME", multiple=True, help="With --mana: a card that is not kicked."),
        click.option("--policy", type=click.Choice(POLICIES), help="With --mana: whether to kick; always by default."),
        click.option("--goal-turn", type=click.IntRange(min=1), metavar="N", help="With --by and optimal: by turn N."),
        click.option("--goal", type=click.Choice(EVENTS), help="With --by and optimal: cascades_into_hit by default."),
        click.option("--group", "groups", metavar="NAME=CARD,CARD", multiple=True, callback=read_groups,
                     help="Cards to ask about together: figures group_first:NAME, group_any:NAME."),
        click.option("--mana-from", metavar="NAME=MANA", multiple=True, callback=read_names,
                     help="With --by: other mana, 'Simian Spirit Guide={R}'."),
        click.option("--tapped", metavar="NAME", multiple=True, help="With --by: a land that enters tapped."),
        click.option("--colors", type=click.Choice(["on", "off"]), default="on", show_default=True,
                     help="With --by: must lands match?"),
        click.option("--free-mulligan", is_flag=True, help="With --by: the first mulligan costs no card."),
        click.option("--down-to", type=click.IntRange(0, 7), help="With --by: a hand of so many cards is kept."),
        click.option("--put-back", metavar="ORDER", help="With --by and london: 'dead, lands over 3, others', say."),
        click.option("--keep", metavar="RULE", help="With --by and london: 'lands 2-5 and sources >= 1', say."),
        click.option("--mulligan", type=click.Choice(MULLIGANS), default="none", show_default=True,
                     help="With --by: how to mulligan."),
        click.option("--draw", is_flag=True, help="With --by: on the draw alone."),
        click.option("--play", is_flag=True, help="With --by: on the play alone; both seats by default."),
        click.option("--resource", "resources", metavar="NAME=N", multiple=True, callback=read_copies,
                     help="Ask about kicks: what kickers may take beside mana."),
        click.option("--mana", metavar="MANA", help="Ask about kicks, with this mana left."),
        click.option("--by", type=click.IntRange(min=1), metavar="N", help="Ask about turn N."),
        click.option("--source", "sources", metavar="NAME", multiple=True,
                     help="What is cast; several with --by. The first source of the deck by default."),
    ):  # fmt: skip
        command = option(command)
    return simulation_options(source_options(situation_options(list_options(quiet_option(command)))))


def asked_of_study(cards: CardDatabase, question: dict[str, Any]) -> dict[str, Any]:
    """Return keyword arguments for `sweep` and `compare`, those alone that were given.

    Raises
    ------
    click.UsageError
        If an option is not of the study that is asked.
    """
    play, draw = question.pop("play"), question.pop("draw")
    question["seats"] = [seat for seat, is_asked in zip(SEATS, (play, draw), strict=True) if is_asked]
    question["colors"] = False if question["colors"] == "off" else None
    question["mulligan"] = None if question["mulligan"] == "none" else question["mulligan"]
    question["seen"] = question["seen"] or None
    groups = question.pop("groups")
    question["groups"] = {group: split_names(text, cards) for group, text in groups.items()}
    by = question.get("by")
    kept = {name: value for name, value in question.items() if value is not None and value not in ((), {}, [], "")}
    kept = {name: value for name, value in kept.items() if value is not False or name == "colors"}
    is_of_kicks = "mana" in kept or "resources" in kept
    if by is None:
        _refuse(kept, _OF_TURNS, "beside --by")
    else:
        _refuse(kept, (*_OF_CASTS, "resources"), "without --by")
    if by is not None or not is_of_kicks:
        _refuse(kept, _OF_KICKS, "beside --mana")
    if by is not None or is_of_kicks:
        _refuse(kept, ("groups", "budget"), "without --by and --mana")
    named = kept.pop("sources", ())
    return kept | {"source": named if len(named) > 1 or by is not None else next(iter(named), None)}


def _refuse(given: dict[str, Any], names: tuple[str, ...], where: str) -> None:
    written = {"seats": "play/--draw", "resources": "resource", "groups": "group"}
    for name in names:
        if name in given:
            message = f"--{written.get(name, name).replace('_', '-')} can be asked {where} only"
            raise click.UsageError(message)

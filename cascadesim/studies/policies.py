"""How mulligans are taken: from what is asked for to a policy for each seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import NoneType
from typing import Literal, NamedTuple

import numpy as np

from cascadesim.cards.mana import mana_value
from cascadesim.decks import Deck
from cascadesim.engine.hands import TooManyHandsError
from cascadesim.engine.mulligans import KeepRule, Policy, PutBack
from cascadesim.engine.optimal import Coarser, best_mulligans
from cascadesim.engine.turns import EVENTS, SEATS, Seat, needs_simulation, p_event
from cascadesim.errors import QuestionError
from cascadesim.results.mulligans import MulliganPlan
from cascadesim.rules import Question
from cascadesim.rules.keep import WORDS, Back, Rule, names_in, read_keep, read_put_back
from cascadesim.rules.opening import Kept, ManaRules, OpeningQuestion, compile_opening
from cascadesim.studies.arguments import check_mapping, check_type, whole
from cascadesim.studies.mulligans import Goal, GoalOfHands, plan_for, refuse_plan, roles_only
from cascadesim.studies.question import named_card

Mulligan = Literal["none", "london", "optimal"]
MULLIGANS: tuple[Mulligan, ...] = ("none", "london", "optimal")
KEEP = "lands 2-5"
GOAL = "cascades_into_hit"
OTHERS = "others"

Roles = Mapping[str, Iterable[str] | str]


class Rules(NamedTuple):
    """Rules about hands, read: which to keep, what to put back, the roles of a goal, and all that they name."""

    keep: Rule
    keep_text: str
    order: tuple[Back, ...]
    order_text: str
    roles: Mapping[str, tuple[str, ...]]
    named: frozenset[str]


class Policies(NamedTuple):
    """The policy of each seat, its plan where it is an optimal one, and what to say about them."""

    of_seat: Mapping[Seat, Policy]
    plans: Mapping[Seat, MulliganPlan] = {}
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Wanted:
    """What is asked for of mulligans; see `cascadesim.studies.turns.turns`."""

    mulligan: Mulligan
    keep: str | None
    put_back: str | None
    goal: str | Goal | Mapping[str, Goal] | None
    goal_turn: int | None
    roles: Roles | None
    by: int
    down_to: int | None = None
    free_mulligan: bool = False

    def checked(self) -> Wanted:
        """Return it.

        Raises
        ------
        QuestionError
            If a value is out of range, or does not go with the others.
        """
        if self.mulligan not in MULLIGANS:
            message = f"mulligan must be one of {', '.join(MULLIGANS)}, got {self.mulligan!r}"
            raise QuestionError(message)
        check_type("free_mulligan", self.free_mulligan, bool, "True or False")
        check_type("keep", self.keep, (str, NoneType), "a rule such as 'lands 2-5'")
        check_type("put_back", self.put_back, (str, NoneType), "an order such as 'dead, lands over 3'")
        if self.mulligan == "none" and (self.down_to is not None or self.free_mulligan):
            message = "down_to and free_mulligan are for mulligan='london' or 'optimal', got mulligan='none'"
            raise QuestionError(message)
        if self.roles is not None and (self.goal is None or isinstance(self.goal, str)):
            message = "roles are for a goal that is a function"
            raise QuestionError(message)
        for option, value, of in (
            ("keep", self.keep, "london"),
            ("put_back", self.put_back, "london"),
            ("goal", self.goal, "optimal"),
            ("goal_turn", self.goal_turn, "optimal"),
            ("roles", self.roles, "optimal"),
        ):
            if value is not None and self.mulligan != of:
                message = f"{option} is for mulligan={of!r}, got mulligan={self.mulligan!r}"
                raise QuestionError(message)
        if isinstance(self.goal, str) and self.goal not in EVENTS:
            message = f"goal must be one of {', '.join(EVENTS)}, or a function in Python, got {self.goal!r}"
            raise QuestionError(message)
        if not 1 <= whole("goal_turn", self.turn) <= self.by:
            message = f"goal_turn must be from 1 to {self.by}, the last turn that is asked about, got {self.turn}"
            raise QuestionError(message)
        return self

    @property
    def turn(self) -> int:
        """The turn by which the goal is to be reached."""
        return self.by if self.goal_turn is None else self.goal_turn

    @property
    def goal_text(self) -> str:
        """The goal in words, "" where there is none."""
        if self.mulligan != "optimal":
            return ""
        return f"{self.figure} by turn {self.turn}" if self.figure else "a goal of the user's own"

    @property
    def figure(self) -> str:
        """The figure that is the goal, "" where it is a function."""
        return GOAL if self.goal is None else self.goal if isinstance(self.goal, str) else ""

    def rules(self, deck: Deck, questions: Sequence[Question]) -> Rules:
        """Read the rules about hands.

        Raises
        ------
        QuestionError, UnknownCardError
            If one cannot be read.
        """

        def name(text: str) -> str:
            return named_card(deck, text).name

        cheapest = min(mana_value(question.source.cost) for question in questions)
        default = f"dead, lands over {cheapest}, others, hits, sources over 1, lands, sources"
        keep_text = "" if self.mulligan != "london" else KEEP if self.keep is None else self.keep
        keep = read_keep(keep_text if self.mulligan == "london" else "cards >= 0", name)
        own = read_put_back(self.put_back, name) if self.put_back is not None else ()
        order = (*own, *read_put_back(default, name))
        check_mapping("roles", self.roles or {}, "{'payoff': ['Crashing Footfalls']}")
        roles = {role: _members(members, name) for role, members in (self.roles or {}).items()}
        named = names_in(keep) | {back.name for back in order} | {name for names in roles.values() for name in names}
        order_text = ", ".join(part for part in (self.put_back, default) if part) if self.mulligan == "london" else ""
        return Rules(keep, keep_text, order, order_text, roles, frozenset(named))


def policies_for(
    deck: Deck,
    question: OpeningQuestion,
    mana: ManaRules,
    wanted: Wanted,
    rules: Rules,
    order: tuple[PutBack, ...],
    sizes: tuple[int, ...],
    seats: Sequence[Seat],
    most_mana: int,
) -> Policies:
    """Return how each seat takes mulligans.

    Raises
    ------
    QuestionError
        If there are no optimal mulligans to be found.
    """
    if wanted.mulligan != "optimal":
        return Policies(dict.fromkeys(seats, KeepRule(sizes, Kept(rules.keep, question.words), order)))
    if wanted.goal is None or isinstance(wanted.goal, str):
        return _for_a_figure(deck, question, mana, wanted, order, sizes, seats, most_mana)
    goals = wanted.goal if isinstance(wanted.goal, Mapping) else dict.fromkeys(SEATS, wanted.goal)
    members = _by_role(question, rules.roles)
    copies = question.opening.copies
    opening = roles_only([int(copies[list(kinds)].sum()) for kinds in members.values()])
    plans = {}
    for seat in seats:
        if seat not in goals:
            message = f"goal has no function for {seat!r}"
            raise QuestionError(message)
        plans[seat] = plan_for(opening, tuple(members), sizes, GoalOfHands(goals[seat], tuple(members)).of(opening))
    return _told_apart(plans, tuple(members.values()), order)


def _for_a_figure(
    deck: Deck,
    question: OpeningQuestion,
    mana: ManaRules,
    wanted: Wanted,
    order: tuple[PutBack, ...],
    sizes: tuple[int, ...],
    seats: Sequence[Seat],
    most_mana: int,
) -> Policies:
    """Return the best mulligans for a figure.

    They are found for the deck as it is where that can be done, else as if any land paid for anything at once.
    """
    event = wanted.figure
    if not needs_simulation(question.opening, [event]):
        try:
            plans = {seat: _plan(question, event, wanted.turn, sizes, seat) for seat in seats}
        except TooManyHandsError:
            pass  # of the simpler deck below there are fewer
        else:
            return Policies({seat: plan.best for seat, plan in plans.items()}, plans)
    at_once = {name: given for name, given in mana.mana_from.items() if given.cost is None}
    simpler, _ = compile_opening(deck, question.questions, ManaRules(False, frozenset(), at_once), most_mana=most_mana)
    if reason := needs_simulation(simpler.opening, [event]):
        message = f"no optimal mulligans for {event}: {reason}; choose another goal, or mulligan='london'"
        raise QuestionError(message)
    try:
        plans = {seat: _plan(simpler, event, wanted.turn, sizes, seat) for seat in seats}
    except TooManyHandsError as error:
        raise refuse_plan(error) from error
    members = tuple(
        tuple(kind for kind, (card, *_) in enumerate(question.kinds) if card in cards) for cards in simpler.kinds
    )
    note = "the mulligans, and the probabilities of their plan, are for lands that pay for anything at once"
    return _told_apart(plans, members, order)._replace(notes=(note,))


def _plan(question: OpeningQuestion, event: str, turn: int, sizes: tuple[int, ...], seat: Seat) -> MulliganPlan:
    value = partial(p_event, question.opening, event=event, seat=seat, turn=turn)
    return MulliganPlan(_labels(question), best_mulligans(question.opening, sizes, value))


def _told_apart(
    plans: Mapping[Seat, MulliganPlan], members: Sequence[Sequence[int]], order: Sequence[PutBack]
) -> Policies:
    """Return policies for a deck whose kinds are members of those of some plans."""
    rank = {kind: place for place, kind in enumerate(dict.fromkeys(kind for back in order for kind in back.kinds))}
    sorted_members = tuple(tuple(sorted(kinds, key=lambda kind: rank[kind])) for kinds in members)
    return Policies({seat: Coarser(plan.best, sorted_members) for seat, plan in plans.items()}, plans)


def _by_role(question: OpeningQuestion, roles: Mapping[str, Sequence[str]]) -> dict[str, tuple[int, ...]]:
    """Return the kinds of each role, and of the others."""
    roles = roles or {word: (word,) for word in ("lands", "sources", "hits")}
    left = set(range(len(question.kinds)))
    members = {}
    for role, names in roles.items():
        kinds = {kind for name in names for kind in np.flatnonzero(question.words[name]).tolist()}
        if twice := kinds - left:
            message = f"role {role!r}: {question.kinds[min(twice)][0].name} has a role already"
            raise QuestionError(message)
        left -= kinds
        members[role] = tuple(sorted(kinds))
    members.setdefault(OTHERS, ())
    members[OTHERS] += tuple(sorted(left))
    return members


def _members(members: Iterable[str] | str, name: Callable[[str], str]) -> tuple[str, ...]:
    names = (members,) if isinstance(members, str) else tuple(members)
    return tuple(member if member in WORDS else name(member) for member in names)


def _labels(question: OpeningQuestion) -> tuple[str, ...]:
    """Name the kinds of a deck: one card by its name, several by what they are."""
    labels = []
    for number, cards in enumerate(question.kinds):
        words = (word for word in ("lands", "dead", "hits", OTHERS) if question.words[word][number])
        label = cards[0].name if len(cards) == 1 else next(words, cards[0].name)
        labels.append(f"{label} ({cards[0].name} and so on)" if label in labels else label)
    return tuple(labels)

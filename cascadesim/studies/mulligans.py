"""Which hands to keep, and what to put on the bottom: rules as people write them, and the best mulligans for a goal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from cascadesim.decks.deck import MOST_CARDS
from cascadesim.engine.hands import Probabilities, States, TooManyHandsError
from cascadesim.engine.mulligans import cards_put_back
from cascadesim.engine.opening import HAND, Opening
from cascadesim.engine.optimal import best_mulligans as search
from cascadesim.errors import QuestionError
from cascadesim.results.mulligans import MulliganPlan
from cascadesim.studies.arguments import check_function, check_mapping, whole

DOWN_TO = 4

Goal = Callable[[Mapping[str, int], Mapping[str, int], Mapping[str, int]], float]


def best_mulligans(
    copies: Mapping[str, int], goal: Goal, *, down_to: int = DOWN_TO, free_mulligan: bool = False
) -> MulliganPlan:
    """Find the London mulligans after which a goal of your own is likeliest, by dynamic programming: exact.

    Parameters
    ----------
    copies : mapping of str to int
        The deck, by roles: cards of one role are alike to the goal.
    goal : callable
        ``goal(hand, library, bottom)`` returns the probability that the goal is reached with a hand as it is kept. Each
        is a mapping of every role to a number of cards; `library` is in random order and lies on `bottom`, whose order
        the player chooses.
    down_to : int, default 4
        A hand of so many cards is kept.
    free_mulligan : bool, default False
        The first mulligan costs no card (CR 103.5c: multiplayer).

    Returns
    -------
    MulliganPlan

    Raises
    ------
    QuestionError
        If there are too many hands to go through, or the goal returns no probability.

    Examples
    --------
    >>> import cascadesim as cs
    >>> plan = cs.best_mulligans({"combo": 4, "rest": 56}, lambda hand, library, bottom: hand["combo"] > 0, down_to=6)
    >>> round(plan.probability, 6), plan.decide({"combo": 0, "rest": 7}).keep
    (0.639399, False)
    """
    check_mapping("copies", copies, "{'land': 24, 'rest': 36}")
    if any(whole(f"copies of {role!r}", n) < 0 for role, n in copies.items()) or not sum(copies.values()):
        message = f"copies must be from 0, and of at least one card, got {dict(copies)}"
        raise QuestionError(message)
    if sum(copies.values()) > MOST_CARDS:
        message = f"{sum(copies.values()):,} cards in all; a deck of up to {MOST_CARDS:,} can be asked about"
        raise QuestionError(message)
    check_function("goal", goal)
    sizes = put_back_sizes(sum(copies.values()), down_to, free_mulligan)
    opening, roles = roles_only(list(copies.values())), tuple(copies)
    return plan_for(opening, roles, sizes, GoalOfHands(goal, roles).of(opening))


def plan_for(
    opening: Opening, roles: tuple[str, ...], sizes: tuple[int, ...], value: Callable[[States], Probabilities]
) -> MulliganPlan:
    """Return the best mulligans of a deck.

    Raises
    ------
    QuestionError
        If there are too many hands to go through.
    """
    try:
        return MulliganPlan(roles, search(opening, sizes, value))
    except TooManyHandsError as error:
        raise refuse_plan(error) from error


def refuse_plan(error: TooManyHandsError) -> QuestionError:
    """Return the error that there are no optimal mulligans to be found, in one line."""
    return QuestionError(
        f"no optimal mulligans: {error}; name a greater down_to, fewer turns or roles, or mulligan='london'"
    )


@dataclass(frozen=True, eq=False)
class GoalOfHands:
    """A goal of the user's own, asked about hands counted by role.

    Parameters
    ----------
    goal : callable
    roles : tuple of str
        The kinds of the hands.
    """

    goal: Goal
    roles: tuple[str, ...]

    def of(self, opening: Opening) -> Callable[[States], Probabilities]:
        """Return what asks the goal about hands of a deck."""

        def value(states: States) -> Probabilities:
            parts = (states.hand, states.rest(opening), states.bottom)
            named = [[dict(zip(self.roles, column, strict=True)) for column in part.T.tolist()] for part in parts]
            return np.array([self._asked(*hand) for hand in zip(*named, strict=True)], np.float64)

        return value

    def _asked(self, hand: dict[str, int], library: dict[str, int], bottom: dict[str, int]) -> float:
        p = float(self.goal(hand, library, bottom))
        if not -1e-9 <= p <= 1 + 1e-9:
            message = f"the goal must return a probability from 0 to 1, got {p} for the hand {hand}"
            raise QuestionError(message)
        return p


def roles_only(copies: Sequence[int]) -> Opening:
    """Return a deck of which nothing but the numbers of cards is known."""
    n_kinds = len(copies)
    nothing = np.zeros(n_kinds, np.bool_)
    return Opening(
        copies=np.array(copies, np.int16),
        is_land=nothing,
        enters_tapped=nothing,
        gives=np.zeros((1, n_kinds), np.int16),
        is_ramp=nothing,
        ramp_cost=np.zeros((1, n_kinds), np.int16),
        source=np.zeros(0, np.int16),
        cost=np.zeros((1, 0), np.int16),
        problems=(),
        ways=(),
        has_chain=(),
        bottom_order=np.arange(n_kinds),
    )


def put_back_sizes(n_cards: int, down_to: int, free_mulligan: bool) -> tuple[int, ...]:
    """Return the cards to put on the bottom after each number of mulligans.

    Raises
    ------
    QuestionError
        If `down_to` is no size of a hand.
    """
    if not 0 <= whole("down_to", down_to) <= HAND:
        message = f"down_to must be from 0 to {HAND}, got {down_to}"
        raise QuestionError(message)
    return cards_put_back(min(HAND, n_cards), down_to, free=free_mulligan)

"""What can be cast by which turn: the figures of hands, exact, and the sums that both engines fill."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cascadesim.engine.hands import MOST_STATES, Draws, Probabilities, States, TooManyHandsError, draw, n_hands
from cascadesim.engine.mulligans import Policy, hand_sizes, kept_hands
from cascadesim.engine.opening import Counts2D, Opening, kicks, mana, pays
from cascadesim.engine.sums import Sums

Seat = Literal["play", "draw"]
SEATS: tuple[Seat, ...] = ("play", "draw")
EVENTS = ("source_in_hand", "castable", "cascades_into_hit", "kicked")


def cards_drawn(seat: Seat, turn: int) -> int:
    """Return how many cards have been drawn by a turn, the first of which draws none on the play (CR 103.8a)."""
    return turn - 1 if seat == "play" else turn


@dataclass(frozen=True, eq=False, kw_only=True)
class TurnCounts(Sums):
    """Sums over games, or exact probabilities where `trials` is None. Rows: the deck, then each source alone.

    Parameters
    ----------
    trials : int or None
    events : ndarray of shape (n_turns, 1 + n_sources, 4)
        By turn, how often each of `EVENTS` holds.
    kicks : ndarray of shape (n_turns, 1 + n_sources, 2)
        Kicks in the chain, and the square of that number, which is 0 where exact.
    hits : ndarray of shape (n_turns, 1 + n_sources, n_kinds)
        What the first trigger stops on.
    hand_sizes : ndarray of shape (8,)
        Cards of the hand that is kept.
    """

    events: NDArray[Any]
    kicks: NDArray[Any]
    hits: NDArray[Any]
    hand_sizes: NDArray[Any]


class Casts(NamedTuple):
    """Which sources can be cast from some hands, the one to cast rather than the others first.

    `in_hand`, `castable` and `finds` have the shape (n_sources, n): the source is in hand or in the command zone, the
    mana pays for it, and then a card that stops its first trigger is left in the library. `chosen` has the shape (n,):
    the first source that finds something, `n_sources` where none does.
    """

    in_hand: NDArray[np.bool_]
    castable: NDArray[np.bool_]
    finds: NDArray[np.bool_]
    chosen: NDArray[np.intp]

    def casts(self, source: int) -> list[tuple[int, NDArray[np.intp]]]:
        """Return the rows of `TurnCounts` that a cast of a source counts for, each with the columns where it does."""
        return [
            (0, np.flatnonzero(self.chosen == source)),
            (1 + source, np.flatnonzero(self.finds[source])),
        ]


def casts(opening: Opening, states: States, of_turn: Counts2D) -> Casts:
    """Return which sources can be cast from some hands with the mana of a turn."""
    always = np.ones(states.size, np.bool_)
    library = opening.copies[:, None] - states.hand
    in_hand = np.stack([states.hand[kind] > 0 if kind >= 0 else always for kind in opening.source.tolist()])
    castable = np.stack([held & pays(of_turn, opening.cost[:, s]) for s, held in enumerate(in_hand)])
    finds = np.stack([can & (library[opening.stops(s)] > 0).any(axis=0) for s, can in enumerate(castable)])
    chosen = np.where(finds.any(axis=0), finds.argmax(axis=0), opening.n_sources)
    return Casts(in_hand, castable, finds, chosen)


def counted_events(cast: Casts, weights: Probabilities | None) -> NDArray[Any]:
    """Return how often the events but the last hold, those of the deck first: shape (1 + n_sources, 3)."""
    events = (cast.in_hand, cast.castable, cast.finds)
    rows = [np.vstack([event.any(axis=0), event]) for event in events]  # (1 + n_sources, n) each
    return np.stack([row.sum(axis=1) if weights is None else row @ weights for row in rows], axis=1)


def hit_law(opening: Opening, states: States, source: int) -> Probabilities:
    """Return P(the first trigger of a source stops on a kind): shape (n_kinds, n).

    Each card that stops it is equally likely where one lies in the random part of the library; else it is the first
    one on the bottom.
    """
    stops = opening.stops(source)
    rest = np.where(stops[:, None], states.rest(opening), 0)
    n_stops = rest.sum(axis=0)
    law = rest / np.maximum(n_stops, 1)
    last = np.flatnonzero((n_stops == 0) & states.bottom[stops].any(axis=0))
    if last.size:
        law[first_on_bottom(opening, states.of(last), stops), last] = 1
    return np.asarray(law, np.float64)


def first_on_bottom(opening: Opening, states: States, stops: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return the kind of the first card on the bottom that stops a dig: shape (n,)."""
    order = opening.bottom_order[stops[opening.bottom_order]]
    return np.asarray(order[(states.bottom[order] > 0).argmax(axis=0)], np.intp)


def exact_turns(opening: Opening, policy: Policy, seat: Seat, n_turns: int) -> TurnCounts:
    """Return the exact figures of the turns 1 to `n_turns`; no card may have a history.

    Raises
    ------
    TooManyHandsError
        If there are too many hands.
    """
    n_seen = min(opening.hand_size + cards_drawn(seat, n_turns), opening.n_cards)
    if (n := n_hands(opening.copies, n_seen)) > MOST_STATES:  # before any work is done
        raise TooManyHandsError(n)
    states, weights = kept_hands(opening, policy)
    sizes = hand_sizes(states, weights, opening.hand_size)
    by_turn = []
    drawn = 0
    for turn in range(1, n_turns + 1):
        while drawn < cards_drawn(seat, turn):
            step = draw(opening, states)
            states, weights, drawn = step.states, step.forward(weights), drawn + 1
        by_turn.append(_figures(opening, states, weights, turn))
    events, kicks_of_turn, hits = (np.stack(parts) for parts in zip(*by_turn, strict=True))
    return TurnCounts(trials=None, events=events, kicks=kicks_of_turn, hits=hits, hand_sizes=sizes)


def p_event(opening: Opening, states: States, event: str, seat: Seat, turn: int) -> Probabilities:
    """Return P(an event of `EVENTS` holds for the deck on a turn), for hands as they are kept: shape (n,)."""
    steps: list[tuple[Draws, int]] = []
    for _ in range(cards_drawn(seat, turn)):
        step = draw(opening, states)
        steps.append((step, states.size))
        states = step.states
    values = _p_on_turn(opening, states, event, turn)
    for step, n_before in reversed(steps):
        values = step.backward(values, n_before)
    return values


def _p_on_turn(opening: Opening, states: States, event: str, turn: int) -> Probabilities:
    of_turn = mana(opening, states.hand, turn)
    cast = casts(opening, states, of_turn)
    if event != "kicked":
        holds = (cast.in_hand, cast.castable, cast.finds)[EVENTS.index(event)]
        return np.asarray(holds.any(axis=0), np.float64)
    p = np.zeros(states.size)
    for source in range(opening.n_sources):
        law, times = _kicks_of_hits(opening, states, of_turn, source)
        p += np.where(cast.chosen == source, (law * (times > 0)).sum(axis=0), 0.0)
    return p


def _kicks_of_hits(
    opening: Opening, states: States, of_turn: Counts2D, source: int
) -> tuple[Probabilities, NDArray[np.int16]]:
    """Return the law of the first hit, and how often each is kicked: shape (n_kinds, n) both."""
    law = hit_law(opening, states, source)
    times = np.zeros(law.shape, np.int16)
    form, cost, ways = opening.form(source), opening.cost[:, source], opening.ways[source]
    for kind in np.flatnonzero([f >= 0 and bool(ways[f]) for f in form.tolist()]):
        columns = np.flatnonzero(law[kind] > 0)
        forms = np.full((1, columns.size), form[kind], np.int16)
        times[kind, columns] = kicks(forms, of_turn[:, columns], cost, ways)[0]
    return law, times


def _figures(
    opening: Opening, states: States, weights: Probabilities, turn: int
) -> tuple[Probabilities, Probabilities, Probabilities]:
    """Return the weighted events, kicks and hits of a turn."""
    of_turn = mana(opening, states.hand, turn)
    cast = casts(opening, states, of_turn)
    n_rows = 1 + opening.n_sources
    kicked, kicks_of_turn = np.zeros(n_rows), np.zeros((n_rows, 2))
    hits = np.zeros((n_rows, opening.n_kinds))
    for source in range(opening.n_sources):
        law, times = _kicks_of_hits(opening, states, of_turn, source)
        for row, columns in cast.casts(source):
            weighted = law[:, columns] * weights[columns]
            hits[row] += weighted.sum(axis=1)
            kicked[row] += weighted[times[:, columns] > 0].sum()
            kicks_of_turn[row, 0] += (weighted * times[:, columns]).sum()
    events = np.minimum(np.column_stack([counted_events(cast, weights), kicked]), 1.0)  # a sum of parts rounds
    return events, kicks_of_turn, np.minimum(hits, 1.0)


def needs_simulation(opening: Opening, wanted: Sequence[str]) -> str:
    """Return why a deck has no exact figures, "" where it may have them."""
    if opening.has_history:
        return "it matters when a land that enters tapped, or a card that is cast for its mana, was drawn"
    if "kicked" in wanted and any(opening.has_chain):
        return "kicks of several triggers or nested hits depend on their order"
    return ""

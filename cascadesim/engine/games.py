"""Simulate the first turns of many games at once: hands, mulligans, draws, and the cascade of every source.

Cards are dealt one by one from a library that is put into order only as far as it is dealt (a Fisher-Yates step a
card), and counted by kind. The library that a cascade digs into is what was not dealt, over what was put on the bottom.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cascadesim.engine.choices import Choices, ChoicesOf, Index, RandomChoices
from cascadesim.engine.hands import States
from cascadesim.engine.libraries import AllCards
from cascadesim.engine.mulligans import Policy
from cascadesim.engine.opening import Counts2D, Opening, kicks, mana, pays
from cascadesim.engine.simulate import Block, with_all_cards
from cascadesim.engine.turns import (
    Seat,
    TurnCounts,
    cards_drawn,
    casts,
    counted_events,
    first_on_bottom,
)


def simulate_turns(opening: Opening, policy: Policy, seat: Seat, n_turns: int, block: Block) -> TurnCounts:
    """Return the figures of the turns 1 to `n_turns` in the games of a block."""
    choices = RandomChoices(np.random.default_rng(block.seed))
    game = Games(opening, block.n_trials, choices)
    game.open(policy)
    sizes = np.bincount(game.states.hand.sum(axis=0), minlength=opening.hand_size + 1)
    by_turn = []
    for turn in range(1, n_turns + 1):
        while game.n_drawn < cards_drawn(seat, turn):
            game.draw()
        by_turn.append(game.figures(turn))
        game.cast_ramp(turn)
    events, kicks_of_turn, hits = (np.stack(parts) for parts in zip(*by_turn, strict=True))
    return TurnCounts(trials=block.n_trials, events=events, kicks=kicks_of_turn, hits=hits, hand_sizes=sizes)


class Games:
    """Games in which nothing but lands has been played, and what gives mana.

    Attributes
    ----------
    states : States
        The hand of each game, with all that was drawn, and what was put on the bottom.
    n_drawn : int
        Cards drawn since the opening hand.
    """

    def __init__(self, opening: Opening, n_games: int, choices: Choices) -> None:
        self._opening, self._choices = opening, choices
        deck = np.repeat(np.arange(opening.n_kinds, dtype=np.int16), opening.copies)
        self._slots = np.repeat(deck[:, None], n_games, axis=1)  # (n_cards, n_games); the first ones are dealt
        self._everyone = np.arange(n_games)
        nothing = np.zeros((opening.n_kinds, n_games), np.int16)
        self.states = States(nothing, nothing.copy())
        self.n_drawn = 0
        self._just_drawn = nothing.copy()
        self._ramp = nothing.copy()  # cast on a turn before

    def open(self, policy: Policy) -> None:
        """Draw the opening hands, take mulligans and put cards on the bottom."""
        hand_size, games = self._opening.hand_size, self._everyone
        for mulligans in range(len(policy.put_back_sizes)):
            hands = np.zeros((self._opening.n_kinds, games.size), np.int16)
            for place in range(hand_size):  # of a library in any order the first cards are drawn at random
                hands[self._deal(place, games), np.arange(games.size)] += 1
            bottom = policy.put_back(mulligans, hands)
            if mulligans == len(policy.put_back_sizes) - 1:
                keeps = np.ones(games.size, np.bool_)
            else:
                keeps = policy.keeps(mulligans, hands, bottom)
            kept = games[keeps]
            self.states.hand[:, kept] = (hands - bottom)[:, keeps]
            self.states.bottom[:, kept] = bottom[:, keeps]
            games = games[~keeps]
            if not games.size:
                break

    def draw(self) -> None:
        """Draw a card in every game; in one whose library holds but what was put on the bottom, from there."""
        self._just_drawn[:] = 0
        place = self._opening.hand_size + self.n_drawn
        self.n_drawn += 1
        if place < self._opening.n_cards:
            games, kind = self._everyone, self._deal(place, self._everyone).astype(np.intp)
        else:
            games = np.flatnonzero(self.states.bottom.any(axis=0))
            kind = first_on_bottom(self._opening, self.states.of(games), np.ones(self._opening.n_kinds, np.bool_))
            self.states.bottom[kind, games] -= 1
        self.states.hand[kind, games] += 1
        self._just_drawn[kind, games] = 1

    def cast_ramp(self, turn: int) -> None:
        """Cast what gives mana on later turns: each such card in turn, with the mana that is on the table this turn.

        What gives mana from the hand is kept for the source: much of it gives it once.
        """
        opening = self._opening
        if not opening.is_ramp.any():
            return
        left, kinds = self._mana(turn, from_hand=False), np.flatnonzero(opening.is_ramp)
        for kind in kinds:
            for _ in range(int(opening.copies[kind])):
                in_hand = self.states.hand[kind] > self._ramp[kind]
                cast = np.flatnonzero(in_hand & pays(left, opening.ramp_cost[:, kind]))
                if not cast.size:
                    break
                left[:, cast] -= opening.ramp_cost[:, kind, None]
                self._ramp[kind, cast] += 1

    def figures(self, turn: int) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Return the events, kicks and hits of a turn; see `TurnCounts`."""
        opening, of_turn = self._opening, self._mana(turn)
        cast = casts(opening, self.states, of_turn)
        n_rows = 1 + opening.n_sources
        kicked, kicks_of_turn = np.zeros(n_rows, np.int64), np.zeros((n_rows, 2), np.int64)
        hits = np.zeros((n_rows, opening.n_kinds), np.int64)
        times, kind = np.zeros(self._everyone.size, np.int64), np.zeros(self._everyone.size, np.intp)
        for source in range(opening.n_sources):
            finds = np.flatnonzero(cast.finds[source])
            if finds.size:
                kind[finds], times[finds] = self._cascade(source, finds, of_turn[:, finds])
            for row, games in cast.casts(source):
                hits[row] += np.bincount(kind[games], minlength=opening.n_kinds)
                kicked[row] += (times[games] > 0).sum()
                kicks_of_turn[row] += times[games].sum(), (times[games] ** 2).sum()
        return np.column_stack([counted_events(cast, None), kicked]), kicks_of_turn, hits

    def _mana(self, turn: int, *, from_hand: bool = True) -> Counts2D:
        in_play = {"just_drawn": self._just_drawn, "ramp": self._ramp}
        return mana(self._opening, self.states.hand, turn, **in_play, from_hand=from_hand)

    def _deal(self, place: int, games: Index) -> NDArray[np.int16]:
        """Deal the next card of some libraries, of which so many have been dealt."""
        drawn = place + self._choices.choose(len(self._slots) - place, games)
        card = self._slots[drawn, games]
        self._slots[drawn, games] = self._slots[place, games]
        self._slots[place, games] = card
        return card

    def _cascade(self, source: int, games: Index, of_turn: Counts2D) -> tuple[Index, NDArray[np.int64]]:
        """Cascade in some games; return what the first trigger stops on, and the kicks of the whole chain."""
        opening, cost, ways = self._opening, self._opening.cost[:, source], self._opening.ways[source]
        if not opening.has_chain[source]:
            kind = self._first_hit(source, games)
            forms = opening.form(source)[kind][None, :]
            return kind, kicks(forms, of_turn, cost, ways).sum(axis=0, dtype=np.int64)
        kind, times = np.zeros(games.size, np.intp), np.zeros(games.size, np.int64)
        n_bottom = self.states.bottom[:, games].sum(axis=0)
        for n in np.unique(n_bottom):  # libraries of one shape at a time
            here = np.flatnonzero(n_bottom == n)
            log = with_all_cards(opening.problems[source], self._libraries(games[here], int(n)))
            kind[here] = log.first
            forms = np.where(np.arange(len(log.form))[:, None] < log.n_casts, log.form, np.int16(-1))
            times[here] = kicks(forms, of_turn[:, here], cost, ways).sum(axis=0)
        return kind, times

    def _first_hit(self, source: int, games: Index) -> Index:
        """Draw what the first trigger stops on: any of the cards that stop it, or the first of them on the bottom."""
        stops = np.flatnonzero(self._opening.stops(source))
        states = self.states.of(games)
        up_to = np.cumsum(states.rest(self._opening)[stops], axis=0)  # (n_stops, n)
        drawn = self._choices.choose(np.maximum(up_to[-1], 1).astype(np.intp), games)
        kind = np.asarray(stops[np.minimum((up_to <= drawn).sum(axis=0), stops.size - 1)], np.intp)
        last = np.flatnonzero(up_to[-1] == 0)
        if last.size:
            kind[last] = first_on_bottom(self._opening, states.of(last), self._opening.stops(source))
        return kind

    def _libraries(self, games: Index, n_bottom: int) -> AllCards:
        """Return the libraries of some games, of each of which so many cards were put on the bottom."""
        dealt = self._opening.hand_size + self.n_drawn
        order = self._opening.bottom_order
        bottom = np.repeat(np.tile(order, games.size), self.states.bottom[order][:, games].T.reshape(-1))
        slots = np.vstack([self._slots[dealt:, games], bottom.reshape(games.size, n_bottom).T.astype(np.int16)])
        n_rest = len(slots) - n_bottom
        return AllCards(slots, np.cumsum([0, n_rest, n_bottom]), ChoicesOf(self._choices, games))

"""The first turns of a game said literally: one order of one deck at a time, and every way to play its lands.

The oracle of `cascadesim.engine.turns` and `games`: no numpy, no kinds, no sets of colours. A payment is found by
trying every unit of mana for every symbol, a land drop by trying every land.
"""

from collections import Counter, namedtuple
from fractions import Fraction
from itertools import combinations
from math import factorial, prod

from cascadesim.cards.mana import symbols

HAND = 7
# `of_turn` maps each card to what it gives: a land its colours; `free` cards that give mana from the hand; `ramp` cards
# that cost something and then give mana: (cost, unit).
Table = namedtuple("Table", "gives tapped free ramp")
Figures = namedtuple("Figures", "in_hand castable finds kicks hit")


def orders(cards):
    """Yield each distinct order of some cards (a Counter of names)."""
    if not +cards:
        yield ()
    for card in sorted(+cards):
        yield from ((card, *rest) for rest in orders(cards - Counter([card])))


def deals(deck):
    """Yield each hand of a deck with each distinct order of the rest, and its probability.

    All orders of the deck are equally likely; so a hand, in which no order matters, is worth all its orders.
    """
    hand_size = min(HAND, sum(deck.values()))
    all_orders = n_orders(deck)
    for hand in sorted(set(combinations(sorted(deck.elements()), hand_size))):
        for rest in orders(deck - Counter(hand)):
            yield hand, rest, Fraction(n_orders(Counter(hand)), all_orders)


def n_orders(cards):
    """Return how many distinct orders some cards have."""
    return factorial(sum(cards.values())) // prod(factorial(n) for n in cards.values())


def plays(hand, draws, turn, table):
    """Yield the lands that can give mana on a turn, for every way to play a land on each turn up to it."""

    def play(now, held, usable):
        if now > 1 and draws[now - 1] is not None:
            held = (*held, draws[now - 1])
        if now == 1 and draws[0] is not None:
            held = (*held, draws[0])
        lands = sorted({card for card in held if card in table.gives})
        for land in lands or [None]:
            rest = list(held)
            if land is not None:
                rest.remove(land)
            late = land in table.tapped
            new = usable if land is None or (late and now == turn) else (*usable, land)
            if now == turn:
                yield new
            else:
                yield from play(now + 1, tuple(rest), new)

    yield from play(1, tuple(hand), ())


def pays(units, cost):
    """Whether some units of mana pay for a cost, each symbol with a unit of its own."""
    wanted = [symbol for symbol in cost if not symbol.isdecimal()]
    generic = sum(int(symbol) for symbol in cost if symbol.isdecimal())
    if len(units) < len(wanted) + generic:
        return False

    def match(left, symbols_left):
        if not symbols_left:
            return True
        symbol, *others = symbols_left
        options = [unit for unit in range(len(left)) if any(color in left[unit] for color in symbol.split("/"))]
        return any(match(left[:unit] + left[unit + 1 :], others) for unit in options)

    return match(list(units), wanted)


def can_pay(hand, draws, turn, cost, table, ramp=(), from_hand=True):
    """Whether a cost can be paid on a turn, whichever lands were played to that end."""
    seen = [*hand, *(card for card in draws[:turn] if card is not None)]
    extra = [table.ramp[card][1] for card in ramp]
    extra += [unit for card in seen for unit in table.free.get(card, ())] if from_hand else []
    return any(
        pays([*(table.gives[land] for land in lands), *extra], cost) for lands in set(plays(hand, draws, turn, table))
    )


def ramp_by_turn(hand, draws, n_turns, table):
    """Return the cards that give mana and were cast before each turn: every one, in turn, when it can be paid for."""
    cast, by_turn = [], []
    for turn in range(1, n_turns + 1):
        by_turn.append(tuple(cast))
        seen = Counter([*hand, *(card for card in draws[:turn] if card is not None)])
        spent, new = [], []
        for card in table.ramp:
            for _ in range(seen[card] - cast.count(card)):
                cost = [*spent, *symbols(table.ramp[card][0])]
                if can_pay(hand, draws, turn, cost, table, by_turn[-1], from_hand=False):
                    spent, new = cost, [*new, card]
        cast += new
    return by_turn


def game(hand, library, seat, n_turns, sources, table):
    """Play a kept hand over a library in known order: yield the figures of each turn, of the deck and of each source.

    `sources` maps each source to (cost, stops, kicks): the cards that stop its dig, and by hit what kicks of it cost,
    the most kicks first.
    """
    n_draws = n_turns - 1 if seat == "play" else n_turns
    drawn = [*library[:n_draws], *[None] * max(0, n_draws - len(library))]
    draws = [None, *drawn] if seat == "play" else drawn
    cast_before = ramp_by_turn(hand, draws, n_turns, table)
    for turn in range(1, n_turns + 1):
        drawn_now = [card for card in draws[:turn] if card is not None]
        seen, left = [*hand, *drawn_now], library[len(drawn_now) :]
        alone = []
        for source, (cost, stops, kicks) in sources.items():

            def can(*costs, turn=turn):
                total = [symbol for cost in costs for symbol in symbols(cost)]
                return can_pay(hand, draws, turn, total, table, cast_before[turn - 1])

            in_hand = source in seen
            castable = in_hand and can(cost)
            hit = next((card for card in left if card in stops), None) if castable else None
            times = next((n for n, kick in kicks.get(hit, ()) if can(cost, kick)), 0)
            alone.append(Figures(in_hand, castable, hit is not None, times, hit))
        chosen = next((figures for figures in alone if figures.finds), Figures(False, False, False, 0, None))
        deck = Figures(any(f.in_hand for f in alone), any(f.castable for f in alone), *chosen[2:])
        yield [deck, *alone]


def exhaust(deck, seat, n_turns, sources, table, put_back_sizes=(0,), keep=lambda hand: True, put_back=None):
    """Return the law of the figures of each turn, and of the number of cards kept, over every order of the deck.

    `put_back(hand, n)` returns the n cards to put on the bottom, the first nearest to the top.
    """
    laws, sizes = [Counter() for _ in range(n_turns)], Counter()
    every_deal = list(deals(deck))
    reached = Fraction(1)
    for stage, n_back in enumerate(put_back_sizes):
        again = Fraction(0)
        for full, rest, p in every_deal:
            bottom = put_back(full, n_back) if n_back else ()
            hand = tuple((Counter(full) - Counter(bottom)).elements())
            if stage < len(put_back_sizes) - 1 and not keep(hand):
                again += p
                continue
            sizes[len(hand)] += reached * p
            for law, figures in zip(laws, game(hand, (*rest, *bottom), seat, n_turns, sources, table), strict=True):
                law[tuple(figures)] += reached * p
        reached *= again
    return laws, sizes

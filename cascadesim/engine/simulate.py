"""Simulate the cascade of many trials at once.

From a library in random order only the order of the relevant cards matters: those that some dig can stop on. They are
revealed one a step for every trial that is still running; how many other cards lie between them is a law that is known
(`depth`). A trial that needs a card below its last relevant one, or digs on after a hit has shuffled, has its other
cards dealt in and is run once more with all of them, bottoms included; so is every trial where cards are known to lie
on the top or the bottom.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cascadesim.engine.chains import WHIFF, CastLog, Chains
from cascadesim.engine.choices import Choices, ChoicesOf, Index, RandomChoices
from cascadesim.engine.libraries import AllCards, RelevantCards
from cascadesim.engine.problem import Problem

BLOCK_SLOTS = 1 << 20  # a block holds about this many library slots, and at most `BLOCK_TRIALS` trials
BLOCK_TRIALS = 1 << 14
MISS = -2  # beside -1, a stop that is not cast, and forms


class Block(NamedTuple):
    """Trials that are run together: their number and their own stream of random numbers."""

    n_trials: int
    seed: np.random.SeedSequence


def blocks(problem: Problem, n_trials: int, seed: int) -> Iterator[Block]:
    """Cut trials into blocks.

    The size of a block depends on the problem alone; see `blocks_of`.
    """
    # The few trials that go on after a shuffle are run once more: in larger blocks, lest each block have but a handful.
    scale = 4 if problem.shuffles.any() else 1
    return blocks_of(problem.n_library, n_trials, seed, scale)


def blocks_of(n_cards: int, n_trials: int, seed: int, scale: int = 1) -> Iterator[Block]:
    """Cut trials into blocks, whose size depends on the number of cards alone; each has its own stream of the seed.

    So a result depends on what is asked, trials and seed and on nothing else: neither on who runs a block nor on the
    order. Memory is O(block).
    """
    size = max(256, scale * min(BLOCK_TRIALS, BLOCK_SLOTS // max(n_cards, 1)))
    for number, start in enumerate(range(0, n_trials, size)):
        yield Block(min(size, n_trials - start), np.random.SeedSequence(seed, spawn_key=(number,)))


def simulate(problem: Problem, block: Block) -> Iterator[CastLog]:
    """Yield the logs of the trials of a block."""
    return cascade(problem, block.n_trials, RandomChoices(np.random.default_rng(block.seed)))


def cascade(problem: Problem, n_trials: int, choices: Choices) -> Iterator[CastLog]:
    """Resolve the source's triggers, and everything cast from them, in every trial (CR 702.85a, 702.85c)."""
    relevant = problem.relevant
    if problem.top.size or problem.bottom.size or not problem.copies[relevant].any():
        yield with_all_cards(problem, AllCards.shuffled(problem, n_trials, choices))
        return
    in_library = _relevant_in_library(problem, n_trials, choices)
    log, back, order = with_relevant_cards(problem, in_library, choices)
    if not back.size:
        yield log
        return
    yield log.of(np.setdiff1d(np.arange(n_trials), back, assume_unique=True))
    choices = ChoicesOf(choices, back)
    slots = _with_others_dealt_in(problem, order, in_library[back], choices)
    yield with_all_cards(problem, AllCards.known(slots, choices))


def with_all_cards(problem: Problem, library: AllCards) -> CastLog:
    """Run trials to their end with every card of their libraries."""
    n_trials = library.tail.size
    chain, stops = Chains(problem, n_trials), problem.stops
    stops_left = library.count(stops)  # (n_digs, n_trials)
    run_through = np.zeros(n_trials, np.intp)  # cards of whole libraries that were exiled in vain

    def begin(trials: Index) -> Index:
        """Begin the next dig of each trial.

        One that no card left can stop exiles them all, and they are the library again, in random order.
        """
        begun = []
        while (trials := chain.next_dig(trials, library.shuffle)).size:
            in_vain = stops_left[chain.dig[trials], trials] == 0
            begun.append(trials[~in_vain])
            trials = trials[in_vain]
            run_through[trials] += library.tail[trials] - library.position
            chain.end_dig(trials, WHIFF, library.position + run_through[trials])
            library.shuffle(trials)
        return np.concatenate(begun) if begun else trials

    running = begin(np.arange(n_trials))
    while running.size:
        card = library.reveal(running)
        dig = chain.dig[running]
        stopped = stops[card, dig]
        form = np.where(stopped, problem.cast_as[card, dig], -1)
        cast = form >= 0
        leaves = cast | (stopped & problem.to_hand[dig])  # not in the library any more
        library.put_on_bottom(running[~leaves], card[~leaves])
        if not stopped.any():
            continue
        stops_left[:, running[leaves]] -= stops[card[leaves]].T
        done = running[stopped]
        library.close_batch(done)
        chain.end_dig(done, card[stopped], library.position + run_through[done])
        chain.cast(running[cast], card[cast], form[cast])
        running = np.concatenate([running[~stopped], begin(done)])
    return chain.log()


def with_relevant_cards(
    problem: Problem, in_library: Index, choices: Choices
) -> tuple[CastLog, Index, NDArray[np.int16]]:
    """Run trials with their relevant cards only, of which so many are in each library.

    Returns
    -------
    log : CastLog
    back : ndarray, intp
        Trials that need a card below their last relevant one, or dig on after a shuffle; their log does not count.
    order : ndarray of shape (n_relevant, n_back), int16
        The relevant cards of these trials, top first.
    """
    rows = np.flatnonzero(problem.relevant).astype(np.int16)
    rows = np.repeat(rows, problem.copies[rows])
    n_trials = in_library.size
    library = RelevantCards(rows, n_trials, choices)
    chain, n_digs = Chains(problem, n_trials), problem.below.size
    outcome = np.where(problem.stops, problem.cast_as, MISS)
    back = []
    any_shuffles, shuffled = bool(problem.shuffles.any()), np.zeros(n_trials, np.bool_)

    def shuffle(trials: Index) -> None:
        shuffled[trials] = True

    running = chain.next_dig(np.arange(n_trials), shuffle)
    while running.size:
        if problem.seen or library.position == rows.size:
            stuck = in_library[running] <= library.position
            back.append(running[stuck])
            running = running[~stuck]
            if not running.size:
                break
        card = library.reveal(running)
        form = outcome.take(np.multiply(card, n_digs, dtype=np.intp) + chain.dig[running])
        stopped, hit = form != MISS, running
        if not stopped.all():
            hit, card, form = running[stopped], card[stopped], form[stopped]
        chain.end_dig(hit, card, library.position)
        cast = form >= 0
        if cast.all():
            chain.cast(hit, card, form)
        else:
            chain.cast(hit[cast], card[cast], form[cast])
        going = chain.next_dig(hit, shuffle)
        running = going if hit is running else np.concatenate([running[~stopped], going])
        if library.position == 1:
            library.keep(running)
        if any_shuffles:
            back.append(running[shuffled[running]])
            running = running[~shuffled[running]]
            library.set_aside(back[-1])
    library.reveal_rest()
    handed_back = np.concatenate(back) if back else np.zeros(0, np.intp)
    return chain.log(in_library), handed_back, library.order(handed_back)


def _relevant_in_library(problem: Problem, n_trials: int, choices: Choices) -> Index:
    """Return how many relevant cards are in each library: the seen cards are dealt off one by one."""
    left = np.full(n_trials, int(problem.copies[problem.relevant].sum()))
    everyone = np.arange(n_trials)
    for place in range(problem.seen):
        left -= choices.choose(problem.n_unknown - place, everyone) < left
    return left


def _with_others_dealt_in(
    problem: Problem, order: NDArray[np.int16], in_library: Index, choices: Choices
) -> NDArray[np.int16]:
    """Deal the other cards between the relevant ones, whose order is known: slots of shape (n_library, n_trials)."""
    n_library, columns = problem.n_library, np.arange(in_library.size)
    others = np.flatnonzero((problem.copies > 0) & ~problem.relevant)
    slots = np.full((n_library, columns.size), others[0] if others.size else 0, np.int16)  # one stands for all
    left = in_library.copy()
    for place in range(n_library):
        here = choices.choose(n_library - place, columns) < left
        slots[place, here] = order[in_library[here] - left[here], columns[here]]
        left -= here
    return slots

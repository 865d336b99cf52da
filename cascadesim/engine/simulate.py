"""Simulate the cascade of many trials at once.

From a library in random order only the order of the relevant cards matters: those that some dig can stop on. They are
revealed one a step for every trial that is still running; how many other cards lie between them is a law that is known
(`depth`). A trial that needs a card below its last relevant one has its other cards dealt in and is run once more with
all of them, bottoms included; so are all trials where the order of the other cards can come to matter: known tops and
bottoms, and hits that shuffle.
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


class Block(NamedTuple):
    """Trials that are run together: their number and their own stream of random numbers."""

    n_trials: int
    seed: np.random.SeedSequence


def blocks(problem: Problem, n_trials: int, seed: int) -> Iterator[Block]:
    """Cut trials into blocks.

    The size of a block depends on the library alone and every block has its own stream of the seed. So a result depends
    on problem, trials and seed and on nothing else: neither on who runs a block nor on the order. Memory is O(block).
    """
    size = max(256, min(BLOCK_TRIALS, BLOCK_SLOTS // max(problem.n_library, 1)))
    for number, start in enumerate(range(0, n_trials, size)):
        yield Block(min(size, n_trials - start), np.random.SeedSequence(seed, spawn_key=(number,)))


def simulate(problem: Problem, block: Block) -> Iterator[CastLog]:
    """Yield the logs of the trials of a block."""
    return cascade(problem, block.n_trials, RandomChoices(np.random.default_rng(block.seed)))


def cascade(problem: Problem, n_trials: int, choices: Choices) -> Iterator[CastLog]:
    """Resolve the source's triggers, and everything cast from them, in every trial (CR 702.85a, 702.85c)."""
    relevant = problem.relevant
    if problem.top.size or problem.bottom.size or problem.shuffles.any() or not problem.copies[relevant].any():
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
    end = np.zeros(n_trials, np.intp)  # where the library of the running dig ends

    def begin(trials: Index) -> Index:
        """Begin the next dig of each trial; in an empty library it finds nothing at once."""
        begun = []
        while (trials := chain.next_dig(trials, library.shuffle)).size:
            end[trials] = library.tail[trials]
            empty = end[trials] == library.position
            chain.end_dig(trials[empty], WHIFF, library.position)
            begun.append(trials[~empty])
            trials = trials[empty]
        return np.concatenate(begun) if begun else trials

    running = begin(np.arange(n_trials))
    while running.size:
        card = library.reveal(running)
        dig = chain.dig[running]
        stopped = stops[card, dig]
        form = np.where(stopped, problem.cast_as[card, dig], -1)
        cast = form >= 0
        stays = cast | (stopped & problem.to_hand[dig])
        library.put_on_bottom(running[~stays], card[~stays])
        ended = stopped | (library.position == end[running])
        if not ended.any():
            continue
        done = running[ended]
        library.close_batch(done)
        chain.end_dig(done, np.where(stopped, card, np.int16(WHIFF))[ended], library.position)
        chain.cast(running[cast], card[cast], form[cast])
        running = np.concatenate([running[~ended], begin(done)])
    return chain.log()


def with_relevant_cards(
    problem: Problem, in_library: Index, choices: Choices
) -> tuple[CastLog, Index, NDArray[np.int16]]:
    """Run trials with their relevant cards only, of which so many are in each library.

    Returns
    -------
    log : CastLog
    back : ndarray, intp
        Trials that need a card below their last relevant one; their log does not count.
    order : ndarray of shape (n_relevant, n_back), int16
        The relevant cards of these trials, top first.
    """
    rows = np.flatnonzero(problem.relevant).astype(np.int16)
    rows = np.repeat(rows, problem.copies[rows])
    n_trials = in_library.size
    library = RelevantCards(rows, n_trials, choices)
    chain, stops = Chains(problem, n_trials), problem.stops
    back = []
    running = chain.next_dig(np.arange(n_trials), _never)
    while running.size:
        if problem.seen or library.position == rows.size:
            stuck = in_library[running] <= library.position
            back.append(running[stuck])
            running = running[~stuck]
            if not running.size:
                break
        card = library.reveal(running)
        dig = chain.dig[running]
        stopped = stops[card, dig]
        hit = running
        if not stopped.all():
            hit, card, dig = running[stopped], card[stopped], dig[stopped]
        chain.end_dig(hit, card, library.position)
        form = problem.cast_as[card, dig]
        cast = form >= 0
        if cast.all():
            chain.cast(hit, card, form)
        else:
            chain.cast(hit[cast], card[cast], form[cast])
        going = chain.next_dig(hit, _never)
        running = going if hit is running else np.concatenate([running[~stopped], going])
        if library.position == 1:
            library.keep(running)
    handed_back = np.concatenate(back) if back else np.zeros(0, np.intp)
    return chain.log(in_library), handed_back, library.order(handed_back)


def _never(trials: Index) -> None:
    """Stand in for a shuffle where no hit shuffles."""


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

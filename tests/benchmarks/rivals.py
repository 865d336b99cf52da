"""What people write when they simulate a cascade: the engines are measured against it."""

import random
from collections import Counter

import numpy as np


def plain_python(problem, n_trials, seed):
    """Play every trial with a list, `random.shuffle` and a loop; tally hits, depths, spells and mana values.

    Grants, discover and shuffles are left out: the decks that are measured have none.
    """
    rng = random.Random(seed)
    stops, cast_as = problem.stops.tolist(), problem.cast_as.tolist()
    cascades, dig_of_form, value = problem.cascades.tolist(), problem.cascade_dig.tolist(), problem.value.tolist()
    source_digs = problem.source_digs[::-1].tolist()
    cards = [row for row, n in enumerate(problem.copies.tolist()) for _ in range(n)]
    first, exiled_first, exiled_total, spells, values, casts = (Counter() for _ in range(6))
    for _ in range(n_trials):
        library = cards.copy()
        rng.shuffle(library)
        stack, found, total, mana, n_casts = list(source_digs), None, 0, 0, 0
        while stack:
            dig, place, hit = stack.pop(), 0, -1
            for card in library:
                place += 1
                if stops[card][dig]:
                    hit = card
                    break
            misses = library[: place - (hit >= 0)]
            del library[:place]
            total += place
            form = cast_as[hit][dig] if hit >= 0 else -1
            if form >= 0:
                n_casts += 1
                mana += value[form]
                casts[hit] += 1
                stack += [dig_of_form[form]] * cascades[form]
            elif hit >= 0:
                misses.append(hit)
            rng.shuffle(misses)
            library += misses
            if found is None:
                found = hit
                first[hit] += 1
                exiled_first[place] += 1
        exiled_total[total] += 1
        spells[n_casts] += 1
        values[mana] += 1
    return Counter({n: times / n_trials for n, times in spells.items()})


def naive_numpy(problem, n_trials, seed, block=1 << 14):
    """Shuffle whole libraries with an argsort of random keys and look for the first card that stops: one trigger.

    What the hit cascades into, and the bottom, are beyond it.
    """
    rng = np.random.default_rng(seed)
    cards = np.repeat(np.arange(problem.n_rows), problem.copies)
    stops = problem.stops[:, problem.source_digs[0]]
    hits, depths = np.zeros(problem.n_rows, np.int64), np.zeros(cards.size + 1, np.int64)
    for start in range(0, n_trials, block):
        order = rng.random((min(block, n_trials - start), cards.size)).argsort(axis=1)
        library = cards[order]
        place = stops[library].argmax(axis=1)
        hit = library[np.arange(place.size), place]
        hits += np.bincount(hit, minlength=problem.n_rows)
        depths += np.bincount(place + 1, minlength=depths.size)
    return hits / n_trials

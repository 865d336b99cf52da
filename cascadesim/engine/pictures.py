"""Two pictures of a library for the exact recursion.

* *Relevant cards only*, all on top: what lies between them is a law that is known (`depth`), and what was missed is
  forgotten. Right as long as no dig runs past the last relevant card, but for a last one that then finds nothing.
* *All cards*, as segments of classes in random order: the known top, the unknown part, the known bottom, then a segment
  for the misses of each dig. Always right, and large.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

from cascadesim.engine.classes import Pool
from cascadesim.engine.problem import Problem
from cascadesim.engine.recursion import End, NotExactError, Recursion, Segment, State


class RelevantCardsPicture(Recursion):
    """Relevant cards only, all of them on top. Of the misses it keeps which classes they are of, as a mask."""

    keeps_misses = False

    def __init__(self, problem: Problem, budget: int) -> None:
        super().__init__(problem, budget, all_cards=False)

    def _starts(self) -> Iterator[tuple[tuple[Segment, ...], float]]:
        pool = self.classes.pool(self.problem.copies)
        yield (Segment(pool, sum(pool)),) if sum(pool) else (), 1.0

    def _miss(self, misses: Pool, number: int) -> Pool:
        return (*misses[:number], 1, *misses[number + 1 :])

    def _put_back(self, state: State) -> State:
        return state

    def _begin(self, state: State, reveals: int) -> End | None:
        stops = self.classes.stops[state.stack[-1]]
        if state.library and any(n and stops[number] for number, n in enumerate(state.library[0].pool)):
            return None
        waits = any(entry >= 0 or self._matters(-1 - entry) for entry in state.stack[:-1])
        if waits or any(n and stops[number] for number, n in enumerate(state.misses)):
            message = "a dig runs past the last relevant card"
            raise NotExactError(message)
        # It runs through the whole library, and nothing comes after it.
        return End(state.casts, reveals, self.problem.n_library - sum(state.casts))

    def _settle(self, state: State) -> State:
        if state.stack and not state.library and state.stack[-1] >= 0:
            return state  # the other cards are still there: `_begin` tells what comes of it
        return super()._settle(state) if state.library else self._without_library(state)

    def _shuffled(self, library: tuple[Segment, ...]) -> tuple[Segment, ...]:
        message = "a shuffle brings back what was missed"
        raise NotExactError(message)

    def _without_library(self, state: State) -> State:
        stack = state.stack
        while stack and stack[-1] < 0:
            discover = int(self.problem.discover_dig[-1 - stack[-1]])
            stack = (*stack[:-1], discover) if discover >= 0 else stack[:-1]
        return State(state.library, state.misses, stack, state.active, state.casts)

    def _matters(self, form: int) -> bool:
        return bool(self.problem.discover_dig[form] >= 0)


class AllCardsPicture(Recursion):
    """Every card, in segments."""

    keeps_misses = True

    def __init__(self, problem: Problem, budget: int) -> None:
        super().__init__(problem, budget, all_cards=True)

    def _starts(self) -> Iterator[tuple[tuple[Segment, ...], float]]:
        problem, classes = self.problem, self.classes
        top, bottom = (
            [Segment(classes.pool_of_row(row), 1) for row in part.tolist()] for part in (problem.top, problem.bottom)
        )
        pool, size = classes.pool(problem.copies), problem.n_unknown - problem.seen
        if problem.seen and problem.shuffles.any():  # a shuffle mixes them with others: which were seen has to be told
            unknown = [(dealt, ways / comb(sum(pool), size)) for dealt, ways in self._deals(pool, size)]
        else:
            unknown = [(pool, 1.0)]
        for cards, p in unknown:
            yield (*top, *([Segment(cards, size)] if size else []), *bottom), p

    def _deals(self, pool: Pool, size: int) -> Iterator[tuple[Pool, int]]:
        """Yield each way to choose `size` cards of a pool by class, and in how many ways it can happen."""
        if not pool:
            self._spend()
            yield (), 1
            return
        first, *others = pool
        for n in range(max(0, size - sum(others)), min(first, size) + 1):
            for dealt, ways in self._deals(tuple(others), size - n):
                yield (n, *dealt), ways * comb(first, n)

    def _miss(self, misses: Pool, number: int) -> Pool:
        return (*misses[:number], misses[number] + 1, *misses[number + 1 :])

    def _put_back(self, state: State) -> State:
        size = sum(state.misses)
        library = (*state.library, Segment(state.misses, size)) if size else state.library
        return State(library, self.classes.nothing, state.stack, state.active, state.casts)

    def _begin(self, state: State, reveals: int) -> End | None:
        return None

    def _shuffled(self, library: tuple[Segment, ...]) -> tuple[Segment, ...]:
        pool = tuple(map(sum, zip(*(pool for pool, _ in library), strict=True)))
        return (Segment(pool, sum(size for _, size in library)),) if library else ()

    def _joined(self, library: tuple[Segment, ...]) -> tuple[Segment, ...]:
        joined: list[Segment] = []
        for segment in library:
            last = joined[-1] if joined else None
            if last and self._is_blank(last) and self._is_blank(segment):
                joined[-1] = self._blanks(last.size + segment.size)
            else:
                joined.append(segment)
        return tuple(joined)

    def _is_blank(self, segment: Segment) -> bool:
        return not any(segment.pool[:-1])

    def _blanks(self, n: int) -> Segment:
        return Segment((*self.classes.nothing[:-1], n), n)

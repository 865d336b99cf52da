"""`TurnsResult`: by which turn a source can be cast, hits and is kicked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from cascadesim.engine.turns import Seat, TurnCounts, cards_drawn
from cascadesim.results.estimate import Distribution, Estimate, interval_cells, means, probabilities
from cascadesim.results.mulligans import MulliganPlan
from cascadesim.rules.opening import OpeningQuestion

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

FIGURES = ("source_in_hand", "castable", "cascades_into_hit", "kicked", "expected_kicks")


class TurnFigures(NamedTuple):
    """What holds on a turn, with nothing cast before: of the deck, or of one source alone.

    `source_in_hand` is P(a source is in hand, or in the command zone), `castable` P(and the mana on the table pays for
    it), `cascades_into_hit` P(and a card that stops its first trigger is left in the library), `kicked` P(and a spell
    of its chain is kicked with the mana left); `expected_kicks` is the mean number of kicks, 0 where nothing is cast.
    """

    source_in_hand: Estimate
    castable: Estimate
    cascades_into_hit: Estimate
    kicked: Estimate
    expected_kicks: Estimate


class TurnHit(NamedTuple):
    """A card, and P(a source is cast on the turn and its first trigger stops on the card)."""

    card: str
    p: Estimate


class Turn(NamedTuple):
    """A turn of a player who plays first (`play`) or second (`draw`).

    `cards_seen` counts the opening hand and the draws, cards put on the bottom included. `by_source` holds the figures
    of each source alone, as if it were the only one that is cast; `hits` is what the source stops on that is cast: the
    first one, in the order of the sources, that finds anything.
    """

    turn: int
    seat: Seat
    cards_seen: int
    figures: TurnFigures
    by_source: Mapping[str, TurnFigures]
    hits: tuple[TurnHit, ...]


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class TurnsResult:
    """By which turn a deck has a source in hand, can cast it, cascades into a hit, and kicks it.

    Parameters
    ----------
    deck, path : str
    question : OpeningQuestion
    counts : mapping of {"play", "draw"} to TurnCounts
        The seats that were asked about.
    n_turns : int
    mulligan : {"none", "london", "optimal"}
    keep, put_back : str
        The rules about hands, as written; "" where there is none.
    down_to : int or None
        No hand is smaller: one of this size is kept; None without mulligans.
    free_mulligan : bool
    goal : str
        What the optimal mulligans are for; "" where there are none.
    plans : mapping of {"play", "draw"} to MulliganPlan
        The optimal mulligans.
    colors : bool
    seed, confidence_level, notes
        As of `CascadeResult`.
    """

    deck: str
    path: str
    question: OpeningQuestion
    counts: Mapping[Seat, TurnCounts]
    n_turns: int
    mulligan: Literal["none", "london", "optimal"]
    keep: str
    put_back: str
    down_to: int | None
    free_mulligan: bool
    goal: str
    plans: Mapping[Seat, MulliganPlan]
    colors: bool
    seed: int | None
    confidence_level: float = 0.95
    notes: tuple[str, ...] = ()

    @property
    def trials(self) -> int | None:
        """Number of games, None where the figures are exact."""
        return next(iter(self.counts.values())).trials

    @property
    def method(self) -> Literal["exact", "simulate"]:
        """How the figures were had."""
        return "exact" if self.trials is None else "simulate"

    @property
    def sources(self) -> tuple[str, ...]:
        """Names of the sources; of several that can be cast and find something, the first is cast."""
        return tuple(question.source.name for question in self.question.questions)

    @property
    def play(self) -> tuple[Turn, ...]:
        """The turns of the player who plays first; none where that was not asked."""
        return self._turns("play")

    @property
    def draw(self) -> tuple[Turn, ...]:
        """The turns of the player who plays second; none where that was not asked."""
        return self._turns("draw")

    @property
    def turns(self) -> tuple[Turn, ...]:
        """All turns, those on the play first."""
        return self.play + self.draw

    @property
    def has_kickers(self) -> bool:
        """Whether anything that can be cast has a kicker that mana pays for."""
        return any(ways for of_source in self.question.opening.ways for ways in of_source)

    def hand_sizes(self, seat: Seat) -> Distribution:
        """Return the law of the number of cards that are kept."""
        return Distribution(self.counts[seat].hand_sizes, self.trials, self.confidence_level)

    @property
    def table(self) -> pd.DataFrame:
        """One row a turn and seat: `turn`, `seat`, `cards_seen`, and the figures of `TurnFigures` with intervals."""
        return self._frame((turn, None, turn.figures) for turn in self.turns)

    @property
    def by_source(self) -> pd.DataFrame:
        """One row a turn, seat and source, each source alone: the columns of `table`, and `source`."""
        return self._frame((turn, name, figures) for turn in self.turns for name, figures in turn.by_source.items())

    @property
    def hits(self) -> pd.DataFrame:
        """One row a turn, seat and card: P(a source is cast on the turn and its first trigger stops on the card)."""
        import pandas as pd

        rows = [
            {"turn": turn.turn, "seat": turn.seat, "card": hit.card} | interval_cells(p=hit.p)
            for turn in self.turns
            for hit in turn.hits
        ]
        return pd.DataFrame(rows, columns=["turn", "seat", "card", *interval_cells(p=Estimate(0.0))])

    def to_frame(self) -> pd.DataFrame:
        """Return `table` with the deck, mulligan and method in front: frames of many results can be concatenated."""
        frame = self.table
        for place, column in enumerate(("deck", "mulligan", "method", "trials")):
            frame.insert(place, column, getattr(self, column))
        return frame.astype({"trials": "Int64"})

    def plot(self, figure: str = "cascades_into_hit", ax: Axes | None = None) -> Axes:
        """Draw a figure turn by turn, on the play and on the draw, with its intervals.

        Parameters
        ----------
        figure : str
            A column of `table`, "cascades_into_hit" by default.
        ax : matplotlib Axes, optional
            Where to draw; a new figure by default.

        Returns
        -------
        Axes
        """
        from cascadesim.views.plots import plot_turns

        if figure not in FIGURES:
            message = f"figure must be one of {', '.join(FIGURES)}, got {figure!r}"
            raise ValueError(message)
        return plot_turns(self, figure, ax=ax)

    def _repr_html_(self) -> str:
        from cascadesim.views.notebook import turns_html

        return turns_html(self)

    def __repr__(self) -> str:
        how = "exact" if self.trials is None else f"{self.trials:,} games, seed {self.seed}"
        return f"<TurnsResult {self.deck!r}: {how}, by turn {self.n_turns}, mulligan {self.mulligan}>"

    def _turns(self, seat: Seat) -> tuple[Turn, ...]:
        if seat not in self.counts:
            return ()
        opening = self.question.opening
        turns = []
        for turn in range(1, self.n_turns + 1):
            deck, *by_source = self._figures(self.counts[seat], turn - 1)
            seen = min(opening.hand_size + cards_drawn(seat, turn), opening.n_cards)
            alone = dict(zip(self.sources, by_source, strict=True))
            turns.append(Turn(turn, seat, seen, deck, alone, self._hits(self.counts[seat], turn - 1)))
        return tuple(turns)

    def _figures(self, counts: TurnCounts, place: int) -> Iterator[TurnFigures]:
        level = self.confidence_level
        for events, kicks in zip(counts.events[place], counts.kicks[place], strict=True):
            expected = next(means(kicks[:1], kicks[1:], self.trials, level))
            in_hand, castable, finds, kicked = probabilities(events, self.trials, level)
            yield TurnFigures(in_hand, castable, finds, kicked, expected)

    def _hits(self, counts: TurnCounts, place: int) -> tuple[TurnHit, ...]:
        """Share what kinds are hit among their cards, each copy alike."""
        hits = []
        of_kind = probabilities(counts.hits[place, 0], self.trials, self.confidence_level)
        stops = [any(s) for s in zip(*(self.question.opening.stops(n) for n in range(len(self.sources))), strict=True)]
        for cards, can_be_hit, p in zip(self.question.kinds, stops, of_kind, strict=True):
            total = sum(self.question.copies[card] for card in cards)
            for card in cards if can_be_hit else ():
                share = self.question.copies[card] / total
                ends = (None if end is None else share * end for end in p[1:])
                hits.append(TurnHit(card.name, Estimate(share * p.value, *ends)))
        return tuple(sorted(hits, key=lambda hit: (-hit.p.value, hit.card)))

    def _frame(self, rows: Iterator[tuple[Turn, str | None, TurnFigures]]) -> pd.DataFrame:
        import pandas as pd

        records: list[dict[str, Any]] = []
        for turn, source, figures in rows:
            about = {"turn": turn.turn, "seat": turn.seat, "cards_seen": turn.cards_seen}
            named = {} if source is None else {"source": source}
            records.append(about | named | interval_cells(**figures._asdict()))
        frame = pd.DataFrame.from_records(records)
        return frame.astype({column: "float64" for column in frame if str(column).startswith(FIGURES)})

"""`SampleResult`: one random cast."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from cascadesim.cards import Card
from cascadesim.results.judgement import Judgement

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class SampleResult:
    """One random cast, from the shuffle to the last trigger; ``print`` tells it card by card.

    Parameters
    ----------
    deck, path : str
    seed : int
        The same seed and question give the same cast.
    source : str or None
        What is cast, None where no source is at hand.
    hand : tuple of Card or None
        The opening hand, None where none was asked for.
    drawn : tuple of Card
        Drawn by the turn.
    turn : int or None
    seat : {"play", "draw"} or None
    library : tuple of Card
        As shuffled, before the first trigger resolves, top first.
    ruling : Judgement or None
        How the cast resolved; what lies on the bottom of its library does so in the random order of the seed.
    notes : tuple of str
        What was taken for granted, for people.
    """

    deck: str
    path: str
    seed: int
    source: str | None
    hand: tuple[Card, ...] | None
    drawn: tuple[Card, ...]
    turn: int | None
    seat: Literal["play", "draw"] | None
    library: tuple[Card, ...]
    ruling: Judgement | None
    notes: tuple[str, ...] = ()

    @property
    def casts(self) -> tuple[str, ...]:
        """What was cast for free, in order: names of faces."""
        return tuple(face.name for _, face in self.ruling.casts) if self.ruling else ()

    @property
    def table(self) -> pd.DataFrame:
        """One row a trigger, as it resolved: `of`, `trigger`, `threshold`, `n_exiled`, `hit` and `cast`."""
        import pandas as pd

        rows = [
            (step.of, step.trigger, step.threshold, len(step.exiled), _name(step.hit), step.cast and step.cast.name)
            for step in (self.ruling.steps if self.ruling else ())
        ]
        return pd.DataFrame(rows, columns=["of", "trigger", "threshold", "n_exiled", "hit", "cast"])

    def _repr_html_(self) -> str:
        from cascadesim.views.notebook import sample_html

        return sample_html(self)

    def __str__(self) -> str:
        from cascadesim.views.ruling import sample_lines

        return "\n".join(sample_lines(self))

    def __repr__(self) -> str:
        cast = ", ".join(self.casts) or "nothing"
        return f"<SampleResult {self.source or 'no source'!r} in {self.deck!r}: seed {self.seed}, casts {cast}>"


def _name(card: Card | None) -> str | None:
    return card.name if card else None

"""`CheckupResult`: what a player checks by eye before a tournament, and gets wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from cascadesim.decks import Zone
from cascadesim.results.estimate import Estimate
from cascadesim.rules import Era, Question, Source

if TYPE_CHECKING:
    import pandas as pd


class FindingKind(StrEnum):
    """What a finding is about."""

    BREAKS = "breaks"  # stops the first trigger, and is not wanted
    BREAKS_WHEN_BOARDED = "breaks_when_boarded"  # would do so from the sideboard
    NEVER_HIT = "never_hit"  # no trigger of any source can stop on it
    DEAD_AT_X0 = "dead_at_x0"  # X is 0 on a free cast
    SURPRISING_VALUE = "surprising_value"  # another part of it lies on the other side of the threshold
    KICKER_BEYOND = "kicker_beyond"  # is a hit, and would not be one if kicker counted


class Finding(NamedTuple):
    """One finding.

    `copies` are those in the zone; `threshold` is that of the source, of `never_hit` that of the source which reaches
    farthest; `text` is a sentence, and `rule` the numbers of the rules that decide, "" where none does. `first` is
    P(the first trigger stops on it), for cards that do so from the main deck.
    """

    kind: FindingKind
    card: str
    zone: Zone
    copies: int
    threshold: int
    text: str
    rule: str
    first: Estimate | None = None


class Wanted(NamedTuple):
    """The hits that a player wants: `cards` by name, all of them where `is_everything`; `why` says how it is known."""

    cards: tuple[str, ...]
    is_guess: bool
    is_everything: bool
    why: str


@dataclass(frozen=True, eq=False, kw_only=True)
class SourceCheck:
    """The findings about one source.

    Parameters
    ----------
    question : Question
    wanted : Wanted
    stops : int
        Cards of the library that stop the first trigger.
    unwanted : Estimate
        P(the first trigger stops on something that is not wanted); exact.
    findings : tuple of Finding
    """

    question: Question
    wanted: Wanted
    stops: int
    unwanted: Estimate
    findings: tuple[Finding, ...]

    @property
    def source(self) -> Source:
        """The source."""
        return self.question.source

    def of_kind(self, kind: str) -> tuple[Finding, ...]:
        """Return the findings of a kind."""
        return tuple(finding for finding in self.findings if finding.kind == kind)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class CheckupResult:
    """What breaks the cascades of a deck, what they can never hit, and hits that are not what they look.

    Parameters
    ----------
    deck, path : str
    era : Era
    sources : tuple of SourceCheck
    never_hit : tuple of Finding
        Nonland cards of the main deck on which no trigger of any of these sources can stop.
    notes : tuple of str
        What was taken for granted, for people.
    """

    deck: str
    path: str
    era: Era
    sources: tuple[SourceCheck, ...]
    never_hit: tuple[Finding, ...]
    notes: tuple[str, ...] = ()

    @property
    def table(self) -> pd.DataFrame:
        """One row a finding: `source` ("" for `never_hit`), then the fields of `Finding`."""
        import pandas as pd

        rows = [
            (source, str(finding.kind), finding.card, str(finding.zone), *finding[3:-1], _value(finding.first))
            for source, finding in self._all()
        ]
        return pd.DataFrame(rows, columns=["source", *Finding._fields]).astype({"first": "float64"})

    def _all(self) -> Iterator[tuple[str, Finding]]:
        for check in self.sources:
            yield from ((check.source.name, finding) for finding in check.findings)
        yield from (("", finding) for finding in self.never_hit)

    def _repr_html_(self) -> str:
        from cascadesim.views.notebook import checkup_html

        return checkup_html(self)

    def __repr__(self) -> str:
        breaks = sum(len(check.of_kind(FindingKind.BREAKS)) for check in self.sources)
        findings = sum(len(check.findings) for check in self.sources)
        return (
            f"<CheckupResult {self.deck!r}: {len(self.sources)} sources, {findings} findings, {breaks} of them break a "
            f"cascade, {len(self.never_hit)} cards are never hit>"
        )


def _value(estimate: Estimate | None) -> float | None:
    return None if estimate is None else estimate.value

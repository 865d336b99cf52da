"""What a report says of one deck: the studies that are run over it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from cascadesim.decks import Deck
from cascadesim.errors import QuestionError
from cascadesim.results import CascadeResult, CheckupResult, Estimate, KickResult, TurnsResult
from cascadesim.rules import find_sources
from cascadesim.rules.kicker import Kicker
from cascadesim.studies import cascade, checkup, kickers, turns
from cascadesim.studies.simulation import Method

BY_TURN = 6
GAMES = 20_000  # no more are simulated, so that a report of many lists stays quick; an interval says how good that is
KICK_TRIALS = 100_000
MANA_LEFT = (1, 2, 3, 4)


@dataclass(frozen=True)
class DeckReport:
    """A deck and what the studies say of it.

    Parameters
    ----------
    deck : Deck
    casts : tuple of CascadeResult
        One a source.
    kicks : tuple of tuple of KickResult
        For each source one result for each of `MANA_LEFT`; none where nothing that it casts has kicker.
    turns : TurnsResult or None
        None where no source is cast from hand or command zone; `no_turns` then says why.
    checkup : CheckupResult or None
        None where there is no source; `no_checkup` then says why.
    """

    deck: Deck
    casts: tuple[CascadeResult, ...] = ()
    kicks: tuple[tuple[KickResult, ...], ...] = ()
    turns: TurnsResult | None = None
    no_turns: str = ""
    checkup: CheckupResult | None = None
    no_checkup: str = ""

    def castable(self, source: str) -> Estimate | None:
        """Return P(a source is castable on turn `BY_TURN` on the play); None where that was not to be had."""
        figures = self.turns.play[-1].by_source.get(source) if self.turns else None
        return figures.castable if figures else None


class _Options(TypedDict):
    confidence_level: float
    jobs: int
    rng: int


@dataclass(frozen=True)
class Asked:
    """How the studies of a report are asked."""

    method: Method
    trials: int
    confidence_level: float
    jobs: int
    seed: int

    @property
    def options(self) -> _Options:
        """What every study is asked alike."""
        return {"confidence_level": self.confidence_level, "jobs": self.jobs, "rng": self.seed}

    @property
    def where_it_can(self) -> Method:
        """The method of what stands beside the casts: it has an exact answer less often than they."""
        return "auto" if self.method == "exact" else self.method


def study(deck: Deck, asked: Asked) -> DeckReport:
    """Run the studies of a report over a deck.

    Raises
    ------
    QuestionError
        If a cast has no answer of the kind that is asked for.
    """
    casts = tuple(
        cascade(deck, card, method=asked.method, trials=asked.trials, **asked.options) for card in find_sources(deck)
    )
    kicks = tuple(_kicks(deck, cast, asked) for cast in casts)
    by_turn, checked, no_turns, no_checkup = None, None, "", ""
    if casts:
        try:
            checked = checkup(deck)
        except QuestionError as error:
            no_checkup = str(error)
        try:
            by_turn = turns(deck, BY_TURN, method=asked.where_it_can, trials=min(asked.trials, GAMES), **asked.options)
        except QuestionError as error:
            no_turns = str(error)
    return DeckReport(deck, casts, kicks, by_turn, no_turns, checked, no_checkup)


def _kicks(deck: Deck, cast: CascadeResult, asked: Asked) -> tuple[KickResult, ...]:
    """Kick what a source casts with some mana of any colour left."""
    spells = (form for form in cast.question.forms if form.card.has_text(form.face))
    if not any(Kicker.of(form.card) for form in spells):
        return ()
    return tuple(
        kickers(
            deck,
            cast.question.source.card,
            mana="{WUBRG}" * n,
            method=asked.where_it_can,
            trials=min(asked.trials, KICK_TRIALS),
            **asked.options,
        )
        for n in MANA_LEFT
    )

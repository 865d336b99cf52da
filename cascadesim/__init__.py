"""cascadesim: what does this cascade hit? Exact and Monte Carlo odds for any Magic: The Gathering decklist.

>>> import cascadesim as cs
>>> deck = cs.read_deck("decklists/temur_rhinos_modern_ptlotr2023.txt")
>>> cs.cascade(deck, "Shardless Agent")
<CascadeResult 'Shardless Agent' in 'temur_rhinos_modern_ptlotr2023': exact, 1 cards to hit>
"""

from cascadesim.cards import Card, CardDatabase
from cascadesim.decks import Deck, read_deck
from cascadesim.errors import (
    CardTableError,
    CascadeSimError,
    DecklistError,
    QuestionError,
    SimulationError,
    UnknownCardError,
)
from cascadesim.report.batch import report
from cascadesim.results import (
    CascadeResult,
    CheckupResult,
    CompareResult,
    Distribution,
    Estimate,
    KickResult,
    MulliganPlan,
    SampleResult,
    SweepResult,
    TurnsResult,
)
from cascadesim.rules import find_sources
from cascadesim.studies import best_mulligans, cascade, checkup, compare, judge, kickers, sample, sweep, turns

__version__ = "0.1.0"

__all__ = [
    "Card",
    "CardDatabase",
    "CardTableError",
    "CascadeResult",
    "CascadeSimError",
    "CheckupResult",
    "CompareResult",
    "Deck",
    "DecklistError",
    "Distribution",
    "Estimate",
    "KickResult",
    "MulliganPlan",
    "QuestionError",
    "SampleResult",
    "SimulationError",
    "SweepResult",
    "TurnsResult",
    "UnknownCardError",
    "best_mulligans",
    "cascade",
    "checkup",
    "compare",
    "find_sources",
    "judge",
    "kickers",
    "read_deck",
    "report",
    "sample",
    "sweep",
    "turns",
]

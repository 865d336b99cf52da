"""Labelled counts with their intervals. Nothing here simulates, and nothing here decides a rule."""

from cascadesim.results.cascade import CascadeResult, Group, Hit
from cascadesim.results.checkup import CheckupResult, Finding, FindingKind, SourceCheck, Wanted
from cascadesim.results.compare import Compared, CompareResult
from cascadesim.results.estimate import Distribution, Estimate
from cascadesim.results.kicks import KickedHit, KickResult
from cascadesim.results.mulligans import MulliganPlan
from cascadesim.results.sample import SampleResult
from cascadesim.results.sweep import SweepResult
from cascadesim.results.turns import TurnsResult

__all__ = [
    "CascadeResult",
    "CheckupResult",
    "CompareResult",
    "Compared",
    "Distribution",
    "Estimate",
    "Finding",
    "FindingKind",
    "Group",
    "Hit",
    "KickResult",
    "KickedHit",
    "MulliganPlan",
    "SampleResult",
    "SourceCheck",
    "SweepResult",
    "TurnsResult",
    "Wanted",
]

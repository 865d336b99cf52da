"""Labelled counts with their intervals. Nothing here simulates, and nothing here decides a rule."""

from cascadesim.results.cascade import CascadeResult, Group, Hit
from cascadesim.results.compare import Compared, CompareResult
from cascadesim.results.estimate import Distribution, Estimate
from cascadesim.results.kicks import KickedHit, KickResult
from cascadesim.results.mulligans import MulliganPlan
from cascadesim.results.sweep import SweepResult
from cascadesim.results.turns import TurnsResult

__all__ = [
    "CascadeResult",
    "CompareResult",
    "Compared",
    "Distribution",
    "Estimate",
    "Group",
    "Hit",
    "KickResult",
    "KickedHit",
    "MulliganPlan",
    "SweepResult",
    "TurnsResult",
]

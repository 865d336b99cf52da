"""The JSON contract of what-if studies: sweeps, comparisons, checkups and samples."""

from __future__ import annotations

from collections.abc import Sequence

from cascadesim.decks import Deck
from cascadesim.results import CheckupResult, CompareResult, Estimate, Finding, SampleResult, SweepResult
from cascadesim.results.figures import Figure
from cascadesim.views.export import Json, about_deck, about_source, mean, probability
from cascadesim.views.ruling import judge_document


def sweep_document(deck: Deck, result: SweepResult) -> Json:
    """Return ``cascadesim.sweep/1``; `counts` of a point are those of the axes, in their order."""
    return {
        "schema": "cascadesim.sweep/1",
        "deck": about_deck(deck),
        "study": result.study,
        "sources": list(result.sources),
        "by": result.by,
        "axes": [axis._asdict() for axis in result.axes],
        "against": result.against,
        "seed": result.seed,
        "confidence_level": result.confidence_level,
        "points": [
            {
                "counts": list(point.counts),
                "against": point.n_against,
                "method": "exact" if point.trials is None else "simulate",
                "trials": point.trials,
                "figures": [_figure(figure, estimate) for figure, estimate in point.figures.items()],
            }
            for point in result.points
        ],
        "notes": list(result.notes),
    }


def compare_document(decks: Sequence[Deck], result: CompareResult) -> Json:
    """Return ``cascadesim.compare/1``; a difference is that of the second deck less that of the first."""
    return {
        "schema": "cascadesim.compare/1",
        "decks": [
            about_deck(deck) | {"name": name, "main": n}
            for deck, name, n in zip(decks, result.decks, result.n_main, strict=True)
        ],
        "study": result.study,
        "sources": list(result.sources),
        "by": result.by,
        "methods": ["exact" if each.trials is None else "simulate" for each in (result.first, result.second)],
        "trials": result.trials,
        "batches": result.n_batches,
        "seed": result.seed,
        "confidence_level": result.confidence_level,
        "figures": [
            {
                "figure": str(figure),
                "seat": figure.seat or None,
                "first": _estimate(figure, first),
                "second": _estimate(figure, second),
                "difference": _difference(difference),
            }
            for figure, first, second, difference in result.compared
        ],
        "notes": list(result.notes),
    }


def _figure(figure: Figure, estimate: Estimate) -> Json:
    return {"figure": str(figure), "seat": figure.seat or None, **_estimate(figure, estimate)}


def _estimate(figure: Figure, estimate: Estimate) -> Json:
    return mean(estimate) if figure.is_mean else probability(estimate)


def _difference(estimate: Estimate) -> Json:
    return {"difference": estimate.value, "low": estimate.low, "high": estimate.high}


def checkup_document(deck: Deck, result: CheckupResult) -> Json:
    """Return ``cascadesim.checkup/1``."""
    return {
        "schema": "cascadesim.checkup/1",
        "deck": about_deck(deck),
        "era": result.era.name,
        "sources": [
            {
                "source": about_source(check.question),
                "wanted": list(check.wanted.cards),
                "wanted_is_guess": check.wanted.is_guess,
                "wanted_is_everything": check.wanted.is_everything,
                "wanted_why": check.wanted.why,
                "stops": check.stops,
                "unwanted": probability(check.unwanted),
                "findings": [_finding(finding) for finding in check.findings],
            }
            for check in result.sources
        ],
        "never_hit": [_finding(finding) for finding in result.never_hit],
        "notes": list(result.notes),
    }


def _finding(finding: Finding) -> Json:
    return {
        "kind": finding.kind,
        "card": finding.card,
        "zone": finding.zone,
        "copies": finding.copies,
        "threshold": finding.threshold,
        "text": finding.text,
        "rule": finding.rule,
        "first": probability(finding.first) if finding.first else None,
    }


def sample_document(deck: Deck, result: SampleResult) -> Json:
    """Return ``cascadesim.sample/1``; what was not asked about, or not cast, is null."""
    return {
        "schema": "cascadesim.sample/1",
        "deck": about_deck(deck),
        "source": result.source,
        "seed": result.seed,
        "seat": result.seat,
        "turn": result.turn,
        "hand": None if result.hand is None else [card.name for card in result.hand],
        "drawn": [card.name for card in result.drawn],
        "library": [card.name for card in result.library],
        "ruling": judge_document(result.ruling) if result.ruling else None,
        "notes": list(result.notes),
    }

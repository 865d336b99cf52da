"""Results for files: the JSON contract, whose keys may be added to but never renamed, and tidy frames."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cascadesim.decks import Deck, Issue
from cascadesim.results import (
    CascadeResult,
    CheckupResult,
    CompareResult,
    Distribution,
    Estimate,
    Finding,
    KickedHit,
    KickResult,
    SampleResult,
    SweepResult,
    TurnsResult,
)
from cascadesim.results.estimate import interval_cells
from cascadesim.results.figures import Figure
from cascadesim.results.turns import Turn, TurnFigures
from cascadesim.rules import Question
from cascadesim.views.ruling import judge_document

if TYPE_CHECKING:
    import pandas as pd

Json = dict[str, Any]


def hits_document(deck: Deck, results: Sequence[CascadeResult]) -> Json:
    """Return ``cascadesim.hits/1``: the casts of a deck's sources."""
    about = _deck(deck)
    return {
        "schema": "cascadesim.hits/1",
        "deck": about | {"library": results[0].n_library if results else about["main"]},
        "casts": [_cast(result) for result in results],
    }


def kicker_document(result: KickResult) -> Json:
    """Return ``cascadesim.kicker/1``."""
    return {
        "schema": "cascadesim.kicker/1",
        "source": _source(result.question),
        "era": result.question.era.name,
        "mana": result.mana,
        "method": "exact" if result.trials is None else "simulate",
        "trials": result.trials,
        "seed": result.seed,
        "confidence_level": result.confidence_level,
        "hits": [_kicked_hit(hit) for hit in result.hit_list],
        "has_kicker": _probability(result.has_kicker),
        "kicked": _probability(result.kicked),
        "expected_kicks": _mean(result.expected_kicks),
        "expected_kicked": _mean(result.expected_kicked),
        "expected_copies": _mean(result.expected_copies),
        "notes": list(result.notes),
    }


def _kicked_hit(hit: KickedHit) -> Json:
    kicker = hit.kicker
    return {
        "card": hit.card,
        "mana_value": hit.mana_value,
        "kicker": [cost.text for cost in kicker.costs] if kicker and not kicker.multi else [],
        "multikicker": kicker.costs[0].text if kicker and kicker.multi else None,
        "total_if_kicked": hit.total_if_kicked,
        "missed_if_kicker_counted": hit.beyond,
        "kickable": hit.best.kicks > 0,
        "max_kicks": hit.best.kicks,
        "x": hit.best.x,
        "paid": list(hit.best.paid),
        "p_hit": _probability(hit.p_hit),
        "p_kicked": _probability(hit.p_kicked),
        "p_unkicked": _probability(hit.p_unkicked),
        "expected_kicks": _mean(hit.kicks),
    }


def turns_document(deck: Deck, result: TurnsResult) -> Json:
    """Return ``cascadesim.turns/1``; a seat that was not asked about is null."""
    turns: list[Json] = [{"turn": number, "play": None, "draw": None} for number in range(1, result.n_turns + 1)]
    for turn in result.turns:
        turns[turn.turn - 1][turn.seat] = _turn(turn)
    return {
        "schema": "cascadesim.turns/1",
        "deck": _deck(deck),
        "sources": [_source(question) for question in result.question.questions],
        "mulligan": result.mulligan,
        "keep": result.keep or None,
        "put_back": result.put_back or None,
        "down_to": result.down_to,
        "free_mulligan": result.free_mulligan,
        "goal": result.goal or None,
        "colors": result.colors,
        "method": result.method,
        "trials": result.trials,
        "seed": result.seed,
        "confidence_level": result.confidence_level,
        "hand_sizes": {seat: result.hand_sizes(seat).pmf.tolist() for seat in result.counts},
        "turns": turns,
        "notes": list(result.notes),
    }


def _turn(turn: Turn) -> Json:
    return {
        "cards_seen": turn.cards_seen,
        **_turn_figures(turn.figures),
        "hits": [{"card": hit.card, "p": _probability(hit.p)} for hit in turn.hits],
        "sources": [{"card": card, **_turn_figures(figures)} for card, figures in turn.by_source.items()],
    }


def _turn_figures(figures: TurnFigures) -> Json:
    return {
        "source_in_hand": _probability(figures.source_in_hand),
        "castable": _probability(figures.castable),
        "cascades_into_hit": _probability(figures.cascades_into_hit),
        "kicked": _probability(figures.kicked),
        "expected_kicks": _mean(figures.expected_kicks),
    }


def sweep_document(deck: Deck, result: SweepResult) -> Json:
    """Return ``cascadesim.sweep/1``; `counts` of a point are those of the axes, in their order."""
    return {
        "schema": "cascadesim.sweep/1",
        "deck": _deck(deck),
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
            _deck(deck) | {"name": name, "main": n}
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
    return _mean(estimate) if figure.is_mean else _probability(estimate)


def _difference(estimate: Estimate) -> Json:
    return {"difference": estimate.value, "low": estimate.low, "high": estimate.high}


def deck_document(deck: Deck) -> Json:
    """Return ``cascadesim.deck/1``: how a list was read."""
    return {
        "schema": "cascadesim.deck/1",
        "name": deck.name,
        "path": deck.path,
        "format": deck.decklist.format,
        "encoding": deck.decklist.encoding,
        "zones": {str(zone): {card.name: n for card, n in cards.items()} for zone, cards in deck.zones.items()},
        "unknown": list(deck.unknown),
        "issues": [_issue(issue) for issue in deck.issues],
        "notes": list(deck.decklist.notes),
    }


def checkup_document(deck: Deck, result: CheckupResult) -> Json:
    """Return ``cascadesim.checkup/1``."""
    return {
        "schema": "cascadesim.checkup/1",
        "deck": _deck(deck),
        "era": result.era.name,
        "sources": [
            {
                "source": _source(check.question),
                "wanted": list(check.wanted.cards),
                "wanted_is_guess": check.wanted.is_guess,
                "wanted_is_everything": check.wanted.is_everything,
                "wanted_why": check.wanted.why,
                "stops": check.stops,
                "unwanted": _probability(check.unwanted),
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
        "first": _probability(finding.first) if finding.first else None,
    }


def sample_document(deck: Deck, result: SampleResult) -> Json:
    """Return ``cascadesim.sample/1``; what was not asked about, or not cast, is null."""
    return {
        "schema": "cascadesim.sample/1",
        "deck": _deck(deck),
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


def _deck(deck: Deck) -> Json:
    return {
        "name": deck.name,
        "path": deck.path,
        "main": sum(deck.main.values()),
        "unknown": list(deck.unknown),
        "issues": [_issue(issue) for issue in deck.issues],
        "notes": list(deck.decklist.notes),
    }


def _source(question: Question) -> Json:
    source = question.source
    return {"card": source.name, "threshold": source.threshold, "triggers": source.triggers, "kind": source.kind}


def _issue(issue: Issue) -> Json:
    return {
        "line": issue.line_no,
        "text": issue.text,
        "problem": issue.problem,
        "suggestions": list(issue.suggestions),
        "error": issue.is_error,
    }


def _cast(result: CascadeResult) -> Json:
    return {
        "source": _source(result.question),
        "era": result.question.era.name,
        "method": result.method,
        "trials": result.trials,
        "seed": result.seed,
        "confidence_level": result.confidence_level,
        "library": result.n_library,
        "hits": [
            {
                "card": hit.card,
                "mana_value": hit.mana_value,
                "copies": hit.copies,
                "first": _probability(hit.first),
                "cast": _probability(hit.cast),
                "mean_casts": _mean(hit.mean_casts),
                "dies_at_x0": hit.dies_at_x0,
            }
            for hit in result.hit_list
        ],
        "whiff": _probability(result.whiff),
        "spells_cast": _law(result.spells_cast),
        "free_mana_value": _law(result.free_mana_value),
        "groups": [
            {
                "name": group.name,
                "first": _probability(group.first),
                "any": _probability(group.any),
                "all": _probability(group.all),
                "mean_casts": _mean(group.mean_casts),
            }
            for group in result.group_list
        ],
        "exiled_land": _probability(result.exiled_land),
        "exiled_first": _depth(result.exiled),
        "exiled_total": _depth(result.exiled_total),
        "notes": list(result.notes),
    }


def _probability(estimate: Estimate) -> Json:
    return {"p": estimate.value, "low": estimate.low, "high": estimate.high}


def _mean(estimate: Estimate) -> Json:
    return {"mean": estimate.value, "low": estimate.low, "high": estimate.high}


def _law(distribution: Distribution) -> Json:
    return {**_mean(distribution.mean_estimate), "distribution": distribution.pmf.tolist()}


def _depth(distribution: Distribution) -> Json:
    quantiles = {"median": distribution.quantile(0.5), "p90": distribution.quantile(0.9)}
    return {**_mean(distribution.mean_estimate), **quantiles, "distribution": distribution.pmf.tolist()}


def hits_frame(decks: Sequence[tuple[Deck, Sequence[CascadeResult]]]) -> pd.DataFrame:
    """Return one row a deck, source and card (and whiff): `CascadeResult.to_frame` with the deck's path in front."""
    import pandas as pd

    frames = []
    for deck, results in decks:
        for result in results:
            frame = result.to_frame()
            frame.insert(0, "path", deck.path)
            frame["notes"] = _notes(deck, result)
            frames.append(frame)
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame({"path": [], "deck": []})


def decks_frame(decks: Sequence[tuple[Deck, Sequence[CascadeResult]]]) -> pd.DataFrame:
    """Return one row a deck and source with the figures of the cast; a deck without a source has one row."""
    import pandas as pd

    rows: list[Json] = []
    for deck, results in decks:
        about = {"path": deck.path, "deck": deck.name, "main": sum(deck.main.values()), "issues": len(deck.issues)}
        rows += [about | _row(result) | {"notes": _notes(deck, result)} for result in results]
        if not results:
            rows.append(about | {"notes": _notes(deck)})
    whole = ("trials", "seed", "library", "threshold", "triggers", "exiled_first_median", "exiled_first_p90")
    frame = pd.DataFrame.from_records(rows)
    return frame.astype({column: "Int64" for column in whole if column in frame})


def _notes(deck: Deck, result: CascadeResult | None = None) -> str:
    """Say beside the figures what was taken for granted, and how many lines were not understood."""
    unread = [f"{len(deck.issues)} line(s) not understood"] if deck.issues else []
    return "; ".join([*unread, *deck.decklist.notes, *(result.notes if result else ())])


def _row(result: CascadeResult) -> Json:
    source, exiled = result.question.source, result.exiled
    figures = {
        "whiff": result.whiff,
        "exiled_first_mean": exiled.mean_estimate,
        "exiled_total_mean": result.exiled_total.mean_estimate,
        "spells_cast_mean": result.spells_cast.mean_estimate,
        "free_mana_value_mean": result.free_mana_value.mean_estimate,
    }
    row = {
        "library": result.n_library,
        "source": source.name,
        "kind": source.kind,
        "era": result.question.era.name,
        "threshold": source.threshold,
        "triggers": source.triggers,
        "method": result.method,
        "trials": result.trials,
        "seed": result.seed,
        "exiled_first_median": exiled.quantile(0.5),
        "exiled_first_p90": exiled.quantile(0.9),
    }
    return row | interval_cells(**figures)

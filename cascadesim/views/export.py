"""Results for files: the JSON contract, whose keys may be added to but never renamed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cascadesim.decks import Deck, Issue
from cascadesim.results import (
    CascadeResult,
    Distribution,
    Estimate,
    KickedHit,
    KickResult,
    TurnsResult,
)
from cascadesim.results.turns import Turn, TurnFigures
from cascadesim.rules import Question

if TYPE_CHECKING:
    pass

Json = dict[str, Any]


def hits_document(deck: Deck, results: Sequence[CascadeResult]) -> Json:
    """Return ``cascadesim.hits/1``: the casts of a deck's sources."""
    about = about_deck(deck)
    return {
        "schema": "cascadesim.hits/1",
        "deck": about | {"library": results[0].n_library if results else about["main"]},
        "casts": [_cast(result) for result in results],
    }


def kicker_document(result: KickResult) -> Json:
    """Return ``cascadesim.kicker/1``."""
    return {
        "schema": "cascadesim.kicker/1",
        "source": about_source(result.question),
        "era": result.question.era.name,
        "mana": result.mana,
        "method": "exact" if result.trials is None else "simulate",
        "trials": result.trials,
        "seed": result.seed,
        "confidence_level": result.confidence_level,
        "hits": [_kicked_hit(hit) for hit in result.hit_list],
        "has_kicker": probability(result.has_kicker),
        "kicked": probability(result.kicked),
        "expected_kicks": mean(result.expected_kicks),
        "expected_kicked": mean(result.expected_kicked),
        "expected_copies": mean(result.expected_copies),
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
        "p_hit": probability(hit.p_hit),
        "p_kicked": probability(hit.p_kicked),
        "p_unkicked": probability(hit.p_unkicked),
        "expected_kicks": mean(hit.kicks),
    }


def turns_document(deck: Deck, result: TurnsResult) -> Json:
    """Return ``cascadesim.turns/1``; a seat that was not asked about is null."""
    turns: list[Json] = [{"turn": number, "play": None, "draw": None} for number in range(1, result.n_turns + 1)]
    for turn in result.turns:
        turns[turn.turn - 1][turn.seat] = _turn(turn)
    return {
        "schema": "cascadesim.turns/1",
        "deck": about_deck(deck),
        "sources": [about_source(question) for question in result.question.questions],
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
        "hits": [{"card": hit.card, "p": probability(hit.p)} for hit in turn.hits],
        "sources": [{"card": card, **_turn_figures(figures)} for card, figures in turn.by_source.items()],
    }


def _turn_figures(figures: TurnFigures) -> Json:
    return {
        "source_in_hand": probability(figures.source_in_hand),
        "castable": probability(figures.castable),
        "cascades_into_hit": probability(figures.cascades_into_hit),
        "kicked": probability(figures.kicked),
        "expected_kicks": mean(figures.expected_kicks),
    }


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


def about_deck(deck: Deck) -> Json:
    """Return what every document says of a deck."""
    return {
        "name": deck.name,
        "path": deck.path,
        "main": sum(deck.main.values()),
        "unknown": list(deck.unknown),
        "issues": [_issue(issue) for issue in deck.issues],
        "notes": list(deck.decklist.notes),
    }


def about_source(question: Question) -> Json:
    """Return what every document says of a source."""
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
        "source": about_source(result.question),
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
                "first": probability(hit.first),
                "cast": probability(hit.cast),
                "mean_casts": mean(hit.mean_casts),
                "dies_at_x0": hit.dies_at_x0,
            }
            for hit in result.hit_list
        ],
        "whiff": probability(result.whiff),
        "spells_cast": _law(result.spells_cast),
        "free_mana_value": _law(result.free_mana_value),
        "groups": [
            {
                "name": group.name,
                "first": probability(group.first),
                "any": probability(group.any),
                "all": probability(group.all),
                "mean_casts": mean(group.mean_casts),
            }
            for group in result.group_list
        ],
        "exiled_land": probability(result.exiled_land),
        "exiled_first": _depth(result.exiled),
        "exiled_total": _depth(result.exiled_total),
        "notes": list(result.notes),
    }


def probability(estimate: Estimate) -> Json:
    """Return a probability of the contract: `P`."""
    return {"p": estimate.value, "low": estimate.low, "high": estimate.high}


def mean(estimate: Estimate) -> Json:
    """Return a mean of the contract: `M`."""
    return {"mean": estimate.value, "low": estimate.low, "high": estimate.high}


def _law(distribution: Distribution) -> Json:
    return {**mean(distribution.mean_estimate), "distribution": distribution.pmf.tolist()}


def _depth(distribution: Distribution) -> Json:
    quantiles = {"median": distribution.quantile(0.5), "p90": distribution.quantile(0.9)}
    return {**mean(distribution.mean_estimate), **quantiles, "distribution": distribution.pmf.tolist()}

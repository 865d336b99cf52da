"""Results for files: tidy frames over many decks, what a report writes as CSV."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cascadesim.decks import Deck
from cascadesim.results import CascadeResult
from cascadesim.results.estimate import interval_cells

if TYPE_CHECKING:
    import pandas as pd


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

    rows: list[dict[str, Any]] = []
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


def _row(result: CascadeResult) -> dict[str, Any]:
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

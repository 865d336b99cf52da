"""Results for files: tidy tables over many decks, what a report writes as CSV and Parquet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cascadesim.decks import Deck
from cascadesim.results import CascadeResult, Estimate
from cascadesim.results.estimate import interval_cells

if TYPE_CHECKING:
    import pandas as pd

Row = Sequence[Any]

_WITH_INTERVAL = ("", "_ci_low", "_ci_high")


def _columns(text: str) -> dict[str, str]:
    """Read names of columns and their types: ``:i`` whole numbers, ``:f`` figures with their intervals, else text."""
    columns: dict[str, str] = {}
    for word in text.split():
        name, _, kind = word.partition(":")
        named = [name + suffix for suffix in _WITH_INTERVAL] if kind == "f" else [name]
        columns |= dict.fromkeys(named, {"f": "float64", "i": "Int64", "": "object"}[kind])
    return columns


HITS = _columns(
    "path deck source method trials:i card mana_value:i copies:i first:f cast:f mean_casts:f notes"
)  # one row a deck, source and card, and one for the whiff: `CascadeResult.to_frame` with the deck's path in front
DECKS = _columns(
    "path deck main:i issues:i library:i source kind era threshold:i triggers:i method trials:i seed:i "
    "exiled_first_median:i exiled_first_p90:i likeliest likeliest_first:f whiff:f exiled_first_mean:f "
    "exiled_total_mean:f spells_cast_mean:f free_mana_value_mean:f castable:f notes"
)  # one row a deck and source with the figures of the cast; a deck without a source has one row


def table(rows: Sequence[Row], columns: Mapping[str, str]) -> pd.DataFrame:
    """Return rows as a frame, whose types do not depend on what the rows hold."""
    import pandas as pd

    return pd.DataFrame(rows, columns=list(columns), dtype="object").astype(dict(columns))


def hits_rows(deck: Deck, results: Sequence[CascadeResult]) -> list[Row]:
    """Return the rows of a deck in the table `HITS`; None where a figure has no interval."""
    rows: list[Row] = []
    for result in results:
        frame = result.to_frame()
        cells = frame.astype("object").where(frame.notna(), None)
        rows += [(deck.path, *row, _notes(deck, result)) for row in cells.to_numpy().tolist()]
    return rows


def decks_rows(deck: Deck, results: Sequence[CascadeResult], castable: Mapping[str, Estimate]) -> list[Row]:
    """Return the rows of a deck in the table `DECKS`; `castable` holds a figure for each source that has it."""
    about = {"path": deck.path, "deck": deck.name, "main": sum(deck.main.values()), "issues": len(deck.issues)}
    found = [_figures(result, castable.get(result.source)) | {"notes": _notes(deck, result)} for result in results]
    return [tuple((about | row).get(column) for column in DECKS) for row in found or [{"notes": _notes(deck)}]]


def _notes(deck: Deck, result: CascadeResult | None = None) -> str:
    """Say beside the figures what was taken for granted, and how many lines were not understood."""
    unread = [f"{len(deck.issues)} line(s) not understood"] if deck.issues else []
    return "; ".join([*unread, *deck.decklist.notes, *(result.notes if result else ())])


def _figures(result: CascadeResult, castable: Estimate | None) -> dict[str, Any]:
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
    if result.hit_list:
        row["likeliest"] = result.hit_list[0].card
        figures["likeliest_first"] = result.hit_list[0].first
    if castable:
        figures["castable"] = castable
    return row | interval_cells(**figures)

"""HTML of results for notebooks: small tables, everything escaped."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from cascadesim.results import CascadeResult
from cascadesim.views.words import figures, hit_name, how, number_short, percent_short, triggers

_SHOWN = 15  # hits in the small table; `result.hits` has them all


def cascade_html(result: CascadeResult) -> str:
    """Return a small table of the likeliest hits, and the figures of the cast."""
    rows = [
        (
            hit_name(hit),
            str(hit.mana_value),
            str(hit.copies),
            percent_short(hit.first),
            percent_short(hit.cast),
            number_short(hit.mean_casts),
        )
        for hit in result.hit_list[:_SHOWN]
    ]
    rows.append(("(whiff)", "", "", percent_short(result.whiff), "", ""))
    head = ("card", "mana value", "copies", "first hit", "cast in the chain", "mean casts")
    caption = f"{result.source}: {triggers(result)}; {how(result, '± and in brackets')}"
    more = len(result.hit_list) - _SHOWN
    parts = [
        f"<p><b>{escape(caption)}</b><br>{escape(result.deck)}, library of {result.n_library}</p>",
        _table(rows, head),
        f"<p>and {more} more in <code>.hits</code></p>" if more > 0 else "",
        _table(figures(result)),
        *(f"<p>{escape(note)}</p>" for note in result.notes),
    ]
    return "\n".join(part for part in parts if part)


def _table(rows: Sequence[tuple[str, ...]], head: tuple[str, ...] = ()) -> str:
    lines = ["<tr>" + "".join(f"<th>{escape(cell)}</th>" for cell in head) + "</tr>"] if head else []
    lines += ["<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows]
    return "<table>" + "".join(lines) + "</table>"

"""HTML of results for notebooks: small tables, everything escaped."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from cascadesim.results import CascadeResult, CheckupResult, CompareResult, SampleResult, SweepResult, TurnsResult
from cascadesim.results.turns import Turn
from cascadesim.views.findings import alike, by_kind, finding_line, never_hit_lines, verdict, wanted
from cascadesim.views.ruling import sample_lines
from cascadesim.views.words import (
    FIGURE_WORDS,
    difference_of,
    digs,
    figure_words,
    figures,
    hit_name,
    how,
    how_compare,
    how_sweep,
    how_turns,
    mulligans,
    number_short,
    percent_short,
    sources_in,
    triggers,
    write,
)

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


def turns_html(result: TurnsResult) -> str:
    """Return the figures turn by turn, on the play and on the draw side by side."""
    shown = list(FIGURE_WORDS)[: None if result.has_kickers else 3]
    seats = [(name, turns) for name, turns in (("on the play", result.play), ("on the draw", result.draw)) if turns]
    head = (
        "turn",
        *(
            f"{what} {seat}"
            for seat, _ in seats
            for what in ("cards seen", *(FIGURE_WORDS[figure] for figure in shown))
        ),
    )
    rows = [
        (str(place + 1), *(cell for _, turns in seats for cell in _turn_cells(turns[place], shown)))
        for place in range(result.n_turns)
    ]
    sources = ", ".join(result.sources)
    parts = [
        f"<p><b>{escape(sources)}: {escape(how_turns(result, '±'))}</b><br>"
        f"{escape(result.deck)}; {escape(mulligans(result))}</p>",
        _table(rows, head),
        *(f"<p>{escape(note)}</p>" for note in result.notes),
    ]
    return "\n".join(parts)


def checkup_html(result: CheckupResult) -> str:
    """Return the findings about each source, sources of which the same is said together."""
    parts = [f"<p><b>{escape(result.deck)}</b> ({escape(result.era.name)} rules)</p>"]
    for names, check in alike(result.sources):
        parts.append(f"<p><b>{escape(names)}</b>: {escape(digs(check.source))}")
        parts.append(f"<br>{escape(wanted(check))}<br>{escape(verdict(check))}</p>")
        rows = [(kind, finding_line(finding)) for kind, findings in by_kind(check) for finding in findings]
        if rows:
            parts.append(_table(rows))
    parts += [f"<p>{escape(line)}</p>" for line in (*never_hit_lines(result), *result.notes)]
    return "\n".join(parts)


def sample_html(result: SampleResult) -> str:
    """Return a cast told card by card."""
    lines = "\n".join(escape(line) for line in sample_lines(result))
    return f"<pre>{lines}</pre>"


def sweep_html(result: SweepResult) -> str:
    """Return a figure at every point."""
    head = (
        *(axis.name for axis in result.axes),
        result.against,
        *(figure_words(figure, result.by, seat=True) for figure in result.figures),
    )
    rows = [
        (
            *map(str, (*point.counts, point.n_against)),
            *(write(figure, estimate) for figure, estimate in point.figures.items()),
        )
        for point in result.points
    ]
    caption = f"{sources_in(result.sources, result.deck)}: {how_sweep(result)}"
    parts = [f"<p><b>{escape(caption)}</b></p>", _table(rows, head), *(f"<p>{escape(n)}</p>" for n in result.notes)]
    return "\n".join(parts)


def compare_html(result: CompareResult) -> str:
    """Return the figures of two decks side by side, and their differences."""
    rows = [
        (figure_words(figure, result.by, seat=True), write(figure, first), write(figure, second),
         difference_of(figure, difference))
        for figure, first, second, difference in result.compared
    ]  # fmt: skip
    caption = f"{', '.join(result.sources)}: {how_compare(result)}"
    table = _table(rows, ("", *result.decks, "difference"))
    return "\n".join([f"<p><b>{escape(caption)}</b></p>", table, *(f"<p>{escape(note)}</p>" for note in result.notes)])


def _turn_cells(turn: Turn, shown: Sequence[str]) -> list[str]:
    write = {"expected_kicks": number_short}
    cells = (write.get(figure, percent_short)(getattr(turn.figures, figure)) for figure in shown)
    return [str(turn.cards_seen), *cells]


def _table(rows: Sequence[tuple[str, ...]], head: tuple[str, ...] = ()) -> str:
    lines = ["<tr>" + "".join(f"<th>{escape(cell)}</th>" for cell in head) + "</tr>"] if head else []
    lines += ["<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows]
    return "<table>" + "".join(lines) + "</table>"

"""The pages of a report: what the templates are given. Self-contained HTML, everything escaped."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from cascadesim.report.contents import DeckReport
from cascadesim.report.drawing import svg
from cascadesim.report.metrics import METRICS, metric_of
from cascadesim.results import CascadeResult, KickedHit, KickResult, TurnsResult
from cascadesim.views import findings, words
from cascadesim.views.pictures import chain_of
from cascadesim.views.plots import plot_exiled, plot_hits, plot_mana, plot_turns
from cascadesim.views.tree import left_out, plot_chain, shown_steps, tree_height

if TYPE_CHECKING:
    from jinja2 import Environment, Template


class Picture(NamedTuple):
    """A picture, and what it shows in words."""

    svg: Markup
    words: str


class _Cast(NamedTuple):
    result: CascadeResult
    pictures: tuple[Picture, ...]
    no_tree: str
    kicks: tuple[KickResult, ...]


class _TurnFigure(NamedTuple):
    """A column of the turn table: its place in `TurnFigures`, and its metric."""

    place: int
    metric: str


def deck_page(entry: DeckReport) -> str:
    """Return the page of a deck: how it was read, and each of its casts and turns with tables and pictures."""
    casts = [
        _cast(result, kicks, str(place))
        for place, (result, kicks) in enumerate(zip(entry.casts, entry.kicks, strict=True))
    ]
    turns = entry.turns
    figures = [_TurnFigure(0, "source_in_hand"), _TurnFigure(1, "castable"), _TurnFigure(2, "cascades_into_hit")]
    if turns and turns.has_kickers:
        figures.append(_TurnFigure(3, "kicked_by_turn"))
    return render(
        "deck.html",
        deck=entry.deck,
        casts=casts,
        checkup=entry.checkup,
        no_checkup=entry.no_checkup,
        turns=turns,
        no_turns=entry.no_turns,
        turn_figures=figures,
        turn_rows=list(zip(turns.play, turns.draw, strict=True)) if turns else [],
        turn_picture=_turn_picture(turns, "t") if turns else None,
    )


def metrics_page() -> str:
    """Return the page that says what the figures mean."""
    return render("metrics.html")


def render(name: str, **values: object) -> str:
    """Return a page that is made from a template."""
    return template(name).render(**values)


def stream(name: str, path: Path, **values: object) -> None:
    """Write a page that is made from a template piece by piece, so that it never is in memory whole."""
    with path.open("wb") as file:
        template(name).stream(**values).dump(file, encoding="utf-8")


def template(name: str) -> Template:
    """Return a template by its name."""
    return _environment().get_template(name)


class _Script(NamedTuple):
    """The script of every page, and the hash without which no browser runs it: nothing else on a page is a script."""

    text: Markup
    hash: str


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    loader = PackageLoader("cascadesim.report")
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    script, _, _ = loader.get_source(environment, "report.js")
    digest = b64encode(sha256(script.encode()).digest()).decode()
    environment.globals |= {
        "metrics": METRICS,
        "script": _Script(Markup(script), f"sha256-{digest}"),
        "percent_short": words.percent_short,
        "number_short": words.number_short,
    }
    for word in (
        words.percent,
        words.percent_short,
        words.how,
        words.how_turns,
        words.hit_name,
        words.figures,
        words.triggers,
        words.mulligans,
        metric_of,
        findings.alike,
        findings.by_kind,
        findings.finding_line,
        findings.never_hit_lines,
        findings.verdict,
        findings.wanted,
        sentence,
        kicker_rows,
        kicker_costs,
    ):
        environment.filters[word.__name__] = word
    return environment


def sentence(text: str) -> str:
    """Begin a sentence with a capital letter; names further on keep theirs."""
    return text[:1].upper() + text[1:]


def kicker_rows(kicks: Sequence[KickResult]) -> list[tuple[KickedHit, ...]]:
    """Return, for each card with kicker, what comes of it with each budget."""
    by_card = [{hit.card: hit for hit in kick.hit_list if hit.kicker} for kick in kicks]
    return [tuple(hits[card] for hits in by_card) for card in by_card[0]]


def kicker_costs(hit: KickedHit) -> str:
    """Write the kicker costs of a card."""
    if not hit.kicker:
        return ""
    return ("multikicker " if hit.kicker.multi else "") + ", and/or ".join(cost.text for cost in hit.kicker.costs)


def _cast(result: CascadeResult, kicks: tuple[KickResult, ...], key: str) -> _Cast:
    likeliest = result.hit_list[0] if result.hit_list else None
    hits = f"Bars: what the first trigger of {result.source} stops on"
    hits += f"; the likeliest is {likeliest.card}, {words.percent(likeliest.first)}" if likeliest else ""
    depth = f"Histogram: cards exiled by the first trigger, mean {words.number(result.exiled.mean_estimate)}"
    mana = f"Bars: mana value of the first hit; that of the source is {result.question.source.threshold}"
    n_bars = min(len(result.hit_list), 26) + 1
    pictures = [
        Picture(svg(lambda ax: plot_hits(result, ax=ax), 1.3 + 0.26 * n_bars, key + "h"), hits),
        Picture(svg(lambda ax: plot_exiled(result, ax=ax), 3.2, key + "e"), depth),
        Picture(svg(lambda ax: plot_mana(result, ax=ax), 3.2, key + "m"), mana),
    ]
    chain = chain_of(result)
    no_tree = ""
    if chain.depth > 1:
        steps = shown_steps(chain)
        said = f"Tree: what the triggers of {result.source} cast, and what is cast by those; {left_out(chain, steps)}"
        drawn = svg(lambda ax: plot_chain(chain, ax=ax), tree_height(len(steps)), key + "c")
        pictures.append(Picture(drawn, said))
    elif chain.trials is None:
        no_tree = "Nothing that it casts cascades in its turn: its chain is what its own trigger hits."
    else:
        no_tree = f"In {chain.trials:,} simulated chains nothing that it cast led on to another spell."
    return _Cast(result, tuple(pictures), no_tree, kicks)


def _turn_picture(turns: TurnsResult, key: str) -> Picture | None:
    """Draw the turns; there is nothing to see where no source is cast."""
    if not any(turn.figures.cascades_into_hit.value for turn in turns.turns):
        return None
    last = " and ".join(
        f"{words.percent(seat[-1].figures.cascades_into_hit, interval=False)} on the {seat[-1].seat}"
        for seat in (turns.play, turns.draw)
    )
    said = f"Lines: how often a source cascades into a hit, turn by turn; {last} on turn {turns.n_turns}"
    return Picture(svg(lambda ax: plot_turns(turns, "cascades_into_hit", ax=ax), 3.4, key), said)

"""The pages of a report: what the templates are given. Self-contained HTML, everything escaped."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from cascadesim.decks import Deck
from cascadesim.results import CascadeResult
from cascadesim.views import words
from cascadesim.views.plots import plot_exiled, plot_hits

if TYPE_CHECKING:
    from jinja2 import Environment
    from matplotlib.axes import Axes

    from cascadesim.report.batch import DeckReport


class PageNames:
    """Names for pages: safe in any folder and address, one page each."""

    def __init__(self) -> None:
        self._taken = {"index"}

    def page(self, name: str) -> str:
        """Return a file name for a deck; a number is added where the name is taken."""
        stem = re.sub(r"[^a-z0-9]+", "-", name.casefold())[:80].strip("-") or "deck"
        free, number = stem, 2
        while free in self._taken:
            free, number = f"{stem}-{number}", number + 1
        self._taken.add(free)
        return f"{free}.html"


class _Picture(NamedTuple):
    svg: Markup
    words: str


class _Cast(NamedTuple):
    result: CascadeResult
    pictures: tuple[_Picture, ...]


def deck_page(deck: Deck, casts: Sequence[CascadeResult], page: str) -> str:
    """Return the page of a deck: how it was read, and each of its casts with tables and pictures."""
    illustrated = [_Cast(result, _pictures(result, f"{page}-{place}")) for place, result in enumerate(casts)]
    return _environment().get_template("deck.html").render(deck=deck, casts=illustrated)


def index_page(decks: Sequence[DeckReport], failures: Sequence[DeckReport]) -> str:
    """Return the first page: a table of all decks and their sources, and the lists that could not be read."""
    return _environment().get_template("index.html").render(decks=decks, failures=failures)


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("cascadesim.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    for word in (words.percent_short, words.number_short, words.how, words.hit_name, words.figures, words.triggers):
        environment.filters[word.__name__] = word
    return environment


def _pictures(result: CascadeResult, key: str) -> tuple[_Picture, ...]:
    likeliest = result.hit_list[0] if result.hit_list else None
    hits = f"Bars: what the first trigger of {result.source} stops on"
    hits += f"; the likeliest is {likeliest.card}, {words.percent(likeliest.first)}" if likeliest else ""
    depth = f"Histogram: cards exiled by the first trigger, mean {words.number(result.exiled.mean_estimate)}"
    return (
        _Picture(
            _svg(lambda ax: plot_hits(result, ax=ax), 1.3 + 0.26 * (min(len(result.hit_list), 26) + 1), key + "h"), hits
        ),
        _Picture(_svg(lambda ax: plot_exiled(result, ax=ax), 3.4, key + "e"), depth),
    )


def _svg(draw: Callable[[Axes], Axes], height: float, salt: str) -> Markup:
    """Draw into SVG text that is the same for the same figures; `salt` keeps the ids of one page apart."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": salt, "font.family": "sans-serif"}):
        figure = Figure(figsize=(7, height), layout="constrained")
        draw(figure.add_subplot())
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None}, transparent=True)
    svg = text.getvalue()
    # matplotlib has escaped all text; the XML prolog does not belong inside a page.
    return Markup(svg[svg.index("<svg") :])

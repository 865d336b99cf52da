"""Pictures as SVG text for pages: small, in the colours of the page, the same for the same figures."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING

from markupsafe import Markup

from cascadesim.results import Distribution
from cascadesim.views.style import BAR, INK, MARK, PAGE, PAPER

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SPARKS = 22
_FOR_THEME = {
    INK: "var(--ink)",
    "#000000": "var(--ink)",
    BAR: "var(--bar)",
    MARK: "var(--mark)",
    PAPER: "var(--paper)",
}
_ONE_AT_A_TIME = Lock()  # matplotlib's settings and fonts are those of the process, and a cluster may work in threads


def svg(draw: Callable[[Axes], Axes], height: float, salt: str, width: float = PAGE) -> Markup:
    """Draw into SVG text that is the same for the same figures; `salt` keeps the ids of one page apart."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with (
        _ONE_AT_A_TIME,
        mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": salt, "font.family": "sans-serif"}),
        warnings.catch_warnings(),
    ):
        # The text stays text, for the fonts of the browser: those of matplotlib need not have its letters.
        warnings.filterwarnings("ignore", message="Glyph .* missing", category=UserWarning)
        figure = Figure(figsize=(width, height), layout="constrained")
        draw(figure.add_subplot())
        text = io.StringIO()
        nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        figure.savefig(text, format="svg", metadata=nothing, transparent=True)
    svg = text.getvalue()
    # matplotlib has escaped all text, so what stands in angle brackets is a tag; the XML prolog does not belong here.
    return Markup(re.sub(r"<[^>]*>\s*", _tag_for_page, svg[svg.index("<svg") :]))


def _tag_for_page(match: re.Match[str]) -> str:
    """Write a tag in few characters, its colours those of the page, which is light or dark."""
    tag = re.sub(r"\s+", " ", match[0].strip())
    tag = re.sub(r"(\d\.\d\d)\d+", r"\1", re.sub(r'<g id="[^"]*"', "<g", tag))
    tag = re.sub("(?<=px )'DejaVu Sans'.*?sans-serif", "'DejaVu Sans', sans-serif", tag)
    return re.sub("(?<= )#[0-9a-f]{6}", lambda color: _FOR_THEME.get(color[0], color[0]), tag)


def spark_path(law: Distribution) -> str:
    """Return the bars of a small picture of a depth, 88 wide and 26 high, for the first `SPARKS` cards."""
    shares = law.pmf[1 : SPARKS + 1].tolist()
    width, most = 88 // SPARKS, max(shares, default=0.0) or 1.0
    heights = [round(24 * share / most, 1) for share in shares]
    bars = [f"M{place * width} 25v-{h:g}h{width - 1}v{h:g}z" for place, h in enumerate(heights) if h]
    return "".join([*bars, "M0 26v-1h88v1z"])


def spark_words(law: Distribution) -> str:
    """Say what a small picture of a depth shows."""
    return f"depth: median {law.quantile(0.5)}, 90% at most {law.quantile(0.9)} cards"

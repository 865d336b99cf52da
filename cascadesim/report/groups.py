"""The metagame view: the same figure over all decks of a group, by what their lists say or where they lie."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cascadesim.errors import QuestionError, printable
from cascadesim.files import real_path
from cascadesim.report.drawing import svg
from cascadesim.report.finished import Finished
from cascadesim.report.outputs import write_page
from cascadesim.report.pages import Picture, render
from cascadesim.report.ranking import FIGURES, Figure
from cascadesim.results.groups import DeckGroup, Point, Spread
from cascadesim.studies.arguments import check_type
from cascadesim.views.frames import Row
from cascadesim.views.group_plot import WIDE, groups_height, plot_groups, shown_groups

FOLDER, ARCHETYPE = "folder", "archetype"
COLUMNS = dict.fromkeys(("group", "figure"), "object") | dict.fromkeys(("decks", "sources"), "Int64")
COLUMNS |= dict.fromkeys(("mean", "least", "quarter", "median", "three_quarters", "greatest", "widest_arm"), "float64")

_LONGEST = 300  # letters of a comment that may name a group
_KEYED = re.compile(r"\W*([\w ]{1,30}):\s*(\S.*)")
_TITLE = re.compile(r"\W*(\w[^,;]*)[,;]")


def checked_key(key: str) -> str:
    """Return what to group by, in small letters.

    Raises
    ------
    QuestionError
        If it can be no key of a header comment.
    """
    check_type("group_by", key, str, "a text, e.g. 'archetype'")
    if not re.fullmatch(r"[\w ]{1,30}", key.strip()):
        message = f"group_by must be 'archetype', 'folder' or a word of header comments such as 'event', got {key!r}"
        raise QuestionError(message)
    return key.strip().casefold()


def group_of(header: str, key: str) -> str | None:
    r"""Return the group that the comments before the first card of a list name; None where they name none.

    It is what stands behind the word, ``// Archetype: Jund``. A title such as ``// Jund, World Championship 2009``
    names an archetype too, by what stands before its first comma or semicolon.

    Examples
    --------
    >>> group_of("Event: GP Lyon\nArchetype: Jund", "archetype")
    'Jund'
    >>> group_of("Jund, World Championship 2009; Standard", "archetype")
    'Jund'
    >>> group_of("exported by a program", "archetype")
    """
    lines = [" ".join(line[:_LONGEST].split()) for line in header.splitlines()]
    for found in filter(None, map(_KEYED.match, lines)):
        if found[1].strip().casefold() == key:
            return found[2].strip()
    titles = [line for line in lines if not _KEYED.match(line)]
    if key == ARCHETYPE and titles and (title := _TITLE.match(titles[0])):
        return title[1].strip()
    return None


def folder_of(path: Path, root: Path) -> str:
    """Return what to call the folder of a list: where it lies below the folder that was named, or the name of that."""
    inside = path.parent.relative_to(root).as_posix() if path.is_relative_to(root) else "."
    return printable(inside if inside != "." else (real_path(root).name or "/"))


class _Members(NamedTuple):
    name: str
    decks: list[str]
    sources: list[str]
    points: dict[str, list[Point]]


class Groups:
    """Decks, added one by one, and the pictures and tables of their groups."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._members: dict[str, _Members] = {}
        self._without = self._silent = 0

    @property
    def note(self) -> str:
        """What to say of lists whose comments name no group; nothing where all do."""
        if self._key == FOLDER or not self._silent:
            return ""
        lists = "1 list says" if self._silent == 1 else f"{self._silent:,} lists say"
        return f"{lists} nothing of {self._key!r} before the first card: their folders stand for it"

    def group_of(self, finished: Finished, folder: str) -> str:
        """Return the group of a deck: what its list says, else its folder."""
        group = None if self._key == FOLDER else group_of(finished.header, self._key)
        self._silent += group is None
        return folder if group is None else group

    def add(self, finished: Finished, page: str, group: str) -> None:
        """Add a deck to a group; capital letters do not keep groups apart."""
        if not finished.hits:
            self._without += 1
            return
        members = self._members.setdefault(group.casefold(), _Members(group, [], [], {}))
        members.decks.append(finished.path)
        for listed in finished.listed:
            source = listed.cells["source"]
            members.sources.append(source)
            for name, figure in FIGURES.items():
                if (estimate := figure.of(listed)) is not None:
                    point = Point(estimate, f"{finished.name}, {source}", page)
                    members.points.setdefault(name, []).append(point)

    @property
    def groups(self) -> list[DeckGroup]:
        """The groups in the order of their names."""
        found = (
            DeckGroup(
                members.name,
                len(members.decks),
                len(members.sources),
                {name: Spread.of(points) for name, points in members.points.items()},
            )
            for members in self._members.values()
        )
        return sorted(found, key=lambda group: group.name.casefold())

    def rows(self) -> Iterator[Row]:
        """Yield the rows of ``groups.csv``: one a group and figure."""
        for group in self.groups:
            for name, spread in group.spreads.items():
                quantiles = map(spread.quantile, (0, 0.25, 0.5, 0.75, 1))
                yield group.name, name, group.decks, len(spread.points), spread.mean, *quantiles, spread.widest

    def write_page(self, path: Path) -> None:
        """Write ``groups.html``: a picture and a table a figure."""
        groups = self.groups
        sections = [section for name, figure in FIGURES.items() if (section := _section(groups, name, figure))]
        values = {"key": self._key, "sections": sections, "n_groups": len(groups)}
        values |= {"n_without": self._without, "note": self.note}
        write_page(path, render("groups.html", **values))


class _Section(NamedTuple):
    name: str
    figure: Figure
    picture: Picture
    groups: list[DeckGroup]
    n_left_out: int


def _section(groups: list[DeckGroup], name: str, figure: Figure) -> _Section | None:
    having = [group for group in groups if name in group.spreads]
    if not having:
        return None
    shown = shown_groups(having, name)
    height, label = groups_height(len(shown)), figure.label
    drawn = svg(lambda ax: plot_groups(shown, name, label, is_mean=figure.is_mean, ax=ax), height, name, WIDE)
    said = f"Boxes: {label}, group by group; the greatest median is that of {shown[0].name}"
    having.sort(key=lambda group: (-group.spreads[name].quantile(0.5), group.name))
    return _Section(name, figure, Picture(drawn, said), having, len(having) - len(shown))

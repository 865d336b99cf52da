"""The pages of decks as files of a report: their names, and which of the files there are pages of its own."""

from __future__ import annotations

import re
from pathlib import Path

from cascadesim.report.outputs import write_page
from cascadesim.report.store import HIDDEN, OWN_PAGES, is_report

_PAGE = re.compile(r"[a-z0-9-]+\.html")


class PageFiles:
    """The pages of decks in the folder of a report.

    It keeps a list of those that it wrote, in its hidden folder: a file of somebody else keeps its name and its text,
    and a page of an earlier run that is not wanted any more is deleted.

    Parameters
    ----------
    folder : Path
        Of the report.
    """

    def __init__(self, folder: Path) -> None:
        self._folder, self._names = folder, folder / HIDDEN / "pages"
        there = {path.name for path in folder.glob("*.html")} - set(OWN_PAGES)
        if not self._names.is_file() and is_report(folder):  # of before there was such a list: all pages are its own
            write_page(self._names, "".join(name + "\n" for name in sorted(filter(_PAGE.fullmatch, there))))
        known = self._names.read_text(encoding="ascii", errors="replace").split() if self._names.is_file() else []
        self._own = set(filter(_PAGE.fullmatch, known))  # nothing else is deleted, whatever somebody wrote there
        self._taken = {*OWN_PAGES, *(there - self._own)}
        self._next: dict[str, int] = {}
        self._written: list[str] = []

    def name(self, deck: str) -> str:
        """Return a file name for the page of a deck, safe in any folder and address; a taken one gets a number."""
        stem = re.sub(r"[^a-z0-9]+", "-", deck.casefold())[:80].strip("-") or "deck"
        name, number = f"{stem}.html", self._next.get(stem, 2)
        while name in self._taken:
            name, number = f"{stem}-{number}.html", number + 1
        self._next[stem] = number
        self._taken.add(name)
        return name

    def write(self, deck: str, page: str) -> str:
        """Write the page of a deck, and return its name."""
        name = self.name(deck)
        if name not in self._own:  # said before it is written: a run that is ended must know it again
            self._own.add(name)
            with self._names.open("a", encoding="ascii") as names:
                names.write(name + "\n")
        write_page(self._folder / name, page)
        self._written.append(name)
        return name

    def finish(self) -> None:
        """Delete the pages of earlier runs that this one did not write."""
        for name in self._own.difference(self._written):
            (self._folder / name).unlink(missing_ok=True)
        write_page(self._names, "".join(name + "\n" for name in self._written))

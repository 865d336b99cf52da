"""`Printed`: a card as a public card file describes it, and the row of the card table that it becomes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cascadesim.cards import oracle_text
from cascadesim.cards.card import Layout, Mark
from cascadesim.cards.database import FACES, card_of_row, checked_row

LAYOUTS = {
    "split": Layout.SPLIT,
    "aftermath": Layout.AFTERMATH,
    "adventure": Layout.ADVENTURE,
    "omen": Layout.ADVENTURE,
    "modal_dfc": Layout.MODAL_DFC,
    "transform": Layout.TRANSFORM,
    "battle": Layout.TRANSFORM,
    "flip": Layout.FLIP,
    "prepare": Layout.PREPARE,
}
NOT_IN_DECKS = frozenset(
    {"token", "double_faced_token", "emblem", "art_series", "planar", "scheme", "vanguard", "dungeon", "sticker"}
)
_TYPES_NOT_IN_DECKS = frozenset({"Card", "Dungeon", "Emblem", "Phenomenon", "Stickers", "Token"})
_RUBY = re.compile(r"[(（][\u3041-\u30ff]+[)）]")  # how to read a Japanese word, in parentheses
LONGEST_NAME = 300
MOST_NAMES = 100
LONGEST_TEXT = 5_000


@dataclass(frozen=True)
class PrintedFace:
    """One face of a card as printed."""

    name: str
    mana_cost: str
    types: str
    text: str
    toughness: str = ""

    @property
    def is_land(self) -> bool:
        """Whether its type line has Land."""
        return "Land" in self.types.split("—")[0].split()


@dataclass(frozen=True)
class Printed:
    """A card as a card file describes it.

    Parameters
    ----------
    layout : str
        As Scryfall and MTGJSON name it.
    faces : tuple of PrintedFace
    mana_value : float, optional
        What the file says; a card whose costs say something else is not understood.
    produced : str
        The mana that the file says a land gives; "" where it does not say.
    other_names : tuple of str
        Names in other languages, and other printed names.
    is_funny : bool
        Another card of the same name goes before it.
    """

    layout: str
    faces: tuple[PrintedFace, ...]
    mana_value: float | None = None
    produced: str = ""
    other_names: tuple[str, ...] = ()
    is_funny: bool = False

    @property
    def name(self) -> str:
        """Full name."""
        return FACES.join(face.name for face in self.faces)

    @property
    def is_in_decks(self) -> bool:
        """Whether it is a card that decks are made of: no token, plane or emblem."""
        return self.layout not in NOT_IN_DECKS and not _TYPES_NOT_IN_DECKS.intersection(self.faces[0].types.split())

    def row(self) -> list[str]:
        """Return the row of the card table.

        Raises
        ------
        ValueError
            If its facts do not go together, or the table has no way to say them.
        """
        row = checked_row(self._cells())
        said = self.mana_value
        if said is not None and said != (read := card_of_row(row).mana_value):
            message = f"its mana value is given as {said:g}, its costs make {read}"
            raise ValueError(message)
        return row

    def look_up_names(self) -> tuple[str, ...]:
        """Return the other names that it can be found by, with and without how to read them."""
        names = (" ".join(name.split()) for name in self.other_names)
        fine = [name for name in names if name.isprintable() and 0 < len(name) <= LONGEST_NAME and "|" not in name]
        both = [spelt for name in fine for spelt in (name, _RUBY.sub("", name))]
        return tuple(dict.fromkeys(name for name in both if name and name != self.name))[:MOST_NAMES]

    def _cells(self) -> dict[str, str]:
        front = self.faces[0]
        text = "\n".join(face.text for face in self.faces)
        if len(text) > LONGEST_TEXT:
            message = f"a rules text of {len(text):,} characters"
            raise ValueError(message)
        return {
            "name": _cell(self.name),
            "layout": str(self._layout()),
            "mana_costs": FACES.join(_cell(face.mana_cost) for face in self.faces),
            "lands": "".join(str(int(face.is_land)) for face in self.faces),
            "produces": self._produces(),
            "types": FACES.join(_cell(face.types) for face in self.faces),
            "cascade": str(oracle_text.cascades(front.text) or ""),
            "discover": oracle_text.discover(text),
            "kicker": _cell(oracle_text.kicker(front.text)),
            "multikicker": _cell(oracle_text.multikicker(front.text)),
            "prototype": oracle_text.prototype(front.text),
            "marks": " ".join(sorted(self._marks())),
        }

    def _layout(self) -> Layout:
        if len(self.faces) == 1:
            return Layout.NORMAL
        if self.layout not in LAYOUTS:
            message = f"its layout {self.layout!r} is not known"
            raise ValueError(message)
        layout = LAYOUTS[self.layout]
        if layout is Layout.SPLIT and "aftermath" in oracle_text.keywords(self.faces[1].text):
            return Layout.AFTERMATH
        return layout

    def _produces(self) -> str:
        lands = [face.is_land for face in self.faces]
        if not any(lands):
            return ""
        said = "".join(color for color in "WUBRG" if color in self.produced) or ("C" if self.produced else "")
        of_text = [oracle_text.land_mana(face.types, face.text) if face.is_land else "" for face in self.faces]
        return said if said and len(lands) == 1 else FACES.join(of_text)

    def _marks(self) -> set[Mark]:
        front = self.faces[0]
        words = oracle_text.keywords(front.text)
        marks = {
            Mark.CHANGELING: oracle_text.is_every_creature_type(front.text),
            Mark.DEVOID: "devoid" in words,
            Mark.FUSE: any("fuse" in oracle_text.keywords(face.text) for face in self.faces),
            Mark.OMEN: any("Omen" in face.types.split() for face in self.faces[1:]),
            Mark.DISCOVERS: oracle_text.discovers(front.types, front.text),
            Mark.DIES_AT_X0: oracle_text.dies_at_x0(front.mana_cost, front.toughness, front.text),
            Mark.FETCH: front.is_land and oracle_text.fetches(front.text),
        }
        return {mark for mark, has in marks.items() if has}


def text_of(document: Mapping[str, Any], key: str) -> str:
    """Return a text of a JSON object, "" where it has none.

    Raises
    ------
    TypeError
        If it is something else.
    """
    value = document.get(key)
    if value is not None and not isinstance(value, str):
        message = f"{key!r} is no text"
        raise TypeError(message)
    return value or ""


def list_of(document: Mapping[str, Any], key: str, kind: type) -> list[Any]:
    """Return a list of a JSON object whose entries are all of one kind, [] where it has none.

    Raises
    ------
    TypeError
        If it is something else.
    """
    value = document.get(key)
    if value is not None and not (isinstance(value, list) and all(isinstance(entry, kind) for entry in value)):
        message = f"{key!r} is no list of {'texts' if kind is str else 'objects'}"
        raise TypeError(message)
    return value or []


def number_of(document: Mapping[str, Any], key: str) -> float | None:
    """Return a number of a JSON object, None where it has none."""
    value = document.get(key)
    return float(value) if isinstance(value, (int, float)) and abs(value) < 1e9 else None


def joined_names(parts: Iterable[str]) -> tuple[str, ...]:
    """Return the names of faces, and all of them joined where there are several and each has one."""
    names = tuple(parts)
    return (*((FACES.join(names),) if len(names) > 1 and all(names) else ()), *filter(None, names))


def _cell(text: str) -> str:
    cell = " ".join(text.split())
    if not cell.isprintable() or len(cell) > LONGEST_NAME:
        message = "a name, cost or type line that is too long or cannot be printed"
        raise ValueError(message)
    return cell

"""Reading card files, Scryfall's and MTGJSON's, into rows of the card table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from cascadesim.cards import mtgjson, scryfall
from cascadesim.cards.card import Card
from cascadesim.cards.database import FACES, CardDatabase, card_of_row
from cascadesim.cards.json_stream import JsonStream, unpacked
from cascadesim.cards.names import fold, with_double_slash
from cascadesim.cards.printed import Printed
from cascadesim.errors import CardTableError

MOST_CARDS = 200_000
_MTGJSON = re.compile(r'\{\s*"(?:meta|data)"')


@dataclass
class Imported:
    """What a card file gave.

    Parameters
    ----------
    rows : dict of str to list of str
        Cells of `COLUMNS`, by full name.
    other_names : dict of str to str
        Names in other languages and other printed names; the full name that each stands for.
    left_out : dict of str to str
        Cards that the table cannot say, and why not.
    """

    rows: dict[str, list[str]] = field(default_factory=dict)
    other_names: dict[str, str] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)

    def only(self, names: Iterable[str]) -> Imported:
        """Return the cards that go by some names: their own, a face's, or one in another language."""
        wanted = {fold(spelling) for name in names for spelling in (name, with_double_slash(name))}
        by_other = {full for other, full in self.other_names.items() if fold(other) in wanted}
        rows = {
            name: row
            for name, row in self.rows.items()
            if name in by_other or not wanted.isdisjoint(map(fold, (name, *name.split(FACES))))
        }
        others = {other: full for other, full in self.other_names.items() if full in rows}
        return Imported(rows, others, self.left_out)

    def add(self, card: Printed) -> None:
        """Add a card; of two that share a name the one of tournaments stays."""
        try:
            row = card.row()
        except ValueError as error:
            self.left_out.setdefault(_shown(card.name, 80), _shown(str(error), 200))
            return
        if row[0] not in self.rows or not card.is_funny:
            self.rows[row[0]] = row
        for name in card.look_up_names():
            self.other_names.setdefault(name, row[0])

    def read(self, chunks: Iterable[bytes], origin: str) -> None:
        """Add the cards of a file; see `read_cards`. A file without cards adds none."""
        n_read = 0
        try:
            for card in _cards(JsonStream(unpacked(chunks))):
                n_read += 1
                if card is not None:
                    self.add(card)
                if len(self.rows) + len(self.left_out) > MOST_CARDS:
                    message = f"more than {MOST_CARDS:,} different cards"
                    raise ValueError(message)
        except (TypeError, ValueError) as error:
            where = f", after {n_read:,} cards" if n_read else ""
            raise CardTableError(origin, None, f"{error}{where}") from error

    def changes(self, before: CardDatabase) -> list[str]:
        """Return what these cards change of a table, a line a card; new cards are no change."""
        lines = []
        for name, row in self.rows.items():
            old = before.find(name)
            if old is None or old.name != name:
                continue
            facts = zip(_facts(old).items(), _facts(card_of_row(row)).values(), strict=True)
            changed = [f"{fact} {now or 'none'}, was {was or 'none'}" for (fact, was), now in facts if was != now]
            if changed:
                lines.append(f"{name}: {'; '.join(changed)}")
        return lines


def read_cards(chunks: Iterable[bytes], origin: str) -> Imported:
    """Read a card file: Scryfall's card objects in an array, one a line or alone, or MTGJSON's AtomicCards.

    Parameters
    ----------
    chunks : iterable of bytes
        The file in pieces: plain, gzip or xz.
    origin : str
        What to call it in an error.

    Raises
    ------
    CardTableError
        If it is something else, damaged or cut off, or has no card in it.
    """
    imported = Imported()
    imported.read(chunks, origin)
    if not imported.rows:
        reason = next((f": {name!r}: {why}" for name, why in imported.left_out.items()), "")
        raise CardTableError(origin, None, f"no card in it{reason}")
    return imported


def _shown(text: str, longest: int) -> str:
    """Return foreign text as it can be shown in a line."""
    return "".join(letter if letter.isprintable() else "?" for letter in text[:longest])


def _facts(card: Card) -> Mapping[str, object]:
    return {
        "mana value": str(card.mana_value),
        "a land": "yes" if card.is_land else "no",
        "layout": card.layout,
        "cascade": card.cascades,
        "discover": card.discover,
        "kicker": card.kicker,
        "multikicker": card.multikicker,
        "prototype": card.prototype,
    }


def _cards(stream: JsonStream) -> Iterator[Printed | None]:
    if not stream.peek():
        message = "it is empty"
        raise ValueError(message)
    if stream.starts_with(_MTGJSON):
        yield from _of_mtgjson(stream)
    elif stream.take("["):
        yield from _members(stream, "]", lambda: scryfall.printed(_card_object(stream.value())))
        if stream.peek():
            message = "not JSON: something follows the end"
            raise ValueError(message)
    else:
        while stream.peek():
            document = _card_object(stream.value())
            cards = document.get("data") if document.get("object") == "list" else [document]
            yield from (
                scryfall.printed(_card_object(card)) for card in (cards if isinstance(cards, list) else [cards])
            )


def _of_mtgjson(stream: JsonStream) -> Iterator[Printed | None]:
    stream.need("{")
    while True:
        key = stream.value()
        stream.need(":")
        if key == "data":
            stream.need("{")
            yield from _members(stream, "}", lambda: _entry(stream))
        else:
            stream.value()
        if not stream.take(","):
            break
    stream.need("}")


def _entry(stream: JsonStream) -> Printed | None:
    stream.value()
    stream.need(":")
    return mtgjson.printed(stream.value())


def _members(stream: JsonStream, end: str, member: Any) -> Iterator[Printed | None]:
    """Yield the members of an array or an object up to its end."""
    if stream.take(end):
        return
    while True:
        yield member()
        if not stream.take(","):
            break
    stream.need(end)


def _card_object(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        message = "no card object of Scryfall"
        raise TypeError(message)
    return value

"""JSON decklists: MTGJSON decks, tournament caches, and the shapes in which deck sites answer.

A key that names a zone holds its cards: a list of objects or of lines, or an object from names to counts or objects.
What lies deeper (``data``, ``boards``, ``entries``, ``deck``) is looked into.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from cascadesim.decks.card_lines import card_line
from cascadesim.decks.decklist import Decklist, Zone
from cascadesim.decks.entries import Entries
from cascadesim.decks.zones import is_no_library, zone_named
from cascadesim.errors import DecklistError

_COUNT = ("count", "quantity", "qty", "amount")
_NAME = ("name", "cardname", "cardName", "card_name")
_INSIDE = ("card", "oracleCard", "card_digest", "oraclecard")
_MOST_DEEP = 20
_MOST_DECKS = 1
_WRAPPERS = frozenset({"data", "boards", "entries", "deck", "cards", "zones", "decklist", "list"})


def read_json_list(text: str, *, name: str, path: str, encoding: str) -> Decklist:
    """Read a JSON list.

    Raises
    ------
    DecklistError
        If it is not JSON, nested too deep, or holds no cards or several decks.
    """
    try:
        document = json.loads(text.lstrip("\ufeff"))
    except json.JSONDecodeError as error:
        raise DecklistError(path, [f"{path}:{error.lineno}: not JSON: {error.msg.lower()}"]) from error
    except (RecursionError, ValueError) as error:  # ValueError: a number of thousands of digits
        raise DecklistError(path, [f"{path}: JSON that is nested too deep, or with a number too long"]) from error
    reader = _Reader(text)
    reader.read(_only_deck(document, path))
    if not reader.found.entries and not reader.found.issues:
        problem = "JSON without a zone such as 'mainBoard' that holds cards with 'name' and 'count'"
        raise DecklistError(path, [f"{path}: {problem}"])
    return reader.found.decklist(reader.title or name, path, "json", encoding)


def _only_deck(document: Any, path: str) -> Any:
    """Return the one deck of a tournament, or the document itself."""
    decks = document.get("Decks", document.get("decks")) if isinstance(document, Mapping) else None
    if not isinstance(decks, list):
        return document
    if len(decks) != _MOST_DECKS:
        raise DecklistError(path, [f"{path}: {len(decks)} decks in one file; save each one as a file of its own"])
    return decks[0]


class _Reader:
    def __init__(self, text: str) -> None:
        self.found, self.title = Entries(), ""
        self._text, self._at, self._line_no = text, 0, 1

    def read(self, document: Any, depth: int = 0) -> None:
        """Look for zones in an object, and into the objects that wrap them."""
        if isinstance(document, list):
            self._zone(document, Zone.MAIN)
            return
        if not isinstance(document, Mapping) or depth > _MOST_DEEP:
            return
        for key, value in document.items():
            if key == "name" and isinstance(value, str):
                self.title = self.title or value
            if is_no_library(key) and isinstance(value, list | dict) and value:
                self.found.leave_out(key, len(value))
            elif (zone := zone_named(key)) and isinstance(value, list | dict):
                inner = value.get("cards") if isinstance(value, Mapping) else value
                inner = inner if isinstance(inner, list | dict) else value
                if zone == Zone.MAIN and isinstance(inner, Mapping) and any(map(zone_named, inner)):
                    self.read(inner, depth + 1)  # {"deck": {"main": ...}}
                else:
                    self._zone(inner, zone)
            elif key.casefold() in _WRAPPERS:
                self.read(value, depth + 1)

    def _zone(self, cards: Any, zone: Zone) -> None:
        items = cards.items() if isinstance(cards, Mapping) else ((None, card) for card in cards)
        for key, card in items:
            if isinstance(card, str):
                line = card_line(card)
                name, count = (line.rest, line.digits) if line else (card, "1")
                self._add(name, count, zone)
            elif isinstance(card, Mapping):
                name = _name(card) or (key if isinstance(key, str) else "")
                copies = next((card[word] for word in _cased(card, _COUNT)), 1)
                self._add(name, copies, _category(card) or zone)
            elif isinstance(key, str):
                self._add(key, card, zone)
            else:
                self.found.add(self._line_no, str(card)[:80], "", 1, zone)

    def _add(self, name: str, count: Any, zone: Zone) -> None:
        """Add a card, with the line on which its name stands after the last one."""
        place = self._text.find(json.dumps(name, ensure_ascii=False), self._at)
        if place < 0:
            place = self._text.find(json.dumps(name), self._at)
        if place >= 0:
            self._line_no += self._text.count("\n", self._at, place)
            self._at = place
        self.found.add(self._line_no, f"{count} {name}"[:300], name, count, zone)


def _name(card: Mapping[str, Any]) -> str:
    """Return the name of a card object, at whatever depth a site writes it."""
    for _ in range(len(_INSIDE)):
        inside = next((card[key] for key in _INSIDE if isinstance(card.get(key), Mapping)), None)
        if inside is None:
            break
        card = inside
    named = next((card[key] for key in _cased(card, _NAME) if isinstance(card[key], str)), "")
    return named or next((card[key] for key in ("card", "Card") if isinstance(card.get(key), str)), "")


def _cased(card: Mapping[str, Any], words: tuple[str, ...]) -> Iterator[str]:
    """Yield the keys that are some words in any case."""
    wanted = {word.casefold() for word in words}
    return (key for key in card if key.casefold() in wanted)


def _category(card: Mapping[str, Any]) -> Zone | None:
    """Return the zone that the first category of a card names, as Archidekt has it."""
    categories = card.get("categories")
    if not isinstance(categories, list) or not categories:
        return None
    first = categories[0]
    word = first.get("name", "") if isinstance(first, Mapping) else first
    return zone_named(re.split(r"[{]", str(word))[0])

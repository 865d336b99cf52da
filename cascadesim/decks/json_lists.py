"""JSON decklists: MTGJSON decks, tournament caches, and the shapes in which deck sites answer.

A key that names a zone holds its cards: a list of objects or of lines, or an object from names to counts or objects.
What lies deeper (``data``, ``boards``, ``entries``, ``deck``) is looked into.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from cascadesim.decks.card_lines import card_line
from cascadesim.decks.decklist import Decklist, Issue, Zone
from cascadesim.decks.entries import Entries
from cascadesim.decks.zones import KINDS, is_no_library, zone_named, zone_of_category
from cascadesim.errors import DecklistError

_COUNT = ("count", "quantity", "qty", "amount")
_NAME = ("name", "cardname", "cardName", "card_name")
_INSIDE = ("card", "oracleCard", "card_digest", "oraclecard")
_MOST_DEEP = 20
_MOST_DECKS = 1
_FAR = 50_000  # letters between one card's name and the next
_WRAPPERS = frozenset({"data", "boards", "entries", "deck", "cards", "zones", "decklist", "list"})


def read_json_list(text: str, *, name: str, path: str, encoding: str) -> Decklist:
    """Read a JSON list.

    Raises
    ------
    DecklistError
        If it is not JSON, nested too deep, or holds no cards or several decks.
    """
    try:
        document = _writable(json.loads(text.lstrip("\ufeff")))
    except json.JSONDecodeError as error:
        raise DecklistError.of_file(path, f"not JSON: {error.msg.lower()}", error.lineno) from error
    except (RecursionError, ValueError) as error:  # ValueError: a number of thousands of digits
        raise DecklistError.of_file(path, "JSON that is nested too deep, or with a number too long") from error
    reader = _Reader(text)
    reader.read(_only_deck(document, path))
    if not reader.found.entries and not reader.found.issues:
        problem = "JSON without a zone such as 'mainBoard' that holds cards with 'name' and 'count'"
        raise DecklistError.of_file(path, problem)
    return reader.found.decklist(reader.title or name, path, "json", encoding)


def _writable(value: Any) -> Any:
    """Replace halves of letters, which JSON can escape and no file can hold."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, dict):
        return {_writable(key): _writable(of_key) for key, of_key in value.items()}
    return [_writable(entry) for entry in value] if isinstance(value, list) else value


def _only_deck(document: Any, path: str) -> Any:
    """Return the one deck of a tournament, or the document itself."""
    decks = document.get("Decks", document.get("decks")) if isinstance(document, Mapping) else None
    if not isinstance(decks, list):
        return document
    if len(decks) != _MOST_DECKS:
        raise DecklistError.of_file(path, f"{len(decks)} decks in one file; save each one as a file of its own")
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
            elif key.casefold() == "sections" and isinstance(value, list):
                self._sections(value)
            elif isinstance(value, list) and (key.casefold() in KINDS or key.casefold() == "nonlands"):
                self._zone(value, Zone.MAIN)
            elif zone_named(key) and isinstance(value, Mapping) and isinstance(value.get("name"), str):
                continue  # one card, the picture of the deck
            elif (zone := zone_named(key)) and isinstance(value, list | dict):
                inner = value.get("cards") if isinstance(value, Mapping) else value
                inner = inner if isinstance(inner, list | dict) else value
                if zone == Zone.MAIN and isinstance(inner, Mapping) and any(map(zone_named, inner)):
                    self.read(inner, depth + 1)  # {"deck": {"main": ...}}
                else:
                    self._zone(inner, zone)
            elif key.casefold() in _WRAPPERS:
                self.read(value, depth + 1)
            elif isinstance(value, list) and any(isinstance(card, Mapping) and _name(card) for card in value):
                problem = f"{len(value)} cards under {key[:40]!r}, which is no zone that is known; they are left out"
                self.found.issues.append(Issue(self._line_no, key[:40], problem))

    def _zone(self, cards: Any, zone: Zone) -> None:
        if not isinstance(cards, list | Mapping):  # {"main": {"cards": null}}
            return
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

    def _sections(self, sections: list[Any]) -> None:
        """Read sections that are named as zones or in the player's own words, as Deckstats has them."""
        for section in sections:
            if isinstance(section, Mapping) and isinstance(section.get("cards"), list | dict):
                self._zone(section["cards"], zone_named(str(section.get("name", ""))) or Zone.MAIN)

    def _add(self, name: str, count: Any, zone: Zone) -> None:
        """Add a card, with the line on which its name stands not far after the last one."""
        spellings = (json.dumps(name, ensure_ascii=False), json.dumps(name))
        found = (self._text.find(spelling, self._at, self._at + _FAR) for spelling in spellings)
        place = next((place for place in found if place >= 0), -1)
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
    return zone_of_category(str(word))

"""XML decklists: Cockatrice ``.cod``, Magic Online ``.dek``, OCTGN ``.o8d``. Entities and DTDs are refused."""

from __future__ import annotations

import re
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl, Locator

from defusedxml import DefusedXmlException
from defusedxml.sax import parseString

from cascadesim.decks.decklist import Decklist, Issue, Zone
from cascadesim.decks.entries import Entries
from cascadesim.decks.zones import is_no_library, zone_named
from cascadesim.errors import DecklistError

_DECLARATION = re.compile(r"<\?xml[^>]*\?>")
_ROOTS = {"cockatrice_deck": "cockatrice", "deck": "octgn", "Deck": "dek"}
_LONGEST = 300


def read_xml_list(text: str, *, name: str, path: str, encoding: str) -> Decklist:
    """Read an XML list.

    Raises
    ------
    DecklistError
        If it is not well-formed, of no known kind, or defines entities.
    """
    handler = _Handler()
    try:
        # What it says of its encoding is of no account: it has been decoded.
        parseString(_DECLARATION.sub("", text, count=1).lstrip("\ufeff").encode(), handler, forbid_dtd=True)
    except DefusedXmlException as error:
        problem = "XML with a DTD or entities, which no decklist needs; remove the DOCTYPE"
        raise DecklistError.of_file(path, problem) from error
    except SAXParseException as error:
        problem = f"not well-formed XML: {error.getMessage()}"
        raise DecklistError.of_file(path, problem, error.getLineNumber()) from error
    except UnknownRootError as error:
        problem = f"XML with <{error.root[:40]}>; Cockatrice, Magic Online (.dek) and OCTGN lists are read"
        raise DecklistError.of_file(path, problem) from error
    title = " ".join(handler.title.split()) or name
    header = handler.comments.strip()
    return handler.found.decklist(title, path, handler.kind, encoding, header)


class UnknownRootError(ValueError):
    """XML of no known kind. Carries `root`."""

    def __init__(self, root: str) -> None:
        super().__init__(root)
        self.root = root


class _Handler(ContentHandler):
    """Goes through the elements; a card is written when its element ends, for OCTGN's name is its text."""

    def __init__(self) -> None:
        super().__init__()
        self.found, self.kind, self.title, self.comments = Entries(), "", "", ""
        self._where: Zone | None = Zone.MAIN  # None: cards that are left out
        self._section = ""
        self._text = ""
        self._count, self._line_no = "1", 0
        self._place: Locator | None = None

    def setDocumentLocator(self, locator: Locator) -> None:
        self._place = locator

    def startElement(self, name: str, attrs: AttributesImpl) -> None:
        if not self.kind:
            if name not in _ROOTS:
                raise UnknownRootError(name)
            self.kind = _ROOTS[name]
        self._text, self._line_no = "", (self._place.getLineNumber() if self._place else None) or 0
        if name in ("zone", "section"):
            self._section = attrs.get("name", "")
            self._where = zone_named(self._section)
        elif name == "card" and "name" in attrs:
            self._add(attrs["name"], attrs.get("number", "1"), self._where)
        elif name == "card":
            self._count = attrs.get("qty", "1")
        elif name == "Cards":
            is_side = attrs.get("Sideboard", "").casefold() == "true"
            self._add(attrs.get("Name", ""), attrs.get("Quantity", "1"), Zone.SIDEBOARD if is_side else Zone.MAIN)

    def characters(self, content: str) -> None:
        if len(self._text) < 100 * _LONGEST:
            self._text += content

    def endElement(self, name: str) -> None:
        if name == "card" and self.kind == "octgn":
            self._add(self._text.strip(), self._count, self._where)
        elif name == "deckname":
            self.title = self._text
        elif name == "comments":
            self.comments = self._text
        self._text = ""

    def _add(self, card: str, count: str, zone: Zone | None) -> None:
        if zone is None and is_no_library(self._section):
            self.found.leave_out(self._section[:40], count)
            return
        if zone is None:
            problem = f"{self._section[:40]!r} is no zone that is known; the card is left out"
            self.found.issues.append(Issue(self._line_no, f"{count} {card}"[:_LONGEST], problem))
            return
        self.found.add(self._line_no, f"{count} {card}"[:_LONGEST], card, count, zone)

"""`Deck`: the cards of a decklist in their zones, and how to read one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from cascadesim.cards import Card, CardDatabase, default_table
from cascadesim.decks.card_lines import MAX_COUNT
from cascadesim.decks.decklist import Decklist, Entry, Issue, Zone
from cascadesim.decks.read import Format, read_decklist
from cascadesim.errors import DecklistError, Problem, unknown_card
from cascadesim.files import is_file

MOST_CARDS = 5_000
COMMANDER_DECK = 100
MOST_SUGGESTED = 20  # names that get suggestions: a list of nothing but unknown names is no decklist


@dataclass(frozen=True, eq=False, repr=False)
class Deck:
    """The cards of a list in their zones.

    Parameters
    ----------
    name, path : str
    zones : mapping of Zone to mapping of Card to int
        Copies of each card; a zone without cards is not there.
    decklist : Decklist
        What was written.
    issues : tuple of Issue
        Lines that are no card lines, and names that no card has.
    cards : CardDatabase
        The table that named the cards; it names those of a question too.
    """

    name: str
    path: str
    zones: Mapping[Zone, Mapping[Card, int]]
    decklist: Decklist
    issues: tuple[Issue, ...] = ()
    cards: CardDatabase = field(default_factory=default_table)

    def zone(self, zone: Zone) -> Mapping[Card, int]:
        """Return the cards of a zone and their copies."""
        return self.zones.get(zone, {})

    @property
    def main(self) -> Mapping[Card, int]:
        """The main deck: what the library is made of."""
        return self.zone(Zone.MAIN)

    @property
    def unknown(self) -> tuple[str, ...]:
        """Names that no table has, kept on the user's word (`ignore_unknown`)."""
        return tuple(sorted({card.name for cards in self.zones.values() for card in cards if not card.is_known}))

    def __repr__(self) -> str:
        counts = ", ".join(f"{sum(cards.values())} {zone}" for zone, cards in self.zones.items())
        return f"<Deck {self.name!r}: {counts}>"


def read_deck(
    path: str | Path,
    *,
    cards: CardDatabase | str | Path | None = None,
    ignore_unknown: bool = False,
    format: Format | None = None,
) -> Deck:
    """Read a decklist and look its cards up.

    Parameters
    ----------
    path : str or Path
        A list of any format that people and programs write: text, XML, CSV or JSON.
    cards : CardDatabase, str or Path, optional
        The card table, or a CSV file that adds to the default one. By default the bundled table under the user's own
        where there is one (``cascadesim cards update``), and the file ``cards.csv`` beside the list where there is one.
    ignore_unknown : bool, default False
        Keep names that no card has as cards that never stop a dig, instead of refusing the deck.
    format : {"text", "names", "xml", "csv", "json"}, optional
        By default it is recognised by what the file holds, never by its name.

    Raises
    ------
    DecklistError
        If the file cannot be read, a count is out of range or a name is unknown: every such line, with its number.
    CardTableError
        If the CSV file of cards cannot be read.

    Examples
    --------
    >>> import cascadesim as cs
    >>> cs.read_deck("decklists/temur_rhinos_modern_ptlotr2023.txt")
    <Deck 'temur_rhinos_modern_ptlotr2023': 60 main, 15 sideboard>
    """
    return accepted(resolve(read_decklist(path, kind=format), card_table(path, cards), ignore_unknown=ignore_unknown))


def accepted(deck: Deck) -> Deck:
    """Return a deck none of whose lines refuses it.

    Raises
    ------
    DecklistError
        With every line that does.
    """
    problems = [Problem(issue.line_no, issue.problem) for issue in deck.issues if issue.is_error]
    if problems:
        raise DecklistError(deck.path, problems)
    return deck


def card_table(path: str | Path, cards: CardDatabase | str | Path | None = None) -> CardDatabase:
    """Return the table that names the cards of a list; see `read_deck`."""
    return table_with(table_beside(path), cards)


def table_beside(path: str | Path) -> Path | None:
    """Return the card table that lies beside a list, None where there is none."""
    beside = Path(path).parent / "cards.csv"
    return beside if is_file(beside) else None


def table_with(beside: Path | None, cards: CardDatabase | str | Path | None = None) -> CardDatabase:
    """Return the card table of lists beside which a table lies, or none; see `read_deck`."""
    if isinstance(cards, CardDatabase):
        return cards
    table = default_table()
    for overlay in (beside, cards):
        table = table.with_overlay(overlay) if overlay is not None else table
    return table


def resolve(decklist: Decklist, cards: CardDatabase, *, ignore_unknown: bool = False) -> Deck:
    """Look up the cards of a list. Names that no card has are issues of the deck; nothing raises."""
    found = [next((card for name in entry.names if (card := cards.find(name)) is not None), None)
             for entry in decklist.entries]  # fmt: skip
    if decklist.format == "names" and 2 * sum(card is not None for card in found) < len(found):
        return _no_list(decklist, cards)
    issues = list(decklist.issues)
    n_unknown = 0
    resolved: list[tuple[Entry, Card]] = []
    for entry, card in zip(decklist.entries, found, strict=True):
        if card is None:
            n_unknown += 1
            suggestions = tuple(cards.suggestions(entry.names[-1])) if n_unknown <= MOST_SUGGESTED else ()
            problem = unknown_card(entry.names[-1], suggestions)
            issues.append(Issue(entry.line_no, entry.text, problem, suggestions, is_error=not ignore_unknown))
            if not ignore_unknown:
                continue
            card = Card.unknown(entry.names[-1])
        resolved.append((entry, card))
    zones: dict[Zone, dict[Card, int]] = {zone: {} for zone in Zone}
    commander, notes = _commander_by_size(decklist, resolved)
    for entry, card in resolved:
        zone = Zone.COMMANDER if entry is commander else entry.zone
        copies = zones[zone][card] = zones[zone].get(card, 0) + entry.count
        if copies > MAX_COUNT:
            problem = f"{copies:,} copies of {card.name!r} in all; a count is from 1 to {MAX_COUNT:,}"
            issues.append(Issue(entry.line_no, entry.text, problem, is_error=True))
    total = sum(sum(counts.values()) for counts in zones.values())
    if total > MOST_CARDS:
        last = decklist.entries[-1]
        problem = f"{total:,} cards in all; a list of up to {MOST_CARDS:,} can be asked about"
        issues.append(Issue(last.line_no, last.text, problem, is_error=True))
    filled = {zone: MappingProxyType(counts) for zone, counts in zones.items() if counts}
    issues.sort(key=lambda issue: issue.line_no)
    decklist = replace(decklist, notes=(*decklist.notes, *notes))
    return Deck(decklist.name, decklist.path, MappingProxyType(filled), decklist, tuple(issues), cards)


def _no_list(decklist: Decklist, cards: CardDatabase) -> Deck:
    """Return the deck of a text most of whose lines are no card names: it holds nothing, and says so."""
    first = decklist.entries[0]
    problem = f"no card line found: {first.text[:60]!r} is no card; write lines such as '4 Bloodbraid Elf'"
    issue = Issue(first.line_no, first.text[:300], problem, is_error=True)
    return Deck(decklist.name, decklist.path, MappingProxyType({}), decklist, (issue,), cards)


def _commander_by_size(decklist: Decklist, resolved: Sequence[tuple[Entry, Card]]) -> tuple[Entry | None, list[str]]:
    """Find the commander of 100 cards none of which is named as one, and say so.

    The first card of a list without headings is the commander if it looks like one (see `_may_lead`); elsewhere it is
    only said that it may be.
    """
    main = [entry for entry, _ in resolved if entry.zone == Zone.MAIN]
    others = {entry.zone for entry, _ in resolved} - {Zone.MAIN, Zone.SIDEBOARD, Zone.MAYBEBOARD}
    side = [card for entry, card in resolved if entry.zone == Zone.SIDEBOARD for _ in range(entry.count)]
    if not others and len(side) == 1 and sum(entry.count for entry in main) == COMMANDER_DECK - 1:
        return None, [
            f"99 cards and {side[0].name} in the sideboard: it may be the commander; write 'Commander' above it"
        ]
    if not main or others or sum(entry.count for entry in main) != COMMANDER_DECK:
        return None, []
    first, card = next((entry, card) for entry, card in resolved if entry is main[0])
    advice = "write 'Commander' above it, or 'Deck' above all, to say what it is"
    if first.count != 1 or card.is_land:
        return None, []
    if decklist.zones_are_written or not _may_lead(card, [other.name for _, other in resolved[1:]]):
        return None, [f"100 cards and no commander named: the first one, {card.name}, may be it; {advice}"]
    return first, [f"{card.name}, the first of 100 cards, was read as the commander; {advice}"]


def _may_lead(card: Card, others: Sequence[str]) -> bool:
    """Whether the first card of a list is its commander, as far as can be told.

    It is known to be legendary; or, where its types are not known, it has a name and a title, or stands before a list
    in the order of the alphabet to which it does not belong.
    """
    if card.types:
        return "Legendary" in card.types
    in_order = [name.casefold() for name in others]
    return ", " in card.name or (in_order == sorted(in_order) and card.name.casefold() > in_order[0])

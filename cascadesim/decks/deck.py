"""`Deck`: the cards of a decklist in their zones, and how to read one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from cascadesim.cards import Card, CardDatabase, default_table
from cascadesim.decks.decklist import Decklist, Issue, Zone
from cascadesim.decks.read import read_decklist
from cascadesim.decks.text_lists import MAX_COUNT
from cascadesim.errors import DecklistError, unknown_card

MOST_CARDS = 5_000
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
    path: str | Path, *, cards: CardDatabase | str | Path | None = None, ignore_unknown: bool = False
) -> Deck:
    """Read a decklist and look its cards up.

    Parameters
    ----------
    path : str or Path
        A text list; `cascadesim.decks.text_lists` says what is understood.
    cards : CardDatabase, str or Path, optional
        The card table, or a CSV file that adds to the default one. By default the bundled table under the user's own
        where there is one (``cascadesim cards update``), and the file ``cards.csv`` beside the list where there is one.
    ignore_unknown : bool, default False
        Keep names that no card has as cards that never stop a dig, instead of refusing the deck.

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
    deck = resolve(read_decklist(path), card_table(path, cards), ignore_unknown=ignore_unknown)
    problems = [f"{path}:{issue.line_no}: {issue.problem}" for issue in deck.issues if issue.is_error]
    if problems:
        raise DecklistError(str(path), problems)
    return deck


def card_table(path: str | Path, cards: CardDatabase | str | Path | None = None) -> CardDatabase:
    """Return the table that names the cards of a list; see `read_deck`."""
    if isinstance(cards, CardDatabase):
        return cards
    table = default_table()
    beside = Path(path).parent / "cards.csv"
    for overlay in (beside if beside.is_file() else None, cards):
        table = table.with_overlay(overlay) if overlay is not None else table
    return table


def resolve(decklist: Decklist, cards: CardDatabase, *, ignore_unknown: bool = False) -> Deck:
    """Look up the cards of a list. Names that no card has are issues of the deck; nothing raises."""
    zones: dict[Zone, dict[Card, int]] = {zone: {} for zone in Zone}
    issues = list(decklist.issues)
    n_unknown = 0
    for entry in decklist.entries:
        card = next((card for name in entry.names if (card := cards.find(name)) is not None), None)
        if card is None:
            n_unknown += 1
            suggestions = tuple(cards.suggestions(entry.names[-1])) if n_unknown <= MOST_SUGGESTED else ()
            problem = unknown_card(entry.names[-1], suggestions)
            issues.append(Issue(entry.line_no, entry.text, problem, suggestions, is_error=not ignore_unknown))
            if not ignore_unknown:
                continue
            card = Card.unknown(entry.names[-1])
        copies = zones[entry.zone][card] = zones[entry.zone].get(card, 0) + entry.count
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
    return Deck(decklist.name, decklist.path, MappingProxyType(filled), decklist, tuple(issues), cards)

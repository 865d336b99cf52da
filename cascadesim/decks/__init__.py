"""What was written: decklists in people's formats, and the cards that their names mean."""

from cascadesim.decks.deck import Deck, read_deck, resolve
from cascadesim.decks.decklist import Decklist, Entry, Issue, Zone
from cascadesim.decks.read import read_decklist

__all__ = ["Deck", "Decklist", "Entry", "Issue", "Zone", "read_deck", "read_decklist", "resolve"]

"""What is printed on cards: names, faces, mana costs, printed cascade. Knows no deck and no rule of play."""

from cascadesim.cards.card import Card, Face, Layout, Mark
from cascadesim.cards.database import CardDatabase, bundled
from cascadesim.cards.store import default_table

__all__ = ["Card", "CardDatabase", "Face", "Layout", "Mark", "bundled", "default_table"]

"""`Card` and `Face`: one card as it is printed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from cascadesim.cards.mana import mana_value, symbols


class Layout(StrEnum):
    """How the faces of a card lie on it, which decides its mana value and what can be cast."""

    NORMAL = "normal"
    SPLIT = "split"  # fuse cards and Rooms too
    AFTERMATH = "aftermath"  # a split card whose second half is cast from the graveyard only (CR 702.127a)
    ADVENTURE = "adventure"  # Omens too
    MODAL_DFC = "modal_dfc"
    TRANSFORM = "transform"  # and every other nonmodal double-faced card
    FLIP = "flip"
    PREPARE = "prepare"


class Mark(StrEnum):
    """What a card's text says that its other facts do not."""

    CHANGELING = "changeling"  # is every creature type (CR 702.73)
    DEVOID = "devoid"  # is colourless whatever its cost (CR 702.114)
    FUSE = "fuse"  # both halves may be cast together from the hand (CR 702.102)
    OMEN = "omen"  # its inset shuffles the card into the library (CR 720)
    DISCOVERS = "discovers"  # discovers when it resolves, or enters after being cast (CR 701.57)
    DIES_AT_X0 = "dies_at_x0"  # a 0/0 that enters with X counters
    FETCH = "fetch"  # a land that searches for a land of a basic land type


@dataclass(frozen=True)
class Face:
    """One face, half or prototype of a card; `types` is "" where it is not known."""

    name: str
    mana_cost: str
    is_land: bool = False
    types: str = ""

    @cached_property
    def mana_value(self) -> int:
        """Mana value of a spell cast as this face, X being 0 (CR 202.3)."""
        return mana_value(self.mana_cost)

    @cached_property
    def colors(self) -> frozenset[str]:
        """Colours of its mana cost (CR 202.2)."""
        return frozenset("WUBRG").intersection("".join(symbols(self.mana_cost)))

    @cached_property
    def x_count(self) -> int:
        """How often X stands in its mana cost."""
        return symbols(self.mana_cost).count("X")


@dataclass(frozen=True)
class Card:
    """One card as it is printed; two cards of one name are interchangeable.

    Parameters
    ----------
    name : str
        Full name, ``A // B`` where the card has two faces or halves.
    layout : Layout
    faces : tuple of Face
        In printed order; the front face, left half or main part first.
    cascades : int
        Instances of cascade printed on the front face; each one triggers (CR 702.85c).
    produces, discover, kicker, multikicker : str
        As printed; "" where the card has none or the table does not know.
    prototype : str
        The mana cost that it has as a prototyped spell (CR 702.160, 718).
    marks : frozenset of Mark
    is_known : bool
        False for a name that no table has, kept in a deck on the user's word.
    """

    name: str
    layout: Layout
    faces: tuple[Face, ...]
    cascades: int = 0
    produces: str = ""
    discover: str = ""
    kicker: str = ""
    multikicker: str = ""
    prototype: str = ""
    marks: frozenset[Mark] = frozenset()
    is_known: bool = True

    @property
    def front(self) -> Face:
        """The face that the card shows wherever it is not on the stack or the battlefield."""
        return self.faces[0]

    @property
    def types(self) -> str:
        """Type lines of its faces."""
        return " // ".join(face.types for face in self.faces if face.types)

    @cached_property
    def prototyped(self) -> Face | None:
        """The card as a prototyped spell; it keeps everything but cost, colour and size (CR 718.3)."""
        if not self.prototype:
            return None
        return Face(f"{self.name} (prototyped)", self.prototype, types=self.front.types)

    @property
    def discovers(self) -> int | None:
        """N where the card discovers N when it resolves, or enters after being cast."""
        return int(self.discover) if Mark.DISCOVERS in self.marks else None

    def has_text(self, face: Face) -> bool:
        """Whether a face has the card's own text, its cascade and kicker: the front, prototyped or not."""
        return face in (self.front, self.prototyped)

    @property
    def is_land(self) -> bool:
        """Whether the card is a land in the library or in exile: its front decides (CR 712.8a)."""
        return self.front.is_land

    @property
    def is_split(self) -> bool:
        """Whether it has two halves on one face."""
        return self.layout in (Layout.SPLIT, Layout.AFTERMATH)

    @property
    def mana_value(self) -> int:
        """Mana value in the library and in exile.

        Split cards count both halves (CR 709.4b); every other layout counts its front, normal or main part
        (CR 712.8a, 715.4, 720.4, 722.3).
        """
        if self.is_split:
            return sum(face.mana_value for face in self.faces)
        return self.front.mana_value

    @classmethod
    def unknown(cls, name: str) -> Card:
        """Stand-in for a name that no table has: it never stops a dig and is never cast."""
        return cls(name, Layout.NORMAL, (Face(name, ""),), is_known=False)

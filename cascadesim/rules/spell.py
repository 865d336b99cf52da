"""A spell on the stack: what of its card, where it is cast from, and its mana value there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from cascadesim.cards import Card, Face, Layout, Mark
from cascadesim.cards.names import fold
from cascadesim.errors import QuestionError

MOST = 1000  # an X or a discover N above it is a slip of the pen


class CastFrom(StrEnum):
    """The zone that a spell is cast from."""

    HAND = "hand"
    COMMAND = "command"
    EXILE = "exile"
    GRAVEYARD = "graveyard"


class CastAs(StrEnum):
    """How a source may be cast other than as one of its faces."""

    FUSED = "fused"
    PROTOTYPE = "prototype"
    FACE_DOWN = "face-down"


@dataclass(frozen=True)
class Spell:
    """A spell on the stack.

    Parameters
    ----------
    card : Card
    name : str
        Of the face, half or way in which it is cast.
    mana_value : int
        On the stack: X as announced, both halves of a fused spell, 0 face down. How it is paid for does not matter
        (CR 202.3, 118.9, 708.2, 709.4d).
    colors : frozenset of str
        Of its mana cost.
    types : str
        Type line, "" where it is not known.
    cast_from : CastFrom
    cascades : int
        Printed instances of cascade: they stand on the front face and stay on a prototype.
    has_its_text : bool
        False where it is face down, and so has none of the card's abilities (CR 708.2).
    is_free : bool
        Whether it is cast without paying its mana cost, as hits are.
    is_commander : bool
    cost : str
        The mana cost to pay for it, X as announced; "" where it has none, and so cannot be paid for (CR 118.6).
    """

    card: Card
    name: str
    mana_value: int
    colors: frozenset[str]
    types: str
    cast_from: CastFrom
    cascades: int = 0
    has_its_text: bool = True
    is_free: bool = False
    is_commander: bool = False
    cost: str = ""

    def has_type(self, word: str) -> bool | None:
        """Whether the type line has a word; None where it is not known."""
        if word == "Sliver":  # every Sliver's types are known
            return self.has_its_text and (word in self.types.split() or Mark.CHANGELING in self.card.marks)
        return word in self.types.split() if self.types else None

    @classmethod
    def as_face(cls, card: Card, face: Face, cast_from: CastFrom, x: int = 0, *, is_free: bool = False) -> Spell:
        """Cast a card as one of its faces.

        A card that transforms has the mana value of its front even where it is cast transformed (CR 712.8c).
        """
        priced = card.front if card.layout == Layout.TRANSFORM else face
        return cls(
            card,
            face.name,
            priced.mana_value + x * face.x_count,
            frozenset() if Mark.DEVOID in card.marks else face.colors,
            face.types,
            cast_from,
            card.cascades if card.has_text(face) else 0,
            is_free=is_free,
            cost=_with_x(face.mana_cost, x),
        )


def cast_source(
    card: Card, *, x: int | None = None, face: str | None = None, cast_as: str | None = None, cast_from: CastFrom
) -> Spell:
    """Cast the source of a question.

    Parameters
    ----------
    card : Card
    x : int, optional
        As announced; 0 by default.
    face : str, optional
        Name of the face or half to cast; the front by default.
    cast_as : {"fused", "prototype", "face-down"}, optional
    cast_from : CastFrom

    Raises
    ------
    QuestionError
        If the card cannot be cast so.
    """
    if face is not None and cast_as is not None:
        message = f"name a face or how {card.name} is cast, not both: got face {face!r} and as '{cast_as}'"
        raise QuestionError(message)
    if cast_as is None:
        part = _face(card, face, cast_from)
        spell = Spell.as_face(card, part, cast_from, _announced(part, x))
    elif cast_as == CastAs.FACE_DOWN:
        spell = Spell(card, "a face-down spell", 0, frozenset(), "Creature", cast_from, has_its_text=False, cost="{3}")
    elif cast_as == CastAs.PROTOTYPE:
        if card.prototyped is None:
            message = f"{card.name} has no prototype; leave out --as prototype"
            raise QuestionError(message)
        spell = Spell.as_face(card, card.prototyped, cast_from)
    elif cast_as == CastAs.FUSED:
        if Mark.FUSE not in card.marks or cast_from != CastFrom.HAND:
            message = f"{card.name} cannot be cast fused: split cards with fuse can, from the hand (CR 702.102a)"
            raise QuestionError(message)
        halves = [Spell.as_face(card, half, cast_from) for half in card.faces]
        colors = frozenset().union(*(half.colors for half in halves))
        types = " ".join(half.types for half in halves if half.types)
        cost = "".join(half.cost for half in halves)
        spell = Spell(card, card.name, sum(half.mana_value for half in halves), colors, types, cast_from, cost=cost)
    else:
        message = f"as must be one of {', '.join(CastAs)}, got {cast_as!r}"
        raise QuestionError(message)
    if x is not None and cast_as is not None:
        message = f"X of {card.name} cast {cast_as} is not announced; leave out x"
        raise QuestionError(message)
    return spell


def _face(card: Card, name: str | None, cast_from: CastFrom) -> Face:
    face = card.front if name is None else next((part for part in card.faces if fold(part.name) == fold(name)), None)
    if face is None:
        names = " or ".join(repr(part.name) for part in card.faces)
        message = f"{card.name} has no face {name!r}; name {names}"
        raise QuestionError(message)
    reason = ""
    if face.is_land:
        reason = "it is a land, which is played"
    elif face == card.front:
        return face
    elif card.layout in (Layout.FLIP, Layout.PREPARE):
        reason = f"a {card.layout} card is cast as {card.front.name} (CR 710, 722.4)"
    elif card.layout == Layout.AFTERMATH and cast_from != CastFrom.GRAVEYARD:
        reason = "aftermath is cast from the graveyard (CR 702.127a)"
    elif card.layout == Layout.TRANSFORM and cast_from in (CastFrom.HAND, CastFrom.COMMAND):
        reason = f"from there the card is cast as {card.front.name} (CR 712.11)"
    if reason:
        message = f"{face.name} is not cast: {reason}"
        raise QuestionError(message)
    return face


def _announced(face: Face, x: int | None) -> int:
    if x is None:
        return 0
    if not face.x_count:
        message = f"{face.name} has no X in its mana cost {face.mana_cost or '(none)'}; leave out x"
        raise QuestionError(message)
    if not 0 <= x <= MOST:
        message = f"x must be from 0 to {MOST:,}, got {x:,}"
        raise QuestionError(message)
    return x


def _with_x(cost: str, x: int) -> str:
    return cost.replace("{X}", f"{{{x}}}")

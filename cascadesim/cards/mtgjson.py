"""An entry of MTGJSON's AtomicCards as a `Printed` card: https://mtgjson.com/data-models/card/card-atomic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cascadesim.cards.printed import Printed, PrintedFace, list_of, number_of, text_of


def printed(entry: Any) -> Printed | None:
    """Return a card from the faces under its name, or None for what no deck is made of.

    Raises
    ------
    TypeError
        If these are no faces of MTGJSON.
    """
    if not isinstance(entry, list) or not entry or not all(isinstance(face, dict) for face in entry):
        message = "no list of faces of MTGJSON"
        raise TypeError(message)
    faces = _of_one_card(entry)
    layout = text_of(faces[0], "layout")
    if layout in ("meld", "reversible_card"):  # the other face is another card, or this one once more
        faces = faces[:1]
        if layout == "meld" and text_of(faces[0], "side") == "b":
            return None
    front = faces[0]
    part = Printed(
        layout,
        tuple(_face(face, is_alone=len(faces) == 1) for face in faces),
        number_of(front, "manaValue"),
        "".join(list_of(front, "producedMana", str)),
        _foreign_names(faces),
        is_funny=bool(front.get("isFunny")),
    )
    return part if part.is_in_decks else None


def _of_one_card(faces: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the faces of one card in order: two cards may share a name, and the funny one goes last."""
    cards: dict[Any, list[Mapping[str, Any]]] = {}
    for face in faces:
        ids = face.get("identifiers")
        own = ids.get("scryfallOracleId") if isinstance(ids, dict) else None
        cards.setdefault(str(own), []).append(face)
    chosen = min(cards.values(), key=lambda card: bool(card[0].get("isFunny")))
    return sorted(chosen, key=lambda face: text_of(face, "side"))


def _face(face: Mapping[str, Any], *, is_alone: bool) -> PrintedFace:
    name = text_of(face, "faceName") or text_of(face, "name")
    if not name:
        message = "a face without a name"
        raise TypeError(message)
    # The flipped half repeats the cost of the card; nothing can be cast as it (CR 710).
    has_cost = text_of(face, "layout") != "flip" or is_alone or text_of(face, "side") == "a"
    keys = ("manaCost", "type", "text", "toughness")
    cost, types, text, toughness = (text_of(face, key) for key in keys)
    return PrintedFace(name, cost if has_cost else "", types, text, toughness)


def _foreign_names(faces: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    foreign = [one for face in faces for one in list_of(face, "foreignData", dict)]
    return tuple(dict.fromkeys(text_of(one, key) for one in foreign for key in ("name", "faceName")))

"""A card object of Scryfall as a `Printed` card: https://scryfall.com/docs/api/cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cascadesim.cards.printed import Printed, PrintedFace, joined_names, list_of, number_of, text_of

_NAMES = ("printed_name", "flavor_name")


def printed(card: Mapping[str, Any]) -> Printed | None:
    """Return a card, or None for what no deck is made of: tokens, emblems, meld results.

    Raises
    ------
    TypeError
        If this is no card object of Scryfall.
    """
    if text_of(card, "object") != "card" or not text_of(card, "name"):
        message = "no card object of Scryfall"
        raise TypeError(message)
    faces = list_of(card, "card_faces", dict) or [card]
    layout = text_of(card, "layout")
    if layout == "reversible_card":  # two pictures of one card; its facts stand on the faces only
        faces, layout = _of_one_side(faces)
    part = Printed(
        layout,
        tuple(_face(face) for face in faces),
        number_of(card if "cmc" in card else faces[0], "cmc"),
        "".join(list_of(card, "produced_mana", str)),
        tuple(name for key in _NAMES for name in joined_names(text_of(face, key) for face in faces)),
        is_funny=text_of(card, "set_type") in ("funny", "memorabilia"),
    )
    return part if part.is_in_decks and not _is_meld_result(card) else None


def _of_one_side(faces: list[Any]) -> tuple[list[Any], str]:
    names = [text_of(face, "name") for face in faces]
    half = len(faces) // 2
    one = faces[:half] if names[:half] == names[half:] else faces
    return one, text_of(one[0], "layout") or "reversible_card"


def _face(face: Mapping[str, Any]) -> PrintedFace:
    keys = ("name", "mana_cost", "type_line", "oracle_text", "toughness")
    return PrintedFace(*(text_of(face, key) for key in keys))


def _is_meld_result(card: Mapping[str, Any]) -> bool:
    parts = list_of(card, "all_parts", dict)
    return any(part.get("component") == "meld_result" and part.get("name") == card["name"] for part in parts)

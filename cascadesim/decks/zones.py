"""The words by which lists of every format name their zones, and the types of cards that they use as headings."""

from __future__ import annotations

import re

from cascadesim.decks.decklist import Zone

_ZONE_WORDS = {
    Zone.MAIN: (
        "deck, main, maindeck, main deck, mainboard, main board, mazo, mazzo, "
        "メインボード, メイン, メインデッキ, デッキ"
    ),
    Zone.SIDEBOARD: "sideboard, side board, side, sb, banquillo, réserve, reserva, サイドボード, サイド",
    Zone.COMMANDER: (
        "commander, commanders, command zone, command, general, cmdr, kommandeur, commandant, comandante, 統率者"
    ),
    Zone.COMPANION: "companion, companions, gefährte, compagnon, compañero, compagno, companheiro, 相棒",
    Zone.MAYBEBOARD: (
        "maybeboard, maybe board, maybe, considering, acquireboard, acquire, wishlist, scratchpad, outside"
    ),
}
HEADINGS = {word: zone for zone, words in _ZONE_WORDS.items() for word in words.split(", ")}

_KIND_WORDS = (
    "creature, creatures, land, lands, basic lands, nonbasic lands, spell, spells, other spells, other, "
    "noncreature spells, non-creature spells, instant, instants, sorcery, sorceries, instants and sorceries, "
    "artifact, artifacts, enchantment, enchantments, artifacts and enchantments, planeswalker, planeswalkers, "
    "battle, battles, 土地, クリーチャー, 呪文, インスタント, ソーサリー, アーティファクト, エンチャント, "
    "プレインズウォーカー, アーティファクト・クリーチャー, その他"
)
KINDS = frozenset(_KIND_WORDS.split(", "))

# Cards that are in no library: they lie in decks of their own, or are no cards of a deck at all.
_OTHER_WORDS = (
    "tokens, token, planes, planar, planar deck, schemes, scheme deck, plane deck, planes/schemes, conspiracy, "
    "conspiracies, display commander, dungeon, dungeons, attractions, contraptions, stickers, avatar, vanguard, emblems"
)
NOT_IN_A_LIBRARY = frozenset(_OTHER_WORDS.split(", "))


def zone_named(text: str) -> Zone | None:
    """Return the zone that a word or key means, None where it means none.

    >>> zone_named("mainBoard"), zone_named("Side Board"), zone_named("Ramp")
    (<Zone.MAIN: 'main'>, <Zone.SIDEBOARD: 'sideboard'>, None)
    """
    word = " ".join(re.sub(r"[_-]", " ", text).casefold().split())
    return HEADINGS.get(word) or HEADINGS.get(word.replace(" ", ""))


def zone_of_category(category: str) -> Zone | None:
    """Return the zone of a category as Archidekt writes it, None where it says nothing of a zone.

    >>> zone_of_category("Commander{top}"), zone_of_category("Ideas{noDeck}{noPrice}"), zone_of_category("Ramp")
    (<Zone.COMMANDER: 'commander'>, <Zone.MAYBEBOARD: 'maybeboard'>, None)
    """
    name, _, marks = category.partition("{")
    zone = zone_named(name)
    return Zone.MAYBEBOARD if zone is None and "nodeck" in marks.casefold() else zone


def is_no_library(text: str) -> bool:
    """Whether a word or key means cards that are in no library: tokens, planes, schemes."""
    return " ".join(text.casefold().split()) in NOT_IN_A_LIBRARY


def left_out(heading: str, n: int) -> str:
    """Say that cards are in no library, and so left out."""
    return f"{n} card(s) under {heading!r} are in no library: left out"

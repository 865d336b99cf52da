"""Cards that give cascade to spells: which spells, from where, how often.

A granter is named as active now: on the battlefield, or its effect begun (Yidris has dealt its damage, Dark Apostle has
been tapped). Named twice it gives twice. Facts of 2026-08-22, rule 702.85c for several instances.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from cascadesim.cards import Card
from cascadesim.errors import QuestionError
from cascadesim.rules.spell import CastFrom, Spell

Test = Callable[[Spell, int], bool | None]  # whether a spell gets it, None where a fact is not known


@dataclass(frozen=True)
class Grant:
    """One thing that a granter gives.

    Parameters
    ----------
    granter : str
    to : callable
        Whether a spell gets it; takes the spell and the granter's number, which only Abaddon has.
    instances : int
    once : bool
        Only to the first such spell; the next has no cascade from it.
    asks : str
        What `to` asks of a spell that may not be known, for people.
    enters : bool
        Whether the granter gives it from when it has entered the battlefield, without more ado.
    number : int
        Abaddon's: the life that opponents lost this turn.
    """

    granter: str
    to: Test
    instances: int = 1
    once: bool = False
    asks: str = ""
    enters: bool = False
    number: int = 0

    def gives(self, spell: Spell) -> bool | None:
        """Whether a spell gets it; None where that needs a fact that is not known."""
        return self.to(spell, self.number)


def _any(_spell: Spell, _number: int) -> bool:
    return True


def _has(*words: str) -> Test:
    def test(spell: Spell, _number: int) -> bool | None:
        known = [spell.has_type(word) for word in words]
        return True if True in known else None if None in known else False

    return test


def _noncreature(spell: Spell, _number: int) -> bool | None:
    is_creature = spell.has_type("Creature")
    return None if is_creature is None else not is_creature


def _from_hand(test: Test) -> Test:
    return lambda spell, number: test(spell, number) if spell.cast_from == CastFrom.HAND else False


def _from_exile(spell: Spell, _number: int) -> bool:
    return spell.cast_from == CastFrom.EXILE


def _six_or_more(spell: Spell, _number: int) -> bool:
    return spell.mana_value >= 6


def _colorless_seven_or_more(spell: Spell, _number: int) -> bool:
    return not spell.colors and spell.mana_value >= 7


def _at_most(spell: Spell, number: int) -> bool:
    return spell.mana_value <= number


def _commander(spell: Spell, _number: int) -> bool:
    return spell.is_commander


def _paid_with_treasure(spell: Spell, _number: int) -> bool:
    return not spell.is_free  # whoever names it has paid with Treasure; a free hit is paid with nothing


ABADDON = "Abaddon the Despoiler"
GRANTS = (
    Grant("Maelstrom Nexus", _any, once=True),
    Grant("Yidris, Maelstrom Wielder", _from_hand(_any)),
    Grant("The First Sliver", _has("Sliver"), asks="a Sliver", enters=True),
    Grant("Imoti, Celebrant of Bounty", _six_or_more, enters=True),
    Grant("Flamekin Herald", _commander),
    Grant("Wild-Magic Sorcerer", _from_exile, once=True),
    Grant(ABADDON, _from_hand(_at_most)),
    Grant("Dark Apostle", _noncreature, once=True, asks="a noncreature spell"),
    Grant("Sloppity Bilepiper", _has("Creature"), once=True, asks="a creature spell"),
    Grant("Rain of Riches", _paid_with_treasure, once=True),
    Grant("Zhulodok, Void Gorger", _from_hand(_colorless_seven_or_more), instances=2),
    Grant("Bigger on the Inside", _any, once=True),
    Grant("TARDIS", _any, once=True),
    Grant("Smoldering Stagecoach", _has("Instant"), once=True, asks="an instant"),
    Grant("Smoldering Stagecoach", _has("Sorcery"), once=True, asks="a sorcery"),
    Grant("Wildsear, Scouring Maw", _from_hand(_has("Enchantment")), asks="an enchantment"),
    Grant("Quandrix, the Proof", _from_hand(_has("Instant", "Sorcery")), asks="an instant or a sorcery"),
)
GRANTERS = tuple(dict.fromkeys(grant.granter for grant in GRANTS))


def grants_of(granter: Card, number: int | None = None) -> tuple[Grant, ...]:
    """Return what a card gives; `number` is the life that opponents lost this turn, which Abaddon asks.

    Raises
    ------
    QuestionError
        If it gives cascade to nothing, or the number is missing or has no meaning.
    """
    found = [grant for grant in GRANTS if grant.granter == granter.name]
    if not found:
        message = f"{granter.name} gives cascade to no spell; the granters are {', '.join(GRANTERS)}"
        raise QuestionError(message)
    counts_life = found[0].granter == ABADDON
    if counts_life and number is None:
        message = f"{ABADDON}: say how much life opponents lost this turn, e.g. '{ABADDON}=3'"
        raise QuestionError(message)
    if number is not None and not counts_life:
        message = f"{granter.name} takes no number, got {number}; name it again for a second copy"
        raise QuestionError(message)
    return tuple(replace(grant, number=number or 0) for grant in found)


def enabled_by(card: Card) -> tuple[Grant, ...]:
    """Return what a card that is itself a hit gives from the moment that it has resolved."""
    return tuple(grant for grant in GRANTS if grant.enters and grant.granter == card.name)


def gives_hit(grant: Grant, spell: Spell) -> bool:
    """Whether a grant gives a hit cascade; what is not known of a hit cannot be guessed.

    Raises
    ------
    QuestionError
        If the grant asks for a type that is not known.
    """
    gives = grant.gives(spell)
    if gives is None:
        message = (
            f"{grant.granter} asks whether {spell.name} is {grant.asks}, and its types are not known; "
            "write them into the types column of a cards.csv beside the list or of --cards FILE"
        )
        raise QuestionError(message)
    return gives


def given_to_source(grants: Iterable[Grant], spell: Spell) -> tuple[int, tuple[Grant, ...], list[str]]:
    """Let active grants apply to the source.

    Returns
    -------
    instances : int
        What they give it.
    left : tuple of Grant
        Those that are still there for what it casts.
    notes : list of str
        For each grant that asks what is not known: the source is taken to qualify.
    """
    instances, left, notes = 0, [], []
    for grant in grants:
        gives = grant.gives(spell)
        if gives is None:
            notes.append(f"{spell.name} is taken to be {grant.asks}, as {grant.granter} asks: its types are not known")
        if gives is not False:
            instances += grant.instances
        if gives is False or not grant.once:
            left.append(grant)
    return instances, tuple(left), notes

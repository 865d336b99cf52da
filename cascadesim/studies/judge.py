"""One exact library, resolved step by step: the scalar, plainly readable statement of the rules.

What the vector engine does with arrays is done here with cards and lists; the two are tested against each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Unpack

from cascadesim.cards import Card, CardDatabase, default_table
from cascadesim.decks import Deck, Decklist
from cascadesim.errors import QuestionError
from cascadesim.results.judgement import Judgement, Step
from cascadesim.rules import Dig, Era, Form, Grant, Source, Spell, era_named
from cascadesim.rules.era import choose_part, parts
from cascadesim.rules.grants import enabled_by, gives_hit
from cascadesim.rules.kicker import Budget, Kicker, demand_of_kickers, read_resources
from cascadesim.rules.mana import Demand, read_mana
from cascadesim.studies.question import SourceOptions, ask_source, card_names, cards_or_faces, named_card

Choose = Callable[[int], int]  # a number from 0 to k - 1, for what is random


def judge(
    source: str | Card | None,
    library: Sequence[str | Card],
    *,
    cards: CardDatabase | None = None,
    decline: Iterable[str] = (),
    uncastable: Iterable[str] = (),
    prefer: Iterable[str] = (),
    shuffles: Iterable[str] = (),
    mana: str = "",
    resources: Mapping[str, int] | None = None,
    choose: Choose | None = None,
    era: str = "current",
    **options: Unpack[SourceOptions],
) -> Judgement:
    """Resolve a source on one exact library, step by step.

    Parameters
    ----------
    source : str, Card or None
        As of `cascade`.
    library : sequence of str or Card
        From the top.
    cards : CardDatabase, optional
        The bundled one under the user's own by default.
    decline, uncastable, prefer, shuffles
        As of `cascade`.
    mana, resources
        As of `kickers`: what hits can be kicked with.
    choose : callable, optional
        Decides what is random: given k, a number from 0 to k - 1. By default bottomed cards stay as they were exiled
        and a shuffle leaves the library as it is.
    era : {"current", "2021", "2017", "2009"}
        Whose rules apply.
    **options
        See `SourceOptions`.

    Returns
    -------
    Judgement

    Raises
    ------
    UnknownCardError, QuestionError
        As `cascade`.

    Examples
    --------
    >>> import cascadesim as cs
    >>> ruling = cs.judge("Bloodbraid Elf", ["Forest", "Hill Giant", "Fire // Ice", "Grizzly Bears"])
    >>> [(step.hit.name, len(step.exiled)) for step in ruling.steps]
    [('Grizzly Bears', 4)]
    """
    table = cards or default_table()
    deck = Deck("a library", "", {}, Decklist("a library", "", "", "", ()), cards=table)
    asked = [card if isinstance(card, Card) else named_card(deck, card) for card in library]
    named = {
        "decline": cards_or_faces(deck, decline),
        "uncastable": cards_or_faces(deck, uncastable),
        "prefer": cards_or_faces(deck, prefer, faces_only=True),
        "shuffles": card_names(deck, shuffles),
    }
    there = {name for card in asked for name in (card.name, *(face.name for face in (*card.faces, *parts(card))))}
    for option, names in named.items():
        for name in names:
            if name not in there:
                message = f"{option}={name!r}: the library holds no such card"
                raise QuestionError(message)
    kickers = [Kicker.of(card) for card in asked]
    judged = Resolution(
        source=ask_source(deck, source, **options),
        library=asked,
        era=era_named(era),
        not_cast={*named["decline"], *named["uncastable"]},
        prefer=named["prefer"],
        shuffles=named["shuffles"],
        budget=Budget.of(read_mana(mana), read_resources(resources or {}, kickers)),
        demand=demand_of_kickers(kickers),
        choose=choose,
    )
    return judged.run()


class _Trigger(NamedTuple):
    """A trigger on the stack: whose, which of its triggers, and what it digs."""

    of: str
    number: int
    dig: Dig


class _OnStack(NamedTuple):
    """A spell on the stack that has this many triggers above it."""

    form: Form
    triggers: int


class Resolution:
    """The game as far as a cascade needs it: a library, a stack, and the grants that are active.

    `choose` decides what is random, as of `judge`; `run` resolves all triggers.
    """

    def __init__(
        self,
        *,
        source: Source,
        library: list[Card],
        era: Era,
        not_cast: set[str],
        prefer: Sequence[str],
        shuffles: Sequence[str],
        budget: Budget,
        demand: Demand,
        choose: Choose | None,
    ) -> None:
        self.source, self.era, self.library = source, era, library
        self._not_cast, self._prefer, self._shuffles = not_cast, prefer, shuffles
        self._budget, self._demand, self._choose = budget, demand, choose
        self._active: list[Grant] = list(source.left)
        self._known = len(library)  # cards on top whose order is known
        self._reached_bottom = False
        self.steps: list[Step] = []
        triggers = [_Trigger(source.face, number, dig) for number, dig in enumerate(source.digs, start=1)]
        self._stack: list[_Trigger | _OnStack] = [*reversed(triggers)]

    def run(self) -> Judgement:
        """Resolve all triggers of the source, each with all that comes of it before the next (CR 603.3, 608)."""
        while self._stack:
            top = self._stack.pop()
            if isinstance(top, _Trigger):
                self._trigger(*top)
            else:
                self._resolve(*top)
        return Judgement(self.source, self.era, tuple(self.steps), tuple(self.library), self._reached_bottom)

    def _trigger(self, of: str, number: int, dig: Dig) -> None:
        # CR 702.85a, 701.57a: exile from the top until a nonland card is cheap enough, or the library is empty.
        exiled: list[Card] = []
        hit = None
        while self.library and hit is None:
            self._reached_bottom |= self._known == 0
            self._known = max(self._known - 1, 0)
            card = self.library.pop(0)
            exiled.append(card)
            stop_value = self.era.stop_value(card)
            if stop_value is not None and stop_value < dig.below:
                hit = card
        castable = self.era.castable(hit, dig.below) if hit else ()
        candidates = [face for face in castable if hit and not {hit.name, face.name} & self._not_cast]
        face = choose_part(candidates, self._prefer)
        rest = exiled[:-1] if hit and (face or dig.to_hand) else exiled
        # CR 702.85a: the rest go to the bottom in a random order, before anything that the cast triggers (608.2g).
        self.library += self._in_random_order(rest)
        spell = Form(hit, face).spell if hit and face else None
        triggers = self._triggers_of(spell) if spell else 0
        kicker = Kicker.of(hit) if hit and face and hit.has_text(face) else None
        kick = kicker.best(self._budget, self._demand) if kicker else None
        self._budget = kick.left if kick else self._budget
        self.steps.append(
            Step(
                of=of,
                trigger=number,
                dig=dig,
                threshold=dig.below - 1 if dig.to_hand else dig.below,
                exiled=tuple(exiled),
                hit=hit,
                castable=castable,
                cast=face,
                to_hand=(hit,) if hit and not face and dig.to_hand else (),
                bottomed=tuple(rest),
                new_triggers=triggers,
                kicker=kicker,
                kick=kick,
                x_value=0 if face and face.x_count else None,
            )
        )
        if spell is None or hit is None or face is None:
            return
        # The spell's own triggers go on the stack above it and resolve first (CR 603.3), then it does.
        self._stack.append(_OnStack(Form(hit, face), triggers))
        for trigger in range(triggers, 0, -1):
            self._stack.append(_Trigger(face.name, trigger, Dig(spell.mana_value)))

    def _triggers_of(self, spell: Spell) -> int:
        """Return printed and granted instances; a grant to "the next" spell is then used up (CR 702.85c)."""
        given = [grant for grant in self._active if gives_hit(grant, spell)]
        self._active = [grant for grant in self._active if not (grant in given and grant.once)]
        return spell.cascades + sum(grant.instances for grant in given)

    def _resolve(self, form: Form, triggers: int) -> None:
        if form.card.name in self._shuffles:
            self.library = self._in_random_order(self.library)
            self._known = 0
        for grant in enabled_by(form.card):
            # A legendary granter that is there already stays one (CR 704.5j).
            if not any(active.granter == grant.granter for active in self._active):
                self._active.append(grant)
        if form.card.discovers is not None:
            self._stack.append(_Trigger(form.face.name, triggers + 1, Dig.discover(form.card.discovers)))

    def _in_random_order(self, cards: list[Card]) -> list[Card]:
        if self._choose is None:
            return list(cards)
        pool = list(cards)
        return [pool.pop(self._choose(len(pool))) for _ in cards]

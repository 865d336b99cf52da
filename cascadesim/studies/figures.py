"""What sweep and compare ask: one of the studies, put to several decks, and the names of its figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cascadesim.cards import Card
from cascadesim.decks import Deck
from cascadesim.errors import QuestionError
from cascadesim.results import CascadeResult, Estimate, KickResult, TurnsResult
from cascadesim.results.figures import NAMES, OF_CARD, OF_GROUP, Figure, Result, Study, figures_of
from cascadesim.rules import find_sources
from cascadesim.studies.arguments import check_type, names_in
from cascadesim.studies.cascade import cascade
from cascadesim.studies.kickers import kickers
from cascadesim.studies.question import PolicyOptions, QuestionOptions, named_card
from cascadesim.studies.turns import turns

DEFAULT: dict[Study, str] = {"cascade": "whiff", "turns": "cascades_into_hit", "kickers": "kicked"}
_STUDIES: dict[Study, Callable[..., Result]] = {"cascade": cascade, "turns": turns, "kickers": kickers}

Sources = str | Card | Iterable[str | Card] | None


@dataclass(frozen=True, eq=False)
class Asked:
    """A question that is put to several decks.

    Parameters
    ----------
    study : {"cascade", "turns", "kickers"}
    sources : tuple of str or Card
        One, but for turns; none means those of the deck, or an event that discovers.
    options : mapping of str
        Keyword arguments of the study.
    notes : tuple of str
    """

    study: Study
    sources: tuple[str | Card, ...]
    options: Mapping[str, Any]
    notes: tuple[str, ...] = ()

    @classmethod
    def of(cls, deck: Deck, source: Sources, by: int | None, mana: str | None, options: Mapping[str, Any]) -> Asked:
        """Return what is asked: by a turn with `by`, of kicks with `mana`, else of one cast.

        Raises
        ------
        QuestionError
            If it is unclear what is asked, or no source is there.
        """
        if by is not None and mana is not None:
            message = "by asks for figures of turns, mana for figures of kickers; leave one of them out"
            raise QuestionError(message)
        named = () if source is None else (source,) if isinstance(source, str | Card) else names_in("source", source)
        if by is not None:
            for name in options.keys() & (
                QuestionOptions.__annotations__.keys() - PolicyOptions.__annotations__.keys()
            ):
                message = f"{name} says where cards are when one spell is cast; leave it out beside by"
                raise QuestionError(message)
            return cls("turns", named, {**options, "by": by})
        study: Study = "kickers" if mana is not None or "resources" in options else "cascade"
        options = {**options, "mana": mana or ""} if study == "kickers" else options
        if len(named) > 1:
            message = f"name one source, got {len(named)}; several can be asked about by a turn"
            raise QuestionError(message)
        if named or options.get("discover") is not None:
            return cls(study, named, options)
        found = find_sources(deck)
        if not found:
            message = f"{deck.name}: no card with cascade in the main deck or command zone; name one with --source NAME"
            raise QuestionError(message)
        others = [card.name for card in found[1:]]
        notes = (f"{found[0].name} is cast; name another source to ask about {', '.join(others)}",) if others else ()
        return cls(study, (found[0].name,), options, notes)

    def answer(self, deck: Deck, **how: Any) -> Result:
        """Put the question to a deck; `how` says by which method."""
        source = {"sources": self.sources} if self.study == "turns" else {"source": next(iter(self.sources), None)}
        return _STUDIES[self.study](deck, **source, **self.options, **how)

    def figure_named(self, text: str, decks: Iterable[Deck], known: Iterable[Card] = ()) -> Figure:
        """Return the figure that a text names, e.g. ``"whiff"`` or ``"first:Blightning"``.

        Raises
        ------
        QuestionError
            If the study has no such figure, or no deck holds the card.
        """
        check_type("figure", text, str, "a text, e.g. 'whiff'")
        name, _, of = (part.strip() for part in text.partition(":"))
        if name not in NAMES[self.study]:
            message = f"figure must be one of {', '.join(map(_with_card, NAMES[self.study]))}, got {text!r}"
            raise QuestionError(message)
        if bool(of) != (name in OF_CARD + OF_GROUP):
            message = f"cannot read figure {text!r}; write {_with_card(name)}"
            raise QuestionError(message)
        if name in OF_GROUP and of not in self.options.get("groups", {}):
            message = f"figure {text!r}: no such group"
            raise QuestionError(message)
        if name in OF_CARD:
            decks = tuple(decks)
            card = named_card(decks[0], of)
            if card not in known and not any(card in deck.main for deck in decks):
                message = f"figure {text!r}: the main deck holds no such card"
                raise QuestionError(message)
            of = card.name
        return Figure(name, of)


def _with_card(name: str) -> str:
    return f"{name}:CARD" if name in OF_CARD else f"{name}:GROUP" if name in OF_GROUP else name


def chosen(result: Result, figure: Figure) -> dict[Figure, Estimate]:
    """Return a figure of a result, of turns one a seat; of a card that cannot be hit it is 0."""
    figures = figures_of(result)
    seats = list(result.counts) if isinstance(result, TurnsResult) else [""]
    named = [Figure(figure.name, figure.of, seat) for seat in seats]
    return {each: figures.get(each, Estimate(0.0)) for each in named}


def sources_of(result: Result) -> tuple[str, ...]:
    """Return the names of what is cast."""
    return (result.source,) if isinstance(result, CascadeResult | KickResult) else result.sources

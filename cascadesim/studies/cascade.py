"""What does this spell hit? The study behind ``cascadesim hits``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from operator import add
from typing import Literal

import numpy as np

from cascadesim.cards import Card
from cascadesim.cards.names import fold
from cascadesim.decks import Deck
from cascadesim.engine.counts import Counts, Groups, count
from cascadesim.engine.exact import closed_form, is_closed_form
from cascadesim.engine.intervals import critical_value
from cascadesim.engine.simulate import simulate
from cascadesim.errors import QuestionError
from cascadesim.results import CascadeResult
from cascadesim.rules import Question, Situation, Source, compile_question

Method = Literal["auto", "exact", "simulate"]
Seed = int | np.random.Generator | None
METHODS: tuple[Method, ...] = ("auto", "exact", "simulate")
TRIALS = 1_000_000


def cascade(
    deck: Deck,
    source: str,
    *,
    method: Method = "auto",
    trials: int = TRIALS,
    confidence_level: float = 0.95,
    groups: Mapping[str, Iterable[str]] | None = None,
    seen: int = 0,
    out: Mapping[str, int] | None = None,
    top: Iterable[str] = (),
    bottom: Iterable[str] = (),
    decline: Iterable[str] = (),
    uncastable: Iterable[str] = (),
    prefer: Iterable[str] = (),
    shuffles: Iterable[str] = (),
    progress: Callable[[int], None] | None = None,
    rng: Seed = None,
) -> CascadeResult:
    """Cast a spell with cascade: what it hits, how deep it digs, how far the chain goes.

    The cast copy is not in the library; a commander is cast from the command zone. Every hit is cast, as its part of
    the greatest mana value, and cascades in its turn (CR 702.85).

    Parameters
    ----------
    deck : Deck
    source : str
        Name of a card with cascade, in the deck or not.
    method : {"auto", "exact", "simulate"}
        "auto" is exact where a closed form answers (one trigger, and no hit that cascades), else simulated.
    trials : int
        At least 2; only a simulation has trials.
    confidence_level : float
        Of every interval.
    groups : mapping of str to iterable of str, optional
        Names of cards to ask about together, e.g. ``{"ramp": ["Sol Ring", "Cultivate"]}``.
    seen : int
        Further unknown cards that are not in the library (hand, battlefield): a random part of the rest.
    out : mapping of str to int, optional
        Known cards that left the library.
    top, bottom : iterable of str
        Known top and bottom of the library, nearest to the top first.
    decline, uncastable : iterable of str
        Hits that are not cast, by choice or because they cannot be; they go to the bottom with the rest.
    prefer : iterable of str
        Faces to cast rather than the one of the greatest mana value.
    shuffles : iterable of str
        Hits that shuffle the library when they resolve.
    progress : callable, optional
        Called with the number of trials of each block that is done.
    rng : int, numpy Generator or None
        Seed of a simulation; None takes a fresh one. The same seed gives the same result.

    Returns
    -------
    CascadeResult

    Raises
    ------
    UnknownCardError
        If a name means no card.
    QuestionError
        If the question cannot be asked, or not of the method.

    Examples
    --------
    >>> import cascadesim as cs
    >>> deck = cs.read_deck("decklists/jund_standard_worlds2009.txt")
    >>> result = cs.cascade(deck, "Bloodbraid Elf")
    >>> round(result.hit_list[0].first.value, 4), round(result.exiled.mean, 4)
    (0.1818, 2.6087)
    """
    _check(method, trials, confidence_level)
    card = _card(deck, source)
    situation = Situation(
        seen=seen,
        out=_copies(deck, out or {}),
        top=_names(deck, top),
        bottom=_names(deck, bottom),
        decline=_names(deck, decline),
        uncastable=_names(deck, uncastable),
        prefer=tuple(_face(deck, name) for name in prefer),
        shuffles=_names(deck, shuffles),
    )
    question = compile_question(deck, Source.cast(card), situation)
    masks, notes = _group_masks(deck, question, groups or {})
    if _is_exact(question, method):
        seed, counts = None, closed_form(question.problem, masks)
    else:
        seed = _seed(rng)
        counts = _simulated(question, masks, trials, seed, progress)
    return CascadeResult(
        deck=deck.name,
        path=deck.path,
        n_main=sum(deck.main.values()),
        question=question,
        counts=counts,
        seed=seed,
        confidence_level=confidence_level,
        group_names=tuple(groups or {}),
        notes=(*question.notes, *notes),
    )


def _check(method: str, trials: int, confidence_level: float) -> None:
    if method not in METHODS:
        message = f"method must be one of {', '.join(METHODS)}, got {method!r}"
        raise QuestionError(message)
    if trials < 2:
        message = f"trials must be at least 2, got {trials}"
        raise QuestionError(message)
    try:
        critical_value(confidence_level)
    except ValueError as error:
        raise QuestionError(str(error)) from error


def _is_exact(question: Question, method: Method) -> bool:
    if method == "simulate":
        return False
    closed = is_closed_form(question.problem)
    if method == "exact" and not closed:
        message = (
            f"{question.source.card.name}: no closed form for several triggers or hits that cascade again; "
            "use --method simulate, or auto"
        )
        raise QuestionError(message)
    return closed


def _simulated(
    question: Question, groups: Groups, trials: int, seed: int, progress: Callable[[int], None] | None
) -> Counts:
    def blocks() -> Iterable[Counts]:
        for log in simulate(question.problem, trials, np.random.SeedSequence(seed)):
            yield count(question.problem, log, groups)
            if progress:
                progress(log.first.size)

    return reduce(add, blocks())


def _seed(rng: Seed) -> int:
    """Return a number that alone decides the random numbers, so that it can be printed and given again."""
    if rng is None:
        return int(np.random.SeedSequence().generate_state(1)[0])
    if isinstance(rng, np.random.Generator):
        return int(rng.integers(1 << 63))
    if rng < 0:
        message = f"a seed is a number from 0, got {rng}"
        raise QuestionError(message)
    return int(rng)


def _card(deck: Deck, name: str) -> Card:
    """Return the card that a name in a question means: the deck's own cards first."""
    kept = next((card for card in deck.main if card.name == name), None)
    return kept or deck.cards.get(name)


def _names(deck: Deck, names: Iterable[str]) -> tuple[str, ...]:
    return tuple(_card(deck, name).name for name in _not_a_string(names))


def _copies(deck: Deck, out: Mapping[str, int]) -> dict[str, int]:
    copies: dict[str, int] = {}
    for name, n in out.items():
        full = _card(deck, name).name
        copies[full] = copies.get(full, 0) + n
    return copies


def _face(deck: Deck, name: str) -> str:
    card = _card(deck, name)
    for face in card.faces:
        if fold(face.name) == fold(name):
            return face.name
    message = f"prefer={name!r}: name one face of {card.name}: {' or '.join(repr(face.name) for face in card.faces)}"
    raise QuestionError(message)


def _not_a_string(names: Iterable[str]) -> Iterable[str]:
    if isinstance(names, str):
        message = f"expected a list of card names, got the text {names!r}; write [{names!r}]"
        raise QuestionError(message)
    return names


def _group_masks(deck: Deck, question: Question, groups: Mapping[str, Iterable[str]]) -> tuple[Groups, list[str]]:
    """Return the rows of each group, and a note for each of its cards that the library does not hold."""
    index = {card.name: row for row, card in enumerate(question.rows)}
    masks = np.zeros((len(groups), len(index)), np.bool_)
    notes = []
    for mask, (group, names) in zip(masks, groups.items(), strict=True):
        for name in _names(deck, names):
            if name in index:
                mask[index[name]] = True
            else:
                notes.append(f"group {group!r}: {name} is not in the library")
    return masks, notes

"""What can be kicked with the mana left? The study behind ``cascadesim kicker``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Literal, Unpack

import numpy as np

from cascadesim.cards import Card
from cascadesim.decks import Deck
from cascadesim.engine.closed_form import closed_form, is_closed_form
from cascadesim.engine.kicks import count_kicks, exact_kicks
from cascadesim.errors import QuestionError
from cascadesim.results.kicks import KickResult
from cascadesim.rules import Question
from cascadesim.rules.kicker import Budget, Kick, Kicker, demand_of_kickers, read_resources
from cascadesim.rules.mana import read_mana
from cascadesim.studies.arguments import check_mapping, whole
from cascadesim.studies.question import QuestionOptions, ask, card_names
from cascadesim.studies.simulation import (
    TRIALS,
    Method,
    Seed,
    check,
    refuse_exact,
    seed_of,
    simulated_casts,
    trials_asked,
)

Policy = Literal["always", "never"]
POLICIES: tuple[Policy, ...] = ("always", "never")


def kickers(
    deck: Deck,
    source: str | Card | None = None,
    *,
    mana: str = "",
    resources: Mapping[str, int] | None = None,
    policy: Policy = "always",
    no_kick: Iterable[str] = (),
    copy_kicked: int = 0,
    method: Method = "auto",
    trials: int = TRIALS,
    precision: float | None = None,
    confidence_level: float = 0.95,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    rng: Seed = None,
    **options: Unpack[QuestionOptions],
) -> KickResult:
    """Kick what a source casts, with the mana left after it (CR 702.33).

    The budget is shared along the chain and spent in cast order, on as many kicks of each spell as it pays.

    Parameters
    ----------
    deck : Deck
    source : str or Card, optional
        As of `cascade`.
    mana : str
        Mana left: ``{2}`` pays generic only, ``{R}`` red, ``{W/U}`` either, ``{WUBRG}`` any colour.
    resources : mapping of str to int, optional
        What kickers other than mana may take, e.g. ``{"creature": 1, "land": 2, "life": 3}``.
    policy : {"always", "never"}
        Kick whatever can be, or nothing.
    no_kick : iterable of str
        Cards that are not kicked.
    copy_kicked : int
        So many kicked spells of the chain are copied (Verazol); a copy is kicked, is not cast and never cascades.
    method, trials, precision, confidence_level, jobs, progress, rng
        As of `cascade`.
    **options
        See `QuestionOptions`.

    Returns
    -------
    KickResult

    Raises
    ------
    UnknownCardError, QuestionError
        As `cascade`.

    Examples
    --------
    >>> import cascadesim as cs
    >>> deck = cs.read_deck("decklists/jund_kicker_postboard_2010.txt")
    >>> result = cs.kickers(deck, "Bloodbraid Elf", mana="{R}")
    >>> hit = result.hit_list[0]
    >>> hit.card, hit.mana_value, hit.total_if_kicked, hit.best.kicks, round(hit.p_kicked.value, 4)
    ('Goblin Ruinblaster', 3, 4, 1, 0.1538)
    """
    trials = trials_asked(trials, precision, confidence_level)
    check(method, trials, confidence_level, whole("jobs", jobs))
    if policy not in POLICIES:
        message = f"policy must be one of {', '.join(POLICIES)}, got {policy!r}; name cards in no_kick"
        raise QuestionError(message)
    if whole("copy_kicked", copy_kicked) < 0:
        message = f"copy_kicked must be at least 0, got {copy_kicked}"
        raise QuestionError(message)
    check_mapping("resources", resources or {}, "{'creature': 1}")
    units = read_mana(mana)
    question = ask(deck, source, **options)
    at_hand = read_resources(resources or {}, [Kicker.of(card) for card in question.rows])
    budget = Budget.of(units, at_hand)
    kept = set(card_names(deck, no_kick))
    for name in kept - {card.name for card in deck.main}:
        message = f"no_kick={name!r}: the main deck holds no such card"
        raise QuestionError(message)
    rule = _Rule(question, budget, {card.name for card in question.rows} if policy == "never" else kept)
    problem = question.problem
    closed = is_closed_form(problem)
    if method == "exact" and not closed:
        raise refuse_exact(question, "kicks of several triggers or nested hits depend on their order")
    if closed and method != "simulate":
        counts_of_casts = closed_form(problem, np.zeros((0, problem.n_rows), np.bool_))
        seed, counts = None, exact_kicks(problem, counts_of_casts, rule, rule.has_kicker, copy_kicked)
    else:
        seed = seed_of(rng)
        reducer = partial(count_kicks, problem, kicking=rule, has_kicker=rule.has_kicker, copies=copy_kicked)
        counts = simulated_casts(question, trials, seed, reducer, progress, jobs)
    form_of = {form.card: number for number, form in enumerate(question.forms)}
    rows = tuple(row for row, card in enumerate(question.rows) if card in form_of)
    forms = [form_of[question.rows[row]] for row in rows]
    return KickResult(
        deck=deck.name,
        question=question,
        mana=mana,
        counts=counts,
        rows=rows,
        kickers=tuple(rule.kickers[form] for form in forms),
        best=tuple(rule.kick(budget, form) for form in forms),
        seed=seed,
        confidence_level=confidence_level,
        copy_kicked=copy_kicked,
        notes=question.notes,
    )


class _Rule:
    """Kicks forms with what is at hand; what is at hand gets a number, so that the engine need not know it."""

    def __init__(self, question: Question, budget: Budget, no_kick: set[str]) -> None:
        self.kickers = tuple(Kicker.of(form.card) if form.card.has_text(form.face) else None for form in question.forms)
        self.has_kicker = np.array([kicker is not None for kicker in self.kickers], np.bool_)
        self._demand = demand_of_kickers(self.kickers)
        self._may = [form.card.name not in no_kick for form in question.forms]
        self._budgets = [budget]
        self._numbers = {budget: 0}
        self._known: dict[tuple[int, int], tuple[int, int]] = {}

    def kick(self, budget: Budget, form: int) -> Kick:
        """Return how a form is kicked."""
        kicker = self.kickers[form]
        return kicker.best(budget, self._demand) if kicker and self._may[form] else Kick(0, None, (), budget)

    def __call__(self, state: int, form: int) -> tuple[int, int]:
        if (state, form) not in self._known:
            kick = self.kick(self._budgets[state], form)
            if kick.left not in self._numbers:
                self._numbers[kick.left] = len(self._budgets)
                self._budgets.append(kick.left)
            self._known[state, form] = kick.kicks, self._numbers[kick.left]
        return self._known[state, form]

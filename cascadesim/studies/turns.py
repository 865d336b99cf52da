"""By which turn? The study behind ``cascadesim turns``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Unpack

from cascadesim.cards import Card
from cascadesim.cards.mana import mana_value
from cascadesim.decks import Deck, Zone
from cascadesim.engine.games import simulate_turns
from cascadesim.engine.hands import TooManyHandsError
from cascadesim.engine.opening import Opening
from cascadesim.engine.simulate import blocks_of
from cascadesim.engine.turns import EVENTS, SEATS, Seat, TurnCounts, exact_turns, needs_simulation
from cascadesim.errors import QuestionError
from cascadesim.results.turns import TurnsResult
from cascadesim.rules import Question, find_sources
from cascadesim.rules.mana_base import read_mana_from
from cascadesim.rules.opening import ManaRules, compile_opening
from cascadesim.studies.arguments import check_mapping, check_type, names_in, whole
from cascadesim.studies.mulligans import DOWN_TO, Goal, put_back_sizes
from cascadesim.studies.policies import Mulligan, Policies, Roles, Wanted, policies_for
from cascadesim.studies.question import PolicyOptions, ask, card_names, named_card
from cascadesim.studies.simulation import TRIALS, Method, Seed, check, seed_of, simulated, trials_asked

MOST_TURNS = 30
MOST_MANA = 40  # no more is counted for a kicker


def turns(
    deck: Deck,
    by: int = 4,
    *,
    sources: Iterable[str | Card] = (),
    seats: Iterable[str] = SEATS,
    mulligan: Mulligan = "none",
    keep: str | None = None,
    put_back: str | None = None,
    down_to: int | None = None,
    free_mulligan: bool = False,
    goal: str | Goal | Mapping[str, Goal] | None = None,
    goal_turn: int | None = None,
    roles: Roles | None = None,
    colors: bool = True,
    tapped: Iterable[str] = (),
    mana_from: Mapping[str, str] | None = None,
    method: Method = "auto",
    trials: int = TRIALS,
    precision: float | None = None,
    confidence_level: float = 0.95,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    rng: Seed = None,
    **options: Unpack[PolicyOptions],
) -> TurnsResult:
    """Say by which turn a source is in hand, can be cast, cascades into a hit and is kicked.

    A land is played on each turn, and nothing else but what `mana_from` names; on a turn everything on the table is
    there for the source. Which lands were played is decided in hindsight, for each turn and source alone: where lands
    differ, the figures are the most that can be had. Of several sources that can be cast and find something, the first
    is cast.

    Parameters
    ----------
    deck : Deck
    by : int, default 4
        The last turn to ask about, up to 30.
    sources : iterable of str or Card, optional
        The one to cast rather than the others first; by default all cards of the deck with cascade, or that discover,
        the greatest mana value first.
    seats : iterable of {"play", "draw"}
    mulligan : {"none", "london", "optimal"}
        Keep every hand, keep by a rule, or keep and put back so that the goal is likeliest.
    keep : str, optional
        For "london": which hands to keep, e.g. ``"lands 2-5 and sources >= 1"``; ``"lands 2-5"`` by default. It is
        asked about what would be left in hand; see `cascadesim.rules.keep`.
    put_back : str, optional
        For "london": what to put on the bottom first, e.g. ``"dead, lands over 3, others"``. By default hits without a
        mana cost, lands above the mana value of the cheapest source, other cards, hits, sources but one, then the rest.
        Of one item first what gives the least mana in the fewest colours, tapped before untapped, then by name. They
        lie on the bottom in this order, the first nearest to the top, all cards of a name where it is named first.
    down_to : int, optional
        A hand of so many cards is kept; of 4 by default.
    free_mulligan : bool, default False
        The first mulligan costs no card (CR 103.5c: multiplayer).
    goal : str, callable or mapping of seat to callable, optional
        For "optimal": "source_in_hand", "castable", "cascades_into_hit" (the default) or "kicked"; or a function, see
        `best_mulligans`, of hands counted by `roles`.
    goal_turn : int, optional
        The turn by which the goal is to be reached; the last one by default.
    roles : mapping of str to str or iterable of str, optional
        For a goal of your own: card names, or a word such as ``"lands"``, by role; what is left is "others". By default
        the words lands, sources, hits and others.
    colors : bool, default True
        Whether lands must pay the colours of costs; otherwise any land pays for anything.
    tapped : iterable of str
        Lands that enter tapped; all others are taken to enter untapped.
    mana_from : mapping of str to str, optional
        Mana that is not from lands: ``{"Simian Spirit Guide": "{R}"}`` is there at once and for nothing, ``{"Llanowar
        Elves": "{G} for {G}"}`` each turn after it has been cast for {G} with lands. It can also say what a land gives.
    method, trials, precision, confidence_level, jobs, progress, rng
        As of `cascade`; a trial is a game.
    **options
        See `PolicyOptions`.

    Returns
    -------
    TurnsResult

    Raises
    ------
    UnknownCardError
        If a name means no card.
    QuestionError
        If the question cannot be asked, or not of the method.

    Examples
    --------
    >>> import cascadesim as cs
    >>> deck = cs.read_deck("decklists/temur_rhinos_modern_ptlotr2023.txt")
    >>> turn_three = cs.turns(deck, by=3, colors=False).play[2]
    >>> round(turn_three.figures.castable.value, 4), round(turn_three.figures.cascades_into_hit.value, 4)
    (0.4808, 0.4808)
    """
    trials = trials_asked(trials, precision, confidence_level)
    check(method, trials, confidence_level, whole("jobs", jobs))
    if not 1 <= whole("by", by) <= MOST_TURNS:
        message = f"by must be a turn from 1 to {MOST_TURNS}, got {by}"
        raise QuestionError(message)
    asked_seats = _seats(seats)
    wanted = Wanted(mulligan, keep, put_back, goal, goal_turn, roles, by, down_to, free_mulligan).checked()
    down_to = DOWN_TO if down_to is None else down_to
    questions = _questions(deck, sources, options)
    mana = _mana_rules(deck, colors, tapped, mana_from)
    sizes = put_back_sizes(sum(deck.main.values()), down_to, free_mulligan) if mulligan != "none" else (0,)
    rules = wanted.rules(deck, questions)
    copies = {card.name: n for card, n in deck.main.items()}
    from_cards = sum(copies.get(name, 0) * len(given.units) for name, given in mana.mana_from.items())
    most_mana = min(by + from_cards, MOST_MANA)
    question, notes = compile_opening(deck, questions, mana, named=rules.named, most_mana=most_mana)
    order = question.put_back_order(rules.order)
    question = question.lying(order)
    policies = policies_for(deck, question, mana, wanted, rules, order, sizes, asked_seats, most_mana)
    counts = _exactly(question.opening, policies, by, method)
    seed = None
    if counts is None:
        seed = seed_of(rng)
        blocks = partial(blocks_of, sum(deck.main.values()), trials, seed)
        counts = {
            seat: simulated(blocks(), partial(simulate_turns, question.opening, policy, seat, by), progress, jobs)
            for seat, policy in policies.of_seat.items()
        }
    return TurnsResult(
        deck=deck.name,
        path=deck.path,
        question=question,
        counts=counts,
        n_turns=by,
        mulligan=mulligan,
        keep=rules.keep_text,
        put_back=rules.order_text,
        down_to=None if mulligan == "none" else down_to,
        free_mulligan=free_mulligan,
        goal=wanted.goal_text,
        plans=policies.plans,
        colors=colors,
        seed=seed,
        confidence_level=confidence_level,
        notes=tuple(dict.fromkeys([*notes, *policies.notes, *(note for q in questions for note in q.notes)])),
    )


def _seats(seats: Iterable[str]) -> tuple[Seat, ...]:
    named = (seats,) if isinstance(seats, str) else names_in("seats", seats)
    if not named or set(named) - set(SEATS):
        message = f"seats must be of 'play' and 'draw', got {seats!r}"
        raise QuestionError(message)
    return tuple(seat for seat in SEATS if seat in named)


def _questions(deck: Deck, sources: Iterable[str | Card], options: PolicyOptions) -> list[Question]:
    """Return the question of each source, in the order in which they are cast."""
    if not deck.main:
        message = f"{deck.name}: the main deck is empty"
        raise QuestionError(message)
    if "discover" in options and options["discover"] is not None:
        message = "turns asks when a source can be cast; leave out discover"
        raise QuestionError(message)
    if options.get("cast_from") is not None:
        message = "turns casts sources from the hand, and commanders from the command zone; leave out cast_from"
        raise QuestionError(message)
    named = (sources,) if isinstance(sources, str | Card) else names_in("sources", sources)
    questions = [ask(deck, source, **options) for source in named or find_sources(deck)]
    if not questions:
        message = f"{deck.name}: no card with cascade in the main deck or command zone; name one with --source NAME"
        raise QuestionError(message)
    for question in questions:
        card = question.source.card
        if card not in deck.main and card not in deck.zone(Zone.COMMANDER):
            message = f"{question.source.name} is neither in the main deck nor a commander, so it is never drawn"
            raise QuestionError(message)
        if not question.source.cost:
            message = f"{question.source.face} has no mana cost, so it is not cast from hand"
            raise QuestionError(message)
    cards = [question.source.card for question in questions]
    if len(set(cards)) < len(cards):
        message = "a source is named twice"
        raise QuestionError(message)
    if named:
        return questions
    return sorted(questions, key=lambda question: -mana_value(question.source.cost))


def _mana_rules(deck: Deck, colors: bool, tapped: Iterable[str], mana_from: Mapping[str, str] | None) -> ManaRules:
    check_type("colors", colors, bool, "True or False")
    check_mapping("mana_from", mana_from or {}, "{'Simian Spirit Guide': '{R}'}")
    for name, text in (mana_from or {}).items():
        check_type(f"mana_from {name!r}", text, str, "a text, e.g. '{R}'")
    given = {named_card(deck, name).name: read_mana_from(text, name) for name, text in (mana_from or {}).items()}
    enter_tapped = card_names(deck, tapped if isinstance(tapped, str) else names_in("tapped", tapped))
    for name in enter_tapped:
        if not named_card(deck, name).is_land:
            message = f"tapped={name!r}: it is no land"
            raise QuestionError(message)
    return ManaRules(colors, frozenset(enter_tapped), given)


def _exactly(opening: Opening, policies: Policies, by: int, method: Method) -> dict[Seat, TurnCounts] | None:
    """Return exact figures; None where a simulation has to answer."""
    if method == "simulate":
        return None
    reason = needs_simulation(opening, EVENTS)
    if not reason:
        try:
            return {seat: exact_turns(opening, policy, seat, by) for seat, policy in policies.of_seat.items()}
        except TooManyHandsError as error:
            reason = str(error)
    if method == "exact":
        message = f"no exact answer: {reason}; use --method simulate, or auto"
        raise QuestionError(message)
    return None

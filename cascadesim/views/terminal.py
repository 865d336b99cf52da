"""Results on a terminal, with rich."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table
from rich.text import Text

from cascadesim.decks import Deck
from cascadesim.results import CascadeResult, CheckupResult, CompareResult, KickResult, SweepResult, TurnsResult
from cascadesim.results.turns import Turn, TurnFigures
from cascadesim.views.findings import alike, by_kind, finding_line, never_hit_lines, verdict, wanted
from cascadesim.views.words import (
    FIGURE_WORDS,
    difference_of,
    digs,
    figure_words,
    figures,
    hit_name,
    how,
    how_compare,
    how_sweep,
    how_turns,
    mulligans,
    number,
    number_short,
    percent,
    percent_short,
    sources_in,
    triggers,
    write,
)


def plain_console() -> Console:
    """Return a console for results; into a pipe or a file it does not wrap lines."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=10_000, soft_wrap=True)


def print_cascade(console: Console, result: CascadeResult) -> None:
    """Print the hits of a cast and its figures."""
    console.print(Text(f"{result.source} in {result.deck}", style="bold"))
    console.print(Text(f"{triggers(result)}; library of {result.n_library} cards"))
    console.print(Text(how(result, "± and in brackets")))
    table = Table(box=None, pad_edge=False)
    table.add_column("card", overflow="fold")
    for column in ("mana\nvalue", "copies", "first hit", "cast in\nthe chain", "mean casts"):
        table.add_column(column, justify="right", no_wrap=True)
    for hit in result.hit_list:
        first, cast = percent_short(hit.first), percent_short(hit.cast)
        table.add_row(
            Text(hit_name(hit)), str(hit.mana_value), str(hit.copies), first, cast, number_short(hit.mean_casts)
        )
    table.add_row("(whiff)", "", "", percent_short(result.whiff), "", "")
    console.print(table)
    console.print()
    for group in result.group_list:
        asked = (("first hit", group.first), ("at least one cast", group.any), ("all that is cast", group.all))
        said = ", ".join(f"{words} {percent(estimate)}" for words, estimate in asked)
        console.print(Text(f"group {group.name}: {said}, mean casts {number(group.mean_casts)}"))
    _print_pairs(console, figures(result))
    for note in result.notes:
        console.print(Text(f"note: {note}", style="italic"))


def print_kickers(console: Console, result: KickResult) -> None:
    """Print what of a chain can be kicked: both the mana value, which decides, and what kicking would cost all told."""
    console.print(Text(f"{result.source} in {result.deck}, with {result.mana or 'no mana'} left", style="bold"))
    console.print(Text(f"{digs(result.question.source)}; {how(result, '±')}"))
    table = Table(box=None, pad_edge=False)
    table.add_column("card", overflow="fold")
    table.add_column("kicker", overflow="fold")
    for column in ("mana\nvalue", "kicked\nonce", "most\nkicks", "cast", "kicked", "unkicked", "mean kicks"):
        table.add_column(column, justify="right", no_wrap=True)
    hits = result.hit_list
    for hit in hits:
        if hit.kicker is None:
            continue
        name = f"{hit.card} *" if hit.beyond else hit.card
        often = "multikicker " if hit.kicker.multi else ""
        costs = often + ", and/or ".join(cost.text for cost in hit.kicker.costs)
        cells = (*map(percent_short, (hit.p_hit, hit.p_kicked, hit.p_unkicked)), number_short(hit.kicks))
        numbers = (str(hit.mana_value), str(hit.total_if_kicked), str(hit.best.kicks))
        table.add_row(Text(name), Text(costs), *numbers, *cells)
    console.print(table if table.row_count else "nothing that it casts has kicker")
    if any(hit.beyond for hit in hits):
        console.print(Text("* would be missed if kicker counted; it does not (CR 118.8d, 202.4)"))
    pairs = [
        ("A spell with kicker is cast, at least one", percent(result.has_kicker)),
        ("A spell is cast kicked, at least one", percent(result.kicked)),
        ("Kicks in the chain, mean", number(result.expected_kicks)),
    ]
    if result.copy_kicked:
        pairs.append(("Kicked spells that are copied, mean", number(result.expected_copies)))
    _print_pairs(console, pairs)
    for note in result.notes:
        console.print(Text(f"note: {note}", style="italic"))


def print_turns(console: Console, result: TurnsResult) -> None:
    """Print what can be cast by which turn, on the play and on the draw side by side, and what the last turn hits."""
    console.print(Text(f"{', '.join(result.sources)} in {result.deck}", style="bold"))
    console.print(Text(mulligans(result)))
    if result.put_back:
        console.print(Text(f"put back: {result.put_back}"))
    console.print(Text(how_turns(result)))
    shown = list(FIGURE_WORDS)[: None if result.has_kickers else 3]
    seats = [turns for turns in (result.play, result.draw) if turns]
    both = " / ".join(turns[0].seat for turns in seats)
    table = Table(box=None, pad_edge=False)
    table.add_column("turn", justify="right")
    for name in ("cards seen", *(FIGURE_WORDS[figure] for figure in shown)):
        table.add_column(f"{name}\n{both}", justify="right", no_wrap=True)
    for of_turn in zip(*seats, strict=True):
        seen = " / ".join(str(turn.cards_seen) for turn in of_turn)
        cells = (_cell([turn.figures for turn in of_turn], figure) for figure in shown)
        table.add_row(str(of_turn[0].turn), seen, *cells)
    console.print(table)
    console.print()
    last = [turns[-1] for turns in seats]
    if any(hit.p.value for turn in last for hit in turn.hits):
        _print_hits(console, f"hit on turn {result.n_turns}", last)
    if len(result.sources) > 1:
        _print_sources(console, f"each source alone, turn {result.n_turns}", last, shown)
    for note in result.notes:
        console.print(Text(f"note: {note}", style="italic"))


def _cell(figures: list[TurnFigures], figure: str) -> str:
    """Write a figure of each seat."""
    write = number if figure == "expected_kicks" else percent
    return " / ".join(write(getattr(of_seat, figure), interval=False) for of_seat in figures)


def _print_hits(console: Console, title: str, last: list[Turn]) -> None:
    table = Table(box=None, pad_edge=False)
    table.add_column(title, overflow="fold")
    for turn in last:
        table.add_column(turn.seat, justify="right")
    by_seat = [{hit.card: hit.p for hit in turn.hits} for turn in last]
    for card in by_seat[0]:
        table.add_row(Text(card), *(percent_short(hits[card]) for hits in by_seat))
    console.print(table)
    console.print()


def _print_sources(console: Console, title: str, last: list[Turn], shown: list[str]) -> None:
    table = Table(box=None, pad_edge=False)
    table.add_column(title, overflow="fold")
    for figure in shown:
        table.add_column(FIGURE_WORDS[figure], justify="right", no_wrap=True)
    for source in last[0].by_source:
        table.add_row(Text(source), *(_cell([turn.by_source[source] for turn in last], figure) for figure in shown))
    console.print(table)
    console.print()


def print_checkup(console: Console, result: CheckupResult) -> None:
    """Print the findings about each source, sources of which the same is said together, then what is never hit."""
    console.print(Text(f"{result.deck} ({result.era.name} rules)", style="bold"))
    for names, check in alike(result.sources):
        console.print()
        console.print(Text(f"{names}: {digs(check.source)}", style="bold"))
        console.print(Text(wanted(check)))
        console.print(Text(verdict(check)))
        for kind, findings in by_kind(check):
            console.print(Text(f"{kind}:"))
            for finding in findings:
                console.print(Text(f"  {finding_line(finding)}"))
    console.print()
    for line in never_hit_lines(result):
        console.print(Text(line))
    for note in result.notes:
        console.print(Text(f"note: {note}", style="italic"))


def print_sweep(console: Console, result: SweepResult) -> None:
    """Print a figure at every point, with its interval."""
    console.print(Text(sources_in(result.sources, result.deck), style="bold"))
    console.print(Text(f"{figure_words(result.figures[0], result.by)}; {how_sweep(result)}"))
    table = Table(box=None, pad_edge=False)
    for name in (*(axis.name for axis in result.axes), result.against):
        table.add_column(Text(name), justify="right")
    for figure in result.figures:
        table.add_column(f"on the {figure.seat}" if figure.seat else "figure", justify="right", no_wrap=True)
    for point in result.points:
        cells = (write(figure, estimate) for figure, estimate in point.figures.items())
        table.add_row(*map(str, (*point.counts, point.n_against)), *cells)
    console.print(table)
    console.print()
    for note in result.notes:
        console.print(Text(f"note: {note}", style="italic"))


def print_compare(console: Console, result: CompareResult) -> None:
    """Print the figures of two decks side by side, and their differences."""
    one, other = result.decks
    console.print(Text(f"{', '.join(result.sources)}", style="bold"))
    _print_pairs(console, [("first", one), ("second", other)])
    console.print(Text(how_compare(result)))
    table = Table(box=None, pad_edge=False)
    table.add_column("", overflow="fold")
    for column in ("first", "second", "second less first"):
        table.add_column(column, justify="right", no_wrap=True)
    for figure, first, second, difference in result.compared:
        words = Text(figure_words(figure, result.by, seat=True))
        table.add_row(words, write(figure, first), write(figure, second), difference_of(figure, difference))
    console.print(table)
    console.print()
    for note in result.notes:
        console.print(Text(f"note: {note}", style="italic"))


def print_deck(console: Console, deck: Deck) -> None:
    """Print how a list was read: zones, counts, and every line that is not a card line."""
    console.print(Text(f"{deck.name} ({deck.decklist.format}, {deck.decklist.encoding})", style="bold"))
    for zone, cards in deck.zones.items():
        console.print(Text(f"{zone}: {sum(cards.values())} cards", style="bold"))
        _print_pairs(
            console, ((str(n), card.name if card.is_known else f"{card.name} (unknown)") for card, n in cards.items())
        )
    if deck.issues:
        console.print(Text(f"{len(deck.issues)} lines to look at:", style="bold"))
    for issue in deck.issues:
        console.print(Text(f"line {issue.line_no}: {issue.text!r}: {issue.problem}"))
    for note in deck.decklist.notes:
        console.print(Text(f"note: {note}", style="italic"))


def _print_pairs(console: Console, pairs: list[tuple[str, str]] | Iterator[tuple[str, str]]) -> None:
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column()
    table.add_column()
    for name, value in pairs:
        table.add_row(Text(name), Text(value))
    console.print(table)
    console.print()

"""Figures in words: percentages, intervals, and how they were had."""

from __future__ import annotations

from collections.abc import Sequence

from cascadesim.results import CascadeResult, CompareResult, Estimate, Hit, KickResult, SweepResult, TurnsResult
from cascadesim.results.figures import Figure
from cascadesim.rules import Source


def percent(estimate: Estimate, *, interval: bool = True) -> str:
    """Write a probability.

    >>> percent(Estimate(1 / 6)), percent(Estimate(0.1667, 0.1659, 0.1674))
    ('16.67%', '16.67% (16.59 to 16.74)')
    """
    text = f"{_digits(100 * estimate.value)}%"
    if not interval or estimate.low is None or estimate.high is None:
        return text
    return f"{text} ({_digits(100 * estimate.low)} to {_digits(100 * estimate.high)})"


def number(estimate: Estimate, *, interval: bool = True) -> str:
    """Write a mean.

    >>> number(Estimate(2.608696)), number(Estimate(1.1331, 1.1324, 1.1338))
    ('2.609', '1.133 (1.132 to 1.134)')
    """
    text = f"{estimate.value:.3f}"
    if not interval or estimate.low is None or estimate.high is None:
        return text
    return f"{text} ({estimate.low:.3f} to {estimate.high:.3f})"


def percent_short(estimate: Estimate) -> str:
    """Write a probability with the longer arm of its interval, where there is no room for both ends.

    >>> percent_short(Estimate(0.1667, 0.1659, 0.1674))
    '16.67% ±0.08'
    """
    return f"{percent(estimate, interval=False)}{_arm(estimate, scale=100, digits=2)}"


def number_short(estimate: Estimate) -> str:
    """Write a mean with the longer arm of its interval.

    >>> number_short(Estimate(1.1331, 1.1324, 1.1338))
    '1.133 ±0.0007'
    """
    return f"{number(estimate, interval=False)}{_arm(estimate, scale=1, digits=3)}"


def _arm(estimate: Estimate, *, scale: int, digits: int) -> str:
    if estimate.low is None or estimate.high is None:
        return ""
    arm = scale * _wider(estimate)
    return f" ±{arm:.{digits}f}" if arm >= 10.0**-digits or arm == 0 else f" ±{arm:.1g}"


def hit_name(hit: Hit) -> str:
    """Name a hit, and say what is wrong with it."""
    return f"{hit.card} (dies: X is 0)" if hit.dies_at_x0 else hit.card


def how(result: CascadeResult | KickResult, intervals: str = "in brackets") -> str:
    """Say whether the figures are exact, or how they were simulated and where their intervals stand."""
    if result.trials is None:
        return "exact"
    return (
        f"simulated, {result.trials:,} trials, seed {result.seed}; "
        f"{intervals}: {100 * result.confidence_level:g}% confidence intervals"
    )


def how_turns(result: TurnsResult, intervals: str | None = None) -> str:
    """Say whether the figures of turns are exact, or how many games were simulated and how wide the intervals are."""
    if result.trials is None:
        return "exact"
    level = f"{100 * result.confidence_level:g}% confidence intervals"
    columns = zip(*(turn.figures for turn in result.turns), strict=True)
    *chances, kicks = (max(map(_wider, column)) for column in columns)
    widest = f"±{_digits(100 * max(chances))}%" + (f", of kicks ±{kicks:.1g}" if kicks else "")
    said = f"{intervals}: {level}" if intervals else f"{level}: {widest} or less"
    return f"simulated, {result.trials:,} games, seed {result.seed}; {said}"


def _wider(estimate: Estimate) -> float:
    _, low, high = estimate
    return 0.0 if low is None or high is None else max(estimate.value - low, high - estimate.value)


def mulligans(result: TurnsResult) -> str:
    """Say which mulligans are taken."""
    if result.mulligan == "none":
        return "no mulligans: every hand of seven is kept"
    what = f"keep {result.keep}" if result.mulligan == "london" else f"the best ones for: {result.goal}"
    free = ", the first one free" if result.free_mulligan else ""
    return f"London mulligans down to {result.down_to}{free}; {what.replace('_', ' ')}"


FIGURE_WORDS = {
    "source_in_hand": "source in hand",
    "castable": "castable",
    "cascades_into_hit": "cascades into a hit",
    "kicked": "kicked",
    "expected_kicks": "kicks, mean",
}


def triggers(result: CascadeResult) -> str:
    """Say what the source looks for: "one cascade, for a nonland card of mana value less than 4"."""
    return digs(result.question.source)


def digs(source: Source) -> str:
    """Say what a source looks for.

    >>> from cascadesim.rules import discover_event
    >>> digs(discover_event(3, card=None, triggers=2, grants=()))
    'two discoveries, for a nonland card of mana value 3 or less'
    """
    number = {1: "one", 2: "two", 3: "three", 4: "four"}.get(source.triggers, str(source.triggers))
    if source.kind == "discover":
        what = "discovery" if source.triggers == 1 else "discoveries"
        return f"{number} {what}, for a nonland card of mana value {source.threshold} or less"
    if not source.triggers:
        return f"no cascade; it discovers a nonland card of mana value {source.digs[-1].below - 1} or less"
    what = "cascade" if source.triggers == 1 else "cascades"
    then = ", then it discovers" if len(source.digs) > source.triggers else ""
    return f"{number} {what}, for a nonland card of mana value less than {source.threshold}{then}"


def _digits(value: float) -> str:
    """Two digits behind the point, more where the figure is small but not nothing."""
    return f"{value:.2f}" if value == 0 or value >= 0.01 else f"{value:.1g}"


def figures(result: CascadeResult) -> list[tuple[str, str]]:
    """Return the figures of a cast beside its hits, each with its name: what tables and pages show."""
    exiled, total = result.exiled, result.exiled_total
    rows = [
        ("Cards exiled by the first trigger, mean", number(exiled.mean_estimate)),
        ("Cards exiled by the first trigger, median / 90% at most", f"{exiled.quantile(0.5)} / {exiled.quantile(0.9)}"),
        ("Cards exiled by the whole chain, mean", number(total.mean_estimate)),
        ("First trigger exiles a land, at least one", percent(result.exiled_land)),
        ("Spells cast for free in the chain, mean", number(result.spells_cast.mean_estimate)),
        ("Mana value cast for free in the chain, mean", number(result.free_mana_value.mean_estimate)),
    ]
    spells = result.spells_cast.pmf
    if spells.size > 2:
        law = ", ".join(f"{n}: {_digits(100 * p)}%" for n, p in enumerate(spells) if p)
        if widths := [
            high - low for _, low, high in result.spells_cast.estimates if low is not None and high is not None
        ]:
            law += f" (±{_digits(50 * max(widths))} or less)"
        rows.insert(-1, ("Spells cast for free in the chain, how often", law))
    return rows


OTHER_FIGURES = {
    "whiff": "first trigger finds nothing",
    "first": "first trigger stops on {}",
    "cast": "{} is cast in the chain",
    "mean_casts": "{} cast in the chain, mean",
    "exiled": "cards exiled by the first trigger, mean",
    "exiled_total": "cards exiled by the whole chain, mean",
    "spells_cast": "spells cast for free in the chain, mean",
    "free_mana_value": "mana value cast for free in the chain, mean",
    "group_first": "first trigger stops on {}",
    "group_any": "{} cast in the chain, at least one",
    "group_all": "all that is cast is {}",
    "group_mean_casts": "{} cast in the chain, mean",
    "has_kicker": "a spell with kicker is cast",
    "kicked": "a spell is cast kicked",
    "expected_kicks": "kicks in the chain, mean",
    "expected_kicked": "kicked spells in the chain, mean",
    "expected_copies": "kicked spells that are copied, mean",
    "p_hit": "{} is cast in the chain",
    "p_kicked": "{} is cast kicked",
    "p_unkicked": "{} is cast unkicked",
    "mean_kicks": "kicks of {}, mean",
    "exiled_land": "first trigger exiles a land",
}


def figure_words(figure: Figure, by: int | None = None, *, seat: bool = False) -> str:
    """Say what a figure is.

    >>> figure_words(Figure("first", "Blightning")), figure_words(Figure("castable", seat="play"), 3, seat=True)
    ('first trigger stops on Blightning', 'castable on turn 3, on the play')
    """
    if by is None:
        return OTHER_FIGURES[figure.name].format(figure.of)
    where = f", on the {figure.seat}" if seat and figure.seat else ""
    cast = f"cascades into {figure.of}"
    words, mean, _ = FIGURE_WORDS.get(figure.name, cast).partition(", mean")
    return f"{words} on turn {by}{where}{mean}"


def write(figure: Figure, estimate: Estimate) -> str:
    """Write a figure with its interval: a mean or a probability."""
    return number(estimate) if figure.is_mean else percent(estimate)


def points(difference: Estimate) -> str:
    """Write a difference of probabilities, in percentage points.

    >>> points(Estimate(-0.0818)), points(Estimate(0.012, 0.0101, 0.0139))
    ('-8.18', '+1.20 (+1.01 to +1.39)')
    """
    value, low, high = difference
    return _signed(100 * value, None if low is None else 100 * low, None if high is None else 100 * high)


def difference_of(figure: Figure, difference: Estimate) -> str:
    """Write a difference with its interval, of probabilities in percentage points.

    >>> difference_of(Figure("exiled"), Estimate(0.25)), difference_of(Figure("whiff"), Estimate(0.0))
    ('+0.250', '0.00 points')
    """
    if figure.is_mean:
        return _signed(*difference, digits=3)
    value, *interval = points(difference).partition(" ")
    return " ".join([f"{value} points", *filter(str.strip, interval)])


def _signed(value: float | None, low: float | None, high: float | None, digits: int = 2) -> str:
    def one(figure: float) -> str:
        small = 0 < abs(figure) < 10.0**-digits
        text = f"{figure:+.1g}" if small else f"{figure:+.{digits}f}"
        return text.lstrip("+-") if figure == 0 else text

    if value is None or low is None or high is None:
        return one(value or 0.0)
    return f"{one(value)} ({one(low)} to {one(high)})"


def sources_in(sources: Sequence[str], deck: str) -> str:
    """Say what is cast, and of which deck."""
    return f"{', '.join(sources)} in {deck}"


def how_sweep(result: SweepResult, intervals: str = "in brackets") -> str:
    """Say whether the points of a sweep are exact, or how they were simulated."""
    trials = {point.trials for point in result.points} - {None}
    if not trials:
        return "exact"
    some = "simulated" if all(point.trials for point in result.points) else "partly exact, else simulated"
    level = f"{100 * result.confidence_level:g}% confidence intervals"
    said = f"; {intervals}: {level}" if intervals else ""
    return f"{some}, {max(filter(None, trials)):,} trials a point, seed {result.seed}{said}"


def how_compare(result: CompareResult) -> str:
    """Say whether a comparison is exact, or how it was simulated and what its intervals are."""
    if result.trials is None:
        return "exact"
    level = f"{100 * result.confidence_level:g}% confidence intervals"
    which = (
        "the same random numbers for both decks, paired where batches differ, "
        if result.n_batches
        else "one deck exact, "
    )
    return f"simulated, {result.trials:,} trials, seed {result.seed}; {which}{level}"

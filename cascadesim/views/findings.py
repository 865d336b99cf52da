"""A checkup in words: what each source comes to, its findings by kind, and the cards that are never hit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from cascadesim.results.checkup import CheckupResult, Finding, FindingKind, SourceCheck
from cascadesim.views.words import digs, percent

KIND_WORDS = {
    FindingKind.BREAKS: "breaks the cascade",
    FindingKind.BREAKS_WHEN_BOARDED: "would break it when boarded",
    FindingKind.NEVER_HIT: "never hit",
    FindingKind.DEAD_AT_X0: "X is 0",
    FindingKind.SURPRISING_VALUE: "does not count as it looks",
    FindingKind.KICKER_BEYOND: "kicker does not count",
}


def alike(checks: Sequence[SourceCheck]) -> Iterator[tuple[str, SourceCheck]]:
    """Yield sources of which all the same is said only once: their names, and one of them."""
    groups: dict[object, list[SourceCheck]] = {}
    for check in checks:
        key = (digs(check.source), wanted(check), verdict(check), check.findings)
        groups.setdefault(key, []).append(check)
    for group in groups.values():
        yield ", ".join(check.source.name for check in group), group[0]


def wanted(check: SourceCheck) -> str:
    """Say which hits are wanted, and that it was guessed where it was."""
    names = "every hit" if check.wanted.is_everything else "; ".join(check.wanted.cards) or "nothing"
    return f"wanted: {names}" + (f" (a guess: {check.wanted.why})" if check.wanted.is_guess else "")


def verdict(check: SourceCheck) -> str:
    """Say in a sentence what the first trigger of a source comes to."""
    if not check.stops:
        return "nothing in the library stops it: it whiffs"
    if check.wanted.is_everything:
        return f"{_cards(check.stops)} in the library can be hit"
    if check.unwanted.value:
        return f"the first trigger stops on something unwanted: {percent(check.unwanted)}"
    return f"nothing in the library breaks it: {_cards(check.stops)} can be hit, all wanted"


def finding_line(finding: Finding) -> str:
    """Write a finding with its copies and rules, and how often the first trigger stops on a card that breaks it."""
    rule = f" ({finding.rule})" if finding.rule else ""
    zone = (
        "" if finding.zone == "main" or finding.kind == FindingKind.BREAKS_WHEN_BOARDED else f" in the {finding.zone}"
    )
    often = f"; hit first {percent(finding.first)}" if finding.kind == FindingKind.BREAKS and finding.first else ""
    return f"{finding.copies}x{zone}: {finding.text}{often}{rule}"


def by_kind(check: SourceCheck) -> Iterator[tuple[str, list[Finding]]]:
    """Yield the findings of a source by kind, each kind in words."""
    for kind, findings in groupby(check.findings, key=lambda finding: finding.kind):
        yield KIND_WORDS[kind], list(findings)


def never_hit_lines(result: CheckupResult) -> Iterator[str]:
    """Yield what is never hit: a sentence for each card that is wanted, then the others in one line."""
    asked = {name for check in result.sources for name in check.wanted.cards}
    yield from (finding_line(finding) for finding in result.never_hit if finding.card in asked)
    others = [f"{finding.copies} {finding.card}" for finding in result.never_hit if finding.card not in asked]
    if others:
        yield f"never hit, by any trigger of these sources: {'; '.join(others)}"


def _cards(n: int) -> str:
    return "1 card" if n == 1 else f"{n} cards"

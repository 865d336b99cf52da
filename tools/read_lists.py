"""Read every list under some folders and say how well: ``python tools/read_lists.py FOLDER...``.

Prints the files, the time that each took, the share of lines that were understood, and each cause of one that was not.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from cascadesim.cards import CardDatabase, bundled
from cascadesim.decks import resolve
from cascadesim.decks.read import read_decklist
from cascadesim.errors import DecklistError


@dataclass
class Reading:
    """What came of reading many lists."""

    files: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    lines: int = 0  # that are not blank
    cards: int = 0  # lines of cards, known or not
    unknown: int = 0
    causes: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    @property
    def share(self) -> float:
        """The share of lines that were understood."""
        return 1 - sum(self.causes.values()) / max(self.lines, 1)

    def miss(self, cause: str, example: str) -> None:
        """Count a line that was not resolved."""
        self.causes[cause] += 1
        if len(self.examples[cause]) < 40:
            self.examples[cause].append(example)


def read_all(files: Iterable[Path], cards: CardDatabase) -> Reading:
    """Read lists; a name of `Reading.causes` is a problem without what it is about."""
    reading = Reading()
    for path in files:
        start = perf_counter()
        try:
            deck = resolve(read_decklist(path), cards)
        except DecklistError as error:
            reading.miss("file: " + str(error).split(": ", 1)[1].split(";")[0][:60], str(path))
            deck = None
        took = perf_counter() - start
        reading.files, reading.seconds = reading.files + 1, reading.seconds + took
        reading.slowest = max(reading.slowest, took)
        if deck is None:
            continue
        unknown = [issue for issue in deck.issues if issue.problem.startswith("unknown card")]
        reading.lines += sum(bool(line.strip()) for line in path.read_bytes().splitlines())
        reading.cards += len(deck.decklist.entries)
        reading.unknown += len(unknown)
        for issue in deck.issues:
            cause = "unknown card" if issue in unknown else issue.problem.split(":")[0].split(";")[0][:60]
            reading.miss(cause, f"{path.name}:{issue.line_no}: {issue.text[:60]!r}")
    return reading


def lists_in(folders: Iterable[Path]) -> Iterator[Path]:
    """Yield the files of some folders, in order."""
    for folder in folders:
        yield from sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))


def main(folders: list[str]) -> None:
    reading = read_all(lists_in(map(Path, folders)), bundled())
    each, slowest = 1000 * reading.seconds / max(reading.files, 1), 1000 * reading.slowest
    print(f"{reading.files:,} files, {each:.2f} ms each, the slowest {slowest:.0f} ms; {reading.share:.3%} of", end=" ")
    print(f"{reading.lines:,} lines understood; {reading.unknown:,} of {reading.cards:,} cards unknown")
    for cause, n in reading.causes.most_common():
        print(f"{n:6,} {cause}: {'; '.join(reading.examples[cause][:5])}")


if __name__ == "__main__":
    main(sys.argv[1:])

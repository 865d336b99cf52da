"""Rules about hands, as people write them: which to keep, and what to put on the bottom first.

A keep rule compares numbers of cards in hand::

    lands 2-5 and sources >= 1
    (lands + "Simian Spirit Guide" >= 3 or hits = 0) and not "Living End" > 1

The words are `lands`, `sources`, `hits` (cards that a source can hit, other than sources and lands), `dead` (hits
without a mana cost, which cannot be cast from hand), `others` and `cards`. A card name counts that card; it needs
quotes where it holds a comma, a number, a sign or one of ``and``, ``or``, ``not`` and ``over``. An order to put cards
back names them from the first to the last::

    dead, lands over 3, others, "Living End" over 1
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from cascadesim.errors import CascadeSimError, QuestionError

WORDS = ("lands", "sources", "hits", "dead", "others", "cards")
_TOKEN = re.compile(
    r"""\s*(?:(?P<quoted>"[^"]*"|'[^']*')
          |(?P<number>\d+)
          |(?P<sign>[<>!=]=|[<>=()+,-])
          |(?P<word>[^\s<>!=()+,"]+))""",
    re.VERBOSE,
)
_KEYWORDS = ("and", "or", "not", "over")
_MOST = 1000  # cards; a rule that counts more is a slip of the pen
_LONGEST, _DEEPEST = 500, 50  # a rule has so many letters, and so many brackets within brackets
_SIGNS = str.maketrans({"≥": ">=", "≤": "<=", "≠": "!=", "–": "-"})

Count = Callable[[str], NDArray[np.integer]]


class Token(NamedTuple):
    """A piece of a rule and where it stands."""

    kind: str
    text: str
    start: int


@dataclass(frozen=True)
class Compare:
    """Cards of some names or words together number from `low` to `high`."""

    names: tuple[str, ...]
    low: int
    high: int

    def holds(self, count: Count) -> NDArray[np.bool_]:
        """Return whether it holds, given how many cards of a name or word there are."""
        n = sum((count(name) for name in self.names[1:]), count(self.names[0]))
        return np.asarray((n >= self.low) & (n <= self.high), np.bool_)


@dataclass(frozen=True)
class Both:
    """Both of two rules hold, or at least one of them."""

    one: Rule
    other: Rule
    either: bool = False

    def holds(self, count: Count) -> NDArray[np.bool_]:
        """Return whether it holds."""
        one, other = self.one.holds(count), self.other.holds(count)
        return one | other if self.either else one & other


@dataclass(frozen=True)
class Not:
    """A rule does not hold."""

    rule: Rule

    def holds(self, count: Count) -> NDArray[np.bool_]:
        """Return whether it holds."""
        return ~self.rule.holds(count)


Rule = Compare | Both | Not


class Back(NamedTuple):
    """Cards of a name or word to put on the bottom, above a number to keep."""

    name: str
    above: int = 0


def read_keep(text: str, name: Callable[[str], str]) -> Rule:
    """Read a keep rule.

    Parameters
    ----------
    text : str
    name : callable
        Returns the full name of a card as people name it, or raises a `CascadeSimError`.

    Raises
    ------
    QuestionError
        If it cannot be read; the message shows where.
    """
    reader = _Reader("keep", text, name)
    rule = reader.either()
    reader.must_end()
    return rule


def read_put_back(text: str, name: Callable[[str], str]) -> tuple[Back, ...]:
    """Read an order to put cards back; see `read_keep`."""
    reader = _Reader("put-back", text, name)
    order = [reader.back()]
    while reader.takes(","):
        order.append(reader.back())
    reader.must_end()
    return tuple(order)


def names_in(rule: Rule) -> set[str]:
    """Return the names and words that a rule counts."""
    if isinstance(rule, Compare):
        return set(rule.names)
    return names_in(rule.rule) if isinstance(rule, Not) else names_in(rule.one) | names_in(rule.other)


class _Reader:
    """A recursive descent over the tokens of a rule."""

    def __init__(self, what: str, text: str, name: Callable[[str], str]) -> None:
        text = " ".join(str(text).translate(_SIGNS).split())
        self._what, self._text, self._name = what, text, name
        self._tokens: list[Token] = []
        self._depth = 0
        if len(text) > _LONGEST:
            self._text = f"{text[:60]}..."
            self._reject(f"a rule of {len(text):,} letters; up to {_LONGEST} can be read", 0)
        at = 0
        while at < len(text):
            match = _TOKEN.match(text, at)
            if match is None:
                at += len(text[at:]) - len(text[at:].lstrip())
                self._reject(f"cannot read {text[at]!r}", at)
            kind = str(match.lastgroup)
            piece, start = match[kind], match.start(kind)
            if kind == "word" and piece.lower() in _KEYWORDS:
                kind, piece = "keyword", piece.lower()
            self._tokens.append(Token(kind, piece, start))
            at = match.end()
        self._tokens.append(Token("end", "", len(text)))
        self._at = 0

    def either(self) -> Rule:
        rule = self._both()
        while self.takes("or"):
            rule = Both(rule, self._both(), either=True)
        return rule

    def _both(self) -> Rule:
        rule = self._one()
        while self.takes("and"):
            rule = Both(rule, self._one())
        return rule

    def _one(self) -> Rule:
        if self.takes("not"):
            return Not(self._one())
        if self.takes("("):
            self._depth += 1
            if self._depth > _DEEPEST:
                self._reject("too many brackets within brackets", self._here.start)
            rule = self.either()
            self._depth -= 1
            if not self.takes(")"):
                self._expected("')'")
            return rule
        names = [self._name_or_word()]
        while self.takes("+"):
            names.append(self._name_or_word())
        return self._compared(tuple(names))

    def _compared(self, names: tuple[str, ...]) -> Rule:
        token = self._here
        if token.kind == "number":
            self._at += 1
            if not self.takes("-"):
                self._expected(f"'-' and a number, as in '{names[0]} 2-5'; write '= {token.text}' for exactly that")
            low, high = self._read(token), self._number()
            if low > high:
                self._reject(f"{low}-{high} holds no number; write the smaller one first", token.start)
            return Compare(names, low, high)
        if token.text not in ("<", "<=", ">", ">=", "=", "==", "!="):
            self._expected(f"'>= 1' or '2-5' after {names[-1]!r}")
        self._at += 1
        n = self._number()
        if token.text == "!=":
            return Not(Compare(names, n, n))
        low = {">": n + 1, ">=": n, "=": n, "==": n}.get(token.text, 0)
        high = {"<": n - 1, "<=": n, "=": n, "==": n}.get(token.text, _MOST)
        return Compare(names, low, high)

    def back(self) -> Back:
        """Read one item of an order to put cards back."""
        name = self._name_or_word()
        return Back(name, self._number() if self.takes("over") else 0)

    def _name_or_word(self) -> str:
        token = self._here
        if token.kind == "quoted":
            self._at += 1
            text = token.text[1:-1]
            if text.lower() in WORDS:
                self._reject(f"{text.lower()} is a word and no card name; write it without quotes", token.start)
            return self._card(text, token.start)
        if token.kind != "word":
            self._expected(f"a card name or one of {', '.join(WORDS)}")
        words = []
        while self._here.kind == "word":
            words.append(self._here.text)
            self._at += 1
        text = " ".join(words)
        return text.lower() if text.lower() in WORDS else self._card(text, token.start)

    def _card(self, text: str, start: int) -> str:
        try:
            return self._name(text)
        except CascadeSimError as error:
            self._reject(str(error), start)

    def _number(self) -> int:
        token = self._here
        if token.kind != "number":
            self._expected("a number")
        self._at += 1
        return self._read(token)

    def _read(self, token: Token) -> int:
        if len(token.text) > len(str(_MOST)) or int(token.text) > _MOST:
            self._reject(f"a number from 0 to {_MOST:,} is wanted", token.start)
        return int(token.text)

    def takes(self, text: str) -> bool:
        """Go past a token if it comes next."""
        token = self._here
        if token.text != text or token.kind in ("quoted", "word"):
            return False
        self._at += 1
        return True

    def must_end(self) -> None:
        """Check that nothing is left."""
        if self._here.kind != "end":
            self._expected("the end, 'and' or 'or'" if self._what == "keep" else "the end or ','")

    @property
    def _here(self) -> Token:
        return self._tokens[self._at]

    def _expected(self, what: str) -> NoReturn:
        token = self._here
        got = repr(token.text) if token.kind != "end" else "the end"
        self._reject(f"expected {what}, got {got}", token.start)

    def _reject(self, problem: str, at: int) -> NoReturn:
        message = f"{self._what}: {problem}\n  {self._text}\n  {' ' * at}^"
        raise QuestionError(message)

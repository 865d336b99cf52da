"""Checks of what is given to a study: wrong types and values are one line that says what to write instead."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from typing import TypeVar

from cascadesim.errors import QuestionError

T = TypeVar("T")


def check_mapping(name: str, value: object, example: str) -> None:
    """Check that a value maps names.

    Raises
    ------
    QuestionError
        If it does not.
    """
    if not isinstance(value, Mapping):
        message = f"{name} must be a mapping, e.g. {example}, got {value!r}"
        raise QuestionError(message)


def check_type(name: str, value: object, kind: type | tuple[type, ...], what: str) -> None:
    """Check that a value is of a type.

    Raises
    ------
    QuestionError
        If it is not.
    """
    if not isinstance(value, kind):
        message = f"{name} must be {what}, got {value!r}"
        raise QuestionError(message)


def check_function(name: str, value: object) -> None:
    """Check that a value can be called.

    Raises
    ------
    QuestionError
        If it cannot.
    """
    if not callable(value):
        message = f"{name} must be a function, got {value!r}"
        raise QuestionError(message)


def whole(name: str, value: int) -> int:
    """Return a whole number.

    Raises
    ------
    QuestionError
        If it is none.
    """
    try:
        return operator.index(value)
    except TypeError as error:
        message = f"{name} must be a whole number, got {value!r}"
        raise QuestionError(message) from error


def names_in(option: str, values: Iterable[T]) -> tuple[T, ...]:
    """Return the values of an option that takes several.

    Raises
    ------
    QuestionError
        If it is no list of anything.
    """
    try:
        return tuple(values)
    except TypeError as error:
        message = f"{option} must be a list, got {values!r}"
        raise QuestionError(message) from error


def not_a_string(names: Iterable[str]) -> Iterable[str]:
    """Return several names; one text in their place would be taken letter by letter."""
    if isinstance(names, str):
        message = f"expected a list of card names, got the text {names!r}; write [{names!r}]"
        raise QuestionError(message)
    return names

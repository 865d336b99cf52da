"""What the rules make of a deck: the source, the situation, and the `Problem` they come to."""

from cascadesim.rules.compile import Form, Question, compile_question
from cascadesim.rules.era import CURRENT, Era, era_named
from cascadesim.rules.grants import Grant, grants_of
from cascadesim.rules.source import Dig, Situation, Source, cast_spell, discover_event, find_sources
from cascadesim.rules.spell import CastFrom, Spell, cast_source

__all__ = [
    "CURRENT",
    "CastFrom",
    "Dig",
    "Era",
    "Form",
    "Grant",
    "Question",
    "Situation",
    "Source",
    "Spell",
    "cast_source",
    "cast_spell",
    "compile_question",
    "discover_event",
    "era_named",
    "find_sources",
    "grants_of",
]

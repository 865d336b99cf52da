"""What the rules make of a deck: the source, the situation, and the `Problem` they come to."""

from cascadesim.rules.compile import Form, Question, compile_question
from cascadesim.rules.era import CURRENT, Era
from cascadesim.rules.source import Situation, Source, find_sources

__all__ = ["CURRENT", "Era", "Form", "Question", "Situation", "Source", "compile_question", "find_sources"]

"""One question each, answered for one deck."""

from cascadesim.studies.cascade import cascade
from cascadesim.studies.judge import judge
from cascadesim.studies.kickers import kickers

__all__ = ["cascade", "judge", "kickers"]

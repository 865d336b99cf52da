"""One question each, answered for one deck."""

from cascadesim.studies.cascade import cascade
from cascadesim.studies.compare import compare
from cascadesim.studies.judge import judge
from cascadesim.studies.kickers import kickers
from cascadesim.studies.mulligans import best_mulligans
from cascadesim.studies.sweep import sweep
from cascadesim.studies.turns import turns

__all__ = ["best_mulligans", "cascade", "compare", "judge", "kickers", "sweep", "turns"]

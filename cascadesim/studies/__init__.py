"""One question each, answered for one deck."""

from cascadesim.studies.cascade import cascade
from cascadesim.studies.checkup import checkup
from cascadesim.studies.compare import compare
from cascadesim.studies.judge import judge
from cascadesim.studies.kickers import kickers
from cascadesim.studies.mulligans import best_mulligans
from cascadesim.studies.sample import sample
from cascadesim.studies.sweep import sweep
from cascadesim.studies.turns import turns

__all__ = ["best_mulligans", "cascade", "checkup", "compare", "judge", "kickers", "sample", "sweep", "turns"]

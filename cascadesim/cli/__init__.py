"""The command line: one verb a question, data on stdout, complaints and progress on stderr."""

from cascadesim.cli.main import main, run

__all__ = ["main", "run"]

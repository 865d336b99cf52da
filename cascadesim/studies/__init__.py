"""One question each, answered for one deck."""

from cascadesim.studies.cascade import cascade

__all__ = ["cascade"]

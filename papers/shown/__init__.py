"""How replications are shown: in words, as tables, and as figures."""

from claimwise.report import present
from papers.shown import every, gaps, marks, one, panels

__all__ = ["every", "gaps", "marks", "one", "panels"]

present("replication", one.present)
present("replications", every.present)

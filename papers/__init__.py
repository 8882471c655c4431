"""Published tables and figures, computed again and compared with what was published."""

from papers import base, shown
from papers.book import REPLICATIONS
from papers.listing import listed
from papers.run import SEED, find, kept, kept_verdict, lacks, reproduce

__all__ = [
    "REPLICATIONS",
    "SEED",
    "base",
    "find",
    "kept",
    "kept_verdict",
    "lacks",
    "listed",
    "reproduce",
    "shown",
]

"""Published tables and figures, computed again beside what was published."""

from claimwise.replications import base
from claimwise.replications.book import REPLICATIONS
from claimwise.replications.run import kept, kept_verdict, lacks, listed, reproduce

__all__ = ["REPLICATIONS", "base", "kept", "kept_verdict", "lacks", "listed", "reproduce"]

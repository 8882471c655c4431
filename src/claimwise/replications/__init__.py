"""Published tables and figures, computed again beside what was published."""

from claimwise.replications import base
from claimwise.replications.book import REPLICATIONS
from claimwise.replications.listing import listed
from claimwise.replications.run import find, kept, kept_verdict, lacks, reproduce

__all__ = ["REPLICATIONS", "base", "find", "kept", "kept_verdict", "lacks", "listed", "reproduce"]

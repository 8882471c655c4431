"""Published tables and figures, computed again beside what was published."""

from claimwise.replications import base
from claimwise.replications.run import REPLICATIONS, kept, reproduce

__all__ = ["REPLICATIONS", "base", "kept", "reproduce"]

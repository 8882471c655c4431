"""One declaration before and after: the study."""

from claimwise.study.declaration import Comparison, Frozen, Stopping, Study
from claimwise.study.reader import declare, read

__all__ = ["Comparison", "Frozen", "Stopping", "Study", "declare", "read"]

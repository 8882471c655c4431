"""One declaration before and after: the study."""

from claimwise.study.declaration import Comparison, Frozen, Stopping, Study

__all__ = ["Comparison", "Frozen", "Stopping", "Study"]

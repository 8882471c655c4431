"""Before the data: what could this study show?"""

from claimwise.plan.accuracy import accuracy
from claimwise.plan.preference import preference
from claimwise.plan.proportions import proportions

__all__ = ["accuracy", "preference", "proportions"]

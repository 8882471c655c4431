"""Before the data: what could this study show?"""

from claimwise.plan.accuracy import accuracy
from claimwise.plan.preference import preference
from claimwise.plan.proportions import proportions
from claimwise.plan.ratings import ratings

__all__ = ["accuracy", "preference", "proportions", "ratings"]

"""Before the data: what could this study show?"""

from claimwise.plan.accuracy import accuracy
from claimwise.plan.judgements import judgements
from claimwise.plan.pilot import pilot
from claimwise.plan.preference import preference
from claimwise.plan.proportions import proportions
from claimwise.plan.ratings import ratings

__all__ = ["accuracy", "judgements", "pilot", "preference", "proportions", "ratings"]

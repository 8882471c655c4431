"""Before the data: what could this study show?"""

from claimwise.plan.accuracy import accuracy
from claimwise.plan.bleu import bleu, chrf, ter
from claimwise.plan.judgements import judgements
from claimwise.plan.preference import preference
from claimwise.plan.proportions import proportions
from claimwise.plan.ratings import ratings

__all__ = [
    "accuracy",
    "bleu",
    "chrf",
    "judgements",
    "preference",
    "proportions",
    "ratings",
    "ter",
]

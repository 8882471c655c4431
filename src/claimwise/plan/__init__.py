"""Before the data: what could this study show?"""

from claimwise.plan.accuracy import accuracy
from claimwise.plan.confusion import confusion
from claimwise.plan.judgements import judgements
from claimwise.plan.labels import f1, kappa, mcc, precision, recall
from claimwise.plan.preference import preference
from claimwise.plan.proportions import proportions
from claimwise.plan.ratings import ratings

__all__ = [
    "accuracy",
    "confusion",
    "f1",
    "judgements",
    "kappa",
    "mcc",
    "precision",
    "preference",
    "proportions",
    "ratings",
    "recall",
]

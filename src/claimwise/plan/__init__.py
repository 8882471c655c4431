"""Before the data: what could this study show?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimwise.core.lazy import lazy

if TYPE_CHECKING:
    from claimwise.plan.accuracy import accuracy
    from claimwise.plan.bleu import bleu, chrf, ter
    from claimwise.plan.confusion import confusion
    from claimwise.plan.judgements import judgements
    from claimwise.plan.labels import f1, kappa, mcc, precision, recall
    from claimwise.plan.means import means
    from claimwise.plan.pilot import pilot
    from claimwise.plan.preference import preference
    from claimwise.plan.proportions import proportions
    from claimwise.plan.ratings import ratings
    from claimwise.plan.responses import responses

__all__ = [
    "accuracy",
    "bleu",
    "chrf",
    "confusion",
    "f1",
    "judgements",
    "kappa",
    "mcc",
    "means",
    "pilot",
    "precision",
    "preference",
    "proportions",
    "ratings",
    "recall",
    "responses",
    "ter",
]

lazy(__name__)

"""Before the data: what could this study show?

``cw.plan(study)`` plans a study; ``cw.plan.accuracy(n=500, ...)`` is the same, spelled out.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from claimwise.core.lazy import LazyPackage, lazy

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


class Planning(LazyPackage):
    """The room, which can be called."""

    def __call__(self, study: Any, *, n: int | None = None, solve: str | None = None) -> Any:
        """Return what a study could show: `Study.plan`."""
        return study.plan(n=n, solve=solve)


lazy(__name__)
sys.modules[__name__].__class__ = Planning

"""Before the data: what could this study show?

``cw.plan(study)`` plans a study; ``cw.plan.accuracy(n=500, ...)`` is the same, spelled out.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from claimwise.core import study_parts as parts
from claimwise.core.grouped import grouped
from claimwise.core.parts import Claim, Looks, Reading
from claimwise.plan.accuracy import accuracy as _accuracy
from claimwise.plan.bleu import bleu, chrf, ter
from claimwise.plan.confusion import confusion
from claimwise.plan.judgements import judgements as _judgements
from claimwise.plan.labels import f1, kappa, mcc, precision, recall
from claimwise.plan.means import means as _means
from claimwise.plan.pilot import pilot as _pilot
from claimwise.plan.preference import preference as _preference
from claimwise.plan.proportions import proportions as _proportions
from claimwise.plan.ratings import ratings as _ratings
from claimwise.plan.responses import responses as _responses

CLAIM = (Claim, "says margin alternative")
BELIEF = (parts.Belief, "effect_prior uncertain shrink")
STOPPING = (Looks, "looks spending")
POSTERIOR = (parts.Posterior, "rope prior level bayes_factor")
SIMULATED = (parts.Run, "replicates precision workers")
COSTS = (parts.Costs, "cost_item cost_rating cost_rater")
OF_PILOT = (parts.Belief, "effect_prior uncertain")

accuracy = grouped(
    _accuracy,
    claim=CLAIM,
    predicted=(parts.Predicted, "agreement_from difference_from task"),
    posterior=POSTERIOR,
    belief=BELIEF,
    stopping=STOPPING,
    run=(parts.Run, "by replicates workers"),
)
proportions = grouped(
    _proportions,
    claim=CLAIM,
    posterior=POSTERIOR,
    belief=(parts.Belief, "effect_prior"),
    stopping=STOPPING,
    run=(parts.Run, "by replicates workers"),
)
preference = grouped(
    _preference,
    posterior=POSTERIOR,
    belief=BELIEF,
    stopping=STOPPING,
    run=(parts.Run, "by replicates workers"),
)
means = grouped(
    _means,
    claim=CLAIM,
    spreads=(parts.Spreads, "sd_a sd_b correlation shape"),
    levels=(parts.Levels, "runs_per_item cluster_size icc"),
    belief=BELIEF,
    stopping=STOPPING,
    run=(parts.Run, "by replicates resamples workers"),
)
pilot = grouped(
    _pilot,
    reading=(Reading, "references cluster columns system dataset filter"),
    belief=BELIEF,
    run=(parts.Run, "replicates resamples workers"),
)
ratings = grouped(_ratings, costs=COSTS, belief=OF_PILOT, run=SIMULATED)
judgements = grouped(
    _judgements,
    layout=(parts.Layout, "missing uneven"),
    leaning=(parts.Leaning, "rater_sd item_sd"),
    costs=COSTS,
    belief=OF_PILOT,
    run=SIMULATED,
)
responses = grouped(
    _responses,
    answers=(parts.Answers, "responses_gold responses_a responses_b"),
    costs=(parts.Prices, "budget price_item price_gold price_a price_b"),
    reading=(Reading, "gold columns"),
    belief=(parts.Belief, "effect_prior"),
    run=(parts.Run, "replicates resamples sets workers"),
)

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


class Planning(ModuleType):
    """The room, which can be called."""

    def __call__(self, study: Any, *, n: int | None = None, solve: str | None = None) -> Any:
        """Return what a study could show: `Study.plan`."""
        return study.plan(n=n, solve=solve)


sys.modules[__name__].__class__ = Planning

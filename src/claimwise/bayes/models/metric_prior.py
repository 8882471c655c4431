"""What is believed of graded scores before the data: means, spreads, and how normal they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf, isinf, sqrt
from typing import Any

import numpy as np

from claimwise.bayes.models.names import chosen_name, in_range
from claimwise.bayes.models.scale_prior import ScalePrior
from claimwise.core import DataError, Note, caution
from claimwise.kernels.arrays import Floats

NAMES = {
    "unit": "each mean about as far from the common centre as single scores are",
    "wide": "each mean up to ten times as far",
    "hybayes": "as published: means within 100 standard deviations, normality from 0 on",
    "kruschke": "the same, with normality from 1 on",
}

CENTRE = "centre"  # of Student's t: not the mean of scores that are skewed
FEW = 6
FENCES = 3.0  # distances of the quartiles, beyond which Tukey calls a score far out


@dataclass(frozen=True, slots=True)
class MetricPrior:
    """Prior of the robust t model.

    mean of a group ~ normal(center, spread); its scale ~ `sd`; normality, shared by all groups,
    = `shift` + exponential with mean `normality`. An infinite `normality` makes scores normal.
    """

    name: str
    center: float
    spread: float
    sd: ScalePrior
    shift: float = 1.0
    normality: float = 29.0

    @property
    def is_normal(self) -> bool:
        """Whether scores are normal instead of t."""
        return isinf(self.normality)

    def normal(self) -> MetricPrior:
        """Return the same with normal scores."""
        return replace(self, normality=inf)

    @property
    def words(self) -> str:
        """Say it."""
        nu, spread = "scores are normal", "standard deviation"
        if not self.is_normal:
            nu = f"normality {self.shift:g} + exponential with mean {self.normality:g}"
            spread = "scale"  # of Student's t, which has a larger standard deviation, or none
        return (
            f"{self.name}: each mean normal({self.center:.6g}, {self.spread:.6g}), each {spread} "
            f"{self.sd.words}, {nu}"
        )

    @property
    def parameters(self) -> dict[str, Any]:
        """All numbers, for the record."""
        return {
            "center": self.center,
            "spread": self.spread,
            "sd": [self.sd.kind, self.sd.first, self.sd.second],
            "normality": None if self.is_normal else [self.shift, self.normality],
        }


def few_notes(groups: Sequence[Floats]) -> tuple[Note, ...]:
    """Warn of so few scores that a prior which takes its unit from them is too sure of it."""
    fewest = min(group.size for group in groups)
    if fewest >= FEW:
        return ()
    said = (
        f"With {fewest} scores the prior, whose unit comes from them, makes intervals too "
        "short: those of 0.95 held 85% of the truth with 2 scores, 92% with 3, 93% with 5, in "
        "simulated studies."
    )
    return (caution(said),)


def tamed(scores: Floats) -> Floats:
    """Return scores, those beyond three times the quartiles' distance from them drawn in to there.

    >>> tamed(np.array([1.0, 2.0, 3.0, 4.0, 5000.0])).tolist()
    [1.0, 2.0, 3.0, 4.0, 10.0]
    """
    low, high = np.quantile(scores, [0.25, 0.75])
    reach = FENCES * (high - low)
    return np.clip(scores, low - reach, high + reach) if reach > 0 else scores


def metric_prior(prior: Any, groups: list[Floats], *, paired: bool = False) -> MetricPrior:
    """Return a prior by its name: ``unit`` (the default), ``wide``, ``hybayes``, ``kruschke``.

    All take their unit from the data. For the published ones it is the root of the mean variance
    of the groups; for ``unit`` and ``wide`` the distances of the groups' means from their common
    centre count as well, so that systems far apart are not drawn together, and wild scores count
    as no farther than the fences of a box plot: the model does not heed them either. ``unit:0.2``
    has means within 0.2 of these units. For paired differences the centre is 0, not that of the
    data.
    """
    if isinstance(prior, MetricPrior):
        return prior
    name, number = chosen_name(prior, NAMES, "unit")
    if name in ("unit", "wide"):
        groups = [tamed(group) for group in groups]
    within = sqrt(float(np.mean([np.var(group, ddof=1) for group in groups])))
    if not within > 0:
        raise DataError(
            "The metric model",
            "scores that vary",
            "the same score everywhere",
            "Nothing can be learnt of their spread.",
        )
    center = 0.0 if paired else float(np.mean([group.mean() for group in groups]))
    if name in ("hybayes", "kruschke"):
        shift, normality = (0.0, 30.0) if name == "hybayes" else (1.0, 29.0)
        bounds = ScalePrior.uniform(within / 100, 100 * within)
        return MetricPrior(name, center, 100 * within, bounds, shift, normality)
    apart = float(np.mean([(group.mean() - center) ** 2 for group in groups]))
    unit = sqrt(within**2 + apart)
    times = {"unit": 1.0, "wide": 10.0}[name]
    if number is not None:
        times = in_range(number, 1e-6, 1e6, prior)
        name = f"{name}:{times:g}"
    return MetricPrior(name, center, times * unit, ScalePrior.lognormal(within, 1.0))

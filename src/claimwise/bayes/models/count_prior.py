"""What is believed of counts before the data: their means, and how far they are from Poisson."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf, isinf, log, sqrt
from typing import Any

import numpy as np
from scipy import special

from claimwise.bayes.models.names import chosen_name, in_range
from claimwise.bayes.models.scale_prior import HALF_LOG_TWO_PI
from claimwise.core import DataError, Note, assumed
from claimwise.kernels.arrays import Floats

NAMES = {
    "factor": "each mean within a factor of 2.7 or so of the mean count",
    "hybayes": "as published: the spread of the counts taken for that of the logs of their means",
}


@dataclass(frozen=True, slots=True)
class CountPrior:
    """Prior of the negative binomial model: variance = mean + mean**2 / shape.

    log mean of a group ~ normal(center, spread). Its shape ~ exponential with mean `shape`, or,
    where `variation` is a number, 1 / sqrt(shape), the variation beyond Poisson as a share of the
    mean, ~ half-normal(`variation`): zeros are then not explained by a huge mean with a shape near
    0. An infinite `shape` makes counts Poisson. In the paired model items differ by a factor whose
    log is normal(-tau**2 / 2, tau), with tau ~ half-normal(`items`).
    """

    name: str
    center: float
    spread: float
    shape: float = 30.0
    items: float = 1.0
    variation: float | None = None

    @property
    def is_poisson(self) -> bool:
        """Whether counts are Poisson instead of negative binomial."""
        return isinf(self.shape)

    def shapes(self, z: Floats) -> Floats:
        """Return the shapes at which the prior has a share Phi(z) below.

        A standard normal z thus has the prior of the shapes, and no long tails.
        """
        if self.variation is None:
            return np.asarray(-self.shape * special.log_ndtr(-z))
        return np.asarray((self.variation * half_normal(-z)) ** -2.0)

    def log_variation(self, beyond: Floats) -> Floats:
        """Return the log prior of the variation beyond Poisson, 1 / sqrt(shape)."""
        if self.variation is not None:
            z = beyond / self.variation
            return np.asarray(log(2) - 0.5 * z**2 - HALF_LOG_TWO_PI - log(self.variation))
        size = np.abs(beyond)
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            shape = size**-2.0
            logs = -shape / self.shape - log(self.shape) + log(2) - 3 * np.log(size)
        return np.where(size > 0, logs, -np.inf)

    def poisson(self) -> CountPrior:
        """Return the same with Poisson counts."""
        return replace(self, shape=inf)

    @property
    def words(self) -> str:
        """Say it."""
        shape = f"shape exponential with mean {self.shape:g}"
        if self.variation is not None:
            shape = f"1 / sqrt(shape) half-normal({self.variation:g})"
        if self.is_poisson:
            shape = "counts are Poisson"
        return (
            f"{self.name}: log of each mean normal({self.center:.6g}, {self.spread:.6g}), {shape}"
        )

    @property
    def pairs_words(self) -> Note:
        """Say what is believed of items that both systems have."""
        return assumed(
            f"Before the data items differ by a factor whose log has a standard deviation that is "
            f"half-normal({self.items:g})."
        )

    @property
    def parameters(self) -> dict[str, Any]:
        """All numbers, for the record."""
        return {
            "log_mean": [self.center, self.spread],
            "shape": None if self.is_poisson or self.variation is not None else self.shape,
            "variation": None if self.is_poisson else self.variation,
            "items": self.items,
        }


def half_normal(z: Floats) -> Floats:
    """Return the points below which a half-normal number lies with probability Phi(z).

    >>> float(np.round(half_normal(np.array(0.0)), 9))  # the median
    0.67448975
    """
    return -np.asarray(special.ndtri_exp(special.log_ndtr(-np.asarray(z)) - log(2)))


def count_prior(prior: Any, groups: list[Floats]) -> CountPrior:
    """Return a prior by its name: ``factor`` (the default), ``factor:0.5``, ``hybayes``.

    The centre is the log of the mean of the groups' means; no mean is taken to be below that of
    half a count in all. To the factor comes how far the groups' means lie from the centre, so that
    systems far apart are not drawn together.
    """
    if isinstance(prior, CountPrior):
        return prior
    means = np.array([max(float(group.mean()), 0.5 / group.size) for group in groups])
    mean = float(np.mean([group.mean() for group in groups])) or float(means.mean())
    name, number = chosen_name(prior, NAMES, "factor")
    if name == "hybayes":
        spread = sqrt(float(np.mean([np.var(group, ddof=1) for group in groups])))
        if not spread > 0:
            raise DataError(
                "prior hybayes",
                "counts that vary",
                "the same count everywhere",
                "Use the prior factor.",
            )
        return CountPrior(name, log(mean), spread)
    times = 1.0
    if number is not None:
        times = in_range(number, 1e-6, 100.0, prior)
        name = f"{name}:{times:g}"
    apart = float(np.mean((np.log(means) - log(mean)) ** 2))
    return CountPrior(name, log(mean), sqrt(times**2 + apart), variation=1.0)

"""What is believed of a mean difference before the data: nothing, or that effects are moderate."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

from claimwise.bayes.models.metric_prior import NAMES as OF_ROBUST
from claimwise.bayes.models.names import DEFAULT, in_range
from claimwise.core import ParameterError, Words, did_you_mean, option

NAMES = ("reference", "jzs")
WIDTH = sqrt(0.5)  # of the Cauchy prior, as in R's BayesFactor ("medium")


@dataclass(frozen=True, slots=True)
class MeanPrior:
    """Prior of the model of a mean difference.

    ``reference``: even over the means and over the logs of the standard deviations. Of the
    hypothesis that there is no difference it says nothing, so that Bayes factors of it have the
    prior of Jeffreys, Zellner and Siow: the difference in standard deviations is Cauchy with scale
    `width`. With ``jzs`` the posterior has that prior, too.
    """

    name: str
    width: float = WIDTH

    @property
    def is_reference(self) -> bool:
        """Whether the posterior is under the reference prior."""
        return self.name == "reference"

    @property
    def words(self) -> str:
        """Say it."""
        cauchy = f"Cauchy with scale {self.width:.4g} for the difference in standard deviations"
        if self.is_reference:
            return (
                f"{self.name}: even over means and over logs of standard deviations; for Bayes "
                f"factors of no difference {cauchy} (JZS)"
            )
        return f"{self.name}: {cauchy}, even over the log of one standard deviation"

    @property
    def parameters(self) -> dict[str, Any]:
        """All numbers, for the record."""
        return {"width": self.width}


def mean_prior(prior: Any) -> MeanPrior:
    """Return a prior by its name: ``reference`` (the default), ``jzs``, ``jzs:1``.

    >>> mean_prior("default").name, mean_prior("jzs:1").width
    ('reference', 1.0)
    """
    if isinstance(prior, MeanPrior):
        return prior
    needs = "one of reference, jzs, jzs:WIDTH"
    if not isinstance(prior, str):
        raise ParameterError("prior", needs, repr(prior))
    name, colon, number = prior.strip().lower().partition(":")
    name = "reference" if name == DEFAULT else name
    if name not in NAMES:
        remedy: Words | str = did_you_mean(name, NAMES)
        if name in OF_ROBUST:
            remedy = "It is a prior of other models: add " + option("model", "robust") + "."
        raise ParameterError("prior", needs, repr(prior), remedy)
    if not colon:
        return MeanPrior(name)
    try:
        width = in_range(float(number), 1e-3, 1e3, prior)
    except ValueError:
        example = "a number behind the colon, as in jzs:1"
        raise ParameterError("prior", example, repr(prior)) from None
    if name == "reference":
        return MeanPrior(name, width)
    return MeanPrior(f"{name}:{width:g}", width)

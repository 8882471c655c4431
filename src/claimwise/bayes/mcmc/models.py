"""The models by name, and the data that each of them takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from claimwise.bayes.mcmc.binary import binary, binary_probit
from claimwise.bayes.mcmc.binomial import binomial
from claimwise.bayes.mcmc.crossed import crossed_ordinal
from claimwise.bayes.mcmc.data import BinomialGroups, Ratings
from claimwise.bayes.mcmc.graded import count, metric
from claimwise.bayes.mcmc.ordinal import ordinal
from claimwise.bayes.mcmc.problem import Problem
from claimwise.bayes.models.groups import Groups
from claimwise.core import DataError, check_one_of

MODELS: dict[str, tuple[Callable[..., Problem], type]] = {
    "metric": (metric, Groups),
    "count": (count, Groups),
    "ordinal": (ordinal, Groups),
    "binary": (binary, Groups),
    "binary-probit": (binary_probit, Groups),
    "binomial": (binomial, BinomialGroups),
    "crossed-ordinal": (crossed_ordinal, Ratings),
}


def problem(model: str, data: Any, prior: Any = "default", **options: Any) -> Problem:
    """Return a model of these data, by its name; paired data have the paired model."""
    build, kind = MODELS[check_one_of("model", model, MODELS)]
    if not isinstance(data, kind):
        raise DataError(f"The {model} model", kind.__name__, type(data).__name__)
    return build(data, prior, **options)

"""Scores drawn from a user's own model, after the data or before, to hold the real ones against."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from claimwise.bayes.draws import Draws
from claimwise.bayes.mcmc.backend import backend, double_precision
from claimwise.bayes.models.groups import Groups
from claimwise.kernels.arrays import Floats

Replicate = Callable[[Draws | None, int, int], dict[str, Floats]]


def replicates(model: Callable[[Any], None], data: Any, groups: Groups, site: str) -> Replicate:
    """Return a function of draws (None: the prior), their number and a seed, that draws scores.

    `site` is where the model observes the scores; what it observes is forgotten, and drawn from
    the parameters instead. The scores of each system come as replicates by items.
    """

    def replicate(draws: Draws | None, count: int, seed: int) -> dict[str, Floats]:
        jax = backend().jax
        from numpyro.handlers import uncondition
        from numpyro.infer import Predictive

        given = None
        if draws is not None:
            given = {name: array.reshape(-1, *array.shape[2:]) for name, array in draws.values.items()}
        with double_precision():
            draw = Predictive(
                uncondition(model),
                posterior_samples=given,
                num_samples=None if given is not None else count,
                return_sites=[site],
                parallel=True,
            )
            found = np.asarray(draw(jax.random.key(seed), data)[site], np.float64)
        ends = np.cumsum([column.size for column in groups.values])[:-1]
        return dict(zip(groups.names, np.split(found, ends, axis=1), strict=True))

    return replicate

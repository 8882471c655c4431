"""Data drawn from a user's own model, after the data or before, to hold the real ones against."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from claimwise.bayes.draws import Draws
from claimwise.bayes.fit import Replicate
from claimwise.bayes.mcmc.backend import backend, double_precision
from claimwise.bayes.models.groups import Groups
from claimwise.kernels.arrays import Floats


def replicates(
    model: Callable[[Any], None], data: Any, groups: Groups, observed: Mapping[str, Floats]
) -> Replicate:
    """Return a function of draws (or None, and a number, for the prior) that draws data anew.

    `observed` are the sites at which the model observes something. What they observe is
    forgotten, and drawn from the parameters instead. A site that observes all scores in one
    column is told apart by system.
    """

    def replicate(
        draws: Draws | None, count: int, seed: int
    ) -> Iterator[tuple[str, Floats, Floats]]:
        jax = backend().jax
        from numpyro.infer import Predictive

        given = None
        if draws is not None:
            given = {name: v.reshape(-1, *v.shape[2:]) for name, v in draws.values.items()}
        with double_precision():
            draw = Predictive(
                _forgetful(model),
                posterior_samples=given,
                num_samples=count if given is None else None,
                return_sites=list(observed),
                parallel=True,
            )
            found = draw(jax.random.key(seed), data)
        for site, real in observed.items():
            drawn = np.asarray(found[site], np.float64).reshape(-1, real.size)
            if np.array_equal(real, data.score):
                ends = np.cumsum([column.size for column in groups.values])[:-1]
                parts = np.split(drawn, ends, axis=1)
                yield from zip(groups.names, groups.values, parts, strict=True)
            else:
                yield site, real, drawn

    return replicate


def _forgetful(model: Callable[[Any], None]) -> Callable[[Any], None]:
    """Return the model with draws in the place of what it observes, of the same shape.

    NumPyro's own handler draws one number where one distribution observes a whole column.
    """
    _, jnp, _, _ = backend()
    from numpyro.distributions import Unit
    from numpyro.handlers import uncondition
    from numpyro.primitives import Messenger

    class Widened(Messenger):  # type: ignore[misc]
        def process_message(self, message: Any) -> None:
            if message["type"] != "sample" or not message["is_observed"]:
                return
            law = message["fn"]
            if not isinstance(law, Unit):
                shape = jnp.shape(message["value"])
                message["fn"] = law.expand(shape[: len(shape) - len(law.event_shape)])

    return uncondition(Widened(model))  # type: ignore[no-any-return]

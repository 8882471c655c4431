"""latencies are log-normal: medians near 250 ms, give or take a factor of 3; items differ."""

import jax.numpy as jnp
import numpyro
import numpyro.distributions as dist

UNIT = "ms"  # in which scores are measured
OF = "median"  # what of the scores is compared


def model(data):
    """Say how scores come about: data.score, with data.system and data.item as whole numbers."""
    log_median = numpyro.sample("log_median", dist.Normal(jnp.log(250.0), 1.0).expand((2,)))
    noise = numpyro.sample("noise", dist.HalfNormal(0.5))
    between = numpyro.sample("between", dist.HalfNormal(0.5))
    with numpyro.plate("items", data.item.max() + 1):
        item = numpyro.sample("item", dist.Normal(0.0, 1.0))
    center = log_median[data.system] + between * item[data.item]
    numpyro.sample("score", dist.LogNormal(center, noise), obs=data.score)
    numpyro.deterministic("mu", jnp.exp(log_median))  # what is compared: one for each system

"""NumPyro model of right and wrong on several data sets, which are a sample of such sets."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy import special

from claimwise.bayes.mcmc.backend import backend
from claimwise.bayes.mcmc.before import FORWARD, SEED, both_ways
from claimwise.bayes.mcmc.binary import uniform_unless
from claimwise.bayes.mcmc.data import BinomialGroups
from claimwise.bayes.mcmc.problem import Problem
from claimwise.bayes.priors import Prior, beta_prior
from claimwise.bayes.sampled import SampledPosterior
from claimwise.core import meaning
from claimwise.kernels.arrays import Floats

HERMITE = 31
BLOCK = 10_000


@dataclass(frozen=True, slots=True)
class RatesPrior:
    """Prior of rates on several data sets.

    The rate at a middling data set ~ `rate`; on the logit scale data sets differ with standard
    deviation ~ half-normal(`datasets`), and systems on a data set with ~ half-normal(`systems`).
    """

    rate: Prior = field(default_factory=lambda: beta_prior("uniform"))
    datasets: float = 1.0
    systems: float = 0.5

    @property
    def name(self) -> str:
        """What it is called."""
        return self.rate.name

    @property
    def words(self) -> str:
        """Say it."""
        return (
            f"{self.rate.words}, for each system's rate at a middling data set; on the logit "
            f"scale data sets have a standard deviation that is half-normal({self.datasets:g}), "
            f"systems on one data set half-normal({self.systems:g})"
        )

    @property
    def parameters(self) -> dict[str, Any]:
        """All numbers, for the record."""
        return {
            "rate": list(self.rate.parameters),
            "datasets": self.datasets,
            "systems": self.systems,
        }


def binomial(groups: BinomialGroups, prior: Any = "default") -> Problem:
    """Return the hierarchical model of rates on several data sets, paired by data set.

    Compared is the mean rate over these data sets, each with the same weight (`rate`);
    `rate_new` is what is expected on a new data set like these.
    """
    chosen = (
        prior if isinstance(prior, RatesPrior) else RatesPrior(beta_prior(uniform_unless(prior)))
    )
    shape = groups.right.shape
    right, total = groups.right.astype(np.float64), groups.total.astype(np.float64)
    ways = -np.log1p(total) - special.betaln(total - right + 1, right + 1)

    def model(data: Any) -> None:
        _, jnp, numpyro, dist = backend()
        from jax.nn import softplus
        from jax.scipy.special import expit, logit

        middle = numpyro.sample("middle", dist.Beta(*chosen.rate.parameters).expand(shape[:1]))
        tau = numpyro.sample("tau", dist.HalfNormal(jnp.array([chosen.datasets, chosen.systems])))
        u = numpyro.sample("dataset_effect", dist.Normal(0.0, 1.0).expand(shape[1:]))
        v = numpyro.sample("system_effect", dist.Normal(0.0, 1.0).expand(shape))
        center = logit(middle)[:, None]
        logits = center + tau[0] * u + tau[1] * v
        logs = data["right"] * logits - data["total"] * softplus(logits) + data["ways"]
        numpyro.factor("counts", logs.sum())
        theta = numpyro.deterministic("theta", expit(logits))
        rate = numpyro.deterministic("rate", theta.mean(axis=1))
        nodes, weights = special.roots_hermitenorm(HERMITE)
        spread = jnp.sqrt((tau**2).sum()) * nodes
        expected = expit(center + spread) @ (weights / weights.sum())
        new = numpyro.deterministic("rate_new", expected)
        if shape[0] == 2:
            numpyro.deterministic("difference", rate[1] - rate[0])
            numpyro.deterministic("difference_new", new[1] - new[0])

    dims: dict[str, tuple[str, ...]] = {
        "rate": ("system",),
        "rate_new": ("system",),
        "middle": ("system",),
        "tau": ("between",),
        "theta": ("system", "dataset"),
    }
    return Problem(
        name="hierarchical",
        model=model,
        data={"right": right, "total": total, "ways": ways},
        names=groups.names,
        n=groups.n,
        paired=True,
        prior=chosen,
        unit="points",
        compared="rate",
        before=lambda a, b: _before_rates(chosen, shape[1]),
        dims=dims | ({"difference": (), "difference_new": ()} if shape[0] == 2 else {}),
        notes=(
            meaning(
                "The posterior compares mean accuracies over the data sets, each of which weighs "
                "the same; the plain difference weighs them by their items."
            ),
        ),
        coords={
            "system": groups.names,
            "dataset": groups.datasets,
            "between": ("data sets", "systems on a data set"),
        },
    )


def draw_rates(
    prior: RatesPrior, systems: int, datasets: int, count: int, rng: np.random.Generator
) -> Floats:
    """Return rates drawn from the prior: draw, system, data set."""
    right, wrong = prior.rate.parameters
    middle = special.logit(rng.beta(right, wrong, (count, systems, 1)))
    tau = np.abs(rng.standard_normal((2, count, 1, 1)))
    shared = tau[0] * prior.datasets * rng.standard_normal((count, 1, datasets))
    own = tau[1] * prior.systems * rng.standard_normal((count, systems, datasets))
    return np.asarray(special.expit(middle + shared + own), np.float64)


def _before_rates(prior: RatesPrior, datasets: int) -> SampledPosterior:
    """Return the prior of the mean difference over as many data sets, by forward draws."""
    rng = np.random.default_rng(SEED)
    blocks = [
        draw_rates(prior, 2, datasets, BLOCK, rng).mean(axis=2)
        for _ in range(FORWARD // BLOCK // 2)
    ]
    rates = np.concatenate(blocks)
    return both_ways(rates[:, 1] - rates[:, 0])

"""NumPyro models of levels: ordered probit, alone and in pairs."""

from __future__ import annotations

from typing import Any

import numpy as np

from claimwise.bayes.mcmc.backend import backend
from claimwise.bayes.mcmc.cells import log_levels, log_pairs
from claimwise.bayes.mcmc.graded import scale
from claimwise.bayes.mcmc.problem import Problem
from claimwise.bayes.mcmc.thresholds import thresholds
from claimwise.bayes.models.groups import Groups
from claimwise.bayes.models.ordinal_prior import OrdinalPrior, ordinal_prior
from claimwise.bayes.normal import NormalPosterior
from claimwise.core import DataError


def chosen_prior(prior: Any, levels: list[Any]) -> OrdinalPrior:
    """Return the prior, with as many levels as the data show unless it says more."""
    top = max(int(column.max()) for column in levels)
    chosen = prior if isinstance(prior, OrdinalPrior) else ordinal_prior(prior, top + 1)
    if top >= chosen.levels:
        needs = f"levels from 0 to {chosen.levels - 1}"
        raise DataError("The ordinal model", needs, f"{top}")
    return chosen


def means(prior: OrdinalPrior, systems: int) -> tuple[Any, Any]:
    """Sample the latent mean and standard deviation of each system."""
    _, _, numpyro, dist = backend()
    z = numpyro.sample("z", dist.Normal(0.0, 1.0).expand((systems,)))
    mu = numpyro.deterministic("mu", prior.center + prior.spread * z)
    return mu, scale("sigma", prior.sd, (systems,))


def ordinal(groups: Groups, prior: Any = "default") -> Problem:
    """Return the ordered probit model of two or more groups, or of two on the same items."""
    columns = groups.whole("ordinal")
    chosen = chosen_prior(prior, list(columns))
    k, systems = chosen.levels, len(columns)
    if groups.paired:
        a, b = groups.two("The paired ordinal model")
        table = np.zeros((k, k))
        np.add.at(table, (a.astype(int), b.astype(int)), 1.0)
    else:
        table = np.array([np.bincount(column.astype(int), minlength=k) for column in columns])

    def model(data: Any) -> None:
        mu, sigma = means(chosen, systems)
        cuts = (thresholds(chosen) - mu[:, None]) / sigma[:, None]
        numpyro = backend().numpyro
        numpyro.factor("levels", (data["table"] * log_levels(cuts)).sum())

    def paired_model(data: Any) -> None:
        _, _, numpyro, dist = backend()
        mu, sigma = means(chosen, 2)
        half = numpyro.sample("half", dist.Beta(*chosen.correlation))
        rho = numpyro.deterministic("rho", 2 * half - 1)
        cuts = (thresholds(chosen) - mu[:, None]) / sigma[:, None]
        numpyro.factor("levels", (data["table"] * log_pairs(cuts[0], cuts[1], rho)).sum())

    dims: dict[str, tuple[str, ...]] = {
        "mu": ("system",),
        "sigma": ("system",),
        "threshold": ("cut",),
    }
    return Problem(
        name="ordinal",
        model=paired_model if groups.paired else model,
        data={"table": table.astype(np.float64)},
        names=groups.names,
        n=groups.n,
        paired=groups.paired,
        prior=chosen,
        unit="levels",
        compared="mu",
        before=lambda a, b: NormalPosterior(0.0, chosen.spread * 2**0.5),
        notes=(chosen.pairs_words,) if groups.paired else (),
        dims=dims | ({"rho": ()} if groups.paired else {}),
        coords=coordinates(groups.names, chosen),
        fixed=("threshold",),
    )


def coordinates(names: tuple[str, ...], prior: OrdinalPrior) -> dict[str, tuple[Any, ...]]:
    """Return the labels of systems and of thresholds."""
    return {"system": names, "cut": prior.cuts}

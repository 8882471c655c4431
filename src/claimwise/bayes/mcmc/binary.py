"""NumPyro models of right and wrong: of independent groups, and of pairs in two ways."""

from __future__ import annotations

from typing import Any

import numpy as np

from claimwise.bayes.beta_binomial import IndependentPosterior
from claimwise.bayes.mcmc.backend import backend
from claimwise.bayes.mcmc.cells import log_pairs
from claimwise.bayes.mcmc.problem import Problem, SaidPrior
from claimwise.bayes.models.groups import Groups
from claimwise.bayes.models.probit_pairs import CORRELATION
from claimwise.bayes.paired import PairedPosterior
from claimwise.bayes.priors import beta_prior, dirichlet_prior
from claimwise.core import DataError

CELLS = ("both right", "only A", "only B", "both wrong")
EDGE = 1e-12  # rates nearer to 0 or 1 than this have no finite probit worth having


def uniform_unless(prior: Any) -> Any:
    """Return the prior that was asked for; uniform if it was the default."""
    return "uniform" if prior == "default" else prior


def _verdicts(groups: Groups) -> None:
    for name, column in zip(groups.names, groups.values, strict=True):
        bad = np.flatnonzero((column != 0) & (column != 1))
        if bad.size:
            found = f"{column[bad[0]]:g} at place {bad[0] + 1} of {name}"
            raise DataError("The binary model", "scores of 0 or 1", found)


def binary(groups: Groups, prior: Any = "default") -> Problem:
    """Return the model of rates of independent groups, or of the four cells of paired verdicts."""
    _verdicts(groups)
    if groups.paired:
        return _paired_binary(groups, prior)
    chosen = beta_prior(uniform_unless(prior))
    right, wrong = chosen.parameters

    def model(data: Any) -> None:
        _, _, numpyro, dist = backend()
        from jax.scipy.special import xlog1py, xlogy

        size = data["right"].shape
        theta = numpyro.sample("theta", dist.Beta(right, wrong).expand(size))
        logs = xlogy(data["right"], theta) + xlog1py(data["total"] - data["right"], -theta)
        numpyro.factor("verdicts", logs.sum())

    return Problem(
        name="binary",
        model=model,
        data={
            "right": np.array([column.sum() for column in groups.values]),
            "total": np.array([float(column.size) for column in groups.values]),
        },
        names=groups.names,
        n=groups.n,
        paired=False,
        prior=SaidPrior(chosen.name, chosen.words, {"rate": list(chosen.parameters)}),
        unit="points",
        compared="theta",
        before=lambda a, b: IndependentPosterior.before(chosen),
        dims={"theta": ("system",)},
        coords={"system": groups.names},
    )


def _paired_binary(groups: Groups, prior: Any) -> Problem:
    a, b = groups.two("The paired binary model")
    chosen = dirichlet_prior(uniform_unless(prior))

    def model(data: Any) -> None:
        _, jnp, numpyro, dist = backend()
        from jax.scipy.special import xlogy

        cell = numpyro.sample("cell", dist.Dirichlet(jnp.array(chosen.parameters)))
        numpyro.deterministic("difference", cell[2] - cell[1])
        numpyro.factor("verdicts", xlogy(data["cells"], cell).sum())

    def before(first: str, second: str) -> PairedPosterior:
        both, only_a, only_b, neither = chosen.parameters
        if first != groups.names[0]:
            only_a, only_b = only_b, only_a
        return PairedPosterior(only_b, only_a, both + neither)

    cells = [a * b, a * (1 - b), (1 - a) * b, (1 - a) * (1 - b)]
    return Problem(
        name="binary",
        model=model,
        data={"cells": np.array([cell.sum() for cell in cells])},
        names=groups.names,
        n=groups.n,
        paired=True,
        prior=SaidPrior(chosen.name, chosen.words, {"cells": list(chosen.parameters)}),
        unit="points",
        compared="difference",
        before=before,
        dims={"cell": ("outcome",), "difference": ()},
        coords={"outcome": CELLS},
    )


def binary_probit(groups: Groups, prior: Any = "default") -> Problem:
    """Return the model of paired verdicts by two correlated normal scores, each with its rate."""
    _verdicts(groups)
    if not groups.paired:
        raise DataError("The probit model", "paired verdicts", "independent groups")
    a, b = groups.two("The probit model")
    chosen = beta_prior(uniform_unless(prior))
    table = np.zeros((2, 2))
    np.add.at(table, (a.astype(int), b.astype(int)), 1.0)

    def model(data: Any) -> None:
        _, jnp, numpyro, dist = backend()
        from jax.scipy.special import ndtri

        theta = numpyro.sample("theta", dist.Beta(*chosen.parameters).expand((2,)))
        half = numpyro.sample("half", dist.Beta(*CORRELATION))
        rho = numpyro.deterministic("rho", 2 * half - 1)
        cuts = -ndtri(jnp.clip(theta, EDGE, 1 - EDGE))
        numpyro.factor("cells", (data["table"] * log_pairs(cuts[:1], cuts[1:], rho)).sum())

    words = f"{chosen.words}, for each rate; (1 + correlation) / 2 Beta(4, 2)"
    numbers = {"rate": list(chosen.parameters), "correlation": list(CORRELATION)}
    return Problem(
        name="binary-probit",
        model=model,
        data={"table": table},
        names=groups.names,
        n=groups.n,
        paired=True,
        prior=SaidPrior(chosen.name, words, numbers),
        unit="points",
        compared="theta",
        before=lambda a, b: IndependentPosterior.before(chosen),
        dims={"theta": ("system",), "rho": ()},
        coords={"system": groups.names},
    )

"""NumPyro models of levels: ordered probit, alone, in pairs, and with raters and items."""

from __future__ import annotations

from typing import Any

import numpy as np

from claimwise.bayes.mcmc.backend import backend
from claimwise.bayes.mcmc.cells import ENDLESS, log_between, log_levels, log_pairs
from claimwise.bayes.mcmc.data import Ratings
from claimwise.bayes.mcmc.graded import scale
from claimwise.bayes.mcmc.problem import Problem, SaidPrior
from claimwise.bayes.mcmc.thresholds import thresholds
from claimwise.bayes.models.groups import Groups
from claimwise.bayes.models.ordinal_prior import OrdinalPrior, ordinal_prior
from claimwise.bayes.normal import NormalPosterior
from claimwise.core import DataError, sentence

EFFECTS = 0.25  # the prior median or so of effects' standard deviations, as a share of the levels


def chosen_prior(prior: Any, levels: list[Any]) -> OrdinalPrior:
    """Return the prior, with as many levels as the data show unless it says more."""
    top = max(int(column.max()) for column in levels)
    chosen = prior if isinstance(prior, OrdinalPrior) else ordinal_prior(prior, top + 1)
    if top >= chosen.levels:
        needs = f"levels from 0 to {chosen.levels - 1}"
        raise DataError(sentence("The ordinal model", needs, f"{top}"))
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
        coords=_coords(groups.names, chosen),
        fixed=("threshold",),
    )


def crossed_ordinal(ratings: Ratings, prior: Any = "default", *, slopes: bool = False) -> Problem:
    """Return the ordered probit model of ratings with effects of raters and of items.

    With `slopes`, raters may also differ in how they see each system.
    """
    chosen = chosen_prior(prior, [ratings.level])
    systems, raters, items = len(ratings.names), len(ratings.raters), len(ratings.items)
    wide = EFFECTS * chosen.levels

    def effects(name: str, shape: tuple[int, ...]) -> Any:
        _, _, numpyro, dist = backend()
        share = numpyro.sample(f"share_{name}", dist.HalfNormal(1.0))
        sd = numpyro.deterministic(f"sd_{name}", wide * share)
        return sd * numpyro.sample(f"{name}_effect", dist.Normal(0.0, 1.0).expand(shape))

    def model(data: Any) -> None:
        _, jnp, numpyro, _ = backend()
        mu, sigma = means(chosen, systems)
        system, rater = data["system"], data["rater"]
        latent = mu[system] + effects("rater", (raters,))[rater]
        latent = latent + effects("item", (items,))[data["item"]]
        if slopes:
            latent = latent + effects("slope", (raters, systems))[rater, system]
        # Only both ends of the level that was given: the others need not be computed.
        end, level = jnp.array([ENDLESS]), data["level"]
        cuts = jnp.concatenate([-end, thresholds(chosen), end])
        low, high = ((cuts[place] - latent) / sigma[system] for place in (level, level + 1))
        numpyro.factor("levels", log_between(low, high).sum())

    dims: dict[str, tuple[str, ...]] = {
        "mu": ("system",),
        "sigma": ("system",),
        "threshold": ("cut",),
        "sd_rater": (),
        "sd_item": (),
    }
    of = "raters, of items and of slopes" if slopes else "raters and of items"
    said = f"{chosen.words}; standard deviations of {of} half-normal({wide:g})"
    return Problem(
        name="crossed-ordinal",
        model=model,
        data={
            "system": ratings.system,
            "rater": ratings.rater,
            "item": ratings.item,
            "level": ratings.level,
        },
        names=ratings.names,
        n=ratings.n,
        paired=False,
        prior=SaidPrior(chosen.name, said, {**chosen.parameters, "effects": wide}),
        unit="levels",
        compared="mu",
        before=lambda a, b: NormalPosterior(0.0, chosen.spread * 2**0.5),
        dims=dims | ({"sd_slope": ()} if slopes else {}),
        coords=_coords(ratings.names, chosen),
        fixed=("threshold",),
    )


def _coords(names: tuple[str, ...], prior: OrdinalPrior) -> dict[str, tuple[Any, ...]]:
    return {"system": names, "cut": prior.cuts}

"""NumPyro model of ratings: ordered probit with crossed effects of raters and of items."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from claimwise.bayes.mcmc.backend import backend
from claimwise.bayes.mcmc.cells import ENDLESS, log_between
from claimwise.bayes.mcmc.data import Ratings
from claimwise.bayes.mcmc.graded import scale
from claimwise.bayes.mcmc.ordinal import chosen_prior, coordinates
from claimwise.bayes.mcmc.problem import Problem
from claimwise.bayes.mcmc.thresholds import thresholds
from claimwise.bayes.models.ordinal_prior import OrdinalPrior
from claimwise.bayes.normal import NormalPosterior
from claimwise.kernels.arrays import Floats

EFFECTS = 0.25  # scale of the prior of the effects' standard deviations, as a share of the levels
NOISE = 0.25  # about the noise of a rating, likewise; a guess that only the speed depends on
LEVEL = ("rater", "item")  # standard deviations of levels
SLOPE = ("rater_slope", "item_slope")  # of the difference between two systems


@dataclass(frozen=True, slots=True)
class CrossedPrior:
    """Prior of ratings by several raters: that of levels, and of how raters and items differ.

    All standard deviations, of the levels of raters and of items and of the difference that each
    of them sees between two systems, are half-normal(`effects`), in units of levels.
    """

    levels: OrdinalPrior
    effects: float
    slopes: bool = True

    @property
    def name(self) -> str:
        """What it is called."""
        return self.levels.name

    @property
    def words(self) -> str:
        """Say it."""
        of = "levels of raters and of items"
        if self.slopes:
            of = f"{of}, and of the difference between two systems over raters and over items"
        return (
            f"{self.levels.words}; standard deviations of {of}, half-normal({self.effects:g}) each"
        )

    @property
    def parameters(self) -> dict[str, Any]:
        """All numbers, for the record."""
        return {**self.levels.parameters, "effects": self.effects}


def crossed_ordinal(ratings: Ratings, prior: Any = "default", *, slopes: bool = True) -> Problem:
    """Return the ordered probit model of ratings with effects of raters and of items.

    The latent score of a rating is ``mu[system] + rater + item``, with normal noise that has a
    standard deviation of its own for each system. With `slopes`, raters and items also differ in
    how they see each system: the twin of ``(system | rater) + (system | item)`` in which all
    differences between two systems vary alike. The slopes of one rater add up to 0 over systems,
    so that the rater's effect is the level over all systems.

    `mu` is the mean over the population of raters and items, all effects having mean 0 there. The
    ratings speak only of the raters and items at hand, whose mean is `middle`. That is what is
    sampled, with deviations from it that add up to 0; `mu` given `middle` is normal, and drawn.
    Sampling `mu` and all effects is the same model, but a slow one: they trade off.
    """
    chosen = _crossed_prior(prior, ratings, slopes=slopes)
    systems, raters, items = len(ratings.names), len(ratings.raters), len(ratings.items)
    sizes = {"rater": raters, "item": items}

    def model(data: Any) -> None:
        _, jnp, numpyro, _ = backend()
        sd = {name: _sd(name, chosen.effects) for name in (*LEVEL, *(SLOPE if slopes else ()))}
        among = sum(sd[name] ** 2 / sizes[name] for name in LEVEL)
        apart = sum(sd[f"{name}_slope"] ** 2 / sizes[name] / 2 for name in LEVEL) if slopes else 0.0
        middle = _middle(chosen.levels, systems, among, apart)
        sigma = scale("sigma", chosen.levels.sd, (systems,))
        latent = middle[data["system"]]
        for name in LEVEL:
            slope = sd[f"{name}_slope"] if slopes else None
            known = ratings.n / sizes[name] / (NOISE * chosen.levels.levels) ** 2
            deviation = _deviations(name, (sizes[name], systems), known, sd[name], slope)
            latent = latent + deviation[data[name], data["system"]]
        # Only both ends of the level that was given: the others need not be computed.
        end, level = jnp.array([ENDLESS]), data["level"]
        cuts = jnp.concatenate([-end, thresholds(chosen.levels), end])
        low, high = ((cuts[at] - latent) / sigma[data["system"]] for at in (level, level + 1))
        numpyro.factor("levels", log_between(low, high).sum())

    names = (*LEVEL, *(SLOPE if slopes else ()))
    return Problem(
        name="crossed-ordinal",
        model=model,
        data={key: getattr(ratings, key) for key in ("system", "rater", "item", "level")},
        names=ratings.names,
        n=ratings.n,
        paired=False,
        prior=chosen,
        unit="levels",
        compared="mu",
        before=lambda a, b: NormalPosterior(0.0, chosen.levels.spread * 2**0.5),
        dims={
            "mu": ("system",),
            "sigma": ("system",),
            "threshold": ("cut",),
            "middle": ("system",),
            **{f"{name}_deviation": (name, "system") for name in LEVEL},
            **{f"sd_{name}": () for name in names},
        },
        coords={
            **coordinates(ratings.names, chosen.levels),
            "rater": ratings.raters,
            "item": ratings.items,
        },
        fixed=("threshold",),
        many=tuple(f"{name}_deviation" for name in LEVEL),
        dense=False,
    )


def _crossed_prior(prior: Any, ratings: Ratings, *, slopes: bool) -> CrossedPrior:
    if isinstance(prior, CrossedPrior):
        chosen_prior(prior.levels, [ratings.level])
        return CrossedPrior(prior.levels, prior.effects, slopes)
    levels = chosen_prior(prior, [ratings.level])
    return CrossedPrior(levels, EFFECTS * levels.levels, slopes)


def _sd(name: str, wide: float) -> Any:
    """Sample the standard deviation of an effect."""
    _, _, numpyro, dist = backend()
    share = numpyro.sample(f"share_{name}", dist.HalfNormal(1.0))
    return numpyro.deterministic(f"sd_{name}", wide * share)


def _middle(prior: OrdinalPrior, systems: int, among: Any, apart: Any) -> Any:
    """Sample the means over raters and items at hand, and with them those of the population.

    A mean at hand is the one of the population plus the means of the effects at hand: of levels,
    with variance `among`, the same for all systems; of slopes, with variance `apart`, adding up
    to 0 over systems. Along the mean over systems and across it all of these are independent.
    """
    _, jnp, numpyro, dist = backend()
    z, w = (
        numpyro.sample(name, dist.Normal(0.0, 1.0).expand((systems,))) for name in ("z", "within")
    )
    own = prior.spread**2
    at_hand, population = prior.center, prior.center
    for extra, along in ((systems * among, True), (apart, False)):
        total = jnp.sqrt(own + extra)
        z_part, w_part = (x.mean() if along else x - x.mean() for x in (z, w))
        at_hand = at_hand + total * z_part
        population = population + own / total * z_part + jnp.sqrt(own * extra) / total * w_part
    numpyro.deterministic("mu", population)
    return numpyro.deterministic("middle", at_hand)


def _deviations(name: str, sizes: tuple[int, int], known: float, sd: Any, slope: Any | None) -> Any:
    """Sample how raters, or items, deviate from their mean under each system.

    `sizes` are those of raters and systems; `known` says how well the data know the level of a
    rater: the ratings of each, over the variance of one.
    """
    _, jnp, numpyro, dist = backend()
    size, systems = sizes
    # Levels are sampled in units of what the data leave open, between effects themselves and
    # effects in units of their sd: neither small nor large ones then make a funnel. Of slopes,
    # with few ratings for each, units of the sd do better.
    more = jnp.sqrt(1 + known * sd**2)
    level = numpyro.sample(f"{name}_level", dist.Normal(0.0, more).expand((size - 1,)))
    across = jnp.asarray(zero_sum(size))
    found = (sd / more * across @ level)[:, None] + jnp.zeros(systems)
    if slope is not None:
        unit = dist.Normal(0.0, 1.0).expand((size - 1, systems - 1))
        slopes = across @ numpyro.sample(f"{name}_slopes", unit) @ zero_sum(systems).T
        # Two effects that add up to 0 over systems differ with this sd if each has it over root 2.
        found = found + slope / 2**0.5 * slopes
    return numpyro.deterministic(f"{name}_deviation", found)


def zero_sum(size: int) -> Floats:
    """Return an orthonormal basis of the vectors that add up to 0, as columns.

    >>> basis = zero_sum(3)
    >>> bool(np.allclose(basis.T @ basis, np.eye(2)) and np.allclose(basis.sum(axis=0), 0))
    True
    """
    below = np.tril(np.ones((size - 1, size)))
    steps = np.arange(1, size)
    below[steps - 1, steps] = -steps
    return np.asarray((below / np.sqrt(steps * (steps + 1.0))[:, None]).T, np.float64)

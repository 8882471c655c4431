"""Fit a world of categories: shares of items by maximum likelihood, errors by agreement."""

from __future__ import annotations

import numpy as np

from claimwise.core import DataError, block_rng, sentence
from claimwise.data.responses import Responses
from claimwise.kernels.arrays import Floats
from claimwise.worlds.dirichlet_responses import DirichletResponses
from claimwise.worlds.response_fit import WHO, FittedResponses, refuse_constant
from claimwise.worlds.response_intervals import LEVEL, RESAMPLES

SMALLEST = 1e-6  # parameter of a category that is as good as never chosen
LARGEST = 1e6  # concentration at which items are as good as alike


def category_counts(values: Floats, categories: int) -> Floats:
    """Return how often each category was chosen: (..., items, categories)."""
    return np.stack([(values == c).sum(axis=-1) for c in range(categories)], axis=-1).astype(
        np.float64
    )


def dirichlet_likelihood(counts: Floats) -> Floats:
    """Return the parameters of the Dirichlet-multinomial that make the counts most likely."""
    from scipy.optimize import minimize
    from scipy.special import digamma, gammaln

    total = counts.sum(axis=1)
    rows, often = np.unique(counts, axis=0, return_counts=True)
    sizes = rows.sum(axis=1)

    def negative(logs: Floats) -> tuple[float, Floats]:
        weights = np.exp(logs)
        whole = weights.sum()
        each = gammaln(rows + weights) - gammaln(weights)
        value = often @ (each.sum(axis=1) + gammaln(whole) - gammaln(whole + sizes))
        slope = often @ (digamma(rows + weights) - digamma(weights))
        slope = slope + often @ (digamma(whole) - digamma(whole + sizes))
        return -float(value) / len(counts), -slope * weights / len(counts)

    shares = (counts.sum(axis=0) + 0.5) / (total.sum() + 0.5 * counts.shape[1])
    bounds = [(np.log(SMALLEST), np.log(LARGEST))] * counts.shape[1]
    found = minimize(negative, np.log(2 * shares), jac=True, method="L-BFGS-B", bounds=bounds)
    return np.asarray(np.exp(found.x))


def agreements(gold: Floats, system: Floats) -> tuple[Floats, Floats, Floats]:
    """Return how often two answers to an item agree, by items with two gold answers or more.

    Of two different gold answers, of a gold answer and one of the system; and of a gold answer
    with one that may be itself.
    """
    k, own = gold.sum(axis=1), system.sum(axis=1)
    among = (gold * (gold - 1)).sum(axis=1) / (k * (k - 1))
    between = (gold * system).sum(axis=1) / (k * own)
    return among, between, np.square(gold / k[:, None]).sum(axis=1)


def fit_categories(found: Responses, a: str, b: str, *, seed: int = 0) -> FittedResponses:
    """Fit a world to categories.

    Gold answers agree with each other by E sum p^2, with those of a system by (1 - epsilon) of
    this and epsilon of the agreement across items: from the three comes epsilon.
    """
    refuse_constant(found, (found.gold,))
    categories = max(len(found.levels), int(np.nanmax(found.answers[found.gold])) + 1)
    gold, *systems = (category_counts(values, categories) for values in found.pair(a, b))
    several = gold.sum(axis=1) > 1
    if several.sum() < 2:
        raise DataError(
            sentence(
                WHO,
                f"several answers of {found.gold} to some items",
                "one to each",
                "Of one answer nobody can say how much of it is noise.",
            )
        )
    weights = dirichlet_likelihood(gold)
    shares = gold / gold.sum(axis=1, keepdims=True)
    n = len(shares)
    across = (np.square(shares.sum(axis=0)).sum() - np.square(shares).sum()) / (n * (n - 1))
    rows = block_rng(seed, 1, 0).integers(0, several.sum(), size=(RESAMPLES, several.sum()))
    tails = 100 * np.array([(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    epsilon: dict[str, float] = {}
    naive: dict[str, float] = {}
    intervals: dict[str, tuple[float, float]] = {}
    for letter, system in zip("ab", systems, strict=True):
        among, between, with_self = agreements(gold[several], system[several])
        if among.mean() <= across:
            raise DataError(
                sentence(
                    WHO,
                    f"answers of {found.gold} that agree more within items than between them",
                    f"{among.mean():.3g} within and {across:.3g} between",
                    "From such answers nobody can say how far a system is off.",
                )
            )

        def share(inner: Floats, outer: Floats) -> Floats:
            return np.asarray(np.clip((inner - outer) / (inner - across), 0.0, 1.0))

        with np.errstate(all="ignore"):
            again = share(among[rows].mean(axis=1), between[rows].mean(axis=1))
            drawn = (1 - among[rows].mean(axis=1)) / (among[rows].mean(axis=1) - across)
        epsilon[f"epsilon_{letter}"] = float(share(among.mean(), between.mean()))
        naive[f"epsilon_{letter}"] = float(share(with_self.mean(), between.mean()))
        low, high = np.nanpercentile(again, tails)
        intervals[f"epsilon_{letter}"] = (float(low), float(high))
        low, high = np.nanpercentile(np.where(drawn > 0, drawn, np.inf), tails)
        intervals["concentration"] = (float(low), float(high))
    base = [float(f"{x:.6g}") for x in weights / weights.sum()]
    notes = []
    unseen = [i for i in range(categories) if not gold[:, i].any()]
    if unseen:
        named = ", ".join(found.levels[i] if found.levels else str(i) for i in unseen)
        notes.append(f"No gold answer is {named}: almost none will be in this world.")
    base[int(np.argmax(base))] += 1 - sum(base)
    world = DirichletResponses(
        base=tuple(base),
        concentration=float(f"{weights.sum():.6g}"),
        levels=found.levels,
        epsilon_a=float(f"{epsilon['epsilon_a']:.6g}"),
        epsilon_b=float(f"{epsilon['epsilon_b']:.6g}"),
    )
    return FittedResponses(world, a, b, found.gold, intervals, naive, notes=tuple(notes))

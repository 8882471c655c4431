"""Fit a world of categories: shares of items by maximum likelihood, errors by agreement."""

from __future__ import annotations

import numpy as np

from claimwise.core import DataError, Note, assumed, block_rng
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
    answers = found.pair(a, b)
    categories = max(len(found.levels), *(int(np.nanmax(source)) + 1 for source in answers))
    gold, *systems = (category_counts(source, categories) for source in answers)
    several = gold.sum(axis=1) > 1
    if several.sum() < 2:
        raise DataError(
            WHO,
            f"several answers of {found.gold} to some items",
            "one to each",
            "One answer cannot say how much of it is noise.",
        )
    weights = dirichlet_likelihood(gold)
    shares = gold / gold.sum(axis=1, keepdims=True)
    n = len(shares)
    across = (np.square(shares.sum(axis=0)).sum() - np.square(shares).sum()) / (n * (n - 1))
    values: dict[str, float] = {}
    naive: dict[str, float] = {}
    ends: dict[str, tuple[float, float]] = {}
    for letter, system in zip("ab", systems, strict=True):
        agreed = agreements(gold[several], system[several])
        _refuse_alike(found.gold, float(agreed[0].mean()), float(across))
        name = f"epsilon_{letter}"
        values[name], naive[name], ends[name] = _error(agreed, float(across), seed)
    ends["concentration"] = _concentration(agreed[0], float(across), seed)
    world = DirichletResponses(
        base=_rounded(weights / weights.sum()),
        concentration=float(f"{weights.sum():.6g}"),
        epsilon_a=float(f"{values['epsilon_a']:.6g}"),
        epsilon_b=float(f"{values['epsilon_b']:.6g}"),
        levels=found.levels,
    )
    return FittedResponses(
        world, a, b, found.gold, ends, naive, notes=_unseen(found.levels, gold.sum(axis=0))
    )


def _refuse_alike(gold: str, within: float, across: float) -> None:
    if within <= across:
        raise DataError(
            WHO,
            f"answers of {gold} that agree more within items than between them",
            f"{within:.3g} within and {across:.3g} between",
            "Such answers cannot say how far a system is off.",
        )


def _again(values: Floats, seed: int) -> Floats:
    """Return the mean over items drawn again; with a seed always the same items."""
    rows = block_rng(seed, 1, 0).integers(0, len(values), size=(RESAMPLES, len(values)))
    return np.asarray(values[rows].mean(axis=1))


def _percentiles(values: Floats) -> tuple[float, float]:
    low, high = np.nanpercentile(values, [50 * (1 - LEVEL), 50 * (1 + LEVEL)])
    return float(low), float(high)


def _error(
    agreed: tuple[Floats, Floats, Floats], across: float, seed: int
) -> tuple[float, float, tuple[float, float]]:
    """Return epsilon, what it would be with the noise left in, and its interval."""
    among, between, with_self = agreed

    def share(inner: Floats, outer: Floats) -> Floats:
        with np.errstate(all="ignore"):
            return np.asarray(np.clip((inner - outer) / (inner - across), 0.0, 1.0))

    return (
        float(share(among.mean(), between.mean())),
        float(share(with_self.mean(), between.mean())),
        _percentiles(share(_again(among, seed), _again(between, seed))),
    )


def _concentration(among: Floats, across: float, seed: int) -> tuple[float, float]:
    """Return the interval of the concentration c, from agreement within an item.

    Beyond that across items it is 1 / (c + 1) of what it could be.
    """
    inner = _again(among, seed)
    with np.errstate(all="ignore"):
        found = (1 - inner) / (inner - across)
    return _percentiles(np.where(inner > across, found, LARGEST))


def _rounded(shares: Floats) -> tuple[float, ...]:
    """Return the shares with as many digits as anybody reads; they still add up to 1."""
    found = [float(f"{x:.6g}") for x in shares]
    largest = int(np.argmax(found))
    found[largest] = float(f"{found[largest] + 1 - sum(found):.12g}")
    return tuple(found)


def _unseen(levels: tuple[str, ...], often: Floats) -> tuple[Note, ...]:
    lacking = [levels[i] if levels else str(i) for i in np.flatnonzero(often == 0)]
    if not lacking:
        return ()
    said = f"No gold answer is {', '.join(lacking)}: almost none will be in this world."
    return (assumed(said),)

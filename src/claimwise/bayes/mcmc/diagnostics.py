"""Whether a sampled answer can be trusted: R-hat, effective sizes, divergences, ranks."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import inf, isfinite
from typing import Any

import numpy as np

from claimwise.bayes.draws import Draws
from claimwise.bayes.mcmc.sample import Settings
from claimwise.core import Note, ParameterError, Words, caution, in_words, option
from claimwise.kernels.arrays import Flags, Floats

LARGEST_RHAT = 1.01
FEWEST_EFFECTIVE = 400
MOST_DIVERGENCES = 0.01


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The worst of each measure over all parameters, what failed, and what to heed."""

    quality: dict[str, float]
    failures: tuple[Words, ...]
    notes: tuple[Note, ...]


def diagnose(
    draws: Draws, diverging: Flags, settings: Settings, *, fixed: Collection[str] = ()
) -> Diagnosis:
    """Judge draws by Vehtari et al. (2021), Bayesian Anal. 16, 667-718.

    Numbers of the sites in `fixed` may be constants; elsewhere a constant is a chain that does
    not move, and R-hat is then infinite.
    """
    columns = scalars(draws, fixed)
    worst: dict[str, tuple[float, str]] = {"rhat": (0.0, ""), "ess_bulk": (inf, "")}
    worst["ess_tail"] = (inf, "")
    for name, values in columns.items():
        rhat, bulk, tail = measures(values)
        worst["rhat"] = max(worst["rhat"], (rhat, name))
        worst["ess_bulk"] = min(worst["ess_bulk"], (bulk, name))
        worst["ess_tail"] = min(worst["ess_tail"], (tail, name))
    count, total = int(diverging.sum()), int(diverging.size)
    quality = {name: value for name, (value, _) in worst.items()} | {"divergences": float(count)}
    failures = [*_rhat(worst["rhat"], settings), *_effective(worst, settings)]
    said = [_divergences(count, total, settings)] if count else []
    if count > MOST_DIVERGENCES * total:
        return Diagnosis(quality, (*failures, *said), ())
    return Diagnosis(quality, tuple(failures), tuple(map(caution, said)))


def scalars(draws: Draws, fixed: Collection[str] = ()) -> dict[str, Floats]:
    """Return every number of every parameter, chain by draw, without fixed constants."""
    found = {}
    for name, values in draws.values.items():
        flat = values.reshape(*values.shape[:2], -1)
        for place in range(flat.shape[2]):
            column = flat[:, :, place]
            if name in fixed and np.ptp(column) == 0:
                continue
            found[_label(draws, name, values.shape[2:], place)] = column
    return found


def measures(values: Floats) -> tuple[float, float, float]:
    """Return R-hat and both effective sizes of one number; what cannot be had is the worst."""
    if not np.isfinite(values).all() or np.ptp(values) == 0 or values.shape[1] < 4:
        return inf, 0.0, 0.0
    try:
        from arviz_stats.base import array_stats
    except ImportError as error:
        remedy = "Install it with: pip install 'claimwise[bayes]'."
        raise ParameterError(
            "Sampling by MCMC", "the package arviz-stats", "none installed", remedy
        ) from error
    with np.errstate(divide="ignore", invalid="ignore"):
        axes: dict[str, Any] = {"chain_axis": 0, "draw_axis": 1}
        rhat = float(array_stats.rhat(values, **axes))
        bulk = float(array_stats.ess(values, method="bulk", **axes))
        tail = float(array_stats.ess(values, method="tail", prob=(0.05, 0.95), **axes))
    rhat = rhat if isfinite(rhat) else inf
    return rhat, bulk if isfinite(bulk) else 0.0, tail if isfinite(tail) else 0.0


def rank_counts(values: Floats, bins: int = 20) -> list[list[int]]:
    """Return, for each chain, how many of its draws have ranks in each of equal bins.

    Chains that explore the same distribution have flat counts.

    >>> rank_counts(np.array([[1.0, 2.0], [3.0, 4.0]]), bins=2)
    [[2, 0], [0, 2]]
    """
    order = np.argsort(values.ravel(), kind="stable")
    ranks = np.empty(values.size, np.int64)
    ranks[order] = np.arange(values.size)
    place = (ranks * bins // values.size).reshape(values.shape)
    return [np.bincount(row, minlength=bins).tolist() for row in place]


def traces(values: Floats, most: int = 200) -> list[list[float]]:
    """Return each chain thinned to at most so many draws, for a plot.

    >>> traces(np.arange(6.0).reshape(1, 6), most=3)
    [[0.0, 2.0, 4.0]]
    """
    step = -(-values.shape[1] // most)
    return [[float(value) for value in row] for row in values[:, ::step]]


def _label(draws: Draws, name: str, shape: tuple[int, ...], place: int) -> str:
    """Return the name of one number, such as mu[A]."""
    where = np.unravel_index(place, shape) if shape else ()
    dims = draws.dims.get(name, ())
    labels = [
        str(draws.coords[dims[axis]][index]) if axis < len(dims) else str(index)
        for axis, index in enumerate(where)
    ]
    return f"{name}[{', '.join(labels)}]" if labels else name


def _rhat(worst: tuple[float, str], settings: Settings) -> list[Words]:
    value, name = worst
    if value <= LARGEST_RHAT:
        return []
    return [
        in_words(
            "The posterior",
            f"chains that agree (R-hat at most {LARGEST_RHAT:g})",
            f"R-hat {value:.4f} for {name}",
            "Run longer: "
            + option("warmup", 2 * settings.warmup)
            + ", "
            + option("draws", 2 * settings.draws)
            + ".",
        )
    ]


def _effective(worst: dict[str, tuple[float, str]], settings: Settings) -> list[Words]:
    said = []
    for key, words in (("ess_bulk", "the middle"), ("ess_tail", "the tails")):
        value, name = worst[key]
        if value >= FEWEST_EFFECTIVE:
            continue
        times = min(50.0, 1.5 * FEWEST_EFFECTIVE / max(value, 1.0))
        more = int(-(-settings.draws * max(times, 2.0) // 100) * 100)
        said.append(
            in_words(
                "The posterior",
                f"at least {FEWEST_EFFECTIVE} effective draws in {words}",
                f"{value:.0f} for {name}",
                "Run longer: " + option("draws", more) + ".",
            )
        )
    return said


def _divergences(count: int, total: int, settings: Settings) -> Words:
    higher = 1 - (1 - settings.target_accept) / 5
    return in_words(
        "The sampler",
        "to follow the posterior everywhere",
        f"{count} divergences in {total} draws",
        "Use " + option("target_accept", round(higher, 3)) + " or a narrower prior.",
    )

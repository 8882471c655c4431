"""What a picture needs to show whether draws can be trusted: chains and ranks, or weights."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from claimwise.bayes.draws import Draws
from claimwise.bayes.fit import Fit
from claimwise.bayes.mcmc.diagnostics import measures, rank_counts, scalars, traces
from claimwise.bayes.posterior import Posterior
from claimwise.bayes.sampled import SampledPosterior
from claimwise.core import ParameterError, option
from claimwise.kernels import pareto
from claimwise.kernels.arrays import Floats

MOST = 8  # numbers with a row of their own
BINS = 20
POINTS = 200  # of the curve of weights
LIGHT = 1e-3  # a weight, of that of equal ones, below which a draw hardly counts
Picture = dict[str, Any]


def diagnostic_picture(posterior: Posterior, fitted: Fit | None) -> Picture:
    """Return traces and ranks of a sampled posterior, or the weights of a weighted one.

    `posterior` is that of a difference, `fitted` what it comes from, if it is no closed form.

    ``{"kind": "chains", "panels": [...], ...}`` has a panel for the difference, then for other
    numbers of the model; ``{"kind": "weights", "points": [...], ...}`` has the weights.
    """
    if isinstance(posterior, SampledPosterior) and fitted is not None:
        if posterior.chains is not None:
            return _of_chains(fitted, posterior.chains)
        return _of_weights(posterior, fitted.quality)
    how = "a closed form" if fitted is None else fitted.method
    raise no_diagnostics(how)


def no_diagnostics(how: str) -> ParameterError:
    """Say that there are no draws to look at."""
    return ParameterError(
        option("plot_of", "diagnostics"),
        "a posterior known through draws",
        f"one by {how}, whose error is in the answer",
        "Use " + option("engine", "mcmc") + " to have chains to look at.",
    )


def _of_chains(fitted: Fit, difference: Floats) -> Picture:
    every = fitted.sample(difference.size, 0)  # as many as there are: all of them, in order
    columns = scalars(_in_order(every), every.names)
    columns.pop("difference", None)
    found = {name: measures(values) for name, values in columns.items()}
    worst = max(found, key=lambda name: found[name][0], default=None)
    chosen = _chosen(list(columns), worst)
    panels = [_panel("difference", difference, measures(difference))]
    for name in chosen:
        panels.append(_panel(name, columns[name], found[name]))
        panels[-1]["worst"] = name == worst and len(columns) > len(chosen)
    chains, draws = difference.shape
    return {
        "kind": "chains",
        "panels": panels,
        "numbers": 1 + len(columns),
        "chains": chains,
        "draws": draws,
        "divergences": int(fitted.quality.get("divergences", 0)),
    }


def _in_order(draws: Draws) -> Draws:
    """Return the same draws, what each system has first, then sites of few numbers."""

    def place(name: str) -> tuple[bool, int]:
        return draws.dims.get(name) != ("system",), draws[name][0, 0].size

    return replace(draws, values={name: draws[name] for name in sorted(draws.names, key=place)})


def _chosen(names: list[str], worst: str | None) -> list[str]:
    """Return the first numbers, and the one with the worst R-hat in any case.

    >>> _chosen(["a", "b", "c", "d", "e", "f", "g", "h", "i"], "i")
    ['a', 'b', 'c', 'd', 'e', 'f', 'i']
    """
    room = MOST - 1
    if worst is None or worst in names[:room]:
        return names[:room]
    return [*names[: room - 1], worst]


def _panel(name: str, values: Floats, measured: tuple[float, float, float]) -> Picture:
    rhat, bulk, tail = measured
    thinned = traces(values)
    return {
        "name": name,
        "rhat": rhat,
        "ess_bulk": bulk,
        "ess_tail": tail,
        "traces": thinned,
        "step": -(-values.shape[1] // len(thinned[0])),
        "ranks": rank_counts(values, BINS),
        "uniform": values.shape[1] / BINS,
        "worst": False,
    }


def _of_weights(posterior: SampledPosterior, quality: Any) -> Picture:
    """Return the weights from the largest on, as multiples of what equal weights would be."""
    relative = np.sort(posterior.weights)[::-1] * posterior.weights.size
    count = int((relative >= LIGHT).sum())
    ranks = np.unique(np.geomspace(1, count, POINTS).round().astype(int))
    shares = np.cumsum(relative) / relative.size
    return {
        "kind": "weights",
        "points": [
            {
                "rank": int(rank),
                "weight": float(relative[rank - 1]),
                "held": float(shares[rank - 1]),
            }
            for rank in ranks
        ],
        "draws": int(relative.size),
        "light": int(relative.size - count),
        "limit": LIGHT,
        "ess": float(quality["ess"]),
        "pareto_k": float(quality["pareto_k"]),
        "trusted": pareto.TRUSTED,
    }

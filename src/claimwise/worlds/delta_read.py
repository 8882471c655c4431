"""From files of outputs to a fitted Delta-Laplace world."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from claimwise.core import DEFAULT_SEED, ParameterError, option
from claimwise.data import read_outputs
from claimwise.data.choose_pair import choose_pair
from claimwise.metrics import find_metric, measure
from claimwise.worlds.delta_fit import FittedDelta, fit_delta_laplace

PLAIN = ("", ".txt")  # what no table is called


def fit_files(
    name: str,
    *sources: Any,
    metric: str | None = None,
    references: Sequence[str] | None = None,
    cluster: str | None = None,
    system: Sequence[str] | None = None,
    a: str | None = None,
    b: str | None = None,
    scale: str = "matched",
    subsets: int = 2000,
    rng: Any = DEFAULT_SEED,
) -> FittedDelta:
    """Read outputs, measure them and fit the world of a metric.

    Parameters
    ----------
    name : str
        The metric without its options: bleu, chrf, ter.
    *sources
        Files, as in `claimwise.data.read_outputs`.
    metric : str, optional
        The metric with its options.
    references, cluster, system
        As in `claimwise.data.read_outputs`.
    a, b : str, optional
        The systems; by default the first and the second, of two.
    scale, subsets, rng
        As in `fit_delta_laplace`.
    """
    asked = metric or name
    if asked.split(":")[0].strip() != name:
        raise ParameterError(
            f"{asked} is another metric than {name}, which this fits.",
            "Give " + option("metric", f"{name}:OPTION=VALUE") + ", or leave it out.",
        )
    plain = [str(source) for source in sources if Path(str(source)).suffix.lower() in PLAIN]
    if references is None and plain:
        raise ParameterError(
            f"{plain[0]} is a text, line by line, and needs references.",
            "Give " + option("references", "FILE") + ".",
        )
    found = find_metric(asked)
    outputs = read_outputs(
        *sources,
        references=references,
        cluster=cluster,
        system=system,
        metric=name,
        takes=found.takes,
    )
    chosen = choose_pair(outputs.systems, a, b, *sources)
    return fit_delta_laplace(
        measure(found, outputs.keep(chosen)), scale=scale, subsets=subsets, rng=rng
    )

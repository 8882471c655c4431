"""From files of outputs to a fitted Delta-Laplace world."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from claimwise.core import ParameterError
from claimwise.data import read_outputs
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
    **options: Any,
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
    **options
        `scale`, `subsets` and `rng` of `fit_delta_laplace`.
    """
    who = f"fit {name}"
    asked = metric or name
    if asked.split(":")[0].strip() != name:
        raise ParameterError(who, f"the metric {name}, with options or without", repr(asked))
    plain = [str(source) for source in sources if Path(str(source)).suffix.lower() in PLAIN]
    if references is None and plain:
        raise ParameterError(who, "the references of texts line by line", f"{plain[0]} without any")
    found = find_metric(asked)
    outputs = read_outputs(
        *sources,
        references=references,
        cluster=cluster,
        system=system,
        metric=name,
        takes=found.takes,
    )
    chosen = _chosen(who, outputs.systems, a, b)
    return fit_delta_laplace(measure(found, outputs.keep(chosen)), **options)


def _chosen(who: str, systems: tuple[str, ...], a: str | None, b: str | None) -> tuple[str, str]:
    """Return the baseline and the candidate."""
    for name in (a, b):
        if name is not None and name not in systems:
            raise ParameterError(who, f"a system among {', '.join(systems)}", repr(name))
    rest = [name for name in systems if name not in (a, b)]
    missing = (a is None) + (b is None)
    if a is not None and a == b:
        raise ParameterError(who, "two systems", f"{a} twice")
    if len(rest) < missing or (missing and len(rest) > missing):
        raise ParameterError(
            who,
            "two systems",
            f"{len(systems)}: {', '.join(systems)}",
            "Name them with --a and --b." if len(systems) > 2 else "",
        )
    first = a if a is not None else rest.pop(0)
    return first, b if b is not None else rest.pop(0)

"""Read a pilot with gold labels, choose the two systems, and fit confusion tables to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from claimwise.data import Outputs, read_outputs
from claimwise.data.choose_pair import choose_pair
from claimwise.worlds.confusion_fit import ConfusionPilot, fit_confusion


def fit_tables(
    *sources: Any,
    a: str | None = None,
    b: str | None = None,
    smooth: float = 0.0,
    positive: str | None = None,
    references: Any = None,
    columns: Mapping[str, str] | None = None,
    system: str | Sequence[str] | None = None,
    filter: str | None = None,
    dataset: str | None = None,
) -> ConfusionPilot:
    """Return the confusion tables of two systems on a pilot, for `claimwise.plan.f1`.

    Parameters
    ----------
    *sources : paths, a data frame or Outputs
        A table with gold labels and predictions (item, system, gold, prediction), or other forms
        that `claimwise.data.read_outputs` reads.
    a, b : str, optional
        Baseline and candidate, if there are more than two systems.
    smooth, positive
        As in `claimwise.worlds.confusion_fit.fit_confusion`.
    references, columns, system, filter, dataset
        As in `claimwise.data.read_outputs`.
    """
    if len(sources) == 1 and isinstance(sources[0], Outputs):
        outputs = sources[0]
    else:
        outputs = read_outputs(
            *sources,
            takes="label",
            references=references,
            columns=columns,
            system=system,
            filter=filter,
            dataset=dataset,
        )
    systems = choose_pair(outputs.systems, a, b, *sources)
    return fit_confusion(outputs, *systems, smooth=smooth, positive=positive)

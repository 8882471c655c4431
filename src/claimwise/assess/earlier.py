"""Earlier data, whose posterior is the prior: of the same two systems, and of other items."""

from __future__ import annotations

from typing import Any

import numpy as np

from claimwise.assess.bayesian import is_bayesian
from claimwise.assess.modelled import earlier_data
from claimwise.assess.question import Question
from claimwise.assess.sources import Source
from claimwise.core import DataError, Note, ParameterError, caution, counted, option
from claimwise.core.missing import listed
from claimwise.data import Pairs, Scores, Totals

Data = Scores | Totals | Pairs


def earlier_of(source: Source, systems: tuple[str, ...], question: Question, today: Source) -> Any:
    """Return earlier data of the same two systems, in the form that the model takes."""
    if not is_bayesian(question):
        raise ParameterError(
            "earlier", "a posterior to be updated", option("assess", ",".join(question.ways))
        )
    if len(systems) != 2 or len(today.datasets) > 1 or len(source.datasets) > 1:
        pair = option("a") + ", " + option("b") + ", "
        where = option("dataset") + " and " + option("earlier_dataset")
        raise ParameterError(
            "earlier",
            "two systems on one data set, before and now",
            "more",
            "Choose with " + pair + where + ".",
        )
    missing = [name for name in systems if name not in source.systems]
    if missing:
        raise DataError(
            f"{missing[0]} is not in the earlier data; they have {listed(source.systems)}."
        )
    return earlier_data(source.evidence(*systems, None), question)


def same_items(old: Data, new: Data) -> list[Note]:
    """Refuse data as their own prior; say how many items of the earlier ones come again."""
    fingerprint = new.provenance.get("data")
    same_file = fingerprint is not None and fingerprint == old.provenance.get("data")
    if same_file and _datasets(old) == _datasets(new):
        raise ParameterError(
            "The earlier data are the data themselves: what they show would count twice.",
            "Give other data with "
            + option("earlier")
            + ", or another data set with "
            + option("earlier_dataset")
            + ".",
        )
    if not isinstance(old, Scores) or not isinstance(new, Scores):
        return []
    if any("item: the" in line for line in (*old.inferred, *new.inferred)):
        return []  # items have numbers, not names
    again = _items(old) & _items(new)
    if not again:
        return []
    them = counted(len(again), "item")
    stand = "stands" if len(again) == 1 else "stand"
    said = f"{them} of {len(_items(new)):,} {stand} in the earlier data too, by name: if they are "
    return [caution(said + "the same, what they show counts twice. Leave them out of one.")]


def _datasets(data: Data) -> set[str]:
    if isinstance(data, Totals):
        return set(data.dataset)
    dataset = data.dataset if isinstance(data, Scores) else None
    return set() if dataset is None else set(dataset.used())


def _items(scores: Scores) -> set[tuple[str, str]]:
    rows = np.arange(len(scores))
    where = [""] * len(scores) if scores.dataset is None else list(scores.dataset.take(rows))
    return set(zip(where, scores.item, strict=True))

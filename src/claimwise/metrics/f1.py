"""Precision, recall and F1: of one class, of all items together, or averaged over classes.

Precision is the share of a class's predictions that are right, recall the share of its members
that are found, F1 = 2 tp / (2 tp + fp + fn) their harmonic mean.

The averages: ``micro`` adds the counts of the classes up first; ``macro`` is the plain mean over
the classes; ``weighted`` weighs each class by its gold members.

What is undefined is NaN. Whether a class belongs to an average is for the gold labels to say,
since these are the same for all systems:

- A class without members, as it may be in a resample, has no recall, and if nobody predicts it
  no precision and no F1 either: it is left out of the average.
- A class with members that a system never predicts has no precision, and so the average has none:
  to leave it out would reward a system for never naming a class, and 0 would be made up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from claimwise.core import Note, ParameterError, inferred, meaning
from claimwise.kernels.arrays import Floats
from claimwise.metrics.base import Metric, metric
from claimwise.metrics.classes import counts, find_classes, item_stats, listing, signed
from claimwise.metrics.items import ratio
from claimwise.metrics.options import at_most_one, listed

AVERAGES = ("binary", "micro", "macro", "weighted")
POSITIVE = ("1", "yes", "true", "pos", "positive")  # what is obvious


@dataclass(frozen=True, slots=True)
class Asked:
    """What a metric was asked to be."""

    name: str
    kind: str
    average: str
    positive: str
    labels: tuple[str, ...]
    without: tuple[str, ...]


@metric("precision", takes="label")
def precision(
    name: str, *words: str, positive: str = "", labels: str = "", without: str = ""
) -> Metric:
    """Return precision: the share of predictions that are right."""
    return _metric(name, "precision", words, positive, labels, without)


@metric("recall", takes="label")
def recall(
    name: str, *words: str, positive: str = "", labels: str = "", without: str = ""
) -> Metric:
    """Return recall: the share of members that are found."""
    return _metric(name, "recall", words, positive, labels, without)


@metric("f1", takes="label")
def f1(name: str, *words: str, positive: str = "", labels: str = "", without: str = "") -> Metric:
    """Return F1: the harmonic mean of precision and recall."""
    return _metric(name, "f1", words, positive, labels, without)


def _metric(
    name: str, kind: str, words: Sequence[str], positive: str, labels: str, without: str
) -> Metric:
    """Return the metric, which knows its classes once it has seen the data."""
    average = at_most_one(name, words, AVERAGES)
    if positive and average not in ("", "binary"):
        raise ParameterError(
            f"metric {name}", "either positive= or an average", f"{average} with both"
        )
    if without and (labels or positive or average == "binary"):
        other = "labels=" if labels else "a positive class"
        raise ParameterError(
            f"metric {name}", "either without= or a choice of classes", f"both: {other}"
        )
    asked = Asked(name, kind, average, positive.strip(), listed(labels), listed(without))
    return Metric(name, "label", bind=partial(_bind, asked))


def _bind(asked: Asked, gold: Sequence[Any], predicted: Mapping[str, Sequence[Any]]) -> Metric:
    """Return the metric for these labels."""
    labels = asked.labels
    if labels and asked.positive:  # both must be there; the positive class alone is counted
        labels = tuple(dict.fromkeys((*labels, asked.positive)))
    classes, whole = find_classes(asked.name, gold, predicted, labels, asked.without)
    average = asked.average
    notes: tuple[Note, ...] = ()
    if average in ("", "binary"):
        chosen, notes = _positive(asked, classes, len({str(label) for label in gold}))
        average, classes = "binary", (chosen,)
        signature = f"{asked.kind}|average:binary|positive:{chosen}"
    else:
        signature = f"{asked.kind}|average:{average}|classes:{signed(classes)}"
        if average == "micro" and whole:
            said = f"{asked.name} over all classes is accuracy: every item has one label."
            notes = (meaning(said),)
    return Metric(
        asked.name,
        "label",
        "higher",
        partial(item_stats, classes=classes),
        partial(score, kind=asked.kind, average=average),
        signature=signature,
        notes=notes,
        limits=(0, 1),
    )


def _positive(asked: Asked, classes: tuple[str, ...], golds: int) -> tuple[str, tuple[Note, ...]]:
    """Return the positive class, and a note if it was guessed."""
    if asked.positive:
        if not asked.labels:
            find_classes(asked.name, classes, {}, (asked.positive,))  # it must be there
        return asked.positive, ()
    if len(classes) == 1:
        return classes[0], ()
    head = asked.kind
    if len(classes) != golds or len(classes) > 2:
        raise ParameterError(
            f"metric {asked.name}",
            f"one of {head}:micro, {head}:macro, {head}:weighted or {head}:positive=LABEL",
            f"{len(classes)} classes: {listing(classes)}",
        )
    obvious = [label for label in classes if label.lower() in POSITIVE]
    if len(obvious) != 1:
        raise ParameterError(
            f"metric {asked.name}",
            "to know which class is the positive one",
            f"the classes {' and '.join(classes)}",
            f"Write {head}:positive={classes[0]} or {head}:positive={classes[1]}, or "
            f"{head}:macro for both.",
        )
    other = classes[1 - classes.index(obvious[0])]
    note = inferred(
        f"The positive class of {asked.name} is taken to be {obvious[0]}; "
        f"{head}:positive={other} takes the other."
    )
    return obvious[0], (note,)


def score(totals: Floats, *, kind: str, average: str) -> Floats:
    """Return the score from sums of the counts of each class."""
    hits, gold, predicted = counts(totals)
    over = 2 * hits if kind == "f1" else hits
    under = {"precision": predicted, "recall": gold, "f1": gold + predicted}[kind]
    if average in ("binary", "micro"):  # binary is micro over one class
        return ratio(over.sum(axis=-1), under.sum(axis=-1))
    each = ratio(over, under)
    there = ~(np.isnan(each) & (gold == 0))
    weights = gold if average == "weighted" else there.astype(np.float64)
    # A class of weight 0 must not turn the sum to NaN.
    parts = np.where(weights > 0, each, 0.0) * weights
    return ratio(parts.sum(axis=-1), weights.sum(axis=-1))

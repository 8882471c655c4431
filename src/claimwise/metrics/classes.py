"""Classes of labels: which there are, and what each item adds to the counts of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from claimwise.core import DataError, did_you_mean
from claimwise.kernels.arrays import Floats

LONGEST = 30  # characters of a label that are shown
MOST_LISTED = 12  # classes that are named in a sentence


def item_stats(gold: Sequence[Any], predicted: Sequence[Any], *, classes: Sequence[str]) -> Floats:
    """Return three counts for each class: true positive, gold, predicted; (items, 3 classes)."""
    known = np.asarray(classes, dtype=str)
    is_gold = np.asarray(gold, dtype=str)[:, None] == known
    is_predicted = np.asarray(predicted, dtype=str)[:, None] == known
    stats = np.concatenate([is_gold & is_predicted, is_gold, is_predicted], axis=1)
    return stats.astype(np.float64)


def counts(totals: Floats) -> tuple[Floats, Floats, Floats]:
    """Return true positives, gold and predicted of each class: (..., classes) each."""
    k = totals.shape[-1] // 3
    return totals[..., :k], totals[..., k : 2 * k], totals[..., 2 * k :]


def find_classes(
    name: str,
    gold: Sequence[Any],
    predicted: Mapping[str, Sequence[Any]],
    named: Sequence[str] = (),
    without: Sequence[str] = (),
) -> tuple[tuple[str, ...], bool]:
    """Return the classes, and whether these are all labels that there are.

    A label that is predicted but never gold is most often a slip (``Yes`` for ``yes``) and is
    refused, unless the classes are named: then it is counted as a wrong answer.
    """
    golds = Counter(str(label) for label in gold)
    for label in named:
        if label not in golds:
            raise DataError(
                f"metric {name}",
                f"gold items of the class {label}",
                f"none among the classes {listing(golds)}",
                did_you_mean(label, golds),
            )
    answers = {system: Counter(str(label) for label in row) for system, row in predicted.items()}
    everything = set(golds).union(*answers.values())
    for label in without:
        if label not in everything:
            raise DataError(
                f"metric {name}",
                "labels of these data after without=",
                f"{label}, which is neither gold nor predicted",
                did_you_mean(label, golds),
            )
    if not named:
        _refuse_unseen(name, golds, answers, without)
    chosen = tuple(named) or tuple(sorted(set(golds) - set(without)))
    if not chosen:
        raise DataError(f"metric {name}", "at least one class", "none but those left out")
    return chosen, set(chosen) == everything


def _refuse_unseen(
    name: str, golds: Counter[str], answers: Mapping[str, Counter[str]], without: Sequence[str]
) -> None:
    for system, row in answers.items():
        odd = [label for label in row if label not in golds and label not in without]
        if not odd:
            continue
        label = max(odd, key=lambda one: (row[one], one))
        often = f"{row[label]:,} time{'s' if row[label] > 1 else ''}"
        more = f", and {len(odd) - 1} more such labels" if len(odd) > 1 else ""
        named = "+".join(sorted(golds)) if len(golds) <= MOST_LISTED else "A+B+..."
        raise DataError(
            f"metric {name}",
            f"predictions among the gold labels {listing(golds)}",
            f"{label!r}, predicted {often} by system {system}{more}",
            f"{did_you_mean(label, golds)} To count such predictions as wrong, name the "
            f"classes: {name}:labels={named}.".strip(),
        )


def listing(labels: Sequence[str] | Mapping[str, Any]) -> str:
    """Return the labels for a sentence, the first ones if there are many."""
    known = [
        label if len(label) <= LONGEST else f"{label[:LONGEST]}..." for label in sorted(labels)
    ]
    rest = len(known) - MOST_LISTED
    return ", ".join(known[:MOST_LISTED]) + (f" and {rest:,} more" if rest > 0 else "")


def signed(classes: Sequence[str]) -> str:
    """Return the classes for a signature."""
    return "+".join(classes) if len(classes) <= MOST_LISTED else f"{len(classes)} of them"

"""chrF and chrF++, from sacrebleu's counts and to its definition.

The F score of character n-grams, with recall counted beta times as much as precision; chrF++ adds
words and pairs of words: 0 to 100.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from claimwise.core import ParameterError, Procedure
from claimwise.core.references import POST
from claimwise.kernels.arrays import Floats
from claimwise.metrics.base import Metric, metric
from claimwise.metrics.items import ratio
from claimwise.metrics.options import flags, positive, whole
from claimwise.metrics.sacre import text_metric

EPSILON = 1e-16  # what eps_smoothing takes for an order without n-grams


@metric(
    "chrf",
    takes="text",
    says=Procedure(
        "the F score of character n-grams", ("Popović (2015), Proc. WMT, 392-395", POST)
    ),
)
def chrf(
    name: str,
    *words: str,
    word_order: str = "0",
    char_order: str = "6",
    beta: str = "2",
    lowercase: str = "no",
    whitespace: str = "no",
    eps_smoothing: str = "no",
) -> Metric:
    """Return chrF, with the options of sacrebleu and their defaults."""
    head = f"metric {name.split(':')[0]}"
    given = {"lowercase": lowercase, "whitespace": whitespace, "eps_smoothing": eps_smoothing}
    options: dict[str, Any] = {
        "char_order": whole(f"{head}: char_order", char_order, 0),
        "word_order": whole(f"{head}: word_order", word_order, 0),
    }
    if not options["char_order"] + options["word_order"]:
        raise ParameterError(f"metric {name}", "n-grams of some order", "0 of both kinds")
    weight = positive(f"{head}: beta", beta)
    options["beta"] = int(weight) if weight.is_integer() else weight
    options |= flags(head, words, given)
    score_it = partial(score, beta=weight, eps_smoothing=bool(options["eps_smoothing"]))
    return text_metric(name, "CHRF", options, score_it)


# chrF++ is chrF with words and pairs of words.
chrf_plus = metric(
    "chrf++",
    takes="text",
    says=Procedure(
        "the F score of n-grams of characters and words",
        ("Popović (2017), Proc. WMT, 612-618", POST),
    ),
)(partial(chrf, word_order="2"))


def score(totals: Floats, *, beta: float = 2.0, eps_smoothing: bool = False) -> Floats:
    """Return chrF from sums, for each order in turn: n-grams of output, of reference, of both.

    Like sacrebleu, 0 where no order has n-grams on both sides.
    """
    by_order = totals.reshape(*totals.shape[:-1], -1, 3)
    output, wanted, both = by_order[..., 0], by_order[..., 1], by_order[..., 2]
    precision, recall = ratio(both, output), ratio(both, wanted)
    factor = beta**2
    if eps_smoothing:
        precision = np.where(output > 0, precision, EPSILON)
        recall = np.where(wanted > 0, recall, EPSILON)
        found = ratio((1 + factor) * precision * recall, factor * precision + recall)
        return np.asarray(100 * np.where(np.isnan(found), EPSILON, found).mean(axis=-1))
    there = (output > 0) & (wanted > 0)
    orders = np.maximum(there.sum(axis=-1), 1)
    mean_precision = np.where(there, precision, 0.0).sum(axis=-1) / orders
    mean_recall = np.where(there, recall, 0.0).sum(axis=-1) / orders
    found = ratio(
        (1 + factor) * mean_precision * mean_recall, factor * mean_precision + mean_recall
    )
    return np.asarray(100 * np.where(np.isnan(found), 0.0, found))

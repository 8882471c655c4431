"""BLEU, from sacrebleu's counts and to its definition.

The geometric mean of the n-gram precisions of the whole corpus, times a penalty for outputs that
are shorter than the references: 0 to 100.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from claimwise.core import ParameterError, Procedure, check_one_of
from claimwise.core.references import POST
from claimwise.kernels.arrays import Floats
from claimwise.metrics.base import Metric, metric
from claimwise.metrics.items import ratio
from claimwise.metrics.options import flags, positive, whole
from claimwise.metrics.sacre import text_metric

TOKENIZERS = (
    *("13a", "none", "intl", "char", "zh", "ja-mecab", "ko-mecab"),
    *("spm", "flores101", "flores200", "spBLEU-1K"),
)
SMOOTHED: dict[str, float | None] = {"exp": None, "none": None, "floor": 0.1, "add-k": 1.0}


@metric(
    "bleu",
    takes="text",
    says=Procedure(
        "n-gram precisions of the whole corpus, with a penalty for short outputs",
        ("Papineni, Roukos, Ward and Zhu (2002), Proc. ACL, 311-318", POST),
    ),
)
def bleu(
    name: str,
    *words: str,
    tokenize: str = "13a",
    lowercase: str = "no",
    smooth_method: str = "exp",
    smooth_value: str = "",
    max_ngram_order: str = "4",
    effective_order: str = "no",
) -> Metric:
    """Return BLEU, with the options of sacrebleu and their defaults."""
    options: dict[str, Any] = {
        "tokenize": check_one_of("metric bleu: tokenize", tokenize, TOKENIZERS),
        "smooth_method": check_one_of("metric bleu: smooth_method", smooth_method, SMOOTHED),
        "max_ngram_order": whole("metric bleu: max_ngram_order", max_ngram_order),
    }
    options |= flags(
        "metric bleu", words, {"lowercase": lowercase, "effective_order": effective_order}
    )
    amount = SMOOTHED[smooth_method]
    if smooth_value:
        if amount is None:
            raise ParameterError(
                "metric bleu: smooth_value", "smooth_method=floor or add-k", smooth_method
            )
        amount = options["smooth_value"] = positive("metric bleu: smooth_value", smooth_value)
    score_it = partial(
        score,
        smooth_method=smooth_method,
        smooth_value=amount or 0.0,
        effective_order=bool(options["effective_order"]),
    )
    return text_metric(name, "BLEU", options, score_it)


def score(
    totals: Floats,
    *,
    smooth_method: str = "exp",
    smooth_value: float = 0.0,
    effective_order: bool = False,
) -> Floats:
    """Return BLEU from sums: length, reference length, right n-grams and all n-grams by order.

    Like sacrebleu, 0 where no n-gram is right.
    """
    order = (totals.shape[-1] - 2) // 2
    length, wanted = totals[..., 0], totals[..., 1]
    right, there = totals[..., 2 : 2 + order], totals[..., 2 + order :]
    nothing = ~(right > 0).any(axis=-1)
    if smooth_method == "add-k":
        more = np.where(np.arange(order) > 0, smooth_value, 0.0)
        right, there = right + more, there + more
    missed = (right == 0) & (there > 0)
    if smooth_method == "exp":  # each order without a match counts half of the one before
        right = np.where(missed, 0.5 ** np.cumsum(missed, axis=-1), right)
    elif smooth_method == "floor":
        right = np.where(missed, smooth_value, right)
    counted = there > 0 if effective_order else np.ones(there.shape, bool)
    share = np.where(there > 0, ratio(right, there), 0.0)
    with np.errstate(divide="ignore"):
        logs = np.where(counted, np.log(share), 0.0)
        mean_log = logs.sum(axis=-1) / np.maximum(counted.sum(axis=-1), 1)
        # How much shorter than the references; an empty output has no right n-gram anyway.
        short = np.minimum(0.0, 1 - np.divide(wanted, np.where(length > 0, length, 1.0)))
    return np.asarray(np.where(nothing, 0.0, 100 * np.exp(short + mean_log)))

"""Tests for systems that answered each item several times, against several gold answers.

Which test fits is a matter of the null hypothesis. That A and B are equally good says less than
that they answer alike on every item, and the tests of the latter find differences between systems
that are equally good but err on different items.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from claimwise.core import DataError, caution
from claimwise.core.procedure import SAME_ITEMS, SWAPPED, Procedure
from claimwise.core.references import DAVISON, EFRON_TIBSHIRANI, FISHER, OWEN, WEIN
from claimwise.data.responses import Answers
from claimwise.htest.base import RESAMPLES, htest
from claimwise.htest.corpus import TIE, paired_bootstrap, randomisation, tail_shares
from claimwise.kernels.arrays import Floats
from claimwise.metrics import Corpus
from claimwise.metrics.responses import ResponseStudies
from claimwise.metrics.responses.resampled import split_scores
from claimwise.metrics.responses.responders import exchanged_scores, redrawn_responders, widening

EXCHANGEABLE = "A and B are equally good: on every item, each could have had the other's answers"
SAME_SCORE = "A and B have the same score over all the items that these were drawn from"
SAME_ANSWERS = "A and B answer alike: on every item, their answers have the same distribution"
SAME_RESPONDERS = "A and B are alike: each responder could as well have answered for the other"
SAME_OVER_RESPONDERS = "A and B have the same score over all responders, on these items"
SAME_OVER_BOTH = "A and B have the same score over all items and all responders"
STRONG = caution(
    "response-permutation tests whether A and B answer alike, not whether they are "
    "equally good. Two different systems that are equally good were found different in 19% to "
    "30% of simulated studies at a level of 5% (mae). To claim that B is better use item-swap."
)


@htest(
    "item-swap",
    paired=True,
    size="near alpha",
    outcome="responses",
    null=EXCHANGEABLE,
    resampled=True,
    says=Procedure(
        "a randomisation test that swaps the answers of both systems on whole items",
        (FISHER, WEIN),
        (SAME_ITEMS, SWAPPED),
        short="swaps of items",
        of_clusters="a randomisation test that swaps the answers in whole clusters",
    ),
)
def item_swap(
    data: Corpus | ResponseStudies, alternative: str, *, seed: int = 0, resamples: int = RESAMPLES
) -> Floats:
    """How often do random swaps of all answers of A and B to an item differ as much?

    The default. (count + 1) / (resamples + 1); NaN where the difference is undefined.
    """
    return randomisation(data, alternative, seed=seed, resamples=resamples)


@htest(
    "item-bootstrap",
    paired=True,
    size="asymptotic",
    outcome="responses",
    null=SAME_SCORE,
    margin=True,
    resampled=True,
    says=Procedure(
        "a bootstrap test of the metric, items resampled with their answers",
        (EFRON_TIBSHIRANI, WEIN),
        (SAME_ITEMS,),
        short="bootstrap of items",
        of_clusters="a bootstrap test of the metric, clusters resampled with their answers",
    ),
)
def item_bootstrap(
    data: Corpus | ResponseStudies,
    alternative: str,
    *,
    margin: float = 0.0,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> Floats:
    """How often do resampled items move the difference by as much as it is away from the margin?

    Each item with all its answers. (count + 1) / (resamples + 1).
    """
    return paired_bootstrap(data, alternative, margin=margin, seed=seed, resamples=resamples)


@htest(
    "response-permutation",
    paired=True,
    size="near alpha",
    outcome="responses",
    null=SAME_ANSWERS,
    alike=True,
    resampled=True,
    remarks=lambda data: (STRONG,),
    says=Procedure(
        "a permutation test that shuffles the answers to each item between the systems",
        (FISHER, WEIN),
        (SAME_ITEMS, "Under the null hypothesis the systems answer alike."),
        short="permutation of answers",
    ),
)
def response_permutation(
    data: ResponseStudies, alternative: str, *, seed: int = 0, resamples: int = RESAMPLES
) -> Floats:
    """How often do answers of A and B differ as much, as they are mixed within each item?

    The answers to an item are dealt out anew, to each as many as it gave; gold stays as it is.
    (count + 1) / (resamples + 1). Exact for the hypothesis that A and B answer alike on every
    item. It is no test of equal quality: two different systems that are equally good are told
    apart in 19% to 30% of studies at a level of 5% under mae, since mixing takes away what
    differs from item to item. Use `item_swap` for that.
    """

    def null(answers: Answers, stream: int) -> Floats:
        return split_scores(data.metric, answers, resamples, seed, stream)

    return _shares("response-permutation", data, alternative, null)


@htest(
    "responder-permutation",
    paired=True,
    size="near alpha",
    outcome="responses",
    null=SAME_RESPONDERS,
    alike=True,
    resampled=True,
    says=Procedure(
        "a permutation test that shuffles whole responders between the systems",
        (FISHER, WEIN),
        (SAME_ITEMS, "Under the null hypothesis the systems answer alike."),
    ),
)
def responder_permutation(
    data: ResponseStudies, alternative: str, *, seed: int = 0, resamples: int = RESAMPLES
) -> Floats:
    """How often do the systems differ as much, as responders change places with all they said?

    Where the same responders answered for A and for B, each swaps his answers for both at random.
    Where they are different ones, such as runs of each system, they are dealt out anew.
    (count + 1) / (resamples + 1); exact where there are no more ways than resamples.
    """

    def null(answers: Answers, stream: int) -> Floats:
        return exchanged_scores(data.metric, answers, data.responders, resamples, seed, stream)

    return _shares("responder-permutation", data, alternative, null)


@htest(
    "responder-bootstrap",
    paired=True,
    size="asymptotic",
    outcome="responses",
    null=SAME_OVER_RESPONDERS,
    margin=True,
    resampled=True,
    says=Procedure(
        "a bootstrap test of the metric, responders resampled",
        (f"{DAVISON}, section 3.8",),
        ("The responders are a random sample of those that the claim is about.",),
    ),
)
def responder_bootstrap(
    data: ResponseStudies,
    alternative: str,
    *,
    margin: float = 0.0,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> Floats:
    """How often do resampled responders move the difference as far as it is from the margin?

    Responders are drawn with all their answers, on these items alone. Cautious where the errors
    are mostly noise, as answers that are drawn twice are noisier still.
    """
    return _redrawn("responder-bootstrap", data, alternative, margin, seed, resamples)


@htest(
    "two-way-bootstrap",
    paired=True,
    size="asymptotic",
    outcome="responses",
    null=SAME_OVER_BOTH,
    margin=True,
    resampled=True,
    says=Procedure(
        "the pigeonhole bootstrap: items and responders resampled",
        (OWEN,),
        ("Items and responders are random samples of those that the claim is about.",),
    ),
)
def two_way_bootstrap(
    data: ResponseStudies,
    alternative: str,
    *,
    margin: float = 0.0,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> Floats:
    """How often do resampled responders and items move the difference as far?

    Both are drawn independently. Cautious: what single answers vary by counts up to three times.
    """
    return _redrawn("two-way-bootstrap", data, alternative, margin, seed, resamples)


def _redrawn(
    name: str, data: ResponseStudies, alternative: str, margin: float, seed: int, resamples: int
) -> Floats:
    observed, found = _scores(name, data), np.empty(len(data))
    for i, stream in enumerate(data.streams):
        answers, who = data.answers.study(i), data.responders
        both = redrawn_responders(
            data.metric, answers, who, resamples, seed, stream, items=name == "two-way-bootstrap"
        )
        scale = widening(answers, who, name)
        found[i] = centred_pvalue(observed[i], both, scale, alternative, margin)
    return found


def centred_pvalue(
    observed: Floats, both: Floats, scale: float, alternative: str, margin: float = 0.0
) -> float:
    """Return the p-value of scores of A and B (2,) from those of resampled answers (resamples, 2).

    Fewer different answers are noisier, and so the differences of resamples may have another mean
    than the observed one: they are moved by their own mean, and stretched by `scale`, as few
    responders vary too little. NaN where they do not vary.
    """
    draws = both[:, 1] - both[:, 0]
    distance = observed[1] - observed[0] - margin
    if np.isnan(distance) or np.isnan(draws).all():
        return float("nan")
    moved = draws - np.nanmean(draws)
    if not np.isfinite(scale) or np.nanmax(np.abs(moved)) <= TIE * np.abs(observed).max():
        return float("nan")
    zero = np.zeros(1)
    return float(tail_shares(zero, zero + distance, scale * moved[None, :], alternative)[0])


def _shares(
    name: str,
    data: ResponseStudies,
    alternative: str,
    null: Callable[[Answers, int], Floats],
) -> Floats:
    observed, found = _scores(name, data), np.empty(len(data))
    for i, stream in enumerate(data.streams):
        both = null(data.answers.study(i), stream)
        a, b = observed[i : i + 1].T
        found[i] = tail_shares(a, b, (both[:, 1] - both[:, 0])[None, :], alternative)[0]
    return found


def _scores(name: str, data: ResponseStudies) -> Floats:
    if not isinstance(data, ResponseStudies):
        raise DataError(
            name, "studies with every single answer", type(data).__name__, "Use item-swap."
        )
    return data.scores()

"""Intervals for several answers to each item, beside those over items of `intervals.corpus`.

Each holds what its test holds fixed: ``answers`` is for these items alone, with new answers of
everybody; ``responders`` for these items with other responders; ``two-way`` for other items and
other responders.
"""

from __future__ import annotations

import numpy as np

from claimwise.core import ParameterError, Procedure, register
from claimwise.core.references import DAVISON, OWEN
from claimwise.data.responses import Answers
from claimwise.intervals.base import RESAMPLES, Ends, Interval
from claimwise.intervals.corpus import CORPUS_INTERVALS, MOST_UNDEFINED, TIE
from claimwise.kernels import bca
from claimwise.kernels.arrays import Floats
from claimwise.metrics.responses import ResponseStudies
from claimwise.metrics.responses import resampled as within
from claimwise.metrics.responses import responders as across

WORDS = {
    "answers": Procedure(
        "the bootstrap interval with the answers to each item resampled",
        (f"{DAVISON}, chapter 2 and section 3.2",),
        short="bootstrap interval over answers",
    ),
    "responders": Procedure(
        "the bootstrap interval with responders resampled",
        (f"{DAVISON}, section 3.8",),
        short="bootstrap interval over responders",
    ),
    "two-way": Procedure(
        "the pigeonhole bootstrap interval, items and responders resampled",
        (OWEN,),
        short="two-way bootstrap interval",
    ),
}
MEANING = {
    "answers": "The interval is for these items only: it allows for other answers of gold and "
    "systems to them, not for other items.",
    "responders": "The interval is for these items only: it allows for other responders, not for "
    "other items.",
    "two-way": "The interval allows for other items and other responders.",
}
FIXED = "Single gold answers to an item are taken as fixed: the interval is for these too."


def centred_ends(observed: Floats, both: Floats, scale: float, level: float) -> tuple[float, float]:
    """Return an interval of B minus A from scores of resampled answers, (resamples, 2).

    Differences of resamples are moved from their mean to the observed one, and stretched by
    `scale`. NaN where they do not vary, or where too many are undefined.
    """
    draws = both[:, 1] - both[:, 0]
    estimate, nothing = float(observed[1] - observed[0]), (float("nan"), float("nan"))
    if np.isnan(estimate) or not np.isfinite(scale) or np.isnan(draws).mean() > MOST_UNDEFINED:
        return nothing
    kept = np.sort(draws[~np.isnan(draws)])
    if np.ptp(kept) <= TIE * np.abs(observed).max():
        return nothing
    moved = scale * (kept - kept.mean())
    half = (1 - level) / 2
    return (
        estimate + float(bca.quantile(moved, half)),
        estimate + float(bca.quantile(moved, 1 - half)),
    )


def redrawn(
    name: str, data: ResponseStudies, i: int, resamples: int, seed: int
) -> tuple[Floats, float]:
    """Return scores of resampled answers of one of the studies, and by how much to stretch them."""
    answers: Answers = data.answers.study(i)
    stream = data.streams[i]
    if name == "answers":
        draws = within.redrawn_scores(data.metric, answers, resamples, seed, stream)
        return draws, within.widening(answers)
    two_way = name == "two-way"
    who = data.responders
    draws = across.redrawn_responders(
        data.metric, answers, who, resamples, seed, stream, items=two_way
    )
    return draws, across.widening(answers, who, f"the {name} interval")


def _bounds(name: str) -> Interval:
    def bounds(
        data: ResponseStudies, level: float, *, seed: int = 0, resamples: int = RESAMPLES
    ) -> Ends:
        observed = data.scores()
        ends = [
            centred_ends(observed[i], *redrawn(name, data, i, resamples, seed), level)
            for i in range(len(data))
        ]
        low, high = np.array(ends).T
        return low, high

    return Interval(name, bounds, "responses", True, False, True)


RESPONSE_INTERVALS = {
    name: register("response interval", name, says=says)(_bounds(name))
    for name, says in WORDS.items()
}


def find_response_interval(name: str) -> Interval:
    """Return the interval of that name for several answers: over items, answers or responders."""
    known = CORPUS_INTERVALS | RESPONSE_INTERVALS
    if name not in known:
        raise ParameterError(
            "interval", f"one of {', '.join(known)} for several answers to each item", repr(name)
        )
    return known[name]

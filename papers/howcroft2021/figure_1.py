"""Figure 1 of Howcroft and Rieser (2021): ratings as normal numbers, or as a normal variable cut.

The data of the example are not published. Here are the shares that the paper's own thresholds make
on six points, and real ratings of fluency on five: as they are (b), by a normal density at the
points of the scale (c), and by an ordered probit model (d). That has a threshold for every point
but one and so gives any shares exactly; what it says of other texts is a fair comparison.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from math import log, sqrt
from statistics import NormalDist
from typing import cast

from claimwise.worlds import OrdinalRatings, find_rating_world
from papers.authors import Line
from papers.base import Claim, Effort, Value
from papers.card2020.tables_12_16 import RATED
from papers.declared import Part, declared
from papers.found import number, numbers

Found = dict[tuple[str, str, str], float]  # by part, line and number
SHARES, CUTS, ACCURACY = "probabilities", "thresholds", "accuracy"
SIX, FLUENCY = "thresholds of the paper", "ratings of fluency"
INTERVAL, PROBIT = "interval model", "ordered probit"
RATINGS = "ratings and ordered probit"  # which gives their shares exactly
LARGEST, LOSS = "largest error", "loss on other texts"
NORMAL = NormalDist()
OF_INTERVAL = 2  # parameters: mean and deviation


def interval_shares(shares: Sequence[float]) -> list[float]:
    """Return shares by the density of a normal variable at 1, 2, ..., with the same moments.

    >>> [round(x, 3) for x in interval_shares([0.25, 0.5, 0.25])]
    [0.212, 0.576, 0.212]
    """
    points = range(1, len(shares) + 1)
    mean = sum(k * p for k, p in zip(points, shares, strict=True))
    square = sum(k * k * p for k, p in zip(points, shares, strict=True))
    normal = NormalDist(mean, sqrt(square - mean**2))
    heights = [normal.pdf(k) for k in points]
    return [height / sum(heights) for height in heights]


def thresholds(shares: Sequence[float]) -> list[float]:
    """Return where an ordered probit model without any effects cuts: quantiles of the shares."""
    return [NORMAL.inv_cdf(below) for below in list(accumulate(shares))[:-1]]


def probit_shares(cuts: Sequence[float]) -> list[float]:
    """Return the shares between thresholds.

    >>> [round(x, 3) for x in probit_shares([-1.0, 1.0])]
    [0.159, 0.683, 0.159]
    """
    return [high - low for low, high in pairwise((0.0, *map(NORMAL.cdf, cuts), 1.0))]


def _six(_: Effort, **__: str) -> Found:
    """Return the shares of the paper's thresholds, at their means."""
    cuts = cast(OrdinalRatings, find_rating_world("general")).thresholds
    return _modelled(probit_shares(cuts))


def _fluency(effort: Effort, **_: str) -> Found:
    """Return the shares of real ratings, and what each model of one half says of the other."""
    rows = RATED.read(effort)
    halves = [[row for row in rows if int(row["text"][1:]) % 2 == odd] for odd in (0, 1)]
    loss = {INTERVAL: 0.0, PROBIT: 0.0}
    for fitted, judged in (halves, halves[::-1]):
        shares = _count(fitted)
        models = {INTERVAL: interval_shares(shares), PROBIT: probit_shares(thresholds(shares))}
        for model, said in models.items():
            loss[model] -= sum(log(said[_rating(row) - 1]) for row in judged) / len(rows)
    of_models = {(ACCURACY, model, LOSS): x for model, x in loss.items()}
    return _modelled(_count(rows)) | of_models


def _rating(row: Line) -> int:
    return row.whole("rating", 1, 5)


def _count(rows: Sequence[Line]) -> list[float]:
    every = [_rating(row) for row in rows]
    return [every.count(k) / len(every) for k in range(1, max(every) + 1)]


def _modelled(shares: Sequence[float]) -> Found:
    """Return the shares by both models, with the thresholds of one and the error of the other."""
    cuts = thresholds(shares)
    models = {RATINGS: probit_shares(cuts), INTERVAL: interval_shares(shares)}
    found = {
        (SHARES, model, f"{k}"): share
        for model, line in models.items()
        for k, share in enumerate(line, start=1)
    }
    found |= {(CUTS, PROBIT, f"{k}"): cut for k, cut in enumerate(cuts, start=1)}
    far = max(abs(p - q) for p, q in zip(models[INTERVAL], shares, strict=True))
    return found | {(ACCURACY, INTERVAL, LARGEST): far}


def _lines(values: list[Value], example: str) -> dict[str, list[float]]:
    return {
        line: list(numbers(values, "number", part=SHARES, example=example, line=line).values())
        for line in (RATINGS, INTERVAL)
    }


def _claim(values: list[Value]) -> Claim:
    """Hold the caption: of the example, and of texts that the models have not seen."""
    off = numbers(values, "example", line=INTERVAL, number=LARGEST)
    worse, better = (number(values, line=model, number=LOSS) for model in (INTERVAL, PROBIT))
    return Claim(
        "the ordered probit model (1d) yields more accurate probabilities than the interval "
        "model (1c)",
        better < worse,
        f"The interval model is off by up to {off[SIX]:.3f} with the thresholds of the paper "
        f"and {off[FLUENCY]:.3f} for the ratings of fluency; the probit model gives the shares "
        f"that it is fitted to. What decides are other texts: of these the interval model "
        f"loses {worse:.4f} a rating (minus the log of its probability), the probit model "
        f"{better:.4f}.",
        because="of other texts it says less",
    )


def _remarks(values: list[Value]) -> list[str]:
    few = []
    for example in (SIX, FLUENCY):
        lines = _lines(values, example)
        pairs = zip(lines[RATINGS], lines[INTERVAL], strict=True)
        gain = sum(p * log(p / q) for p, q in pairs)
        more = len(lines[RATINGS]) - 1 - OF_INTERVAL
        few.append(f"{more / (2 * gain):.0f} ({example})")
    six = _lines(values, SIX)
    cuts = numbers(values, "number", part=CUTS, example=SIX).values()
    gaps = [b - a for a, b in pairwise(cuts)]
    return [
        "The probit model has as many thresholds as there are free shares, and with few ratings "
        "that is too many: by Akaike's criterion the interval model is as good up to about "
        f"{' and '.join(few)} ratings.",
        f"The thresholds of the paper lie equally far apart at their means, {min(gaps):.2f} each: "
        "what the interval model gets wrong here is not distances but the end of the scale, "
        f"{six[INTERVAL][-1]:.2f} for {six[RATINGS][-1]:.2f}.",
        "The data of the figure are not published, nor are its shares; footnote 1 gives its lowest "
        "threshold, which is that of the paper's simulations.",
    ]


FIGURE = declared(
    name="howcroft-figure-1",
    source="Howcroft and Rieser (2021), Figure 1",
    title="Shares of ratings, by an interval and by an ordinal model",
    columns=("part", "example", "line", "number"),
    parts=[Part(_six, {"example": [SIX]}), Part(_fluency, {"example": [FLUENCY]})],
    printed={(CUTS, SIX, PROBIT, "1"): "-1.8"},  # footnote 1
    claims=_claim,
    remarks=_remarks,
    measures="Ratings of one scale",
    chart={
        "marks": "line",
        "only": SHARES,
        "x": "number",
        "x_title": "rating",
        "color": "line",
        "column": "example",
        "y": "probability",
    },
    tables="part",
    needs=(RATED.name,),
)

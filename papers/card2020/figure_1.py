"""Figure 1 of Card et al. (2020): of all people 65% prefer system B, and few are asked.

The bars of the figure are ten samples of 100 people and ten of 25, drawn with a seed that the
authors' notebook has; their dotted line is the mean of those that are significant by the exact
binomial test. Power is published in words, and the notebook stores that of 100,000 samples.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise import PairCounts, find_test
from claimwise.plan import preference
from papers.base import Claim, Effort, Value
from papers.declared import declared
from papers.found import numbers
from papers.tolerance import beside

PREFER_B, OF_ALL = 0.65, "0.65"
PEOPLE = ("100", "25")
Numbers = NDArray[Any]
ALPHA, OVER = 0.05, 0.8
PUBLISHED, THEIRS = {"100": "0.826", "25": "0.305"}, 100_000  # power, of so many samples
SEED, BARS = 716, 10  # of the notebook
ALL = "all"  # samples, by enumeration
POWER, MEAN = "power", "mean share of significant samples"
DRAWN = {True: "drawn and significant", False: "drawn and not significant"}


def _study(_: Effort, n: str) -> dict[tuple[str, str, str], float]:
    found = preference(n=int(n), win=PREFER_B, solve="power")
    shown = {
        (OF_ALL, POWER, ALL): found["power"].estimate,
        (OF_ALL, "Type-M error", ALL): found["type_m"].estimate,
        (OF_ALL, "Type-S error", ALL): found["type_s"].estimate,
        (OF_ALL, MEAN, ALL): _mean_of_significant(int(n)),
    }
    counts = _drawn()[n]
    significant = _pvalues(counts, int(n)) < ALPHA
    for k in np.argsort(~significant, kind="stable"):  # the significant ones first
        shown[OF_ALL, DRAWN[bool(significant[k])], str(k + 1)] = float(counts[k]) / int(n)
    return shown


def _pvalues(wins: Numbers, n: int) -> Numbers:
    """Return the p-values of the exact binomial test."""
    return np.asarray(find_test("sign").evaluate(PairCounts.of(wins, n - wins, n), "two-sided"))


def _mean_of_significant(n: int) -> float:
    """Return the mean share for B over all significant samples, each with its probability."""
    wins = np.arange(n + 1)
    chance = np.array([comb(n, k) * PREFER_B**k * (1 - PREFER_B) ** (n - k) for k in range(n + 1)])
    weight = np.where(_pvalues(wins, n) < ALPHA, chance, 0.0)
    return float(weight @ wins / n / weight.sum())


def _drawn() -> dict[str, Numbers]:
    """Return the samples of the figure: NumPy's old generator, which the notebook used."""
    old = np.random.RandomState(SEED)
    return {n: old.binomial(int(n), PREFER_B, BARS) for n in PEOPLE}


def _claims(values: list[Value]) -> list[Claim]:
    """Hold what the caption says."""
    at = numbers(values, "shows", "n", sample=ALL)
    many, few = (at[POWER, n] for n in PEOPLE)
    over = {n: at[MEAN, n] - PREFER_B for n in PEOPLE}
    drawn = {n: numbers(values, "sample", shows=DRAWN[True], n=n).values() for n in PEOPLE}
    shown = {n: sum(shares) / len(shares) for n, shares in drawn.items()}
    return [
        Claim(
            "over 80% of samples of 100 people show a significant difference",
            many > OVER,
            f"{many:.1%} do, with B ahead.",
        ),
        Claim(
            "about 30% of samples of 25 people do",
            abs(few - 0.3) <= 0.05,
            f"{few:.1%} do.",
        ),
        Claim(
            "the mean of the significant findings overestimates the share for B slightly with 100 "
            "people and more severely with 25",
            0 < over["100"] < over["25"],
            f"It is {at[MEAN, '100']:.1%} with 100 and {at[MEAN, '25']:.1%} with 25, where 65% is "
            f"true: the lead is exaggerated {at['Type-M error', '100']:.2f} and "
            f"{at['Type-M error', '25']:.2f} times. Of the ten samples that the figure draws of "
            f"each, {len(drawn['100'])} and {len(drawn['25'])} are significant, with means of "
            f"{shown['100']:.1%} and {shown['25']:.1%}.",
        ),
    ]


def _remarks(values: list[Value]) -> list[str]:
    wrong = numbers(values, "n", shows="Type-S error")
    return [
        "Over 80% and about 30% are published; the authors' notebook stores 0.826 and 0.305.",
        f"A significant finding has the wrong sign once in {1 / wrong['25']:,.0f} with 25 people.",
    ]


FIGURE = declared(
    name="card-figure-1",
    source="Card et al. (2020), Figure 1",
    title="Of all people 65% prefer B: what samples of 100 and of 25 show",
    columns=("prefer_b", "shows", "sample", "n"),
    study=_study,
    grid={"n": PEOPLE},
    quantity={POWER: "power"},
    printed={(OF_ALL, POWER, ALL, n): text for n, text in PUBLISHED.items()},
    chance=beside(THEIRS),
    claims=_claims,
    remarks=_remarks,
    measures="By the number of people asked",
    chart={
        "x": "sample",
        "color": "shows",
        "dash": "shows",
        "row": "prefer_b",
        "column": "n",
        "leave": ALL,
        "mark": "bar",
        "y": "share that prefers B",
    },
    commands=(
        "claimwise plan preference --n 100 --win 0.65",
        "claimwise plan preference --n 25 --win 0.65",
    ),
)

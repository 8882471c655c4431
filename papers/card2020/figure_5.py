"""Figure 5 and section 5.1 of Card et al. (2020): human evaluations of EMNLP 2019.

Papers, experiments and their designs are counted; the best new model is held against the best
baseline on a scale from 0 to 1, and the difference against the number of items.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import isnan, nan
from statistics import mean, mode, stdev

from claimwise import survey
from claimwise.core import Row
from papers.base import Claim, Effort, Value
from papers.card2020.rating_survey import (
    EXPERIMENTS,
    RATINGS,
    Rated,
    comparisons,
    experiments,
)
from papers.declared import declared
from papers.found import number, numbers

COUNTS, TOLD, EFFECTS = "papers and experiments", "designs", "effects"
BY_SIZE = "effects by number of items"
COUNT, PERCENT, VALUE = "count", "percent", "value"
FEW, MANY, RATINGS_EACH = 100, 200, 3
OUTLIER = -0.4  # two effects below it are left out of the figure and of Kendall's tau
WITH_ALL = "Kendall's tau with the two outliers"
RANGES = ((0, 50), (50, 100), (100, 200), (200, 10_000))
PRINTED = {
    (COUNTS, "papers found", COUNT): "117",
    (COUNTS, "papers with a comparison of models", COUNT): "86",
    (COUNTS, "experiments", COUNT): "97",
    (COUNTS, "Likert", COUNT): "51",
    (COUNTS, "head to head", COUNT): "38",
    (COUNTS, "other", COUNT): "8",
    (COUNTS, "with a test", PERCENT): "24",
    (COUNTS, "best result in bold", PERCENT): "63",
    (COUNTS, "comparisons of Likert ratings", COUNT): "117",
    (COUNTS, "papers with such a comparison", COUNT): "41",
    (TOLD, "100 items or fewer", PERCENT): "69",
    (TOLD, "more than 200 items", PERCENT): "18",
    (TOLD, "ratings per item not told", PERCENT): "34",
    (TOLD, "workers not told", PERCENT): "28",
    (TOLD, "items not told", PERCENT): "7",
    (TOLD, "3 ratings per item", PERCENT): "57",
    (TOLD, "most frequent number of workers", VALUE): "3",
    (EFFECTS, "standard deviation", VALUE): "0.12",
    (EFFECTS, "Kendall's tau", VALUE): "-0.07",
    (EFFECTS, "p of tau", VALUE): "0.32",
}
Found = dict[tuple[str, str, str], float]


def _study(effort: Effort) -> tuple[Found, Found]:
    rows = comparisons(effort)
    found = _counts(effort, rows) | _designs(rows) | _effects(rows, lambda row: row.gain)
    for low, high in RANGES:
        here = [row for row in rows if low < row.items <= high]
        gains = [row.gain for row in here if row.gain > OUTLIER]
        line = f"{low + 1} to {high}" if high < RANGES[-1][1] else f"more than {low}"
        found[BY_SIZE, line, "standard deviation"] = stdev(gains)
        found[BY_SIZE, line, "mean"] = mean(gains)
        found[BY_SIZE, line, "comparisons"] = len(gains)
        found[BY_SIZE, line, "standard deviation with all"] = stdev(row.gain for row in here)
    return found, _effects(rows, lambda row: row.their_gain)


def _counts(effort: Effort, rows: list[Rated]) -> Found:
    every = experiments(effort)
    used = [row for row in every if row["Probably not relevant to us"] == "0"]
    kinds = Counter(row["ResponseCategory"] for row in used)
    tested = sum(row["HasTest"] == "1" for row in used)
    bold = sum(row["Bold text in results table"] == "yes" for row in used)
    counts = {
        "papers found": len({row["Link"] for row in every}),
        "papers with a comparison of models": len({row["Link"] for row in used}),
        "experiments": len(used),
        "Likert": kinds["l"],
        "head to head": kinds["h"],
        "other": kinds["o"],
        "comparisons of Likert ratings": len(rows),
        "papers with such a comparison": len({row.paper for row in rows}),
        "experiments with such a comparison": len({row[:2] for row in rows}),
    }
    found: Found = {(COUNTS, line, COUNT): float(n) for line, n in counts.items()}
    found[COUNTS, "with a test", PERCENT] = 100 * tested / len(used)
    found[COUNTS, "best result in bold", PERCENT] = 100 * bold / len(used)
    return found


def _designs(rows: list[Rated]) -> Found:
    """Return shares of comparisons; of experiments, an experiment counts once, by its first."""
    once = list({row[:2]: row for row in reversed(rows)}.values())
    found: Found = {}
    for column, some in ((PERCENT, rows), ("percent of experiments", once)):
        sizes = [row.items for row in some if not isnan(row.items)]
        each = [row.ratings for row in some if not isnan(row.ratings)]
        shares = {
            "100 items or fewer": [size <= FEW for size in sizes],
            "more than 200 items": [size > MANY for size in sizes],
            "ratings per item not told": [isnan(row.ratings) for row in some],
            "workers not told": [isnan(row.workers) for row in some],
            "items not told": [isnan(row.items) for row in some],
            "3 ratings per item": [n == RATINGS_EACH for n in each],
        }
        found |= {(TOLD, line, column): 100 * mean(which) for line, which in shares.items()}
    workers = mode(row.workers for row in rows if not isnan(row.workers))
    found[TOLD, "most frequent number of workers", VALUE] = workers
    return found


def _effects(rows: list[Rated], scaled: Callable[[Rated], float]) -> Found:
    shown = [row for row in rows if not isnan(row.items) and scaled(row) > OUTLIER]
    all_of = [row for row in rows if not isnan(row.items)]
    tau, with_all = (_tau(some, scaled) for some in (shown, all_of))
    return {
        (EFFECTS, "standard deviation", VALUE): stdev(map(scaled, rows)),
        (EFFECTS, "mean", VALUE): mean(map(scaled, rows)),
        (EFFECTS, "Kendall's tau", VALUE): tau.estimate,
        (EFFECTS, "p of tau", VALUE): nan if tau.pvalue is None else tau.pvalue,
        (EFFECTS, "comparisons behind tau", VALUE): float(len(shown)),
        (EFFECTS, WITH_ALL, VALUE): with_all.estimate,
        (EFFECTS, "p with the two outliers", VALUE): nan
        if with_all.pvalue is None
        else with_all.pvalue,
    }


def _tau(rows: list[Rated], scaled: Callable[[Rated], float]) -> Row:
    """Return how effects and numbers of items are ranked together."""
    table = {
        "n": [row.items for row in rows],
        "baseline": [0.0] * len(rows),
        "new": [scaled(row) for row in rows],
        "low": [-1.0] * len(rows),
        "high": [1.0] * len(rows),
        "paper": [row.paper for row in rows],
    }
    return survey(table, kind="scores", resamples=100)["kendall_tau"]


def _claims(values: list[Value]) -> list[Claim]:
    """Hold the sentences of section 5.1 and the caption."""
    at = numbers(values, "part", "line", "number")
    tau, p = (at[EFFECTS, line, VALUE] for line in ("Kendall's tau", "p of tau"))
    few = at[TOLD, "100 items or fewer", PERCENT]
    kinds = {kind: at[COUNTS, kind, COUNT] for kind in ("Likert", "head to head", "other")}
    spread = numbers(values, "line", part=BY_SIZE, number="standard deviation")
    lines = list(spread)
    all_of = at[BY_SIZE, lines[-1], "standard deviation with all"]
    missing = [
        at[TOLD, f"{what} not told", PERCENT] for what in ("ratings per item", "workers", "items")
    ]
    return [
        Claim(
            "Likert ratings are the most common kind of evaluation",
            kinds["Likert"] == max(kinds.values()),
            f"{kinds['Likert']:.0f} of {sum(kinds.values()):.0f} experiments have them.",
        ),
        Claim(
            "effects vary most in the smallest samples (caption)",
            spread[lines[0]] == max(spread.values()),
            "Standard deviations are "
            + ", ".join(f"{sd:.2f} ({line} items)" for line, sd in spread.items())
            + f"; of more than {MANY} items {all_of:.2f} with the two effects that were left out.",
        ),
        Claim(
            "effect and number of items are negatively correlated, and not significantly (caption)",
            tau < 0 and p > 0.05,
            f"Kendall's tau is {tau:.3f}, p = {p:.2f}; with the two effects that were left out "
            f"{at[EFFECTS, WITH_ALL, VALUE]:.3f}, "
            f"p = {at[EFFECTS, 'p with the two outliers', VALUE]:.2f}.",
        ),
        Claim(
            "most experiments are small, 100 items at most (caption)",
            few > 50,
            f"{few:.0f}% of the comparisons that tell it are.",
        ),
        Claim(
            "ratings per item are most often missing, then workers, then items",
            missing == sorted(missing, reverse=True),
            f"They are not told in {missing[0]:.0f}%, {missing[1]:.0f}% and {missing[2]:.0f}%.",
        ),
    ]


def _of_comparisons(values: list[Value]) -> str:
    rated = number(values, line="experiments with such a comparison")
    return (
        "The shares of designs that the paper calls shares of experiments are of comparisons, of "
        f"which an experiment has several; the shares of the {rated:.0f} experiments stand beside "
        "them."
    )


FIGURE = declared(
    name="card-figure-5",
    source="Card et al. (2020), Figure 5, section 5.1 and appendix H.1",
    title="Human evaluations at EMNLP 2019",
    columns=("part", "line", "number"),
    study=_study,
    printed=PRINTED,
    reasons=[
        (
            {"part": EFFECTS, "number": VALUE},
            "ratings were scaled as (value - min) / max, which ends below 1 where min is not 0",
        )
    ],
    claims=_claims,
    remarks=[
        _of_comparisons,
        "Two effects below -0.4, of 500 items each, are not in the figure and not in tau.",
    ],
    chart={
        "marks": "bar",
        "only": f"{BY_SIZE} & standard deviation",
        "x": "line",
        "x_title": "items",
        "y": "standard deviation of effects",
    },
    measures="Survey",
    tables="part",
    needs=(EXPERIMENTS, RATINGS),
)

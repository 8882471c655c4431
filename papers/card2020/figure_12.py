"""Figure 12 of Card et al. (2020): what new models gain on GLUE, claimed or not, as a histogram."""

from __future__ import annotations

from collections import Counter
from math import floor, sqrt
from statistics import mean, median, stdev

from papers.base import Claim, Effort, Value
from papers.card2020.glue import ANNOTATIONS, comparisons
from papers.declared import declared
from papers.found import number, numbers

NUMBERS, BINS = "numbers", "comparisons by gain"
ALL, COUNT = "value", "comparisons"
Lines = dict[tuple[str, str, str], float]
STILTS = " on stilts"  # four models of one paper


def _study(effort: Effort) -> tuple[Lines, Lines]:
    rows = comparisons(effort)
    gains = [100 * row.gain for row in rows]
    papers = {"stilts" if row.model.endswith(STILTS) else row.model for row in rows}
    found: Lines = {
        (NUMBERS, "mean gain", ALL): mean(gains),
        (NUMBERS, "median gain", ALL): median(gains),
        (NUMBERS, "standard error", ALL): stdev(gains) / sqrt(len(gains)),
        (NUMBERS, "comparisons", ALL): float(len(rows)),
        (NUMBERS, "papers", ALL): float(len(papers)),
    }
    counts = Counter(floor(round(gain, 4)) for gain in gains)
    for low in range(min(counts), max(counts) + 1):
        found[BINS, f"{low} to {low + 1}", COUNT] = float(counts[low])
    return found, {(NUMBERS, "comparisons", ALL): float(len(rows) + 1)}  # with the header


def _claim(values: list[Value]) -> Claim:
    """Hold what section 3.2 says of the gains."""
    bins = numbers(values, "line", part=BINS)
    small = sum(n for at, n in bins.items() if -1 <= int(at.split()[0]) <= 0)
    total = sum(bins.values())
    middle = number(values, line="median gain")
    return Claim(
        "typical improvements tend to be small (section 3.2)",
        2 * small > total,
        f"{small:.0f} of {total:.0f} gains are between -1 and 1 points, and the median is "
        f"{middle:.2f}.",
    )


FIGURE = declared(
    name="card-figure-12",
    source="Card et al. (2020), Figure 12",
    title="Gains that papers on GLUE report, in percentage points",
    columns=("part", "line", "number"),
    study=_study,
    printed={
        (NUMBERS, "mean gain", ALL): "0.959",
        (NUMBERS, "standard error", ALL): "0.23",
        (NUMBERS, "comparisons", ALL): "119",
        (NUMBERS, "papers", ALL): "14",
    },
    reasons=[
        (
            {"line": "comparisons"},
            "the file has so many lines with its header, which is no comparison",
        )
    ],
    claims=_claim,
    remarks=["The bins of the histogram are ours: each has its lower end, not its upper."],
    chart={"marks": "bar", "only": BINS, "x": "line", "x_title": "gain", "y": COUNT},
    measures="Gains",
    tables="part",
    needs=(ANNOTATIONS,),
)

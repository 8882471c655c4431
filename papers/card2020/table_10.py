"""Table 10 of Card et al. (2020): did claims of improvement on GLUE have power, and were they
significant?

Each claim is given the gain that a regression on all the others expects, and the agreement that
Table 5 expects: that makes its power, by the normal formula. Whether it was significant is asked of
the reported gain, by McNemar's test with continuity correction on counts that are rounded down.
"""

from __future__ import annotations

from math import nan

import numpy as np
from numpy.typing import NDArray

from claimwise import PairCounts, Result, find_test, fit_effect, survey
from papers.base import Claim, Effort, Value
from papers.card2020.detectable_gains import ALPHA, Z
from papers.card2020.detectable_gains import POWER as ADEQUATE
from papers.card2020.glue import (
    ANNOTATIONS,
    ITEMS,
    Comparison,
    as_survey,
    claims,
    columns,
    comparisons,
)
from papers.declared import declared

Floats = NDArray[np.float64]
TEST = "mcnemar-corrected"
Placed = dict[tuple[str, str, str], float]
OVERLAP = (0.41422307, 0.58187475, -0.46624237)  # Table 5 with the digits of the authors' code
POWER, P = "power", "p-value"
PERCENT, STRICT = "percent of claims with an expected gain", "percent of all gains"
NEAREST = f"{PERCENT} by nearest counts"
SPREAD, SHARES = "power and p-values", "shares"  # the two halves of the table
POWERED, SIGNIFICANT, BOTH = "powered", "significant", "significant and powered"
BELOW = "reported gain below what can be detected"
COUNTED = "claims of improvement (section 3.2)"
TEXTS = {
    (POWER, "n"): "57",
    (POWER, "mean"): "0.698",
    (POWER, "sd"): "0.352",
    (POWER, "min"): "0.034",
    (POWER, "25%"): "0.407",
    (POWER, "75%"): "1.000",
    (POWER, "max"): "1.000",
    (P, "n"): "57",
    (P, "mean"): "0.220",
    (P, "sd"): "0.283",
    (P, "min"): "0.000",
    (P, "25%"): "0.000",
    (P, "75%"): "0.348",
    (P, "max"): "1.000",
    (POWERED, PERCENT): "45.6",
    (SIGNIFICANT, PERCENT): "50.9",
    (BOTH, PERCENT): "36.8",
    (COUNTED, "n"): "57",
}


def _place(what: str, number: str) -> tuple[str, str, str]:
    """Return part, line and column: shares of claims across, statistics of power and p down."""
    if number.startswith("percent"):
        return SHARES, what, number
    return SPREAD, number, what


def _study(effort: Effort) -> tuple[Placed, Placed]:
    found = _surveyed(effort, "down")
    hopeful = [row for row in found.select("expected_power") if row.estimate == row.estimate]
    power = np.array([row.estimate for row in hopeful])
    rows = [found.select("difference", **row.at)[0] for row in hopeful]
    p = np.array([nan if row.pvalue is None else row.pvalue for row in rows])
    ours = _described(power, p)
    nearest = _surveyed(effort, "nearest")
    fewer = [nearest.select("difference", **row.at)[0].pvalue for row in hopeful]
    ours[SIGNIFICANT, NEAREST] = 100 * float(np.mean([p is not None and p < ALPHA for p in fewer]))
    ours[COUNTED, "n"] = float(len(claims(effort)))
    ours[POWERED, STRICT] = 100 * (1 - found["share[underpowered]"].estimate)
    ours[SIGNIFICANT, STRICT] = 100 * found["share[predicted significant]"].estimate
    below = 1 - found["share[reported at least detectable]"].estimate
    ours[BELOW, STRICT] = 100 * below
    mine, theirs = (
        {_place(*at): float(x) for at, x in one.items()} for one in (ours, _their_way(effort))
    )
    return mine, theirs


def _surveyed(effort: Effort, counts: str) -> Result:
    """Return the survey of the claims, with counts rounded in one way."""
    return survey(
        as_survey(effort),
        agreement_from="glue",
        where="difference>0",
        by="normal",
        test=TEST,
        counts=counts,
        resamples=100,
    )


def _described(power: Floats, p: Floats) -> dict[tuple[str, str], float]:
    """Return the lines of the table."""
    found: dict[tuple[str, str], float] = {}
    for line, of in ((POWER, power), (P, p)):
        low, high = np.quantile(of, [0.25, 0.75])
        numbers = (len(of), of.mean(), of.std(ddof=1), of.min(), low, high, of.max())
        names = ("n", "mean", "sd", "min", "25%", "75%", "max")
        found |= {(line, name): float(x) for name, x in zip(names, numbers, strict=True)}
    powered, significant = power >= ADEQUATE, p < ALPHA
    shares = {POWERED: powered, SIGNIFICANT: significant, BOTH: powered & significant}
    return found | {(line, PERCENT): 100 * float(which.mean()) for line, which in shares.items()}


def _their_way(effort: Effort) -> dict[tuple[str, str], float]:
    """Follow the authors' notebook, which leaves out the wrong row and inverts one share."""
    every, items = comparisons(effort), ITEMS
    power, p = [], []
    for k, row in enumerate(claims(effort)):
        if row.gain <= 0:
            continue
        # k counts claims, but the row is taken out of the table of all comparisons.
        others = [one for i, one in enumerate(every) if i != k and one.with_best and one.claimed]
        expected = fit_effect(columns(others)).predict(row.task, baseline=row.baseline)
        if expected > 0:
            power.append(_normal_power(row, expected, items[row.task]))
            p.append(_pvalue(row, items[row.task]))
    found = _described(np.array(power), np.array(p))
    found[POWERED, PERCENT] = 100 - found[POWERED, PERCENT]
    found[COUNTED, "n"] = found[POWER, "n"]
    return found


def _discordant(row: Comparison, gain: float) -> float:
    """Return the share of items on which both disagree, by Table 5."""
    return 1 - (OVERLAP[0] + OVERLAP[1] * row.baseline + OVERLAP[2] * gain)


def _normal_power(row: Comparison, gain: float, n: int) -> float:
    from scipy import special

    share = _discordant(row, gain)
    below = np.sqrt(n) * gain - Z * np.sqrt(share)
    return float(special.ndtr(below / np.sqrt(share - gain**2)))


def _pvalue(row: Comparison, n: int) -> float:
    share, gain = _discordant(row, row.gain), row.gain
    # Cut off as the authors' code cuts them off, rounding errors and all.
    wins, losses = (int((share + sign * gain) / 2 * n) for sign in (1, -1))
    counts = PairCounts.of([wins], [losses], n)
    return float(find_test(TEST).evaluate(counts, "two-sided")[0])


REASONS = [
    ({"line": POWERED}, "its column of the powered holds those with power below 0.8"),
    (
        {"number": COUNTED},
        "it is the n of Table 10, which leaves out claims whose expected gain is not above 0",
    ),
    (
        {},
        "it does not leave out the claim itself: the claim's number among the claims is taken for "
        "a row of the table of all comparisons",
    ),
]


def _claims(values: list[Value]) -> list[Claim]:
    """Hold the headlines of section 3.3, and the caption."""
    at = {}
    for value in values:
        part, line, number = value.place
        at[(line, number) if part == SHARES else (number, line)] = value.estimate
    n = at[POWER, "n"]
    powered, significant, both = (at[line, PERCENT] for line in (POWERED, SIGNIFICANT, BOTH))
    below = at[BELOW, STRICT]
    of_all = at[COUNTED, "n"] - 1  # one claim is of a loss
    return [
        Claim(
            "only 46% would have predicted adequate power",
            abs(powered - 46) < 1,
            f"{powered:.1f}% of the {n:.0f} claims for which a gain is expected would; "
            f"{at[POWERED, STRICT]:.1f}% of all {of_all:.0f}, if no expected gain is no power.",
            because="46% is the share with power below 0.8: by the paper's own way 54% are powered",
        ),
        Claim(
            "approximately 51% would have been significant",
            abs(at[SIGNIFICANT, NEAREST] - 51) < 1,
            f"{at[SIGNIFICANT, NEAREST]:.1f}% of {n:.0f} would.",
            because="counts of items are rounded down, not to the nearest: so "
            f"{significant:.1f}% would, and {at[SIGNIFICANT, STRICT]:.1f}% of all {of_all:.0f}",
        ),
        Claim(
            "approximately 80% of experiments with at least 80% power would also have been "
            "significant",
            abs(100 * both / powered - 80) < 5,
            f"{n * both / 100:.0f} of {n * powered / 100:.0f} would, {both / powered:.0%}.",
            because="its 21 significant and powered claims are divided by the 26 without power, "
            "not by the 31 with it",
        ),
        Claim(
            "with the observed gains, even more claims lie below what can be detected (caption)",
            below > 100 - powered,
            f"{below:.1f}% do, and {100 - powered:.1f}% are without power by the expected gains.",
        ),
    ]


TABLE = declared(
    name="card-table-10",
    source="Card et al. (2020), Table 10 and section 3.3",
    title="Power and significance of claimed gains on GLUE",
    columns=("part", "line", "number"),
    study=_study,
    printed={_place(*at): text for at, text in TEXTS.items()},
    reasons=REASONS,
    claims=_claims,
    remarks=[
        "Percentages are printed as 0.456% in the table, which are shares: 45.6%.",
        "Agreements are those that Table 5 predicts, of predicted labels; on which items "
        "these systems agreed is not known.",
    ],
    measures="Claims",
    tables="part",
    needs=(ANNOTATIONS,),
)

"""Figure 14 of Card et al. (2020): how many claimed gains on GLUE reach what could be detected.

A claim is held against the smallest gain that a study of its size finds with 80% power, under each
of five assumptions on how often both systems agree. A claim without a gain is not among them.
"""

from __future__ import annotations

from claimwise import plan
from claimwise.replications.base import Cell, Effort, Replication, Value
from claimwise.replications.card2020.glue import ANNOTATIONS, SIZES, Comparison, claims, sizes
from claimwise.replications.printed import Printed

SHARE, MET = "share in percent", "claims that reach it"
# The names of the figure: the largest detectable gain is Lachenbruch's "max".
ASSUMED = {
    "other items (two proportions)": ("binomial", "26.7"),
    "Lachenbruch; middle": ("mid", "30"),
    "Lachenbruch; least agreement": ("high", "26.7"),
    "Lachenbruch; most agreement": ("low", "78.3"),
    "agreement by regression": ("regression", "36.7"),
}
PRINTED = Printed({(assumed, SHARE): text for assumed, (_, text) in ASSUMED.items()})


def _detectable(row: Comparison, n: int) -> dict[str, float]:
    """Return the smallest gains that such a study finds with 80% power, by assumption."""
    size = {"n": n, "baseline": row.baseline, "solve": "mde", "by": "normal"}
    bounds = plan.accuracy(**size, agreement_from="lachenbruch")
    return {
        "binomial": plan.proportions(**size)["mde"].estimate,
        "regression": plan.accuracy(**size, agreement_from="glue")["mde"].estimate,
        **{name: bounds[f"mde[{name}]"].estimate for name in ("low", "mid", "high")},
    }


def _compute(effort: Effort) -> list[Value]:
    items, rows = sizes(effort), [row for row in claims(effort) if row.gain > 0]
    found = [(row.gain, _detectable(row, items[row.task])) for row in rows]
    values = []
    for assumed, (name, _) in ASSUMED.items():
        met = sum(gain >= detectable[name] for gain, detectable in found)
        for number, x in ((SHARE, 100 * met / len(rows)), (MET, met), ("claims", len(rows))):
            values.append(Value((("assumed", assumed), ("number", number)), "value", float(x)))
    return values


FIGURE = Replication(
    name="card-figure-14",
    source="Card et al. (2020), Figure 14",
    title="Claimed gains on GLUE that reach the detectable one",
    columns=("assumed", "number"),
    cells=lambda: [Cell((), _compute)],
    published=PRINTED.published,
    tolerance=PRINTED.tolerance,
    remarks=lambda _: [
        "An observed gain held against what can be detected is post-hoc power in other words: it "
        "says what the p-value says, and nothing of the power that a study had."
    ],
    chart={"marks": "bar", "only": SHARE, "x": "assumed", "y": SHARE},
    measures="Claims",
    needs=(ANNOTATIONS, SIZES),
    commands=(
        "claimwise plan accuracy --n 1725 --baseline 0.92 --agreement-from lachenbruch --solve mde "
        "--by normal",
    ),
)

"""Figure 14 of Card et al. (2020): how many claimed gains on GLUE reach what could be detected.

A claim is held against the smallest gain that a study of its size finds with 80% power, under each
of five assumptions on how often both systems agree. A claim without a gain is not among them.
"""

from __future__ import annotations

from typing import Any

from claimwise import survey
from papers.base import Effort
from papers.card2020.glue import ANNOTATIONS, as_survey
from papers.declared import declared

SHARE, MET = "share in percent", "claims that reach it"
# What is assumed, how it is asked for, and the share that is printed.
ASSUMED: dict[str, tuple[dict[str, Any], str]] = {
    "other items (two proportions)": ({"unpaired": True}, "26.7"),
    "Lachenbruch; middle": ({"agreement_from": "lachenbruch"}, "30"),
    "Lachenbruch; least agreement": ({"agreement_from": "lachenbruch-high"}, "26.7"),
    "Lachenbruch; most agreement": ({"agreement_from": "lachenbruch-low"}, "78.3"),
    "agreement by regression": ({"agreement_from": "glue"}, "36.7"),
}


def _study(effort: Effort) -> dict[tuple[str, str], float]:
    table, numbers = as_survey(effort), {}
    for assumed, (how, _) in ASSUMED.items():
        # The classical formulas, as in the paper; intervals are not used.
        found = survey(table, where="difference>0", by="normal", resamples=100, **how)
        row = found["share[reported at least detectable]"]
        claims = float(row.n or 0)
        numbers[assumed, SHARE] = 100 * row.estimate
        numbers[assumed, MET] = row.estimate * claims
        numbers[assumed, "claims"] = claims
    return numbers


FIGURE = declared(
    name="card-figure-14",
    source="Card et al. (2020), Figure 14",
    title="Claimed gains on GLUE that reach the detectable one",
    columns=("assumed", "number"),
    study=_study,
    printed={(assumed, SHARE): text for assumed, (_, text) in ASSUMED.items()},
    remarks=[
        "An observed gain held against what can be detected is post-hoc power in other words: it "
        "says what the p-value says, and nothing of the power that a study had."
    ],
    chart={"marks": "bar", "only": SHARE, "x": "assumed", "y": SHARE},
    measures="Claims",
    needs=(ANNOTATIONS,),
)

"""How a survey was made: what was searched, predicted and resampled, with citations."""

from __future__ import annotations

from math import isnan

from claimwise.core import Result
from claimwise.report.citations import CARD, EFRON_1979
from claimwise.report.survey_gains import BOTH, OTHERS, TABLE, gains_from
from claimwise.report.told import Told

KENDALL = "Kendall (1938), Biometrika 30, 81-93"
LACHENBRUCH = "Lachenbruch (1992), Stat. Med. 11, 1521-1525"
ROUTES = {
    "exact": "Detectable differences and power were found by enumeration of every outcome.",
    "normal": "Detectable differences and power were found by the classical formula.",
}
LINE = "all other comparisons"
PUBLISHED = (
    "The comparisons are those of the table; what was never published is not among them, and "
    "shares are shares of these comparisons alone."
)


def tell_survey(told: Told, result: Result) -> None:
    """Tell how the rows of a survey were found."""
    settings = result.provenance["settings"]
    if "test" in settings:
        graded = settings["kind"] == "scores" and settings["by"] == "exact"
        told.said.append(
            "Detectable differences and power are exact for normally distributed scores."
            if graded
            else ROUTES[settings["by"]]
        )
    _tell_gains(told, result)
    if str(settings.get("agreement_from", "")).startswith("lachenbruch"):
        told.said.append(
            f"Unknown agreement is taken from the bounds of the possible{told.cited(LACHENBRUCH)}."
        )
    elif settings.get("agreement_from") in ("glue", "squad2"):
        told.said.append(f"Unknown agreement is by a published regression{told.cited(CARD)}.")
    if not isnan(result["kendall_tau"].estimate):
        told.said.append(
            f"Difference and size are related by Kendall's tau-b{told.cited(KENDALL)}."
        )
    if any(row.kind == "confidence" for row in result.rows):
        units = "papers" if settings.get("papers") else "comparisons"
        told.said.append(f"Intervals are percentiles of resampled {units}{told.cited(EFRON_1979)}.")
    told.assumed[PUBLISHED] = None


def _tell_gains(told: Told, result: Result) -> None:
    """Tell where expected gains come from, and that power is theirs, where there is any."""
    source = gains_from(result)
    if not source:
        return
    chosen = result.provenance["settings"].get("fit_where")
    others = f"the other comparisons with {' and '.join(chosen)}" if chosen else LINE
    said = (
        "Expected gains are "
        + {
            OTHERS: f"predicted by least squares from {others}",
            TABLE: "those that the table tells",
            BOTH: f"those that the table tells, or else predicted by least squares from {others}",
        }[source]
    )
    powers = [row for row in result.rows if row.quantity == "expected_power"]
    if any(not isnan(row.estimate) for row in powers):
        said += ", and the power is that of the expected, never of the reported, gain"
    told.said.append(f"{said}{told.cited(CARD)}.")

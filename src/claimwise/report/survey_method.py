"""How a survey was made: what was searched, predicted and resampled, with citations."""

from __future__ import annotations

from claimwise.core import Result
from claimwise.report.citations import CARD, EFRON_1979
from claimwise.report.told import Told

KENDALL = "Kendall (1938), Biometrika 30, 81-93"
LACHENBRUCH = "Lachenbruch (1992), Stat. Med. 11, 1521-1525"
ROUTES = {
    "exact": "Detectable differences and power were found by enumeration of every outcome.",
    "normal": "Detectable differences and power were found by the classical formula.",
}
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
    if any(row.name == "expected_difference" for row in result.rows):
        told.said.append(
            "Expected gains are predicted by least squares from all other comparisons, and the "
            f"power is that of the expected, never of the reported, gain{told.cited(CARD)}."
        )
    if str(settings.get("agreement_from", "")).startswith("lachenbruch"):
        told.said.append(
            f"Unknown agreement is taken from the bounds of the possible{told.cited(LACHENBRUCH)}."
        )
    elif settings.get("agreement_from") in ("glue", "squad2"):
        told.said.append(f"Unknown agreement is by a published regression{told.cited(CARD)}.")
    told.said.append(f"Difference and size are related by Kendall's tau-b{told.cited(KENDALL)}.")
    if any(row.kind == "confidence" for row in result.rows):
        units = "papers" if settings.get("papers") else "comparisons"
        told.said.append(f"Intervals are percentiles of resampled {units}{told.cited(EFRON_1979)}.")
    told.assumed[PUBLISHED] = None

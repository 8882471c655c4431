"""How a survey was made: what was searched, predicted and resampled, with citations."""

from __future__ import annotations

from math import isnan

from claimwise.core import Result
from claimwise.core.references import CARD, EFRON_1979
from claimwise.report.account import Account
from claimwise.report.method import tests_used
from claimwise.report.survey_gains import BOTH, OTHERS, TABLE, gains_from

KENDALL = "Kendall (1938), Biometrika 30, 81-93"
LACHENBRUCH = "Lachenbruch (1992), Stat. Med. 11, 1521-1525"
ROUTES = {
    "exact": "Detectable differences and power were found by enumeration of every outcome.",
    "normal": "Detectable differences and power were found by the classical formula.",
    "scores": "Detectable differences and power are exact for normally distributed scores.",
}
LINE = "all other comparisons"
PUBLISHED = (
    "The comparisons are those of the table; what was never published is not among them, and "
    "shares are shares of these comparisons alone."
)


def survey_account(result: Result) -> Account:
    """Return how the rows of a survey were found."""
    account, settings = Account(), result.provenance["settings"]
    if "test" in settings:
        tests_used(account, settings)
        graded = settings["kind"] == "scores" and settings["by"] == "exact"
        account.say(ROUTES["scores" if graded else settings["by"]])
    _gains(account, result)
    source = str(settings.get("agreement_from", ""))
    if source.startswith("lachenbruch"):
        cited = account.cited(LACHENBRUCH)
        account.say(f"Unknown agreement is taken from the bounds of the possible{cited}.")
    elif source in ("glue", "squad2"):
        account.say(f"Unknown agreement is by a published regression{account.cited(CARD)}.")
    if not isnan(result["kendall_tau"].estimate):
        cited = account.cited(KENDALL)
        account.say(f"Difference and size are related by Kendall's tau-b{cited}.")
    if any(row.kind == "confidence" for row in result.rows):
        units = "papers" if settings.get("papers") else "comparisons"
        cited = account.cited(EFRON_1979)
        account.say(f"Intervals are percentiles of resampled {units}{cited}.")
    account.assume(PUBLISHED)
    return account


def _gains(account: Account, result: Result) -> None:
    """Say where expected gains come from, and that power is theirs, where there is any."""
    source = gains_from(result)
    if not source:
        return
    chosen = result.provenance["settings"].get("fit_where")
    others = f"the other comparisons with {' and '.join(chosen)}" if chosen else LINE
    whence = {
        OTHERS: f"predicted by least squares from {others}",
        TABLE: "those that the table gives",
        BOTH: f"those that the table gives, or else predicted by least squares from {others}",
    }[source]
    powers = [row.estimate for row in result.select("expected_power")]
    power = ", and the power is that of the expected, never of the reported, gain"
    known = power if any(not isnan(one) for one in powers) else ""
    account.say(f"Expected gains are {whence}{known}{account.cited(CARD)}.")

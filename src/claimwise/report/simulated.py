"""What studies that were simulated come to: enough or too small, and how near that is."""

from __future__ import annotations

from math import isnan
from typing import Any

from claimwise.core import Result, Row
from claimwise.report.answer import BAD, GOOD, Checks
from claimwise.report.numbers import chance, decimal, fixed, often, percent, percents, times
from claimwise.report.planned import Plan

WORDS = {"enough": ("ENOUGH", GOOD), "too small": ("TOO SMALL", BAD)}
SURE = 0.95  # a power above which what is found is hardly too large


def word_of(result: Result) -> tuple[str, str]:
    """Return the verdict on a plan in a word, with its tone; both empty without one."""
    return WORDS.get(result.verdict or "", ("", ""))


def found_in(what: str, row: Row, target: float, by: str = "") -> str:
    """Return how often something is found, or missed where that is too often.

    >>> found_in("a gain", Row(quantity="power", estimate=0.291), 0.8)
    'miss a gain 7 times in 10 (power 29%)'
    >>> found_in("a gain", Row(quantity="power", estimate=0.93), 0.8, " by linear")
    'find a gain in 93% of studies by linear'
    """
    if row.estimate < target:
        return f"miss {what} {often(1 - row.estimate)} (power {chance(row)}{by})"
    return f"find {what} in {chance(row)} of studies{by}"


def unclear(row: Row, target: float) -> str:
    """Return that a simulation leaves open on which side of the target a power is, if it does.

    >>> unclear(Row(quantity="power", estimate=0.83, low=0.72, high=0.9, level=0.95), 0.8)
    'The simulation cannot tell this from the 80% wanted: the power may be 72% to 90%.'
    """
    if not row.low < target <= row.high:
        return ""
    return (
        f"The simulation cannot tell this from the {percent(target)} wanted: the power may be "
        f"{percents(row.low, row.high)}."
    )


def too_large(plan: Plan, **at: str | float) -> str:
    """Return how wrong a finding would be; empty where power is high, or unknown."""
    power, size = plan.known("power", **at), plan.known("type_m", **at)
    sign = plan.known("type_s", **at)
    if power is None or size is None or power.estimate > SURE or times(size.estimate) == "1.0":
        return ""
    if times(size.estimate) == "1.0":  # no more than the rounding
        return ""
    shown = f"What is found would look {times(size.estimate)} times too large"
    if sign is not None and sign.estimate >= 0.01:
        shown += f", and {percent(sign.estimate)} of it would have the wrong sign"
    return f"{shown}."


def telling(result: Result) -> list[Row]:
    """Return the rows but for exaggerations that are not defined, or of a high power."""
    sure = [row.at for row in result.select("power") if row.estimate > SURE]
    return [
        row
        for row in result.rows
        if row.quantity != "type_m" or not (isnan(row.estimate) or row.at in sure)
    ]


def studies_words(count: float, rows: list[Row], of: str = "power", each: str = "") -> str:
    """Return how many studies were simulated, and how near the answer is: the farthest of it.

    >>> studies_words(1000, [Row(quantity="power", estimate=0.65, low=0.6195, high=0.6796)])
    '1,000 simulated studies, power to within 3 points'
    """
    reach = [100 * max(r.high - r.estimate, r.estimate - r.low) for r in rows if not isnan(r.low)]
    near = ""
    if reach:
        shown = fixed(max(reach), 0 if max(reach) >= 0.95 else 1)
        near = f", {of} to within {shown} point{'' if shown == '1' else 's'}"
    return f"{count:,.0f} simulated studies{each}{near}"


def averaged(over: str, shares: list[str]) -> str:
    """Return how often a study finds the truth over a prior; empty without such shares."""
    if not shares:
        return ""
    found = f"the study finds which system is better in {', '.join(shares)} of cases (assurance)"
    return f"Averaged over {over}, {found}."


def brief_of(plan: Plan, procedure: str, world: str) -> str:
    """Return procedure, what is wanted, how much was simulated, and of what world: in a line."""
    powers, nulls = list(plan.result.select("power")), list(plan.result.select("alpha"))
    ran = [row.estimate for row in plan.result.select("studies")]
    count = ran[0] if ran else plan.settings["replicates"]
    near = studies_words(count, powers or nulls, "power" if powers else "shares")
    wanted = f"alpha {decimal(plan.settings['alpha'])}, power {percent(plan.target)} wanted"
    return f"{procedure[:1].upper()}{procedure[1:]}, {wanted} · {near} · {world}"


def checks_of(plan: Plan, headline: str, **more: Any) -> Checks:
    """Return what a checklist asks of a plan."""
    alpha = plan.settings.get("alpha")
    level = f" ({decimal(alpha)})" if isinstance(alpha, float) else ""
    solved = plan.settings.get("solve") not in (None, "power", "split")
    wanted = "" if solved else f" Power {percent(plan.target)} is wanted."
    known: dict[str, Any] = {
        "planned": True,
        "ways": frozenset(["test"]),
        "powered": f"{headline}.{wanted}",
        "significant": f"a p-value of at most alpha{level}",
        "meaning": "There are no p-values and intervals yet: they come with the data.",
    }
    return Checks(**{**known, **more})

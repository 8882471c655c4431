"""What simulated studies come to: enough or too small, and how near the simulation is."""

from __future__ import annotations

from math import isnan

from claimwise.core import Result, Row
from claimwise.report.answer import BAD, GOOD
from claimwise.report.numbers import fixed, given, often, percent, times
from claimwise.report.quantities import value

WORDS = {"enough": ("ENOUGH", GOOD), "too small": ("TOO SMALL", BAD)}
SURE = 0.95  # a power above which what is found is hardly too large
NOT_YET = "There are no p-values and intervals yet: they come with the data."


def word_of(result: Result) -> tuple[str, str]:
    """Return the verdict on a plan in a word, with its tone; both empty without one."""
    return WORDS.get(result.verdict or "", ("", ""))


def defined(row: Row | None) -> bool:
    """Whether there is a row, with a value."""
    return row is not None and not isnan(row.estimate)


def chance(what: str, power: float, target: float, by: str = "") -> str:
    """Return a power as a clause: how often something is found, or missed where that is too often.

    >>> chance("a gain", 0.291, 0.8), chance("a gain", 0.93, 0.8, " by linear")
    ('miss a gain 7 times in 10 (power 29%)', 'find a gain in 93% of studies by linear')
    """
    if power < target:
        return f"miss {what} {often(1 - power)} (power {percent(power)}{by})"
    share = "every simulated study" if power == 1 else f"{percent(power)} of studies"
    return f"find {what} in {share}{by}"


def unclear(row: Row, target: float) -> str:
    """Return that a simulation leaves open on which side of the target a power is, if it does.

    >>> unclear(Row(quantity="power", estimate=0.83, low=0.72, high=0.9, level=0.95), 0.8)
    'The simulation cannot tell this from the 80% wanted: the power may be 72% to 90%.'
    """
    if not row.low < target <= row.high:
        return ""
    return (
        f"The simulation cannot tell this from the {percent(target)} wanted: the power may be "
        f"{percent(row.low)} to {percent(row.high)}."
    )


def too_large(size: Row | None, power: Row | None) -> str:
    """Return how much too large a finding would look; empty where power is high, or unknown."""
    if size is None or isnan(size.estimate) or (power is not None and power.estimate > SURE):
        return ""
    return f"What is found would look {times(size.estimate)} times too large."


def exaggeration(size: Row | None, power: Row | None) -> str:
    """Return the same for a table."""
    shown = "" if size is None or isnan(size.estimate) else times(size.estimate)
    return "" if power is not None and power.estimate > SURE else shown


def reach_of(rows: list[Row]) -> str:
    """Return how near simulated shares are, the farthest of them: "3 points"; empty of none.

    >>> reach_of([Row(quantity="power", estimate=0.65, low=0.6195, high=0.6796, level=0.95)])
    '3 points'
    """
    known = [max(r.high - r.estimate, r.estimate - r.low) for r in rows if not isnan(r.low)]
    if not known:
        return ""
    reach = 100 * max(known)
    shown = fixed(reach, 0 if reach >= 0.95 else 1)
    return f"{shown} point{'' if shown == '1' else 's'}"


def studies_words(number: float, rows: list[Row], of: str = "power") -> str:
    """Return how many studies were simulated, and how near the answer is for that."""
    reach = reach_of(rows)
    near = f", {of} to within {reach}" if reach else ""
    return f"{number:,.0f} simulated studies{near}"


def powered(row: Row | None, target: float) -> str:
    """Return whether a power suffices, as a sentence for the checklist."""
    if row is None or isnan(row.estimate):
        return "No power is defined for what was assumed: there is no true effect to be found."
    start = f"The power is {percent(row.estimate)}, and {percent(target)} are wanted"
    if unclear(row, target):
        return f"{start}; the simulation cannot tell the two apart."
    return f"{start}: it is {'enough' if row.estimate >= target else 'too small'}."


def share_cell(row: Row | None) -> str:
    """Return a share for a table; a dash where it is not defined, nothing where there is none."""
    if row is None:
        return ""
    return "-" if isnan(row.estimate) else value(row)


def digits(value: float) -> str:
    """Return a true effect with at most three digits, and no more than it has.

    >>> digits(0.2), digits(0.23861)
    ('0.2', '0.239')
    """
    return given(float(f"{value:.3g}"))

"""What the posterior of a planned study will say, in words: one sentence for each rate."""

from __future__ import annotations

from collections.abc import Mapping
from math import isnan
from typing import Any

from claimwise.core import Result, Row
from claimwise.report.numbers import interval, number, percent, points, probability
from claimwise.report.places import place_of

ROWS = (
    "conclude",
    "interval_width",
    "hdi_excludes_zero",
    "wrong_sign",
    "hdi_outside_rope",
    "hdi_inside_rope",
    "hdi_undecided",
    "bayes_factor_10_above",
    "bayes_factor_01_above",
    "assurance",
)
WORDS = ("greater", "less", "margin", "no effect", "posterior")
NULL = "were the systems equally good"
Rows = dict[str, Row]  # by name and words, the case left out


def is_foreseen(row: Row) -> bool:
    """Whether a row speaks of the posterior to come, or of an average over differences."""
    return row.quantity in ROWS or _words(row)[:1] == ["posterior"]


def posterior_head(settings: Mapping[str, Any]) -> str:
    """Return how the posterior is foreseen; empty if it is not."""
    if "posterior" not in settings.get("assess", []):
        return ""
    level = settings.get("level")
    at = f", level {number(level)}" if isinstance(level, float) else ""
    studies = settings.get("replicates", 0)
    return (
        f"posterior (prior {settings.get('prior')}{at}), conclusions by enumeration, intervals "
        f"and Bayes factors by simulation ({studies:,} studies)"
    )


def foreseen_paragraphs(result: Result) -> list[str]:
    """Return the paragraphs about the posterior, for each case (low, mid, high) its own."""
    settings = dict(result.provenance.get("settings", {}))
    cases: dict[str, Rows] = {}
    for row in result.rows:
        if is_foreseen(row):
            words = _words(row)
            case = ", ".join(part for part in _parts(row) if part not in words)
            cases.setdefault(case, {})[", ".join([row.quantity, *words])] = row
    found = []
    for case, rows in cases.items():
        for parts in ((_averages,), (_sizes, _conclusions), (_interval,), (_region,), (_factors,)):
            text = " ".join(sentence for part in parts for sentence in part(rows, settings))
            found += [f"[{case}] {text}" if case else text] if text else []
    return found


def foreseen_goals(result: Result) -> list[tuple[str, Row, str]]:
    """Return case, row and claim of what the posterior is hoped to be sure of."""
    settings = result.provenance.get("settings", {})
    side, margin = _side(settings), settings.get("margin", 0.0)
    wanted = [side, "margin"] if margin else [side]
    found = []
    for row in result.rows:
        if row.quantity == "conclude" and _words(row) == wanted and not isnan(row.estimate):
            case = ", ".join(part for part in _parts(row) if part not in wanted)
            found.append((case, row, _claim(side, margin)))
    return found


def goal_answer(result: Result) -> str:
    """Return how often the posterior will be sure of what is hoped for, in one sentence."""
    settings = result.provenance.get("settings", {})
    goals = foreseen_goals(result)
    said = []
    for case, row, claim in goals:
        under = f"[{case}] " if case else ""
        said.append(
            f"{under}With {_items(row, settings)} and {_truth(settings)}, the posterior "
            f"probability that {claim} will be at least {settings['level']:g} in {_rate(row)} of "
            f"studies{_verdict(row, settings)}"
        )
    return "; ".join(said) + "." if said else ""


def _parts(row: Row) -> list[str]:
    return [part for part in place_of(row).split(", ") if part]


def _words(row: Row) -> list[str]:
    """Return the words of a qualifier that this file knows; thresholds count as such."""
    return [
        part
        for part in _parts(row)
        if part in WORDS or (row.quantity.startswith("bayes_factor") and part[:1].isdigit())
    ]


def _truth(settings: Mapping[str, Any]) -> str:
    difference = settings.get("difference")
    if difference is None:
        return f"true differences from {settings.get('effect_prior')}"
    return f"a true difference of {points(difference)}" if difference else "no true difference"


def _items(row: Row, settings: Mapping[str, Any]) -> str:
    unit = str(settings.get("unit", "items"))
    return f"{row.n:,} {unit.replace('s', '', 1) if row.n == 1 else unit}"


def _rate(row: Row) -> str:
    """Return a share, with its Monte Carlo interval in brackets where it has one."""
    if isnan(row.low):
        return percent(row.estimate)
    return f"{percent(row.estimate)} ({percent(row.low)} to {percent(row.high)})"


def _claim(side: str, margin: float) -> str:
    best, worse = ("B", "A") if side == "greater" else ("A", "B")
    if margin < 0:
        return f"{best} is less than {points(-margin)} below {worse}"
    return f"{best} exceeds {worse}" + (f" by more than {points(margin)}" if margin else "")


def _averages(rows: Rows, settings: Mapping[str, Any]) -> list[str]:
    said = []
    prior = settings.get("effect_prior")
    if row := rows.get("assurance"):
        said.append(
            f"With {_items(row, settings)}, averaged over true differences from {prior}, the "
            "difference comes out significant and with the sign of the true one in "
            f"{percent(row.estimate)} of studies: assurance {probability(row.estimate)}"
            + (f" ({interval(row)})." if interval(row) else ".")
        )
    if row := rows.get("assurance, posterior"):
        margin = settings.get("margin", 0.0)
        what = "one system exceeds the other" + (
            f" by more than {points(margin)}" if margin > 0 else ""
        )
        what = _claim("greater", margin) if margin < 0 else what
        said.append(
            f"With {_items(row, settings)}, averaged over true differences from {prior}, the "
            f"posterior is sure (at least {settings['level']:g}) that {what}, and that is true, in "
            f"{percent(row.estimate)} of studies: assurance {probability(row.estimate)}."
        )
    return said


def _sizes(rows: Rows, settings: Mapping[str, Any]) -> list[str]:
    row = rows.get("sample_size, posterior")
    if row is None:
        return []
    side = _side(settings)
    wanted = (
        f"for a probability of {settings['target']:g} that the posterior will be sure (at least "
        f"{settings['level']:g}) that {_claim(side, settings['margin'])}, at {_truth(settings)}"
    )
    if isnan(row.estimate):
        return [f"No number of {settings.get('unit')} that could be searched suffices {wanted}."]
    return [f"{_items(row, settings)} suffice {wanted}."]


def _side(settings: Mapping[str, Any]) -> str:
    """Return the side of which the plan hopes to be sure."""
    falls = (settings.get("difference") or 0.0) < 0 <= settings.get("margin", 0.0)
    return "less" if falls else "greater"


def _conclusions(rows: Rows, settings: Mapping[str, Any]) -> list[str]:
    said: list[str] = []
    hoped, margin = _side(settings), settings.get("margin", 0.0)
    for side in (hoped, "less" if hoped == "greater" else "greater"):
        for word, at in (("", 0.0), (", margin", margin)):
            row = rows.get(f"conclude, {side}{word}")
            if row is None or (word and margin > 0 and side != hoped):
                continue  # what nobody hopes for is said once, without the margin
            start = "The" if said else f"With {_items(row, settings)} and {_truth(settings)}, the"
            goal = side == hoped and bool(word) == bool(margin)
            null = rows.get(f"conclude, {side}{word}, no effect")
            said.append(
                f"{start} posterior probability that {_claim(side, at)} will be at least "
                f"{settings['level']:g} in {_rate(row)} of studies"
                f"{_verdict(row, settings) if goal else ''}"
                + (f"; {NULL}, in {_rate(null)}." if null else ".")
            )
    return said


def _verdict(row: Row, settings: Mapping[str, Any]) -> str:
    target = settings.get("target")
    if not isinstance(target, float) or not settings.get("difference"):
        return ""
    return f", {'enough for' if row.estimate >= target else 'short of'} the wanted {target:g}"


def _interval(rows: Rows, settings: Mapping[str, Any]) -> list[str]:
    width = rows.get("interval_width")
    if width is None:
        return []
    low, high = (f"{100 * end:.4g}" for end in (width.low, width.high))
    kind = f"{percent(width.level or 0.0)} Monte Carlo interval"
    reach = "" if isnan(width.low) else f" ({kind} {low} to {high}; likewise in what follows)"
    said = [
        f"The highest-density interval of level {settings['level']:g} will be "
        f"{points(width.estimate)} wide on average{reach}."
    ]
    row, wrong = rows["hdi_excludes_zero"], rows.get("wrong_sign")
    null = rows.get("hdi_excludes_zero, no effect")
    if wrong is None:
        return [*said, f"It will exclude 0, on either side, in {_rate(row)} of studies."]
    text = (
        f"It will exclude 0 on the side of the true difference in {_rate(row)} of studies, and "
        f"on the wrong side in {_rate(wrong)}"
    )
    return [*said, text + (f"; {NULL}, on either side in {_rate(null)}." if null else ".")]


def _region(rows: Rows, settings: Mapping[str, Any]) -> list[str]:
    above = rows.get("hdi_outside_rope, greater")
    if above is None:
        return []
    rope = points(settings["rope"])
    said = [
        f"It will lie outside the region of practical equivalence ({rope} either way) with B "
        f"ahead in {_rate(above)} of studies, with A ahead in "
        f"{_rate(rows['hdi_outside_rope, less'])}, inside the region in "
        f"{_rate(rows['hdi_inside_rope'])}, and leave the question undecided in "
        f"{_rate(rows['hdi_undecided'])}."
    ]
    if null := rows.get("hdi_outside_rope, no effect"):
        said.append(
            f"{NULL.capitalize()}, it will lie outside in {_rate(null)}, inside in "
            f"{_rate(rows['hdi_inside_rope, no effect'])}, and leave it undecided in "
            f"{_rate(rows['hdi_undecided, no effect'])}."
        )
    return said


def _factors(rows: Rows, settings: Mapping[str, Any]) -> list[str]:
    at = f"{settings.get('bayes_factor', 0):g}"
    row, other = (rows.get(f"bayes_factor_{which}_above, {at}") for which in ("10", "01"))
    if row is None or other is None:
        return []
    ways = "a difference beyond the region, against one within it"
    if "rope" not in settings:
        ways = "any difference, against none at all"
    null, rest = (
        rows.get(f"bayes_factor_{which}_above, {at}, no effect") for which in ("10", "01")
    )
    text = (
        f"The Bayes factor for {ways}, will be at least {at} in {_rate(row)} of studies; the "
        f"factor the other way round in {_rate(other)}"
    )
    if null is None or rest is None:
        return [f"{text}."]
    return [f"{text}; {NULL}, in {_rate(null)} and in {_rate(rest)}."]

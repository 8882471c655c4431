"""Whether a study is ready, in words: complete, consistent, frozen, powered."""

from __future__ import annotations

from collections.abc import Mapping
from math import nan
from typing import Any

from claimwise.core import Result
from claimwise.report.numbers import probability
from claimwise.report.studies import Said

OURS = ("complete", "consistent", "frozen", "powered")
AVERAGES = {
    "expected_power": "the expected power over what the pilot leaves open",
    "assurance": "the assurance, the power averaged over the declared prior",
}
SHORT = len("sha256:") + 12  # enough of a fingerprint to tell two studies apart


def study_check_head(result: Result) -> str:
    """Return the line that names the study."""
    settings = _settings(result)
    title = f"{settings['title']}: " if settings["title"] else ""
    called = settings.get("called", f"a study of {settings['kind']}")
    return f"{title}{called}, {', '.join(settings['comparisons'])}"


def study_check_paragraphs(result: Result, said_of: Said) -> list[str]:
    """Return a line for each question, then what each comparison could show."""
    settings = _settings(result)
    lines = [_complete(settings), _consistent(settings), _frozen(settings), _powered(result)]
    plan = planned(result)
    return ["\n".join(lines), *(said_of(plan) if plan is not None else [])]


def planned(result: Result) -> Result | None:
    """Return the plan within the check."""
    plan = dict(result.provenance.get("plan") or {})
    if not plan:
        return None
    rows = tuple(row for row in result.rows if row.quantity not in OURS)
    return Result(kind=plan.pop("kind"), method=plan.pop("method"), rows=rows, provenance=plan)


def _complete(settings: Mapping[str, Any]) -> str:
    if not settings["missing"]:
        return "Complete: everything that is needed is declared."
    lacks = "; ".join(f"{place} ({why})" for place, why in settings["missing"])
    return f"Incomplete. Still to be declared: {lacks}."


def _consistent(settings: Mapping[str, Any]) -> str:
    if not settings["faults"]:
        return "Consistent: nothing in it contradicts anything else."
    return f"Inconsistent. {' '.join(settings['faults'])}"


def _frozen(settings: Mapping[str, Any]) -> str:
    if settings["state"] == "unfrozen":
        return "Not frozen: before the data are seen, run claimwise study freeze."
    since = f"frozen on {settings['date']}"
    torn = f" {settings['damaged']}" if settings.get("damaged") else ""
    if settings["state"] == "unchanged":
        return f"{since.capitalize()} and unchanged since ({settings['hash'][:SHORT]}).{torn}"
    known = "; ".join(settings["changes"]) or "which keys changed cannot be known"
    return f"Changed since it was {since}: {known}.{torn}"


def _powered(result: Result) -> str:
    settings = _settings(result)
    target = f"the declared power {settings['target']:g}"
    powered = result["powered"].estimate
    several = len(settings["comparisons"]) > 1
    if powered not in (0, 1):
        return f"Powered? Whether {target} is reached is not known{_why(result)}."
    if several:
        start = "Powered: every" if powered else "Underpowered: not every"
        return f"{start} comparison reaches {target}{_averages(result)}."
    start, verb = ("Powered", "reaches") if powered else ("Underpowered", "does not reach")
    return f"{start}: {_average(result, 0) or 'the study'} {verb} {target}."


def _average(result: Result, place: int) -> str:
    """Return by which average a comparison is judged, with its value; nothing if by none."""
    judged = _settings(result).get("judged_by", [])
    if not judged or judged[place]["measure"] not in AVERAGES:
        return ""
    rows = [result[estimand] for estimand in judged[place]["rows"]]
    least = min((row.estimate for row in rows), default=nan)
    where = " in the worst case" if len(rows) > 1 else ""
    return f"{AVERAGES[judged[place]['measure']]}, {probability(least)}{where},"


def _averages(result: Result) -> str:
    names = _settings(result)["comparisons"]
    found = [(name, _average(result, place)) for place, name in enumerate(names)]
    said = [f"of {name} {average.rstrip(',')}" for name, average in found if average]
    return f"; what counts is {'; '.join(said)}" if said else ""


def _why(result: Result) -> str:
    """Return why it is not known, where that can be told."""
    settings = _settings(result)
    judged = settings.get("judged_by", [])
    if not judged:
        return ": there is no plan of a study that is incomplete or inconsistent"
    for place, one in enumerate(judged):
        rows = [result[estimand] for estimand in one["rows"]]
        if any(row.low < settings["target"] <= row.high for row in rows):
            return ": the simulation leaves both possible, and more replicates would tell"
        if one["measure"] in AVERAGES and settings.get("stopping", "fixed") != "fixed":
            said = _average(result, place)
            return f": {said} is that of one look at the end, and another rule is declared"
    return ""


def _settings(result: Result) -> Mapping[str, Any]:
    settings: Mapping[str, Any] = result.provenance.get("settings", {})
    return settings

"""Whether a declared study is ready: complete, consistent, frozen, powered."""

from __future__ import annotations

from collections.abc import Mapping
from math import nan
from typing import Any

from claimwise.core import Result, counted
from claimwise.report.answer import BAD, GOOD, OPEN, Answer, Table, table
from claimwise.report.kinds import answer_of
from claimwise.report.numbers import percent
from claimwise.report.signature import short_digest
from claimwise.report.studies import planned, titled

Settings = Mapping[str, Any]
WORDS = {
    "ready": ("READY", GOOD),
    "too small": ("TOO SMALL", BAD),
    "changed": ("CHANGED", BAD),
    "inconsistent": ("BROKEN", BAD),
    "incomplete": ("ASK", OPEN),
    "unknown": ("OPEN", OPEN),
}
AVERAGES = {
    "expected_power": "expected power over what the pilot leaves open",
    "assurance": "assurance (power averaged over the declared prior)",
}
ANSWERS = {1.0: "yes", 0.0: "no"}
UNFROZEN = "not yet: claimwise study freeze"


def present(result: Result) -> Answer:
    """Return whether the study is ready, then each question, then what it could show."""
    settings = result.provenance["settings"]
    plan = planned(result)
    shown = Answer(title="", question="", headline="") if plan is None else answer_of(plan)
    state = settings["readiness"]
    word, tone = WORDS[state]
    by_plan = state in ("ready", "too small") and not _averaged(settings) and bool(shown.headline)
    return Answer(
        title=titled("Whether the study is ready", settings),
        question=f"Is this study ready: {_called(settings)}?",
        word=word,
        tone=tone,
        headline=shown.headline if by_plan else HEADLINES[state](result),
        lines=(*(shown.lines if by_plan else ()), *_open_matters(result)),
        tables=_questions(result),
        brief=shown.brief,
        more=(*shown.tables, *shown.more),
        outlook=shown.outlook,
        account=shown.account,
        checks=shown.checks,
        scale=shown.scale,
    )


def _called(settings: Settings) -> str:
    called = settings.get("called", f"a study of {settings['kind']}")
    return f"{called}, {', '.join(settings['comparisons'])}"


def _questions(result: Result) -> tuple[Table, ...]:
    """Return complete, consistent, frozen and powered, each with what it rests on."""
    settings = result.provenance["settings"]
    lacks, faults = len(settings["missing"]), len(settings["faults"])
    why = {
        "complete": f"lacks {lacks}" if lacks else "",
        "consistent": f"has {counted(faults, 'fault')}" if faults else "",
        "frozen": _frozen(settings),
        "powered": _powered(result),
    }
    body = [
        [name, ANSWERS.get(result[name].estimate, "not known"), text] for name, text in why.items()
    ]
    return table("Is it ready?", ["question", "answer", ""], body)


def _frozen(settings: Settings) -> str:
    if settings["state"] == "unfrozen":
        return UNFROZEN
    if settings["state"] == "changed":
        return f"on {settings['date']}, changed since"
    return f"on {settings['date']} as {short_digest(settings['hash'])}"


def _powered(result: Result) -> str:
    """Return the powers by which it is judged, and the one that is wanted."""
    settings = result.provenance["settings"]
    wanted = f"{percent(settings['target'])} wanted"
    shown = [
        f"{one['measure'].replace('_', ' ')} {percent(_least(result, one))}"
        for one in settings["judged_by"]
    ]
    return f"{', '.join(shown)}; {wanted}" if shown else f"no plan yet; {wanted}"


def _open_matters(result: Result) -> tuple[str, ...]:
    """Return what else stands in the way, a line each."""
    settings = result.provenance["settings"]
    state = settings["readiness"]
    lines = list(settings["faults"][1:] if state == "inconsistent" else settings["faults"])
    if settings["state"] == "changed" and state != "changed":
        lines.append(f"{_changed(result)}.")
    if settings["missing"] and state != "incomplete":
        lines.append(f"{_incomplete(result)}.")
    lines += [settings["damaged"]] if settings["damaged"] else []
    return tuple(lines)


def _changes(settings: Settings) -> str:
    return "; ".join(settings["changes"]) or "which keys changed cannot be known"


def _lacking(settings: Settings) -> str:
    return ", ".join(f"{place} ({why})" for place, why in settings["missing"])


def _least(result: Result, one: Mapping[str, Any]) -> float:
    """Return the power by which a comparison is judged, in the worst of its cases."""
    return min((result[estimand].estimate for estimand in one["rows"]), default=nan)


def _averaged(settings: Settings) -> bool:
    """Whether an average over what is not known counts, and not the power of the plan."""
    return any(one["measure"] in AVERAGES for one in settings.get("judged_by", []))


def _judged(result: Result) -> str:
    """Return by what the power is judged, and what is wanted."""
    settings = result.provenance["settings"]
    judged = settings["judged_by"]
    clauses = []
    for name, one in zip(settings["comparisons"], judged, strict=True):
        what = AVERAGES.get(one["measure"], "power")
        of = f" of {name}" if len(judged) > 1 else ""
        where = " in the worst case" if len(one["rows"]) > 1 else ""
        clauses.append(f"the {what}{of} is {percent(_least(result, one))}{where}")
    text = f"{', '.join(clauses)}; {percent(settings['target'])} is wanted"
    return text[:1].upper() + text[1:]


def _ready(result: Result) -> str:
    return _judged(result) if result.provenance["settings"]["judged_by"] else "Nothing is missing"


def _inconsistent(result: Result) -> str:
    first = result.provenance["settings"]["faults"][0]
    return str(first).rstrip(".")


def _changed(result: Result) -> str:
    settings = result.provenance["settings"]
    return (
        f"The declaration changed since it was frozen on {settings['date']}: {_changes(settings)}"
    )


def _incomplete(result: Result) -> str:
    return f"Still to be declared: {_lacking(result.provenance['settings'])}"


def _unknown(result: Result) -> str:
    """Return that the power is not known, and why."""
    settings = result.provenance["settings"]
    target = settings["target"]
    start = f"Whether the study reaches power {percent(target)} is not known"
    for one in settings["judged_by"]:
        rows = [result[estimand] for estimand in one["rows"]]
        if any(row.low < target <= row.high for row in rows):
            return f"{start}: the simulation leaves both possible; more replicates would tell"
        if one["measure"] in AVERAGES and settings.get("stopping", "fixed") != "fixed":
            what = AVERAGES[one["measure"]]
            return (
                f"{start}: the {what} is that of one look at the end, and another rule is declared"
            )
    return start


HEADLINES = {
    "ready": _ready,
    "too small": _judged,
    "changed": _changed,
    "inconsistent": _inconsistent,
    "incomplete": _incomplete,
    "unknown": _unknown,
}

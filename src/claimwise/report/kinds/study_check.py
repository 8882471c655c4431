"""Whether a declared study is ready: complete, consistent, frozen, powered."""

from __future__ import annotations

from dataclasses import replace

from claimwise.core import Result, Row, Settings
from claimwise.report.answer import Answer, Table, table
from claimwise.report.kinds import answer_of
from claimwise.report.numbers import against, given_percent
from claimwise.report.signature import short_digest
from claimwise.report.studies import titled

OF_CHECK = ("complete", "consistent", "frozen", "powered")
WORDS = {"inconsistent": "BROKEN", "incomplete": "ASK", "unknown": "OPEN"}  # others are themselves
AVERAGES = {
    "expected_power": "expected power over what the pilot leaves open",
    "assurance": "assurance (power averaged over the declared prior)",
}
ANSWERS = {1.0: "yes", 0.0: "no"}


def present(result: Result) -> Answer:
    """Return whether the study is ready, then each question, then what it could show."""
    settings, plan = result.settings, planned(result)
    state = settings["readiness"]
    shown = Answer(title="", question="", headline="") if plan is None else answer_of(plan)
    lines = _matters(settings)
    if state == "unknown":
        headline = _unknown(result)
    elif state not in ("ready", "too small"):
        headline, *lines = lines
    else:
        headline, lines = shown.headline, [*shown.lines, *lines]
    called = settings.get("called", f"a study of {settings['kind']}")
    return replace(
        shown,
        title=titled("Whether the study is ready", settings),
        question=f"Is this study ready: {called}, {', '.join(settings['comparisons'])}?",
        word=WORDS.get(state, state.upper()),
        headline=headline.rstrip("."),
        lines=tuple(lines),
        tables=_questions(result),
        more=(*shown.tables, *shown.more),
    )


def planned(result: Result) -> Result | None:
    """Return the plan within a check of a study; None where there could be none."""
    plan = dict(result.provenance.get("plan") or {})
    if not plan:
        return None
    rows = tuple(row for row in result.rows if row.quantity not in OF_CHECK)
    return Result(kind=plan.pop("kind"), method=plan.pop("method"), rows=rows, provenance=plan)


def _matters(settings: Settings) -> list[str]:
    """Return what stands in the way but for power, the gravest first."""
    matters = list(settings["faults"])
    if settings["state"] == "changed":
        changes = "; ".join(settings["changes"]) or "which keys changed cannot be known"
        matters.append(
            f"The declaration changed since it was frozen on {settings['date']}: {changes}."
        )
    if settings["missing"]:
        lacks = ", ".join(f"{place} ({why})" for place, why in settings["missing"])
        matters.append(f"Still to be declared: {lacks}.")
    return [*matters, *([settings["damaged"]] if settings["damaged"] else [])]


def _questions(result: Result) -> tuple[Table, ...]:
    """Return complete, consistent, frozen and powered, and what the last two rest on."""
    settings = result.settings
    row, target = _weakest(result), settings["target"]
    known = "no plan yet"
    if row is not None:
        known = f"{row.quantity.replace('_', ' ')} {against(row.estimate, target)}"
    frozen = {
        "unfrozen": "not yet: claimwise study freeze",
        "changed": f"on {settings['date']}, changed since",
        "unchanged": f"on {settings['date']} as {short_digest(settings['hash'])}",
    }
    why = {
        "frozen": frozen[settings["state"]],
        "powered": f"{known}; {given_percent(target)} wanted",
    }
    body = [
        [name, ANSWERS.get(result[name].estimate, "not known"), why.get(name, "")]
        for name in OF_CHECK
    ]
    return table("Is it ready?", ["question", "answer", ""], body)


def _weakest(result: Result) -> Row | None:
    """Return the least of the powers by which the study is judged; None where one is missing."""
    judged = result.settings["judged_by"]
    rows = [result[estimand] for one in judged for estimand in one["rows"]]
    known = rows and all(one["rows"] for one in judged)
    return min(rows, key=lambda row: row.estimate) if known else None


def _unknown(result: Result) -> str:
    """Return that the power is not known, and why."""
    settings = result.settings
    target = settings["target"]
    start = f"Whether the study reaches power {given_percent(target)} is not known"
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

"""Whether a declared study is ready: complete, consistent, frozen, powered."""

from __future__ import annotations

from dataclasses import replace

from claimwise.core import Result, Settings
from claimwise.report.answer import Answer, Table, table
from claimwise.report.kinds import answer_of
from claimwise.report.numbers import against, given_percent
from claimwise.report.signature import short_digest
from claimwise.report.studies import titled

OF_CHECK = ("complete", "consistent", "frozen", "powered")
WORDS = {"inconsistent": "BROKEN", "incomplete": "ASK", "unknown": "OPEN"}  # others are themselves
AVERAGES = ("expected_power", "assurance")  # known of one look at the end alone
ANSWERS = {1.0: "yes", 0.0: "no"}


def present(result: Result) -> Answer:
    """Return whether the study is ready, then each question, then what it could show."""
    settings, plan = result.settings, planned(result)
    state = settings["readiness"]
    shown = Answer(title="", question="", headline="") if plan is None else answer_of(plan)
    matters = _matters(settings)
    headline, *lines = [_unknown(result), *matters] if state == "unknown" else matters or [""]
    if state in ("ready", "too small"):
        headline, lines = shown.headline, [*shown.lines, *matters]
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
    return [*matters, *filter(None, [settings["damaged"]])]


def _questions(result: Result) -> tuple[Table, ...]:
    """Return complete, consistent, frozen and powered, and what the last two rest on."""
    settings, target = result.settings, result.settings["target"]
    judged = [result[name].estimate for one in settings["judged_by"] for name in one["rows"]]
    known = f"power {against(min(judged), target)}" if judged else "no plan yet"
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


def _unknown(result: Result) -> str:
    """Return that the power is not known, and why."""
    settings, target = result.settings, result.settings["target"]
    why = ""
    for one in settings["judged_by"]:
        rows = [result[estimand] for estimand in one["rows"]]
        if any(row.low < target <= row.high for row in rows):
            why = ": the simulation leaves both possible; more replicates would tell"
        elif one["measure"] in AVERAGES and settings.get("stopping", "fixed") != "fixed":
            why = ": its average is that of one look at the end, and another rule is declared"
    return f"Whether the study reaches power {given_percent(target)} is not known{why}"

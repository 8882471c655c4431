"""Whether a declared study is ready: complete, consistent, frozen, powered."""

from __future__ import annotations

from dataclasses import replace

from claimwise.core import Result
from claimwise.report.answer import Answer, Table, table
from claimwise.report.kinds import answer_of
from claimwise.report.numbers import against, given_percent
from claimwise.report.signature import short_digest
from claimwise.report.studies import restored, titled

OF_CHECK = ("complete", "consistent", "frozen", "powered")
WORDS = {"inconsistent": "BROKEN", "incomplete": "ASK", "unknown": "OPEN"}  # others are themselves
ANSWERS = {1.0: "yes", 0.0: "no"}


def present(result: Result) -> Answer:
    """Return whether the study is ready, then each question, then what it could show."""
    settings, plan = result.settings, planned(result)
    state, asked = settings["readiness"], ", ".join(settings["comparisons"])
    shown = Answer(title="", question="", headline="") if plan is None else answer_of(plan)
    headline, *lines = settings["matters"] or [""]
    if state in ("ready", "too small"):
        headline, lines = shown.headline, [*shown.lines, *settings["matters"]]
    return replace(
        shown,
        title=titled("Whether the study is ready", settings),
        question=f"Is this study ready: {settings['called']}, {asked}?",
        word=WORDS.get(state, state.upper()),
        headline=headline.rstrip("."),
        lines=tuple(lines),
        tables=_questions(result),
        more=(*shown.tables, *shown.more),
    )


def planned(result: Result) -> Result | None:
    """Return the plan within a check of a study; None where there could be none."""
    plan = result.provenance.get("plan")
    return plan and restored(plan, (row for row in result.rows if row.quantity not in OF_CHECK))


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

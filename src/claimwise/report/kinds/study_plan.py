"""What a declared study could show: the plan of its comparison, or a line for each of several."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import isnan, nan

from claimwise.core import Result, Row
from claimwise.report.answer import BAD, GOOD, Answer, Checks, Table, table
from claimwise.report.kinds import answer_of
from claimwise.report.numbers import percent, percents
from claimwise.report.quantities import value
from claimwise.report.studies import (
    AT_MOST,
    declared,
    joined,
    labelled_tables,
    parts_of,
    seal,
    titled,
    under,
)

TITLE = "What the study could show"
WORDS = {"enough": ("ENOUGH", GOOD), "too small": ("TOO SMALL", BAD), None: ("", "")}


def present(result: Result) -> Answer:
    """Return the plan of the only comparison; of several, how many reach the declared power."""
    plans = parts_of(result)
    answers = {name: answer_of(_without_bound(plan)) for name, plan in plans.items()}
    if len(plans) > 1:
        return _several(result, plans, answers)
    (answer,) = answers.values()
    settings = result.provenance["settings"]
    return replace(
        answer,
        title=titled(TITLE, settings),
        brief=" · ".join(part for part in (answer.brief, seal(settings)) if part),
        account=declared(answer.account, settings),
    )


def _several(result: Result, plans: Mapping[str, Result], answers: Mapping[str, Answer]) -> Answer:
    settings = result.provenance["settings"]
    word, tone = WORDS[result.verdict]
    return Answer(
        title=titled(TITLE, settings),
        question=f"Would the study support its {len(plans)} claims?",
        word=word,
        tone=tone,
        headline=_headline(plans, settings["target"]),
        lines=_together(result),
        tables=_table(plans, answers),
        brief=f"{_corrected(settings)} · {seal(settings)}",
        more=labelled_tables(answers),
        account=declared(joined([one.account for one in answers.values()]), settings),
        checks=_checks(answers),
        scale=next(iter(answers.values())).scale,
    )


def _without_bound(plan: Result) -> Result:
    """Return a plan without the most that its power can be, which the study adds."""
    return replace(plan, rows=tuple(row for row in plan.rows if row.at.get("end") != AT_MOST))


def _power(plan: Result) -> float:
    """Return the power that counts: over a pilot, else with early stopping; the worst case."""
    rows = [row for row in plan.select("power") if row.at.get("end") != AT_MOST]
    ways = (
        [row for row in plan.select("expected_power") if not row.at],
        [row for row in rows if set(row.at) == {"stopping"}],
        rows,
        plan.select("assurance"),
    )
    return min((row.estimate for row in next(filter(None, ways), ())), default=nan)


def _headline(plans: Mapping[str, Result], target: float) -> str:
    powers = {name: _power(plan) for name, plan in plans.items()}
    below = {name: power for name, power in powers.items() if not power >= target}
    if not below:
        return f"Each of {len(plans)} comparisons reaches power {percent(target)}"
    listed = ", ".join(f"{name} ({percent(power)})" for name, power in below.items())
    verb = "does" if len(below) == 1 else "do"
    some = f"{len(below)} of {len(plans)} comparisons"
    return f"{some} {verb} not reach power {percent(target)}: {listed}"


def _together(result: Result) -> tuple[str, ...]:
    """Return what is known of all claims together."""
    ends = {row.at["over"]: row for row in result.select("power") if row.kind == "bounds"}
    if not ends:
        return ()
    every, one = (percents(ends[over].low, ends[over].high) for over in ("all", "any"))
    return (f"All claims are supported in {every} of studies, at least one in {one}.",)


def _table(plans: Mapping[str, Result], answers: Mapping[str, Answer]) -> tuple[Table, ...]:
    units = {answer.scale.unit for answer in answers.values()}
    unit = units.pop() if len(units) == 1 else ""
    body = []
    for name, plan in plans.items():
        most = plan.select("power", end=AT_MOST)
        body.append(
            [
                name,
                answers[name].word.lower(),
                percent(_power(plan)),
                percent(most[0].estimate) if most else "",
                _cell(plan, "mde", answers[name]),
                _cell(plan, "sample_size", answers[name]),
            ]
        )
    detectable = f"detectable ({unit})" if unit else "detectable"
    header = ["comparison", "verdict", "power", "at most", detectable, "size needed"]
    return table("Comparisons", header, body)


def _cell(plan: Result, quantity: str, answer: Answer) -> str:
    """Return a row's value, of several cases both ends."""
    rows = [row for row in plan.select(quantity) if not isnan(row.estimate)]
    whole: list[Row] = [row for row in rows if not row.at] or rows
    ends = sorted(whole, key=lambda row: row.estimate)
    cells = dict.fromkeys(value(row, answer.scale) for row in (ends[:1] + ends[-1:]))
    return " to ".join(cells)


def _corrected(settings: Mapping[str, object]) -> str:
    how = settings.get("correct")
    return f"Corrected by {how}" if how and how != "none" else "Not corrected"


def _checks(answers: Mapping[str, Answer]) -> Checks | None:
    """Return what a checklist asks of the first, with what each of them is about."""
    known = {name: one.checks for name, one in answers.items() if one.checks is not None}
    if not known:
        return None
    first = next(iter(known.values()))
    goals = (one.hypothesis or answers[n].question for n, one in known.items())
    return replace(
        first,
        hypothesis=" ".join(under(n, text) for n, text in zip(known, goals, strict=True)),
        evaluated=" ".join(dict.fromkeys(one.evaluated for one in known.values())),
        powered=" ".join(under(n, one.powered) for n, one in known.items() if one.powered),
    )

"""What the data show about the declared claims, and how they deviate from the declaration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from math import isnan

from claimwise.core import Result, Row, spelled
from claimwise.report.answer import Answer, Table, table
from claimwise.report.kinds import answer_of
from claimwise.report.quantities import VERDICTS, chosen_interval
from claimwise.report.scale import heading
from claimwise.report.studies import labelled_tables, parts_of, study_answer
from claimwise.report.tables import shown

AS_DECLARED = "The data are as they were declared: no deviation."
EXPLORED = (
    "What is exploratory was not declared before the data: it is no part of the verdict, and not "
    "corrected for how many things were looked at."
)
STAYS_OPEN = "A claim that stays open is not refuted by it, nor are the systems shown to be equal."
UNJUDGED = "not to be judged"
SIZES = ("adjusted_difference", "difference", "posterior_difference")


def present(result: Result) -> Answer:
    """Return the verdict on the declared claim, or on all of several; then every deviation."""
    parts, others = parts_of(result), parts_of(result, "exploratory")
    answers = {name: answer_of(part) for name, part in parts.items()}
    explored = {name: answer_of(part) for name, part in others.items()}
    whole = study_answer(result, "What the study shows", answers, lambda: _several(parts, answers))
    listed: Mapping[str, str] = result.provenance.get("deviations", {})
    deviations = [f"Deviation: {listed[spelled(row.at)]}" for row in result.select("deviation")]
    kept, apart = [] if deviations else [AS_DECLARED], [EXPLORED] if others else []
    return replace(
        whole,
        lines=(*deviations, *whole.lines, *kept, *apart),
        tables=(*whole.tables, *_table("Exploratory", "not declared", others, explored)),
        more=(*whole.more, *labelled_tables(explored)),
    )


def _several(parts: Mapping[str, Result], answers: Mapping[str, Answer]) -> Answer:
    """Return how many of the declared claims are supported, open and contradicted."""
    values = [part.main("verdict").estimate for part in parts.values() if part.select("verdict")]
    counts = Counter(VERDICTS.get(value, UNJUDGED) for value in values)
    listed = [f"{counts[word]} {word}" for word in (*VERDICTS.values(), UNJUDGED) if counts[word]]
    return Answer(
        title="",
        question=f"Do the data support the {len(parts)} declared claims?",
        headline=f"{len(parts)} declared claims: {', '.join(listed) or 'none was to be decided'}",
        lines=(STAYS_OPEN,) if counts["open"] else (),
        tables=_table("Claims", "claim", parts, answers),
    )


def _table(
    title: str, first: str, parts: Mapping[str, Result], answers: Mapping[str, Answer]
) -> tuple[Table, ...]:
    """Return a line for each part: verdict, difference, interval and p-value."""
    sizes = {name: _size(part) for name, part in parts.items()}
    known = (chosen_interval(row) for row in sizes.values() if row and not isnan(row.low))
    body = [
        [name, one.word.lower()]
        + [shown(sizes[name], what, one.scale) for what in ("value", "ends", "p", "n")]
        for name, one in answers.items()
    ]
    difference = heading("difference", [answer.scale for answer in answers.values()])
    interval = " or ".join(dict.fromkeys(known))
    return table(title, [first, "verdict", difference, interval, "p", "items"], body)


def _size(part: Result) -> Row | None:
    """Return the difference of a part; where it has no interval, its posterior mean if known."""
    rows = [part.main(name) for name in SIZES if part.select(name)]
    return next((row for row in rows if not isnan(row.low)), rows[0] if rows else None)

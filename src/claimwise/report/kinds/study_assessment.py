"""What the data show about the declared claims, and how they deviate from the declaration."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import isnan

from claimwise.core import Result, Row, counted, spelled
from claimwise.report.answer import BAD, GOOD, OPEN, Answer, Checks, Table, table
from claimwise.report.compared import chosen_interval
from claimwise.report.kinds import answer_of
from claimwise.report.numbers import p_cell
from claimwise.report.studies import (
    declared,
    joined,
    labelled_tables,
    parts_of,
    seal,
    titled,
    under,
)

TITLE = "What the study shows"
AS_DECLARED = "The data are as they were declared: no deviation."
EXPLORED = "Exploratory: not declared before the data"
NO_PART = (
    "What is exploratory was not declared before the data: it is no part of the verdict, and "
    "not corrected for how many things were looked at."
)
STAYS_OPEN = "A claim that stays open is not refuted by it, nor are the systems shown to be equal."
WORDS = {
    "supported": ("PASS", GOOD),
    "contradicted": ("FAIL", BAD),
    "open": ("OPEN", OPEN),
    None: ("", ""),
}
SIZES = ("adjusted_difference", "difference", "posterior_difference")
UNJUDGED = "not to be judged"
COUNTED = {1.0: "supported", -1.0: "contradicted", 0.0: "open"}


def present(result: Result) -> Answer:
    """Return the verdict on the declared claim, or on all of several; then every deviation."""
    parts, others = parts_of(result), parts_of(result, "exploratory")
    answers = {name: answer_of(part) for name, part in parts.items()}
    explored = {name: answer_of(part) for name, part in others.items()}
    whole = _several(result, parts, answers) if len(parts) > 1 else next(iter(answers.values()))
    settings = result.provenance["settings"]
    deviations = deviations_of(result)
    lines = tuple(f"Deviation: {sentence}" for sentence in deviations)
    if explored:
        apart = _table(EXPLORED, "not declared", others, explored)
    return replace(
        whole,
        title=titled(TITLE, settings),
        lines=(
            *((*lines, *whole.lines) if deviations else (*whole.lines, AS_DECLARED)),
            *([NO_PART] if explored else []),
        ),
        tables=(*whole.tables, *(apart if explored else ())),
        brief=" · ".join(part for part in (whole.brief, seal(settings)) if part),
        more=(*whole.more, *labelled_tables(explored)),
        account=declared(whole.account, settings),
        checks=replace(whole.checks, deviations=_deviated(deviations)) if whole.checks else None,
    )


def deviations_of(result: Result) -> list[str]:
    """Return every deviation from the declaration in its sentence."""
    listed: Mapping[str, str] = result.provenance.get("deviations", {})
    return [listed[spelled(row.at)] for row in result.select("deviation")]


def _deviated(sentences: list[str]) -> str:
    if not sentences:
        return AS_DECLARED
    return f"{counted(len(sentences), 'deviation')} from the declaration: {' '.join(sentences)}"


def _several(result: Result, parts: Mapping[str, Result], answers: Mapping[str, Answer]) -> Answer:
    """Return how many claims come to what, with a line for each."""
    settings = result.provenance["settings"]
    words = {answer.word for answer in answers.values()}
    word, tone = WORDS[result.verdict]
    if len(words) == 1:  # of one mind: better, worse
        word, tone = next((one.word, one.tone) for one in answers.values())
    return Answer(
        title="",
        question=" ".join(under(name, one.question) for name, one in answers.items()),
        word=word,
        tone=tone,
        headline=_tally(parts),
        lines=(STAYS_OPEN,) if "open" in {one.word.lower() for one in answers.values()} else (),
        tables=_table("Claims", "claim", parts, answers),
        brief=_corrected(settings),
        more=labelled_tables(answers),
        account=joined([one.account for one in answers.values()]),
        checks=_checks(answers),
        scale=next(iter(answers.values())).scale,
    )


def _tally(parts: Mapping[str, Result]) -> str:
    """Return how many of the declared claims are supported, contradicted and left open."""
    values = [part.main("verdict").estimate for part in parts.values() if part.select("verdict")]
    claims = f"{len(values)} declared claims"
    if not values:
        return f"{len(parts)} declared claims were assessed; none was to be decided"
    counts = {word: values.count(v) for v, word in COUNTED.items()}
    counts[UNJUDGED] = sum(isnan(v) for v in values)
    found = [f"{count} {word}" for word, count in counts.items() if count]
    if len(found) == 1:
        every = "Both declared claims are" if len(values) == 2 else f"All {claims} are"
        return f"{every} {next(word for word, count in counts.items() if count)}"
    supported = counts["supported"]
    if not supported:
        return f"None of {claims} is supported: {', '.join(found)}"
    verb = "is" if supported == 1 else "are"
    return f"{supported} of {claims} {verb} supported, {', '.join(found[1:])}"


def _table(
    title: str, first: str, parts: Mapping[str, Result], answers: Mapping[str, Answer]
) -> tuple[Table, ...]:
    """Return a line for each part: verdict, difference, interval and p-value."""
    columns = {answer.scale.column for answer in answers.values()}
    column = columns.pop() if len(columns) == 1 else "difference"
    intervals: dict[str, None] = {}
    body = []
    for name, part in parts.items():
        row, scale = _size(part), answers[name].scale
        cells = [] if row is None else [scale.bare(row.estimate, scale.decimals(row))]
        if row is not None:
            known = not isnan(row.low)
            intervals |= {chosen_interval(row): None} if known else {}
            cells += [scale.ends(row) if known else "", p_cell(row.pvalue)]
            cells += ["" if row.n is None else f"{row.n:,}"]
        body.append([name, answers[name].word.lower(), *(cells or [""] * 4)])
    return table(title, [first, "verdict", column, " or ".join(intervals), "p", "items"], body)


def _size(part: Result) -> Row | None:
    """Return the difference of a part; where it has no interval, its posterior mean if known."""
    rows = [part.main(name) for name in SIZES if part.select(name)]
    return next((row for row in rows if not isnan(row.low)), rows[0] if rows else None)


def _corrected(settings: Mapping[str, object]) -> str:
    how = settings.get("correct")
    return f"P-values corrected by {how}" if how and how != "none" else "Nothing is corrected"


def _checks(answers: Mapping[str, Answer]) -> Checks | None:
    known = {name: one.checks for name, one in answers.items() if one.checks is not None}
    if not known:
        return None
    first = next(iter(known.values()))
    return replace(
        first,
        evaluated=" ".join(dict.fromkeys(one.evaluated for one in known.values())),
        margins=tuple(under(n, text) for n, one in known.items() for text in one.margins),
    )

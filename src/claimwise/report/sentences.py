"""One sentence for each kind of row. A sentence is made from one row and the settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isnan
from typing import Any

from claimwise.core import Result, Row
from claimwise.report.look_words import look_paragraphs
from claimwise.report.looks import is_of_looks
from claimwise.report.numbers import interval, number, percent, points, probability, pvalue
from claimwise.report.places import place_of
from claimwise.report.posterior_plans import foreseen_paragraphs, is_foreseen
from claimwise.report.uncertain_plans import is_uncertain, uncertain_paragraphs

Sentence = Callable[[Row, Mapping[str, Any]], str]
ANSWERS = ("power", "mde", "sample_size")


def sentence_for(row: Row, result: Result) -> str:
    """Return the sentence that says this row; empty for rows that only tables show."""
    settings = dict(result.provenance.get("settings", {})) | {"method": result.method}
    text = SENTENCES.get(row.quantity, _plain)(row, settings)
    asides = [_formula(row, settings), interval(row)]
    aside = ", ".join(a for a in asides if a)
    if not text or not aside:
        return text
    if text.endswith(")."):
        return f"{text[:-2]}; {aside})."
    return f"{text[:-1]} ({aside})."


def _formula(row: Row, settings: Mapping[str, Any]) -> str:
    """Name the formula that a row comes from; rows [exact] come from none."""
    formulas = settings.get("formula") or {}
    return "" if place_of(row).endswith("exact") else str(formulas.get(row.quantity, ""))


def paragraphs(result: Result) -> list[str]:
    """Return the sentences, one paragraph for each case (low, mid, high, exact)."""
    cases: dict[str, list[str]] = {}
    others: list[str] = []  # rows without a sentence of their own, one to a line
    for row in _in_reading_order(result):
        if is_foreseen(row) or is_of_looks(row) or is_uncertain(row):
            continue
        said_by = cases.setdefault(place_of(row), []) if row.quantity in SENTENCES else others
        said_by.append(sentence_for(row, result))
    said = [
        " ".join([f"[{case}]"] * bool(case) + [s for s in sentences if s])
        for case, sentences in cases.items()
    ]
    beside = [*uncertain_paragraphs(result), *foreseen_paragraphs(result)]
    beside += look_paragraphs(result)
    return [text for text in [*said, "\n".join(others), *beside] if text]


def plan_answer(result: Result) -> str:
    """Return what was asked for in one sentence, with a clause for each case; empty if none."""
    if any(row.quantity == "expected_power" for row in result.rows):
        return ""
    asked: dict[str, Row] = {}
    for row in _in_reading_order(result):
        beside = is_foreseen(row) or is_of_looks(row) or place_of(row).endswith("exact")
        if row.quantity in ANSWERS and not beside:
            asked.setdefault(place_of(row), row)
    said = [(case, sentence_for(row, result)) for case, row in asked.items()]
    clauses = [f"[{case}] {text}" if case else text for case, text in said if text]
    return "; ".join(text.rstrip(".") for text in clauses) + "." if clauses else ""


def _in_reading_order(result: Result) -> list[Row]:
    """Return the rows as they are read: what was asked for, its errors, then what else."""
    order = list(SENTENCES)
    solved = {"mde": "mde", "n": "sample_size"}
    asked = solved.get(result.provenance.get("settings", {}).get("solve", ""))

    def place(row: Row) -> int:
        return order.index(row.quantity) if row.quantity in order and row.quantity != asked else -1

    return sorted(result.rows, key=place)


def _plain(row: Row, settings: Mapping[str, Any]) -> str:
    if row.quantity == "score" and row.n is None and place_of(row):  # the truth of a plan
        return f"True score of {place_of(row)}: {number(row.estimate)}."
    p = f", {pvalue(row.pvalue)}" if row.pvalue is not None else ""
    n = f", n = {row.n:,}" if row.n is not None else ""
    return f"{row.estimand}: {number(row.estimate)}{p}{n}."


def _power(row: Row, settings: Mapping[str, Any]) -> str:
    if isnan(row.estimate):
        return ""
    found = f"in {percent(row.estimate)} of studies: power {probability(row.estimate)}"
    if settings.get("solve") in ("mde", "n"):
        return f"There, the true difference comes out significant and with the right sign {found}."
    target, verdict = settings.get("target"), ""
    if isinstance(target, float):
        reached = row.estimate >= target
        verdict = f", {'enough for' if reached else 'short of'} the wanted {target:g}"
    return (
        f"With {_items(row.n, settings)}, a true difference{_of(settings)} comes out "
        f"significant and with the right sign {found}{verdict}."
    )


def _type_m(row: Row, settings: Mapping[str, Any]) -> str:
    if isnan(row.estimate):
        return ""
    truth = abs(settings.get("difference") or 0.0)
    unit = 1.0 if settings.get("points") or _graded(settings) else 100.0
    seen = f": {unit * truth * row.estimate:.3g} instead of {plan_size(truth, settings)}"
    return (
        "A significant difference would on average look "
        f"{row.estimate:.2f} times as large as the true one{seen if truth else ''} (Type-M)."
    )


def _type_s(row: Row, settings: Mapping[str, Any]) -> str:
    if isnan(row.estimate):
        return ""
    share = percent(row.estimate) if row.estimate else "none"
    return f"Of the significant differences, {share} would have the wrong sign (Type-S)."


def _alpha(row: Row, settings: Mapping[str, Any]) -> str:
    return (
        f"Were the systems equally good, {settings['method']} would still find a difference in "
        f"{percent(row.estimate)} of studies."
    )


def _mde(row: Row, settings: Mapping[str, Any]) -> str:
    start = f"With {_items(row.n, settings)}, "
    if isnan(row.estimate):
        return f"{start}no possible difference is found with power {settings['target']:g}."
    return (
        f"{start}the smallest difference found with power {settings['target']:g} is "
        f"{plan_size(row.estimate, settings)}."
    )


def _sample_size(row: Row, settings: Mapping[str, Any]) -> str:
    wanted = f"for power {settings['target']:g} at a true difference{_of(settings)}"
    if isnan(row.estimate):
        return f"No number of {_unit(settings)} that could be searched suffices {wanted}."
    suffice = "suffices" if row.n == 1 else "suffice"
    return f"{_items(row.n, settings)} {suffice} {wanted}."


def _items(n: int | None, settings: Mapping[str, Any]) -> str:
    """Return a number of items, in the singular where there is one."""
    unit = _unit(settings)
    return f"{n:,} {unit.replace('s', '', 1) if n == 1 else unit}"


def _unit(settings: Mapping[str, Any]) -> str:
    return str(settings.get("unit", "items"))


def _of(settings: Mapping[str, Any]) -> str:
    given = settings.get("difference")
    return f" of {plan_size(given, settings)}" if given else ""


def _graded(settings: Mapping[str, Any]) -> bool:
    """Whether differences are in the units of a metric, and not in percentage points."""
    return settings.get("outcome") in ("numeric", "corpus")


def plan_size(difference: float, settings: Mapping[str, Any]) -> str:
    """Return a difference: of shares in percentage points, of a metric in its own points."""
    metric = settings.get("points")
    if not metric:
        return number(difference) if _graded(settings) else points(difference)
    shown = f"{difference:.4g}"
    return f"{shown} {metric} point{'' if shown in ('1', '-1') else 's'}"


def _difference(row: Row, settings: Mapping[str, Any]) -> str:
    p = f", {pvalue(row.pvalue)} ({settings['method']})" if row.pvalue is not None else ""
    side = {"less": ", one-sided", "greater": ", one-sided"}.get(
        settings.get("alternative", ""), ""
    )
    size = plan_size(row.estimate, settings)
    if row.n is None:  # of no study: the truth of a plan
        return f"True difference in {settings['metric']}, B minus A: {size}."
    return f"B minus A: {size} on {row.n:,} items{p}{side}."


def _nothing(row: Row, settings: Mapping[str, Any]) -> str:
    return ""


SENTENCES: dict[str, Sentence] = {  # in the order in which they are read
    "difference": _difference,
    "power": _power,
    "type_m": _type_m,
    "type_s": _type_s,
    "reject_any": _nothing,
    "mde": _mde,
    "sample_size": _sample_size,
    "alpha": _alpha,
}

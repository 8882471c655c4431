"""Judgements head to head in words and tables."""

from __future__ import annotations

from math import isnan

from claimwise.core import Result, Row
from claimwise.report.curve import Table
from claimwise.report.numbers import number, percent, probability, pvalue, quantity


def judgements_head(result: Result) -> str:
    """Return the line that says what was fitted."""
    settings = result.provenance["settings"]
    groups = ", ".join(f"{count:,} levels of {name}" for name, count in settings["groups"].items())
    return (
        f"{settings['b']} (B) against {settings['a']} (A), head to head: {settings['n']:,} "
        f"judgements, {groups}"
    )


def judgements_paragraphs(result: Result) -> list[str]:
    """Return the answer in words."""
    settings = result.provenance["settings"]
    a, b = settings["a"], settings["b"]
    tie = "share[tie]"
    ties = f", {percent(result[tie].estimate)} are ties" if tie in result else ""
    effect = result["effect"]
    first = (
        f"{percent(result[f'share[{b}]'].estimate)} of the judgements are for {b}, "
        f"{percent(result[f'share[{a}]'].estimate)} for {a}{ties}. {judgements_answer(result)}"
    )
    mean, typical = result["superiority"], result["superiority[typical]"]
    second = (
        f"By the logistic mixed model the effect is {quantity(effect.estimate)} {_ends(effect)}: "
        f"over all raters and items {b} is preferred with probability "
        f"{probability(mean.estimate)} (ties count one half), by a typical rater on a typical item "
        f"with {probability(typical.estimate)}."
    )
    third = judgements_detectable(result)
    return [first, second, f"{third.rstrip('.')}; smaller ones would often be missed."]


def judgements_detectable(result: Result) -> str:
    """Return which true preference such a study would find."""
    return (
        f"A study of this size finds a difference of {quantity(result['mde'].estimate)} between "
        "the shares of wins and of losses with power 0.8."
    )


def judgements_answer(result: Result) -> str:
    """Return which system raters prefer, and by how much, in one sentence."""
    settings = result.provenance["settings"]
    a, b = settings["a"], settings["b"]
    difference = result["difference"]
    alpha = 1 - settings["level"]
    found = difference.pvalue is not None and difference.pvalue <= alpha
    better = b if difference.estimate > 0 else a
    verdict = (
        f"Raters prefer {better}"
        if found
        else "These judgements do not show which system raters prefer"
    )
    return (
        f"{verdict}: the share of wins "
        f"of {b} less its share of losses is {quantity(difference.estimate)} {_ends(difference)}, "
        "by a linear mixed model with raters and items and Satterthwaite's degrees of freedom "
        f"({quantity(result['df'].estimate)})."
    )


def judgements_tables(result: Result) -> list[Table]:
    """Return how raters and items lean, and how far raters agree."""
    body = [
        [str(row.at["group"]), number(row.estimate), f"{row.n:,}"]
        for row in result.rows
        if row.quantity == "sd"
    ]
    tables: list[Table] = [
        ("How they lean to a system (logits)", ["", "standard deviation", "levels"], body)
    ]
    agree = [
        [row.estimand, number(row.estimate), "" if isnan(row.low) else _range(row)]
        for row in result.rows
        if row.quantity in ("alpha", "icc") and not isnan(row.estimate)
    ]
    if agree:
        tables.append(("Agreement", ["measure", "value", "interval"], agree))
    naive = result["sign"]
    if naive.pvalue is not None:
        tests = [
            ["logistic mixed model", _p(result["effect"])],
            ["linear mixed model", _p(result["difference"])],
            ["sign test, all judgements as unrelated", _p(naive)],
        ]
        tables.append(("Is there a preference?", ["test", "p-value"], tests))
    return tables


def _p(row: Row) -> str:
    return (
        "none" if row.pvalue is None else pvalue(row.pvalue).removeprefix("p ").removeprefix("= ")
    )


def _range(row: Row) -> str:
    return f"{number(row.low)} to {number(row.high)}"


def _ends(row: Row) -> str:
    p = "" if row.pvalue is None else f"; {pvalue(row.pvalue)}"
    return f"({percent(row.level or 0.0)} confidence interval {_range(row)}{p})"

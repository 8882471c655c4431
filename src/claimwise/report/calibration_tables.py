"""Tables of a calibration: tests, intervals, and how far p-values are off."""

from __future__ import annotations

from math import isnan

from claimwise.core import Row
from claimwise.report.answer import Table, table
from claimwise.report.calibrated import (
    Calibration,
    Case,
    Tried,
    verdict_on_interval,
    verdict_on_test,
)
from claimwise.report.metric_plan import expected_p
from claimwise.report.numbers import given, percent
from claimwise.report.quantities import value
from claimwise.report.scale import PLAIN, Scale


def table_of_tests(found: Calibration) -> tuple[Table, ...]:
    """Return a line for each test: its verdict, what it finds without a difference, its power."""
    nulls = [case for case in found.cases if not case.differ]
    effects = [case for case in found.cases if case.differ]
    header = ["metric", "test", "verdict", *(_null(case, nulls, found.scale) for case in nulls)]
    header += [f"power, {case.label(found.scale)}" for case in effects]
    several = len(found.settings["metrics"]) > 1
    body = [
        [
            test.metric if several else "",
            test.procedure,
            verdict_on_test(test),
            *(_cell(test.row("false_positives", case)) for case in nulls),
            *(_cell(test.row("power", case)) for case in effects),
        ]
        for test in found.tests
    ]
    return table("Tests: how often they find a difference", header, body)


def _null(case: Case, nulls: list[Case], scale: Scale) -> str:
    """Return what a world without a difference is called: by what is true, if that is enough."""
    alone = sum(other.truth == case.truth for other in nulls) == 1
    return case.truth if alone else f"{case.truth}, {case.label(scale)}"


def table_of_intervals(found: Calibration) -> tuple[Table, ...]:
    """Return a line for each interval: its verdict, how often it holds the truth, its width."""
    if not found.intervals:
        return ()
    labels = [given(found.scale.times * float(case.at["difference"])) for case in found.cases]
    header = ["interval", "verdict", *(f"covers at {label}" for label in labels)]
    header += [f"width at {label}" for label in labels]
    body = [
        [
            interval.procedure,
            verdict_on_interval(interval),
            *(_cell(interval.row("coverage", case)) for case in found.cases),
            *(_cell(interval.row("width", case), found.scale) for case in found.cases),
        ]
        for interval in found.intervals
    ]
    level = percent(found.settings["level"])
    unit = f" ({found.scale.unit})" if found.scale.unit else ""
    return table(f"{level} intervals: how often they hold the truth{unit}", header, body)


def table_of_errors(found: Calibration) -> tuple[Table, ...]:
    """Return how far one-sided p-values are from their expected value."""
    body = [
        [
            test.metric,
            test.procedure,
            case.label(found.scale),
            _expected(found, test, case),
            _cell(test.row("estimated_p", case)),
            _cell(test.row("p_error", case)),
        ]
        for test in found.tests
        for case in found.cases
        if test.row("p_error", case) is not None
    ]
    header = ["metric", "test", "truth", "expected p", "mean p", "mean error"]
    return table("One-sided p against its expected value", header, body)


def _expected(found: Calibration, test: Tried, case: Case) -> str:
    row = Tried(found, {"metric": test.at["metric"]}).row("true_p", case)
    return "-" if row is None or isnan(row.estimate) else expected_p(row)


def _cell(row: Row | None, scale: Scale = PLAIN) -> str:
    return "-" if row is None or isnan(row.estimate) else value(row, scale)

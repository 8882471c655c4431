"""A survey of published comparisons: could they have found what they report?"""

from __future__ import annotations

from math import isnan

from claimwise.core import Result, counted
from claimwise.core.references import EFRON_1979
from claimwise.report.answer import Answer, Table
from claimwise.report.method import Account, account_of, brief_line, one_line
from claimwise.report.numbers import percent
from claimwise.report.quantities import labelled
from claimwise.report.scale import scale_of
from claimwise.report.studies import titled
from claimwise.report.survey_rows import (
    GAIN,
    number_of,
    of_comparisons,
    share,
    some_of,
    tau_sentence,
)
from claimwise.report.tables import Column, table_of

SHOWN = 200  # comparisons in a table; all are in the JSON


def present(result: Result) -> Answer:
    """Return how many comparisons are underpowered; without a power, what they report."""
    settings, scale = result.settings, scale_of(result.settings)
    papers = f" of {counted(settings['papers'], 'paper')}" if settings.get("papers") else ""
    count = counted(settings["comparisons"], "published comparison")
    tasks, comparisons = task_table(result), comparison_table(result)
    return Answer(
        title=titled("What published comparisons could show", settings),
        question=f"What could {count}{papers} have shown?",
        headline=_underpowered(result) or labelled(result["mean_difference"], scale),
        lines=tuple(line for line in _lines(result) if line),
        tables=tasks or comparisons,
        brief=_brief(result),
        more=comparisons if tasks else (),
        account=_account(result),
        scale=scale,
    )


def _underpowered(result: Result) -> str:
    """Return how many comparisons would miss the gain they should expect; empty if not known."""
    row, settings = share(result, "underpowered"), result.settings
    if row is None:
        return ""
    rest = settings["comparisons"] - (row.n or 0)
    unknown = f"; of the other {rest:,} it is not known" if rest else ""
    return (
        f"Underpowered: {some_of(row)} have power below {percent(settings['target'])} to find "
        f"{GAIN[settings['gains_from']]}, if any{unknown}"
    )


def _lines(result: Result) -> list[str]:
    """Return the power, what was reported, what a test would say of it, and whether size tells."""
    settings, lines = result.settings, []
    for row in result.select("mean_expected_power"):
        if not isnan(row.estimate):
            over = counted(row.n or 0, "comparison")
            lines.append(f"Expected power is {percent(row.estimate)} on average over {over}.")
    met = share(result, "reported at least detectable")
    if met is not None:
        gain = f"A gain as large as the test set detects with power {percent(settings['target'])}"
        lines.append(f"{gain} is reported in {some_of(met)}.")
    return [
        *lines,
        _at_bounds(result),
        _tested(result),
        tau_sentence(result["kendall_tau"], settings),
    ]


def _at_bounds(result: Result) -> str:
    """Return how many are underpowered at either bound of the agreement, where it is unknown."""
    at_most, at_least = (share(result, "underpowered", end=end) for end in ("low", "high"))
    if at_most is None or at_least is None:
        return ""
    return (
        f"The agreement is unknown: at the most that is possible, {some_of(at_most)} are "
        f"underpowered, at the least {number_of(at_least)}."
    )


def _tested(result: Result) -> str:
    """Return in how many the new system would be found better, worse, or neither."""
    names = ("significant", "worse", "open")
    better, worse, left = (share(result, f"predicted {name}") for name in names)
    if better is None or worse is None or left is None:
        return ""
    plain = result.settings.get("kind") == "scores" or result.settings.get("unpaired")
    start = "By this test" if plain else "If agreement is as assumed"
    return (
        f"{start}, the new system would be found better in {some_of(better)}, worse in "
        f"{number_of(worse)}, and neither in {number_of(left)}, which is not evidence that the "
        "systems are equal."
    )


def task_table(result: Result) -> tuple[Table, ...]:
    """Return a line for each task: what is reported there, and what its sizes detect."""
    scale = scale_of(result.settings)
    return table_of(
        "By task",
        [row for row in result.rows if set(row.at) == {"task"}],
        by={"task": "task"},
        columns=[
            Column("mean_difference", scale.in_unit("mean reported")),
            Column("median_mde", scale.in_unit("median detectable")),
            Column("median_n", "median items"),
            Column("median_n", "comparisons", shows="n"),
        ],
        scale=scale,
    )


def comparison_table(result: Result) -> tuple[Table, ...]:
    """Return a line for each comparison: reported, detectable and expected gain, power, p."""
    scale, found = scale_of(result.settings), of_comparisons(result)
    rows = [row for of_one in list(found.values())[:SHOWN] for row in of_one.values()]
    more = f" (the first {SHOWN} of {len(found):,})" if len(found) > SHOWN else ""
    return table_of(
        f"By comparison{more}",
        [row for row in rows if not isnan(row.estimate)],
        by={"row": "comparison", "task": "task"},
        columns=[
            Column("difference", scale.in_unit("reported")),
            Column("mde", "detectable"),
            Column("expected_difference", "expected gain"),
            Column("expected_power", "expected power"),
            Column("difference", "predicted p", shows="p"),
            Column("difference", "items", shows="n"),
        ],
        scale=scale,
    )


def _brief(result: Result) -> str:
    settings = result.settings
    where = f"those with {' and '.join(settings['where'])}" if settings.get("where") else ""
    if "test" not in settings:
        return one_line(["Scores of unknown spread", where])
    items = "different items for each system" if settings.get("unpaired") else ""
    return brief_line(settings, f"power {percent(settings['target'])} wanted", items, where)


def _account(result: Result) -> Account:
    """Return what was searched, ranked and resampled, with citations; the notes say from what."""
    account = account_of(result)
    if "resamples" in result.settings:
        account.cite("Intervals are percentiles of resamples", EFRON_1979)
    return account

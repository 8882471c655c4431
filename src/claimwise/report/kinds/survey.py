"""A survey of published comparisons: could they have found what they report?"""

from __future__ import annotations

from math import isnan

from claimwise.core import Result, Row, Settings, counted, spelled
from claimwise.core.references import EFRON_1979
from claimwise.report.answer import Answer, Table
from claimwise.report.method import Account, account_of, brief_line, one_line
from claimwise.report.numbers import percent, pvalue
from claimwise.report.quantities import chosen_interval, ends, labelled, value
from claimwise.report.scale import scale_of
from claimwise.report.studies import titled
from claimwise.report.tables import Column, table_of

SHOWN = 200  # comparisons in a table; all are in the JSON
OF_COMPARISON = ("difference", "mde", "expected_difference", "expected_power", "agreement")
GAIN = {  # by where it comes from
    "others": "the gain that the other comparisons predict",
    "table": "the gain that the table expects",
    "both": "the gain that the table expects or else the other comparisons predict",
}
COURSES = {
    "rise": "differences rise as test sets grow",
    "fall": "differences fall as test sets grow",
    "few papers": "too few papers to say whether differences rise or fall as test sets grow",
    "open": "whether differences rise or fall as test sets grow stays open",
}


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
    course = settings.get("tau_course")
    return [
        *lines,
        _at_bounds(result),
        _tested(result),
        f"{tau_in_short(result['kendall_tau'], settings)}: {COURSES[course]}." if course else "",
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


def of_comparisons(result: Result) -> dict[str, dict[str, Row]]:
    """Return the rows of each comparison, by its name and by quantity."""
    found: dict[str, dict[str, Row]] = {}
    for row in result.select(*OF_COMPARISON):
        found.setdefault(spelled(row.at), {})[row.quantity] = row
    return found


def share(result: Result, statistic: str, **at: str) -> Row | None:
    """Return what share of the comparisons it is, there if need be; None where none is known."""
    rows = [row for row in result.select("share") if row.at == {"statistic": statistic, **at}]
    return rows[0] if rows and not isnan(rows[0].estimate) else None


def number_of(row: Row) -> str:
    """Return how many comparisons a share is, in a sentence."""
    return f"{round(row.estimate * (row.n or 0)) or 'none'}"


def some_of(row: Row) -> str:
    """Return how many of all comparisons: "12 of 39 comparisons".

    >>> some_of(Row(quantity="share", estimate=1 / 3, n=39))
    '13 of 39 comparisons'
    >>> some_of(Row(quantity="share", estimate=0.0, n=3))
    'none of 3 comparisons'
    """
    return f"{number_of(row)} of {counted(row.n or 0, 'comparison')}"


def tau_in_short(row: Row, settings: Settings) -> str:
    """Return tau with its interval and p; of papers with several comparisons, what each is over."""
    if isnan(row.estimate):
        return "Kendall's tau of difference and n is not defined"
    papers = settings.get("papers")
    several = papers is not None and papers < settings["comparisons"]
    shown = f"Kendall's tau of difference and n is {value(row)}"
    if not isnan(row.low):
        shown += f" ({chosen_interval(row)} {ends(row)}{' over papers' if several else ''})"
    if row.pvalue is not None:
        shown += f", {pvalue(row.pvalue)}{' as if rows were independent' if several else ''}"
    return shown

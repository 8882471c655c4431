"""A survey of published comparisons, in words: a sentence for each row that sums them up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isnan
from typing import Any

from claimwise.core import Result, Row, counted
from claimwise.report.numbers import interval, number, percent, points, probability
from claimwise.report.places import place_of
from claimwise.report.survey_gains import GAIN, OTHERS, gains_from
from claimwise.report.survey_tau import tau_sentences

Settings = Mapping[str, Any]
Sentence = Callable[[Row, Settings], str]
BOUNDS = {
    "low": "Were unknown agreement the greatest possible (low)",
    "high": "Were unknown agreement the least possible (high)",
}


def survey_head(result: Result) -> str:
    """Return the line that says what was asked."""
    settings = result.provenance["settings"]
    papers = f" of {counted(settings['papers'], 'paper')}" if settings.get("papers") else ""
    pairing = ", different items for each system" if settings.get("unpaired") else ""
    where = f", those with {' and '.join(settings['where'])}" if settings.get("where") else ""
    count = settings["comparisons"]
    start = f"What could {counted(count, 'published comparison')}{papers} have shown?"
    if "test" not in settings:
        return f"{start} Scores of unknown spread{where}"
    return (
        f"{start} {settings['test']}, two-sided, alpha {number(settings['alpha'])}, power "
        f"{number(settings['target'])}{pairing}{where}"
    )


def survey_paragraphs(result: Result) -> list[str]:
    """Return what the rows that sum up say: power, then what was reported, then the funnel."""
    settings = {**result.provenance["settings"], "gains_from": gains_from(result)}
    rows = {row.estimand: row for row in result.rows}
    said = []
    every, hopeful = (rows.get(name) for name in PARAGRAPHS[0][:2])
    if every is not None and hopeful is not None and every.n == hopeful.n:
        del rows[hopeful.estimand]  # the same comparisons, twice
    for names in PARAGRAPHS:
        found = [SENTENCES[name](rows[name], settings) for name in names if name in rows]
        said.append(" ".join(text for text in found if text))
    for case, start in BOUNDS.items():
        found = [
            clause(rows[f"{name}, {case}]"], settings)
            for name, clause in CLAUSES.items()
            if _known(rows.get(f"{name}, {case}]"))
        ]
        said.append(f"{start}: {'; '.join(found)}." if found else "")
    return [text for text in said if text]


def _known(row: Row | None) -> bool:
    return row is not None and not isnan(row.estimate)


def survey_size(value: float, settings: Settings) -> str:
    """Return a difference: of accuracies in points, of scores in their own unit."""
    return points(value) if settings.get("kind") == "accuracy" else number(value)


def _of(row: Row) -> str:
    return counted(row.n or 0, "comparison")


def _share_of(row: Row) -> str:
    """Return a share of some comparisons, or that there is none."""
    if row.n == 1 and row.estimate == 1:
        return "the 1 comparison"
    return f"{percent(row.estimate) if row.estimate else 'none'} of {_of(row)}"


def _underpowered(row: Row, settings: Settings) -> str:
    if isnan(row.estimate):
        return ""
    gain, target = GAIN[settings["gains_from"]], number(settings["target"])
    if not row.estimate:
        return (
            f"None of {_of(row)} is underpowered: {gain} would be found there with power {target} "
            "or more."
        )
    are = "is" if row.n == 1 else "are"
    return (
        f"Underpowered {are} {percent(row.estimate)} of {_of(row)}: {gain} would be found there "
        f"with power below {target}, or no gain is {_foreseen(settings)}."
    )


def _foreseen(settings: Settings) -> str:
    """Return the word for a gain that is not the reported one."""
    return "predicted" if settings["gains_from"] == OTHERS else "expected"


def _hopeful(row: Row, settings: Settings) -> str:
    if isnan(row.estimate):
        return ""
    are = "is" if row.n == 1 else "are"
    return (
        f"Where a gain is {_foreseen(settings)}, {percent(row.estimate)} of {_of(row)} {are} "
        "underpowered."
    )


def _mean_power(row: Row, settings: Settings) -> str:
    if isnan(row.estimate):
        return "No expected power is known."
    over = "in" if row.n == 1 else "on average over"
    return f"Expected power is {probability(row.estimate)} {over} {_of(row)}."


def _detectable(row: Row, settings: Settings) -> str:
    if isnan(row.estimate):
        return ""
    return (
        f"A gain of at least what their size detects with power {number(settings['target'])} is "
        f"reported by {_share_of(row)}."
    )


def _significant(row: Row, settings: Settings) -> str:
    if isnan(row.estimate):
        return ""
    return f"{_assumed(settings)}the new system would be found better in {_share_of(row)}."


def _worse(row: Row, settings: Settings) -> str:
    if isnan(row.estimate) or not row.estimate:
        return ""
    return f"It would be found worse in {_share_of(row)}."


def _open(row: Row, settings: Settings) -> str:
    if isnan(row.estimate) or not row.estimate:
        return ""
    return (
        f"In {_share_of(row)} it stays open which system is better, which is no evidence that "
        "they are equally good."
    )


def _assumed(settings: Settings) -> str:
    if settings.get("kind") == "scores" or settings.get("unpaired"):
        return "By this test, "
    return "Were agreement as assumed, "


def _both(row: Row, settings: Settings) -> str:
    if isnan(row.estimate):
        return ""
    return f"Both powered and found better would be {_share_of(row)}."


def _mean(row: Row, settings: Settings) -> str:
    size = survey_size(row.estimate, settings)
    if row.n == 1:
        return f"The reported difference, new minus baseline, is {size}."
    inside = f" ({interval(_in_points(row, settings))})" if interval(row) else ""
    return (
        f"The reported differences, new minus baseline, are {size} on average over "
        f"{_of(row)}{inside}."
    )


def _in_points(row: Row, settings: Settings) -> Row:
    from dataclasses import replace

    if settings.get("kind") != "accuracy":
        return row
    return replace(row, low=100 * row.low, high=100 * row.high)


def _spread(row: Row, settings: Settings) -> str:
    if isnan(row.estimate):
        return ""
    return f"Their standard deviation is {survey_size(row.estimate, settings)}."


def _sizes(row: Row, settings: Settings) -> str:
    items = f"{number(row.estimate)} item{'' if row.estimate == 1 else 's'}"
    if row.n == 1:
        return f"The test set has {items}."
    return f"The median size of their test sets is {items}."


def _share_of_sizes(row: Row, settings: Settings) -> str:
    have = "has" if row.n == 1 else "have"
    size = place_of(row).removeprefix("n ").replace("above", "more than")
    return f"{percent(row.estimate)} of {_of(row)} {have} {size} items."


SENTENCES: dict[str, Sentence] = {
    "share[underpowered]": _underpowered,
    "share[underpowered, gain expected]": _hopeful,
    "mean_expected_power": _mean_power,
    "share[reported at least detectable]": _detectable,
    "share[predicted significant]": _significant,
    "share[predicted worse]": _worse,
    "share[predicted open]": _open,
    "share[significant and powered]": _both,
    "mean_difference": _mean,
    "sd_difference": _spread,
    "median_n": _sizes,
    "share[n at most 100]": _share_of_sizes,
    "share[n above 200]": _share_of_sizes,
    "kendall_tau": tau_sentences,
}
PARAGRAPHS = (
    ("share[underpowered]", "share[underpowered, gain expected]", "mean_expected_power"),
    (
        "share[reported at least detectable]",
        "share[predicted significant]",
        "share[predicted worse]",
        "share[predicted open]",
        "share[significant and powered]",
    ),
    (
        "mean_difference",
        "sd_difference",
        "median_n",
        "share[n at most 100]",
        "share[n above 200]",
    ),
    ("kendall_tau",),
)
CLAUSES: dict[str, Sentence] = {  # at a bound of the agreement
    "share[underpowered": lambda row, s: f"{_share_of(row)} underpowered",
    "share[reported at least detectable": lambda row, s: (
        f"a gain of at least what is detectable reported by {_share_of(row)}"
    ),
    "share[predicted significant": lambda row, s: (
        f"the new system found better in {_share_of(row)}"
    ),
    "share[predicted worse": lambda row, s: f"found worse in {_share_of(row)}",
}

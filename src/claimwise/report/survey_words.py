"""What a survey of published comparisons says: each sentence from its rows, or not at all."""

from __future__ import annotations

from math import isnan

from claimwise.core import Result, Row, counted
from claimwise.report.compared import chosen_interval
from claimwise.report.numbers import percent
from claimwise.report.survey_gains import GAIN, OTHERS, gains_from
from claimwise.report.survey_tables import survey_scale
from claimwise.report.survey_tau import tau_sentences

EXPECTED = "gain expected"  # of how many it is known that a gain is to be expected


def share(result: Result, statistic: str, **at: str) -> Row | None:
    """Return what share of the comparisons it is; None where none is known."""
    place = {"statistic": statistic, **at}
    rows = [row for row in result.select("share") if row.at == place]
    return rows[0] if rows and not isnan(rows[0].estimate) else None


def number_of(row: Row) -> int:
    """Return how many comparisons a share is."""
    return round(row.estimate * (row.n or 0))


def some_of(row: Row) -> str:
    """Return how many of all comparisons: "12 of 39 comparisons".

    >>> some_of(Row(quantity="share", estimate=1 / 3, n=39))
    '13 of 39 comparisons'
    >>> some_of(Row(quantity="share", estimate=0.0, n=3))
    'none of 3 comparisons'
    """
    return f"{number_of(row) or 'none'} of {counted(row.n or 0, 'comparison')}"


def underpowered(result: Result) -> str:
    """Return how many comparisons would miss the gain they should expect; empty if not known."""
    row = share(result, "underpowered")
    if row is None:
        return ""
    settings = result.provenance["settings"]
    target, gain = percent(settings["target"]), GAIN[gains_from(result)]
    rest = settings["comparisons"] - (row.n or 0)
    unknown = f"; of the other {rest:,} it is not known" if rest else ""
    if not row.estimate:
        each = "the comparison" if row.n == 1 else f"each of {row.n:,} comparisons"
        return f"Enough power: {each} would find {gain} with power {target} or more{unknown}"
    hopeful = share(result, "underpowered", among=EXPECTED)
    none = "" if hopeful is not None and hopeful.n == row.n else f", or no gain is {_word(result)}"
    return (
        f"Underpowered: {some_of(row)} would find {gain} with power below {target}{none}{unknown}"
    )


def _word(result: Result) -> str:
    """Return the word for a gain that is not the reported one."""
    return "predicted" if gains_from(result) == OTHERS else "expected"


def reported(result: Result) -> str:
    """Return the mean of the reported differences."""
    row, scale = result["mean_difference"], survey_scale(result)
    size = scale.size(row.estimate, scale.decimals(row))
    if row.n == 1:
        return f"The reported difference, new minus baseline, is {size}"
    inside = "" if isnan(row.low) else f" ({chosen_interval(row)} {scale.ends(row)})"
    return (
        f"The reported differences, new minus baseline, average {size} over {row.n:,} "
        f"comparisons{inside}"
    )


def first_lines(result: Result) -> list[str]:
    """Return the power, what was reported, and what a test would say of it."""
    target = percent(result.provenance["settings"]["target"])
    lines = []
    for row in result.select("mean_expected_power"):
        if isnan(row.estimate):
            lines.append("No expected power is known.")
        else:
            over = "in" if row.n == 1 else "on average over"
            lines.append(
                f"Expected power is {percent(row.estimate)} {over} "
                f"{counted(row.n or 0, 'comparison')}."
            )
    met = share(result, "reported at least detectable")
    if met is not None:
        verb = "reports" if number_of(met) <= 1 else "report"
        some = some_of(met)
        lines.append(
            f"{some[:1].upper()}{some[1:]} {verb} a gain as large as the test set detects "
            f"with power {target}."
        )
    tau = tau_sentences(result["kendall_tau"], result.provenance["settings"])
    return [*lines, *_tested(result), *([tau] if tau else [])]


def _tested(result: Result) -> list[str]:
    """Return in how many the new system would be found better, worse, or neither."""
    rows = {name: share(result, f"predicted {name}") for name in ("significant", "worse", "open")}
    better, worse, left = rows["significant"], rows["worse"], rows["open"]
    if better is None or worse is None or left is None:
        return []
    settings = result.provenance["settings"]
    plain = settings.get("kind") == "scores" or settings.get("unpaired")
    start = "By this test" if plain else "If agreement is as assumed"
    text = f"{start}, the new system would be found better in {some_of(better)}"
    text += f" and worse in {number_of(worse)}" if worse.estimate else ""
    if left.estimate:
        stays = "stays" if number_of(left) == 1 else "stay"
        text += (
            f"; {number_of(left)} {stays} open, which is not evidence that the systems are equal"
        )
    return [f"{text}."]

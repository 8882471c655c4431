"""What a survey of published comparisons says: each sentence from its rows, or not at all."""

from __future__ import annotations

from math import isnan

from claimwise.core import Result, Row, counted
from claimwise.report.compared import chosen_interval
from claimwise.report.numbers import given, percent
from claimwise.report.survey_gains import GAIN, OTHERS, gains_from
from claimwise.report.survey_tables import SHOWN, survey_scale
from claimwise.report.survey_tau import tau_sentences

EXPECTED = "gain expected"  # of how many it is known that a gain is to be expected
BOUNDS = {
    "low": "If unknown agreement were the greatest possible (low)",
    "high": "If unknown agreement were the least possible (high)",
}
SIZES = {"n at most 100": "at most 100", "n above 200": "more than 200"}


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
    return [*lines, *_tested(result)]


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


def paragraphs(result: Result) -> list[str]:
    """Return everything else: what was found and powered, the differences, tau, the bounds."""
    settings = result.provenance["settings"]
    powered = [_hopeful(result), _both(result)]
    differences = [f"{reported(result)}.", *_spread(result), *_sizes(result)]
    tau = tau_sentences(result["kendall_tau"], settings)
    texts = [" ".join(text for text in powered if text), " ".join(differences), tau]
    return [text for text in (*texts, *(_bound(result, end) for end in BOUNDS)) if text]


def _hopeful(result: Result) -> str:
    row, every = share(result, "underpowered", among=EXPECTED), share(result, "underpowered")
    if row is None or (every is not None and every.n == row.n):
        return ""  # the same comparisons
    are = "is" if number_of(row) <= 1 else "are"
    return f"Where a gain is {_word(result)}, {some_of(row)} {are} underpowered."


def _both(result: Result) -> str:
    row = share(result, "significant and powered")
    return "" if row is None else f"Both powered and found better would be {some_of(row)}."


def _spread(result: Result) -> list[str]:
    row, scale = result["sd_difference"], survey_scale(result)
    if isnan(row.estimate):
        return []
    return [f"Their standard deviation is {scale.size(row.estimate)}."]


def _sizes(result: Result) -> list[str]:
    """Return how large the test sets are."""
    (row,) = (one for one in result.select("median_n") if not one.at)
    items = f"{given(row.estimate)} item{'' if row.estimate == 1 else 's'}"
    start = "The test set has" if row.n == 1 else "The median size of their test sets is"
    found = [f"{start} {items}."]
    for name, size in SIZES.items():
        some = share(result, name)
        if some is not None:
            have = "has" if some.n == 1 else "have"
            found.append(f"{percent(some.estimate)} of {_all(some)} {have} {size} items.")
    return found


def _all(row: Row) -> str:
    return counted(row.n or 0, "comparison")


def _bound(result: Result, end: str) -> str:
    """Return the shares at a bound of the agreement, where nothing is known of it."""
    clauses = {
        "underpowered": "{} underpowered",
        "reported at least detectable": "a gain of at least what is detectable reported by {}",
        "predicted significant": "the new system found better in {}",
        "predicted worse": "found worse in {}",
    }
    found = {name: share(result, name, end=end) for name in clauses}
    said = [clauses[name].format(some_of(row)) for name, row in found.items() if row is not None]
    return f"{BOUNDS[end]}: {'; '.join(said)}." if said else ""


def detectable(result: Result) -> tuple[str, ...]:
    """Return which gains comparisons of these sizes detect."""
    rows = [row for row in result.select("mde") if not isnan(row.estimate)]
    if not rows:
        return ()
    scale, settings = survey_scale(result), result.provenance["settings"]
    ends = sorted({row.estimate for row in rows})
    shown = dict.fromkeys(scale.size(end) for end in (ends[0], ends[-1]))
    where = "each stands" if len(rows) <= SHOWN else f"the first {SHOWN} stand"
    return (
        f"With power {percent(settings['target'])}, studies like these detect true differences of "
        f"{' to '.join(shown)}; {where} in the table.",
    )

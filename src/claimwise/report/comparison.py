"""A comparison in words: one paragraph for each pair of systems or data set."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isinf, isnan
from typing import Any

from claimwise.core import Result, Row
from claimwise.report.belief import BELIEFS
from claimwise.report.claim_words import (
    claim_text,
    ends,
    measure_of,
    on_measure,
    size,
    verdict_text,
)
from claimwise.report.look_words import LOOKS
from claimwise.report.numbers import number, percent, pvalue, quantity
from claimwise.report.places import place_of, plain

COMPARED = ("comparison", "leaderboard")
OUR_OWN = ("every pairing", "datasets as clusters")  # words in brackets that name no data set
Settings = Mapping[str, Any]
Sentence = Callable[[Row, str, str, Settings], str]


def labels(result: Result) -> list[str]:
    """Return what the comparisons are called, in their order; [""] for the only one."""
    return [place_of(row) for row in result.rows if _is_plain_difference(row)]


def _is_plain_difference(row: Row) -> bool:
    return row.quantity == "difference" and place_of(row).split(", ")[0] not in OUR_OWN


def rows_of(result: Result, where: str) -> list[Row]:
    """Return the rows of one comparison."""
    if not where:
        return list(result.rows)
    ends = where.split(", ")
    return [r for r in result.rows if place_of(r).split(", ")[-len(ends) :] == ends]


def comparison_paragraphs(result: Result, *, labelled: bool = True) -> list[str]:
    """Return a paragraph for each comparison, unless not wanted, and what holds across them."""
    settings = result.provenance["settings"]
    found = labels(result)
    said = []
    used: set[int] = set()
    for where in found:
        rows = rows_of(result, where)
        used |= {id(row) for row in rows}
        if not labelled:
            continue
        a, b = comparison_names(where, settings)
        known = settings | settings.get("details", {}).get(where, {})
        paragraphs = [" ".join(part) for part in _said(rows, a, b, known)]
        said += [f"[{where}] {paragraphs[0]}" if where else paragraphs[0], *paragraphs[1:]]
    rest = [row for row in result.rows if id(row) not in used]
    a, b = comparison_names("", settings)
    across = [" ".join(part) for part in _said(rest, a, b, settings)]
    return [*said, *across]


def comparison_names(where: str, settings: Settings) -> tuple[str, str]:
    """Return A and B of a comparison, by their names."""
    if "b" in settings:
        return settings["a"], settings["b"]
    b, _, a = where.partition(" vs ")  # empty where nothing is compared
    return a, b


def _said(rows: list[Row], a: str, b: str, settings: Settings) -> list[list[str]]:
    """Return the sentences in reading order, a list for each paragraph."""
    order = list(SENTENCES)
    known = [row for row in rows if row.quantity in SENTENCES and "prior=" not in place_of(row)]
    known.sort(key=lambda row: order.index(_kind(row)))
    paragraphs: list[list[str]] = []
    topic = -1
    for row in known:
        text = SENTENCES[row.quantity](row, a, b, settings)
        if not text:
            continue
        here = sum(order.index(_kind(row)) >= order.index(first) for first in TOPICS)
        if here != topic:
            paragraphs.append([])
            topic = here
        paragraphs[-1].append(text)
    return paragraphs


def _kind(row: Row) -> str:
    return "every pairing" if place_of(row).split(", ")[0] == "every pairing" else row.quantity


def _difference(row: Row, a: str, b: str, settings: Settings) -> str:
    if place_of(row).split(", ")[0] == "every pairing":
        said = []
        if row.pvalue is not None:
            p = pvalue(row.pvalue).removeprefix("p ").removeprefix("= ")
            most = f"below {p.removeprefix('< ')}" if p.startswith("<") else f"at most {p}"
            said.append(f"the p-value of a paired test ({settings['pairing_test']}) is {most}")
        if not isnan(row.low):
            said.append(f"the paired interval (tango) lies within {ends(row, settings)}")
        return f"Whatever the pairing of the items, {' and '.join(said)}."
    if isnan(row.estimate):
        return f"The difference between {b} and {a} is not defined ({_n(row, settings)})."
    value, word = row.estimate, "higher" if row.estimate > 0 else "lower"
    on = on_measure(settings)
    start = f"{b} scores {size(abs(value), settings)} {word} than {a}{on}"
    if value == 0:
        start = f"{b} and {a} score the same{on}"
    if place_of(row) == "datasets as clusters":
        start = f"Over data sets like these, {start}"
    aside = [_interval(row, settings), _p(row, settings), _n(row, settings), _better(row, settings)]
    return f"{start} ({'; '.join(part for part in aside if part)})."


def _better(row: Row, settings: Settings) -> str:
    """Say that a lower score is the better one, where it is."""
    better = settings.get("details_better", {}).get(place_of(row), settings.get("better"))
    return "lower is better" if better == "lower" else ""


def _interval(row: Row, settings: Settings) -> str:
    if isnan(row.low) or row.level is None:
        return ""
    name = settings.get("interval", "")
    if place_of(row) == "datasets as clusters":
        name = "cluster-cr2"
    one_sided = settings["alternative"] != "two-sided"  # and so for claims with a margin
    matched = ""
    if one_sided and abs(row.level - (1 - 2 * float(settings["alpha"]))) < 1e-9:
        matched = f", which matches one-sided alpha {number(settings['alpha'])}"
    return (
        f"{percent(row.level)} confidence interval of B - A {ends(row, settings)}, {name}{matched}"
    )


def _p(row: Row, settings: Settings) -> str:
    if row.pvalue is None:
        return ""
    name = "cluster-cr2" if place_of(row) == "datasets as clusters" else settings.get("test", "")
    side = "two-sided" if settings["alternative"] == "two-sided" else "one-sided"
    corrected = settings.get("corrected") if place_of(row) != "datasets as clusters" else ""
    by = f", corrected by {corrected}" if corrected else ""
    return f"{pvalue(row.pvalue)}, {name}, {side}{by}"


def _n(row: Row, settings: Settings) -> str:
    if place_of(row) == "datasets as clusters":
        return f"{row.n:,} data sets"
    if settings["paired"]:
        clusters = f" in {settings['clusters']:,} clusters" if settings.get("clusters") else ""
        return f"{row.n:,} items{clusters}"
    if "n_a" not in settings:
        return f"{row.n:,} items of both systems, unpaired"
    if settings["n_a"] == settings["n_b"]:
        return f"{settings['n_a']:,} items each, unpaired"
    return f"{settings['n_a']:,} and {settings['n_b']:,} items, unpaired"


def _verdict(row: Row, a: str, b: str, settings: Settings) -> str:
    return verdict_text(row.estimate, a, b, settings)


def _score(row: Row, a: str, b: str, settings: Settings) -> str:
    first = place_of(row).split(", ")[0]
    name = next((n for n in (a, b) if plain(n) == first), "")
    if not name:
        return ""
    if settings.get("unit") == "points":
        does = "is right" if settings["better"] == "higher" else "scores 1"
        return f"{name} {does} on {percent(row.estimate)} of {row.n:,} items."
    measure = measure_of(settings)
    by = f" ({measure})" if measure else ""
    return f"{name} scores {quantity(row.estimate)}{by} on {row.n:,} items."


def _flips(row: Row, a: str, b: str, settings: Settings) -> str:
    way = place_of(row).split(", ")[0]
    return f"{row.estimate:,.0f} {'item' if row.estimate == 1 else 'items'} went from {way}."


def _simulated(row: Row, a: str, b: str, settings: Settings) -> str:
    if row.kind != "monte carlo":
        return ""
    return (
        f"The p-value is from {settings['resamples']:,} resamples and lies between "
        f"{row.low:.4g} and {row.high:.4g} ({percent(row.level or 0)} Monte Carlo interval)."
    )


def _mde(row: Row, a: str, b: str, settings: Settings) -> str:
    if isnan(row.estimate):
        return ""
    target = number(settings["target"])
    if not {"test", "interval"} & set(settings.get("assess", ["test"])):
        target = f"{target} (by a test of the scores at alpha {number(settings['alpha'])})"
    if isinf(row.estimate):
        why = "With so few items"
        if settings.get("unit") == "points":
            seen = "at the agreement observed" if settings["paired"] else "at A's observed rate"
            why += f", or {seen}"
        return f"{why}, no possible difference is found with power {target}."
    value = size(abs(row.estimate), settings)
    if settings["claim"] == "equivalence":
        return (
            f"For systems that do not differ at all, a study like this shows equivalence within "
            f"{value} with power {target}."
        )
    if settings["claim"] == "difference":
        lower = settings["alternative"] == "two-sided" and row.estimate < 0
        way = f", {b} being lower," if lower else ""
        return f"A study like this finds a true difference of {value}{way} with power {target}."
    direction = "higher" if row.estimate > 0 else "lower"
    return (
        f"A study like this supports the claim with power {target} if {b} truly scores {value} "
        f"{direction} than {a}."
    )


def _datasets_better(row: Row, a: str, b: str, settings: Settings) -> str:
    return f"{b} does better on {row.estimate:.0f} of {row.n} data sets."


def _over_datasets(row: Row, a: str, b: str, settings: Settings) -> str:
    if row.pvalue is None:
        return ""
    return f"Over the data sets, {place_of(row).replace('-scores', '')} test: {pvalue(row.pvalue)}."


def _conjunction(row: Row, a: str, b: str, settings: Settings) -> str:
    if place_of(row):
        return ""
    alpha = settings["alpha"] / (2 if settings["alternative"] == "two-sided" else 1)
    claim, how = claim_text(a, b, settings), f"one-sided at {number(alpha)}"
    if row.estimate == 0:
        return f"Not shown for even one of the {row.n} data sets ({how}): {claim}."
    return (
        f"On at least {row.estimate:.0f} of the {row.n} data sets {claim} (partial conjunction, "
        f"{how})."
    )


def _friedman(row: Row, a: str, b: str, settings: Settings) -> str:
    if row.pvalue is None:
        return ""
    return (
        f"Over {row.n} data sets, Friedman's test of the systems' ranks: chi-square "
        f"{number(row.estimate)}, {pvalue(row.pvalue)}."
    )


def _nemenyi(row: Row, a: str, b: str, settings: Settings) -> str:
    return f"Mean ranks further apart than {number(row.estimate)} differ (Nemenyi)."


def _mean_rank(row: Row, a: str, b: str, settings: Settings) -> str:
    return f"{place_of(row)}: mean rank {number(row.estimate)}."


def _runs(row: Row, a: str, b: str, settings: Settings) -> str:
    if not place_of(row).startswith("runs"):
        return ""
    if row.estimate > 0.9995:
        return "All of the variance of the difference can come from runs."
    return (
        f"{percent(row.estimate)} of the variance of the difference comes from runs, the rest from "
        "items."
    )


def _plain_size(words: str) -> Sentence:
    def say(row: Row, a: str, b: str, settings: Settings) -> str:
        return f"{words}: {number(row.estimate)}."

    return say


SENTENCES: dict[str, Sentence] = {  # in the order in which they are read
    "difference": _difference,
    "verdict": _verdict,
    "every pairing": _difference,
    "score": _score,
    "pvalue": _simulated,
    "flips": _flips,
    "odds_ratio": _plain_size("Odds ratio"),
    "cohens_d": _plain_size("Cohen's d"),
    "superiority": _plain_size("Probability of superiority"),
    "variance_share": _runs,
    **LOOKS,
    **BELIEFS,
    "datasets_better": _datasets_better,
    "over_datasets": _over_datasets,
    "better_on_at_least": _conjunction,
    "mde": _mde,
    "friedman": _friedman,
    "nemenyi_difference": _nemenyi,
    "mean_rank": _mean_rank,
}
# The kinds of row with which a new paragraph begins.
TOPICS = (
    *("difference", "posterior_difference", "effect_size", "bayes_factor_01"),
    *("datasets_better", "mde", "decision"),
)

"""A plan with looks in words: what they cost, when a study stops, what each look asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import isnan
from typing import Any

from claimwise.core import Result, Row
from claimwise.report.curve import Table
from claimwise.report.numbers import interval, number, percent, points, probability
from claimwise.report.places import place_of

NAMES = (
    *("stop", "boundary_z", "boundary_p", "spent", "inflation", "expected_n"),
    *("median_n", "never", "decision", "left", "adjusted_difference", "repeated_difference"),
)
RULES = {"obrien-fleming": "O'Brien-Fleming", "pocock": "Pocock"}
SEQUENCES = {
    "difference": "difference (betting, Waudby-Smith and Ramdas)",
    "win rate": "win rate among items that tell the systems apart (beta-binomial mixture, Robbins)",
    "asymptotic": "mean difference (asymptotic)",
}
Rows = Mapping[str, Row]


def is_of_looks(row: Row) -> bool:
    """Whether a row of a plan speaks of looks before the end."""
    return row.quantity in NAMES or place_of(row).split(", ")[0] in ("sequential", "anytime")


def has_looks(result: Result) -> bool:
    """Whether a plan says what looks before the end make of the study."""
    return any(row.estimand in ("power[sequential]", "power[anytime]") for row in result.rows)


def may_stop(result: Result) -> bool:
    """Whether a planned study may end before all of its items: not with one look, at the end."""
    looks = result.provenance.get("settings", {}).get("looks")
    return has_looks(result) and (looks is None or len(looks) > 1)


def without_looks(result: Result) -> Result:
    """Return the plan as it would be with one look, for the words of its own kind."""
    return replace(result, rows=tuple(row for row in result.rows if not is_of_looks(row)))


def with_one_look(said: list[str]) -> list[str]:
    """Return what a plan says of one look, marked so: it is not what will be done."""
    return [f"With one look alone, at the end: {text}" for text in said if text]


def with_looks_more(said: list[str]) -> list[str]:
    """Return what one look would detect, and that several take more: how much is not worked out."""
    return [
        f"Over the looks it is not worked out, and takes more than with one look alone, at the "
        f"end: {text}"
        for text in said
        if text
    ]


def looks_paragraphs(result: Result) -> list[str]:
    """Return the paragraphs about looks; none for a plan without them."""
    settings = result.provenance.get("settings", {})
    rows = {row.estimand: row for row in result.rows}
    if "power[sequential]" in rows:
        said = [_sequential(rows, settings), _simulated(rows, settings, result.method)]
        return [" ".join(part) for part in said if part]
    if "power[anytime]" not in rows:
        return []
    kind = settings.get("sequence", "")
    others = [place_of(r) for r in result.rows if r.quantity == "power" and ", " in place_of(r)]
    said = [_anytime(rows, settings, "anytime", kind)]
    said += [
        _anytime(rows, settings, label, label.split(", ")[1])
        for label in others
        if label.startswith("anytime, ")
    ]
    return [" ".join(part) for part in said]


def looks_tables(result: Result) -> list[Table]:
    """Return what each look asks for, and how likely it stops the study."""
    rows = {row.estimand: row for row in result.rows}
    looks = [row for row in result.rows if row.quantity == "boundary_z" and place_of(row)]
    if not looks:
        return []
    simulated = f"stop[{place_of(looks[0])}, simulated]" in rows
    header = ["look", _unit(result.provenance["settings"]), "z", "p at most", "alpha spent"]
    header += ["stops here"] + ["simulated"] * simulated
    body = []
    for row in looks:
        at = place_of(row)
        spent, p = rows[f"spent[{at}]"].estimate, rows[f"boundary_p[{at}]"].estimate
        cells = [at.removeprefix("look="), number(row.n), f"{row.estimate:.3f}", small(p)]
        stops = rows[f"stop[{at}]"].estimate
        cells += [small(spent), "-" if isnan(stops) else probability(stops)]
        if simulated:
            cells.append(probability(rows[f"stop[{at}, simulated]"].estimate))
        body.append(cells)
    return [("What each look asks for", header, body)]


def small(p: float) -> str:
    """Return a level of significance, however small.

    >>> small(0.0499), small(0.00000108), small(2e-111)
    ('0.0499', '1.1e-06', '2e-111')
    """
    return f"{p:.4f}" if p >= 0.001 else f"{p:.2g}"


def _sequential(rows: Rows, settings: Mapping[str, Any]) -> list[str]:
    power, effect, null = (
        rows[name] for name in ("power[sequential]", "expected_n[effect]", "expected_n[no effect]")
    )
    rule, looks = RULES[settings["spending"]], len(settings["looks"])
    times = "look" if looks == 1 else "looks"
    start = f"With {looks} {times} ({rule} spending) and at most {_count(power.n, settings)}"
    said = []
    claimed = settings.get("claim", "difference") != "difference"
    finds = f"finds a true difference{_of(settings)}"
    if claimed:
        finds = f"supports the claim at a true difference{_of(settings) or ' of 0'}"
    null_case = "if the claim just fails to be true" if claimed else "if there is none"
    if not isnan(power.estimate):
        said.append(
            f"{start}, the study {finds} with power {probability(power.estimate)} (normal theory)."
        )
        said.append(
            f"On average it ends after {effect.estimate:,.0f} {_unit(settings)} if the difference "
            f"is as assumed, after {null.estimate:,.0f} {null_case}."
        )
    else:
        said.append(f"{start}, a study without a difference ends after {null.estimate:,.0f}.")
    if "sample_size[sequential]" in rows:
        size, factor = rows["sample_size[sequential]"], rows["inflation"]
        said.append(
            f"For power {number(settings['target'])} it may need up to {_count(size.n, settings)}, "
            f"{factor.estimate:.3f} times as many as with one look."
        )
    return said


def _simulated(rows: Rows, settings: Mapping[str, Any], method: str) -> list[str]:
    mark = "sequential, simulated"
    if f"power[{mark}]" not in rows:
        return []
    power, alpha, type_m, type_s = (
        rows[f"{name}[{mark}]"] for name in ("power", "alpha", "type_m", "type_s")
    )
    effect, null = (rows[f"expected_n[{e}, simulated]"] for e in ("effect", "no effect"))
    studies = settings["looks_replicates"]
    said = [
        f"With {method} itself at every look of {studies:,} simulated studies: power "
        f"{probability(power.estimate)} ({interval(power)}), and where there is no difference one "
        f"is found in {percent(alpha.estimate)} of studies ({interval(alpha)}); they end after "
        f"{effect.estimate:,.0f} and {null.estimate:,.0f} {_unit(settings)} on average."
    ]
    return said + _errors(type_m, type_s)


def _errors(type_m: Row, type_s: Row) -> list[str]:
    if isnan(type_m.estimate):
        return []
    share = percent(type_s.estimate) if type_s.estimate else "none"
    return [
        f"Where the study stops with a difference found, that looks {type_m.estimate:.2f} times as "
        f"large as the true one on average (Type-M; {interval(type_m)}), and {share} of them have "
        "the wrong sign (Type-S)."
    ]


def _anytime(rows: Rows, settings: Mapping[str, Any], label: str, kind: str) -> list[str]:
    power, alpha, never, median = (
        rows[f"{name}[{label}]"] for name in ("power", "alpha", "never", "median_n")
    )
    effect, null = (rows[f"expected_n[{e}, {label}]"] for e in ("effect", "no effect"))
    half = f"half of the studies by item {median.estimate:,.0f}, "
    said = [
        f"Looking after every item, the confidence sequence of the {SEQUENCES[kind]} shows a true "
        f"difference{_of(settings)} by {_count(power.n, settings)} with power "
        f"{probability(power.estimate)} ({interval(power)}).",
        f"It stops after {effect.estimate:,.0f} {_unit(settings)} on average, "
        f"{half if not isnan(median.estimate) else ''}and never in {percent(never.estimate)} of "
        f"studies; without a difference it goes on for {null.estimate:,.0f} on average, and finds "
        f"one that is not there in {percent(alpha.estimate)} ({interval(alpha)}).",
    ]
    return said + _errors(rows[f"type_m[{label}]"], rows[f"type_s[{label}]"])


def _count(n: int | None, settings: Mapping[str, Any]) -> str:
    return f"{n:,} {_unit(settings)}"


def _unit(settings: Mapping[str, Any]) -> str:
    return str(settings.get("unit", "items"))


def _of(settings: Mapping[str, Any]) -> str:
    given = settings.get("difference")
    if not given:
        return ""
    graded = settings.get("outcome") in ("numeric", "corpus") or settings.get("points")
    return f" of {number(given) if graded else points(given)}"

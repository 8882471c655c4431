"""Whether a planned study reaches the power that is wanted: of the goal it was asked about."""

from __future__ import annotations

from collections.abc import Mapping
from math import isnan
from typing import Any

from claimwise.core import Result, Row
from claimwise.report.body import said_of
from claimwise.report.claim_plans import is_claim_plan
from claimwise.report.numbers import number, percent, probability
from claimwise.report.posterior_plans import foreseen_goals
from claimwise.report.studies import STUDIES, parts_of

Settings = Mapping[str, Any]
SOLVED = {
    "mde": "The detectable difference was solved for the wanted power {target}. The study is "
    "underpowered where a smaller difference matters.",
    "n": "The size of the study was solved for the wanted power {target} at the difference that "
    "was assumed. It is underpowered where a smaller difference matters.",
}
CLAIMED = {
    "mde": "The true difference was solved from which the claim has the wanted power {target}. The "
    "study is underpowered where the truth is less in favour of the claim.",
    "n": "The size of the study was solved for the wanted power {target} at the difference that "
    "was assumed. It is underpowered where the truth is less in favour of the claim.",
}
UNSOLVED = "Nothing that could be searched reaches the wanted power {target}."


def powered(result: Result) -> str:
    """Return whether the plan reaches the wanted power; empty where it does not say."""
    if result.kind == "study check":
        return said_of(result)[0].splitlines()[-1]
    if result.kind in STUDIES:
        told = {name: powered(one) for name, one in parts_of(result).items()}
        return " ".join(f"[{k}] {v}" if len(told) > 1 else v for k, v in told.items() if v)
    settings: Settings = result.provenance.get("settings", {})
    target = settings.get("target")
    if not isinstance(target, float):
        return ""
    return (
        _solved(result, settings)
        or _expected(result, target)
        or _looks(result, target)
        or _plain(result, target)
        or _posterior(result, target)
        or _assured(result, target)
        or "No power is defined for what was assumed: there is no true effect to be found."
    )


def _solved(result: Result, settings: Settings) -> str:
    """Say that the power is as wanted because the rest was chosen so."""
    asked = str(settings.get("solve"))
    if asked not in SOLVED:
        return ""
    names = {"mde": ("mde",), "n": ("sample_size",)}[asked]
    rows = [row for row in result.rows if row.quantity in names]
    words = CLAIMED if is_claim_plan(result) else SOLVED
    text = words[asked] if any(not isnan(row.estimate) for row in rows) else UNSOLVED
    return text.format(target=number(settings["target"]))


def _expected(result: Result, target: float) -> str:
    """Judge by the power that is expected over what a pilot leaves open."""
    rows = {row.estimand: row for row in result.rows}
    expected, sure = rows.get("expected_power"), rows.get("probability_powered")
    if expected is None or isnan(expected.estimate):
        return ""
    more = ""
    if sure is not None and not isnan(sure.estimate):
        more = f" The power is at least that with probability {percent(sure.estimate)}."
    start = f"The expected power, {probability(expected.estimate)},"
    return f"{start} {_word(expected, target)} the wanted {number(target)}.{more}"


def _looks(result: Result, target: float) -> str:
    """Judge by the power with the looks that are planned, and not by that of one look."""
    rows = {row.estimand: row for row in result.rows}
    theory, seen = rows.get("power[sequential]"), rows.get("power[sequential, simulated]")
    anytime = rows.get("power[anytime]")
    if anytime is not None and not isnan(anytime.estimate):
        said = f"The power at any time, {probability(anytime.estimate)},"
        return f"{said} {_word(anytime, target)} the wanted {number(target)}."
    if theory is None or isnan(theory.estimate):
        return ""
    text = f"The power over all looks, {probability(theory.estimate)} by normal theory,"
    text += f" {_word(theory, target)} the wanted {number(target)}"
    if seen is None or isnan(seen.estimate):
        return f"{text}."
    return f"{text}; by simulation, {probability(seen.estimate)}, it {_word(seen, target)} it."


def _plain(result: Result, target: float) -> str:
    rows = [row for row in result.rows if row.quantity == "power" and not isnan(row.estimate)]
    if len(rows) == 1:
        start = f"The power, {probability(rows[0].estimate)},"
        return f"{start} {_word(rows[0], target)} the wanted {number(target)}."
    if not rows:
        return ""
    enough = sum(row.estimate >= target for row in rows)
    verb = "reaches" if enough == 1 else "reach"
    return f"{enough or 'None'} of {len(rows)} values of power {verb} the wanted {number(target)}."


def _posterior(result: Result, target: float) -> str:
    """Judge by how often the posterior will be sure of what is hoped for."""
    said = []
    for case, row, claim in foreseen_goals(result):
        under = f"[{case}] " if case else ""
        said.append(
            f"{under}That the posterior is sure that {claim} has probability "
            f"{probability(row.estimate)}, which {_word(row, target)} the wanted {number(target)}."
        )
    return " ".join(said)


def _assured(result: Result, target: float) -> str:
    rows = [row for row in result.rows if row.quantity == "assurance" and not isnan(row.estimate)]
    if not rows:
        return ""
    start = f"The assurance, {probability(rows[0].estimate)},"
    return f"{start} {_word(rows[0], target)} the wanted {number(target)}."


def _word(row: Row, target: float) -> str:
    """Return whether a power suffices; a simulation may leave it open."""
    if row.low < target <= row.high:
        return "is by simulation not told apart from"
    return "reaches" if row.estimate >= target else "falls short of"

"""A world fitted to data in words: what it is of, how it was fitted, what it takes for granted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from claimwise.core import Result
from claimwise.report.citations import CARD, WEIN
from claimwise.report.claim_words import METRICS
from claimwise.report.numbers import number, percent, quantity
from claimwise.report.told import Told

Settings = Mapping[str, Any]
SWAPS, ANSWERS = "delta-laplace", "fit responses"


def is_fitted_world(result: Result) -> bool:
    """Whether the result is a world fitted to outputs or answers of two systems."""
    settings = result.provenance.get("settings", {})
    fitted = settings.get("verb") == "fit" or result.method == ANSWERS
    return bool(fitted and result.method in (SWAPS, ANSWERS))


def fitted_title(result: Result) -> str:
    """Return what was fitted to what."""
    settings: Settings = result.provenance["settings"]
    pair = f"{settings['b']} and {settings['a']}"
    if result.method == SWAPS:
        return f"A world of {_metric(settings)}, fitted to {pair}"
    return f"A world of answers, fitted to {pair}"


def fitted_claim(result: Result) -> str:
    """Return the question that a fit answers; it claims nothing about the systems."""
    settings: Settings = result.provenance["settings"]
    names = f"{settings['a']} is A, {settings['b']} is B"
    if result.method == SWAPS:
        what = f"outputs of two systems come under {_metric(settings)}"
        return f"From which world could the {what}? Fitted: {SWAPS}; {names}."
    gold = f"{settings['gold']} is the gold standard, {names}"
    return f"From which world could the answers come? Fitted: {settings.get('world')}; {gold}."


def fitted_answer(result: Result) -> str:
    """Return the values that a plan would take from the fit, in one sentence."""
    settings: Settings = result.provenance["settings"]
    rows = {row.estimand: row for row in result.rows}
    if result.method == SWAPS:
        difference = rows["difference"]
        way = "higher" if difference.estimate >= 0 else "lower"
        return (
            f"On {difference.n:,} items {settings['b']} scores "
            f"{quantity(abs(difference.estimate))} {way} than {settings['a']} on "
            f"{_metric(settings)}; swapping a single item changes nothing for "
            f"{percent(rows['zero_share'].estimate)} of them, and the other effects have the scale "
            f"b0 = {number(settings['scale'])}."
        )
    shown = [
        f"{row.estimand} {number(row.estimate)}"
        for row in result.rows
        if row.quantity != "distance"
    ]
    return f"Fitted to {settings['items']:,} items: {', '.join(shown)}."


def tell_fit(told: Told, result: Result) -> None:
    """Tell how the world was fitted, and what it takes for granted."""
    if result.method == SWAPS:
        told.said.append(
            "Each item was swapped between the systems by itself; the effects that are not zero "
            "are described by a Laplace distribution, and random subsets were swapped to see "
            f"whether effects add up{told.cited(CARD)}."
        )
        told.assumed["Items are independent of each other, and a study's items are like these."] = (
            None
        )
        told.assumed["Swapping many items changes the difference by the sum of their effects."] = (
            None
        )
        return
    settings: Settings = result.provenance["settings"]
    told.said.append(
        "A world of several answers to each item was fitted: how items differ, how far answers to "
        f"an item spread, and how far A and B are from the gold standard{told.cited(WEIN)}."
    )
    if isinstance(settings.get("replicates"), int):
        told.said.append(
            f"{settings['replicates']:,} data sets simulated from it show whether the data look "
            "like it."
        )
    told.assumed["Items are independent of each other, and a study's items are like these."] = None
    told.assumed[
        "The answers to an item are independent draws, given the item and who answers."
    ] = None


def _metric(settings: Settings) -> str:
    name, colon, options = str(settings["metric"]).partition(":")
    return f"{METRICS.get(name, name)}{colon}{options}"

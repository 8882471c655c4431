"""Which tests and intervals gave the numbers of a result, each said of what it was used for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from claimwise.core import Result
from claimwise.report.citations import Procedure
from claimwise.report.cited_methods import CORRECTIONS, INTERVALS, STOPPING
from claimwise.report.cited_tests import TESTS
from claimwise.report.numbers import number
from claimwise.report.places import place_of
from claimwise.report.told import Told

Settings = Mapping[str, Any]
WHOLE = "all data sets together"
OVER_DATA_SETS = {
    "sign-scores": replace(TESTS["sign-scores"], does="the sign test, a data set taken as an item"),
    "wilcoxon": replace(
        TESTS["wilcoxon"], does="Wilcoxon's signed-rank test, a data set taken as an item"
    ),
}
EQUAL_MEANS = "Null hypothesis of each comparison: both systems have the same mean score."
DATA_SETS = (
    "Where data sets are the units: they are a random sample of those that the claim is about, and "
    "independent of each other."
)


def tell_tests(told: Told, settings: Settings) -> None:
    """Tell tests, intervals, corrections and rules of stopping."""
    ways = set(settings.get("assess", ["test", "interval"]))
    rule = settings.get("spending") or (settings.get("stopping") or {})
    rule = rule.get("rule") if isinstance(rule, Mapping) else rule
    sequence = "confidence sequence" in ways
    if settings.get("test") and ways & {"test", "interval"}:
        _used(told, "test", settings, TESTS)
    if settings.get("test") == "max-t":
        told.assumed[EQUAL_MEANS] = None
    if sequence:
        told.procedure("Test and interval are by", str(rule), STOPPING)
    if settings.get("test") and (sequence or ways & {"test", "interval"}):
        _side(told, settings)
    for name in settings.get("procedures", []):
        told.procedure("One procedure is", str(name), TESTS)
    for name in settings.get("intervals", []):
        told.procedure("One interval is", str(name), INTERVALS)
    if settings.get("interval") and settings.get("verb") != "ratings" and not sequence:
        _used(told, "interval", settings, INTERVALS)
    if settings.get("correct") == "none":
        told.said.append("Nothing is corrected for the number of comparisons.")
    elif settings.get("correct"):
        clusters = any(one.get("clusters") for one in settings.get("details", {}).values())
        how = str(settings["correct"])
        told.procedure("P-values are corrected by", how, CORRECTIONS, clusters=clusters)
    if rule in STOPPING and not sequence:
        told.procedure("Looks before the end are allowed for by", str(rule), STOPPING)


def _used(told: Told, what: str, settings: Settings, known: Mapping[str, Procedure]) -> None:
    """Tell one kind of procedure; where data sets or metrics have others, of which it is."""
    details = settings.get("details", {})
    clusters = any(one.get("clusters") for one in details.values())
    used: dict[str, list[str]] = {}
    for where, one in details.items():
        if one.get(what):
            used.setdefault(str(one[what]), []).append(WHOLE if where == "combined" else where)
    if len(used) < 2:
        told.procedure(f"The {what} is", str(settings[what]), known, clusters=clusters)
        return
    for name, places in used.items():
        of = ", ".join(places) if len(places) < 5 else f"{len(places)} comparisons"
        told.procedure(f"The {what} of {of} is", name, known, clusters=clusters)


def _side(told: Told, settings: Settings) -> None:
    side = settings.get("alternative")
    if not side:
        return
    level = settings.get("alpha")
    at = f" at alpha {number(level)}" if isinstance(level, float) else ""
    way = {"two-sided": "two-sided", "one-sided": "one-sided"}.get(side, f"one-sided ({side})")
    told.said.append(f"It is {way}{at}.")


def tell_data_sets(told: Told, result: Result) -> None:
    """Tell what was tested over data sets, beside the answer about their items."""
    names = {row.quantity for row in result.rows}
    pairing = result.provenance.get("settings", {}).get("pairing_test")
    if pairing and any(place_of(row).startswith("every pairing") for row in result.rows):
        told.procedure("Over every pairing of the items, the test is", pairing, TESTS, beside=True)
    clusters = any(row.estimand == "difference[datasets as clusters]" for row in result.rows)
    if clusters:
        start = "Over data sets like these, test and interval are by"
        told.procedure(start, "cluster-cr2", TESTS, beside=True)
    for row in result.rows:
        if row.quantity == "over_datasets" and row.pvalue is not None:
            start = "Of the differences of the data sets, one test is"
            told.procedure(start, place_of(row), OVER_DATA_SETS, beside=True)
    if clusters or "over_datasets" in names:
        told.assumed[DATA_SETS] = None
    if "better_on_at_least" in names:
        heller = "Benjamini and Heller (2008), Biometrics 64, 1215-1222"
        dror = "Dror, Baumer, Bogomolov and Reichart (2017), TACL 5, 471-486"
        told.said.append(
            "The number of data sets on which the claim holds is by partial conjunction"
            f"{told.cited(heller, dror)}."
        )
    if "friedman" in names:
        friedman = "Friedman (1937), J. Am. Stat. Assoc. 32, 675-701"
        demsar = "Demsar (2006), J. Mach. Learn. Res. 7, 1-30"
        told.said.append(
            f"Ranks over data sets are by Friedman's test{told.cited(friedman, demsar)}."
        )

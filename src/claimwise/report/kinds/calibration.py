"""Which tests and intervals keep their promise on data like yours, and which to use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from claimwise.core import Result, counted
from claimwise.report.account import Account
from claimwise.report.answer import Answer
from claimwise.report.answers_to_items import size_words, world_words
from claimwise.report.calibrated import Calibration
from claimwise.report.calibration_tables import table_of_errors, table_of_intervals, table_of_tests
from claimwise.report.citations import WEIN
from claimwise.report.cited_methods import INTERVALS
from claimwise.report.cited_tests import TESTS
from claimwise.report.numbers import decimal, given, percent
from claimwise.report.promises import promise_words, promises_of
from claimwise.report.simulated import reach_of

Settings = Mapping[str, Any]


def present(result: Result) -> Answer:
    """Return which test and interval to use, and which break their promise."""
    found = Calibration(result)
    headline, *lines = (promise_words(promise) for promise in promises_of(found))
    return Answer(
        title="Which procedures are honest on such data",
        question=_question(found),
        headline=headline,
        lines=tuple(f"{line}." for line in lines),
        tables=(*table_of_tests(found), *table_of_intervals(found)),
        brief=_brief(found),
        more=table_of_errors(found),
        account=_account(found),
        scale=found.scale,
    )


def _question(found: Calibration) -> str:
    settings, asked = found.settings, []
    if found.tests:
        alpha = percent(settings["alpha"])
        asked.append(f"Which tests find a false difference in no more than {alpha} of studies?")
    if found.intervals:
        level = percent(settings["level"])
        asked.append(f"Which intervals hold the true difference in {level} of studies?")
    return " ".join(asked)


def _brief(found: Calibration) -> str:
    settings = found.settings
    promised = [settings["alternative"], f"alpha {decimal(settings['alpha'])}"]
    promised += [f"level {percent(settings['level'])}"] if found.intervals else []
    return " · ".join([_data(settings), ", ".join(promised), _studies(found)])


def _studies(found: Calibration) -> str:
    if found.exact:
        return "every outcome of a study counted"
    settings = found.settings
    rows = found.result.select("false_positives", "power", "coverage")
    reach = reach_of([row for row in rows if row.at.get("analysis") != "htest"])
    near = f", shares to within {reach}" if reach else ""
    fewer = f"; htest on {settings['sets']:,}" if "htest" in settings["procedures"] else ""
    return f"{settings['replicates']:,} simulated studies of each kind{near}{fewer}"


def _data(settings: Settings) -> str:
    """Return what the data are like."""
    if "answers" in settings:
        return f"{size_words(settings)}, {world_words(settings, of_b=False)}"
    items = counted(settings["n"], "item")
    if "agreement" in settings:
        known = settings.get("baseline")
        baseline = "" if known is None else f", A right on {percent(known)}"
        agreement = percent(settings["agreement"])
        return f"{items}, right or wrong, systems agree on {agreement}{baseline}"
    shape = settings["shape"]
    if not settings["paired"]:
        spread = f"{given(settings['sd_a'])} and {given(settings['sd_b'])}"
        return f"{items} of each system, {shape} scores with standard deviations {spread}"
    clusters = ""
    if settings.get("cluster_size"):
        each, icc = settings["cluster_size"], given(settings["icc"])
        clusters = f" in clusters of {each:,} (correlation {icc})"
    return f"{items}{clusters}, {shape} differences with standard deviation {given(settings['sd'])}"


def _account(found: Calibration) -> Account:
    account, settings = Account(), found.settings
    cited = account.cited(WEIN) if "answers" in settings else ""
    many = f"{settings.get('replicates') or 0:,} simulated studies of each kind{cited}"
    data = "every outcome that a study may have" if found.exact else many
    account.say(f"Every procedure was applied to {data}: {_data(settings)}.")
    for name in dict.fromkeys(settings["procedures"]):
        account.procedure("One test is", name, TESTS, aside=True)
    for interval in found.intervals:
        account.procedure("One interval is", interval.procedure, INTERVALS, aside=True)
    return account

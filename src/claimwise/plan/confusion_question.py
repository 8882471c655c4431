"""What is asked of a plan from confusion tables, checked at the door."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from claimwise.core import (
    ParameterError,
    check_alternative,
    check_count,
    lookup,
    option,
    root_seed,
)
from claimwise.engine.simulate import Run
from claimwise.htest import find_test
from claimwise.metrics import Metric, find_metric
from claimwise.plan.confusion_study import SMALLEST, Along, ConfusionStudy
from claimwise.plan.needed import check_known, check_target
from claimwise.plan.resamples import check_resamples
from claimwise.plan.settings import Settings
from claimwise.worlds.confusion import ConfusionTables
from claimwise.worlds.confusion_file import read_tables, tables_of

WHO = "plan confusion"
BINARY = ("f1", "precision", "recall")  # have a positive class


def tables_from(who: str, given: Any) -> ConfusionTables:
    """Return the tables, however they were given."""
    if isinstance(given, ConfusionTables):
        return given
    if isinstance(given, Mapping):
        return tables_of(given)
    if isinstance(given, str | Path):
        return read_tables(given)
    raise ParameterError(
        who,
        "confusion tables, " + option("tables", "FILE"),
        "none" if given is None else repr(given),
        "Write a file like examples/confusion.toml, or fit one to a pilot with claimwise fit.",
    )


def label_metric(who: str, asked: str, positive: Any, tables: ConfusionTables) -> Metric:
    """Return the metric; of a binary score, with the positive class given, or of the tables."""
    name, *options = (part.strip() for part in asked.split(":"))
    binary = name in BINARY and set(options) <= {"binary"}
    chosen = tables.positive if positive is None and binary else positive
    if chosen is None:
        metric = find_metric(asked)
    elif name not in BINARY or any("=" in word for word in options):
        raise ParameterError(
            option("positive"), f"one of the metrics {', '.join(BINARY)}", repr(asked)
        )
    else:  # not by way of a text: the class may have a colon in it
        maker = lookup("metric", name).thing
        metric = maker(f"{asked}:positive={chosen}", *options, positive=str(chosen))
    if metric.takes != "label" or not metric.sums:
        raise ParameterError(who, "a metric of labels that is a function of counts", asked)
    return metric


def study_of(
    test: str,
    alternative: str,
    alpha: Any,
    power: Any,
    replicates: Any,
    resamples: Any,
    rng: Any,
    workers: Any,
) -> ConfusionStudy:
    """Check how the study is tested and simulated."""
    target, level = check_target(power, alpha)
    return ConfusionStudy(
        test=find_test(test, paired=True, outcome="corpus"),
        alternative=check_alternative(alternative),
        alpha=level,
        target=target,
        run=Run(
            check_count("replicates", replicates),
            root_seed(rng),
            check_count("workers", workers),
        ),
        resamples=check_resamples(resamples, level),
    )


def items_of(who: str, n: Any, difference: Any, solve: str | None) -> int | None:
    """Return n, unless it is looked for; refuse what is both given and asked."""
    check_known(who, n, difference, solve, own=True)
    return None if n is None else check_count("n", n)


def truth_of(
    who: str, along: Along, difference: Any, solve: str | None, *, claimed: bool = False
) -> float:
    """Return the true difference asked for; that of the tables by default."""
    given = along.given
    if along.truth != along.truth:
        a, b = given.scores()
        raise ParameterError(
            who, f"tables in which {given.metric.name} is defined", f"A {a:g}, B {b:g}"
        )
    truth = along.truth
    if difference is not None:
        truth = Settings.difference(difference)
        along(truth)  # refuses what cannot be
    if solve == "n" and abs(truth) < SMALLEST and not claimed:
        raise ParameterError(option("solve", "n"), "a true difference", "none")
    return truth

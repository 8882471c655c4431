"""Scores of Inspect as numbers: letters, truth values, numbers, and dictionaries of them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from claimwise.core import DataError
from claimwise.data.logs.fields import MISSING, kind_of, no_such_metric, plain
from claimwise.data.logs.inspect_samples import Sample

# Correct, incorrect, partly correct, no answer.
LETTERS = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0}
ALIASES = ("accuracy", "mean")  # what Inspect calls the average of a scorer's values


@dataclass(frozen=True, slots=True)
class Metric:
    """A scorer, or one entry of a scorer whose values are dictionaries."""

    name: str
    scorer: str
    entry: str | None = None

    def value(self, sample: Sample) -> Any:
        """Return what this metric says about a sample; MISSING if it says nothing."""
        value = sample.values.get(self.scorer, MISSING)
        if self.entry is None or kind_of(value) == "missing":
            return value
        return value.get(self.entry, MISSING) if isinstance(value, dict) else MISSING


def metrics_of(samples: Iterable[Sample], declared: Iterable[str]) -> dict[str, Metric]:
    """Return all metrics, those of the header first."""
    entries: dict[str, dict[str, None]] = {}
    for sample in samples:
        for scorer, value in sample.values.items():
            found = entries.setdefault(scorer, {})
            if isinstance(value, dict):
                found.update(dict.fromkeys(map(plain, value)))
    order = [s for s in dict.fromkeys(declared) if s in entries or not entries]
    metrics: dict[str, Metric] = {}
    for scorer in dict.fromkeys([*order, *entries]):
        for entry in entries.get(scorer) or [None]:
            name = scorer if entry is None else f"{scorer}/{entry}"
            metrics[name] = Metric(name, scorer, entry)
    return metrics


def kind(value: Any) -> str:
    """Say what kind of value it is; the four letters count as scores."""
    if isinstance(value, str) and value in LETTERS:
        return "score"
    found = kind_of(value)
    if found in ("pair", "vector"):
        return "vector" if value else "missing"  # nothing in it: not scored
    return found


def number(value: Any) -> float:
    """Return a score as a number; NaN for what is none."""
    if isinstance(value, str):
        return LETTERS.get(value, math.nan)
    return float(value) if kind_of(value) == "score" else math.nan


def choose(who: str, metrics: dict[str, Metric], asked: str | None) -> dict[str, Metric]:
    """Return the metrics to read, under the names that they were asked by."""
    if asked is None:
        return metrics
    if asked in metrics:
        return {asked: metrics[asked]}
    of_scorer = [metric for metric in metrics.values() if metric.scorer == asked]
    if len(of_scorer) == 1:
        return {asked: of_scorer[0]}
    if asked in ALIASES and len(metrics) == 1:
        return {asked: next(iter(metrics.values()))}
    raise no_such_metric(who, asked, metrics)


def check_kinds(who: str, metric: Metric, samples: Iterable[Sample]) -> str:
    """Return the one kind of a metric's values: score or vector; refuse anything else."""
    first: dict[str, Sample] = {}
    for sample in samples:
        whole = sample.values.get(metric.scorer, MISSING)
        if metric.entry is not None and not isinstance(whole, dict) and kind(whole) != "missing":
            raise DataError(
                who,
                f"the same entries in each value of the scorer {metric.scorer}",
                f"{str(whole)[:40]!r} in sample {sample.item} of epoch {sample.epoch}",
            )
        value = metric.value(sample)
        found = kind(value)
        first.setdefault(found, sample)
        if found in ("text", "infinite"):
            raise DataError(
                who,
                f"numbers, truth values or the letters C, I, P, N as values of {metric.name}",
                f"{str(value)[:40]!r} in sample {sample.item} of epoch {sample.epoch}",
                "Choose another metric, if there is one.",
            )
    if {"score", "vector"} <= first.keys():
        raise DataError(
            who,
            f"values of one kind for {metric.name}",
            f"one value in sample {first['score'].item} and several in sample "
            f"{first['vector'].item}",
        )
    return "vector" if "vector" in first else "score"

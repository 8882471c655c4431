"""Statistics of HELM: one record's metrics, what they are called, which way is better."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from claimwise.core import DataError
from claimwise.data.logs.fields import at, kind_of, label, name, plain

# Metrics whose mean says how often, or how far, an answer is right: higher is better.
_RIGHT = ("exact_match", "f1_score", "rouge_", "bleu_", "math_equiv", "code_eval_acc", "accuracy")
_BOOKKEEPING = ("num_", "finish_reason_", "training_", "batch_size", "prompt_truncated")
_FLAGS = ("name", "robustness", "fairness", "computed_on", "seed")


@dataclass(frozen=True, slots=True)
class Stat:
    """One statistic of one instance; its mean is NaN if it counts nothing."""

    name: str
    split: str | None
    mean: float


@dataclass(frozen=True, slots=True)
class Perturbation:
    """What was done to an instance: nothing, or something with a name and settings."""

    name: str | None = None
    suffix: str = ""  # what it adds to the label of an item


def stats_of(record: Mapping[str, Any], who: str, place: str) -> Iterator[Stat]:
    """Yield the statistics of a record."""
    stats = record.get("stats")
    if not isinstance(stats, list):
        raise DataError(who, "a list of stats in each record", f"none in {place}")
    for stat in stats:
        called = name(at(stat, "name.name"))
        if called is None:
            raise DataError(who, "a name for each statistic", f"none in {place}")
        yield Stat(called, name(at(stat, "name.split")), _mean(stat, called, who, place))


def perturbation_of(record: Mapping[str, Any]) -> Perturbation:
    """Return what was done to an instance.

    >>> perturbation_of({"perturbation": {"name": "typos", "robustness": True, "prob": 0.1}}).suffix
    ' [typos, prob=0.1]'
    """
    found = record.get("perturbation")
    if not isinstance(found, dict):
        return Perturbation() if found is None else Perturbation("unknown", " [unknown]")
    called = name(found.get("name")) or "unknown"
    settings = [f"{plain(k)}={label(v)}" for k, v in sorted(found.items()) if k not in _FLAGS]
    return Perturbation(called, f" [{', '.join([called, *settings])}]")


def is_right(metric: str) -> bool:
    """Say whether a metric tells how right the answers are."""
    return any(part in metric for part in _RIGHT)


def is_bookkeeping(metric: str) -> bool:
    """Say whether a metric merely counts tokens, seconds and the like."""
    return metric.startswith(_BOOKKEEPING) or metric.endswith("_runtime")


def direction(metric: str) -> str | None:
    """Say which way is better, where it is well known."""
    return "higher" if is_right(metric) else None


def ordered(metrics: Iterable[str]) -> list[str]:
    """Return the metrics: those of rightness first, bookkeeping last.

    >>> ordered(["num_bytes", "logprob", "exact_match"])
    ['exact_match', 'logprob', 'num_bytes']
    """
    return sorted(metrics, key=lambda m: 0 if is_right(m) else 2 if is_bookkeeping(m) else 1)


def _mean(stat: Any, called: str, who: str, place: str) -> float:
    count, total = at(stat, "count"), at(stat, "sum")
    kinds = kind_of(count), kind_of(total)
    if kinds[0] == "score" and count == 0:
        return math.nan
    if kinds == ("score", "score") and count > 0:
        mean = float(total) / float(count)
        if math.isfinite(mean):
            return mean
    if kinds[1] == "missing" and kinds[0] in ("score", "missing"):
        return math.nan
    raise DataError(who, f"a count and a sum for {called}", f"neither, or no numbers, in {place}")

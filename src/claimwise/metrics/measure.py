"""From outputs to a corpus: the statistics of every item of every system under a metric."""

from __future__ import annotations

from typing import Any

import numpy as np

from claimwise.core import ClaimwiseError, DataError, ParameterError, option
from claimwise.data.outputs import Outputs
from claimwise.kernels.arrays import Floats, Ints
from claimwise.metrics.base import GOLDLESS, Metric, checked_stats
from claimwise.metrics.corpus import Corpus, ItemCorpus, SumCorpus
from claimwise.metrics.items import BadItem
from claimwise.run.progress import track

PARTS = 7  # sums with which a score is tried
REPEATED = 8  # items are counted, not listed, where each is there so often on average


def measure(metric: Metric, outputs: Outputs) -> Corpus:
    """Return systems under a metric, ready to be swapped, resampled and scored.

    Parameters
    ----------
    metric : Metric
        From `find_metric`.
    outputs : Outputs
        Outputs of systems on the same items, with what the metric compares them to.

    Examples
    --------
    >>> from claimwise.metrics import find_metric
    >>> outputs = Outputs(gold=("a", "b", "b"), predicted={"old": ("a", "a", "b")})
    >>> measure(find_metric("accuracy"), outputs).scores().round(3).tolist()
    [0.667]
    """
    gold: Any = outputs.gold
    if metric.takes == "responses":
        raise DataError(
            f"metric {metric.name}",
            "several answers to each item, of gold and of the systems",
            "one output of each system",
            "Compare with " + option("gold", "NAME") + ".",
        )
    if gold is None and metric.takes not in GOLDLESS:
        raise DataError(f"metric {metric.name}", "references or gold labels", "none in these data")
    try:
        metric = metric.bound(gold, outputs.predicted)
    except BadItem as bad:
        raise bad.told(metric.name, outputs.name(bad.place)) from bad
    if not metric.sums:
        return _items(metric, outputs)
    if metric.takes == "label" and outputs.cluster is None:
        return _types(metric, outputs)
    stats = _stats(metric, outputs)
    if outputs.cluster is None:
        return SumCorpus(metric, outputs.systems, stats, outputs.n)
    codes = np.unique(outputs.cluster, return_inverse=True)[1]
    summed = np.zeros((len(stats), int(codes.max()) + 1, stats.shape[2]))
    for system, rows in enumerate(stats):
        np.add.at(summed[system], codes, rows)
    return SumCorpus(metric, outputs.systems, summed, outputs.n, clusters=summed.shape[1])


def _stats(metric: Metric, outputs: Outputs) -> Floats:
    """Return the statistics of all systems: (systems, items, k)."""
    gold: Any = outputs.gold
    found = []
    label = f"{metric.name}: statistics of each system"
    systems = list(outputs.predicted.items())
    for system, predicted in track(systems, total=len(systems), label=label, show=None):
        try:
            made = predicted if metric.prepare is None else metric.prepare(predicted)
            values = metric.item_stats(gold, made)  # type: ignore[misc]
        except BadItem as bad:
            raise bad.told(metric.name, outputs.name(bad.place), system) from bad
        except ClaimwiseError:
            raise
        except Exception as error:  # of somebody's own functions, told as what it is
            raise _broken(
                metric, f"item_stats that takes the outputs of {system}", error
            ) from error
        found.append(checked_stats(metric, values, len(predicted)))
    stats = np.stack(found)
    _check_score(metric, stats)
    return stats


def _broken(metric: Metric, needs: str, error: Exception) -> ParameterError:
    told = f"{type(error).__name__}: {error}"
    return ParameterError(f"metric {metric.name}", needs, told)


def _check_score(metric: Metric, stats: Floats) -> None:
    """Refuse a score that is not made for many sums at once: they stand on the last axis."""
    systems, items, k = stats.shape
    some = np.random.default_rng(0).random((PARTS, items)) < 0.5  # sums over parts of the items
    totals = np.einsum("pi,sik->psk", some | (items < PARTS), stats)
    try:
        with np.errstate(all="ignore"):
            found = np.asarray(metric.score(totals), dtype=np.float64)  # type: ignore[misc]
            rows = totals.reshape(-1, k)
            alone = [float(np.asarray(metric.score(row))) for row in rows]  # type: ignore[misc]
    except Exception as error:
        raise _broken(metric, "score(totals) that takes sums (..., k)", error) from error
    same = found.shape == (PARTS, systems) and np.allclose(found.ravel(), alone, equal_nan=True)
    if not same:
        raise ParameterError(
            f"metric {metric.name}",
            f"score(totals) to return a score for each of {PARTS} by {systems} rows of sums",
            f"shape {found.shape}" if found.shape != (PARTS, systems) else "others than alone",
            "Sums stand on the last axis: totals[..., 0].",
        )


def _types(metric: Metric, outputs: Outputs) -> SumCorpus:
    """Return the corpus of labels: items with equal labels are one type, and counted."""
    columns = [outputs.gold, *outputs.predicted.values()]
    code = np.zeros(outputs.n, np.int64)
    for column in columns:
        labels, codes = np.unique(np.asarray(column, dtype=str), return_inverse=True)
        code = np.unique(code * len(labels) + codes, return_inverse=True)[1].astype(np.int64)
    _, first, counts = np.unique(code, return_index=True, return_counts=True)
    kept = [tuple(column[i] for i in first) for column in columns]  # type: ignore[index]
    types = Outputs(gold=kept[0], predicted=dict(zip(outputs.systems, kept[1:], strict=True)))
    stats = _stats(metric, types)
    if len(counts) * REPEATED > outputs.n:
        return SumCorpus(metric, outputs.systems, stats[:, code], outputs.n)
    return SumCorpus(metric, outputs.systems, stats, outputs.n, counts.astype(np.int64))


def _items(metric: Metric, outputs: Outputs) -> ItemCorpus:
    predicted = np.stack([_numbers(metric, name, outputs) for name in outputs.systems])
    if metric.prepare is not None:
        predicted = np.stack([np.asarray(metric.prepare(row), np.float64) for row in predicted])
    gold = _column(metric, "gold values", outputs.gold, outputs)
    _check_score_items(metric, gold, predicted)
    cluster: Ints | None = None
    if outputs.cluster is not None:
        cluster = np.unique(outputs.cluster, return_inverse=True)[1].astype(np.int64)
    return ItemCorpus(metric, outputs.systems, gold, predicted, outputs.n, cluster)


def _check_score_items(metric: Metric, gold: Floats, predicted: Floats) -> None:
    """Refuse a score that does not keep rows of items apart."""
    rows = np.concatenate([predicted, predicted[:1]])
    try:
        with np.errstate(all="ignore"):
            both = np.asarray(metric.score_items(np.broadcast_to(gold, rows.shape), rows))  # type: ignore[misc]
            alone = [float(metric.score_items(gold, row)) for row in rows]  # type: ignore[misc]
    except Exception as error:
        needs = "score_items(gold, predicted) that takes rows of items (..., n)"
        raise _broken(metric, needs, error) from error
    if both.shape != (len(rows),) or not np.allclose(both, alone, equal_nan=True):
        raise ParameterError(
            f"metric {metric.name}",
            f"score_items to return one score for each of {len(rows)} rows of items",
            f"shape {both.shape}" if both.shape != (len(rows),) else "other scores than alone",
            "Items stand on the last axis: reduce over axis=-1.",
        )


def _numbers(metric: Metric, system: str, outputs: Outputs) -> Floats:
    return _column(metric, f"outputs of {system}", outputs.predicted[system], outputs)


def _column(metric: Metric, what: str, values: Any, outputs: Outputs) -> Floats:
    """Return a column of numbers, or say where there is none."""
    found = np.empty(len(values))
    for i, value in enumerate(values):
        text = value[0] if isinstance(value, tuple) and len(value) == 1 else value
        try:
            found[i] = float(text)
        except (TypeError, ValueError):
            found[i] = np.nan
        if not np.isfinite(found[i]):
            raise DataError(
                f"metric {metric.name}",
                f"finite numbers as {what}",
                f"{text!r} at {outputs.name(i)}",
            )
    return found

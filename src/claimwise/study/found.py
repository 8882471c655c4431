"""What data hold, counted in the words of the declaration, to be laid beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from claimwise.core import ClaimwiseError, DataError
from claimwise.study.declaration import Comparison, Study

Span = tuple[int, int]  # fewest and most


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What there is for one comparison.

    `counts` are named as in [data]; a number that varies from item to item has two ends.
    `missing` is the share of the items (of ratings: rows) that cannot be used. `more` says what
    is there that a declaration would have to name: a word for it, and a sentence.
    """

    systems: tuple[str, ...]
    counts: Mapping[str, Span] = field(default_factory=dict)
    missing: float = 0.0
    unit: str = "items"  # what n counts
    more: Mapping[str, str] = field(default_factory=dict)


def one(count: int) -> Span:
    """Return a number that does not vary."""
    return count, count


def paired_scores(study: Study, comparison: Comparison, data: Sequence[Any]) -> Found:
    """Look at scores of systems on the same items."""
    from claimwise.data import Pairs, Totals, align

    if len(data) == 1 and isinstance(data[0], Pairs):
        return _pairs(data[0])
    scores = read_scores(study, comparison, data)
    if isinstance(scores, Totals):
        raise DataError(
            "a study of the same items",
            "scores item by item",
            "totals alone",
            "Totals are assessed by a study of the kind proportions.",
        )
    systems = scores.system.used()
    more = _undeclared(study, scores, comparison)
    if not {comparison.a, comparison.b} <= set(systems):
        return Found(systems=systems, more=more)
    pairs = align(scores, comparison.a, comparison.b)
    audit = pairs.audit
    if audit is None:
        return Found(systems=systems, counts={"n": one(pairs.n)}, more=more)
    items = audit.items_a + audit.items_b - audit.matched
    low = min(audit.runs_a[0], audit.runs_b[0])
    counts = {"n": one(items), "runs": (low, max(audit.runs_a[1], audit.runs_b[1]))}
    if scores.cluster is not None and study.cluster:
        counts["clusters"] = one(len(scores.cluster.used()))
    return Found(systems=systems, counts=counts, missing=1 - audit.used / items, more=more)


def separate_scores(study: Study, comparison: Comparison, data: Sequence[Any]) -> Found:
    """Look at scores of systems on items of their own, or at totals."""
    import numpy as np

    from claimwise.data import Totals
    from claimwise.data.matrix import matrix

    scores = read_scores(study, comparison, data)
    pair = (comparison.a, comparison.b)
    if isinstance(scores, Totals):
        systems = tuple(dict.fromkeys(scores.system))
        sizes = [int(scores.n[np.array(scores.system) == name].sum()) for name in pair]
        more = _several(study, scores.dataset)
        return Found(systems=systems, counts={"n": (min(sizes), max(sizes))}, more=more)
    systems = scores.system.used()
    if not set(pair) <= set(systems):
        return Found(systems=systems)
    own = [matrix(scores, (name,)) for name in pair]
    sizes = [len(one.values) for one in own]
    runs = np.concatenate([one.runs[~np.isnan(one.values)] for one in own])
    missing = 1 - len(runs) / sum(sizes)
    counts = {"n": (min(sizes), max(sizes))}
    if len(runs):
        counts["runs"] = (int(runs.min()), int(runs.max()))
    more = _undeclared(study, scores, comparison) | _shared_items(*own)
    return Found(systems=systems, counts=counts, missing=missing, more=more)


def metric_there(study: Study, comparison: Comparison, data: Sequence[Any]) -> str | None:
    """Return the metric to read: the declared one; None if it is the kind's own, and not named.

    A table of right and wrong need not say that these make an accuracy.
    """
    from claimwise.data import Scores, read
    from claimwise.kinds import find_kind

    name = comparison.metric
    if name is None or name != find_kind(study.kind).metric:
        return name
    if len(data) == 1 and isinstance(data[0], Scores):
        return name if data[0].metric is not None and name in data[0].metric.used() else None
    try:
        read(*data, metric=name, columns=study.data.get("columns"))
    except ClaimwiseError:
        return None
    return name


def read_scores(study: Study, comparison: Comparison, data: Sequence[Any]) -> Any:
    """Read scores or totals as the declaration says."""
    from claimwise.data import Scores, Totals, read
    from claimwise.data.select import select, select_totals

    dataset = study.data.get("dataset")
    if len(data) == 1 and isinstance(data[0], Scores):
        named = metric_there(study, comparison, data) if data[0].metric is not None else None
        return select(data[0], metric=named, dataset=dataset)
    if len(data) == 1 and isinstance(data[0], Totals):
        return select_totals(data[0], dataset)
    clusters = {"cluster": study.cluster} if study.cluster else {}
    columns = {**(study.data.get("columns") or {}), **clusters}
    metric = metric_there(study, comparison, data)
    return read(*data, metric=metric, dataset=dataset, columns=columns)


def outputs(study: Study, comparison: Comparison, data: Sequence[Any], takes: str) -> Found:
    """Look at what systems said, with references or gold labels."""
    from claimwise.data import Outputs, read_outputs

    files = [one for one in data if isinstance(one, str | Path) and Path(one).suffix == ".txt"]
    if files and takes == "text" and study.data.get("references") is None:
        raise DataError(
            f"{files[0]} is a text, line by line, and needs references.",
            "Write data.references, the file of references.",
        )
    if len(data) == 1 and isinstance(data[0], Outputs):
        found = data[0]
    else:
        references = study.data.get("references")
        found = read_outputs(
            *data,
            references=None if references is None else study.beside(references),
            cluster=study.cluster,
            takes=takes,
            only=(comparison.a, comparison.b),
            metric=(comparison.metric or "").split(":")[0] or None,
            columns=study.data.get("columns"),
            dataset=study.data.get("dataset"),
        )
    counts = {"n": one(found.n)}
    more = {}
    if found.cluster is not None and 1 < found.clusters < found.n:
        if study.cluster:
            counts["clusters"] = one(found.clusters)
        elif study.data.get("cluster") is None:
            more["cluster"] = _clusters_there(found.clusters)
    return Found(systems=tuple(found.systems), counts=counts, more=more)


def _pairs(pairs: Any) -> Found:
    return Found(systems=pairs.names, counts={"n": one(pairs.n)})


def _undeclared(study: Study, scores: Any, comparison: Comparison) -> dict[str, str]:
    """Say what the scores have, or are, that the declaration does not say."""
    import numpy as np

    more = _other_metric(comparison, scores) | _other_direction(comparison, scores)
    if scores.cluster is not None and study.data.get("cluster") is None:
        groups = len(scores.cluster.used())
        if 1 < groups < len(np.unique(scores.item.codes)):
            more["cluster"] = _clusters_there(groups)
    return more | _several(study, () if scores.dataset is None else scores.dataset.used())


def _several(study: Study, named: Sequence[str]) -> dict[str, str]:
    """Say so if there are several data sets of which the declaration knows nothing."""
    several = len(set(named))
    if several < 2 or study.data.get("dataset"):
        return {}
    return {
        "dataset": f"The data hold {several} data sets, and none was declared: the claim is "
        "assessed on all of their items together."
    }


def _shared_items(a: Any, b: Any) -> dict[str, str]:
    """Say so if systems that were to have items of their own have items of the same names."""
    shared = len(set(_names(a)) & set(_names(b)))
    if not shared:
        return {}
    return {
        "paired": f"{shared:,} items have the same names under both systems, and items of their "
        "own were declared: the declared test ignores which belong together."
    }


def _names(matrix: Any) -> list[tuple[str, ...]]:
    columns = [column for column in (matrix.dataset, matrix.item) if column is not None]
    return list(zip(*columns, strict=True))


def _other_metric(comparison: Comparison, scores: Any) -> dict[str, str]:
    """Say so if the data call their scores by another name than the declaration does."""
    named = () if scores.metric is None else scores.metric.used()
    if comparison.metric is None or not named or comparison.metric in named:
        return {}
    listed = ", ".join(named)
    return {"metric": f"The data call their scores {listed}; {comparison.metric} was declared."}


def _other_direction(comparison: Comparison, scores: Any) -> dict[str, str]:
    """Say so if the data, or the name of their metric, say otherwise which scores are better."""
    from claimwise.assess.direction import direction_in

    way, meant = direction_in(scores), comparison.better or "higher"
    if way.by not in ("file", "name") or way.better == meant:
        return {}
    named = "was declared" if comparison.better else "is meant, as nothing else was declared"
    return {"better": f"The data say that {way.better} scores are better; {meant} {named}."}


def guessed_direction(study: Study, data: Sequence[Any]) -> str | None:
    """Return what the graded scores of a claim are called whose direction nobody declared or knows.

    None where there is no such claim. Only means of graded scores have no direction of their own.
    """
    from claimwise.assess.direction import direction_in
    from claimwise.data import Scores
    from claimwise.kinds import find_kind

    for comparison in study.comparisons if find_kind(study.kind).graded else ():
        if comparison.better is None:
            scores = read_scores(study, comparison, data)
            way = direction_in(scores) if isinstance(scores, Scores) else None
            if way is not None and (way.guessed or way.better == "lower"):
                return way.name or "the name of the scores"
    return None


def _clusters_there(groups: int) -> str:
    return (
        f"The data name {groups:,} clusters of items, and none were declared: the declared test "
        "takes the items as independent, and finds too much if those of a cluster are alike."
    )

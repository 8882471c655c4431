"""Is a row of the table a total or a mean of the others? It is no item of its own."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError, Note, caution, dropped, option
from claimwise.core.missing import listed
from claimwise.data.scores import Scores, Totals

_WORDS = (
    *("total", "totals", "overall", "average", "avg", "mean", "all", "sum"),
    *("grand total", "macro average", "micro average", "weighted average", "macro avg"),
    *("micro avg", "weighted avg", "macro-average", "micro-average", "macro_average"),
    *("micro_average", "macro_avg", "micro_avg", "avg.", "mean score", "average score"),
)
SUMMARIES = frozenset(
    spelled for word in _WORDS for spelled in (word, word.upper(), word.title(), word.capitalize())
)
FEWEST = 3  # other items from which a mean of them is known as one
LIKE_MEANS = 0.0051  # how far a mean that was rounded may lie from the mean


def without_summaries(scores: Scores) -> Scores:
    """Leave out items that are called like a total and are the sum or mean of all others.

    One that is called so, but is neither, may be an item: it stays, and that is said.
    """
    called = SUMMARIES.intersection(scores.item.labels)
    if not called or len(scores.item.labels) < FEWEST + len(called):
        return scores
    codes = [i for i, label in enumerate(scores.item.labels) if label in called]
    odd = np.isin(scores.item.codes, codes)
    if not odd.any():
        return scores
    groups = _groups(scores)
    confirmed: list[tuple[int, str]] = []
    open_ones: list[tuple[int, str]] = []
    for code in codes:
        rows = np.flatnonzero(scores.item.codes == code)
        if len(rows):
            name = scores.item.labels[code]
            (confirmed if _sums_up(scores, rows, groups, odd) else open_ones).append((code, name))
    notes: list[Note] = list(scores.notes)
    if open_ones:
        names = listed([name for _, name in open_ones])
        notes.append(
            caution(
                f"{names} counts as an item like others: leave its rows out if it sums them up."
            )
        )
    if not confirmed:
        return replace(scores, notes=tuple(notes))
    names = listed([name for _, name in confirmed])
    notes.append(dropped(f"{names} is the sum or the mean of the other items, and left out."))
    kept = np.flatnonzero(~np.isin(scores.item.codes, [code for code, _ in confirmed]))
    return replace(scores.take(kept), notes=tuple(notes))


def _groups(scores: Scores) -> NDArray[np.int64]:
    """Return a number for each row: the same where system, metric, data set and run are."""
    group = np.zeros(len(scores), np.int64)
    for column in (scores.system, scores.metric, scores.dataset, scores.run, scores.rater):
        if column is not None:
            both = group * (len(column.labels) + 1) + column.codes + 1
            group = np.unique(both, return_inverse=True)[1].astype(np.int64)
    return group


def _sums_up(
    scores: Scores, rows: NDArray[np.int64], groups: NDArray[np.int64], odd: NDArray[np.bool_]
) -> bool:
    """Whether each of these rows is the sum or the mean of the items of its group."""
    there = ~odd & ~np.isnan(scores.score)
    size = int(groups.max()) + 1
    count = np.bincount(groups[there], minlength=size)[groups[rows]]
    total = np.bincount(groups[there], scores.score[there], size)[groups[rows]]
    values = scores.score[rows]
    if (count < FEWEST).any() or np.isnan(values).any():
        return False
    mean = total / count
    sums = np.isclose(values, total, rtol=1e-6, atol=1e-9)
    rounded = LIKE_MEANS * np.maximum(1, np.abs(mean))
    means = (np.abs(values - mean) <= rounded) | (np.abs(values / 100 - mean) <= rounded)
    return bool(sums.all() or means.all())


def refuse_summaries(totals: Totals) -> None:
    """Refuse a data set that is called like a total of the others: its items would count twice."""
    known = tuple(dict.fromkeys(totals.dataset))
    odd = [name for name in known if name in SUMMARIES]
    others = [name for name in known if name not in odd]
    if not odd or len(others) < 2:
        return
    raise DataError(
        f"{listed(odd)} is called like a total of the other data sets, whose items would count "
        "twice.",
        "Leave its rows out, or choose: " + option("dataset", others) + ".",
    )

"""Many systems over many data sets: mean ranks, Friedman's test, Nemenyi's difference."""

from __future__ import annotations

import numpy as np

from claimwise.assess.question import Question
from claimwise.core import Note, Row, dropped, meaning
from claimwise.data import ItemMatrix
from claimwise.kernels.friedman import critical_difference, friedman, mean_ranks, nemenyi

FEWEST = 3


def rank_over_datasets(
    table: ItemMatrix, question: Question, systems: tuple[str, ...]
) -> tuple[list[Row], list[Note]]:
    """Rank the systems on each data set and ask whether the mean ranks differ."""
    if table.dataset is None:
        return [], []
    codes, names = table.dataset.codes, table.dataset.labels
    used = [i for i in range(len(names)) if (codes == i).any()]
    if len(used) < FEWEST:
        said = f"Friedman's test needs at least {FEWEST} data sets; found {len(used)}."
        return [], [dropped(said)]
    means = np.array([table.values[codes == i].mean(axis=0) for i in used])
    means = question.claim.up * means
    ranks, _ = mean_ranks(means)
    statistic, p = friedman(means)
    m, k = means.shape
    rows = [
        Row(quantity="friedman", estimate=statistic, n=m, pvalue=None if p != p else p),
        Row(
            quantity="nemenyi_difference",
            estimate=critical_difference(k, m, question.claim.alpha),
            n=m,
        ),
    ]
    rows += [
        Row(quantity="mean_rank", at={"system": name}, estimate=float(ranks[i]), n=m)
        for i, name in enumerate(systems)
    ]
    pairs = nemenyi(means)
    for i in range(k):
        for j in range(i + 1, k):
            at = {"b": systems[j], "a": systems[i]}
            gap = float(ranks[i] - ranks[j])  # positive: the second system ranks better
            p = float(pairs[i, j])
            rows.append(Row(quantity="nemenyi", at=at, estimate=gap, n=m, pvalue=p))
    note = meaning(
        f"Friedman and Nemenyi rank {k} systems on {m} data sets (1 is best); they ask about data "
        "sets, not about items."
    )
    return rows, [note]

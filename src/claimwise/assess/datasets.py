"""Many systems over many data sets: mean ranks, Friedman's test, Nemenyi's difference."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from claimwise.assess.question import Question
from claimwise.assess.which_pairs import MOST_SYSTEMS
from claimwise.core import Note, Row, dropped, meaning
from claimwise.data import ItemMatrix
from claimwise.kernels.friedman import critical_difference, friedman, mean_ranks, nemenyi

FEWEST = 3


def rank_over_datasets(
    table: ItemMatrix,
    question: Question,
    systems: tuple[str, ...],
    compared: Sequence[tuple[str, str]],
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
    place = {name: i for i, name in enumerate(systems)}
    listed = list(combinations(systems, 2) if k <= MOST_SYSTEMS else compared)
    for (a, b), p in zip(
        listed, nemenyi(means, [(place[a], place[b]) for a, b in listed]).tolist(), strict=True
    ):
        gap = float(ranks[place[a]] - ranks[place[b]])  # positive: the second system ranks better
        rows.append(Row(quantity="nemenyi", at={"b": b, "a": a}, estimate=gap, n=m, pvalue=p))
    note = meaning(
        f"Friedman and Nemenyi rank {k} systems on {m} data sets (1 is best); they ask about data "
        "sets, not about items."
    )
    return rows, [note]

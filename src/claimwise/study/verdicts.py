"""Who won, judgement by judgement, read from a column of winners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from claimwise.core import DataError, did_you_mean
from claimwise.data.scores import Coded
from claimwise.data.winners import PLACES, TIES, read_judged
from claimwise.kernels.arrays import Ints
from claimwise.study.declaration import Comparison

WHO = "study assess"


@dataclass(frozen=True, slots=True, eq=False)
class Winners:
    """Judgements of two systems: -1 for A, 0 a tie, 1 for B; and whose, and of what."""

    outcome: Ints
    systems: tuple[str, ...]  # all that the file names
    lost: int  # rows of this pair without a winner
    rater: Coded | None
    item: Coded | None
    digest: str | None

    @property
    def wins(self) -> int:
        """Judgements for B."""
        return int((self.outcome == 1).sum())

    @property
    def losses(self) -> int:
        """Judgements for A."""
        return int((self.outcome == -1).sum())


def read_winners(
    data: Sequence[Any], comparison: Comparison, columns: Mapping[str, str]
) -> Winners:
    """Read the judgements of one comparison; those of other pairs are left out."""
    if len(data) != 1:
        raise DataError(WHO, "one file of judgements", f"{len(data)}")
    pair = (comparison.a, comparison.b)
    judged = read_judged(data[0], columns, levels=pair)
    won, kept = judged.winner, judged.between(*pair)
    systems = judged.systems()
    outcome = _outcomes(won, kept, pair, judged.column)
    used = kept & (won.codes >= 0)
    rows = np.flatnonzero(used)
    rater, item = (judged.of(role, rows) for role in ("rater", "item"))
    alone = judged.sides is None and len(systems) < 2
    return Winners(
        outcome[rows],
        tuple(dict.fromkeys([*systems, *(pair if alone else ())])),
        int((kept & ~used).sum()),
        rater,
        item,
        judged.fields.digest,
    )


def _outcomes(won: Coded, kept: Any, pair: tuple[str, str], column: str) -> Ints:
    """Return the outcome of each row; refuse winners that are neither of the two nor a tie."""
    place = {pair[0]: -1, pair[1]: 1}
    codes = np.zeros(len(won.labels) + 1, np.int64)
    for i, label in enumerate(won.labels):
        if label in place:
            codes[i] = place[label]
        elif label.strip().lower() not in TIES and np.any(kept & (won.codes == i)):
            where = label.strip().lower() in PLACES
            remedy = (
                "Write the systems' names there."
                if where
                else did_you_mean(label, pair)
                or "Of several pairs, name the columns of both systems: "
                'columns = {first = "model_a", second = "model_b"}.'
            )
            raise DataError(
                column, f"{pair[0]}, {pair[1]} or a tie as winners", repr(label), remedy
            )
    return codes[won.codes]

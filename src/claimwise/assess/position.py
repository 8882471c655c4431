"""Does the place at which a system is shown decide who wins?"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from claimwise.core import Note, caution, inferred
from claimwise.data.winners import Judged

ALPHA = 0.05
FEWEST = 10  # decided judgements of each order


def position_notes(judged: Judged, rows: NDArray[Any], a: str, b: str) -> list[Note]:
    """Say how often the one shown first wins, and what uneven places do to the difference.

    Of judgements with a winner, where A comes first in a share f of them and wins a share p of
    those and q of the others, A wins fp + (1 - f)q; with even places (p + q) / 2. The difference
    of wins and losses moves by twice what lies between.
    """
    if judged.first is None:
        return []
    chosen = np.flatnonzero(rows)
    winner, first = judged.winner.take(chosen), judged.first.take(chosen)
    won = np.array([{a: 1, b: 0}.get(name, -1) for name in winner])
    led = np.array([{a: 1, b: 0}.get(name, -1) for name in first])
    there = (won >= 0) & (led >= 0)
    counts = [int((there & (led == place)).sum()) for place in (1, 0)]
    if min(counts) < FEWEST:
        if sum(counts) < FEWEST:
            return []
        name = a if counts[0] > counts[1] else b
        said = f"{name} was shown first in {max(counts):,} of {sum(counts):,} decided judgements"
        return [caution(f"{said}: whether the place decides cannot be told from the system.")]
    p, q = (float(won[there & (led == place)].mean()) for place in (1, 0))
    n = sum(counts)
    wins_of_first = counts[0] * p + counts[1] * (1 - q)
    said = f"The one shown first wins {wins_of_first:,.0f} of {n:,} decided judgements"
    uneven = counts[0] / n - 0.5
    moved = 2 * uneven * (p - q) * n / int(np.count_nonzero(rows))  # ties move nothing
    together = won[there].mean()
    error = sqrt(together * (1 - together) * (1 / counts[0] + 1 / counts[1]))
    sure = error > 0 and 2 * ndtr(-abs(p - q) / error) <= ALPHA
    if not sure or abs(moved) < 0.01:
        return [inferred(f"{said}; {a} is shown first in {counts[0]:,}.")]
    ahead = b if moved < 0 else a
    return [
        caution(
            f"{said}, and {a} is shown first in {counts[0]:,}: about {100 * abs(moved):.1f} points "
            f"of the difference, in favour of {ahead}, come from the place alone."
        )
    ]

"""The SQuAD 2.0 leaderboard of Card et al. (2020): 144 models, and how pairs of them disagree.

Appendix D takes each submission in turn against the best before it. A submission becomes the best
if it gained on the development set with at least 80% power there, and gains significantly on the
test set. Disagreements on test items are private: those of development items stand in for them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from claimwise import PairCounts, PairedAccuracy, exact_power, find_test
from papers.authors import Line, Table
from papers.base import Effort

DEV, TEST = 11_873, 8_862  # items
ADEQUATE, ALPHA = 0.8, 0.05  # power, level
MODELS, PAIRS = "models.tsv", "pairs_dev.tsv"
SYSTEMS = 144
SCORES = Table(MODELS, ("date", "dev_em", "test_em"), SYSTEMS, "\t")
COUNTED = ("i", "j", "dev_delta", "dev_disagree")
COUNTS = Table(PAIRS, COUNTED, SYSTEMS * (SYSTEMS - 1) // 2, "\t")
MCNEMAR = "mcnemar-exact"  # what the authors' notebook simulates with, and tests by


@dataclass(frozen=True, slots=True, eq=False)
class Leaderboard:
    """Accuracies (exact match) by order of submission; what pairs gain and where they disagree."""

    days: NDArray[np.float64]  # of submission, since the first
    dev: NDArray[np.float64]
    test: NDArray[np.float64]
    first: NDArray[np.int64]
    second: NDArray[np.int64]
    gained: NDArray[np.int64]  # development items: second minus first
    disagree: NDArray[np.int64]  # development items

    def of_pair(self) -> dict[tuple[int, int], tuple[int, int]]:
        """Return gains and disagreements by the pair."""
        pairs = zip(self.first.tolist(), self.second.tolist(), strict=True)
        counts = zip(self.gained.tolist(), self.disagree.tolist(), strict=True)
        return dict(zip(pairs, counts, strict=True))


@dataclass(frozen=True, slots=True)
class Step:
    """A submission against the best before it."""

    best: int
    new: int
    power: float
    pvalue: float
    better_dev: bool
    better_test: bool

    @property
    def powered(self) -> bool:
        """Whether it gained on development items, with enough power."""
        return self.better_dev and self.power >= ADEQUATE

    @property
    def result(self) -> str:
        """What the test set shows."""
        if self.pvalue > ALPHA:
            return "no significant difference"
        return "significantly better" if self.better_test else "significantly worse"

    @property
    def new_best(self) -> bool:
        """Whether it is the best from now on."""
        return self.powered and self.result == "significantly better"


def leaderboard(effort: Effort) -> Leaderboard:
    """Read the authors' files."""
    return _read(effort.file(MODELS), effort.file(PAIRS))


@cache
def _read(models: Path, pairs: Path) -> Leaderboard:
    scores, counts = SCORES.lines(models), COUNTS.lines(pairs)
    dates = [_date(row) for row in scores]
    seen: set[tuple[int, int]] = set()
    lows = (0, 0, -DEV, 0)
    highs = (SYSTEMS - 1, SYSTEMS - 1, DEV, DEV)
    first, second, gained, disagree = (
        np.array([row.whole(name, low, high) for row in counts])
        for name, low, high in zip(COUNTED, lows, highs, strict=True)
    )
    for row, i, j in zip(counts, first.tolist(), second.tolist(), strict=True):
        if i >= j or (i, j) in seen:
            row.refuse("j", f"each system after {i} once")
        seen.add((i, j))
    return Leaderboard(
        days=np.array([(date - dates[0]).total_seconds() / 86_400 for date in dates]),
        dev=np.array([row.number("dev_em") for row in scores]) / 100,
        test=np.array([row.number("test_em") for row in scores]) / 100,
        first=first,
        second=second,
        gained=gained,
        disagree=disagree,
    )


def _date(row: Line) -> datetime:
    """Return when a system was submitted."""
    try:
        return datetime.fromisoformat(row["date"])
    except ValueError:
        row.refuse("date", "a date such as 2018-05-30 19:24:15")


@cache
def steps(board: Leaderboard, items: int) -> list[Step]:
    """Return all submissions after the first, with the power that so many items have."""
    pairs, best, found = board.of_pair(), 0, []
    for new in range(1, len(board.test)):
        gained, disagree = pairs[best, new]
        # Halves of odd counts are dropped, as the notebook does.
        wins, losses = disagree // 2 + gained // 2, disagree // 2 - gained // 2
        step = Step(
            best,
            new,
            _power(wins, losses, items),
            _pvalue(board, best, new, disagree),
            bool(board.dev[new] > board.dev[best]),
            bool(board.test[new] > board.test[best]),
        )
        found.append(step)
        if step.new_best:
            best = new
    return found


def improvements(board: Leaderboard) -> dict[str, NDArray[np.float64]]:
    """Return the submissions that became the best, as past comparisons of test accuracies.

    The agreement is that on development items.
    """
    pairs, new = board.of_pair(), [step for step in steps(board, DEV) if step.new_best]
    baseline = np.array([board.test[step.best] for step in new])
    return {
        "baseline": baseline,
        "difference": np.array([board.test[step.new] for step in new]) - baseline,
        "agreement": np.array([1 - pairs[step.best, step.new][1] / DEV for step in new]),
    }


def _power(wins: int, losses: int, items: int) -> float:
    """Return how often a study of so many items finds the gain; none where there is no gain."""
    if wins <= losses:
        return 0.0
    world = PairedAccuracy((wins - losses) / DEV, 1 - (wins + losses) / DEV)
    return exact_power(world, MCNEMAR, items).power


def _pvalue(board: Leaderboard, best: int, new: int, disagree: int) -> float:
    gain = round(TEST * board.test[new]) - round(TEST * board.test[best])
    half = round(disagree * TEST / DEV) // 2
    wins, losses = half + gain // 2, half - gain // 2
    counts = PairCounts.of([max(wins, 0)], [max(losses, 0)], TEST)
    return float(find_test(MCNEMAR).evaluate(counts, "two-sided")[0])

"""Do small studies report larger gains? Kendall's tau, and the mean gain, with intervals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isnan, nan
from typing import Literal

import numpy as np

from claimwise.core import (
    Note,
    Row,
    assumed,
    block_rng,
    caution,
    counted,
    dropped,
    meaning,
)
from claimwise.kernels.arrays import Floats, Ints
from claimwise.kernels.kendall import PairSums
from claimwise.kernels.ranks import midranks
from claimwise.surveys.table import Comparisons

STREAM = 140
FEWEST_UNITS = 3  # comparisons, or papers, below which there is nothing to say
FEW_UNITS = 10
EXACT = 33  # comparisons without ties up to which the p-value of tau is exact
SAME = 1e-9
DIGITS = 12  # of tau: a perfect order is 1, not 0.9999999999999999
TAU = "Kendall's tau"
MOST = 3000  # papers, or comparisons without papers, that are drawn anew
CELLS = 1 << 20  # of the table of resamples, at a time


@dataclass(frozen=True, slots=True)
class Units:
    """What is drawn anew: papers where the table names them, else comparisons."""

    group: Ints
    count: int
    papers: bool

    @property
    def words(self) -> str:
        """What is drawn anew, in words."""
        return "papers" if self.papers else "comparisons"


def units_of(found: Comparisons) -> tuple[Units, Ints]:
    """Return what is drawn anew, and the comparisons in an order that is not the table's."""
    at = found.at
    papers = found.papers or [""] * len(found.n)
    gains = found.difference
    keys = [(papers[i], int(found.n[i]), float(gains[i])) for i in at]
    order = at[sorted(range(len(at)), key=keys.__getitem__)]
    if found.papers is None:
        return Units(np.arange(len(order)), len(order), False), order
    named = np.array([papers[i] for i in order])
    # In this order those of one paper stand together; one without a paper stands for itself.
    fresh = np.append(True, (named[1:] != named[:-1]) | (named[1:] == ""))
    group = np.cumsum(fresh) - 1
    return Units(group.astype(np.int64), int(group[-1]) + 1, True), order


def funnel_rows(
    found: Comparisons, units: Units, order: Ints, *, level: float, resamples: int, seed: int
) -> tuple[list[Row], list[Note]]:
    """Return the mean gain, its spread, and its rank correlation with the size of the study."""
    n, gain = found.n[order].astype(np.float64), found.difference[order]
    count = len(order)
    tau, pvalue, notes = _tau(n, gain)
    taus, means = np.array([]), np.array([])
    if FEWEST_UNITS <= units.count <= MOST:
        pairs = None if np.isnan(tau) else PairSums.of(n, midranks(gain)[0], units.group)
        means, taus = _resampled(units, gain, pairs, resamples, seed)
    drawn = {"the mean difference": means, TAU: taus}
    notes += _heed(units, resamples, drawn)
    varies = np.ptp(gain) > SAME
    spread = float(gain.std(ddof=1)) if varies else 0.0 if count > 1 else nan
    rows = [
        _row("mean_difference", float(gain.mean()), count, means, level),
        Row(quantity="sd_difference", estimate=spread, n=count),
        Row(quantity="median_n", estimate=float(np.median(n)), n=count),
        _row("kendall_tau", tau, count, taus, level, pvalue),
    ]
    return rows, notes


def course_of(tau: Row, *, comparisons: int, papers: int | None, alpha: float) -> str | None:
    """Return whether differences "rise" or "fall" with size, or why not: "open", "few papers".

    The p-value takes comparisons as independent, which those of one paper are not, so that it is
    too small rather than too large. Both it and the interval, over papers where these have several
    comparisons, have to exclude chance.
    """
    estimate, low, high = (round(x, DIGITS) for x in (tau.estimate, tau.low, tau.high))
    if isnan(estimate):
        return None
    away = low > 0 < estimate or high < 0 > estimate
    significant = tau.pvalue is None or tau.pvalue <= alpha
    if papers is not None and papers < comparisons:
        # Papers that lean either way by chance all lean the same way this often.
        if 2.0 ** (1 - papers) > alpha:
            return "few papers"
        decided = significant and away and round((tau.level or 0.0) - (1 - alpha), DIGITS) >= 0
    else:
        decided = significant and tau.pvalue is not None and (away or isnan(low))
    return ("rise" if estimate > 0 else "fall") if decided else "open"


def _tau(n: Floats, gain: Floats) -> tuple[float, float | None, list[Note]]:
    """Return Kendall's tau-b of gain and size with its p-value; equal gains are tied."""
    from scipy import stats

    if len(n) < FEWEST_UNITS:
        said = f"Kendall's tau needs {FEWEST_UNITS} comparisons; found {len(n)}."
        return nan, None, [meaning(said)]
    ranks, ties = midranks(gain)
    if np.ptp(n) == 0 or np.ptp(ranks) == 0:
        same = "have the same n" if np.ptp(n) == 0 else "report the same difference"
        return nan, None, [meaning(f"Kendall's tau is not defined: all comparisons {same}.")]
    tied = bool(ties) or len(np.unique(n)) < len(n)
    method: Literal["exact", "asymptotic"] = (
        "exact" if len(n) <= EXACT and not tied else "asymptotic"
    )
    test = stats.kendalltau(n, ranks, method=method)
    how = f"{method}, with ties allowed for" if tied else method
    notes = [
        assumed(
            f"The p-value of Kendall's tau is {how}, and takes the comparisons as independent of "
            "each other, which those of one paper are not."
        ),
        meaning(
            "A negative tau is what selective publication makes, and also what smaller "
            "gains on tasks with larger test sets make: it does not tell one from the other."
        ),
    ]
    return float(test.statistic), float(min(1.0, test.pvalue)), notes


def _resampled(
    units: Units, gain: Floats, pairs: PairSums | None, resamples: int, seed: int
) -> tuple[Floats, Floats]:
    """Return mean gain and tau of each resample; no tau where there are no pairs."""
    sums = np.bincount(units.group, gain)
    sizes = np.bincount(units.group).astype(np.float64)
    means, taus = [], []
    for times in _times(units.count, resamples, seed):
        means.append((times @ sums) / (times @ sizes))
        taus.append(np.array([]) if pairs is None else pairs.tau_b(times))
    return np.concatenate(means), np.concatenate(taus)


def _times(units: int, resamples: int, seed: int) -> Iterator[Floats]:
    """Yield how often each unit is in each resample, some resamples at a time."""
    rng = block_rng(seed, STREAM, 0)
    most = max(1, CELLS // units)
    for start in range(0, resamples, most):
        size = min(most, resamples - start)
        yield rng.multinomial(units, np.full(units, 1 / units), size=size).astype(np.float64)


def _row(
    name: str, value: float, n: int, draws: Floats, level: float, pvalue: float | None = None
) -> Row:
    known = draws[~np.isnan(draws)]
    if np.isnan(value) or not _varies(known):
        return Row(quantity=name, estimate=value, n=n, pvalue=pvalue)
    low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2])
    return Row(
        quantity=name,
        estimate=value,
        low=float(low),
        high=float(high),
        level=level,
        kind="confidence",
        pvalue=pvalue,
        n=n,
    )


def _varies(draws: Floats) -> bool:
    """Whether resamples differ; where they do not, an interval of no width would seem certain."""
    return bool(len(draws) and np.ptp(draws) > SAME)


def _heed(units: Units, resamples: int, drawn: Mapping[str, Floats]) -> list[Note]:
    """Say what the intervals rest on, and where there are none."""
    if units.count < FEWEST_UNITS:
        return [dropped(f"Intervals need {FEWEST_UNITS} {units.words}; found {units.count}.")]
    if units.count > MOST:
        return [dropped(f"Intervals are left out for more than {MOST:,} {units.words}.")]
    known = {name: draws[~np.isnan(draws)] for name, draws in drawn.items() if len(draws)}
    given = [name for name, draws in known.items() if _varies(draws)]
    notes = _resting_on(units, resamples, given) if given else []
    notes += [
        dropped(
            f"{name[0].upper()}{name[1:]} is the same in all resamples, so that they give no "
            "interval."
        )
        for name, draws in known.items()
        if len(draws) and name not in given
    ]
    lost = int(np.isnan(drawn[TAU]).sum())
    if lost:
        said = f"In {counted(lost, 'resample')} Kendall's tau is not defined, and left out."
        notes.append(dropped(said))
    return notes


def _resting_on(units: Units, resamples: int, given: Sequence[str]) -> list[Note]:
    """Say what the intervals that there are rest on."""
    said = (
        f"Intervals of {' and '.join(given)} are percentiles of {resamples:,} resamples of "
        f"{units.count:,} {units.words}."
    )
    notes = [meaning(said)]
    if units.count < FEW_UNITS:
        said = f"Intervals from {units.count} {units.words} are too short more often than said."
        notes.append(caution(said))
    if not units.papers:
        said = (
            "Comparisons of one paper are not independent of each other: with a column paper the "
            "intervals are over papers."
        )
        notes.append(assumed(said))
    return notes

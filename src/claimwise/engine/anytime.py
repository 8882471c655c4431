"""When would a confidence sequence exclude zero? By simulated studies, item after item."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from claimwise.core import At, ParameterError, Row, option
from claimwise.engine.monte_carlo import LEVEL, NORMAL, ratio_row, share_row
from claimwise.engine.simulate import Run, beside, gathered
from claimwise.kernels import confidence_sequence as kernel
from claimwise.kernels.arrays import Floats
from claimwise.worlds import PairedAccuracy, PairedScores, Preference, Proportions
from claimwise.worlds.base import World
from claimwise.worlds.pilot import ResampledPilot

VALUES = 2_000_000  # items of all studies of a block together
LARGEST = 1_000_000  # items of one study
DIFFERENCE, WIN_RATE, ASYMPTOTIC = "difference", "win rate", "asymptotic"
START, TUNED = 100, 500  # of the asymptotic sequence, where nothing else was said


@dataclass(frozen=True, slots=True)
class Sequence:
    """Which confidence sequence, at which alpha; the last two are of the asymptotic one."""

    kind: str
    alpha: float
    alternative: str
    start: int = START
    tuned: float = TUNED

    def evidence(self, d: Floats) -> tuple[Floats, np.typing.NDArray[np.int64]]:
        """Return the largest log e-value against no difference, and where 1/alpha was reached."""
        side = {"alternative": self.alternative}
        if self.kind == DIFFERENCE:
            return kernel.bounded_evidence(d, 0.0, self.alpha, low=-1.0, high=1.0, **side)
        if self.kind == WIN_RATE:
            return kernel.win_rate_evidence(d, 0.5, self.alpha, **side)
        return kernel.asymptotic_evidence(
            d, 0.0, self.alpha, start=self.start, tuned=self.tuned, **side
        )


def sequences_for(world: World) -> tuple[str, ...]:
    """Return the sequences that fit what a world draws, the usual one first."""
    if isinstance(world, Preference):
        return WIN_RATE, DIFFERENCE
    if isinstance(world, PairedAccuracy):
        return DIFFERENCE, WIN_RATE
    if isinstance(world, Proportions):
        return (DIFFERENCE,)
    if isinstance(world, PairedScores) and world.cluster_size == 1:
        return (ASYMPTOTIC,)
    if isinstance(world, ResampledPilot) and world.by_item:
        return (DIFFERENCE, WIN_RATE) if world.outcome == "binary" else (ASYMPTOTIC,)
    raise ParameterError(
        "a confidence sequence",
        "independent items with a difference each",
        f"a world of kind {type(world).__name__}",
        "Use " + option("spending", "obrien-fleming") + " or pocock, with looks.",
    )


def item_differences(world: World, n: int, rng: np.random.Generator, size: int) -> Floats:
    """Return what each item adds, B minus A, one study in each row.

    Of systems on different items, the first of one is set beside the first of the other.
    """
    if isinstance(world, PairedAccuracy | Preference):
        at = rng.random((size, n))
        return np.asarray((at < world.win).astype(np.float64) - (at >= 1 - world.lose))
    if isinstance(world, Proportions):
        b = rng.random((size, n)) < world.candidate
        return np.asarray(b.astype(np.float64) - (rng.random((size, n)) < world.baseline))
    if isinstance(world, PairedScores):
        return world.draw(n, rng, size).d
    if isinstance(world, ResampledPilot):
        return world.differences(n, rng, size)
    sequences_for(world)
    raise AssertionError(f"{type(world).__name__} has a sequence but no items")


def simulate_anytime(world: World, sequence: Sequence, n: int, run: Run, stream: int = 0) -> Floats:
    """Return, for each study, after how many items zero is excluded, and the estimate there.

    NaN where n items did not suffice.
    """
    if n > LARGEST:
        raise ParameterError(
            "a simulated confidence sequence", f"at most {LARGEST:,} items", f"{n:,}"
        )
    return gathered(
        partial(_block, world, sequence, n),
        np.empty((2, 0)),
        run,
        add=beside,
        stream=stream,
        block=int(np.clip(VALUES // n, 10, 1000)),
        label="simulating confidence sequences",
        tell=lambda found: share_row(
            "zero excluded in", int((~np.isnan(found[0])).sum()), found.shape[1], n
        ),
    )


def _block(world: World, sequence: Sequence, n: int, rng: np.random.Generator, size: int) -> Floats:
    d = item_differences(world, n, rng, size)
    first = sequence.evidence(d)[1]
    at = np.where(first >= 0, first, 0)
    mean = np.take_along_axis(np.cumsum(d, axis=1), at[:, None], axis=1)[:, 0] / (at + 1)
    found = first >= 0
    return np.stack([np.where(found, at + 1.0, np.nan), np.where(found, mean, np.nan)])


def anytime_rows(effect: Floats, null: Floats, truth: float, n: int, at: At) -> list[Row]:
    """Return what was found in studies with an effect, and in studies without one."""
    estimates = effect[1][~np.isnan(effect[1])]
    studies, rejected = effect.shape[1], len(estimates)
    above = int((estimates > 0).sum())
    right = above if truth > 0 else rejected - above
    sizes = np.abs(estimates)
    known = truth != 0
    return [
        share_row("power", right, studies if known else 0, n, at=at),
        share_row("alpha", int((~np.isnan(null[0])).sum()), null.shape[1], n, at=at),
        ratio_row(
            "type_m", float(sizes.sum()), float((sizes**2).sum()), rejected, abs(truth), n, at
        ),
        share_row("type_s", rejected - right, rejected if known else 0, n, at=at),
        *(
            _mean_row("expected_n", np.where(np.isnan(ends), n, ends), n, {"truth": truth, **at})
            for truth, ends in (("effect", effect[0]), ("no effect", null[0]))
        ),
        _median_row("median_n", effect[0], n, at),
        share_row("never", studies - rejected, studies, n, at=at),
    ]


def _mean_row(quantity: str, values: Floats, n: int, at: At) -> Row:
    """Return a mean over studies with its normal Monte Carlo interval."""
    mean = float(values.mean())
    reach = NORMAL * float(values.std()) / np.sqrt(len(values))
    low, high = mean - float(reach), mean + float(reach)
    return Row(
        quantity=quantity,
        at=at,
        estimate=mean,
        low=low,
        high=high,
        level=LEVEL,
        kind="monte carlo",
        n=n,
    )


def _median_row(quantity: str, stops: Floats, n: int, at: At) -> Row:
    """Return the median of the items at which studies stop, those that never do included.

    Its interval is that of order statistics; undefined where half of the studies or more never
    stop.
    """
    ordered = np.sort(np.where(np.isnan(stops), np.inf, stops))
    studies = len(ordered)
    reach = NORMAL * np.sqrt(studies) / 2
    places = [studies / 2 - reach, (studies - 1) / 2, studies / 2 + reach]
    low, middle, high = (ordered[int(np.clip(round(p), 0, studies - 1))] for p in places)
    if not np.isfinite(middle):
        return Row(quantity=quantity, at=at, estimate=float("nan"), n=n)
    high = float(high) if np.isfinite(high) else float("inf")
    return Row(
        quantity=quantity,
        at=at,
        estimate=float(middle),
        low=float(low),
        high=high,
        level=LEVEL,
        kind="monte carlo",
        n=n,
    )

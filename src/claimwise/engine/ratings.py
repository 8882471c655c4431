"""Power of rating studies by simulation: many analyses, many effects, the same random numbers.

Raters, items and noise are drawn once for a study; every effect is added to the same draw, and
every analysis sees the same ratings. So curves are smooth, and analyses are compared in pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from claimwise.core import At, FitError, ParameterError, Row, block_rng, check_count, check_number
from claimwise.designs import Assignment
from claimwise.engine.monte_carlo import LEVEL, ratio_row, share_row
from claimwise.engine.simulate import Run, gathered
from claimwise.kernels import binomial_interval
from claimwise.kernels.arrays import Floats, Ints
from claimwise.power.analyses import analysis
from claimwise.power.rating_tests import Study
from claimwise.run.threads import one_thread
from claimwise.worlds.ratings import RatingWorld

BLOCK = 50
STUDIES, FIRST = 0, 1  # streams of random numbers
TRIES = 40  # to draw a first study that has every category
LEAST = 200  # studies before a run may stop early


@dataclass(slots=True)
class Count:
    """What many studies left behind, for one effect and one analysis."""

    done: int = 0
    failed: int = 0
    rejected: int = 0
    above: int = 0
    below: int = 0
    boundary: int = 0
    sizes: float = 0.0  # sum of |estimate| over rejections
    squares: float = 0.0

    def __add__(self, other: Count) -> Count:
        """Return both counts in one."""
        return Count(
            *(getattr(self, name) + getattr(other, name) for name in Count.__dataclass_fields__)
        )

    def right(self, effect: float) -> int:
        """Return how many found the effect, with its sign; anything found where there is none."""
        return self.rejected if effect == 0 else self.above if effect > 0 else self.below

    def interval(self, effect: float) -> tuple[float, float]:
        """Return the Monte Carlo interval of the share that found it."""
        if not self.done:
            return 0.0, 1.0
        low, high = binomial_interval.clopper_pearson(self.right(effect), self.done, LEVEL)
        return float(low), float(high)


Cell = tuple[float, str]  # effect and analysis
Counts = dict[Cell, Count]


@dataclass(frozen=True, slots=True, eq=False)
class RatingStudy:
    """What is simulated: a world, a design, and how the ratings are analysed."""

    world: RatingWorld
    design: Assignment
    tests: tuple[str, ...]
    alpha: float = 0.05
    correlated: bool = True

    def simulate(
        self,
        effects: Sequence[float],
        *,
        replicates: int,
        seed: int,
        stream: int = STUDIES,
        workers: int = 1,
        precision: float | None = None,
        progress: bool | None = None,
    ) -> Counts:
        """Count what each analysis finds, for each effect.

        With `precision` the run stops once every Monte Carlo interval reaches no farther than
        that from its middle. The answer does not depend on the number of workers.
        """
        replicates = check_count("replicates", replicates)
        if precision is not None and not check_number("precision", precision) > 0:
            raise ParameterError("precision", "a number above 0", f"{precision:g}")
        effects = tuple(dict.fromkeys(effects))
        first = self.first(seed, effects[len(effects) // 2])
        narrow = partial(_narrow, precision=precision)
        nothing: Counts = {(e, t): Count() for e in effects for t in self.tests}
        return gathered(
            partial(_block, self, effects, first),
            nothing,
            Run(replicates, seed, workers),
            add=lambda total, more: {cell: count + more[cell] for cell, count in total.items()},
            enough=narrow,
            stream=stream,
            block=BLOCK,
            label=f"simulating {self.design.n:,} ratings",
            progress=progress,
            tell=partial(_so_far, n=self.design.n),
        )

    def first(self, seed: int, effect: float) -> Floats | Ints:
        """Return a study to begin searches from: the first that has every category.

        Analyses of numbers do without: of a hundred points some are hardly ever given.
        """
        world = self.world.at(effect)
        every = any(analysis(name, world.outcome).scale == "latent" for name in self.tests)
        for attempt in range(TRIES):
            rng = block_rng(seed, FIRST, attempt)
            found: Floats | Ints = world.draw(self.design, rng, 1)[0]
            given = len(np.unique(found))
            if (
                world.outcome == "linear"
                or given == world.scale_points()
                or (given > 1 and not every)
            ):
                return found
        raise FitError(
            f"None of {TRIES} simulated studies of {self.design.n:,} ratings has a rating in every "
            "category. Take more ratings, or a scale with fewer points."
        )


def _so_far(total: Counts, n: int) -> Row:
    """Return what the first analysis finds of the effect in the middle."""
    effects = list(dict.fromkeys(effect for effect, _ in total))
    effect = effects[len(effects) // 2]
    test = next(iter(total))[1]
    count, what = total[effect, test], "power" if effect else "alpha"
    name = f"{what} of {test}" + (f" at {effect:.3g}" if len(effects) > 1 else "")
    return share_row(name, count.right(effect), count.done, n)


def _narrow(total: Counts, precision: float | None) -> bool:
    if precision is None or min(count.done + count.failed for count in total.values()) < LEAST:
        return False
    ends = [count.interval(effect) for (effect, _), count in total.items()]
    return all(high - low <= 2 * precision for low, high in ends)


def _block(
    study: RatingStudy,
    effects: tuple[float, ...],
    first: Floats | Ints,
    rng: np.random.Generator,
    size: int,
) -> Counts:
    """Simulate some studies and analyse them for each effect."""
    prepared = Study(study.design, study.world, first, study.correlated)
    with one_thread():
        tests = [analysis(name, study.world.outcome) for name in study.tests]
        runs = [(test, test.prepare(prepared)) for test in tests]
        scatter = study.world.scatter(study.design, rng, size)
        x = study.world.x(study.design)
        found: Counts = {}
        for effect in effects:
            ratings = study.world.rated(scatter + effect * x)
            numbers = study.world.numbers(ratings)
            for test, run in runs:
                seen = ratings if test.scale == "latent" else numbers
                found[effect, test.name] = _counted(*run(seen), study.alpha)
    return found


def _counted(pvalue: Floats, estimate: Floats, boundary: np.ndarray, alpha: float) -> Count:
    defined = np.isfinite(pvalue)
    found = defined & (pvalue <= alpha * (1 + 1e-12))
    sizes = np.abs(estimate[found])
    return Count(
        done=int(defined.sum()),
        failed=int((~defined).sum()),
        rejected=int(found.sum()),
        above=int((found & (estimate > 0)).sum()),
        below=int((found & (estimate < 0)).sum()),
        boundary=int((defined & boundary).sum()),
        sizes=float(sizes.sum()),
        squares=float((sizes**2).sum()),
    )


def inflation(parts: Sequence[Count], sign: float) -> float:
    """Return by how much findings vary more over parts than those of independent studies do.

    The parts are studies of different worlds; of one part nothing is known, and 1 returned.
    """
    done = np.array([part.done for part in parts], np.float64)
    found = np.array([part.right(sign) for part in parts], np.float64)
    if len(parts) < 2 or not done.min():
        return 1.0
    share = found.sum() / done.sum()
    single = share * (1 - share) / done.sum()
    between = ((found / done - share) ** 2).sum() / (len(parts) - 1) / len(parts)
    return max(1.0, float(between / single)) if single > 0 else 1.0


def count_rows(
    at: At,
    count: Count,
    null: Count,
    truth: float,
    sign: float,
    n: int,
    spread: tuple[float, float] = (1.0, 1.0),
) -> list[Row]:
    """Return the rows of one analysis.

    `truth` is the effect in the units of its estimate, NaN if that is not known, and `sign` its
    sign, 0 if there is no effect in these units; `spread` is the inflation of power and alpha.
    """
    wrong = count.below if sign > 0 else count.above
    some = count.done if sign else 0
    found = count.rejected if sign else 0
    shares = {
        "boundary": _of(count.boundary, count.done),
        "failed": _of(count.failed, count.failed + count.done),
        "failed_null": _of(null.failed, null.failed + null.done),
        "studies": float(count.done + count.failed),
    }
    return [
        share_row("power", count.right(sign), some, n, at=at, inflation=spread[0]),
        share_row("alpha", null.rejected, null.done, n, at=at, inflation=spread[1]),
        ratio_row("type_m", count.sizes, count.squares, found, abs(truth), n, at),
        share_row("type_s", wrong, found, n, at=at),
        *(Row(quantity=name, at=at, estimate=value, n=n) for name, value in shares.items()),
    ]


def _of(part: int, whole: int) -> float:
    return part / whole if whole else float("nan")

"""Power by simulation: any world, any test (Card et al. 2020, figure 2).

Draw a study from the world, decide it, keep the verdict and the observed effect; repeat.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from claimwise.core import (
    At,
    ParameterError,
    Result,
    Row,
    check_alpha,
    check_alternative,
    check_count,
    provenance,
    root_seed,
)
from claimwise.engine.monte_carlo import ratio_row, share_row, so_far
from claimwise.htest import Test, find_test
from claimwise.htest.base import Rejects
from claimwise.kernels.tails import significant
from claimwise.power.claims import RESAMPLES
from claimwise.run import Failures, attempt
from claimwise.worlds.base import World

PValues = Callable[[Any], NDArray[np.float64]]
# Takes studies and a seed; 1 rejected, 0 not, NaN undefined.
Decide = Callable[[Any, int], NDArray[np.float64]]
BLOCK = 1000
EFFECT, NO_EFFECT = 0, 1  # streams of the studies with an effect, and of those without one
T = TypeVar("T")


class UndecidedError(ParameterError):
    """Not one of the simulated studies could be decided."""


class Run(NamedTuple):
    """How many studies to simulate, from which seed, by how many workers."""

    replicates: int
    seed: int
    workers: int = 1


def gathered(
    task: Callable[[np.random.Generator, int], Any],
    total: T,
    run: Run,
    *,
    add: Callable[[T, Any], T] = operator.add,
    tell: Callable[[T], Row | str] = lambda total: "",
    enough: Callable[[T], bool] = lambda total: False,
    **how: Any,
) -> T:
    """Simulate in blocks, and add up what each leaves behind: the one loop over studies.

    Parameters
    ----------
    task : callable
        Takes a block's generator and its number of studies.
    total
        What is there before the first block.
    run : Run
        How many studies in all.
    add : callable
        Puts the total and a block together.
    tell : callable
        The row, or the words, that are shown while it goes on.
    enough : callable
        Whether to stop early.
    how
        Of `claimwise.run.map_blocks`: stream, block, label, progress.
    """

    def words() -> str:
        said = tell(total)
        return so_far(said) if isinstance(said, Row) else said

    count, seed, workers = run
    from claimwise.run import map_blocks

    blocks: Iterator[Any] = map_blocks(task, count, seed=seed, workers=workers, tell=words, **how)
    for found in blocks:
        total = add(total, found)
        if enough(total):
            break
    return total


def listed(total: list[T], found: T) -> list[T]:
    """Return a list with one more: for blocks that are kept as they are."""
    return [*total, found]


def beside(total: NDArray[np.float64], found: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the studies of both, along the last axis."""
    return np.concatenate([total, found], axis=-1)


@dataclass(slots=True)
class Tally:
    """What a block of simulated studies leaves behind."""

    done: int = 0
    rejected: int = 0
    above: int = 0
    below: int = 0
    sizes: float = 0.0  # sum of |effect| over rejections
    squares: float = 0.0  # sum of its squares
    failures: Failures = field(default_factory=Failures)

    def __add__(self, other: Tally) -> Tally:
        """Return both tallies in one."""
        return Tally(
            self.done + other.done,
            self.rejected + other.rejected,
            self.above + other.above,
            self.below + other.below,
            self.sizes + other.sizes,
            self.squares + other.squares,
            Failures(self.failures + other.failures),
        )

    def right(self, truth: float) -> int:
        """Return how many rejected with the sign of the true effect."""
        return self.above if truth > 0 else self.below

    def row(self, quantity: str, n: int, at: At | None = None) -> Row:
        """Return the share of studies that rejected."""
        return share_row(quantity, self.rejected, self.done, n, at=at)


def simulate_power(
    world: World,
    test: Test | str | PValues,
    n: int,
    *,
    alpha: float = 0.05,
    alternative: str = "two-sided",
    replicates: int = 10_000,
    rng: int | np.random.Generator | None = None,
    workers: int = 1,
    progress: bool | None = None,
    resamples: int = RESAMPLES,
    block: int = BLOCK,
) -> Result:
    """Simulate studies and count what the test finds.

    Fit for any world and any test. Where the outcomes can be enumerated, `exact_power`
    gives the same without noise.

    Parameters
    ----------
    world : World
        Draws studies and knows the true effect.
    test : Test, str or callable
        A registered test or its name, or any function from a batch of studies to their
        p-values.
    n : int
        Items in each study.
    replicates : int, default 10000
        Simulated studies.
    rng : int or Generator, optional
        Seed, by default 0. The same one gives the same answer with any number of workers.
    workers : int, default 1
        Processes to use.
    resamples : int, default 1000
        Within each study, for tests by resampling.
    block : int, default 1000
        Studies that are drawn at once; another number is another set of random streams.

    Returns
    -------
    Result
        Rows `power`, `reject_any`, `type_m`, `type_s`, and `alpha` (rejections when there
        is no effect), each with its Monte Carlo interval. Studies that fail are left out,
        and counted in the notes by stage and message.
    """
    n = check_count("n", n)
    alpha, alternative = check_alpha(alpha), check_alternative(alternative)
    seed = root_seed(rng)
    test = find_test(test) if isinstance(test, str) else test
    tallies = [
        count_found(
            place,
            test,
            n,
            Run(check_count("replicates", replicates), seed, workers),
            alpha=alpha,
            alternative=alternative,
            stream=stream,
            progress=progress,
            resamples=resamples,
            block=block,
        )
        for stream, place in enumerate((world, world.null()))
    ]
    effect, null = tallies
    settings = {
        "n": n,
        "alpha": alpha,
        "alternative": alternative,
        "replicates": replicates,
        "difference": world.truth(),
        "by": "simulation",
    }
    notes = effect.failures.notes(replicates)
    notes += tuple(note.of("With no effect") for note in null.failures.notes(replicates))
    return Result(
        kind="plan",
        method=test.name if isinstance(test, Test) else getattr(test, "__name__", "test"),
        rows=tuple(found_rows(effect, null, world.truth(), n)),
        notes=notes,
        provenance=provenance(settings, seed=seed),
    )


def count_found(
    world: World,
    test: Test | PValues,
    n: int,
    run: Run,
    *,
    alpha: float,
    alternative: str,
    resamples: int = RESAMPLES,
    stream: int = EFFECT,
    **how: Any,
) -> Tally:
    """Simulate studies of one world and count what the test finds in them.

    The parameters are those of `simulate_power` and of `count_decided`; `stream` is `EFFECT` for
    the world with an effect, `NO_EFFECT` for the one without; searches take others.
    """
    decide: Decide
    if isinstance(test, Test) and test.region is not None:
        decide = partial(_by_region, test.region(n, alpha, alternative))
    elif isinstance(test, Test):
        decide = partial(_by_test, test, alternative, alpha, resamples)
    else:
        decide = partial(_by_pvalue, test, alpha)
    truth = 0.0 if stream == NO_EFFECT else world.truth()
    label = f"simulating studies with {'no' if stream == NO_EFFECT else 'an'} effect"
    tell = partial(_so_far, truth=truth, n=n)
    return count_decided(world, decide, n, run, tell=tell, label=label, stream=stream, **how)


def count_decided(
    world: World,
    decide: Decide,
    n: int,
    run: Run,
    *,
    block: int = BLOCK,
    **how: Any,
) -> Tally:
    """Simulate studies of one world, decide each, and count; refuse if none can be decided."""
    total = gathered(partial(block_tally, world, decide, n), Tally(), run, block=block, **how)
    if not total.done:
        (stage, message), _ = total.failures.most_common(1)[0]
        raise UndecidedError(
            f"None of {run.replicates:,} simulated studies gave a p-value: stage {stage!r}, "
            f"{message}"
        )
    return total


def _so_far(total: Tally, truth: float, n: int) -> Row:
    """Return power so far, or false positives where there is no effect."""
    if truth == 0:
        return total.row("alpha", n)
    return share_row("power", total.right(truth), total.done, n)


def _by_test(
    test: Test, alternative: str, alpha: float, resamples: int, studies: Any, seed: int
) -> NDArray[np.float64]:
    pvalue = partial(test.evaluate, alternative=alternative, seed=seed, resamples=resamples)
    return _by_pvalue(pvalue, alpha, studies, seed)


def _by_region(rejects: Rejects, studies: Any, seed: int) -> NDArray[np.float64]:
    return rejects(studies).astype(np.float64)


def _by_pvalue(pvalue: PValues, alpha: float, studies: Any, seed: int) -> NDArray[np.float64]:
    pvalues = np.asarray(pvalue(studies), dtype=np.float64)
    return np.where(np.isnan(pvalues), np.nan, significant(pvalues, alpha))


def block_tally(world: World, decide: Decide, n: int, rng: np.random.Generator, size: int) -> Tally:
    """Draw studies and count those that are decided; a task for `map_blocks`."""
    failures = Failures()
    studies = attempt(failures, "draw", lambda: world.draw(n, rng, size))
    if studies is None:  # one message stands for every study of the block
        return Tally(failures=Failures(dict.fromkeys(failures, size)))
    seed = int(rng.integers(2**32))  # after the studies, which do not depend on the test
    decided = attempt(failures, "test", lambda: decide(studies, seed))
    if decided is None:  # the batch was refused: find out which of its studies is to blame
        failures = Failures()
        decided = np.array([_single(failures, decide, studies, i, seed) for i in range(size)])
    elif decided.shape != (size,):
        raise ParameterError(
            "the test",
            f"to return one p-value for each of {size} studies",
            f"an array of shape {decided.shape}",
        )
    defined = ~np.isnan(decided)
    undefined = size - int(defined.sum()) - failures.total()
    if undefined:
        failures["test", "the p-value is not defined"] += undefined
    effects = studies.effect()
    found = defined & (decided > 0)
    sizes = np.abs(effects[found])
    return Tally(
        done=int(defined.sum()),
        rejected=int(found.sum()),
        above=int((found & (effects > 0)).sum()),
        below=int((found & (effects < 0)).sum()),
        sizes=float(sizes.sum()),
        squares=float((sizes**2).sum()),
        failures=failures,
    )


def _single(failures: Failures, decide: Decide, studies: Any, i: int, seed: int) -> float:
    decided = attempt(failures, "test", lambda: decide(studies[i : i + 1], seed))
    return float("nan") if decided is None else float(decided[0])


def found_rows(effect: Tally, null: Tally, truth: float, n: int) -> list[Row]:
    """Return the rows of studies with an effect, and of studies without one."""
    right, wrong = (effect.above, effect.below) if truth > 0 else (effect.below, effect.above)
    undefined = truth == 0  # then there is no right sign
    return [
        share_row("power", right, 0 if undefined else effect.done, n),
        share_row("reject_any", effect.rejected, effect.done, n),
        share_row("alpha", null.rejected, null.done, n),
        ratio_row("type_m", effect.sizes, effect.squares, effect.rejected, abs(truth), n),
        share_row("type_s", wrong, 0 if undefined else effect.rejected, n),
    ]

"""Power by simulation: any world, any test (Card et al. 2020, figure 2).

Draw a study from the world, test it, keep the p-value and the observed effect; repeat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.core import (
    ParameterError,
    Result,
    Row,
    check_alpha,
    check_alternative,
    check_count,
    root_seed,
    sentence,
)
from claimwise.htest import Test
from claimwise.htest.base import PValue
from claimwise.kernels import binomial_interval
from claimwise.kernels.tails import significant
from claimwise.run import Failures, attempt, map_blocks
from claimwise.worlds.base import World

Decide = Callable[[Any], NDArray[np.float64]]
BLOCK = 1000
LEVEL = 0.95


@dataclass(slots=True)
class Tally:
    """What a block of simulated studies leaves behind."""

    done: int = 0
    above: int = 0
    below: int = 0
    sizes: float = 0.0  # sum of |effect| over rejections
    squares: float = 0.0  # sum of its squares
    failures: Failures = field(default_factory=Failures)

    def __add__(self, other: Tally) -> Tally:
        """Return both tallies in one."""
        return Tally(
            self.done + other.done,
            self.above + other.above,
            self.below + other.below,
            self.sizes + other.sizes,
            self.squares + other.squares,
            Failures(self.failures + other.failures),
        )


def simulate_power(
    world: World,
    test: Test | Decide,
    n: int,
    *,
    alpha: float = 0.05,
    alternative: str = "two-sided",
    replicates: int = 10_000,
    rng: int | np.random.Generator | None = None,
    workers: int = 1,
    progress: bool | None = None,
) -> Result:
    """Simulate studies and count what the test finds.

    Fit for any world and any test. Where the outcomes can be enumerated, `exact_power`
    gives the same without noise.

    Parameters
    ----------
    world : World
        Draws studies and knows the true effect.
    test : Test or callable
        A registered test, or any function from a batch of studies to their p-values.
    n : int
        Items in each study.
    replicates : int, default 10000
        Simulated studies.
    rng : int or Generator, optional
        Seed. The same seed gives the same answer with any number of workers.
    workers : int, default 1
        Processes to use.

    Returns
    -------
    Result
        Rows `power`, `reject_any`, `type_m`, `type_s`, and `alpha` (rejections when there
        is no effect), each with its Monte Carlo interval.
    """
    n = check_count("n", n)
    alpha, alternative = check_alpha(alpha), check_alternative(alternative)
    seed = root_seed(rng)
    pvalue: Decide = partial(_of_test, test.pvalue, alternative) if isinstance(test, Test) else test
    tallies = []
    for stream, (label, place) in enumerate((("effect", world), ("no effect", world.null()))):
        blocks = map_blocks(
            partial(_block, place, pvalue, n, alpha),
            replicates,
            seed=seed,
            stream=stream,
            block=BLOCK,
            workers=workers,
            label=f"simulating studies with {label}",
            progress=progress,
        )
        tallies.append(_total(blocks, replicates))
    effect, null = tallies
    settings = {
        "n": n,
        "alpha": alpha,
        "alternative": alternative,
        "replicates": replicates,
        "difference": world.truth(),
        "by": "simulation",
    }
    return Result(
        method=test.name if isinstance(test, Test) else getattr(test, "__name__", "test"),
        rows=tuple(_rows(effect, null, world.truth(), n)),
        notes=effect.failures.notes(replicates) + null.failures.notes(replicates),
        provenance={"seed": seed, "settings": settings},
    )


def _of_test(pvalue: PValue, alternative: str, studies: Any) -> NDArray[np.float64]:
    return pvalue(studies, alternative)


def _total(blocks: Iterable[Tally], replicates: int) -> Tally:
    total = sum(blocks, Tally())
    if not total.done:
        (stage, message), _ = total.failures.most_common(1)[0]
        raise ParameterError(
            f"None of {replicates:,} simulated studies gave a p-value: stage {stage!r}, {message}"
        )
    return total


def _block(
    world: World, pvalue: Decide, n: int, alpha: float, rng: np.random.Generator, size: int
) -> Tally:
    failures = Failures()
    studies = attempt(failures, "draw", lambda: world.draw(n, rng, size))
    if studies is None:  # one message stands for every study of the block
        return Tally(failures=Failures(dict.fromkeys(failures, size)))
    pvalues = attempt(failures, "test", lambda: np.asarray(pvalue(studies), dtype=np.float64))
    if pvalues is None:  # the batch was refused: find out which of its studies is to blame
        failures = Failures()
        pvalues = np.array([_single(failures, pvalue, studies, i) for i in range(size)])
    elif pvalues.shape != (size,):
        raise ParameterError(
            sentence(
                "the test",
                f"to return one p-value for each of {size} studies",
                f"an array of shape {pvalues.shape}",
            )
        )
    undefined = int(np.isnan(pvalues).sum()) - failures.total()
    if undefined:
        failures["test", "the p-value is not defined"] += undefined
    effects = studies.effect()
    found = significant(pvalues, alpha)
    sizes = np.abs(effects[found])
    return Tally(
        done=int((~np.isnan(pvalues)).sum()),
        above=int((found & (effects > 0)).sum()),
        below=int((found & (effects < 0)).sum()),
        sizes=float(sizes.sum()),
        squares=float((sizes**2).sum()),
        failures=failures,
    )


def _single(failures: Failures, pvalue: Decide, studies: Any, i: int) -> float:
    value = attempt(failures, "test", lambda: np.asarray(pvalue(studies[i : i + 1])))
    return float("nan") if value is None else float(value[0])


def _rows(effect: Tally, null: Tally, truth: float, n: int) -> list[Row]:
    either = effect.above + effect.below
    right, wrong = (effect.above, effect.below) if truth > 0 else (effect.below, effect.above)
    rows = [_share("reject_any", either, effect.done, n)]
    if truth:
        rows.insert(0, _share("power", right, effect.done, n))
        rows.append(_ratio(effect, either, abs(truth), n))
        rows.append(_share("type_s", wrong, either, n))
    rows.append(_share("alpha", null.above + null.below, null.done, n))
    return rows


def _share(name: str, hits: int, of: int, n: int) -> Row:
    if not of:
        return Row(estimand=name, estimate=float("nan"), n=n)
    low, high = binomial_interval.clopper_pearson(hits, of, LEVEL)
    return Row(
        estimand=name,
        estimate=hits / of,
        low=float(low),
        high=float(high),
        level=LEVEL,
        kind="monte carlo",
        n=n,
    )


def _ratio(tally: Tally, of: int, truth: float, n: int) -> Row:
    """Mean size of significant effects over the true size, with a normal interval."""
    if of < 2:
        mean = tally.sizes / of / truth if of else float("nan")
        return Row(estimand="type_m", estimate=mean, n=n)
    mean = tally.sizes / of
    variance = max(0.0, tally.squares / of - mean**2) * of / (of - 1)
    reach = 1.959963984540054 * float(np.sqrt(variance / of))
    return Row(
        estimand="type_m",
        estimate=mean / truth,
        low=(mean - reach) / truth,
        high=(mean + reach) / truth,
        level=LEVEL,
        kind="monte carlo",
        n=n,
    )

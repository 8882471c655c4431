"""Resampling tests, side by side with SciPy's in the same run.

Every time is the best of several runs in this process; compiling is done before, and its
one-off cost is told. Seconds depend on the machine; ratios much less.
"""

from __future__ import annotations

import resource
import time
import tracemalloc
from collections.abc import Callable

import numpy as np
from scipy import stats

from claimwise.data import Differences, IndependentScores
from claimwise.htest import find_test

RNG = np.random.default_rng(20240118)
PERMUTATION = find_test("permutation")


def best(work: Callable[[], object], runs: int = 5) -> float:
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def line(what: str, seconds: float, note: str = "") -> None:
    print(f"{what:<66}{1000 * seconds:12.2f} ms   {note}".rstrip())


def first_use() -> None:
    """What the very first call costs: import of the compiler, and compiling or its cache."""
    start = time.perf_counter()
    PERMUTATION.evaluate(Differences.of(RNG.normal(size=50)), "two-sided")
    line("first random-sign test (import, compile or load)", time.perf_counter() - start)
    start = time.perf_counter()
    PERMUTATION.evaluate(Differences.of(np.arange(-20.0, 31)), "two-sided")
    line("first exact test of whole numbers (compile or load)", time.perf_counter() - start)


def paired_permutation() -> None:
    for n, resamples, batches, goal in (
        (100_000, 1_000, (250, 1_000), 100),
        (2_000, 10_000, (500, 1_000, 2_500), 80),
    ):
        d = RNG.normal(0.001, 1, size=n)
        data = Differences.of(d)
        ours = best(
            lambda data=data, resamples=resamples: PERMUTATION.evaluate(
                data, "two-sided", seed=1, resamples=resamples
            ),
            15,
        )
        what = f"paired permutation, {n:,} real differences, {resamples:,} resamples"
        line(what, ours)
        theirs = {
            batch: best(
                lambda d=d, resamples=resamples, batch=batch: stats.permutation_test(
                    (d,),
                    np.sum,
                    permutation_type="samples",
                    vectorized=True,
                    n_resamples=resamples,
                    batch=batch,
                    rng=1,
                ),
                2,
            )
            for batch in batches
        }
        batch = min(theirs, key=lambda b: theirs[b])
        line("   scipy.stats.permutation_test", theirs[batch], f"(its best batch: {batch:,})")
        ratio = theirs[batch] / ours
        met = "met" if ratio >= goal else "MISSED"
        print(f"{'   ratio':<66}{ratio:12.0f} x    goal {goal} x {met}")


def exact() -> None:
    cases = {
        "exact, 100,000 right/wrong differences": RNG.choice([-1, 0, 0, 1], size=100_000),
        "exact, 10,000 ratings from -4 to 4": RNG.integers(-4, 5, size=10_000),
        "exact, 500 scores of two decimals": np.round(RNG.normal(0, 0.3, size=500), 2),
        "exact, 16 real differences, all 65,536 signs": RNG.normal(size=16),
    }
    for what, d in cases.items():
        data = Differences.of(d)
        drawn = PERMUTATION.monte_carlo(data)
        seconds = best(lambda data=data: PERMUTATION.evaluate(data, "two-sided"))
        line(what, seconds, "NOT EXACT" if drawn else "")


def others() -> None:
    d = Differences.of(RNG.normal(size=10_000))
    two = IndependentScores.of(RNG.normal(size=5_000), RNG.normal(size=5_000))
    bootstrap, shuffle = find_test("bootstrap"), find_test("unpaired-permutation")
    seconds = best(lambda: bootstrap.evaluate(d, "two-sided", resamples=1_000), 3)
    line("bootstrap, 10,000 items, 1,000 resamples", seconds)
    peer = best(
        lambda: stats.bootstrap((d.d,), np.mean, n_resamples=1_000, method="percentile", rng=1), 2
    )
    line("   scipy.stats.bootstrap", peer)
    print(f"{'   ratio':<66}{peer / seconds:12.1f} x")
    seconds = best(lambda: shuffle.evaluate(two, "two-sided", resamples=1_000), 3)
    line("unpaired permutation, 5,000 + 5,000 items, 1,000 resamples", seconds)
    studies = Differences.of(RNG.normal(size=(1_000, 500)))
    seconds = best(lambda: PERMUTATION.evaluate(studies, "two-sided", resamples=1_000), 3)
    line("1,000 simulated studies of 500 items, 1,000 resamples each", seconds)


def many_systems() -> None:
    from claimwise.kernels.max_t import max_t

    from claimwise.kernels.sign_flips import flip_sums

    scores = RNG.normal(size=(1_000_000, 10))
    tracemalloc.start()
    start = time.perf_counter()
    flip_sums(scores, 1_000, 1)
    seconds = time.perf_counter() - start
    peak = tracemalloc.get_traced_memory()[1] / 2**20
    tracemalloc.stop()
    line("1,000,000 items x 10 systems, 1,000 shared signs", seconds, f"{peak:.1f} MiB on top")
    pairs = np.array([(a, b) for a in range(10) for b in range(a + 1, 10)])
    seconds = best(lambda: max_t(scores, pairs, 1_000, 1), 1)
    line("   max-T of all 45 pairs", seconds)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
    print(f"{'   peak memory of this whole process':<66}{peak:12.0f} MiB")


def main() -> None:
    first_use()
    many_systems()  # before SciPy, whose batches would set the peak of memory
    paired_permutation()
    exact()
    others()


if __name__ == "__main__":
    main()

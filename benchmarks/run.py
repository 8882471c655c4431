"""Speed, side by side with what people use today; `make bench`.

Every line is the best of several runs in this process, and a ratio where there is a peer.
Seconds depend on the machine; ratios much less.
"""

from __future__ import annotations

import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable

import numpy as np

from claimwise.engine.saw_tooth import smallest_difference, smallest_n
from claimwise.engine.simulate import simulate_power
from claimwise.htest import find_test
from claimwise.kernels.nuisance import band
from claimwise.kernels.unconditional import critical_score
from claimwise.power import exact_power
from claimwise.worlds import PairedAccuracy

MIDP = find_test("mcnemar-midp", paired=True)
EXACT = find_test("mcnemar-exact", paired=True)
UNCONDITIONAL = find_test("mcnemar-unconditional", paired=True)


def best(work: Callable[[], object], runs: int = 5) -> float:
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def line(what: str, seconds: float, goal: float | None = None, note: str = "") -> None:
    shown = f"{1000 * seconds:10.1f} ms"
    against = (
        f"   goal {1000 * goal:,.0f} ms {'met' if seconds <= goal else 'MISSED'}" if goal else ""
    )
    print(f"{what:<62}{shown}{against}   {note}".rstrip())


def help_time() -> float:
    command = [sys.executable, "-m", "claimwise", "--help"]
    return best(lambda: subprocess.run(command, check=True, capture_output=True))


def exact_enumeration() -> None:
    for n, difference, goal in ((10_000, 0.01, 0.02), (390_965, 0.00107, 1.0)):
        world = PairedAccuracy(difference, 0.943)
        for test in (EXACT, MIDP):
            seconds = best(lambda w=world, t=test, n=n: exact_power(w, t, n, alpha=0.05))
            line(f"power, Type-M, Type-S of {test.name}, n = {n:,}", seconds, goal)

    def unconditional() -> None:
        critical_score.cache_clear()
        band.cache_clear()
        exact_power(PairedAccuracy(0.02, 0.9), UNCONDITIONAL, 2000, alpha=0.05)

    line("the same of mcnemar-unconditional, n = 2,000", best(unconditional, 3), 2.0)
    world = PairedAccuracy(0.02, 0.9)
    again = best(lambda: exact_power(world, UNCONDITIONAL, 2000, alpha=0.05))
    line("   with the critical region already found", again)


def solvers() -> None:
    def mde() -> object:
        def power(d: float) -> float:
            return exact_power(PairedAccuracy(d, 0.9), MIDP, 10_000, alpha=0.05).power

        return smallest_difference(power, 0.8, largest=0.1)

    def size() -> object:
        world = PairedAccuracy(0.02, 0.9)
        return smallest_n(lambda n: exact_power(world, MIDP, n, alpha=0.05).power, 0.8, guess=1960)

    line("smallest detectable difference, mid-p, n = 10,000", best(mde, 3), 1.0)
    line("sample size, mid-p, difference 0.02, agreement 0.9", best(size, 3))


def naive_figure_2(n: int, replicates: int, rng: np.random.Generator) -> float:
    """The loop of the paper: draw a table, call statsmodels, count."""
    from statsmodels.stats.contingency_tables import mcnemar

    world = PairedAccuracy(0.02, 0.9)
    cells = [0.45, world.win, world.lose, 0.45]
    found = 0
    for _ in range(replicates):
        both, wins, losses, neither = rng.multinomial(n, cells)
        p = mcnemar([[both, wins], [losses, neither]], exact=True).pvalue
        found += p <= 0.05 and wins > losses
    return found / replicates


def engine() -> None:
    world, n, replicates = PairedAccuracy(0.02, 0.9), 2000, 10_000

    def ours() -> object:
        return simulate_power(world, EXACT, n, replicates=replicates, rng=1)

    seconds = best(ours) / 2  # it also simulates as many studies without an effect
    line("10,000 simulated McNemar studies of n = 2,000", seconds, 0.1)
    few = 1000
    naive = best(lambda: naive_figure_2(n, few, np.random.default_rng(1)), 2) * replicates / few
    line("   the loop over statsmodels' mcnemar, scaled from 1,000", naive)
    print(f"{'   ratio':<62}{naive / seconds:10.0f} x")
    exact = best(lambda: exact_power(world, EXACT, n, alpha=0.05))
    print(f"{'   ratio of the loop to exact enumeration':<62}{naive / exact:10.0f} x")


def memory() -> None:
    world = PairedAccuracy(0.02, 0.9)
    peaks = []
    for replicates in (10_000, 1_000_000):
        tracemalloc.start()
        simulate_power(world, EXACT, 2000, replicates=replicates, rng=1)
        peaks.append(tracemalloc.get_traced_memory()[1] / 2**20)
        tracemalloc.stop()
    print(
        f"{'peak memory of 10,000 and of 1,000,000 simulated studies':<62}"
        f"{peaks[0]:10.2f} MiB and {peaks[1]:.2f} MiB"
    )


def main() -> None:
    line("claimwise --help, whole process", help_time(), 0.3)
    exact_enumeration()
    solvers()
    engine()
    memory()


if __name__ == "__main__":
    main()

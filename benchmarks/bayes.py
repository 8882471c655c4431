"""Speed and error of the posteriors; `python benchmarks/bayes.py`.

Times are CPU seconds of the best run, so that a busy machine changes them little. The peer is
sampling: the same probability from as many draws as its error in the third digit needs.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from claimwise.bayes import (
    Groups,
    How,
    Posterior,
    StratifiedPosterior,
    assess_bayes_factor,
    assess_posterior,
    fit,
    pairing_bounds,
    probability_greater,
    sensitivity,
)
from claimwise.bayes.beta_binomial import IndependentPosterior
from claimwise.bayes.paired import PairedPosterior
from claimwise.bayes.stratified import _atoms
from claimwise.data import IndependentCounts, PairCounts
from claimwise.kernels import difference_of_betas, dirichlet

EASY = IndependentCounts.of(1637, 2376, 1721, 2376)
CHALLENGE = IndependentCounts.of(496, 1172, 566, 1172)
ERRORS = "   error of the mean, and of P(d > 0.01)"
PAIRS = PairCounts.of(300, 216, 2376)


def best(work: Callable[[], object], runs: int = 20) -> float:
    work()
    times = []
    for _ in range(runs):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def line(what: str, seconds: float, goal: float | None = None) -> None:
    verdict = ""
    if goal is not None:
        verdict = f"   goal {1000 * goal:g} ms {'met' if seconds <= goal else 'MISSED'}"
    print(f"{what:<66}{1000 * seconds:10.3f} ms{verdict}")


def many(work: Callable[[], object], count: int = 50) -> Callable[[], None]:
    """Repeat what is too short for the clock."""

    def repeated() -> None:
        for _ in range(count):
            work()

    return repeated


def single_probabilities() -> None:
    def two_groups() -> object:
        return difference_of_betas.sf(0.01, 1722, 656, 1638, 740)

    def pairs() -> object:
        return dirichlet.sf(0.01, 301, 217, 1862)

    line("P(d > 0.01), two groups of 2,376", best(many(two_groups)) / 50, 2.5e-4)
    line("P(d > 0.01), 2,376 pairs", best(many(pairs)) / 50, 2.5e-4)
    large = best(many(lambda: difference_of_betas.sf(1e-4, 5e6, 5e6, 4.999e6, 5.001e6))) / 50
    line("P(d > 0.0001), two groups of ten million", large)
    rng = np.random.default_rng(1)

    def sampled() -> float:
        d = rng.beta(1722, 656, 250_000) - rng.beta(1638, 740, 250_000)
        return float((d > 0.01).mean())

    seconds = best(sampled, 5)
    line("   the same by 250,000 draws", seconds)
    print(f"{'   ratio':<66}{seconds / (best(many(two_groups)) / 50):10.0f} x")


def whole_answers() -> None:
    for name, data in (("two groups", EASY), ("pairs", PAIRS)):
        for what, assess in (("posterior", assess_posterior), ("factors", assess_bayes_factor)):
            seconds = best(lambda a=assess, d=data: a(d, rope=0.01, margin=0.01))
            line(f"{what} of {name}: all rows", seconds, 0.02)
    line("five priors", best(lambda: sensitivity(EASY, rope=0.01, margin=0.01), 5))
    line("bounds over 656 pairings", best(lambda: pairing_bounds(EASY, margin=0.01), 5))
    parts: list[Posterior] = [IndependentPosterior.of(EASY), IndependentPosterior.of(CHALLENGE)]

    def strata(parts: list[Posterior], sizes: list[int]) -> object:
        _atoms.cache_clear()  # a first analysis
        return StratifiedPosterior(parts, sizes).sf(0.02)

    line("two strata", best(lambda: strata(parts, [2376, 1172]), 5))
    tasks: list[Posterior] = [
        PairedPosterior.of(PairCounts.of(50, 40 + i, 100 + 10 * i)) for i in range(57)
    ]
    sizes = [100 + 10 * i for i in range(57)]
    line("57 strata", best(lambda: strata(tasks, sizes), 2))


def batches() -> None:
    rng = np.random.default_rng(2)
    two = IndependentCounts(
        rng.binomial(2376, 0.69, 1000), 2376, rng.binomial(2376, 0.72, 1000), 2376
    )
    pairs = PairCounts(rng.binomial(2376, 0.1, 1000), rng.binomial(2376, 0.09, 1000), 2376)
    line("1,000 studies, two groups", best(lambda: probability_greater(two, 0.01), 5), 0.5)
    line("1,000 studies, pairs", best(lambda: probability_greater(pairs, 0.01), 5), 0.5)
    line("1,000 studies, pairs, no margin", best(lambda: probability_greater(pairs), 5), 0.05)


def errors() -> None:
    value, error = difference_of_betas.sf_with_error(0.01, 1722, 656, 1638, 740)
    away = abs(float(value) - 0.97249707454277774)
    print(f"{'error of P(d > 0.01): by doubling, and in truth':<66}{error:10.1e} and {away:.1e}")


def robust_t() -> None:
    """Two groups of 500 under the robust t model: quadrature beside NUTS, in one run."""
    rng = np.random.default_rng(20260)
    first, second = 0.72 + 0.18 * rng.standard_t(5, 500), 0.69 + 0.20 * rng.standard_t(5, 500)
    data = Groups.of({"B": second, "A": first})
    truth = (0.0509551207, 0.9987025)  # mean, P(d > 0.01), by converged quadrature elsewhere

    def exact() -> Posterior:
        return fit(data, "hybayes", How(model="metric")).difference("B", "A")

    seconds = best(exact, 7)
    d = exact()
    off = abs(float(d.sf(0.01)) - truth[1])
    line("robust t, 2 x 500, quadrature", seconds)
    print(f"{ERRORS:<66}{abs(d.mean - truth[0]):10.1e} and {off:.1e}")
    for model, scores in graded().items():
        how = How(model=model.split(",")[0])
        line(f"{model}", best(lambda s=scores, h=how: fit(s, how=h), 3))
    try:
        import numpyro
    except ImportError:
        print("NumPyro is not installed: no comparison with it.")
        return
    times = []
    for seed in (0, 1):  # each compiles anew, as each analysis of a user's does
        start = time.process_time()
        fitted = fit(data, "hybayes", How(model="metric", engine="mcmc", seed=seed))
        times.append(time.process_time() - start)
        drawn = fitted.difference("B", "A")
    off = abs(float(drawn.sf(0.01)) - truth[1])
    line(f"   the same by NumPyro {numpyro.__version__}, 4 x (1,000 + 1,000), second fit", times[1])
    print(f"{ERRORS:<66}{abs(drawn.mean - truth[0]):10.1e} and {off:.1e}")
    met = "met" if times[1] >= 100 * seconds else "MISSED"
    print(f"{'   ratio of CPU time':<66}{times[1] / seconds:10.0f} x   goal 100 x {met}")
    from claimwise.bayes.mcmc.models import problem
    from claimwise.bayes.mcmc.sample import Sampler

    sampler = Sampler(problem("metric", data, "hybayes"))
    sampler.run(seed=0)
    start = time.process_time()
    sampler.run(seed=1)
    again = time.process_time() - start
    line("   the sampler alone, compiled already", again)
    print(
        f"{'   ratio, as in a design analysis of many such studies':<66}{again / seconds:10.0f} x"
    )


def graded() -> dict[str, Groups]:
    rng = np.random.default_rng(3)
    item = rng.normal(0, 0.6, 100)
    levels = [np.digitize(rng.normal(m, 1.2, 100), [-1, 0, 1, 2]) for m in (0.3, 0.7)]
    counts = [rng.poisson(m * np.exp(item)) for m in (5, 6)]
    few = [np.minimum(column, 2) for column in levels]
    return {
        "count, 2 x 100": Groups.of(dict(zip("AB", counts, strict=True))),
        "count, 100 pairs": Groups.of(dict(zip("AB", counts, strict=True)), paired=True),
        "ordinal, 3 levels, 2 x 100": Groups.of(dict(zip("AB", few, strict=True))),
        "ordinal, 5 levels, 2 x 100": Groups.of(dict(zip("AB", levels, strict=True))),
        "ordinal, 5 levels, 100 pairs": Groups.of(
            dict(zip("AB", levels, strict=True)), paired=True
        ),
        "metric, 100 pairs": Groups.of(
            {"A": item, "B": item + rng.normal(0.1, 1, 100)}, paired=True
        ),
    }


def main() -> None:
    single_probabilities()
    whole_answers()
    batches()
    errors()
    robust_t()


if __name__ == "__main__":
    main()

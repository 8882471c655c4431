"""Tests and intervals of right/wrong answers: are they honest on data like mine?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from claimwise.calibrate.asked import check_some, chosen, differences_of, level_of
from claimwise.calibrate.cases import Case, placed
from claimwise.calibrate.counted import Procedures
from claimwise.calibrate.procedure_rows import Calibration
from claimwise.choose import Traits, choose_interval, choose_test
from claimwise.core import (
    DEFAULT_SEED,
    Note,
    ParameterError,
    Result,
    check_alpha,
    check_alternative,
    check_count,
    check_one_of,
    check_probability,
    counted,
    inferred,
    option,
    root_seed,
)
from claimwise.data import PairCounts
from claimwise.power.outcomes import number_of_outcomes
from claimwise.worlds import PairedAccuracy

WHO = "calibrate accuracy"
TESTS = ("mcnemar-exact", "mcnemar-asymptotic", "mcnemar-corrected")  # beside that of compare
INTERVALS = ("bonett-price", "wald-paired")
OF_BOTH = "newcombe-paired"  # asks how many items both got right
BY = ("exact", "simulation")
MOST = 1_000_000  # outcomes that are gone through without being asked
REPLICATES = 10_000


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Paired accuracy, with the number of items that both systems got right."""

    world: PairedAccuracy

    def truth(self) -> float:
        """Return the true difference in accuracy, B minus A."""
        return self.world.truth()

    def null(self) -> Self:
        """Return equally good systems: A as good as before, and as much agreement."""
        same = PairedAccuracy(0.0, self.world.agreement, self.world.baseline)
        return type(self)(same)

    def draw(self, n: int, rng: np.random.Generator, size: int) -> PairCounts:
        """Return a batch of studies of n items."""
        cells = self.world.cells()
        agree = cells["both right"] + cells["both wrong"]
        counts = self.world.draw(n, rng, size)
        share = min(1.0, cells["both right"] / agree) if agree else 0.0
        return PairCounts(counts.wins, counts.losses, n, rng.binomial(counts.ties, share))


def accuracy(
    *,
    n: int,
    agreement: float,
    difference: Any = None,
    baseline: float | None = None,
    test: str | Sequence[str] | None = None,
    interval: str | Sequence[str] | None = None,
    alternative: str = "two-sided",
    alpha: float = 0.05,
    level: float | None = None,
    by: str | None = None,
    replicates: int | None = None,
    rng: Any = DEFAULT_SEED,
    workers: int = 1,
) -> Result:
    """Say whether tests and intervals of paired right/wrong answers keep what they promise.

    Each is applied to every outcome that a study may have, or to many simulated studies: of
    systems that are equally good, and of systems that differ.

    Parameters
    ----------
    n : int
        Items that both systems answer.
    agreement : float
        Share of items on which both are right or both are wrong.
    difference : float or list, optional
        True accuracy of B minus that of A, for power and coverage; 0 is always looked at.
    baseline : float, optional
        Accuracy of A; needed by ``newcombe-paired``, which asks what both got right.
    test, interval : str or list, optional
        Registered procedures for paired right/wrong answers, or ``none``; by default what
        `claimwise.compare` would choose, and well-known alternatives.
    alternative, alpha : str, float
        Of the tests.
    level : float, optional
        Of the intervals; by default 1 - alpha.
    by : {"exact", "simulation"}, optional
        By default exact, unless there are more than a million outcomes, or `newcombe-paired`.
    replicates : int, optional
        Simulated studies of each kind (10,000).
    rng, workers
        Seed, and processes.

    Returns
    -------
    Result
        `false_positives` and `p_histogram` without a difference, `power` at each difference;
        `coverage`, `width` and `undefined` (how often there is none) of each interval at each;
        `honest`, `recommended`, `keeps_level`, `recommended_interval` (1 or 0). Simulated shares
        have their Monte Carlo interval.

    Examples
    --------
    >>> found = accuracy(n=50, agreement=0.9, difference=0.06)
    >>> round(found["false_positives[accuracy, mcnemar-midp, difference=0]"].estimate, 4)
    0.0247
    >>> round(found["coverage[wald-paired, difference=0.06]"].estimate, 4)
    0.9114
    """
    n, agreement = check_count("n", n), check_probability("agreement", agreement)
    alpha = check_alpha(alpha)
    traits = Traits(outcome="binary", paired=True, n=n)
    tests = chosen("test", test, (choose_test(traits).name, *TESTS))
    intervals = chosen("interval", interval, (choose_interval(traits).name, *INTERVALS))
    check_some(WHO, tests, intervals)
    how = Procedures.named(
        tests,
        intervals,
        outcome="binary",
        paired=True,
        clustered=False,
        alternative=check_alternative(alternative),
        alpha=alpha,
        level=level_of(level, alpha),
        resamples=1,
    )
    for one in how.tests:
        one.check_n(n)
    joint = OF_BOTH in intervals
    cases = placed(lambda d: PairedAccuracy(d, agreement, baseline), differences_of(difference))
    exact, notes = _route(by, joint, [case.world for case in cases], n)
    if joint and baseline is None:
        raise ParameterError(
            option("interval", OF_BOTH),
            option("baseline") + ", the accuracy of A",
            "none",
            "Or leave that interval out.",
        )
    worlds: Any = cases
    if joint:
        worlds = [Case(Verdicts(case.world), case.truth, case.at) for case in cases]
    return Calibration(
        verb=WHO,
        metric="accuracy",
        procedures=how,
        n=n,
        cases=tuple(worlds),
        exact=exact,
        replicates=check_count("replicates", REPLICATES if replicates is None else replicates),
        seed=root_seed(rng),
        workers=check_count("workers", workers),
    ).result(
        {
            "unit": "points",
            "agreement": agreement,
            "baseline": baseline,
            "simulated": {"data": _data(n, agreement, baseline)},
        },
        notes,
    )


def _data(n: int, agreement: float, baseline: float | None) -> str:
    """Return what the studies are like, in words."""
    known = "" if baseline is None else f", A right on {100 * baseline:.6g}%"
    agreed = f"systems agree on {100 * agreement:.6g}%"
    return f"{counted(n, 'item')}, right or wrong, {agreed}{known}"


def _route(
    by: str | None, joint: bool, worlds: Sequence[PairedAccuracy], n: int
) -> tuple[bool, list[Note]]:
    """Return whether outcomes are gone through one by one, and why if that was not asked."""
    if by is not None:
        check_one_of("by", by, BY)
        if by == "exact" and joint:
            raise ParameterError(
                option("by", "exact"), f"intervals other than {OF_BOTH}", OF_BOTH, "Leave it out."
            )
        return by == "exact", []
    if joint:
        return False, [inferred(f"Simulated, as {OF_BOTH} depends on more than wins and losses.")]
    count = max(number_of_outcomes(world, n) for world in worlds)
    if count > MOST:
        many = f"Simulated, as a study has {count:,} outcomes; by exact goes through them."
        return False, [inferred(many)]
    return True, []

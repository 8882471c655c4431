"""A planned study as the solvers see it, and the rows that answer for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, inf, nan

from claimwise.core import ParameterError, Row, qualified, requalify
from claimwise.htest import Test
from claimwise.power import (
    Found,
    exact_power,
    simulate_power,
    smallest_difference,
    smallest_n,
)
from claimwise.power.normal import critical_z
from claimwise.power.solve import LARGEST_N
from claimwise.worlds.base import EnumerableWorld

COSTLY_SEARCH = 3_000  # items up to which a test with a costly region is searched unasked


@dataclass(frozen=True, slots=True)
class Design:
    """What is fixed when n and the difference may still move.

    `world` makes the world with a given difference and refuses impossible ones. `largest`
    is the size of the largest possible difference in the direction that is looked for.
    `normal_power` and `normal_n` are the classical approximations, used to start a search.
    """

    world: Callable[[float], EnumerableWorld]
    largest: float
    normal_power: Callable[[int, float], float]
    normal_n: Callable[[float], float]
    test: Test
    alpha: float
    alternative: str
    target: float
    unit: str
    window: Callable[[float, float], int] = lambda n, difference: 24

    @property
    def sign(self) -> int:
        """The direction in which a detectable difference is looked for."""
        return -1 if self.alternative == "less" else 1

    @property
    def z(self) -> float:
        """The normal quantile of the test."""
        return critical_z(self.alpha, self.alternative)

    def blind(self, difference: float) -> bool:
        """Whether a one-sided test looks away from this difference."""
        return {"greater": difference < 0, "less": difference > 0}.get(self.alternative, False)

    def power(self, n: int, difference: float) -> float:
        """Exact power, right sign."""
        study = exact_power(
            self.world(difference), self.test, n, alpha=self.alpha, alternative=self.alternative
        )
        return study.power


Answer = tuple[list[Row], list[str]]  # rows to read, notes to heed


def study_rows(design: Design, n: int, difference: float, qualifier: str = "") -> Answer:
    """Power, both kinds of error, and the false-positive rate, by enumeration."""
    world = design.world(difference)
    settings = {"alpha": design.alpha, "alternative": design.alternative}
    study = exact_power(world, design.test, n, **settings)  # type: ignore[arg-type]
    null = exact_power(world.null(), design.test, n, **settings)  # type: ignore[arg-type]
    values = {
        "power": study.power,
        "reject_any": study.reject_any,
        "alpha": null.reject_any,
        "type_m": study.type_m,
        "type_s": study.type_s,
    }
    rows = [
        Row(estimand=qualified(name, qualifier), estimate=value, n=n)
        for name, value in values.items()
    ]
    return rows, _no_effect(difference, study.reject_any)


def _no_effect(difference: float, reject_any: float) -> list[str]:
    if difference == 0:
        return [
            "With no true difference there is no right sign: power, Type-M and Type-S "
            "are not defined, and reject_any is the false-positive rate."
        ]
    if reject_any <= 0:
        return ["No outcome of this study is significant, so Type-M and Type-S are not defined."]
    return []


def simulated_rows(
    design: Design,
    n: int,
    difference: float,
    qualifier: str = "",
    *,
    replicates: int,
    rng: int,
    workers: int,
) -> Answer:
    """Return the same rows by the general engine, with their Monte Carlo intervals."""
    result = simulate_power(
        design.world(difference),
        design.test,
        n,
        alpha=design.alpha,
        alternative=design.alternative,
        replicates=replicates,
        rng=rng,
        workers=workers,
    )
    notes = [*result.notes, *_no_effect(difference, result["reject_any"].estimate)]
    return [requalify(row, qualifier) for row in result.rows], notes


def normal_rows(design: Design, n: int, difference: float, qualifier: str = "") -> Answer:
    """Power by the classical formula."""
    power = nan
    if difference:
        power = 0.0 if design.blind(difference) else design.normal_power(n, difference)
    return [Row(estimand=qualified("power", qualifier), estimate=power, n=n)], []


def mde_rows(design: Design, n: int, qualifier: str = "", *, normal: bool = False) -> Answer:
    """Smallest detectable difference with n items."""
    power = design.normal_power if normal else design.power
    found = smallest_difference(
        lambda d: power(n, design.sign * d), design.target, largest=design.largest
    )
    row = Row(estimand=qualified("mde", qualifier), estimate=design.sign * found.value, n=n)
    if found.value != found.value:
        best = power(n, design.sign * design.largest) if design.largest > 0 else nan
        return [row], [
            f"With {n:,} {design.unit} no possible difference reaches power "
            f"{design.target:g}: the largest possible one, {design.sign * design.largest:.4g}, "
            f"has power {best:.3f}."
        ]
    return [row], _saw_tooth(found, "a difference of {:.4g}")


def size_rows(
    design: Design, difference: float, qualifier: str = "", *, normal: bool = False
) -> Answer:
    """Number of items that suffices for a difference."""
    estimand = qualified("sample_size", qualifier)
    if not difference or design.blind(difference):
        return [Row(estimand=estimand, estimate=nan)], [
            f"No number of {design.unit} makes {design.test.name} ({design.alternative}) find a "
            f"difference of {difference:g}."
        ]
    guess = design.normal_n(difference)
    if normal:
        n = ceil(guess - 1e-9)
        return [Row(estimand=estimand, estimate=float(n), n=n)], []
    costly = design.test.region is not None
    found = smallest_n(
        lambda n: design.power(n, difference),
        design.target,
        guess=guess,
        window=2 if costly else design.window(guess, difference),
        stride=64 if costly else 8,
        patient=not costly,
    )
    if found.value != found.value:
        return [Row(estimand=estimand, estimate=nan)], [
            f"More than {LARGEST_N:,} {design.unit} are needed for power {design.target:g}."
        ]
    notes = _saw_tooth(found, "{:,.0f} " + design.unit)
    if costly:
        notes.append("sample_size was found by bisection; sizes further off were not tried.")
    return [Row(estimand=estimand, estimate=found.value, n=int(found.value))], notes


def _saw_tooth(found: Found, unit: str) -> list[str]:
    if not found.saw_tooth:
        return []
    return [
        f"The power of an exact test is a saw-tooth: it first reaches the target at "
        f"{unit.format(found.first)} and stays there from {unit.format(found.value)} on, "
        "which is the one reported."
    ]


def largest_possible(world: Callable[[float], EnumerableWorld], sign: int) -> float:
    """Return the size of the largest difference that the world accepts, by bisection."""

    def possible(size: float) -> bool:
        try:
            world(sign * size)
        except ParameterError:
            return False
        return True

    if possible(1.0):
        return 1.0
    low, high = 0.0, 1.0
    while high - low > 1e-12:
        middle = (low + high) / 2
        low, high = (middle, high) if possible(middle) else (low, middle)
    return low if possible(low) and low < inf else 0.0

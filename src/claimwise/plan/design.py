"""A planned study as the solvers see it, and the rows that answer for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache
from math import ceil, isnan, nan, sqrt
from typing import Any

from claimwise.core import ImpossibleError, Note, Row, caution, dropped, meaning, option
from claimwise.htest import Test
from claimwise.kernels.arrays import Floats
from claimwise.power import (
    Found,
    exact_power,
    simulate_power,
    smallest_difference,
    smallest_n,
)
from claimwise.power.exact import false_positives, right_sign
from claimwise.power.normal import critical_z
from claimwise.power.solve import LARGEST_N
from claimwise.worlds.base import EnumerableWorld

# A test whose critical region is costly is searched size by size up to this many items, and
# by bisection beyond.
THOROUGH_SEARCH = 200
NEGLIGIBLE = 1e-9  # a difference; well above what worlds forgive as rounding

Answer = tuple[list[Row], list[Note]]  # rows to read, notes to heed


@dataclass(frozen=True, slots=True)
class Worlds:
    """The worlds of a design, by difference.

    What was found out about these worlds serves all designs with equal ones, such as the points
    of a curve over n.
    """

    make: Callable[..., EnumerableWorld]
    given: tuple[Any, ...]

    def __call__(self, difference: float) -> EnumerableWorld:
        """Return the world with this difference; refuses impossible ones."""
        return self.make(*self.given, difference)


@dataclass(frozen=True, slots=True)
class Design:
    """What is fixed when n and the difference may still move.

    `world` makes the world with a given difference and refuses impossible ones. `sign` is
    the direction in which a detectable difference is looked for. `normal_power` and
    `normal_n` are the classical approximations, of which the second starts the search;
    `window` says how many sizes around the one found are tried one by one. `rising` is a promise:
    only the chances within strata move with the difference, so that power never falls as it grows.

    The approximations and the window follow from the world: designs with equal worlds and tests
    are equal, and what was found for one is not looked for again.
    """

    world: Callable[[float], EnumerableWorld]
    normal_power: Callable[[int, float], float] = field(compare=False)
    normal_n: Callable[[float], float] = field(compare=False)
    test: Test
    alpha: float
    alternative: str
    target: float
    sign: int
    unit: str
    window: Callable[[float, float], int] = field(default=lambda n, difference: 24, compare=False)
    rising: bool = False

    @property
    def z(self) -> float:
        """The normal quantile of the test."""
        return critical_z(self.alpha, self.alternative)

    def blind(self, difference: float) -> bool:
        """Whether a one-sided test looks away from this difference."""
        return {"greater": difference < 0, "less": difference > 0}.get(self.alternative, False)

    def power(self, n: int, difference: float) -> float:
        """Exact power, right sign."""
        return float(self.powers([n], difference)[0])

    def powers(self, sizes: list[int], difference: float) -> Floats:
        """Exact power, right sign, of studies of several sizes."""
        return right_sign(
            self.world(difference),
            self.test,
            sizes,
            alpha=self.alpha,
            alternative=self.alternative,
        )

    def near_mde(self, n: int, largest: float) -> float:
        """Return about which difference n items detect, by the normal approximation."""
        least, most = 1e-6 * largest, 0.999 * largest
        size = largest / 2
        for _ in range(4):  # items needed fall with the square of the difference
            size = min(most, max(least, size * sqrt(self.normal_n(self.sign * size) / n)))
        return size


_SOUGHT: ContextVar[int] = ContextVar("sought", default=1)


@contextmanager
def seeking(sign: int) -> Iterator[None]:
    """Let two-sided searches for a detectable difference look on this side of zero.

    A search is told no difference, so it cannot know the side of the plan that it is drawn around.
    """
    before = _SOUGHT.set(sign)
    try:
        yield
    finally:
        _SOUGHT.reset(before)


def direction(alternative: str, difference: float | None) -> int:
    """Return the sign of the differences that a study looks for."""
    if alternative == "two-sided":
        if difference is None:
            return _SOUGHT.get()
        return -1 if difference < 0 else 1
    return -1 if alternative == "less" else 1


def study_rows(design: Design, n: int, difference: float) -> Answer:
    """Power, both kinds of error, and the false-positive rate, by enumeration."""
    world = design.world(difference)
    how: dict[str, Any] = {"alpha": design.alpha, "alternative": design.alternative}
    study = exact_power(world, design.test, n, **how)
    values = {
        "power": study.power,
        "reject_any": study.reject_any,
        "alpha": false_positives(world, design.test, n, **how),
        "type_m": study.type_m,
        "type_s": study.type_s,
    }
    rows = [Row(quantity=name, estimate=value, n=n) for name, value in values.items()]
    return rows, _undefined(difference, study.reject_any)


def simulated_rows(
    design: Design,
    n: int,
    difference: float,
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
    undefined = _undefined(difference, result["reject_any"].estimate)
    return list(result.rows), [*result.notes, *undefined]


def _undefined(difference: float, reject_any: float) -> list[Note]:
    if difference == 0:
        return [
            meaning(
                "With no true difference there is no right sign: power, Type-M and Type-S "
                "are not defined, and any significant difference is a false one."
            )
        ]
    if reject_any <= 0:
        return [meaning("No study came out significant, so Type-M and Type-S are not defined.")]
    return []


def normal_rows(design: Design, n: int, difference: float) -> Answer:
    """Power by the classical formula."""
    power = nan
    if difference:
        power = 0.0 if design.blind(difference) else design.normal_power(n, difference)
    return [Row(quantity="power", estimate=power, n=n)], []


def check_room(design: Design) -> None:
    """Refuse to look for a difference where none is possible, and say which bound forbids it."""
    if possible_sizes(design.world, design.sign)[1] <= 0:
        design.world(0.0)
        raise ImpossibleError(
            option("solve", "mde"), "room for a difference", "none: the systems never differ"
        )


def mde_rows(design: Design, n: int, *, normal: bool = False) -> Answer:
    """Smallest detectable difference with n items."""
    rows, notes = _once(_mde_rows, design, n, normal)
    return list(rows), list(notes)


@lru_cache(maxsize=256)
def _mde_rows(design: Design, n: int, normal: bool) -> Answer:
    power = design.normal_power if normal else design.power
    smallest, largest = possible_sizes(design.world, design.sign)
    rising = design.rising and not normal and largest > 0
    found = smallest_difference(
        lambda d: power(n, design.sign * d),
        design.target,
        smallest=smallest,
        largest=largest,
        rising_from=design.near_mde(n, largest) if rising else None,
    )
    row = Row(quantity="mde", estimate=design.sign * found.value, n=n)
    if not isnan(found.value):
        notes = _saw_tooth(found, "a difference of {:.4g}")
        if found.value < smallest + 1e-8:
            notes.append(
                meaning(
                    "Even the smallest possible difference reaches the target: with the agreement "
                    "assumed no smaller one is possible."
                )
                if smallest > 0
                else caution("The false positives of this test alone reach the target.")
            )
        return [row], notes
    if largest <= 0:
        return [row], [meaning("No difference is possible here, so none is detectable.")]
    best = power(n, design.sign * largest)
    return [row], [
        meaning(
            f"With {n:,} {design.unit} no possible difference reaches power {design.target:g}: "
            f"the largest possible one, {design.sign * largest:.4g}, has power {best:.3g}."
        )
    ]


def size_rows(design: Design, difference: float, *, normal: bool = False) -> Answer:
    """Number of items that suffices for a difference."""
    rows, notes = _once(_size_rows, design, difference, normal)
    return list(rows), list(notes)


@lru_cache(maxsize=256)
def _size_rows(design: Design, difference: float, normal: bool) -> Answer:
    unknown = Row(quantity="sample_size", estimate=nan)
    if not difference or design.blind(difference):
        return [unknown], [
            meaning(
                f"No number of {design.unit} makes {design.test.name} ({design.alternative}) find "
                f"a difference of {difference:g}."
            )
        ]
    guess = design.normal_n(difference)
    if normal:
        n = ceil(guess - 1e-9)
        return [Row(quantity="sample_size", estimate=float(n), n=n)], []
    limit = min(LARGEST_N, design.test.largest_n or LARGEST_N)
    if guess > 1.2 * limit:
        return [unknown], [
            meaning(
                f"About {guess:,.0f} {design.unit} are needed for power {design.target:g}; "
                f"{design.test.name} is searched up to {limit:,}."
            )
        ]
    costly = design.test.region is not None
    hasty = costly and guess > THOROUGH_SEARCH
    window = 2 if hasty else design.window(guess, difference)
    found = smallest_n(
        lambda n: design.power(n, difference),
        design.target,
        guess=guess,
        at_once=lambda sizes: design.powers(sizes, difference),
        window=min(window, 32) if costly else window,
        stride=1024 if guess > 100_000 else 64 if hasty else 8,  # there the guess is good
        patient=not hasty,
        largest=limit,
    )
    if isnan(found.value):
        return [unknown], [
            meaning(
                f"More than {limit:,} {design.unit} are needed for power {design.target:g}; "
                f"{design.test.name} is searched up to there."
            )
        ]
    notes = [] if hasty else _saw_tooth(found, "{:,.0f} " + design.unit)
    if hasty:
        notes.append(
            meaning(
                "The size needed was found by bisection: for this test not every size was tried, "
                "and a few sizes above it may fall just short of the target."
            )
        )
    return [Row(quantity="sample_size", estimate=found.value, n=int(found.value))], notes


def too_costly(design: Design, difference: float) -> list[Note]:
    """Say that a sample size was left out because nobody asked for it and it takes long."""
    quick_to = design.test.quick_to
    if quick_to is None or design.normal_n(difference) <= quick_to:
        return []
    return [
        dropped(
            f"Searching a sample size with {design.test.name} takes long here and was left out: "
            "ask for it with solve n."
        )
    ]


def _saw_tooth(found: Found, unit: str) -> list[Note]:
    if not found.saw_tooth:
        return []
    return [
        meaning(
            f"The power is a saw-tooth, as of all tests on counts: it first reaches the target at "
            f"{unit.format(found.first)} and stays there from {unit.format(found.value)} on, "
            "which is the one reported."
        )
    ]


LOOKS = (*(i / 1000 for i in range(1, 1001)), *(2.0**-i for i in range(10, 30)))


def possible_sizes(world: Callable[[float], EnumerableWorld], sign: int) -> tuple[float, float]:
    """Return the smallest and largest difference that the world accepts; (0, 0) if none."""
    found: tuple[float, float] = _once(_possible_sizes, world, sign)
    return found


def _once(kept: Any, *given: Any) -> Any:
    """Return what a function that remembers found; of what cannot be remembered, anew."""
    try:
        hash(given)
    except TypeError:
        return kept.__wrapped__(*given)
    return kept(*given)


@lru_cache(maxsize=64)
def _possible_sizes(world: Callable[[float], EnumerableWorld], sign: int) -> tuple[float, float]:
    """What is possible is bounded by straight lines, so it is one stretch.

    Find a point of it, then both of its ends by bisection.
    """

    def possible(size: float) -> bool:
        try:
            world(sign * size)
        except ImpossibleError:
            return False
        return True

    inside = next((size for size in LOOKS if possible(size)), None)
    if inside is None:
        return 0.0, 0.0
    smallest = 0.0 if possible(NEGLIGIBLE) else _edge(possible, 0.0, inside)
    largest = 1.0 if possible(1.0) else _edge(possible, 1.0, inside)
    return smallest, largest


def _edge(possible: Callable[[float], bool], outside: float, inside: float) -> float:
    while abs(inside - outside) > 1e-12:
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if possible(middle) else (inside, middle)
    return inside

"""The rows of a plan for a claim with a margin."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf, isfinite, isnan, nan

from scipy import special

from claimwise.core import ImpossibleError, Note, ParameterError, Row, meaning, option
from claimwise.htest import Test
from claimwise.htest.claims import Claim
from claimwise.kernels.arrays import Floats
from claimwise.plan.design import Answer
from claimwise.power import smallest_difference, smallest_n
from claimwise.power.claims import Judge, support_row
from claimwise.power.engine import Tally
from claimwise.power.rating_solve import Point
from claimwise.power.reached import stream_of
from claimwise.power.search import find_effect, find_size
from claimwise.power.solve import LARGEST_N

MOST_SIMULATED = 100_000  # items of a study in a search
COSTLY = 32  # sizes tried one by one around the one found

Support = Callable[[int, float], float]
Simulate = Callable[[int, float, int], Tally]  # items, true difference, stream of the seed


def room(claim: Claim, difference: float) -> float:
    """By how much a claim is true at a difference; 0 or less where it is not."""
    if claim.kind == "equivalence":
        return claim.margin - abs(difference)
    return claim.up * difference - claim.edge


def edges(claim: Claim) -> tuple[float, ...]:
    """Return the differences at which a claim just fails to be true."""
    if claim.kind == "equivalence":
        return (-claim.margin, claim.margin)
    return (claim.up * claim.edge,)


@dataclass(frozen=True, slots=True)
class ClaimDesign:
    """What is fixed when n and the difference may still move.

    `support` is the exact probability that a study of n items supports the claim at a
    difference; None where studies must be simulated. `possible` are the smallest and the largest
    difference that can be, `spread` the standard deviation of one item's difference at a
    difference, from which searches start. `supports` gives the same for several sizes, where
    that is quicker. `rising` promises that support never falls as the claim becomes truer.
    """

    judge: Judge
    target: float
    unit: str
    support: Support | None
    simulate: Simulate
    possible: tuple[float, float]
    spread: Callable[[float], float]
    least: int = 1  # items with which anything can be decided
    supports: Callable[[list[int], float], Floats] | None = None
    rising: bool = False

    @property
    def claim(self) -> Claim:
        """The claim."""
        return self.judge.claim

    def room(self, difference: float) -> float:
        """By how much the claim is true at a difference; 0 or less where it is not."""
        return room(self.claim, difference)

    def edges(self) -> tuple[float, ...]:
        """The differences at which the claim just fails to be true."""
        return edges(self.claim)

    def size(self, difference: float) -> float:
        """Roughly how many items suffice at a difference."""
        equal = self.claim.kind == "equivalence" and abs(difference) < self.claim.margin / 20
        power = (1 + self.target) / 2 if equal else self.target
        step = special.ndtri(1 - self.claim.alpha) + special.ndtri(power)
        return float((step * self.spread(difference) / self.room(difference)) ** 2)


def claim_answer(
    design: ClaimDesign,
    n: int | None,
    difference: float | None,
    solve: str | None,
    *,
    simulated: bool = False,
) -> Answer:
    """Return the rows for one claim: its power, its errors, what is detectable and sufficient."""
    if difference is not None and not design.possible[0] <= difference <= design.possible[1]:
        low, high = design.possible
        raise ImpossibleError(
            "difference", f"a number from {low:.4g} to {high:.4g}", f"{difference:g}"
        )
    simulated = simulated or design.support is None
    rows: list[Row] = []
    notes: list[Note] = []
    if solve == "mde" and n is not None:
        rows, notes = _mde(design, n, simulated)
        difference = rows[0].estimate
    elif solve == "n" and difference is not None:
        rows, notes = _size(design, difference, simulated)
        n = rows[0].n
    if n is None or difference is None or isnan(difference):
        return rows, notes
    more, heed = _study(design, n, difference, simulated)
    rows, notes = rows + more, notes + heed
    if solve is None and not simulated:
        if design.claim.kind != "equivalence":
            more, heed = _mde(design, n, simulated)
            rows, notes = rows + more, notes + heed
        if design.room(difference) > 0:
            more, heed = _size(design, difference, simulated)
            rows, notes = rows + more, notes + heed
    return rows, notes


def _study(design: ClaimDesign, n: int, difference: float, simulated: bool) -> Answer:
    """Return how often the claim is supported where it is true, and where it just is not."""
    true = design.room(difference) > 0
    low, high = design.possible
    there = [d for d in design.edges() if low - 1e-12 <= d <= high + 1e-12]
    notes: list[Note] = []
    if simulated:
        tally = design.simulate(n, difference, 0)
        support = support_row("support", tally, n)
        notes += tally.failures.notes(tally.done + tally.failures.total())
        found = [design.simulate(n, d, 1) for d in there]
        errors = [support_row("alpha", t, n) for t in found]
    else:
        values = [_exactly(design, n, d) for d in (difference, *there)]
        support = Row(quantity="support", estimate=values[0], n=n)
        errors = [Row(quantity="alpha", estimate=v, n=n) for v in values[1:]]
    power = replace(support, quantity="power")
    if not true:
        power = Row(quantity="power", estimate=nan, n=n)
        notes.append(
            meaning(
                f"At a true difference of {difference:g} the claim is not true: power is not "
                "defined, and support is how often it is claimed all the same."
            )
        )
    if errors:
        alpha = max(errors, key=lambda row: row.estimate)
    else:
        alpha = Row(quantity="alpha", estimate=nan, n=n)
        notes.append(
            meaning(
                "With what is assumed here the systems cannot differ by as much as the margin: the "
                "rate of false claims there is not defined."
            )
        )
    return [power, support, alpha], notes


def _exactly(design: ClaimDesign, n: int, difference: float) -> float:
    if n < design.least or design.support is None:
        return 0.0
    return design.support(n, difference)


def _mde(design: ClaimDesign, n: int, simulated: bool) -> Answer:
    """Return the difference from which on the claim is supported often enough."""
    claim = design.claim
    if claim.kind == "equivalence":
        raise ParameterError(
            option("solve", "mde"),
            "a claim that a larger difference supports",
            option("claim", "equivalence"),
            "Use " + option("solve", "n") + ", at a difference.",
        )
    low, high = sorted(claim.up * end for end in design.possible)
    least, most = max(0.0, low - claim.edge), high - claim.edge
    guess = _step(design) * design.spread(claim.up * claim.edge) / n**0.5

    def at(size: float) -> float:
        return claim.up * (claim.edge + size)

    if most <= 0:
        return [Row(quantity="mde", estimate=nan, n=n)], [
            meaning("No possible difference makes the claim true, so none is detectable.")
        ]
    if simulated:
        found = find_effect(
            lambda size: _point(design, n, at(max(size, least)), size),
            target=design.target,
            alpha=2 * claim.alpha,
            start=min(guess, most),
            most=most if isfinite(most) else 100 * guess,
        )
        if isfinite(found.size):
            ends = sorted((at(found.low), at(found.high)))
            found = found._replace(size=at(found.size), low=ends[0], high=ends[1])
        return [found.row("mde", n)], []
    if not isfinite(most):
        most = guess
        while _exactly(design, n, at(most)) < design.target and most < 1e6 * guess:
            most *= 2
    value = smallest_difference(
        lambda size: _exactly(design, n, at(size)),
        design.target,
        smallest=least,
        largest=most,
        rising_from=guess if design.rising else None,
    ).value
    if isnan(value):
        best = _exactly(design, n, at(most))
        return [Row(quantity="mde", estimate=nan, n=n)], [
            meaning(
                f"With {n:,} {design.unit} no possible difference supports the claim with power "
                f"{design.target:g}: the largest, {at(most):.4g}, has power {best:.3g}."
            )
        ]
    return [Row(quantity="mde", estimate=at(value), n=n)], []


def _step(design: ClaimDesign) -> float:
    return float(special.ndtri(1 - design.claim.alpha) + special.ndtri(design.target))


def _point(design: ClaimDesign, n: int, difference: float, size: float) -> Point:
    tally = design.simulate(n, difference, stream_of(size))
    return Point(size, tally.rejected, tally.done)


def _size(design: ClaimDesign, difference: float, simulated: bool) -> Answer:
    """Return how many items suffice for the claim at a difference."""
    unknown = Row(quantity="sample_size", estimate=nan)
    if design.room(difference) <= 0:
        return [unknown], [
            meaning(
                f"No number of {design.unit} suffices: at a true difference of {difference:g} the "
                "claim is not true."
            )
        ]
    guess, test = max(2.0, design.size(difference)), design.judge.procedure
    largest = MOST_SIMULATED if simulated else LARGEST_N
    if isinstance(test, Test) and test.largest_n:
        largest = min(largest, test.largest_n)
    if guess > 1.2 * largest:
        return [unknown], [
            meaning(
                f"About {guess:,.0f} {design.unit} are needed for power {design.target:g}; sizes "
                f"are searched up to {largest:,}."
            )
        ]
    if simulated:
        found = find_size(
            lambda n: _point(design, int(n), difference, n),
            target=design.target,
            alpha=2 * design.claim.alpha,
            start=guess,
            least=max(design.least, 6),
            most=largest,
        )
        n = int(found.size) if found.size < inf else None
        return [found.row("sample_size", n)], []
    supports = design.supports
    exact = smallest_n(
        lambda n: _exactly(design, n, difference),
        design.target,
        guess=guess,
        at_once=None if supports is None else lambda sizes: supports(sizes, difference),
        window=COSTLY if guess < 20_000 else 4,
        stride=8 if guess < 100_000 else 1024,
        patient=guess < 20_000,
        largest=largest,
    )
    if isnan(exact.value):
        return [unknown], [
            meaning(f"More than {largest:,} {design.unit} are needed for power {design.target:g}.")
        ]
    notes = []
    if exact.saw_tooth:
        notes.append(
            meaning(
                "The power is a saw-tooth, as of all tests on counts: it first reaches the target "
                f"at {exact.first:,.0f} {design.unit} and stays there from {exact.value:,.0f} on, "
                "which is the one reported."
            )
        )
    return [Row(quantity="sample_size", estimate=exact.value, n=int(exact.value))], notes

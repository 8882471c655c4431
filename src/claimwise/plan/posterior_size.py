"""How many items make it probable that the posterior will be sure?"""

from __future__ import annotations

from dataclasses import replace
from math import nan

from scipy import special

from claimwise.core import Row, meaning
from claimwise.plan.assessing import Reading
from claimwise.plan.design import Answer, Design
from claimwise.power.conclusions import Conclusion
from claimwise.power.solve import smallest_n
from claimwise.worlds.base import EnumerableWorld

LARGEST_SEARCHED = 200_000
QUICK = 3000  # items up to which many sizes around the one found are tried


def sufficient_rows(design: Design, reading: Reading, difference: float) -> Answer:
    """Return the number of items from which on the conclusion is probable enough."""
    unknown = Row(quantity="sample_size", at={"analysis": "posterior"}, estimate=nan)
    # With a negative margin the claim is that B is hardly worse, whatever the difference.
    less = difference < 0 <= reading.margin
    gap = (-difference if less else difference) - reading.margin
    if gap <= 0:
        return [unknown], [
            meaning(
                f"No number of {design.unit} makes the posterior sure of a margin of "
                f"{reading.margin:g} when the true difference is {difference:g}."
            )
        ]
    world = design.world(difference)
    reach = float(special.ndtri(reading.level) + special.ndtri(design.target))
    guess = max(2.0, variance(world) * (max(0.0, reach) / gap) ** 2)
    if guess > LARGEST_SEARCHED:
        return [unknown], [
            meaning(
                f"About {guess:,.0f} {design.unit} are needed; sizes are searched up to "
                f"{LARGEST_SEARCHED:,}."
            )
        ]

    def probability(n: int) -> float:
        rule = Conclusion(n, reading.prior, reading.margin, reading.level, less=less)
        return rule.probability(world)

    quick = guess <= QUICK
    window = min(40, design.window(guess, difference)) if quick else 4
    found = smallest_n(
        probability,
        design.target,
        guess=guess,
        window=window,
        stride=8 if quick else 64,
        patient=quick,
        largest=2 * LARGEST_SEARCHED,
    )
    if found.value != found.value:
        return [unknown], [
            meaning(f"No number of {design.unit} up to {2 * LARGEST_SEARCHED:,} suffices.")
        ]
    notes = [meaning("sample_size[posterior] rests on enumeration, not on simulation.")]
    if found.saw_tooth:
        notes.append(
            meaning(
                "The probability is a saw-tooth: it first reaches the target at "
                f"{found.first:,.0f} {design.unit} and stays there from {found.value:,.0f} on, "
                "which is the one reported."
            )
        )
    if not quick:
        notes.append(
            meaning(
                f"Only {window} sizes on either side of it were tried: a size farther away may "
                "fall just short of the target."
            )
        )
    return [replace(unknown, estimate=found.value, n=int(found.value))], notes


def variance(world: EnumerableWorld) -> float:
    """Return n times the variance of the observed difference."""
    n = 400  # any: the product does not depend on it
    strata = world.strata(n)
    mean = strata.slope * strata.size * strata.prob + strata.shift
    within = strata.slope**2 * strata.size * strata.prob * (1 - strata.prob)
    second, first = strata.weight @ (within + mean**2), strata.weight @ mean
    return float(n * (second - first**2))

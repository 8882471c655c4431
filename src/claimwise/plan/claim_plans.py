"""Plans of claims with a margin for right/wrong answers, and the result of any such plan."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any

import numpy as np

from claimwise.core import (
    Note,
    ParameterError,
    Result,
    Row,
    assumed,
    dropped,
    meaning,
    option,
    provenance,
)
from claimwise.kernels.arrays import Floats
from claimwise.plan.claim_answer import ClaimDesign, claim_answer
from claimwise.plan.design import Answer, possible_sizes
from claimwise.plan.effect_prior import EffectPrior
from claimwise.plan.settings import Settings
from claimwise.power.claims import (
    WAVERING,
    Judge,
    count_supported,
    exact_support,
    exact_supports,
)
from claimwise.power.engine import Tally
from claimwise.worlds.base import EnumerableWorld

WorldAt = Callable[[float], EnumerableWorld]


def counted_claim(
    settings: Settings,
    judge: Judge,
    world: WorldAt,
    spread: Callable[[float], float],
    unit: str,
    n: int | None,
    difference: float | None,
    *,
    rising: bool = False,
) -> Answer:
    """Return the rows of a claim about right/wrong answers, for one way to make worlds.

    `rising` as in `claimwise.plan.design.Design`.
    """
    design = ClaimDesign(
        judge=judge,
        target=settings.target,
        unit=unit,
        support=lambda n, d: exact_support(world(d), judge, n),
        simulate=lambda n, d, stream: _simulated(settings, judge, world(d), n, stream),
        possible=_possible(world),
        spread=spread,
        supports=lambda sizes, d: exact_supports(world(d), judge, sizes),
        rising=rising and judge.procedure.name not in WAVERING,
    )
    if difference is not None:
        world(difference)  # refuses what cannot be
    rows: list[Row] = []
    notes: list[Note] = []
    if difference is not None or settings.solve == "mde":
        simulated = settings.by == "simulation"
        rows, notes = claim_answer(design, n, difference, settings.solve, simulated=simulated)
        if simulated and settings.solve is None:
            notes.append(meaning("Detectable difference and size needed are by enumeration alone."))
    if settings.effect is not None and n is not None:
        low, high = design.possible
        prior = settings.effect.confined([(low, high)])
        more, heed = claim_assurance(design, n, prior)
        rows, notes = rows + more, notes + heed
    return rows, notes


def _simulated(
    settings: Settings, judge: Judge, world: EnumerableWorld, n: int, stream: int
) -> Tally:
    return count_supported(
        world,
        judge,
        n,
        replicates=settings.replicates,
        seed=settings.seed,
        stream=stream,
        workers=settings.workers,
    )


def _possible(world: WorldAt) -> tuple[float, float]:
    return -possible_sizes(world, -1)[1], possible_sizes(world, 1)[1]


def claim_assurance(design: ClaimDesign, n: int, prior: EffectPrior) -> Answer:
    """Average how often the claim is true and supported, over a prior of the difference."""

    def supported(d: float) -> Floats:
        found = 0.0 if design.support is None or n < design.least else design.support(n, d)
        return np.array([found if design.room(d) > 0 else 0.0])

    value = float(prior.average(supported, (0.0, *design.edges()))[0])
    note = assumed(
        f"Prior of the true difference: {prior.words}. assurance is the probability that the claim "
        "is true and the study supports it, over both the prior and the study."
    )
    cut = 1 - prior.mass()
    notes = [note]
    if cut > 1e-6:
        notes.append(
            dropped(
                f"{cut:.2g} of that prior lies on differences that are impossible here; it was cut "
                "off, and the rest stands for the whole."
            )
        )
    return [Row(quantity="assurance", estimate=value, n=n)], notes


def paired_spread(agreement: Callable[[float], float]) -> Callable[[float], float]:
    """Return the standard deviation of an item's difference, by the difference."""
    return lambda d: sqrt(max(1e-12, 1 - agreement(d) - d**2))


def separate_spread(baseline: float) -> Callable[[float], float]:
    """Return that of two items, one of each system."""

    def spread(d: float) -> float:
        b = min(1.0, max(0.0, baseline + d))
        return sqrt(max(1e-12, baseline * (1 - baseline) + b * (1 - b)))

    return spread


def refuse_normal(by: str | None) -> None:
    """Refuse formulas: what decides the claim is not what they are about."""
    if by == "normal":
        raise ParameterError(
            "a claim with a margin",
            option("by", "exact") + " or simulation",
            option("by", "normal"),
            "Leave it out.",
        )


def claim_result(
    settings: Settings, judge: Judge, rows: list[Row], notes: list[Note], **more: Any
) -> Result:
    """Return the answer with everything it rests on."""
    claim, procedure = judge.claim, judge.procedure
    data = more.pop("data", None)
    by_test = hasattr(procedure, "pvalue")
    own = {
        "claim": claim.kind,
        "margin": claim.margin,
        "better": claim.better,
        "alpha": claim.alpha,
        "test" if by_test else "interval": procedure.name,
        "by": settings.by,
        "target": settings.target,
        "solve": settings.solve,
        "effect_prior": settings.effect.words if settings.effect else None,
        "replicates": settings.replicates if settings.seed >= 0 else None,
        **more,
    }
    return Result(
        kind="plan",
        method=procedure.name,
        rows=tuple(rows),
        notes=tuple(dict.fromkeys(notes)),
        provenance=provenance(
            {key: value for key, value in own.items() if value is not None},
            seed=settings.seed if settings.seed >= 0 else None,
            data=data,
        ),
    )

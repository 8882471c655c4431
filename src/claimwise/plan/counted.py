"""Plans of what is counted (right answers, wins): by enumeration, by a formula or by simulation."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import sqrt
from typing import Any, NamedTuple

from scipy import special

from claimwise.core import Note, ParameterError, Result, Row, meaning, option
from claimwise.engine.answer import BOTH, answer
from claimwise.engine.belief import assured_rows
from claimwise.engine.counted import (
    Enumerated,
    Formula,
    OfCounts,
    Supported,
    Worlds,
    possible_sizes,
)
from claimwise.engine.direction import direction
from claimwise.engine.drawn import Simulated, SimulatedSupport
from claimwise.engine.goal import Sign, Sizes, Support
from claimwise.engine.planned import Answer, Comb, Drawn, Planned
from claimwise.engine.reasons import Reason
from claimwise.plan.result import plan_result
from claimwise.plan.settings import Settings
from claimwise.power.claims import WAVERING, Judge

# A test whose critical region is costly is searched size by size up to this many items, and
# by bisection beyond.
THOROUGH_SEARCH = 200
NOT_SEARCHED = meaning("Detectable difference and size needed are by enumeration alone.")


class Counting(NamedTuple):
    """What a kind of study knows of its counts.

    `power` and `needs` are the classical formulas, the second of them where a search begins; of
    preferences they follow from the worlds as all else does. `window` says how many sizes around
    the one found are tried one by one, `spread` is the standard deviation of one item's difference
    at a difference. `rising`: as in `claimwise.engine.planned.Planned`.
    """

    worlds: Worlds
    power: Callable[[float, float], float]
    needs: Callable[[float], float]
    spread: Callable[[float], float]
    unit: str
    window: Callable[[float, float], int] = lambda n, difference: 24
    rising: bool = True

    def possible(self) -> Callable[[int], Sizes]:
        """Return of a sign the smallest and the largest difference."""
        return partial(possible_sizes, self.worlds)


def planned_test(settings: Settings, counting: Counting, difference: float | None) -> Planned:
    """Return a study whose test is to find a difference; by formula, or by enumeration."""
    worlds = counting.worlds
    sign = direction(settings.alternative, difference)
    goal = Sign(settings.test, settings.alpha, settings.alternative, sign)
    by_formula = settings.by == "normal"
    route = Formula(goal, worlds, counting.power) if by_formula else Enumerated(worlds, goal)
    return Planned(
        goal=goal,
        route=route,
        target=settings.target,
        needs=counting.needs,
        possible=counting.possible(),
        unit=counting.unit,
        check=worlds,
        comb=lambda guess, d: _comb(goal, guess, counting.window(guess, d)),
        grows=worlds,
        rising=counting.rising and not by_formula,
        closed=by_formula,
    )


def _comb(goal: Sign, guess: float, window: int) -> Comb:
    """Return how finely sizes are gone through: of a costly test only a few."""
    costly = goal.test.region is not None
    hasty = costly and guess > THOROUGH_SEARCH
    return Comb(
        window=2 if hasty else min(window, 32) if costly else window,
        stride=1024 if guess > 100_000 else 64 if hasty else 8,  # there the guess is good
        patient=not hasty,
        remark=Reason.SKIPPED.note() if hasty else None,
    )


def planned_claim(settings: Settings, judge: Judge, counting: Counting) -> Planned:
    """Return a study that is to support a claim with a margin, by enumeration."""
    goal, possible = Support(judge), counting.possible()
    return Planned(
        goal=goal,
        route=Supported(goal, OfCounts(counting.worlds, goal), possible),
        target=settings.target,
        needs=claim_needs(goal, settings.target, counting.spread),
        possible=possible,
        unit=counting.unit,
        check=counting.worlds,
        comb=_claim_comb,
        rising=counting.rising and judge.procedure.name not in WAVERING,
    )


def _claim_comb(guess: float, difference: float) -> Comb:
    few = guess < 20_000
    return Comb(window=32 if few else 4, stride=8 if guess < 100_000 else 1024, patient=few)


def claim_needs(
    goal: Support, target: float, spread: Callable[[float], float]
) -> Callable[[float], float]:
    """Return a function that says roughly how many items suffice for a claim at a difference."""

    def needs(difference: float) -> float:
        margin = goal.claim.margin
        equal = goal.claim.kind == "equivalence" and abs(difference) < margin / 20
        power = (1 + target) / 2 if equal else target
        step = special.ndtri(1 - goal.claim.alpha) + special.ndtri(power)
        return float((step * spread(difference) / goal.room(difference)) ** 2)

    return needs


def counted_answer(
    settings: Settings,
    counting: Counting,
    n: int | None,
    difference: float | None,
    judge: Judge | None = None,
) -> Answer:
    """Return the rows of a test, or of a claim with a margin."""
    simulated = settings.by == "simulation"
    planned = planned_count(settings, counting, difference, judge)
    shown = shown_by_simulation(settings, planned, counting.worlds) if simulated else None
    beside = () if simulated else BOTH
    found = answer(planned, n, difference, settings.solve, shown=shown, beside=beside)
    notes = found.notes
    if settings.by == "normal":
        notes.append(not_enumerated(settings))
    if simulated and settings.solve is None:
        notes.append(NOT_SEARCHED)
    return found.rows, notes


def planned_count(
    settings: Settings, counting: Counting, difference: float | None, judge: Judge | None = None
) -> Planned:
    """Return the study of a test, or of a claim if there is a judge of one."""
    if judge is not None:
        return planned_claim(settings, judge, counting)
    return planned_test(settings, counting, difference)


def shown_by_simulation(settings: Settings, planned: Planned, worlds: Worlds) -> Drawn:
    """Return the way to the same study by simulation."""
    run = settings.run
    if isinstance(planned.goal, Support):
        return SimulatedSupport(world=worlds, goal=planned.goal, run=run, possible=planned.possible)
    goal: Sign = planned.goal  # type: ignore[assignment]
    return Simulated(world=worlds, goal=goal, run=run)


def not_enumerated(settings: Settings) -> Note:
    """Say that a classical formula is not the test itself."""
    return meaning(
        "By the normal approximation to an uncorrected test: "
        f"{settings.test.name} itself was not enumerated."
    )


def tested(settings: Settings, difference: float | None) -> bool:
    """Whether there is a study for the test to speak of."""
    return "test" in settings.ways and (difference is not None or settings.solve == "mde")


def beyond_the_test(
    settings: Settings,
    counting: Counting,
    n: int | None,
    difference: float | None,
    judge: Judge | None = None,
    *,
    read: Worlds | None = None,
) -> Answer:
    """Return averages over what is believed, and the posterior to come; nothing if not asked for.

    `read` are the worlds whose data the posterior reads, where they are not those of the test.
    """
    if difference is not None:
        counting.worlds(difference)  # refuses what cannot be
    planned = planned_count(settings, counting, difference, judge)
    rows: list[Row] = []
    notes: list[Note] = []
    known = settings.effect is not None and n is not None
    if known and "test" in settings.ways:
        rows, notes = assured_rows(planned, n, settings.effect)  # type: ignore[arg-type]
    if settings.reading is None:
        return rows, notes
    from claimwise.plan.posterior import planned_posterior, posterior_answer

    posterior = planned_posterior(
        settings,
        settings.reading,
        read or counting.worlds,
        planned.possible,
        counting.unit,
        counting.window,
    )
    more, remarks = posterior_answer(posterior, settings.effect, n, difference, settings.solve)
    return rows + more, notes + remarks


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


def result_of(
    settings: Settings, judge: Judge | None, rows: list[Row], notes: list[Note], **more: Any
) -> Result:
    """Return the answer with everything it rests on; that of a claim if there is a judge of one."""
    if judge is None:
        return settings.result(rows, notes, **more)
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
    return plan_result(procedure.name, rows, notes, own, seed=settings.known_seed, data=data)


def looked(
    found: Result,
    settings: Settings,
    counting: Counting,
    judge: Judge | None,
    *,
    looks: Any,
    spending: str | None,
    futility: float | None,
    replicates: int | None,
    rng: Any,
) -> Result:
    """Add looks at the data before the end, if any were asked for."""
    none = looks is None and spending is None and futility is None
    if not none and "test" not in settings.ways:
        raise ParameterError("a plan with looks", option("assess", "test"), "a posterior alone")
    if none:
        return found
    from claimwise.plan.looks import with_looks

    return with_looks(
        found,
        planned_count(settings, counting, None, judge),
        looks=looks,
        spending=spending,
        futility=futility,
        replicates=replicates,
        run=settings.run if settings.seed >= 0 else None,
        rng=rng,
        workers=settings.workers,
    )

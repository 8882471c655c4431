"""Two systems on different items: what could a comparison of accuracies show?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from claimwise.choose import SMALL_COUNT
from claimwise.core import (
    Note,
    ParameterError,
    Result,
    assumed,
    caution,
    check_count,
    meaning,
    option,
)
from claimwise.kernels import binomial
from claimwise.plan.answer import answer, not_enumerated
from claimwise.plan.around import with_curves
from claimwise.plan.assessing import Asked
from claimwise.plan.claim_plans import (
    claim_result,
    counted_claim,
    refuse_normal,
    separate_spread,
)
from claimwise.plan.claiming import judged
from claimwise.plan.design import Answer, Design, Worlds, direction
from claimwise.plan.foresee import foresee, tested
from claimwise.plan.grid import curves
from claimwise.plan.looks import with_looks
from claimwise.plan.settings import Settings
from claimwise.power import normal
from claimwise.power.claims import Judge
from claimwise.worlds import Proportions

WHO = "plan proportions"
UNIT = "items in each group"
USUAL = "z-pooled"
UNPAIRED = assumed("The two systems see different items: nothing is gained from pairing.")


@with_curves
@curves()
def proportions(
    *,
    n: Any = None,
    baseline: Any = None,
    difference: Any = None,
    test: str | None = None,
    claim: str = "difference",
    interval: str | None = None,
    alternative: str = "two-sided",
    alpha: Any = 0.05,
    power: Any = 0.8,
    solve: str | None = None,
    by: str | None = None,
    replicates: int | None = None,
    rng: Any = None,
    workers: int = 1,
    assess: Any = "test",
    margin: Any = None,
    rope: Any = None,
    prior: Any = None,
    level: Any = None,
    bayes_factor: Any = None,
    effect_prior: Any = None,
    looks: Any = None,
    spending: str | None = None,
) -> Result:
    """Plan a comparison of two systems, each on its own n items.

    Fit for systems that saw different items, or whose verdicts cannot be matched. Unfit for
    two systems on the same items: `claimwise.plan.accuracy` needs far fewer of them.

    Parameters
    ----------
    n : int
        Items in each group.
    baseline : float
        Accuracy of A.
    difference : float
        True accuracy of B minus true accuracy of A.
    test : str, optional
        ``z-pooled`` (the default), ``fisher`` or ``boschloo``; ``farrington-manning`` for a claim
        with a margin, as in `claimwise.compare`.
    by : {"exact", "normal", "simulation"}, optional
        For ``z-pooled`` the default is the textbook formula (as in R's power.prop.test and
        Card et al., appendix E.5) for `power`, `mde` and `sample_size`, with the exact
        values beside it as rows ``[exact]``; for the exact tests it is enumeration.
    claim, interval, alternative, alpha, power, solve, replicates, rng, workers
        As in `claimwise.plan.accuracy`.
    assess, margin, rope, level, bayes_factor, effect_prior
        As in `claimwise.plan.accuracy`.
    prior : str
        ``uniform``, ``jeffreys`` or ``beta(a,b)``, of each system's accuracy.
    looks, spending : optional
        Looks at the data before the end, and how they spend alpha: see
        `claimwise.plan.looks.plan_looks`.

    Returns
    -------
    Result
        Rows `power`, `reject_any`, `alpha`, `type_m`, `type_s`, `mde`, `sample_size`; with
        ``by="normal"`` only those that the formula knows. Of the posterior, and of a prior
        of the difference, as in `claimwise.plan.accuracy`.

    Examples
    --------
    >>> round(proportions(n=1725, baseline=0.92, solve="mde")["mde"].estimate, 5)
    0.02401
    """
    judge, chosen = judged(
        claim,
        margin=margin,
        alternative=alternative,
        alpha=alpha,
        assess=assess,
        test=test,
        interval=interval,
        outcome="binary",
        paired=False,
    )
    if judge is not None:
        refuse_normal(by)
    test = USUAL if test is None else test
    textbook = judge is None and by is None and test == USUAL and "test" in Asked(assess).ways()
    if by == "normal" and test != USUAL:
        raise ParameterError(
            option("by", "normal"), option("test", USUAL), option("test", test), "Leave it out."
        )
    settings = Settings.of(
        paired=False,
        test=test,
        alternative=alternative,
        alpha=alpha,
        power=power,
        solve=solve,
        by=by or ("normal" if textbook else "exact"),
        replicates=replicates,
        rng=rng,
        workers=workers,
        asked=Asked(
            assess, None if judge else margin, rope, prior, level, bayes_factor, effect_prior
        ),
    )
    if baseline is None:
        raise ParameterError(WHO, option("baseline") + ", the accuracy of A", "none")
    if n is not None:
        n = check_count("n", n)
    settings.known(WHO, n, difference)
    if difference is not None:
        difference = settings.difference(difference)

    def world(d: float) -> Proportions:
        return Proportions(baseline, d)

    world(0.0)
    if judge is not None:
        spread = separate_spread(baseline)
        rows, notes = counted_claim(
            settings, judge, world, spread, UNIT, n, difference, rising=True
        )
        told = {"n": n, "baseline": baseline, "difference": difference, "unit": UNIT}
        heed = [*chosen, *_small(judge, n, world, difference), UNPAIRED, *notes]
        found = claim_result(settings, judge, rows, heed, **told)
        how = {"looks": looks, "spending": spending, "replicates": replicates, "rng": rng}
        return with_looks(found, settings, world, **how)
    design = proportions_design(settings, baseline, difference)
    rows, notes = [], [UNPAIRED]
    if tested(settings, difference):
        rows, heed = _tested(settings, design, n, difference, textbook)
        notes += heed
    exact = replace(settings, by="exact") if textbook else settings
    more, heed = foresee(exact, design, n, difference)
    rows, notes = rows + more, notes + heed
    if textbook:
        settings = replace(settings, by="textbook")
    found = settings.result(
        rows,
        notes,
        n=n,
        baseline=baseline,
        difference=difference,
        unit=UNIT,
        formula=dict.fromkeys(("power", "mde", "sample_size"), "by the textbook formula")
        if textbook
        else None,
    )
    return with_looks(
        found,
        settings,
        world,
        looks=looks,
        spending=spending,
        replicates=replicates,
        rng=rng,
    )


def proportions_design(settings: Settings, baseline: float, difference: float | None) -> Design:
    """Return the study of two systems on different items, for the solvers."""
    z = normal.critical_z(settings.alpha, settings.alternative)
    return Design(
        world=Worlds(Proportions, (baseline,)),
        normal_power=lambda n, d: normal.proportions_power(n, baseline, baseline + d, z),
        normal_n=lambda d: normal.proportions_n(baseline, baseline + d, z, settings.target),
        test=settings.test,
        alpha=settings.alpha,
        alternative=settings.alternative,
        target=settings.target,
        sign=direction(settings.alternative, difference),
        unit=UNIT,
        rising=True,
    )


def _small(
    judge: Judge, n: int | None, world: Callable[[float], Proportions], difference: float | None
) -> list[Note]:
    """Say how often compare, which looks at the counts, would take another test."""
    if judge.claim.threshold or judge.procedure.name != USUAL or None in (n, difference):
        return []
    strata = world(difference or 0.0).strata(n or 1)
    few, many = 2 * SMALL_COUNT, 2 * (n or 1) - 2 * SMALL_COUNT  # right answers of both
    below = binomial.at_most(few - 1 - strata.stratum, strata.size, strata.prob)
    above = binomial.at_least(many + 1 - strata.stratum, strata.size, strata.prob)
    share = float(strata.weight @ np.minimum(1.0, below + above))
    if share < 0.001:
        return []
    return [
        caution(
            f"In {100 * share:.2g}% of studies a count would be so small that compare takes "
            f"boschloo or fisher: there the answer is that of {USUAL}. Name a test to plan and run "
            "the same."
        )
    ]


def _tested(
    settings: Settings, design: Design, n: int | None, difference: float | None, textbook: bool
) -> Answer:
    """Return what the test could show; of the textbook's test by formula and by enumeration."""
    rows, notes = answer(settings, design, n, difference)
    if not textbook:
        return rows, notes
    more, heed = answer(replace(settings, by="exact"), design, n, difference)
    # In a known study, what only enumeration knows needs no mark; a solved one
    # has two answers, and every row of the second is marked.
    shared = {row.quantity for row in (rows if settings.solve in (None, "power") else more)}
    rows += [row.within(by="exact") if row.quantity in shared else row for row in more]
    aside = not_enumerated(settings)
    notes = [note for note in dict.fromkeys([*notes, *heed]) if note != aside]
    notes.append(
        meaning(
            "Power, detectable difference and size needed are those of the textbook formula where "
            "they are not called exact; everything else is exact, of the same test."
        )
    )
    return rows, notes

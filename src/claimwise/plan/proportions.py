"""Two systems on different items: what could a comparison of accuracies show?"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from claimwise.choose import SMALL_COUNT
from claimwise.core import (
    Note,
    ParameterError,
    Result,
    Row,
    assumed,
    caution,
    check_count,
    meaning,
    option,
)
from claimwise.core.study_parts import CLAIM, COUNTED, POSTERIOR, PRIOR, STOPPING, grouped
from claimwise.engine.counted import Worlds
from claimwise.engine.planned import Answer
from claimwise.kernels import binomial
from claimwise.plan.around import with_curves
from claimwise.plan.assessing import Asked
from claimwise.plan.claiming import judged
from claimwise.plan.counted import (
    Counting,
    beyond_the_test,
    counted_answer,
    looked,
    not_enumerated,
    refuse_normal,
    result_of,
    separate_spread,
    tested,
)
from claimwise.plan.gaps import saying_why
from claimwise.plan.grid import curves
from claimwise.plan.settings import Settings
from claimwise.power import normal
from claimwise.power.claims import Judge
from claimwise.worlds import Proportions

WHO = "plan proportions"
UNIT = "items in each group"
USUAL = "z-pooled"
UNPAIRED = assumed("The two systems see different items: nothing is gained from pairing.")


@saying_why
@grouped(
    claim=CLAIM,
    posterior=POSTERIOR,
    belief=PRIOR,
    stopping=STOPPING,
    run=COUNTED,
)
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
    futility: float | None = None,
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
    looks, spending, futility : optional
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

    counting = proportions_counting(settings, baseline)
    world = counting.worlds
    world(0.0)
    rows: list[Row] = []
    notes = [UNPAIRED]
    if judge is not None:
        notes = [*chosen, *_small(judge, n, world, difference), UNPAIRED]
    if tested(settings, difference):
        rows, remarks = _tested(settings, counting, n, difference, judge, textbook)
        notes += remarks
    exact = replace(settings, by="exact") if textbook else settings
    more, remarks = beyond_the_test(exact, counting, n, difference, judge)
    rows, notes = rows + more, notes + remarks
    if textbook:
        settings = replace(settings, by="textbook")
    of_formula = dict.fromkeys(("power", "mde", "sample_size"), "by the textbook formula")
    found = result_of(
        settings,
        judge,
        rows,
        notes,
        n=n,
        baseline=baseline,
        difference=difference,
        unit=UNIT,
        formula=of_formula if textbook else None,
    )
    return looked(
        found,
        settings,
        counting,
        judge,
        looks=looks,
        spending=spending,
        futility=futility,
        replicates=replicates,
        rng=rng,
    )


def proportions_counting(settings: Settings, baseline: float) -> Counting:
    """Return what is known of the counts of two systems on different items."""
    z = normal.critical_z(settings.alpha, settings.alternative)
    return Counting(
        worlds=Worlds(Proportions, (baseline,)),
        power=lambda n, d: normal.proportions_power(n, baseline, baseline + d, z),
        needs=lambda d: normal.proportions_n(baseline, baseline + d, z, settings.target),
        spread=separate_spread(baseline),
        unit=UNIT,
    )


def _small(judge: Judge, n: int | None, world: Worlds, difference: float | None) -> list[Note]:
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
    settings: Settings,
    counting: Counting,
    n: int | None,
    difference: float | None,
    judge: Judge | None,
    textbook: bool,
) -> Answer:
    """Return what the test could show; of the textbook's test by formula and by enumeration."""
    rows, notes = counted_answer(settings, counting, n, difference, judge)
    if not textbook:
        return rows, notes
    exactly = replace(settings, by="exact")
    more, remarks = counted_answer(exactly, counting, n, difference)
    # In a known study, what only enumeration knows needs no mark; a solved one
    # has two answers, and every row of the second is marked.
    shared = {row.quantity for row in (rows if settings.solve in (None, "power") else more)}
    rows += [row.within(by="exact") if row.quantity in shared else row for row in more]
    aside = not_enumerated(settings)
    notes = [note for note in dict.fromkeys([*notes, *remarks]) if note != aside]
    notes.append(
        meaning(
            "Power, detectable difference and size needed are those of the textbook formula where "
            "they are not called exact; everything else is exact, of the same test."
        )
    )
    return rows, notes

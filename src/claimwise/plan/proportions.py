"""Two systems on different items: what could a comparison of accuracies show?"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from claimwise.core import (
    ParameterError,
    Result,
    Row,
    check_count,
    requalify,
    sentence,
)
from claimwise.plan.answer import answer, not_enumerated
from claimwise.plan.assessing import Asked
from claimwise.plan.design import Answer, Design, direction
from claimwise.plan.foresee import foresee, tested
from claimwise.plan.grid import curves
from claimwise.plan.looks import with_looks
from claimwise.plan.settings import Settings
from claimwise.power import normal
from claimwise.worlds import Proportions

WHO = "plan proportions"
UNIT = "items in each group"


@curves()
def proportions(
    *,
    n: Any = None,
    baseline: Any = None,
    difference: Any = None,
    test: str = "z-pooled",
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
    test : str
        ``z-pooled``, ``fisher`` or ``boschloo``.
    by : {"exact", "normal", "simulation"}, optional
        For ``z-pooled`` the default is the textbook formula (as in R's power.prop.test and
        Card et al., appendix E.5) for `power`, `mde` and `sample_size`, with the exact
        values beside it as rows ``[exact]``; for the exact tests it is enumeration.
    alternative, alpha, power, solve, replicates, rng, workers
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
    textbook = by is None and test == "z-pooled" and "test" in Asked(assess).ways()
    if by == "normal" and test != "z-pooled":
        raise ParameterError(sentence("the normal formula", "the test z-pooled", repr(test)))
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
        asked=Asked(assess, margin, rope, prior, level, bayes_factor, effect_prior),
    )
    if baseline is None:
        raise ParameterError(sentence(WHO, "the baseline accuracy", "none"))
    if n is not None:
        n = check_count("n", n)
    settings.known(WHO, n, difference)
    if difference is not None:
        difference = settings.difference(difference)

    def world(d: float) -> Proportions:
        return Proportions(baseline, d)

    world(0.0)
    z = normal.critical_z(settings.alpha, settings.alternative)
    design = Design(
        world=world,
        normal_power=lambda n, d: normal.proportions_power(n, baseline, baseline + d, z),
        normal_n=lambda d: normal.proportions_n(baseline, baseline + d, z, settings.target),
        test=settings.test,
        alpha=settings.alpha,
        alternative=settings.alternative,
        target=settings.target,
        sign=direction(settings.alternative, difference),
        unit=UNIT,
    )
    rows: list[Row] = []
    notes = ["The two systems see different items: nothing is gained from pairing."]
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


def _tested(
    settings: Settings, design: Design, n: int | None, difference: float | None, textbook: bool
) -> Answer:
    """Return what the test could show; of the textbook's test by formula and by enumeration."""
    rows, notes = answer(settings, design, n, difference)
    if not textbook:
        return rows, notes
    more, heed = answer(replace(settings, by="exact"), design, n, difference)
    # In a known study, what only enumeration knows needs no qualifier; a solved one
    # has two answers, and every row of the second is marked.
    formula = {row.estimand for row in rows}
    shared = formula if settings.solve in (None, "power") else {r.estimand for r in more}
    rows += [requalify(r, "exact") if r.estimand in shared else r for r in more]
    aside = not_enumerated(settings)
    notes = [note for note in dict.fromkeys([*notes, *heed]) if note != aside]
    notes.append(
        "Rows without [exact] that name power, mde or sample_size are those of the textbook "
        "formula; all others are exact values of the same test."
    )
    return rows, notes

"""Two systems by their mean scores: what could a comparison show?"""

from __future__ import annotations

from typing import Any

from claimwise.core import (
    Note,
    ParameterError,
    Result,
    Row,
    check_count,
    check_number,
    check_one_of,
    option,
)
from claimwise.core.study_parts import BELIEF, CLAIM, STOPPING, Levels, Run, Spreads, grouped
from claimwise.engine.effect_prior import EffectPrior
from claimwise.htest import Test
from claimwise.plan.around import with_curves
from claimwise.plan.assessing import Asked, posterior_settings
from claimwise.plan.claiming import judged
from claimwise.plan.gaps import saying_why
from claimwise.plan.grid import curves
from claimwise.plan.looks import with_looks
from claimwise.plan.means_answer import means_answer, usual_test
from claimwise.plan.means_question import study_of
from claimwise.plan.means_sources import WHO, from_scores, read_means_pilot, spreads_of
from claimwise.plan.means_study import MeansStudy
from claimwise.plan.means_uncertain import means_uncertain
from claimwise.plan.needed import check_known, read_prior
from claimwise.plan.posterior import posterior_answer
from claimwise.plan.resamples import check_resamples
from claimwise.plan.result import plan_result
from claimwise.plan.settings import refuse_searches
from claimwise.plan.uncertain import check_shrink
from claimwise.plan.uncertain_answer import check_uncertain, refuse_shrink
from claimwise.power.claims import RESAMPLES, Judge


@saying_why
@grouped(
    claim=CLAIM,
    spreads=(Spreads, "sd_a sd_b correlation shape"),
    levels=(Levels, "runs_per_item cluster_size icc"),
    belief=BELIEF,
    stopping=STOPPING,
    run=(Run, "by replicates resamples workers"),
)
@with_curves
@curves(prepare=read_means_pilot)
def means(
    *,
    n: Any = None,
    difference: Any = None,
    sd: Any = None,
    sd_a: Any = None,
    sd_b: Any = None,
    correlation: Any = None,
    unpaired: bool = False,
    pilot: Any = None,
    a: str | None = None,
    b: str | None = None,
    runs_per_item: Any = None,
    shape: str = "normal",
    cluster_size: Any = None,
    icc: Any = None,
    test: str | None = None,
    claim: str = "difference",
    margin: Any = None,
    interval: str | None = None,
    better: str = "higher",
    alternative: str = "two-sided",
    alpha: Any = 0.05,
    power: Any = 0.8,
    solve: str | None = None,
    by: str | None = None,
    replicates: int | None = None,
    resamples: int | None = None,
    rng: Any = None,
    workers: int = 1,
    effect_prior: Any = None,
    uncertain: bool = False,
    shrink: Any = None,
    looks: Any = None,
    spending: str | None = None,
    futility: float | None = None,
    assess: Any = "test",
    rope: Any = None,
    prior: Any = None,
    level: Any = None,
    bayes_factor: Any = None,
) -> Result:
    """Plan a comparison of two systems' mean scores.

    Fit for graded scores of independent items, such as ratings, times or sentence scores. Unfit
    for right/wrong answers: `claimwise.plan.accuracy` knows how often they agree.

    Parameters
    ----------
    n : int
        Items; of each system, if `unpaired`.
    difference : float
        True mean score of B minus that of A, in the units of the scores.
    sd : float
        Standard deviation, over items, of the difference between the two scores of an item.
    sd_a, sd_b, correlation : float
        Or the standard deviation of each system's scores and their correlation over items. With
        `unpaired` the two standard deviations alone, or `sd` for that of either system.
    unpaired : bool
        Whether each system is scored on n items of its own.
    pilot : path, data frame, Scores or Pairs
        Scores of both systems (item, system, score): gives difference and standard deviation
        where they are not given.
    a, b : str
        Baseline and candidate in a pilot of more than two systems.
    runs_per_item : int, optional
        How many runs of each item the study will have, where the pilot has several; by default as
        many as in the pilot.
    shape : {"normal", "skewed"}
        Distribution of the differences, or of the scores.
    cluster_size, icc : int, float
        Items in each cluster, and the correlation within it: for a test of clusters.
    test : str, optional
        By default ``paired-t``, or ``welch`` for unpaired scores; of clusters the test that
        `claimwise.compare` runs. Others are simulated: ``permutation``, ``wilcoxon``,
        ``bootstrap``, ...
    claim, margin, interval
        As in `claimwise.plan.accuracy`; the test of a claim is the one that
        `claimwise.compare` runs.
    better : {"higher", "lower"}
        Which scores are better.
    alternative, alpha, power, solve, rng, workers
        As in `claimwise.plan.accuracy`.
    by : {"exact", "normal", "simulation"}, optional
        Exact for t tests of normal scores, and the default of these; the formula with known
        standard deviations; or simulated studies.
    replicates, resamples : int, optional
        Simulated studies (10,000; 2,000 of tests by resampling), and resamples in each (1,000).
    effect_prior : str
        ``normal:MEAN:SD`` or ``uniform:LOW:HIGH``, for the assurance.
    uncertain, shrink
        As in `claimwise.plan.accuracy`: power over what a pilot of both systems on the same items
        leaves open. Of the standard deviation, the prior says nothing.
    looks, spending, futility : optional
        Looking at the data before the end: see `claimwise.plan.looks.plan_looks`.
    assess, rope, level, bayes_factor
        As in `claimwise.plan.accuracy`: what the posterior of the study will say, exactly, of
        differences on the same items.
    prior : str
        ``reference`` (the default), under which the posterior is Student's t; ``reference:1``
        gives its Bayes factors (Jeffreys, Zellner and Siow) another scale than 0.7071.

    Returns
    -------
    Result
        Rows `power`, `reject_any`, `alpha`, `type_m`, `type_s`, `mde`, `sample_size`,
        `assurance`; of a claim with a margin as in `claimwise.plan.accuracy`.

    Examples
    --------
    >>> plan = means(n=300, difference=0.05, sd=0.4)
    >>> round(plan["power"].estimate, 4), plan["sample_size"].n
    (0.5785, 505)
    """
    notes: list[Note] = []
    if n is not None:
        n = check_count("n", n)
    if runs_per_item is not None:
        runs_per_item = check_count("runs_per_item", runs_per_item)
        if pilot is None:
            named = option("runs_per_item", runs_per_item)
            raise ParameterError(named + " needs a pilot with runs: " + option("pilot") + ".")
        if uncertain:
            needs = "as many runs of an item as the pilot has"
            named = option("runs_per_item", runs_per_item)
            raise ParameterError("uncertain", needs, named, "Leave one out.")
    known = {} if pilot is None else from_scores(pilot, runs_per_item, notes)
    spreads = spreads_of(
        unpaired=unpaired,
        sd=sd,
        sd_a=sd_a,
        sd_b=sd_b,
        correlation=correlation,
        known=known,
        shape=shape,
        cluster_size=cluster_size,
        icc=icc,
        notes=notes,
    )
    judge, chosen = judged(
        claim,
        margin=margin,
        alternative=alternative,
        alpha=alpha,
        assess=assess,
        test=test,
        interval=interval,
        outcome="numeric",
        paired=spreads.paired,
        n=n,
        clustered=spreads.cluster_size > 1,
        better=better,
        resamples=RESAMPLES if resamples is None else check_resamples(resamples, alpha),
    )
    ways, reading = _reading(
        Asked(assess, None if judge else margin, rope, prior, level, bayes_factor), spreads, solve
    )
    if judge is None and margin is not None and reading is None:
        raise ParameterError("margin", "a claim with a margin", option("claim", "difference"))
    check_one_of("better", better, ("higher", "lower"))
    effect = read_prior(effect_prior)
    if uncertain:
        told = {"difference": difference, "sd": sd, "sd_a": sd_a, "unpaired": unpaired or None}
        check_uncertain(WHO, pilot, n, solve, told)
    else:
        refuse_shrink(shrink)
    if difference is None and solve != "mde" and (uncertain or effect is None) and known:
        difference = known["difference"]
    check_known(WHO, n, difference, solve, effect)
    difference = None if difference is None else check_number("difference", difference)
    study = study_of(
        spreads,
        judge,
        test=test,
        alternative=alternative,
        alpha=alpha,
        power=power,
        by=by,
        difference=difference,
        replicates=replicates,
        resamples=resamples,
        rng=rng,
        workers=workers,
    )
    notes = chosen + notes
    at = None if uncertain else effect
    rows: list[Row] = []
    remarks: list[Note] = []
    if "test" in ways:
        rows, remarks = means_answer(study, judge, n, difference, solve, at)
    if reading is not None:
        from claimwise.plan.means_posterior import planned_mean_posterior

        concluding = planned_mean_posterior(spreads, reading, study.target, study.unit)
        more, said = posterior_answer(concluding, at, n, difference, solve)
        rows, remarks = rows + more, remarks + said
    if judge is None and "test" in ways:
        notes += usual_test(test, spreads)
    worth = check_shrink(shrink, effect_prior) if uncertain else None
    if worth is not None:
        more, of_pilot = means_uncertain(study, judge, pilot, n or 0, worth, effect)
        rows, remarks = rows + more, remarks + of_pilot
    found = _result(
        study, judge, rows, notes + remarks,
        n=n, difference=difference, solve=solve, effect=effect, pilot=pilot,
        shrink=worth, better=better, runs=runs_per_item, ways=ways, reading=reading,
    )  # fmt: skip
    if "test" not in ways and (looks or spending or futility) is not None:
        raise ParameterError("a plan with looks", option("assess", "test"), "a posterior alone")
    return with_looks(
        found,
        study.planned(judge),
        looks=looks,
        spending=spending,
        futility=futility,
        replicates=replicates,
        run=study.run if study.by == "simulation" else None,
        rng=rng,
        workers=study.workers,
    )


def _reading(asked: Asked, spreads: Any, solve: str | None) -> tuple[tuple[str, ...], Any]:
    """Return what is to be foreseen, and how a posterior is read; None without one."""
    ways = asked.ways()
    if "posterior" not in ways:
        return ways, asked.reading(paired=True)  # refuses options of a posterior
    from claimwise.plan.means_posterior import MeanReading, refuse_posterior

    refuse_posterior(spreads)
    reading = MeanReading.of(asked)
    refuse_searches(solve, reading, None)
    return ways, reading


def _result(
    study: MeansStudy,
    judge: Judge | None,
    rows: list[Row],
    notes: list[Note],
    *,
    n: int | None,
    difference: float | None,
    solve: str | None,
    effect: EffectPrior | None,
    pilot: Any,
    shrink: float | None,
    better: str,
    runs: int | None,
    ways: tuple[str, ...],
    reading: Any,
) -> Result:
    """Return the answer with everything it rests on."""
    spreads = study.spreads
    simulated = study.by == "simulation"
    decides = study.test if judge is None else judge.procedure
    by_test = isinstance(decides, Test)
    of_claim = {} if judge is None else {
        "claim": judge.claim.kind, "margin": judge.claim.margin
    }  # fmt: skip
    tested = {
        "test" if by_test else "interval": decides.name,
        "alternative": study.alternative if judge is None else None,
        "alpha": study.alpha,
        "by": study.by,
    }
    settings = {
        **of_claim,
        "better": None if judge is None and better == "higher" else better,
        **(tested if "test" in ways else {}),
        **posterior_settings(ways, reading, difference),
        "target": study.target,
        "solve": solve,
        "n": n,
        "difference": difference,
        "outcome": "numeric",
        "paired": spreads.paired,
        "sd": spreads.a if spreads.paired else None,
        "sd_a": None if spreads.paired else spreads.a,
        "sd_b": None if spreads.paired else spreads.b,
        "shape": spreads.shape,
        "cluster_size": spreads.cluster_size if spreads.cluster_size > 1 else None,
        "icc": spreads.icc if spreads.cluster_size > 1 else None,
        "runs_per_item": runs,
        "effect_prior": effect.words if effect else None,
        "replicates": study.replicates if simulated else None,
        "resamples": study.resamples if simulated and decides.resampled else None,
        "uncertain": None if shrink is None else True,
        "shrink": shrink,
        "unit": study.unit,
    }
    return plan_result(
        decides.name if "test" in ways else reading.model,
        rows,
        notes,
        settings,
        seed=study.seed if simulated else None,
        data=pilot.provenance.get("data") if pilot is not None else None,
    )

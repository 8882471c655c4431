"""Two systems by their mean scores: what could a comparison show?"""

from __future__ import annotations

from math import inf
from typing import Any

from claimwise.core import (
    ParameterError,
    Result,
    Row,
    check_alpha,
    check_alternative,
    check_count,
    check_number,
    check_one_of,
    check_share,
    provenance,
    root_seed,
    sentence,
)
from claimwise.htest import Test, find_test
from claimwise.plan.assured import simulated_assurance
from claimwise.plan.claim_answer import ClaimDesign, claim_answer
from claimwise.plan.claim_plans import claim_assurance, refuse_normal
from claimwise.plan.claiming import judged
from claimwise.plan.design import Answer, direction
from claimwise.plan.effect_prior import EffectPrior
from claimwise.plan.grid import curves
from claimwise.plan.means_sources import WHO, from_scores, read_means_pilot, spreads_of
from claimwise.plan.means_study import MeansStudy, Spreads
from claimwise.plan.means_uncertain import means_uncertain
from claimwise.plan.resamples import check_resamples
from claimwise.plan.uncertain import check_shrink
from claimwise.plan.uncertain_answer import check_uncertain, refuse_shrink
from claimwise.power.claims import Judge
from claimwise.power.engine import RESAMPLES

SOLVE = ("power", "mde", "n")
BY = ("exact", "normal", "simulation")
RESAMPLED, OTHERS = 2_000, 10_000  # simulated studies


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
        `unpaired` the two standard deviations alone.
    unpaired : bool
        Whether each system is scored on n items of its own.
    pilot : path, data frame, Scores or Pairs
        Scores of both systems (item, system, score): gives difference and standard deviation
        where they are not given.
    a, b : str
        Baseline and candidate in a pilot of more than two systems.
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
        Which scores are better, for a claim with a margin.
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
    notes: list[str] = []
    if n is not None:
        n = check_count("n", n)
    known = {} if pilot is None else from_scores(pilot, notes)
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
        assess="test",
        test=test,
        interval=interval,
        outcome="numeric",
        paired=spreads.paired,
        n=n,
        clustered=spreads.cluster_size > 1,
        better=better,
        resamples=RESAMPLES if resamples is None else check_resamples(resamples, alpha),
    )
    if judge is None and margin is not None:
        raise ParameterError(
            sentence("margin", "a claim with a margin", "the claim of a difference")
        )
    effect = None if effect_prior is None else EffectPrior.of(effect_prior, shares=False)
    if uncertain:
        told = {"difference": difference, "sd": sd, "sd_a": sd_a, "unpaired": unpaired or None}
        check_uncertain(WHO, pilot, n, solve, told)
    else:
        refuse_shrink(shrink)
    if difference is None and solve != "mde" and (uncertain or effect is None) and known:
        difference = known["difference"]
    _known(n, difference, solve, effect)
    difference = None if difference is None else check_number("difference", difference)
    study = _study(
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
    if judge is None:
        rows, heed = _tested(study, n, difference, solve, at)
        notes += _default(test, spreads)
    else:
        rows, heed = _claimed(study, judge, n, difference, solve, at)
    worth = check_shrink(shrink, effect_prior) if uncertain else None
    if worth is not None:
        more, remarks = means_uncertain(study, judge, pilot, n or 0, worth, effect)
        rows, heed = rows + more, heed + remarks
    return _result(
        study, judge, rows, notes + heed,
        n=n, difference=difference, solve=solve, effect=effect, pilot=pilot,
        shrink=worth,
    )  # fmt: skip


def _known(n: Any, difference: Any, solve: str | None, effect: EffectPrior | None) -> None:
    """Refuse a question in which something needed is missing, or is both given and asked."""
    if solve is not None:
        check_one_of("solve", solve, SOLVE)
    for asked, what, given in (("mde", "a difference", difference), ("n", "an n", n)):
        if solve == asked and given is not None:
            raise ParameterError(
                sentence(
                    f"{WHO} with solve={solve!r}",
                    f"{what} to look for",
                    f"{given} given",
                    "Leave one of the two out.",
                )
            )
    if solve in ("mde", "n") and effect is not None:
        raise ParameterError(
            sentence(
                f"solve {solve}",
                "a true difference, or none",
                "a prior of it",
                "Give n to see the assurance; a list of n shows how it grows.",
            )
        )
    if n is None and solve != "n":
        raise ParameterError(
            sentence(WHO, "the number of items n", "none", "Or ask for it with solve n.")
        )
    if difference is None and solve != "mde" and effect is None:
        remedy = "Or ask for the smallest detectable one with solve mde."
        raise ParameterError(sentence(WHO, "a true difference to look for", "none", remedy))


def _study(
    spreads: Spreads,
    judge: Judge | None,
    *,
    test: str | None,
    alternative: str,
    alpha: Any,
    power: Any,
    by: str | None,
    difference: float | None,
    replicates: int | None,
    resamples: int | None,
    rng: Any,
    workers: int,
) -> MeansStudy:
    """Check the settings that are left, and return the study."""
    level, target = check_alpha(alpha), check_share("power", power)
    if target <= level:
        raise ParameterError(sentence("power", f"a target above alpha ({level:g})", target))
    found = _test(test, spreads)
    decides = found if judge is None else judge.procedure
    exact = spreads.exact(decides)
    route = check_one_of("by", by or ("exact" if exact else "simulation"), BY)
    if judge is not None:
        refuse_normal(by)
    if route == "exact" and not exact:
        raise ParameterError(
            sentence(
                "by exact",
                "paired-t, t or welch on normal scores without clusters",
                f"{decides.name} on {spreads.shape} scores"
                + (" in clusters" if spreads.cluster_size > 1 else ""),
                "Use by simulation.",
            )
        )
    if route == "normal" and (
        spreads.inflation != 1 or decides.name not in ("paired-t", "welch", "t")
    ):
        raise ParameterError(
            sentence(
                "the normal formula", "a t test without clusters", decides.name, "Leave by out."
            )
        )
    usual = RESAMPLED if decides.resampled else OTHERS
    drawn = RESAMPLES if resamples is None else resamples
    return MeansStudy(
        spreads=spreads,
        test=found,
        alternative=check_alternative(alternative),
        alpha=level,
        target=target,
        sign=direction(alternative, difference),
        by=route,
        unit="items" if spreads.paired else "items of each system",
        replicates=check_count("replicates", usual if replicates is None else replicates),
        resamples=check_resamples(drawn, level) if decides.resampled else drawn,
        seed=root_seed(rng) if route == "simulation" else -1,
        workers=check_count("workers", workers),
    )


def _test(name: str | None, spreads: Spreads) -> Test:
    if name is None and spreads.cluster_size > 1:
        return find_test("cluster-permutation")
    if name is None:
        return find_test("paired-t" if spreads.paired else "welch")
    found = find_test(name, paired=spreads.paired, outcome="numeric")
    if found.clustered and spreads.cluster_size == 1:
        raise ParameterError(sentence(name, "cluster_size and icc", "none"))
    return found


def _default(test: str | None, spreads: Spreads) -> list[str]:
    """Say so where compare would choose another test."""
    if test is not None or not spreads.paired or spreads.cluster_size > 1:
        return []
    return [
        "Planned with paired-t, whose power is known exactly. On up to 20,000 items compare runs "
        "permutation unless told otherwise, which finds nearly the same; name a test to plan and "
        "run the same one."
    ]


def _tested(
    study: MeansStudy,
    n: int | None,
    difference: float | None,
    solve: str | None,
    effect: EffectPrior | None,
) -> Answer:
    """Return what the test could show."""
    rows: list[Row] = []
    notes: list[str] = []
    if solve == "mde" and n is not None:
        rows, notes = study.mde(n)
        difference = rows[0].estimate
    elif solve == "n" and difference is not None:
        rows, notes = study.size(difference)
        n = rows[0].n
    if n is not None and difference is not None and difference == difference:
        more, heed = study.rows(n, difference)
        rows, notes = rows + more, notes + heed
        if not difference:
            notes.append(
                "With no true difference there is no right sign: power, Type-M and Type-S are not "
                "defined, and reject_any is the false-positive rate."
            )
        if solve is None and study.by == "simulation":
            notes.append("mde and sample_size are searched by simulation: ask with solve.")
        elif solve is None:
            for more, heed in [study.mde(n), *([study.size(difference)] if difference else [])]:
                rows, notes = rows + more, notes + heed
    if study.by == "normal":
        notes.append(f"By the normal formula with known spreads, and not {study.test.name} itself.")
    if effect is not None and n is not None:
        more, heed = _assured(study, n, effect)
        rows, notes = rows + more, notes + heed
    return rows, notes


def _assured(study: MeansStudy, n: int, effect: EffectPrior) -> Answer:
    """Average the power over a prior of the difference."""
    if study.by == "simulation":
        return simulated_assurance(
            study.chance(n), effect, n, replicates=study.replicates, seed=study.seed
        )
    import numpy as np

    value = float(effect.average(lambda d: np.array([study.power(n, d)]), (0.0,))[0])
    return [Row(estimand="assurance", estimate=value, n=n)], [
        f"Prior of the true difference: {effect.words}, for the average over it. assurance is the "
        "probability that the difference comes out significant and with the sign of the true one, "
        "over both that prior and the study."
    ]


def _claimed(
    study: MeansStudy,
    judge: Judge,
    n: int | None,
    difference: float | None,
    solve: str | None,
    effect: EffectPrior | None,
) -> Answer:
    """Return how often a claim with a margin would be supported."""
    exact = study.by == "exact"
    design = ClaimDesign(
        judge=judge,
        target=study.target,
        unit=study.unit,
        support=(lambda n, d: study.spreads.support(judge, n, d)) if exact else None,
        simulate=lambda n, d, stream: study.supported(judge, n, d, stream),
        possible=(-inf, inf),
        spread=lambda d: study.spreads.unit * study.spreads.inflation**0.5,
        least=2,
    )
    rows: list[Row] = []
    notes: list[str] = []
    if difference is not None or solve == "mde":
        rows, notes = claim_answer(design, n, difference, solve)
        if not exact and solve is None:
            notes.append("mde and sample_size are searched by simulation: ask with solve.")
    if effect is not None and n is not None:
        if not exact:
            raise ParameterError(sentence("effect_prior with a claim", "by exact", "by simulation"))
        more, heed = claim_assurance(design, n, effect, "")
        rows, notes = rows + more, notes + heed
    return rows, notes


def _result(
    study: MeansStudy,
    judge: Judge | None,
    rows: list[Row],
    notes: list[str],
    *,
    n: int | None,
    difference: float | None,
    solve: str | None,
    effect: EffectPrior | None,
    pilot: Any,
    shrink: float | None,
) -> Result:
    """Return the answer with everything it rests on."""
    spreads = study.spreads
    simulated = study.by == "simulation"
    decides = study.test if judge is None else judge.procedure
    by_test = isinstance(decides, Test)
    claimed = {} if judge is None else {
        "claim": judge.claim.kind, "margin": judge.claim.margin, "better": judge.claim.better
    }  # fmt: skip
    settings = {
        **claimed,
        "test" if by_test else "interval": decides.name,
        "alternative": study.alternative if judge is None else None,
        "alpha": study.alpha,
        "by": study.by,
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
        "effect_prior": effect.words if effect else None,
        "replicates": study.replicates if simulated else None,
        "resamples": study.resamples if simulated and decides.resampled else None,
        "uncertain": None if shrink is None else True,
        "shrink": shrink,
        "unit": study.unit,
    }
    return Result(
        method=decides.name,
        rows=tuple(rows),
        notes=tuple(dict.fromkeys(notes)),
        provenance=provenance(
            {key: value for key, value in settings.items() if value is not None},
            seed=study.seed if simulated else None,
            data=pilot.provenance.get("data") if pilot is not None else None,
        ),
    )

"""Plan a study of any metric and any test from a real pair of outputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isnan
from typing import Any

from claimwise.choose import MOST_LEFT_OUT
from claimwise.core import (
    Note,
    ParameterError,
    Result,
    Row,
    check_count,
    check_number,
    check_one_of,
    option,
    root_seed,
)
from claimwise.core.parts import Reading
from claimwise.core.study_parts import BELIEF, Run, grouped
from claimwise.engine.answer import answer
from claimwise.engine.belief import assured_rows
from claimwise.engine.simulate import Tally
from claimwise.htest import find_test
from claimwise.htest.claims import BETTER
from claimwise.metrics import ItemCorpus
from claimwise.plan.claiming import DIFFERENCE, judged
from claimwise.plan.gaps import saying_why
from claimwise.plan.grid import curves
from claimwise.plan.looks import with_looks
from claimwise.plan.needed import SOLVE, check_known, read_prior, refuse_prior
from claimwise.plan.pilot_belief import left_open
from claimwise.plan.pilot_notes import pilot_notes
from claimwise.plan.pilot_question import WHO, PilotQuestion
from claimwise.plan.pilot_sources import read_pilot
from claimwise.plan.resamples import check_resamples
from claimwise.plan.result import plan_result
from claimwise.plan.uncertain import check_shrink
from claimwise.plan.uncertain_answer import check_uncertain, refuse_shrink
from claimwise.power.claims import RESAMPLES, Judge
from claimwise.worlds.pilot import ResampledPilot
from claimwise.worlds.pilot_units import MEAN, Pilot


@saying_why
@grouped(
    reading=(Reading, "references cluster columns system dataset filter"),
    belief=BELIEF,
    run=(Run, "replicates resamples workers"),
)
def pilot(
    *sources: Any,
    references: Any = None,
    metric: Any = None,
    n: Any = None,
    difference: Any = None,
    test: str | None = None,
    alternative: str = "two-sided",
    alpha: Any = 0.05,
    power: Any = 0.8,
    solve: str | None = None,
    replicates: int | None = None,
    resamples: int | None = None,
    rng: Any = None,
    workers: int = 1,
    a: str | None = None,
    b: str | None = None,
    cluster: Any = None,
    columns: Mapping[str, str] | None = None,
    system: str | Sequence[str] | None = None,
    dataset: str | None = None,
    filter: str | None = None,
    effect_prior: Any = None,
    uncertain: bool = False,
    shrink: Any = None,
    looks: Any = None,
    spending: str | None = None,
    futility: float | None = None,
    claim: str = "difference",
    margin: Any = None,
    better: str | None = None,
) -> Result:
    """Plan a comparison of two systems from a pilot: its items, drawn anew.

    Fit for any metric and any paired test, where outputs or scores of two systems on some items
    are there. Unfit for items unlike those of the pilot.

    Parameters
    ----------
    *sources : paths, a data frame, Scores, Pairs, Outputs or Pilot
        Two files of outputs with `references`; a table of gold answers and predictions with
        `metric`; or a table of scores, right/wrong or graded (item, system, score).
    references : path or list of paths, optional
        Line-aligned references.
    metric : str, optional
        Such as ``bleu`` or ``f1:macro``; of a table of scores, which of several.
    n : int
        Items of the study. In a pilot with clusters, so many clusters as make n items.
    difference : float
        True score of B minus that of A, in the metric's units; by default that of the pilot.
    test : str, optional
        ``randomisation`` or ``paired-bootstrap``; where the metric is a mean of item scores also
        any paired test of scores, and of verdicts if they are right or wrong. By default the one
        that fits the data.
    alternative : {"two-sided", "less", "greater"}
        "greater": B scores higher than A.
    alpha, power : float
        Significance level, and the power to reach.
    solve : {"power", "mde", "n"}, optional
        What to look for; by default the power.
    replicates, resamples : int, optional
        Simulated studies (10,000 of verdicts, 2,000 of scores, 500 of a corpus, 200 of a slow
        metric), and resamples within each (1,000).
    rng, workers
        Seed, and processes.
    a, b, cluster, columns, system, dataset, filter
        What to read: see `compare`.
    effect_prior : str
        ``normal:MEAN:SD`` or ``uniform:LOW:HIGH``, what is believed of the true difference: for
        the assurance, the power averaged over it.
    uncertain : bool
        Average the power also over what the pilot leaves open of its difference.
    shrink : float, optional
        How many items, or clusters, a prior is worth on which neither system is ahead (20; 0 with
        an `effect_prior`, which is then a belief from before the pilot).
    claim, margin : str, float
        As in `claimwise.plan.accuracy`; the test is the one that `compare` runs for it.
    better : {"higher", "lower"}, optional
        Which scores are better; by default by the metric's name.
    looks, spending, futility : optional
        Looking at the data before the end: see `claimwise.plan.looks.plan_looks`.

    Returns
    -------
    Result
        Rows `power`, `reject_any`, `alpha` (findings where the systems are equally good),
        `type_m`, `type_s`; `mde` or `sample_size` if asked for; and of the simulated world
        `difference`, `score[NAME]`, `effective_items`. One or two of n, difference, alpha and
        power may be lists: then every row is qualified by its point.

    Examples
    --------
    >>> from claimwise.data import Pairs
    >>> pairs = Pairs([1, 0, 1, 0, 1, 1, 0, 1, 0, 1], [1, 1, 1, 0, 1, 1, 1, 0, 1, 1])
    >>> plan = pilot(pairs, n=200, difference=0.1, rng=1)
    >>> plan.method, 0.6 < plan["power"].estimate < 0.7
    ('mcnemar-midp', True)
    """
    found = read_pilot(
        *sources,
        references=references,
        metric=metric,
        a=a,
        b=b,
        cluster=cluster,
        columns=columns,
        system=system,
        dataset=dataset,
        filter=filter,
    )
    if better is not None:
        metric_of = replace(found.metric, better=check_one_of("better", better, BETTER))
        found = replace(found, corpus=replace(found.corpus, metric=metric_of))
    return _planned(
        pilot=found,
        n=n,
        difference=difference,
        test=test,
        alternative=alternative,
        alpha=alpha,
        power=power,
        solve=solve,
        replicates=replicates,
        resamples=resamples,
        rng=root_seed(rng),
        workers=workers,
        nulls={},
        effect_prior=effect_prior,
        uncertain=uncertain,
        shrink=shrink,
        looks=looks,
        spending=spending,
        futility=futility,
        claim=claim,
        margin=margin,
    )


@curves()
def _planned(
    *,
    pilot: Pilot,
    n: Any,
    difference: Any,
    test: str | None,
    alternative: str,
    alpha: Any,
    power: Any,
    solve: str | None,
    replicates: int | None,
    resamples: int | None,
    rng: int,
    workers: int,
    nulls: dict[float, dict[int, Tally]],
    effect_prior: Any,
    uncertain: bool,
    shrink: Any,
    looks: Any,
    spending: str | None,
    futility: float | None,
    claim: str,
    margin: Any,
) -> Result:
    """Answer one point of the plan; `nulls` keeps what other points found without an effect."""
    asked = "power" if solve is None else check_one_of("solve", solve, SOLVE)
    n = None if n is None else check_count("n", n)
    difference = None if difference is None else check_number("difference", difference)
    effect = read_prior(effect_prior)
    check_known(WHO, n, difference, asked, own=True)
    if uncertain:
        check_uncertain(WHO, pilot, n, solve, {"difference": difference})
    else:
        refuse_shrink(shrink)
    if effect is not None:
        refuse_prior(asked)
    judge, chosen = _judged(
        pilot, claim, margin, n, test, alternative, alpha, resamples, uncertain=uncertain
    )
    question = PilotQuestion.of(
        pilot,
        judge=judge,
        test=test,
        n=n,
        alternative=alternative,
        alpha=alpha,
        power=power,
        replicates=replicates,
        resamples=resamples,
        seed=rng,
        workers=workers,
        nulls=nulls.setdefault(alpha, {}),
    )
    question.refuse(asked, difference)
    planned, own = question.planned(), question.world(None)
    truth = own.truth() if difference is None else difference
    solve_for = asked if asked != "power" else None
    found = answer(planned, n, None if asked == "mde" else truth, solve_for, beside=())
    reached = own.truth() if found.effect is None or isnan(found.effect) else found.effect
    rows, notes, world, size = found.rows, found.notes, question.at(reached), found.n
    worth = check_shrink(shrink, effect_prior) if uncertain else None
    if worth is not None:
        more, remarks = left_open(question, planned, int(n), worth, effect)
        rows, notes = [*rows, *more], [*notes, *remarks]
    elif effect is not None:
        more, remarks = assured_rows(planned, int(n), effect)
        rows, notes = [*rows, *more], [*notes, *remarks]
    given = asked == "mde" or difference is not None
    nameless = pilot.metric.name == MEAN
    settings = {
        "verb": WHO,
        "metric": pilot.metric.name,
        "better": pilot.metric.better,
        "signature": pilot.metric.signature or None,
        "test": question.test.name,
        "outcome": question.test.outcome,
        "points": None if pilot.right_or_wrong or nameless else pilot.metric.name.split(":")[0],
        "shares": pilot.right_or_wrong,
        "alternative": question.alternative if judge is None else None,
        "claim": None if judge is None else judge.claim.kind,
        "margin": None if judge is None else judge.claim.margin,
        "alpha": question.alpha,
        "by": "simulation",
        "target": question.target,
        "solve": asked,
        "n": n,
        "difference": None if asked == "mde" else world.truth(),
        "a": pilot.names[0],
        "b": pilot.names[1],
        "pilot_items": pilot.n,
        "pilot_clusters": pilot.corpus.clusters or None,
        "replicates": question.run.replicates,
        "resamples": question.resamples if question.test.resampled else None,
        "unit": "items",
        "effect_prior": effect.words if effect else None,
        "uncertain": uncertain or None,
        "shrink": worth,
    }
    made = plan_result(
        question.test.name,
        [*rows, *truth_rows(world, size)],
        [*pilot_notes(question, world, size, own=not given), *chosen, *notes],
        settings,
        seed=rng,
        data=pilot.provenance.get("data"),
    )
    return with_looks(
        made,
        planned,
        looks=looks,
        spending=spending,
        futility=futility,
        run=question.run,
        replicates=replicates,
        workers=workers,
    )


def _judged(
    pilot: Pilot,
    claim: str,
    margin: Any,
    n: int | None,
    test: str | None,
    alternative: str,
    alpha: Any,
    resamples: int | None,
    *,
    uncertain: bool,
) -> tuple[Judge | None, list[Note]]:
    """Return the claim with the test that compare runs for it; None for a plain difference."""
    slow = isinstance(pilot.corpus, ItemCorpus) and (n or 0) > MOST_LEFT_OUT
    if test is None and claim != DIFFERENCE and slow:
        test = "paired-bootstrap"  # as compare does: each item left out would be scored anew
    judge, chosen = judged(
        claim,
        margin=margin,
        alternative=alternative,
        alpha=alpha,
        assess="test",
        test=test,
        interval=None,
        outcome=find_test(test, paired=True).outcome if test else pilot.outcome,
        paired=True,
        n=n,
        clustered=pilot.cluster is not None,
        better=pilot.metric.better,
        resamples=RESAMPLES if resamples is None else check_resamples(resamples, alpha),
    )
    if judge is None and margin is not None:
        raise ParameterError("margin", "a claim with a margin", option("claim", DIFFERENCE))
    if judge is not None and uncertain:
        raise ParameterError(
            "uncertain",
            option("claim", DIFFERENCE),
            option("claim", claim),
            "Use " + option("effect_prior") + ", or a list of differences.",
        )
    return judge, chosen


def truth_rows(world: ResampledPilot, n: int | None) -> list[Row]:
    """Return what is true in the world: the difference, both scores, the weight of the pilot."""
    units = "clusters" if world.pilot.cluster is not None else "items"
    return [
        Row(quantity="difference", estimate=world.truth(), n=n),
        *(
            Row(quantity="score", at={"system": name}, estimate=float(score), n=n)
            for name, score in zip(world.pilot.names, world.scores(), strict=True)
        ),
        Row(quantity=f"effective_{units}", estimate=world.effective(), n=world.pilot.units),
    ]

"""Two systems on the same test set: what could a comparison of accuracies show?"""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import Any

from claimwise.core import (
    Note,
    ParameterError,
    Result,
    Row,
    check_count,
    check_probability,
    option,
)
from claimwise.core.study_parts import (
    BELIEF,
    CLAIM,
    COUNTED,
    POSTERIOR,
    STOPPING,
    Predicted,
    grouped,
)
from claimwise.engine.counted import Worlds
from claimwise.engine.planned import Answer
from claimwise.plan.around import with_curves
from claimwise.plan.assessing import Asked
from claimwise.plan.claiming import judged
from claimwise.plan.counted import (
    Counting,
    beyond_the_test,
    counted_answer,
    looked,
    paired_spread,
    refuse_normal,
    result_of,
    tested,
)
from claimwise.plan.gaps import saying_why
from claimwise.plan.grid import curves
from claimwise.plan.settings import Settings
from claimwise.plan.sources import (
    INDEPENDENT,
    NO_PRIOR,
    agreement_notes,
    agreements,
    from_pilot,
    pilot_caution,
    predicted_difference,
    read_sources,
    spelled,
)
from claimwise.plan.uncertain import check_shrink
from claimwise.plan.uncertain_answer import accuracy_uncertain, check_uncertain, refuse_shrink
from claimwise.power import normal
from claimwise.power.claims import Judge
from claimwise.worlds import Agreement, Held, Lachenbruch, PairedAccuracy

Numbers = Any  # a number, or a list of numbers for a curve
WHO = "plan accuracy"
UNIT = "items"


@saying_why
@grouped(
    claim=CLAIM,
    predicted=(Predicted, "agreement_from difference_from task"),
    posterior=POSTERIOR,
    belief=BELIEF,
    stopping=STOPPING,
    run=COUNTED,
)
@with_curves
@curves(prepare=read_sources)
def accuracy(
    *,
    n: Numbers = None,
    difference: Numbers = None,
    agreement: Numbers = None,
    baseline: Numbers = None,
    agreement_from: Any = None,
    difference_from: Any = None,
    task: str | None = None,
    pilot: Any = None,
    a: str | None = None,
    b: str | None = None,
    test: str | None = None,
    claim: str = "difference",
    interval: str | None = None,
    alternative: str = "two-sided",
    alpha: Numbers = 0.05,
    power: Numbers = 0.8,
    solve: str | None = None,
    by: str = "exact",
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
    uncertain: bool = False,
    shrink: Any = None,
) -> Result:
    """Plan a comparison of two systems' accuracies on the same items.

    Fit for one right/wrong verdict per item and system. Unfit for items that come in
    clusters (several questions on one passage): the true power is lower.

    Parameters
    ----------
    n : int
        Items in the test set.
    difference : float
        True accuracy of B minus true accuracy of A that the study is to find.
    agreement : float
        Share of items on which both are right or both are wrong.
    baseline : float
        Accuracy of A; needed by regressions and by ``agreement_from="lachenbruch"``.
    agreement_from : str or table
        ``"glue"`` or ``"squad2"`` (published regressions), ``"lachenbruch"`` (no prior:
        rows low, mid, high), or a table of past comparisons to regress on.
    difference_from : str or table
        Predict the difference by ``"glue"`` (with `task`), ``"squad2"`` or a table.
    pilot : path, data frame or Pairs
        Validation verdicts of both systems (item, system, correct): gives difference and
        agreement where they are not given.
    a, b : str
        Baseline and candidate in a pilot of more than two systems.
    test : str, optional
        Any registered paired test; by default ``mcnemar-midp``, and for a claim with a margin
        the one that `claimwise.compare` runs: ``tango``.
    claim : {"difference", "superiority", "non-inferiority", "equivalence"}
        What the study is to support, as in `claimwise.compare`; all but the first with a
        `margin`, and tested on one side at alpha.
    interval : str, optional
        Decide the claim by an interval instead of a test: its name, or ``choose``.
    alternative : {"two-sided", "less", "greater"}
    alpha, power : float
        Significance level, and the power to reach.
    solve : {"power", "mde", "n"}, optional
        What to look for; by default everything that the rest allows.
    by : {"exact", "normal", "simulation"}
        Enumeration; the classical formula; or the general engine.
    replicates, rng, workers
        For simulation, and for the posterior (by default 2,000 studies).
    assess : {"test", "posterior", "test,posterior"}
        What is to be foreseen: the test, or what the posterior of the study will say.
    margin, rope, prior, level, bayes_factor
        The margin is that of the claim, where it has one. Of the posterior: the difference by
        which B is claimed to exceed A; half the width of the region of practical equivalence
        (by default the margin); ``uniform``,
        ``jeffreys``, ``perks`` or ``dirichlet(a,b,c,d)``; the credible level and the
        probability at which the study concludes (0.95); the Bayes factor that counts (10).
    effect_prior : str
        ``normal:MEAN:SD`` or ``uniform:LOW:HIGH``, what is believed of the true difference:
        for the assurance, the power averaged over it.
    looks, spending, futility : optional
        Looks at the data before the end, and how they spend alpha: see
        `claimwise.plan.looks.plan_looks`.
    uncertain : bool
        Average the power also over what the pilot leaves open, and say where it lies.
    shrink : float, optional
        How many items the prior of the pilot is worth (20): on them the systems differ as often
        as in the pilot, and neither is ahead. With `uncertain`, `effect_prior` is a belief from
        before the pilot; it is combined with the pilot, and `shrink` is then 0 unless given.

    Returns
    -------
    Result
        Rows `power`, `reject_any`, `alpha`, `type_m`, `type_s`, `mde`, `sample_size`; any
        one or two of n, difference, agreement, baseline, alpha and power may be lists, and
        then every row is qualified by its point. Of the posterior: `conclude[greater]`,
        `conclude[less]` (also ``[..., margin]``), `interval_width`, `hdi_excludes_zero`,
        `wrong_sign`, `hdi_outside_rope`, `hdi_inside_rope`, `hdi_undecided`,
        `bayes_factor_10_above`, `bayes_factor_01_above`, each also ``[..., no effect]``, and
        `sample_size[posterior]`. Of a prior of the difference: `assurance`. Of a claim with a
        margin: `power` (how often it is supported), `support` (the same, also where the claim
        is not true), `alpha` (how often where it just fails to be true, at the margin), `mde`,
        `sample_size`. With `uncertain`: `expected_power`, `power_interval`,
        `probability_powered`.

    Examples
    --------
    >>> plan = accuracy(n=500, difference=0.02, agreement=0.9, test="mcnemar-exact")
    >>> round(plan["power"].estimate, 4), plan["sample_size"].n
    (0.2494, 2043)
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
        paired=True,
    )
    if judge is not None:
        refuse_normal(by)
    settings = Settings.of(
        paired=True,
        test="mcnemar-midp" if test is None else test,
        alternative=alternative,
        alpha=alpha,
        power=power,
        solve=solve,
        by=by,
        replicates=replicates,
        rng=rng,
        workers=workers,
        asked=Asked(
            assess, None if judge else margin, rope, prior, level, bayes_factor, effect_prior
        ),
    )
    if n is not None:
        n = check_count("n", n)
    if baseline is not None:
        baseline = check_probability("baseline", baseline)
    notes = chosen
    if uncertain:
        told = {"difference": difference, "agreement": agreement, "agreement_from": agreement_from}
        check_uncertain(WHO, pilot, n, settings.solve, told)
    else:
        refuse_shrink(shrink)
    if difference_from is not None:
        difference = predicted_difference(difference_from, task, baseline, difference, notes)
    if pilot is not None:
        difference, agreement, baseline = from_pilot(
            pilot, settings, difference, agreement, agreement_from, baseline, notes
        )
    settings.known(WHO, n, difference)
    if difference is not None:
        difference = settings.difference(difference)
    if settings.reading and agreement is None and baseline is not None:
        agreement_from = agreement_from or INDEPENDENT
    rows: list[Row] = []
    plain = replace(settings, effect=None) if uncertain else settings
    cases = agreements(agreement, agreement_from, baseline, pilot)
    rules = list(cases.values())
    for label, rule in cases.items():
        more, remarks = _one(plain, rule, n, difference, judge)
        rows += [row.within(end=label) if label else row for row in more]
        notes = notes + remarks
    if uncertain:
        more, remarks = accuracy_uncertain(
            settings,
            judge,
            pilot,
            n,
            check_shrink(shrink, effect_prior),
            lambda differ: accuracy_counting(settings, Held(1 - differ)),
        )
        rows, notes = rows + more, notes + remarks
    elif judge is None and n is not None and settings.solve is None and "test" in settings.ways:
        notes += pilot_caution(pilot, settings, n, difference, agreement)
    found = result_of(
        settings,
        judge,
        rows,
        notes,
        n=n,
        difference=difference,
        agreement=agreement,
        baseline=baseline,
        agreement_from=spelled(agreement_from),
        difference_from=spelled(difference_from),
        task=task,
        unit=UNIT,
        uncertain=uncertain or None,
        shrink=check_shrink(shrink, effect_prior) if uncertain else None,
        formula=None if judge else _formula(agreement_from),
        data=pilot.provenance.get("data") if pilot else None,
    )
    return looked(
        found,
        settings,
        accuracy_counting(settings, _single(rules, looks, spending, futility)),
        judge,
        looks=looks,
        spending=spending,
        futility=futility,
        replicates=replicates,
        rng=rng,
    )


def _single(rules: list[Agreement], *of_looks: Any) -> Agreement:
    """Return the agreement; refuse looks where there are several."""
    if len(rules) > 1 and any(given is not None for given in of_looks):
        remedy = "Give " + option("agreement") + ", or " + option("pilot") + "."
        raise ParameterError("a plan with looks", "one agreement", "several", remedy)
    return rules[0]


def _formula(agreement_from: Any) -> dict[str, str] | None:
    """Name the rows that come from a published formula, for the sentences about them."""
    if agreement_from != NO_PRIOR:
        return None
    return dict.fromkeys(("mde", "sample_size"), "by Lachenbruch's formula")


def _world_of(rule: Agreement, difference: float) -> PairedAccuracy:
    return rule.world(difference)


def _one(
    settings: Settings,
    rule: Agreement,
    n: int | None,
    difference: float | None,
    judge: Judge | None,
) -> Answer:
    counting = accuracy_counting(settings, rule)
    rows: list[Row] = []
    notes: list[Note] = []
    if tested(settings, difference) and judge is None and isinstance(rule, Lachenbruch):
        from claimwise.plan.no_prior import no_prior

        rows, notes = no_prior(settings, counting, rule, n, difference)
    else:
        if tested(settings, difference):
            rows, notes = counted_answer(settings, counting, n, difference, judge)
        notes = agreement_notes(rule, difference, rows) + notes
    more, remarks = beyond_the_test(settings, counting, n, difference, judge)
    return rows + more, notes + remarks


def accuracy_counting(settings: Settings, rule: Agreement) -> Counting:
    """Return what is known of the counts of two systems on the same items."""
    z = normal.critical_z(settings.alpha, settings.alternative)

    def rate(d: float) -> float:
        return 1 - rule.at(d)

    return Counting(
        worlds=Worlds(_world_of, (rule,)),
        power=lambda n, d: normal.discordant_power(n, d, rate(d), z),
        needs=lambda d: normal.discordant_n(d, rate(d), z, settings.target),
        spread=paired_spread(rule.at),
        unit=UNIT,
        window=lambda n, d: _window(n, rate(d)),
        rising=isinstance(rule, Held),
    )


def _window(n: float, rate: float) -> int:
    """How many sizes to try around the one found.

    The saw-tooth runs over the number of discordant items; it is smoothed away once that
    number varies by several items from study to study.
    """
    if rate <= 0 or n * rate * (1 - rate) > 60:
        return 16 if n < 100_000 else 4
    return min(600, max(16, ceil(6 / rate)))

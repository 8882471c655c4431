"""Judges compare two systems head to head: what could the judgements show?"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from claimwise.core import (
    ImpossibleError,
    ParameterError,
    Result,
    Row,
    assumed,
    check_count,
    check_probability,
    option,
)
from claimwise.core.study_parts import BELIEF, COUNTED, POSTERIOR, STOPPING, grouped
from claimwise.engine.counted import Worlds
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
from claimwise.plan.preference_pilot import read_preference_pilot
from claimwise.plan.settings import Settings
from claimwise.plan.uncertain import check_shrink
from claimwise.plan.uncertain_answer import (
    check_uncertain,
    counts_of,
    from_counts,
    preference_uncertain,
    refuse_shrink,
)
from claimwise.power import normal
from claimwise.worlds import Preference

WHO = "plan preference"
UNIT = "judgements"


@saying_why
@grouped(
    posterior=POSTERIOR,
    belief=BELIEF,
    stopping=STOPPING,
    run=COUNTED,
)
@with_curves
@curves(prepare=read_preference_pilot)
def preference(
    *,
    n: Any = None,
    win: Any = None,
    lose: Any = None,
    tie: Any = None,
    ties: str = "drop",
    test: str | None = None,
    alternative: str = "two-sided",
    alpha: Any = 0.05,
    power: Any = 0.8,
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
    pilot: Any = None,
    a: str | None = None,
    b: str | None = None,
    uncertain: bool = False,
    shrink: Any = None,
    looks: Any = None,
    spending: str | None = None,
    futility: float | None = None,
    claim: str = "difference",
    interval: str | None = None,
) -> Result:
    """Plan a head-to-head comparison: each of n judges or items prefers B, A or neither.

    Fit for one judgement per item, from judges who do not repeat. Unfit for several
    judgements by the same people or on the same items: the true power is lower.

    Parameters
    ----------
    n : int
        Judgements.
    win, lose, tie : float
        Probability that a judgement prefers B, prefers A, or is a tie. Two of them give
        the third; ``win`` alone means no ties.
    ties : {"drop", "split"}
        Leave ties out of the test, or give half of them to each side.
    test : str, optional
        Any registered paired test; by default ``sign``.
    alternative, alpha, power, solve, by, replicates, rng, workers
        As in `claimwise.plan.accuracy`. The difference is the share of wins minus the share
        of losses among all judgements.
    assess, margin, rope, level, bayes_factor
        As in `claimwise.plan.accuracy`.
    prior : str
        ``uniform``, ``jeffreys``, ``perks`` or ``dirichlet(a,b,c,d)``; ties have the first and
        the last of the four numbers.
    effect_prior : str
        As in `claimwise.plan.accuracy`, of the share of wins minus the share of losses; then
        `tie` alone may be given.
    pilot : three counts, a text of them with commas, or a table
        Wins, losses and ties of a pilot: gives the probabilities where they are not given. A table
        (path or data frame) has a column of winners, as for `claimwise judgements`, or scores of
        both systems, of which the higher wins the item.
    a, b : str, optional
        The baseline and the candidate in the table of the pilot.
    uncertain, shrink
        As in `claimwise.plan.accuracy`: power over what the pilot leaves open.
    looks, spending, futility : optional
        Looks at the data before the end, and how they spend alpha: see
        `claimwise.plan.looks.plan_looks`.
    claim, interval : str, optional
        As in `claimwise.plan.accuracy`, of the share of wins minus the share of losses among all
        judgements: by default decided by ``tango``, on which ties count as items that agree.

    Returns
    -------
    Result
        Rows `power`, `reject_any`, `alpha`, `type_m`, `type_s`, `mde`, `sample_size`; of the
        posterior as in `claimwise.plan.accuracy`.

    Examples
    --------
    >>> round(preference(n=100, win=0.65, lose=0.35)["power"].estimate, 4)
    0.8276
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
        if ties == "split":
            raise ParameterError(
                "a claim with a margin",
                option("ties", "drop"),
                option("ties", "split"),
                "Leave it out: ties count as items that agree.",
            )
    settings = Settings.of(
        paired=True,
        test="sign" if test is None else test,
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
    notes = chosen
    if pilot is not None:
        win, lose, tie = from_counts(pilot, win, lose, tie, settings.solve, notes)
    if uncertain:
        check_uncertain(WHO, pilot, n, settings.solve, {})
    else:
        refuse_shrink(shrink)
    averaged = settings.effect is not None and win is None and lose is None
    decided, difference = _shares("mde" if averaged else settings.solve, win, lose, tie)
    settings.known(WHO, n, difference)
    if settings.by == "normal" and ties == "split":
        raise ParameterError(
            option("by", "normal"), option("ties", "drop"), option("ties", "split"), "Leave it out."
        )

    counting = preference_counting(settings, decided, ties)
    world = counting.worlds
    world(0.0)
    rows: list[Row] = []
    handled = {
        "drop": "left out of the test" if judge is None else "items that agree",
        "split": "half given to each side",
    }[ties]
    if settings.reading is not None:
        own = "an outcome of their own to the posterior"
        handled = f"{handled}, and {own}" if "test" in settings.ways else own
    notes += [
        assumed(
            "The difference is the share of wins minus the share of losses among all judgements."
        ),
        assumed(f"Assumed ties: {1 - decided:.4g} of the judgements, {handled}."),
    ]
    if tested(settings, difference):
        rows, remarks = counted_answer(settings, counting, n, difference, judge)
        notes += remarks
    if settings.reading is not None and settings.effect is not None and ties == "split":
        raise ParameterError(
            option("effect_prior") + " of a posterior",
            option("ties", "drop"),
            option("ties", "split"),
            "Leave it out.",
        )
    plain = replace(settings, effect=None) if uncertain else settings
    # To the posterior a tie is an outcome of its own, whatever the test does with it.
    read = Worlds(_world, (decided, "drop"))
    more, remarks = beyond_the_test(plain, counting, n, difference, judge, read=read)
    rows, notes = rows + more, notes + remarks
    if uncertain:
        worth = check_shrink(shrink, effect_prior)
        more, remarks = preference_uncertain(
            settings,
            counts_of(pilot),
            n or 0,
            worth,
            lambda decided: preference_counting(settings, decided, ties),
            judge,
        )
        rows, notes = rows + more, notes + remarks
    found = result_of(
        settings,
        judge,
        rows,
        notes,
        n=n,
        win=win,
        lose=lose,
        tie=1 - decided,
        ties=ties,
        difference=difference,
        unit=UNIT,
        uncertain=uncertain or None,
        shrink=check_shrink(shrink, effect_prior) if uncertain else None,
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


def preference_counting(settings: Settings, decided: float, ties: str) -> Counting:
    """Return what is known of judgements of which so many are no ties."""
    z = normal.critical_z(settings.alpha, settings.alternative)
    return Counting(
        worlds=Worlds(_world, (decided, ties)),
        power=lambda n, d: normal.discordant_power(n, d, decided, z),
        needs=lambda d: normal.discordant_n(d, decided, z, settings.target),
        spread=paired_spread(lambda d: 1 - decided),
        unit=UNIT,
        window=lambda n, d: 24 if decided > 0.25 else min(600, int(6 / max(decided, 0.01))),
    )


def _world(decided: float, ties: str, difference: float) -> Preference:
    """Return the world in which so many judgements are no ties."""
    if abs(difference) > decided:
        most = f"a difference of at most {decided:g}, the share without ties"
        raise ImpossibleError(WHO, most, difference)
    return Preference((decided + difference) / 2, (decided - difference) / 2, ties)


def _shares(solve: str | None, win: Any, lose: Any, tie: Any) -> tuple[float, float | None]:
    """Return the share of judgements that are not ties, and the difference if it is known."""
    given = {"win": win, "lose": lose, "tie": tie}
    known = {name: check_probability(name, x) for name, x in given.items() if x is not None}
    if solve == "mde":
        if "win" in known or "lose" in known:
            raise ParameterError(
                option("solve", "mde"),
                "only the share of ties",
                ", ".join(known),
                "Leave out " + option("win") + " and " + option("lose") + ".",
            )
        return 1 - known.get("tie", 0.0), None
    if set(known) == {"win"}:
        known["lose"] = 1 - known["win"]
    if len(known) == 2:
        missing = next(name for name in given if name not in known)
        known[missing] = 1 - sum(known.values())
        if known[missing] < -1e-12:
            raise ParameterError(
                WHO,
                "win, lose and tie to add up to 1",
                " + ".join(f"{k} {v:g}" for k, v in known.items() if k != missing)
                + f" = {1 - known[missing]:g}",
            )
    if len(known) < 3 or abs(sum(known.values()) - 1) > 1e-9:
        found = ", ".join(f"{k} {v:g}" for k, v in known.items()) or "none"
        shares = option("win") + " and " + option("lose")
        raise ParameterError(WHO, shares + " (the rest are ties), adding up to 1", found)
    return known["win"] + known["lose"], known["win"] - known["lose"]

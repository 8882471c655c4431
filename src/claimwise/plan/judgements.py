"""Raters judge two systems head to head, several items each: what could the judgements show?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from claimwise.core import Note, ParameterError, Result, assumed, check_number, check_one_of, option
from claimwise.core.study_parts import COSTS, OF_PILOT, SIMULATED, Layout, Leaning, grouped
from claimwise.plan.gaps import saying_why
from claimwise.plan.needed import looked_for
from claimwise.plan.rating_belief import MIDDLE, Belief
from claimwise.plan.rating_budget import Costs
from claimwise.plan.rating_design import DesignPlan
from claimwise.plan.rating_result import SOLVE, answered, chosen, listed
from claimwise.worlds.judgements import Judgements
from claimwise.worlds.rating_file import PilotWorld, read_world
from claimwise.worlds.ratings import RatingWorld

WHO = "plan judgements"


@saying_why
@grouped(
    layout=(Layout, "missing uneven"),
    leaning=(Leaning, "rater_sd item_sd"),
    costs=COSTS,
    belief=OF_PILOT,
    run=SIMULATED,
)
def judgements(
    *,
    items: int | None = None,
    per_item: int | None = None,
    list_length: int | None = None,
    raters: int | None = None,
    design: str | None = None,
    missing: float = 0.0,
    uneven: float = 0.0,
    win: float | None = None,
    lose: float | None = None,
    difference: float | Sequence[float] | None = None,
    tie: float | None = None,
    rater_sd: float | None = None,
    item_sd: float | None = None,
    world: str | Judgements | PilotWorld | None = None,
    model: str | Sequence[str] | None = None,
    alpha: float = 0.05,
    power: float = 0.8,
    solve: str | None = None,
    cost_item: float = 0.0,
    cost_rating: float = 0.0,
    cost_rater: float = 0.0,
    uncertain: bool = False,
    effect_prior: str | None = None,
    replicates: int = 1000,
    precision: float | None = None,
    rng: int | np.random.Generator | None = None,
    workers: int = 1,
) -> Result:
    """Plan a study in which raters say which of two systems is better, item by item.

    Fit for several judgements of each item and by each rater, with raters and items that lean to
    one system or the other. Unfit for judgements that are unrelated (one by each rater, one of
    each item): use `preference`, which is exact. By simulation.

    Parameters
    ----------
    items, per_item : int
        Items, and judgements of each.
    list_length : int, optional
        Items that one rater judges; without it every rater judges every item.
    raters, design, missing, uneven
        As for `ratings`; designs are complete, lists and random.
    win, lose : float
        Shares of judgements for B and for A, over all raters and items; the rest are ties.
    difference : number or several
        Share of wins less share of losses, instead of these; with `tie`, the share of ties where
        neither system is better (0 by default).
    rater_sd, item_sd : float
        Standard deviations, on the logit scale, of how raters and items lean to a system. With
        0.5 one rater in six prefers B in less than 38% of judgements where the typical one does
        in half of them; with 1 in less than 27%.
    world : str or Judgements, optional
        A file that `claimwise fit judgements` wrote, or a world, instead of all these shares and
        deviations; a `difference` replaces its effect.
    model : str or several
        logistic (mixed model, the default), logistic-z, linear, t-items, sign-items, sign.
    alpha, power, solve, cost_item, cost_rating, cost_rater, uncertain, replicates, precision,
    rng, workers
        As for `ratings`; `cost_rating` is that of a judgement.
    effect_prior : str, optional
        ``normal:MEAN:SD`` or ``uniform:LOW:HIGH``, what is believed of the share of wins less the
        share of losses: for the assurance, the power averaged over it.

    Returns
    -------
    Result
        Rows as those of `ratings`. The effect is a logit; the notes say what it means.
    """
    asked = "power" if solve is None else check_one_of("solve", solve, SOLVE)
    deviations = {"rater_sd": rater_sd, "item_sd": item_sd}
    shares = {"win": win, "lose": lose, "tie": tie}
    if world is not None:
        refuse = [name for name, value in (shares | deviations).items() if value is not None]
        if refuse:
            raise ParameterError(
                option("world") + " does not go with " + option(refuse[0]) + ": it has its own.",
                "Leave out the one or the other.",
            )
        place, pilot, name = _world(world)
    else:
        place = _declared(asked, deviations, shares, difference, believed=effect_prior is not None)
        pilot, name = None, "declared"
    belief = Belief.read(
        WHO,
        effect_prior,
        place,
        of="difference",
        asked=asked,
        several=difference is not None and len(listed(difference)) > 1,
    )
    middle = belief is not None and difference is None and win is None
    plan = DesignPlan.of(
        kind=design,
        items=items,
        ratings_per_item=per_item,
        list_length=list_length,
        raters=raters,
        missing=missing,
        uneven=uneven,
        pairs=True,
        usual=None if pilot is None else pilot.design.get("list_length"),
    )
    if asked == "budget":
        plan = plan.opened(design, list_length, raters)
    return answered(
        WHO,
        place,
        pilot,
        name,
        plan,
        (belief.middle(),) if belief and middle else _effects(place, difference, asked),
        chosen(model, place.outcome),
        asked=asked,
        correlated=False,
        alpha=alpha,
        power=power,
        costs=Costs(item=cost_item, rating=cost_rating, rater=cost_rater),
        uncertain=uncertain,
        replicates=replicates,
        precision=precision,
        rng=rng,
        workers=workers,
        belief=belief,
        meaning=lambda there: [*_meaning(there), *([MIDDLE] if middle else [])],
    )


def _world(given: str | Judgements | PilotWorld) -> tuple[Judgements, PilotWorld | None, str]:
    if isinstance(given, str) and not given.lower().endswith(".toml"):
        raise ParameterError("world", "a file from claimwise fit judgements", repr(given))
    pilot = read_world(given) if isinstance(given, str) else given
    found = pilot.world if isinstance(pilot, PilotWorld) else pilot
    if not isinstance(found, Judgements):
        raise ParameterError(
            WHO,
            "a world of judgements",
            f"one of {found.outcome} ratings",
            "Plan it with plan ratings.",
        )
    name = (
        given if isinstance(given, str) else "pilot" if isinstance(given, PilotWorld) else "given"
    )
    return found, pilot if isinstance(pilot, PilotWorld) else None, name


def _declared(
    asked: str,
    deviations: dict[str, float | None],
    shares: dict[str, float | None],
    difference: Any,
    *,
    believed: bool = False,
) -> Judgements:
    """Return the world that shares and deviations declare."""
    lacking = [name for name, value in deviations.items() if value is None]
    if lacking:
        raise ParameterError(
            WHO,
            "how raters and items differ",
            "no " + option(lacking[0]) + (" and no " + option(lacking[-1]) if lacking[1:] else ""),
            "Give standard deviations on the logit scale (0 if they do not differ, 0.5 a "
            "little, 1 much), or a world from claimwise fit judgements.",
        )
    rater, item = (check_number(name, value) for name, value in deviations.items())
    win, lose, tie = shares["win"], shares["lose"], shares["tie"]
    if win is None and lose is None:
        if difference is None and asked != "mde" and not believed:
            shares_of = option("win") + " and " + option("lose")
            raise ParameterError(
                WHO, shares_of + ", or their difference, " + option("difference"), "neither"
            )
        return Judgements.of(rater=rater, item=item, tie=0.0 if tie is None else tie)
    if difference is not None or asked == "mde":
        other = option("solve", "mde") if difference is None else option("difference")
        raise ParameterError(
            option("win") + " and " + option("lose") + " do not go with " + other + ".",
            "Leave out the one or the other.",
        )
    if win is None or (tie is not None and lose is not None):
        raise ParameterError(
            WHO,
            option("win") + ", and " + option("lose") + " or " + option("tie"),
            ", ".join(k for k, v in shares.items() if v),
        )
    if lose is None:
        lose = 1 - win - (tie or 0.0)
    return Judgements.of_shares(win, lose, rater=rater, item=item)


def _effects(world: Judgements, difference: Any, asked: str) -> tuple[RatingWorld, ...]:
    if asked == "mde":
        if difference is not None:
            raise looked_for("mde", "difference", difference)
        return (world.null(),)
    if difference is None:
        found = [world]
    else:
        found = [world.with_points(check_number("difference", d)) for d in listed(difference)]
    if not found:
        raise ParameterError("difference", "at least one value", "an empty list")
    if asked != "power" and len(found) > 1:
        raise ParameterError(option("solve", asked), "one difference", f"{len(found)}")
    if asked != "power" and found[0].effect == 0:
        raise ParameterError(option("solve", asked), "a difference", "0")
    return tuple(found)


def _meaning(worlds: tuple[RatingWorld, ...]) -> list[Note]:
    """Say what the effects mean in shares of judgements."""
    world = worlds[0]
    notes = []
    for there in worlds:
        shares = there.shares()[0] if isinstance(there, Judgements) else np.zeros(2)
        ties = f", {shares[1]:.3g} ties" if len(shares) == 3 else ""
        notes.append(
            assumed(
                f"An effect of {there.effect:.4g} (logit): over all raters and items B wins "
                f"{shares[-1]:.3g} and loses {shares[0]:.3g} of the judgements{ties}; a difference "
                f"of {there.points():.3g}."
            )
        )
    notes.append(
        assumed(
            f"Raters lean to a system with a standard deviation of {world.rater.intercept:.3g}, "
            f"items with {world.item.intercept:.3g}, on the logit scale."
        )
    )
    return notes

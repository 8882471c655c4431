"""Raters judge two systems: what could the ratings show, and how many are needed?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from claimwise.core import (
    Note,
    ParameterError,
    Result,
    assumed,
    caution,
    check_number,
    check_one_of,
    meaning,
    option,
)
from claimwise.core.study_parts import COSTS, OF_PILOT, SIMULATED, grouped
from claimwise.plan.gaps import saying_why
from claimwise.plan.grid import is_list
from claimwise.plan.needed import looked_for, no_effect
from claimwise.plan.rating_belief import MIDDLE, Belief
from claimwise.plan.rating_budget import Costs
from claimwise.plan.rating_design import DesignPlan
from claimwise.plan.rating_result import SOLVE, answered, chosen, listed
from claimwise.plan.rating_scales import on_scale, over_scales, scale_tests
from claimwise.worlds.rating_file import PilotWorld, read_world
from claimwise.worlds.rating_presets import PRESETS, preset
from claimwise.worlds.ratings import OrdinalRatings, RatingWorld, parse_effect

WHO = "plan ratings"
UNITS = ("t", "p", "r")  # that an effect may be given in


@saying_why
@grouped(costs=COSTS, belief=OF_PILOT, run=SIMULATED)
def ratings(
    *,
    world: str | RatingWorld | PilotWorld = "general",
    items: int | None = None,
    ratings_per_item: int | None = None,
    list_length: int | None = None,
    raters: int | None = None,
    design: str | None = None,
    missing: float = 0.0,
    uneven: float = 0.0,
    effect: float | str | Sequence[float | str] | None = None,
    difference: float | Sequence[float] | None = None,
    scale_points: int | Sequence[int] | None = None,
    model: str | Sequence[str] | None = None,
    correlated: bool = True,
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
    """Plan a study in which raters rate what two systems made of the same items.

    Fit for ratings as numbers or as ordered categories, with raters and items that differ in their
    level and in what they think of the systems. By simulation: every number has its Monte Carlo
    interval, and the rate of findings without an effect stands beside the power.

    Parameters
    ----------
    world : str or RatingWorld
        A published world (card-low, card-high; extreme-low, low, general, high, extreme-high;
        hashimoto-lm, ...), a file that `claimwise fit ratings` wrote, or a world.
    items, ratings_per_item : int
        Items, and ratings of each item under each system.
    list_length : int, optional
        Items that one rater sees, each under one system. Without it every rater rates everything,
        but in worlds that were published with lists.
    raters : int, optional
        Of a complete design: the ratings of each text. Of a random one: from how many raters the
        ratings are drawn.
    design : {"complete", "lists", "random", "published", "published-corrected"}, optional
        How texts are given to raters.
    missing, uneven : float
        Rate at which ratings go missing; how unequal the loads of a random design are.
    effect : number or str, or several
        B minus A in the world's units; 0.5t is half the distance between thresholds, 0.6p a
        probability of 0.6 that B is rated above A, 0.3r a difference of 0.3 rating points.
    difference : number or several
        B minus A in rating points.
    scale_points : int or several, optional
        Points of the rating scale, such as 5, or 2, 5, 7 and 100: what the same raters would find
        on each, with the same latent effect. Of an ordinal world; effects are in its own points.
    model : str or several
        linear, linear-ml, linear-z, ordinal, ordinal-lrt, ordinal-z, t-items, wilcoxon-items,
        t-ratings.
    correlated : bool
        Whether mixed models let a rater's (an item's) level and slope be correlated.
    solve : {"power", "mde", "items", "raters", "budget"}, optional
        What to look for; the first of the models decides.
    cost_item, cost_rating, cost_rater : float
        For the budget: what each of them costs.
    uncertain : bool
        Draw the world anew from what the pilot knows of it, for each part of the studies.
    effect_prior : str, optional
        ``normal:MEAN:SD`` or ``uniform:LOW:HIGH``, what is believed of the true effect in the
        world's units; where a `difference` is given, of the difference in rating points. For the
        assurance, the power averaged over it.
    replicates, precision, rng, workers
        Simulated studies for each answer; with `precision` fewer, once all Monte Carlo intervals
        reach no farther than that. Seed and processes.

    Returns
    -------
    Result
        Rows `power`, `alpha` (findings at effect 0), `type_m`, `type_s`, `boundary`, `failed`,
        for several models ``power[MODEL]``, with a prior `assurance`, and what `solve` asks for:
        `mde`, `sample_size`, `cost`.
    """
    everything = dict(locals())
    if is_list(scale_points):
        return over_scales(ratings, everything)
    place, pilot, name = _world(world)
    plan = DesignPlan.of(
        kind=design,
        items=items,
        ratings_per_item=ratings_per_item,
        list_length=list_length,
        raters=raters,
        missing=missing,
        uneven=uneven,
        usual=_usual(name, pilot),
    )
    if solve == "budget":
        plan = plan.opened(design, list_length, raters)
    asked = "power" if solve is None else check_one_of("solve", solve, SOLVE)
    given = effect if difference is None else difference
    if effect_prior is not None and any(
        str(e).strip().endswith(UNITS) for e in listed(effect) if e
    ):
        remedy = "Give it as a plain number, or " + option("difference") + " in rating points."
        needs = "an effect in the world's units, as the prior's are"
        raise ParameterError("effect_prior", needs, repr(effect), remedy)
    belief = Belief.read(
        WHO,
        effect_prior,
        place,
        of="effect" if difference is None else "difference",
        asked=asked,
        several=given is not None and len(listed(given)) > 1,
    )
    if belief is not None and given is None:
        worlds: tuple[RatingWorld, ...] = (belief.middle(),)
    else:
        worlds = _effects(place, effect, difference, asked)
    if scale_points is not None:
        place, *others = on_scale((place, *worlds), scale_points)
        worlds = tuple(others)
    return answered(
        WHO,
        place,
        pilot,
        name,
        plan,
        worlds,
        scale_tests(scale_points, chosen(model, place.outcome), named=model is not None),
        asked=asked,
        correlated=correlated,
        alpha=alpha,
        power=power,
        costs=Costs(item=cost_item, rating=cost_rating, rater=cost_rater),
        uncertain=uncertain,
        replicates=replicates,
        precision=precision,
        rng=rng,
        workers=workers,
        belief=belief,
        meaning=lambda there: _meaning(
            there,
            name,
            own=pilot is not None and asked != "mde" and given is None and belief is None,
            believed=belief is not None and given is None,
        ),
    )


def _world(given: str | RatingWorld | PilotWorld) -> tuple[RatingWorld, PilotWorld | None, str]:
    """Return the world, the pilot it came from if it did, and its name."""
    if isinstance(given, RatingWorld):
        return given, None, "given"
    if isinstance(given, PilotWorld):
        return given.world, given, "pilot"
    if given in PRESETS:
        return preset(given), None, given
    if given.lower().endswith(".toml"):
        pilot = read_world(given)
        if pilot.world.outcome == "preference":
            raise ParameterError(
                WHO, "a world of ratings", "one of judgements", "Use plan judgements."
            )
        return pilot.world, pilot, given
    check_one_of("world", given, [*PRESETS, "FILE.toml"])
    raise AssertionError


def _usual(name: str, pilot: PilotWorld | None) -> int | None:
    """Return how many items a rater sees in the study that the world comes from."""
    if pilot is not None:
        return pilot.design.get("list_length")
    return PRESETS[name].list_length if name in PRESETS else None


def _effects(
    world: RatingWorld, effect: Any, difference: Any, asked: str
) -> tuple[RatingWorld, ...]:
    """Return the world at each effect; as it is, where the effect is looked for."""
    if effect is not None and difference is not None:
        both = option("effect") + " or " + option("difference")
        raise ParameterError(WHO, both, "both", "Leave one of them out.")
    if asked == "mde":
        if effect is not None or difference is not None:
            name, value = ("effect", effect) if effect is not None else ("difference", difference)
            raise looked_for("mde", name, value)
        return (world,)
    if effect is None and difference is None:
        if world.effect != 0:
            return (world,)
        raise no_effect(WHO, "effect")
    if difference is not None:
        found = [world.with_points(check_number("difference", d)) for d in listed(difference)]
    else:
        found = [parse_effect(world, e) for e in listed(effect)]
    if not found:
        raise ParameterError("effect", "at least one value", "an empty list")
    if len(found) > 1 and asked != "power":
        raise ParameterError(option("solve", asked), "one effect", f"{len(found)}")
    if asked != "power" and found[0].effect == 0:
        raise ParameterError(option("solve", asked), "an effect", "0")
    return tuple(found)


def _meaning(
    worlds: tuple[RatingWorld, ...], name: str, *, own: bool, believed: bool
) -> list[Note]:
    """Say what the effect means to a person, and what effect 0 is in this world.

    `own` is whether it is the pilot's, and `believed` whether it is the middle of a prior.
    """
    world = worlds[0]
    notes = []
    if name in PRESETS:
        notes.append(assumed(f"World {name}: {PRESETS[name].source}."))
    unit = "rating points"
    if isinstance(world, OrdinalRatings):
        noise = {"normal": "probit", "logistic": "logit"}[world.noise]
        unit = f"latent units ({noise})"
    for there in worlds:
        notes.append(
            assumed(
                f"An effect of {there.effect:.4g} {unit}: expected ratings differ by "
                f"{round(there.points(), 9) + 0.0:.3g} points, and B is rated above A with "
                f"probability {there.superiority():.3g} (another rater, another item; ties count "
                "one half)."
            )
        )
    if believed:
        notes.append(MIDDLE)
    if own:
        notes.append(
            caution(
                "No effect was given: that of the world's file is taken, which is a poor guess if "
                "it comes from a small pilot. Plan for the smallest that matters, with "
                + option("effect")
                + " or "
                + option("difference")
                + "."
            )
        )
    if name.startswith("card-"):
        halves = ", ".join(f"{w.effect / 2:.3g}" for w in worlds)
        notes.append(
            meaning(
                "The effect is the difference between the systems. Card et al. code them -1 and 1 "
                f"and plot half of it: {halves}."
            )
        )
    at_zero = world.null().points()
    if abs(at_zero) > 0.005 and isinstance(world, OrdinalRatings):
        notes.append(
            meaning(
                f"Without a latent effect the expected ratings still differ by {at_zero:.2g} "
                "points in this world (B's are more spread out, and the scale ends); so some "
                "findings of tests on rating points at effect 0 are not false."
            )
        )
    return notes

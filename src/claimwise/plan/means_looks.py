"""Looking at mean scores before the end."""

from __future__ import annotations

from typing import Any

from claimwise.core import ParameterError, Result, option
from claimwise.plan.looks import plan_looks
from claimwise.plan.means_study import MeansStudy
from claimwise.power.claims import Judge
from claimwise.power.looks import ANYTIME
from claimwise.worlds.base import World


def means_with_looks(
    result: Result,
    study: MeansStudy,
    judge: Judge | None,
    *,
    looks: Any,
    spending: str | None,
    replicates: int | None,
    rng: Any,
) -> Result:
    """Add looks to the answer of a plan of means, if any were asked for."""
    if looks is None and spending is None:
        return result
    difference = result.provenance["settings"].get("difference")
    if difference is None and "mde" in result:
        difference = result["mde"].estimate
    world = _world(study, judge, difference, anytime=spending == ANYTIME)
    return plan_looks(
        result,
        looks=looks,
        spending=spending,
        world=world,
        test=None if world is None else study.test,
        replicates=replicates,
        rng=study.seed if study.seed >= 0 else rng,
        workers=study.workers,
    )


def _world(
    study: MeansStudy, judge: Judge | None, difference: float | None, *, anytime: bool
) -> World | None:
    """Return the world to simulate looks in; none, where only normal theory serves."""
    spreads = study.spreads
    plain = spreads.paired and spreads.cluster_size == 1 and judge is None
    # A test that resamples cannot be run at every look: its p-values are too coarse for some.
    if plain and difference and (anytime or not study.test.resampled):
        return spreads.world(difference)
    if anytime:
        raise ParameterError(
            option("spending", "anytime"),
            "a difference of scores on the same items, without clusters or a margin",
            "another study",
            "Use obrien-fleming or pocock.",
        )
    return None

"""What is asked of a plan of means, checked at the door."""

from __future__ import annotations

from typing import Any

from claimwise.core import (
    ParameterError,
    check_alternative,
    check_count,
    check_one_of,
    option,
    root_seed,
)
from claimwise.engine.direction import direction
from claimwise.htest import Test, find_test
from claimwise.plan.counted import refuse_normal
from claimwise.plan.means_study import MeansStudy, Spreads
from claimwise.plan.needed import check_target
from claimwise.plan.resamples import check_resamples
from claimwise.power.claims import RESAMPLES, Judge

BY = ("exact", "normal", "simulation")
RESAMPLED, OTHERS = 2_000, 10_000  # simulated studies


def study_of(
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
    target, level = check_target(power, alpha)
    found = _test(test, spreads)
    decides = found if judge is None else judge.procedure
    exact = spreads.exact(decides)
    route = check_one_of("by", by or ("exact" if exact else "simulation"), BY)
    if judge is not None:
        refuse_normal(by)
    if route == "exact" and not exact:
        raise ParameterError(
            option("by", "exact"),
            "paired-t, t or welch on normal scores without clusters",
            f"{decides.name} on {spreads.shape} scores"
            + (" in clusters" if spreads.cluster_size > 1 else ""),
            "Use " + option("by", "simulation") + ".",
        )
    if route == "normal" and (
        spreads.inflation != 1 or decides.name not in ("paired-t", "welch", "t")
    ):
        raise ParameterError(
            option("by", "normal"), "a t test without clusters", decides.name, "Leave it out."
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
        needs = option("cluster_size") + " and " + option("icc")
        raise ParameterError(option("test", name), needs, "none")
    return found

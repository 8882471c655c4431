"""Looking at the data before the end: what it costs, and when a study would stop."""

from __future__ import annotations

from dataclasses import replace
from math import isnan
from typing import Any

from claimwise.core import (
    Note,
    ParameterError,
    Result,
    Row,
    check_count,
    check_one_of,
    check_share,
    option,
    provenance,
    root_seed,
)
from claimwise.engine.goal import Sign
from claimwise.engine.planned import Planned
from claimwise.engine.simulate import Run
from claimwise.htest import Test, find_test
from claimwise.plan.look_rows import WHO, Fixed, every_item_rows, grouped_rows
from claimwise.power.looks import ANYTIME, RULES, check_looks
from claimwise.worlds.base import World

__all__ = ["Fixed", "plan_looks"]
USUAL = "obrien-fleming"
REPLICATES = {ANYTIME: 2_000}  # of other rules 10,000


def plan_looks(
    fixed: Fixed | Result,
    *,
    looks: Any = None,
    spending: str | None = None,
    futility: float | None = None,
    world: World | None = None,
    test: Test | str | None = None,
    replicates: int | None = None,
    rng: Any = None,
    workers: int = 1,
) -> Result:
    """Say what becomes of a planned study if the data may be looked at before the end.

    Fit for every kind of study: the power of its test with one look says how strong the signal
    is, and normal theory what several looks make of it. With a `world` whose data add up item by
    item, the test itself is run at every look of simulated studies.

    Parameters
    ----------
    fixed : Fixed or Result
        The study with one look; a plan's Result has all of it.
    looks : int or list
        How many looks, evenly spaced; or shares of the data that end with 1.
    spending : {"obrien-fleming", "pocock", "anytime"}
        How alpha is spent over the looks; with "anytime" there is a look after every item, by a
        confidence sequence, and a world is needed.
    futility : float, optional
        A look also stops the study where the last one would find something with a probability
        below this, given the data so far and the difference that is assumed.
    world, test : optional
        What to simulate, and by which test.
    replicates, rng, workers
        Of the simulation: 10,000 studies, for "anytime" 2,000.

    Returns
    -------
    Result
        Rows `power[sequential]`, `expected_n[effect]`, `expected_n[no effect]`, `inflation`,
        `sample_size[sequential]` (the most items it may take to reach the target), and for each
        look `boundary_z`, `boundary_p`, `spent`, `stop`. Simulated ones are marked so; there are
        also `alpha`, `type_m` and `type_s`. Of "anytime", `power[anytime]`, `median_n[anytime]`,
        `never[anytime]` and the like.

    References
    ----------
    Lan and DeMets (1983), Biometrika 70, 659-663; Jennison and Turnbull (2000), Group sequential
    methods; Waudby-Smith and Ramdas (2024), JRSS B 86, 1-27; Robbins (1970), Ann. Math. Stat. 41,
    1397-1409; Howard, Ramdas, McAuliffe and Sekhon (2021), Ann. Stat. 49, 1055-1080.

    Examples
    --------
    >>> once = Fixed(power=0.8, n=1000, alpha=0.05)
    >>> plan = plan_looks(once, looks=5)
    >>> round(plan["power[sequential]"].estimate, 4), round(plan["inflation"].estimate, 3)
    (0.7903, 1.025)
    """
    rule = check_one_of("spending", spending or USUAL, RULES)
    if futility is not None:
        futility = check_share("futility", futility)
    once = fixed if isinstance(fixed, Fixed) else Fixed.of(fixed)
    found = find_test(test) if isinstance(test, str) else test
    if once.claim != "difference":
        world = None  # the simulated studies are about a difference from none
    if isnan(once.power):
        raise ParameterError(WHO, "a true difference to look for", "none")
    count = check_count("replicates", replicates or REPLICATES.get(rule, 10_000))
    run = Run(count, root_seed(rng), check_count("workers", workers))
    told: dict[str, Any] = {"spending": rule}
    if rule == ANYTIME:
        if looks is not None:
            raise ParameterError(
                option("spending", ANYTIME), "no looks, since every item is one", f"{looks}"
            )
        if futility is not None:
            raise ParameterError(
                "futility", "looks, " + option("looks"), option("spending", ANYTIME)
            )
        if world is None:
            raise ParameterError(
                option("spending", ANYTIME),
                "the claim of a difference, and items whose differences add up one by one: on the "
                "same items, without clusters or a margin",
                "another study" if once.claim == "difference" else option("claim", once.claim),
                "Use " + option("spending", USUAL) + ".",
            )
        from claimwise.engine.anytime import sequences_for

        rows, notes = every_item_rows(once, world, run)
        told |= {"sequence": sequences_for(world)[0], "sequence_replicates": count}
    else:
        if looks is None:
            raise ParameterError(
                option("spending", rule),
                "the number of looks or their shares, " + option("looks"),
                "none",
            )
        rows, notes = grouped_rows(once, check_looks(looks), rule, world, found, run, futility)
        told["looks"] = [row.n for row in rows if row.quantity == "boundary_z"]
        told |= {"looks_replicates": count} if world is not None and futility is None else {}
        told |= {} if futility is None else {"futility": futility}
    seed = run.seed if world is not None else None
    return _joined(fixed, once, rows, notes, told, seed)


def _joined(
    fixed: Fixed | Result,
    once: Fixed,
    rows: list[Row],
    notes: list[Note],
    told: dict[str, Any],
    seed: int | None,
) -> Result:
    """Return the rows beside those of the plan with one look, if that is what was given."""
    if isinstance(fixed, Fixed):
        settings = {"alpha": once.alpha, "alternative": once.alternative, "target": once.target}
        settings |= {"n": once.n} | told
        return Result(
            kind="plan",
            method=str(told["spending"]),
            rows=tuple(rows),
            notes=tuple(notes),
            provenance=provenance(settings, seed=seed),
        )
    before = dict(fixed.provenance)
    settings = dict(before.get("settings", {})) | told
    if before.get("seed") is None:
        before["seed"] = seed
    return replace(
        fixed,
        rows=(*fixed.rows, *rows),
        notes=(*fixed.notes, *notes),
        provenance=before | {"settings": settings},
    )


def with_looks(
    result: Result,
    planned: Planned,
    *,
    looks: Any,
    spending: str | None,
    futility: float | None = None,
    run: Run | None = None,
    replicates: int | None = None,
    rng: Any = None,
    workers: int = 1,
) -> Result:
    """Add looks to the answer of a plan of any kind, if any were asked for.

    By normal theory; and by simulation where the data of `planned` grow item by item and what
    decides it can give the small p-values of early looks. `run` is the plan's own simulation, if
    it has one: its seed is taken.
    """
    if looks is None and spending is None and futility is None:
        return result
    difference = result.provenance["settings"].get("difference")
    if difference is None and "mde" in result:
        difference = result["mde"].estimate
    goal, world, test = planned.goal, None, None
    if isinstance(goal, Sign) and planned.grows is not None and difference:
        by_item = spending == ANYTIME or not goal.test.resampled
        world, test = (planned.grows(difference), goal.test) if by_item else (None, None)
    return plan_looks(
        result,
        looks=looks,
        spending=spending,
        futility=futility,
        world=world,
        test=test,
        replicates=replicates,
        rng=run.seed if run is not None else rng,
        workers=workers,
    )

"""Looking at the data before the end: what it costs, and when a study would stop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import ceil, isnan, nan
from typing import Any

import numpy as np

from claimwise.core import (
    ParameterError,
    Result,
    Row,
    check_alpha,
    check_alternative,
    check_count,
    check_one_of,
    check_share,
    provenance,
    root_seed,
    sentence,
)
from claimwise.htest import Test, find_test
from claimwise.plan.settings import Settings
from claimwise.power.anytime import (
    Sequence,
    anytime_rows,
    sequences_for,
    simulate_anytime,
)
from claimwise.power.looks import ANYTIME, RULES, WORDS, Looks, check_looks, items_at
from claimwise.power.sequential import simulate_looks, stop_rows
from claimwise.worlds.base import World

WHO = "a plan with looks"
STREAM = 20  # apart from the streams of the plan without looks
CERTAIN = 1 - 1e-9  # power, of which no more can be told
USUAL = "obrien-fleming"
REPLICATES = {ANYTIME: 2_000}  # of other rules 10,000


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixed:
    """The same study with one look at the end: what the looks start from.

    `power` is that of the test at n, with the right sign; `sample_size` the n at which it
    reaches `target`, if that is known.
    """

    power: float
    n: int
    alpha: float
    alternative: str = "two-sided"
    target: float = 0.8
    sample_size: int | None = None

    @classmethod
    def of(cls, plan: Result, **known: Any) -> Fixed:
        """Take it from the answer of any plan; `known` is what its settings do not say."""
        settings = dict(plan.provenance.get("settings", {})) | known
        rows = {row.estimand: row for row in plan.rows}
        power = rows.get("power[exact]") or rows.get("power")
        if power is None or power.n is None:
            raise ParameterError(
                sentence(WHO, "one study of known size, with its power", "none or several")
            )
        size = rows.get("sample_size[exact]") or rows.get("sample_size")
        return cls(
            power=power.estimate,
            n=power.n,
            alpha=check_alpha(settings.get("alpha", 0.05)),
            alternative=check_alternative(settings.get("alternative", "two-sided")),
            target=check_share("power", settings.get("target", 0.8)),
            sample_size=None if size is None or isnan(size.estimate) else size.n,
        )


def plan_looks(
    fixed: Fixed | Result,
    *,
    looks: Any = None,
    spending: str | None = None,
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
    once = fixed if isinstance(fixed, Fixed) else Fixed.of(fixed)
    found = find_test(test) if isinstance(test, str) else test
    if isnan(once.power):
        raise ParameterError(sentence(WHO, "a true difference to look for", "none"))
    count = check_count("replicates", replicates or REPLICATES.get(rule, 10_000))
    how = {"replicates": count, "seed": root_seed(rng), "workers": check_count("workers", workers)}
    told: dict[str, Any] = {"spending": rule}
    if rule == ANYTIME:
        if looks is not None:
            raise ParameterError(
                sentence("spending anytime", "no looks, since every item is one", f"looks {looks}")
            )
        if world is None:
            raise ParameterError(
                sentence("spending anytime", "a world to simulate", "none", f"Use {USUAL}.")
            )
        rows, notes = _anytime(once, world, how)
        told |= {"sequence": sequences_for(world)[0], "sequence_replicates": count}
    else:
        if looks is None:
            raise ParameterError(
                sentence(f"spending {rule}", "the number of looks or their shares", "none")
            )
        rows, notes = _grouped(once, check_looks(looks), rule, world, found, how)
        told["looks"] = [row.n for row in rows if row.name == "boundary_z"]
        told |= {"looks_replicates": count} if world is not None else {}
    seed = how["seed"] if world is not None else None
    return _joined(fixed, once, rows, notes, told, seed)


def _grouped(
    once: Fixed,
    times: tuple[float, ...],
    rule: str,
    world: World | None,
    test: Test | None,
    how: dict[str, Any],
) -> tuple[list[Row], list[str]]:
    sizes = items_at(times, once.n)
    actual = [size / once.n for size in sizes]
    looks = Looks.of(actual, rule=rule, alpha=once.alpha, alternative=once.alternative)
    rows, notes = _by_theory(once, looks, sizes)
    if world is None or test is None:
        return rows, notes
    effect, null = (
        simulate_looks(place, test, sizes, looks, **how, stream=STREAM + i)
        for i, place in enumerate((world, world.null()))
    )
    rows += stop_rows(effect, null, world.truth())
    notes.append(
        "Rows marked simulated come from the test itself, run at every look on simulated data; the "
        "others from normal theory, in which the power with one look says how strong the signal "
        "is. Where they differ, the simulated ones hold: with few items a test "
        "of counts cannot reach the small p-values of early looks."
    )
    alpha = next(row for row in rows if row.name == "alpha")
    if alpha.low > once.alpha:
        notes.append(
            f"CAUTION: with these looks {test.name} finds a difference where there is none in "
            f"{alpha.estimate:.2%} of studies, more than the alpha of {once.alpha:g}."
        )
    return rows, notes


def _by_theory(once: Fixed, looks: Looks, sizes: tuple[int, ...]) -> tuple[list[Row], list[str]]:
    from scipy import special

    z = -float(special.ndtri(once.alpha / looks.sides))
    signal = z + float(special.ndtri(min(max(once.power, 1e-300), 1 - 1e-16)))
    notes = [
        f"Alpha is spent by the {WORDS[looks.rule]}-type function of Lan and DeMets (1983). The "
        "rule must be fixed before the data are seen; looks may be moved or added, since what is "
        "spent follows the share of the data at each, as long as that does not follow the results.",
        "The estimate of a study that stopped early exaggerates the difference: report the "
        "median-unbiased one (claimwise compare --look).",
    ]
    above, below = looks.crossings(signal)
    if signal < 0 and looks.sides == 2:
        above, below = np.full_like(above, nan), np.full_like(below, nan)
        notes.append(
            f"With one look the power ({once.power:.4f}) is below half of alpha, where normal "
            "theory cannot follow: what it would say of the effect is not defined."
        )
    if once.power > CERTAIN:
        notes.append(
            "With one look the power is practically 1, which does not tell how strong the signal "
            "is: by normal theory the study stops this early or earlier."
        )
    stops, at_null = above + below, sum(looks.crossings(0.0))
    needed = looks.drift_with(once.target)
    inflation = (needed / (z + float(special.ndtri(once.target)))) ** 2
    size = nan if once.sample_size is None else ceil(inflation * once.sample_size - 1e-9)
    most = None if once.sample_size is None else int(size)
    n = once.n
    rows = [
        Row(estimand="power[sequential]", estimate=float(above.sum()), n=n),
        Row(estimand="expected_n[effect]", estimate=_expected(stops, sizes), n=n),
        Row(estimand="expected_n[no effect]", estimate=_expected(at_null, sizes), n=n),
        Row(estimand="inflation", estimate=inflation),
    ]
    if most is not None:
        rows.append(Row(estimand="sample_size[sequential]", estimate=size, n=most))
    columns = {
        "boundary_z": looks.bounds,
        "boundary_p": looks.levels,
        "spent": looks.spent,
        "stop": stops,
    }
    rows += [
        Row(estimand=f"{name}[look={k}]", estimate=float(values[k - 1]), n=sizes[k - 1])
        for k in range(1, len(sizes) + 1)
        for name, values in columns.items()
    ]
    return rows, notes


def _expected(stops: Any, sizes: tuple[int, ...]) -> float:
    """Return the mean number of items; who never stops sees them all."""
    early = sum(float(p) * (sizes[-1] - n) for p, n in zip(stops, sizes, strict=True))
    return sizes[-1] - early


def _anytime(once: Fixed, world: World, how: dict[str, Any]) -> tuple[list[Row], list[str]]:
    rows: list[Row] = []
    kinds = sequences_for(world)
    for kind in kinds:
        sequence = Sequence(kind, once.alpha, once.alternative)
        effect, null = (
            simulate_anytime(place, sequence, once.n, **how, stream=STREAM + i)
            for i, place in enumerate((world, world.null()))
        )
        label = ANYTIME if kind == kinds[0] else f"{ANYTIME}, {kind}"
        rows += anytime_rows(effect, null, world.truth(), once.n, label)
    notes = [
        "The confidence sequence holds at every item at once, whenever one stops and whyever; its "
        "price is power. Items must come in an order that does not depend on their scores.",
        "The estimate of a study that stopped early exaggerates the difference.",
    ]
    if len(kinds) > 1:
        notes.append(
            f"Of the two sequences choose one before the data: the one of the {kinds[0]} is the "
            f"usual one, rows [{ANYTIME}, {kinds[1]}] are of the {kinds[1]}."
        )
    if kinds == ("asymptotic",):
        notes.append(
            "For scores without bounds the sequence is asymptotic: it starts at item "
            f"{Sequence('asymptotic', 0.05, 'two-sided').start}, and earlier looks do not count."
        )
    return rows, notes


def _joined(
    fixed: Fixed | Result,
    once: Fixed,
    rows: list[Row],
    notes: list[str],
    told: dict[str, Any],
    seed: int | None,
) -> Result:
    """Return the rows beside those of the plan with one look, if that is what was given."""
    if isinstance(fixed, Fixed):
        settings = {"alpha": once.alpha, "alternative": once.alternative, "target": once.target}
        settings |= {"n": once.n} | told
        return Result(
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
    settings: Settings,
    world: Callable[[float], World] | None,
    *,
    looks: Any,
    spending: str | None,
    replicates: int | None,
    rng: Any,
) -> Result:
    """Add looks to the answer of a plan, if any were asked for."""
    if looks is None and spending is None:
        return result
    if "test" not in settings.ways:
        raise ParameterError(sentence(WHO, "assess test", "a posterior alone"))
    if world is None:
        raise ParameterError(
            sentence(WHO, "one agreement", "several", "Give the agreement, or a pilot.")
        )
    difference = result.provenance["settings"].get("difference")
    if difference is None and "mde" in result:
        difference = result["mde"].estimate
    if not difference or isnan(difference):
        raise ParameterError(sentence(WHO, "a true difference to look for", "none"))
    return plan_looks(
        result,
        looks=looks,
        spending=spending,
        world=world(difference),
        test=settings.test,
        replicates=replicates,
        rng=settings.seed if settings.seed >= 0 else rng,
        workers=settings.workers,
    )

"""The rows of a plan with looks: by normal theory, and by running the test at every look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, isnan, nan
from typing import Any

import numpy as np

from claimwise.core import (
    Note,
    ParameterError,
    Result,
    Row,
    assumed,
    caution,
    check_alpha,
    check_alternative,
    check_share,
    meaning,
)
from claimwise.engine.anytime import START, anytime_rows, sequences_for, simulate_anytime
from claimwise.engine.anytime import Sequence as Followed
from claimwise.engine.planned import Answer
from claimwise.engine.sequential import simulate_looks, stop_rows
from claimwise.engine.simulate import Run
from claimwise.htest import Test
from claimwise.power.looks import ANYTIME, WORDS, Looks, items_at
from claimwise.worlds.base import World

WHO = "a plan with looks"
SEQUENTIAL = {"stopping": "sequential"}
STREAM = 20  # apart from the streams of the plan without looks
CERTAIN = 1 - 1e-9  # power, of which no more can be told


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
    claim: str = "difference"  # others are tested on one side, against their margin

    @classmethod
    def of(cls, plan: Result, **known: Any) -> Fixed:
        """Take it from the answer of any plan; `known` is what its settings do not say."""
        settings = dict(plan.provenance.get("settings", {})) | known
        rows = {row.estimand: row for row in plan.rows}
        power = rows.get("power[exact]") or rows.get("power")
        if power is None or power.n is None:
            raise ParameterError(WHO, "one study of known size, with its power", "none or several")
        claim = settings.get("claim", "difference")
        if claim == "equivalence":
            raise ParameterError(
                WHO, "a claim that one test decides", "equivalence, which needs two"
            )
        side = "two-sided" if claim == "difference" else "greater"
        size = rows.get("sample_size[exact]") or rows.get("sample_size")
        return cls(
            power=power.estimate,
            n=power.n,
            alpha=check_alpha(settings.get("alpha", 0.05)),
            alternative=check_alternative(
                settings.get("alternative", side) if claim == "difference" else side
            ),
            target=check_share("power", settings.get("target", 0.8)),
            sample_size=None if size is None or isnan(size.estimate) else size.n,
            claim=claim,
        )


def grouped_rows(
    once: Fixed,
    times: tuple[float, ...],
    rule: str,
    world: World | None,
    test: Test | None,
    run: Run,
    futility: float | None = None,
) -> Answer:
    """Return what looks at these shares of the data make of the study."""
    sizes = items_at(times, once.n)
    actual = [size / once.n for size in sizes]
    looks = Looks.of(actual, rule=rule, alpha=once.alpha, alternative=once.alternative)
    rows, notes = _by_theory(once, looks, sizes, futility)
    if world is None or test is None or futility is not None:
        return rows, notes
    effect, null = (
        simulate_looks(place, test, sizes, looks, run, STREAM + i)
        for i, place in enumerate((world, world.null()))
    )
    rows += stop_rows(effect, null, world.truth())
    notes.append(
        meaning(
            "Rows marked simulated come from the test itself, run at every look on simulated data; "
            "the others from normal theory, in which the power with one look says how strong the "
            "signal is. Where they differ, the simulated ones hold: with few items a test "
            "of counts cannot reach the small p-values of early looks."
        )
    )
    alpha = next(row for row in rows if row.quantity == "alpha")
    if alpha.low > once.alpha:
        notes.append(
            caution(
                f"With these looks {test.name} finds a difference where there is none in "
                f"{alpha.estimate:.2%} of studies, more than the alpha of {once.alpha:g}."
            )
        )
    return rows, notes


def _by_theory(once: Fixed, looks: Looks, sizes: tuple[int, ...], futility: float | None) -> Answer:
    """Return what normal theory says of looks at so many items."""
    from scipy import special

    z = -float(special.ndtri(once.alpha / looks.sides))
    signal = z + float(special.ndtri(min(max(once.power, 1e-300), 1 - 1e-16)))
    notes = [
        assumed(
            f"Alpha is spent by the {WORDS[looks.rule]}-type function of Lan and DeMets (1983). "
            "The rule must be fixed before the data are seen; looks may be moved or added, since "
            "what is spent follows the share of the data at each, as long as that does not follow "
            "the results."
        ),
    ]
    if once.claim == "difference":
        notes.append(
            meaning(
                "The estimate of a study that stopped early exaggerates the difference: report the "
                "median-unbiased one, which compare gives at a look."
            )
        )
    else:
        notes.append(
            meaning(
                "The looks are by normal theory alone: of a claim with a margin they are not "
                "simulated."
            )
        )
    floors = looks.floors(signal, futility)
    above, below, futile = looks.outcomes(signal, floors)
    if signal < 0 and looks.sides == 2:
        above, below, futile = (np.full_like(above, nan) for _ in range(3))
        notes.append(
            meaning(
                "With one look the power is below half of alpha, where normal "
                "theory cannot follow: what it would say of the effect is not defined."
            )
        )
    if once.power > CERTAIN:
        notes.append(
            meaning(
                "With one look the power is practically 1, which does not tell how strong the "
                "signal is: by normal theory the study stops this early or earlier."
            )
        )
    notes += _of_futility(futility)
    at_null = sum(looks.outcomes(0.0, floors))
    rows = _of_study(once, looks, sizes, above, above + below + futile, at_null, futility)
    columns: dict[str, Sequence[float]] = {
        "boundary_z": looks.bounds,
        "boundary_p": looks.levels,
        "spent": looks.spent,
        "stop": (above + below).tolist(),
    }
    if futility is not None:
        columns |= {"futility_z": floors.tolist(), "futile": futile.tolist()}
    last = len(sizes)
    rows += [
        Row(quantity=name, at={"look": k}, estimate=float(values[k - 1]), n=size)
        for k, size in enumerate(sizes, start=1)
        for name, values in columns.items()
        if k < last or name not in ("futility_z", "futile")
    ]
    return rows, notes


def _of_study(
    once: Fixed,
    looks: Looks,
    sizes: tuple[int, ...],
    above: Any,
    stops: Any,
    at_null: Any,
    futility: float | None,
) -> list[Row]:
    """Return power, the mean number of items, and how many more items looks ask for."""
    from scipy import special

    z = -float(special.ndtri(once.alpha / looks.sides))
    needed = looks.drift_with(once.target, futility)
    inflation = (needed / (z + float(special.ndtri(once.target)))) ** 2
    rows = [
        Row(quantity="power", at=SEQUENTIAL, estimate=float(above.sum()), n=once.n),
        *(
            Row(quantity="expected_n", at={"truth": truth}, estimate=_expected(at, sizes), n=once.n)
            for truth, at in (("effect", stops), ("no effect", at_null))
        ),
        Row(quantity="inflation", estimate=inflation),
    ]
    if once.sample_size is not None:
        most = ceil(inflation * once.sample_size - 1e-9)
        rows.append(Row(quantity="sample_size", at=SEQUENTIAL, estimate=float(most), n=most))
    return rows


def _of_futility(futility: float | None) -> list[Note]:
    """Say what stopping for futility means, if it was asked for."""
    if futility is None:
        return []
    return [
        assumed(
            "A look stops the study for futility where the last one would find something with a "
            f"probability of less than {futility:g}, given the data so far and the difference that "
            "is assumed (conditional power, by normal theory; not simulated). Who goes on all the "
            "same keeps alpha: what a look asks for does not count on it."
        )
    ]


def _expected(stops: Any, sizes: tuple[int, ...]) -> float:
    """Return the mean number of items; who never stops sees them all."""
    early = sum(float(p) * (sizes[-1] - n) for p, n in zip(stops, sizes, strict=True))
    return sizes[-1] - early


def every_item_rows(once: Fixed, world: World, run: Run) -> Answer:
    """Return what a confidence sequence would find, by simulation."""
    rows: list[Row] = []
    kinds = sequences_for(world)
    for kind in kinds:
        sequence = Followed(kind, once.alpha, once.alternative)
        effect, null = (
            simulate_anytime(place, sequence, once.n, run, STREAM + i)
            for i, place in enumerate((world, world.null()))
        )
        at = {"stopping": ANYTIME} | ({} if kind == kinds[0] else {"analysis": kind})
        rows += anytime_rows(effect, null, world.truth(), once.n, at)
    notes = [
        assumed(
            "The confidence sequence holds at every item at once, whenever one stops and whyever; "
            "its price is power. Items must come in an order that does not depend on their scores."
        ),
        meaning("The estimate of a study that stopped early exaggerates the difference."),
    ]
    if len(kinds) > 1:
        notes.append(
            meaning(
                f"Of the two sequences choose one before the data: the one of the {kinds[0]} is "
                f"the usual one, rows [{ANYTIME}, {kinds[1]}] are of the {kinds[1]}.",
                about="sequence",
            )
        )
    if kinds == ("asymptotic",):
        notes.append(
            assumed(
                "For scores without bounds the sequence is asymptotic: it starts at item "
                f"{START}, and earlier looks do not count."
            )
        )
    return rows, notes

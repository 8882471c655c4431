"""What world do these answers come from, and do they look like it?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from claimwise.core import (
    DEFAULT_SEED,
    Note,
    Result,
    Row,
    caution,
    check_count,
    inferred,
    meaning,
    provenance,
    root_seed,
)
from claimwise.data import Responses, read_responses
from claimwise.data.choose_pair import choose_pair
from claimwise.worlds.dirichlet_fit import fit_categories
from claimwise.worlds.response_check import Checked, check_fit
from claimwise.worlds.response_fit import WHO, FittedResponses, fit_numbers
from claimwise.worlds.response_intervals import LEVEL

SMALL = 0.05  # predictive p below which a world does not look like the data


def fit_responses(
    *sources: Any,
    gold: str | None = None,
    a: str | None = None,
    b: str | None = None,
    kind: str | None = None,
    levels: Sequence[str] | None = None,
    columns: Mapping[str, str] | None = None,
    replicates: int = 199,
    rng: Any = DEFAULT_SEED,
) -> tuple[FittedResponses, Result]:
    """Fit a world to answers of a gold standard and two systems.

    Parameters
    ----------
    *sources, gold, kind, levels, columns
        As in `claimwise.read_responses`; or a `Responses`.
    a, b : str, optional
        The systems; by default the only two.
    replicates : int
        Simulated data sets with which the data are compared.
    rng : int or Generator
        Of all that is simulated.

    Returns
    -------
    FittedResponses, Result
        The world; and its numbers with intervals, notes, and histograms to be drawn.
    """
    count = check_count("replicates", replicates)
    if len(sources) == 1 and isinstance(sources[0], Responses):
        found = sources[0]
    else:
        found = read_responses(*sources, gold=gold, columns=columns, kind=kind, levels=levels)
    first, second = choose_pair(found.systems, a, b, *sources)
    seed = root_seed(rng)
    fit = fit_categories if found.kind == "categorical" else fit_numbers
    fitted = fit(found, first, second, seed=seed)
    checks = check_fit(fitted, found.pair(first, second), replicates=count, seed=seed)
    return fitted, _result(found, fitted, checks, count, seed)


def _result(
    found: Responses, fitted: FittedResponses, checks: list[Checked], replicates: int, seed: int
) -> Result:
    settings = fitted.world.settings()
    rows = [_row(name, value, fitted, found.n) for name, value in settings.items()]
    rows += [
        Row(
            quantity="distance",
            at={"statistic": check.statistic},
            estimate=check.distance,
            n=found.n,
            pvalue=check.pvalue,
        )
        for check in checks
    ]
    return Result(
        kind="fit responses",
        method=WHO,
        rows=tuple(row for row in rows if row is not None),
        notes=(*_said(fitted), *fitted.notes, *_checks(checks, replicates), *found.notes),
        draws={
            "response_fit": [
                {
                    "statistic": check.statistic,
                    "pvalue": check.pvalue,
                    "bars": list(check.bars),
                    "levels": list(found.levels) if _of_levels(check, fitted, found) else [],
                }
                for check in checks
            ],
        },
        provenance=provenance(
            settings
            | {
                "gold": fitted.gold,
                "a": fitted.a,
                "b": fitted.b,
                "kind": found.kind,
                "items": found.n,
                "replicates": replicates,
                "taken_by": "plan responses --world world.toml --items 100 --responses 3",
            },
            seed=seed,
            data=found.provenance.get("data"),
        ),
    )


def _of_levels(check: Checked, fitted: FittedResponses, found: Responses) -> bool:
    """Whether a statistic is of the answers themselves, which are places among names."""
    return found.kind == "categorical" and check.statistic == f"answers of {fitted.gold}"


def _row(name: str, value: Any, fitted: FittedResponses, n: int) -> Row | None:
    """Return a number of the world, with its interval if it has one."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    if name not in fitted.intervals:
        return Row(quantity=name, estimate=float(value), n=n)
    low, high = fitted.intervals[name]
    return Row(
        quantity=name,
        estimate=float(value),
        n=n,
        low=min(low, float(value)),
        high=max(high, float(value)),
        level=LEVEL,
        kind="confidence",
    )


def _said(fitted: FittedResponses) -> list[Note]:
    """Say how far the systems are off, and how families were chosen."""
    notes = []
    for letter, name in (("a", fitted.a), ("b", fitted.b)):
        value = getattr(fitted.world, f"epsilon_{letter}")
        low, high = fitted.intervals[f"epsilon_{letter}"]
        notes.append(
            f"Epsilon of {name} ({letter.upper()}): {value:.3g}, 95% interval {low:.3g} to "
            f"{high:.3g} (items drawn again); with the noise of few answers left in it would be "
            f"{fitted.naive[f'epsilon_{letter}']:.3g}."
        )
    for name, distances in fitted.distances.items():
        listed = ", ".join(f"{family} {d:.3g}" for family, d in distances.items())
        notes.append(
            f"Distribution of the items' {name}: the first that is nearly as near as any, by "
            f"energy distance of simulated to observed items ({listed})."
        )
    return [inferred(note) for note in notes]


def _checks(checks: list[Checked], replicates: int) -> list[Note]:
    notes = []
    for check in checks:
        said = (
            f"{check.statistic}: {check.pvalue:.1%} of {replicates} simulated data sets are at "
            f"least as far from expectation (Kolmogorov-Smirnov distance {check.distance:.3g})."
        )
        odd = check.pvalue < SMALL
        warning = caution(f"The data do not look like this world. {said}")
        notes.append(warning if odd else meaning(said))
    return notes

"""What a look at the data before the end shows: stop, go on, or not shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isnan, nan
from typing import Any

from claimwise.assess.sequences import sequence
from claimwise.core import (
    Note,
    ParameterError,
    Result,
    Row,
    assumed,
    caution,
    check_alpha,
    check_alternative,
    check_number,
    check_one_of,
    check_probability,
    check_share,
    dropped,
    provenance,
)
from claimwise.kernels import group_sequential
from claimwise.kernels.spending import SPENDING
from claimwise.power.looks import Looks, check_looks

__all__ = ["Stage", "at_look", "end_notes", "sequence", "stage_rows", "unbiased"]
STOP, GO_ON, NOT_SHOWN = 1, 0, -1
WHO = "a look"
ADJUSTED = "adjusted_difference"
COMPLETE = 1 - 1e-9  # share of the planned data from which on a look is the last


@dataclass(frozen=True, slots=True)
class Stage:
    """One look among those so far: what it asks for, and whether it is the last."""

    looks: Looks  # those so far, this one included
    planned: tuple[float, ...]
    final: bool

    @classmethod
    def of(cls, fractions: Sequence[float], planned: Any, **rule: Any) -> Stage:
        """Find the boundary of the last of `fractions`, shares of the planned data so far.

        What is spent follows these actual shares; the last look spends all that is left,
        whether there are fewer data than planned or more.
        """
        shares = check_looks(planned)
        if not fractions:
            raise ParameterError(WHO, "the share of the data that is in", "none")
        final = len(fractions) >= len(shares) or fractions[-1] >= COMPLETE
        if len(fractions) > 1 and fractions[-2] >= COMPLETE:
            raise ParameterError(
                WHO, "some alpha that is left", "an earlier look at all of the data"
            )
        return cls(Looks.of(tuple(fractions), final=final, **rule), shares, final)

    @property
    def level(self) -> float:
        """The p-value that stops the study here."""
        return self.looks.levels[-1]

    @property
    def z(self) -> float:
        """The same as a z."""
        return self.looks.bounds[-1]

    @property
    def spent(self) -> float:
        """Alpha that is spent once this look was taken."""
        return self.looks.spent[-1]

    def settings(self, *, declared: bool) -> dict[str, Any]:
        """Return what sentences need to know."""
        return {
            "rule": self.looks.rule,
            "alpha": self.looks.alpha,
            "alternative": self.looks.alternative,
            "look": len(self.looks.times),
            "of": max(len(self.planned), len(self.looks.times)),
            "fractions": list(self.looks.times),
            "planned": list(self.planned),
            "final": self.final,
            "level": self.level,
            "declared": declared,
        }


def end_notes(share: float, final: bool) -> list[Note]:
    """Say on what condition a last look holds that has fewer items than planned, or more."""
    if final and share < COMPLETE:
        said = (
            "All of alpha is spent with fewer items than planned. That holds only if no "
            "more data will come, for reasons that have nothing to do with the results."
        )
        return [caution(said)]
    if share > 2 - COMPLETE:
        said = (
            "More items than planned: all of alpha is spent at this last look. That holds only if "
            "nothing was tested when the planned items were in."
        )
        return [assumed(said)]
    return []


def at_look(
    *,
    pvalue: float | None = None,
    z: float | None = None,
    alternative: str = "two-sided",
    alpha: float = 0.05,
    rule: str,
    fractions: Sequence[float],
    planned: Any,
    estimate: float | None = None,
    error: float | None = None,
    level: float | None = None,
    n: int | None = None,
    declared: bool = False,
) -> Result:
    """Say whether the study stops at this look, and what may be reported if it does.

    Fit for any test whose p-value is nearly that of a normal statistic on data that add up. The
    looks before this one are taken not to have stopped the study.

    Parameters
    ----------
    pvalue, z : float
        One of them: of the test of all data so far, without regard to other looks.
    alternative : {"two-sided", "less", "greater"}
    alpha : float
        In all looks together.
    rule : {"obrien-fleming", "pocock"}
    fractions : list of float
        Shares of the planned data at the looks so far, this one last.
    planned : int or list
        The looks that were planned.
    estimate, error : float, optional
        Observed difference, B minus A, and its standard error: for the estimate that allows for
        the looks.
    level : float, optional
        Of its interval; by default 1 - alpha, one-sided 1 - 2 alpha.
    declared : bool
        Whether the rule is known to have been fixed before the data.

    Returns
    -------
    Result
        Rows `decision` (1 stop: shown, 0 go on, -1 the end: not shown), `boundary_z`,
        `boundary_p`, `spent`, `left`; at the end `adjusted_difference`, median-unbiased, with its
        interval and p-value by stage-wise ordering; before it `repeated_difference`, the
        estimate with an interval that holds at all looks together.

    References
    ----------
    Jennison and Turnbull (2000), Group sequential methods, chapters 7-9; Tsiatis, Rosner and
    Mehta (1984), Biometrics 40, 797-803.

    Examples
    --------
    >>> look = at_look(z=2.5, rule="obrien-fleming", fractions=(0.5,), planned=2)
    >>> look["decision"].estimate, round(look["boundary_z"].estimate, 3)
    (0.0, 2.963)
    """
    check_one_of("spending", rule, SPENDING)
    alpha, alternative = check_alpha(alpha), check_alternative(alternative)
    stage = Stage.of(fractions, planned, rule=rule, alpha=alpha, alternative=alternative)
    p, score = _both(pvalue, z, alternative)
    decision = STOP if p <= stage.level * (1 + 1e-12) else NOT_SHOWN if stage.final else GO_ON
    sides = stage.looks.sides
    level = 1 - sides_left(alpha, sides) if level is None else check_share("level", level)
    rows = [
        Row(quantity="decision", estimate=float(decision), n=n),
        *stage_rows(stage, n),
    ]
    before = assumed("The looks before this one did not stop the study.")
    notes = [] if len(fractions) == 1 else [before]
    if decision == GO_ON:
        rows += _repeated(stage, estimate, error, n)
    else:
        more, said = _adjusted(stage, score, (estimate, error), level, n)
        rows, notes = rows + more, notes + said
    settings = {"verb": "look", "alpha": alpha, "alternative": alternative, "pvalue": p}
    settings["stopping"] = stage.settings(declared=declared)
    return Result(
        kind="look",
        method=rule,
        rows=tuple(rows),
        notes=tuple(notes),
        provenance=provenance(settings),
    )


def sides_left(alpha: float, sides: int) -> float:
    """Return what a two-ended interval may miss so that it matches the test."""
    return alpha if sides == 2 else 2 * alpha


def stage_rows(stage: Stage, n: int | None) -> list[Row]:
    """Return what the look asks for, and what is spent and left."""
    left = max(0.0, stage.looks.alpha - stage.spent)
    values = {"boundary_z": stage.z, "boundary_p": stage.level, "spent": stage.spent, "left": left}
    return [Row(quantity=name, estimate=value, n=n) for name, value in values.items()]


def _both(pvalue: float | None, z: float | None, alternative: str) -> tuple[float, float]:
    """Return the p-value, and the z whose large values speak for the alternative."""
    from scipy import special

    if (pvalue is None) == (z is None):
        raise ParameterError(WHO, "a p-value or a z", "both" if z is not None else "none")
    sides = 2 if alternative == "two-sided" else 1
    if pvalue is not None:
        p = check_probability("pvalue", pvalue)
        return p, float(-special.ndtri(max(p, 1e-300) / sides))
    score = check_number("z", z) * (-1 if alternative == "less" else 1)
    return float(sides * special.ndtr(-abs(score) if sides == 2 else -score)), score


def _adjusted(
    stage: Stage,
    score: float,
    observed: tuple[float | None, float | None],
    level: float,
    n: int | None,
) -> tuple[list[Row], list[Note]]:
    """Return estimate, interval and p-value by stage-wise ordering."""
    times, before = stage.looks.times, stage.looks.bounds[:-1]
    sides = stage.looks.sides
    upper, lower = group_sequential.tail(times, before, score, 0.0, sides=sides)
    p = min(1.0, 2 * min(upper, lower)) if sides == 2 else min(1.0, upper)
    values, notes = (nan, nan, nan), []
    estimate, error = observed
    if estimate is not None and error is not None and error > 0:
        values = unbiased(stage, estimate, error, level)
    elif estimate is not None:
        said = "Without a standard error the estimate cannot allow for the looks."
        notes.append(dropped(said, ADJUSTED))
    middle, low, high = values
    known = not isnan(middle)
    row = Row(
        quantity=ADJUSTED,
        estimate=middle,
        low=low,
        high=high,
        level=level if known else None,
        kind="confidence" if known else None,
        pvalue=max(p, 1e-300),
        n=n,
    )
    return [row], notes


def unbiased(
    stage: Stage, estimate: float, error: float, level: float
) -> tuple[float, float, float]:
    """Return the median-unbiased estimate and its interval, for a study that ended here."""
    looks = stage.looks
    flip = -1 if looks.alternative == "less" else 1
    tail = (1 - level) / 2
    # A drift is a difference over its standard error once all of the planned data are in.
    unit = flip * error * float(looks.times[-1]) ** 0.5
    before, score = looks.bounds[:-1], flip * estimate / error
    low, middle, high = (
        unit * group_sequential.drift_at(looks.times, before, score, share, sides=looks.sides)
        for share in (tail, 0.5, 1 - tail)
    )
    return middle, min(low, high), max(low, high)


def _repeated(
    stage: Stage, estimate: float | None, error: float | None, n: int | None
) -> list[Row]:
    """Return the observed difference with an interval that holds at all looks together."""
    if estimate is None or error is None or not error > 0:
        return []
    alpha = sides_left(stage.looks.alpha, stage.looks.sides)
    reach = stage.z * error if stage.z < inf else inf
    return [
        Row(
            quantity="repeated_difference",
            estimate=estimate,
            low=estimate - reach,
            high=estimate + reach,
            level=1 - alpha,
            kind="confidence",
            n=n,
        )
    ]

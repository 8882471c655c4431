"""The rows of a survey: of each comparison, of each task, and of all together."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

import numpy as np
from numpy.typing import NDArray

from claimwise.core import Row, label, qualified
from claimwise.kernels.arrays import Floats
from claimwise.kernels.tails import significant
from claimwise.surveys.audits import Audit
from claimwise.surveys.table import Comparisons

GAIN_EXPECTED = "gain expected"


@dataclass(frozen=True, slots=True, eq=False)
class Audited:
    """What was found out about the comparisons of a survey, one entry each."""

    found: Comparisons
    known: NDArray[np.bool_]  # whether enough is known to judge it
    mde: Floats
    gains: Floats  # expected
    power: Floats  # at the expected gain; NaN where that is 0, below it, or unknown
    pvalue: Floats
    agreement: Floats
    alpha: float
    target: float

    @property
    def difference(self) -> Floats:
        """The reported differences."""
        return self.found.difference[self.found.at]

    @property
    def hopeful(self) -> NDArray[np.bool_]:
        """Where a gain is expected, and its power known."""
        return ~np.isnan(self.power)

    @property
    def judged(self) -> NDArray[np.bool_]:
        """Where the expectation is known: a gain with its power, or none."""
        return self.known & (self.hopeful | (self.gains <= 0))

    @property
    def powered(self) -> NDArray[np.bool_]:
        """Where the expected gain would be found with the wanted power."""
        return np.nan_to_num(self.power, nan=0.0) >= self.target

    @property
    def found_out(self) -> NDArray[np.bool_]:
        """Where the reported gain would be significant."""
        return significant(self.pvalue, self.alpha) & (self.difference > 0)

    @property
    def found_worse(self) -> NDArray[np.bool_]:
        """Where the new system would be significantly worse."""
        return significant(self.pvalue, self.alpha) & (self.difference < 0)


def audited(
    audit: Audit, found: Comparisons, gains: Floats, *, alpha: float, target: float
) -> Audited:
    """Judge every comparison that the survey is about."""
    at = found.at
    expected = gains[at]
    powers = [
        audit.power(int(i), float(gain)) if gain > 0 else nan
        for i, gain in zip(at, expected, strict=True)
    ]
    return Audited(
        found=found,
        known=np.array([audit.known(int(i)) for i in at], bool),
        mde=np.array([audit.detectable(int(i)) for i in at]),
        gains=expected,
        power=np.array(powers),
        pvalue=np.array([audit.pvalue(int(i)) for i in at]),
        agreement=np.array([audit.agreement(int(i)) for i in at]),
        alpha=alpha,
        target=target,
    )


def share_rows(audit: Audited, case: str = "") -> list[Row]:
    """Return what share of the comparisons could show, or would have shown, what they report.

    None where nothing is known that they could be judged by.
    """
    if not audit.known.any():
        return []
    hopeful, judged, known = audit.hopeful, audit.judged, audit.known
    tested = ~np.isnan(audit.pvalue)
    met = audit.difference >= np.nan_to_num(audit.mde, nan=np.inf)
    both = audit.found_out & audit.powered
    of = [
        ("underpowered", ~audit.powered, judged),
        (label("underpowered", GAIN_EXPECTED), ~audit.powered, hopeful),
        ("reported at least detectable", met, known),
        ("predicted significant", audit.found_out, tested),
        ("predicted significantly worse", audit.found_worse, tested),
        ("predicted open", ~(audit.found_out | audit.found_worse), tested),
        (label("predicted significant", GAIN_EXPECTED), audit.found_out, tested & hopeful),
        ("significant and powered", both, tested & judged),
        (label("significant and powered", GAIN_EXPECTED), both, tested & hopeful),
    ]
    return [_share(", ".join(filter(None, (name, case))), meets, base) for name, meets, base in of]


def _share(name: str, meets: NDArray[np.bool_], base: NDArray[np.bool_]) -> Row:
    count = int(base.sum())
    value = float((meets & base).sum() / count) if count else nan
    return Row(estimand=qualified("share", name), estimate=value, n=count)


def power_rows(audit: Audited) -> list[Row]:
    """Return the mean expected power, where a gain is expected."""
    if not audit.known.any():
        return []
    known = audit.power[audit.hopeful]
    mean = float(known.mean()) if len(known) else nan
    return [Row(estimand="mean_expected_power", estimate=mean, n=len(known))]


def task_rows(audit: Audited) -> list[Row]:
    """Return for each task the middle size and detectable gain, and the mean reported one."""
    if audit.found.tasks is None:
        return []
    tasks = np.array([audit.found.tasks[i] for i in audit.found.at])
    sizes = audit.found.n[audit.found.at]
    rows = []
    for task in sorted(set(tasks)):
        mine = tasks == task
        mde = audit.mde[mine & audit.known]
        # A comparison that could detect nothing has an endless detectable difference.
        middle = float(np.median(np.where(np.isnan(mde), np.inf, mde))) if len(mde) else nan
        values = {
            "median_n": float(np.median(sizes[mine])),
            "median_mde": middle if np.isfinite(middle) else nan,
            "mean_difference": float(audit.difference[mine].mean()),
        }
        if not audit.known.any():
            del values["median_mde"]
        rows += [
            Row(estimand=qualified(name, label(task)), estimate=value, n=int(mine.sum()))
            for name, value in values.items()
        ]
    return rows


def comparison_rows(audit: Audited) -> list[Row]:
    """Return the rows of each comparison, under its name."""
    judged = bool(audit.known.any())
    used = {"mde": judged, "expected_power": judged}
    used["agreement"] = not np.isnan(audit.agreement).all()
    rows = []
    for k, i in enumerate(audit.found.at):
        key, n = audit.found.keys[i], int(audit.found.n[i])
        p = audit.pvalue[k]
        rows.append(
            Row(
                estimand=qualified("difference", key),
                estimate=float(audit.difference[k]),
                pvalue=None if np.isnan(p) else float(p),
                n=n,
            )
        )
        values = {
            "mde": audit.mde[k],
            "expected_difference": audit.gains[k],
            "expected_power": audit.power[k],
            "agreement": audit.agreement[k],
        }
        rows += [
            Row(estimand=qualified(name, key), estimate=float(value), n=n)
            for name, value in values.items()
            if used.get(name, True)
        ]
    return rows

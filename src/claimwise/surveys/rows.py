"""The rows of a survey: of each comparison, of each task, and of all together."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

import numpy as np
from numpy.typing import NDArray

from claimwise.core import At, Row
from claimwise.kernels.arrays import Floats
from claimwise.kernels.tails import significant
from claimwise.run.progress import track
from claimwise.surveys.judges import Judge
from claimwise.surveys.table import Comparisons

GAIN_EXPECTED: At = {"among": "gain expected"}


@dataclass(frozen=True, slots=True, eq=False)
class Findings:
    """What was found out about the comparisons of a survey, one entry each."""

    found: Comparisons
    known: NDArray[np.bool_]  # whether enough is known to judge it
    mde: Floats
    gains: Floats  # expected
    power: Floats  # at the expected gain; NaN where that is 0, below it, or unknown
    pvalue: Floats  # NaN where not enough is known, and there alone
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
        """Where the new system would be found worse."""
        return significant(self.pvalue, self.alpha) & (self.difference < 0)


def findings_of(
    judge: Judge, found: Comparisons, gains: Floats, *, alpha: float, target: float
) -> Findings:
    """Judge every comparison that the survey is about."""
    at = [int(i) for i in found.at]
    mdes: dict[tuple[float | None, ...], float] = {}  # the costly part; equal cases have equal ones

    def detectable(i: int) -> float:
        case = found.case(i)
        if case not in mdes:
            mdes[case] = judge.detectable(i)
        return mdes[case]

    judged = [
        (
            detectable(i),
            judge.power(i, float(gains[i])) if gains[i] > 0 else nan,
            judge.pvalue(i),
            judge.agreement(i),
        )
        for i in track(at, label="comparisons", show=None, total=len(at))
    ]
    mde, power, pvalue, agreement = np.array(judged).T
    return Findings(
        found=found,
        known=np.array([judge.known(i) for i in at], bool),
        mde=mde,
        gains=gains[at],
        power=power,
        pvalue=pvalue,
        agreement=agreement,
        alpha=alpha,
        target=target,
    )


def share_rows(findings: Findings, at: At | None = None) -> list[Row]:
    """Return what share of the comparisons could show, or would have shown, what they report.

    None where nothing is known that they could be judged by.
    """
    if not findings.known.any():
        return []
    hopeful, judged, known = findings.hopeful, findings.judged, findings.known
    met = findings.difference >= np.nan_to_num(findings.mde, nan=np.inf)
    both = findings.found_out & findings.powered
    of: list[tuple[str, At, NDArray[np.bool_], NDArray[np.bool_]]] = [
        ("underpowered", {}, ~findings.powered, judged),
        ("underpowered", GAIN_EXPECTED, ~findings.powered, hopeful),
        ("reported at least detectable", {}, met, known),
        ("predicted significant", {}, findings.found_out, known),
        ("predicted worse", {}, findings.found_worse, known),
        ("predicted open", {}, ~(findings.found_out | findings.found_worse), known),
        ("predicted significant", GAIN_EXPECTED, findings.found_out, hopeful),
        ("significant and powered", {}, both, judged),
        ("significant and powered", GAIN_EXPECTED, both, hopeful),
    ]
    return [
        _share({"statistic": name, **among, **(at or {})}, meets, base)
        for name, among, meets, base in of
    ]


def _share(at: At, meets: NDArray[np.bool_], base: NDArray[np.bool_]) -> Row:
    count = int(base.sum())
    value = float((meets & base).sum() / count) if count else nan
    return Row(quantity="share", at=at, estimate=value, n=count)


def power_rows(findings: Findings) -> list[Row]:
    """Return the mean expected power, where a gain is expected."""
    if not findings.known.any():
        return []
    known = findings.power[findings.hopeful]
    mean = float(known.mean()) if len(known) else nan
    return [Row(quantity="mean_expected_power", estimate=mean, n=len(known))]


def task_rows(findings: Findings) -> list[Row]:
    """Return for each task the middle size and detectable gain, and the mean reported one."""
    if findings.found.tasks is None:
        return []
    tasks = np.array([findings.found.tasks[i] for i in findings.found.at])
    sizes = findings.found.n[findings.found.at]
    rows = []
    for task in sorted(set(tasks)):
        mine = tasks == task
        mde = findings.mde[mine & findings.known]
        # A comparison that could detect nothing has an endless detectable difference.
        middle = float(np.median(np.where(np.isnan(mde), np.inf, mde))) if len(mde) else nan
        values = {
            "median_n": float(np.median(sizes[mine])),
            "median_mde": middle if np.isfinite(middle) else nan,
            "mean_difference": float(findings.difference[mine].mean()),
        }
        if not findings.known.any():
            del values["median_mde"]
        rows += [
            Row(quantity=name, at={"task": str(task)}, estimate=value, n=int(mine.sum()))
            for name, value in values.items()
        ]
    return rows


def comparison_rows(findings: Findings) -> list[Row]:
    """Return the rows of each comparison, under its name."""
    judged = bool(findings.known.any())
    used = {"mde": judged, "expected_power": judged}
    used["agreement"] = not np.isnan(findings.agreement).all()
    rows = []
    for k, i in enumerate(findings.found.at):
        at, n = findings.found.keys[i], int(findings.found.n[i])
        p = findings.pvalue[k]
        rows.append(
            Row(
                quantity="difference",
                at=at,
                estimate=float(findings.difference[k]),
                pvalue=None if np.isnan(p) else float(p),
                n=n,
            )
        )
        values = {
            "mde": findings.mde[k],
            "expected_difference": findings.gains[k],
            "expected_power": findings.power[k],
            "agreement": findings.agreement[k],
        }
        rows += [
            Row(quantity=name, at=at, estimate=float(value), n=n)
            for name, value in values.items()
            if used.get(name, True)
        ]
    return rows

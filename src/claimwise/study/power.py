"""Before the data: what could the declared study show?"""

from __future__ import annotations

from dataclasses import replace
from math import isnan, nan

from claimwise.core import (
    AT_MOST,
    BOUNDS,
    At,
    Note,
    ParameterError,
    Result,
    Row,
    assumed,
    caution,
    meaning,
)
from claimwise.kinds import Kind, find_kind
from claimwise.study.bundle import bundled, heeded, marked, names_of, part, place
from claimwise.study.deciding import refuse_unheeded
from claimwise.study.declaration import FIXED, Comparison, Study
from claimwise.study.looks import planned, refuse_looks
from claimwise.study.needs import lacking

STEPWISE = ("holm", "benjamini-hochberg")
COUNTS: tuple[At, ...] = (  # the first of these powers
    {"stopping": "sequential", "by": "simulated"},
    {"stopping": "sequential"},
    {"stopping": "anytime"},
    {},
)


def power(study: Study, solve: str | None = None) -> Result:
    """Return the power of each comparison, and of all of them together.

    The test is the one that `assess` runs. Where several comparisons are corrected, each has the
    power that is certain whatever becomes of the others (Bonferroni's alpha); under Holm's and
    Benjamini and Hochberg's corrections also the most it can have, at the whole alpha.

    Returns
    -------
    Result
        Rows as those of the plan of each kind: `power`, `mde`, `sample_size`, ...; of several
        comparisons under their names, with ``power[at most, NAME]``, ``power[all]`` and
        ``power[any]``, whose ends are bounds under any dependence.
    """
    kind, names = find_kind(study.kind), names_of(study)
    refuse_looks(kind, study)
    refuse_unheeded(kind, study)
    lacks = [f"{place} ({why})" for place, why in lacking(kind, study, solve)]
    if lacks:
        raise ParameterError("study power", "more assumptions", f"no {'; no '.join(lacks)}")
    several = len(names) > 1
    alpha = each_alpha(study)
    rows: list[Row] = []
    notes: list[Note] = []
    parts = {}
    least: list[float] = []
    most: list[float] = []
    for name, comparison in zip(names, study.comparisons, strict=True):
        found = planned(study, kind.plan(study, comparison, alpha, solve))
        rows += marked(found, place(name))
        remarks = (*_remarks(study), *_other_way(kind, study, comparison, found))
        notes += heeded((*found.notes, *remarks), name)
        parts[name] = part(found)
        least.append(headline(found))
        most.append(least[-1])
        if several and study.correct in STEPWISE and solve in (None, "power"):
            upper = _power_row(_at_whole_alpha(kind, study, comparison))
            if upper is not None:
                most[-1] = upper.estimate
                rows.append(replace(upper, at={"end": AT_MOST, **place(name)}))
    if several:
        rows += together(least, most)
        notes += _correction_notes(study, alpha)
    return bundled("study power", study, rows, notes, parts, each_alpha=alpha)


def each_alpha(study: Study) -> float:
    """Return the alpha at which each comparison is sure to be tested, whatever the others show."""
    m = len(study.comparisons)
    corrected = m > 1 and study.correct not in (None, "none")
    return study.alpha / m if corrected else study.alpha


def headline(result: Result) -> float:
    """Return the power of a plan; the smallest, where it has several cases."""
    found = [row.estimate for row in _powers(result) if not isnan(row.estimate)]
    return min(found) if found else nan


def _powers(result: Result) -> list[Row]:
    """Return the power that counts: with looks, that of the study with its looks."""
    named = result.select("power")
    for at in COUNTS:
        found = [row for row in named if row.at == at]
        if found:
            return found
    return list(named)


def _power_row(result: Result) -> Row | None:
    found = [row for row in _powers(result) if not isnan(row.estimate)]
    return max(found, key=lambda row: row.estimate) if found else None


def _at_whole_alpha(kind: Kind, study: Study, comparison: Comparison) -> Result:
    """Return the power alone at the study's alpha, without searches if the kind can do so."""
    more = {"solve": "power"} if kind.solves else {}
    found: Result = kind.plan(study, comparison, study.alpha, **more)
    return found


def together(least: list[float], most: list[float]) -> list[Row]:
    """Return bounds of the chance that all claims, or any, are supported.

    Whatever their dependence: all of them by Bonferroni's inequality at least 1 - sum(1 - power),
    at most the smallest power; any of them at least the largest, at most the sum.

    >>> [(row.low, row.high) for row in together([0.9, 0.8], [0.95, 0.85])]
    [(0.7, 0.85), (0.9, 1.0)]
    """
    if any(isnan(p) for p in (*least, *most)):
        return []
    every = max(0.0, 1 - sum(1 - p for p in least)), min(most)
    one = max(least), min(1.0, sum(most))
    return [
        Row(
            quantity="power",
            at={"over": over},
            estimate=round(low, 12),
            low=round(low, 12),
            high=round(max(low, high), 12),
            kind=BOUNDS,
        )
        for over, (low, high) in (("all", every), ("any", one))
    ]


def _correction_notes(study: Study, alpha: float) -> list[Note]:
    m, how = len(study.comparisons), study.correct
    if how in (None, "none"):
        return [caution(f"{m} comparisons, not corrected: some may be found by chance alone.")]
    said = [f"{m} comparisons, corrected by {how}: each is sure to be tested at alpha {alpha:.4g}."]
    if how in STEPWISE:
        said.append(
            f"By {how} a claim is tested at up to alpha {study.alpha:g}, the more of the others "
            "are found: its power lies between the two that are given."
        )
    said.append(
        "power[all] and power[any] are bounds that hold however the comparisons depend on each "
        "other; where powers are simulated, the bounds have their Monte Carlo error."
    )
    return [meaning(text) for text in said]


def _other_way(kind: Kind, study: Study, comparison: Comparison, found: Result) -> tuple[Note, ...]:
    """Say so if what is assumed is not what a claim that B is better would need."""
    effect = assumed_effect(found)
    usual = "higher" if kind.better is None else kind.better(study, comparison)
    up = 1 if (comparison.better or usual) == "higher" else -1
    if comparison.says != "difference" or comparison.alternative not in (None, "two-sided"):
        return ()
    if not effect or isnan(effect) or effect * up > 0:
        return ()
    said = (
        f"What is assumed makes {comparison.b} the worse system. The power is that of "
        f"finding so; the claim that {comparison.b} is better would be contradicted."
    )
    return (caution(said),)


def assumed_effect(found: Result) -> float:
    """Return the true difference that a plan assumes, B minus A; NaN if it assumes none."""
    settings = found.provenance.get("settings", {})
    for key in ("difference", "effect"):
        if isinstance(settings.get(key), int | float):
            return float(settings[key])
    truth = found.select("difference")
    return truth[0].estimate if truth else nan


def _remarks(study: Study) -> tuple[Note, ...]:
    """Say what of the declaration was taken into account that the plan does not know of."""
    said = []
    missing, n = study.data.get("missing"), study.data.get("n")
    if missing and n:
        left = int(n * (1 - missing))
        text = f"Planned for {left:,} of {n:,} items: a share of {missing:g} may be missing."
        said.append(assumed(text))
    if study.stopping.rule != FIXED:
        text = "The rows without a look are those of a study that is looked at once."
        said.append(meaning(text))
    return tuple(said)

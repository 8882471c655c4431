"""How the power of a declared study depends on its size."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from claimwise.core import AT_MOST, ParameterError, Result, Row, provenance
from claimwise.kinds import find_kind
from claimwise.plan.around import spaced_sizes
from claimwise.study.bundle import marked, names_of, part, place
from claimwise.study.complete import size_of
from claimwise.study.declaration import FIXED, Study
from claimwise.study.power import each_alpha, power
from claimwise.study.quick_curve import is_quick

FIRST, LAST = 0.25, 2  # of the declared size
SHARES = (0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0)  # where every size is simulated
# What the words of the figure say of the plan; its size is what varies.
TOLD = (
    *("test", "interval", "alternative", "alpha", "by", "replicates", "claim", "margin", "better"),
    *("difference", "effect", "agreement", "agreement_from", "baseline", "win", "lose", "tie"),
    *("sd", "correlation", "outcome", "points"),
)


def curve(study: Study) -> Result:
    """Return the power of each comparison at sizes from a quarter to twice the declared one.

    Of corrected comparisons it is the power that each is sure to have, as in `Study.power`.
    """
    key = size_of(study)
    if key is None:
        raise ParameterError("a curve", "the size of the study in [data]", "none")
    n = int(study.data[key])
    own = max(2, n)  # one item alone has no spread
    first = _plan(study.but(data={**study.data, key: own}))
    declared: Mapping[str, Mapping[str, Any]] = first.provenance["parts"]
    rows = []
    for size in _sizes(own, simulated=not is_quick(first)):
        of = study.but(data={**study.data, key: size})
        plan = first if size == own else _plan(of)
        for name in names_of(study):
            for row in _powers(of, plan, name):
                rows.append(replace(row, at={"n": size, **row.at}, n=size))
    title = study.title or find_kind(study.kind).called
    settings = {"verb": "study curve", "kind": study.kind, "target": study.target, "study": title}
    settings |= _shared([one["settings"] for one in declared.values()], (*TOLD, *_unit(key)))
    if any(one.assumptions.get("uncertain") for one in study.comparisons):
        settings["uncertain"] = True
    made = {**provenance(settings, seed=study.seed), "axes": ["n"], "asked": n}
    methods = {one["method"] for one in declared.values()}
    method = methods.pop() if len(methods) == 1 else title
    return Result(kind="plan", method=method, rows=tuple(rows), provenance=made)


def _powers(study: Study, plan: Result, name: str) -> list[Row]:
    """Return the powers of a comparison: with looks those with looks, else those of all cases.

    And the row that decides, where it is another: the power over what a pilot leaves open.
    """
    early = study.stopping.rule != FIXED
    rows = [row for row in plan.select("power", **place(name)) if row.at.get("end") != AT_MOST]
    whole = [row for row in rows if not row.at.keys() - {"comparison"}]
    shown = [row for row in rows if "stopping" in row.at] if early else whole or rows
    own = [row for row in plan.deciding if row.at.get("comparison", "") == name]
    return [*shown, *(row for row in own if row.quantity == "expected_power")]


def _sizes(n: int, *, simulated: bool) -> list[int]:
    """Return the sizes of the curve: few where each takes long."""
    if simulated:
        return sorted({max(2, round(share * n)) for share in SHARES})
    return spaced_sizes(max(2, FIRST * n), LAST * n, n)


def _unit(key: str) -> tuple[str, ...]:
    """Return the setting that names what n counts; sizes of another name are items."""
    return ("unit",) if key == "n" else ()


def _shared(settings: list[Mapping[str, Any]], names: tuple[str, ...]) -> dict[str, Any]:
    """Return what all comparisons of a study have in common, of these names."""
    first, *others = settings
    same = [k for k in names if k in first and all(one.get(k) == first[k] for one in others)]
    return {name: first[name] for name in same}


def _plan(study: Study) -> Result:
    """Return the powers; where the kind can leave them out, without what is searched for."""
    kind = find_kind(study.kind)
    if study.stopping.rule != FIXED or not kind.solves:
        return power(study)
    rows: list[Row] = []
    parts = {}
    for name, comparison in zip(names_of(study), study.comparisons, strict=True):
        found = kind.plan(study, comparison, each_alpha(study), solve="power")
        parts[name] = part(found)
        rows += marked(found, place(name))
    made = {"parts": parts}
    return Result(kind="study plan", method="study power", rows=tuple(rows), provenance=made)

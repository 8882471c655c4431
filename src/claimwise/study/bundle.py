"""Several results in one: the rows of each are marked by its name, and can be told apart again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from claimwise.core import ParameterError, Result, Row, label, provenance, requalify
from claimwise.study.declaration import Study
from claimwise.study.freeze import CHANGED, verify

RESERVED = ("all", "any", "at most", "combined")
EXPLORATORY = "exploratory"


def names_of(study: Study) -> list[str]:
    """Return what marks the rows of each comparison: nothing, where there is one."""
    if len(study.comparisons) == 1:
        return [""]
    found = [label(c.name or f"{c.b} vs {c.a}") for c in study.comparisons]
    for name in found:
        if found.count(name) > 1 or name in RESERVED or name.startswith(EXPLORATORY):
            raise ParameterError(
                "a comparison's name",
                "one that is no other's, nor one of our words",
                repr(name),
                "Rename it.",
            )
    return found


def marked(result: Result, name: str) -> list[Row]:
    """Return the rows under a name."""
    return [requalify(row, name) for row in result.rows] if name else list(result.rows)


def heeded(result: Result, name: str) -> list[str]:
    """Return the notes under a name."""
    return [f"[{name}] {note}" if name else note for note in result.notes]


def part(result: Result) -> dict[str, Any]:
    """Return what the words of a part need beside its rows.

    A metric that was computed is named in them: no head of their own does it.
    """
    settings = dict(result.provenance.get("settings", {}))
    if settings.get("signature") and settings.get("metric"):
        settings["measure"] = settings["metric"]
    return {"method": result.method, "settings": settings}


def bundled(
    method: str,
    study: Study,
    rows: Sequence[Row],
    notes: Sequence[str],
    parts: Mapping[str, Mapping[str, Any]],
    *,
    data: str | None = None,
    more: Mapping[str, Any] | None = None,
    **settings: Any,
) -> Result:
    """Return one result of all, with what was declared."""
    frozen, seal = study.frozen, verify(study)
    told = {
        "verb": method,
        "kind": study.kind,
        "title": study.title or None,
        "comparisons": [c.name or f"{c.b} vs {c.a}" for c in study.comparisons],
        "alpha": study.alpha,
        "target": study.target,
        "correct": study.correct if len(study.comparisons) > 1 else None,
        "stopping": study.stopping.rule,
        "source": study.source or None,
        "hash": frozen.hash if frozen else None,
        "frozen": frozen.date.isoformat() if frozen else None,
        "changed": seal.hash if seal.state == CHANGED else None,
        **settings,
    }
    kept = {key: value for key, value in told.items() if value is not None}
    made = provenance(kept, seed=study.seed, data=data)
    return Result(
        method=method,
        rows=tuple(rows),
        notes=tuple(dict.fromkeys(notes)),
        provenance={**made, "parts": dict(parts), **(more or {})},
    )

"""Several results in one: the rows of each are marked by its name, and can be told apart again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from claimwise.core import AT_MOST, At, Note, ParameterError, Result, Row, provenance, spelled
from claimwise.kinds import find_kind
from claimwise.study.advice import in_keys
from claimwise.study.declaration import Study
from claimwise.study.freeze import CHANGED, verify

RESERVED = ("all", "any", AT_MOST, "combined")
EXPLORATORY = "exploratory"


def names_of(study: Study) -> list[str]:
    """Return what marks the rows of each comparison: nothing, where there is one."""
    if len(study.comparisons) == 1:
        return [""]
    found = [c.name or f"{c.b} vs {c.a}" for c in study.comparisons]
    written = [spelled(place(name)) for name in found]
    for name in written:
        if written.count(name) > 1 or name in RESERVED or name.startswith(EXPLORATORY):
            raise ParameterError(
                "a comparison's name",
                "a name of its own, and not one of our words",
                repr(name),
                "Rename it.",
            )
    return found


def place(name: str) -> dict[str, str]:
    """Return where the rows of a comparison stand: nowhere, where there is one."""
    return {"comparison": name} if name else {}


def marked(result: Result, at: At) -> list[Row]:
    """Return the rows at a narrower place."""
    return [row.within(**at) for row in result.rows]


def heeded(notes: Sequence[Note], name: str) -> list[Note]:
    """Return notes under a name."""
    if not name:
        return list(notes)
    return [Note(f"[{name}] " + note.words, kind=note.kind, about=name) for note in notes]


def part(result: Result) -> dict[str, Any]:
    """Return what the words of a part need beside its rows.

    A metric that was computed is named in them: no head of their own does it.
    """
    settings = dict(result.provenance.get("settings", {}))
    if settings.get("signature") and settings.get("metric"):
        settings["measure"] = settings["metric"]
    return {"kind": result.kind, "method": result.method, "settings": settings}


def bundled(
    method: str,
    study: Study,
    rows: Sequence[Row],
    notes: Sequence[Note],
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
        kind={"study power": "study plan", "study assess": "study assessment"}[method],
        method=method,
        rows=tuple(rows),
        notes=tuple(dict.fromkeys(note.spelled(in_keys(find_kind(study.kind))) for note in notes)),
        provenance={**made, "parts": dict(parts), **(more or {})},
    )

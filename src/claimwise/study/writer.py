"""A study as a file that people read and edit: every key with what it is about."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from claimwise.core.field import Field
from claimwise.core.toml import assigned, comment, key_of, quoted, value_of
from claimwise.core.writing import write_atomically
from claimwise.kinds import Kind, find_kind
from claimwise.study.comparisons import default_name
from claimwise.study.declaration import Comparison, Stopping, Study
from claimwise.study.schema import CLAIM, PAIR, SOURCE, STOPPING

WIDTH = 30  # of a key and its value, so that the comments stand in a column


def write(study: Study, path: str | Path, *, force: bool = False) -> None:
    """Write a study to a file, at once; an existing one is replaced only when forced."""
    write_atomically({Path(path): to_toml(study).encode()}, force=force)


def to_toml(study: Study) -> str:
    """Return the file: what is declared, and in comments what could be."""
    kind = find_kind(study.kind)
    pairs = [_pair(comparison) for comparison in study.comparisons]
    assumed = [dict(comparison.assumptions) for comparison in study.comparisons]
    claim, shared = _common(pairs), _common(assumed)
    single = len(pairs) == 1 and study.comparisons[0].name == default_name(
        pairs[0]["a"], pairs[0]["b"]
    )
    claim |= {"alpha": study.alpha, "power": study.target}
    if study.source:
        shared["source"] = study.source
    assumptions = dict(kind.assumptions) | {"source": SOURCE}
    blocks = [
        _top(study, kind),
        _block("[claim]", claim, _claim_fields(claim, single)),
        _block("[data]", study.data, kind.data, kind),
        _block("[procedure]", study.procedure, kind.procedure, kind),
        _block("[assumptions]", shared, _not_elsewhere(assumptions, shared, assumed), kind),
        _block("[stopping]", _stopping(study.stopping), _stopping_fields(study.stopping)),
    ]
    if study.correct is not None:
        blocks.append(f"[multiplicity]\ncorrect = {value_of(study.correct)}")
    if not single:
        for comparison, pair, own in zip(study.comparisons, pairs, assumed, strict=True):
            said = {"name": comparison.name}
            said |= {k: v for k, v in pair.items() if k not in claim}
            said |= {k: v for k, v in own.items() if k not in shared}
            blocks.append(_block("[[comparison]]", said, {}))
    if study.frozen is not None:
        blocks.append(frozen_block(study.frozen))
    return "\n\n".join(blocks) + "\n"


def frozen_block(frozen: Any) -> str:
    """Return the section that `study freeze` adds."""
    lines = ["[frozen]", f"hash = {value_of(frozen.hash)}", f"date = {value_of(frozen.date)}"]
    lines += [f"declared = {quoted(frozen.declared)}"] if frozen.declared else []
    return "\n".join(lines)


def _top(study: Study, kind: Kind) -> str:
    lines = [
        _line("claimwise", 1, "format of this file"),
        *([_line("title", study.title, "")] if study.title else []),
        _line("kind", study.kind, kind.about),
        _line("seed", study.seed, "root of all randomness"),
    ]
    return "\n".join(lines)


def _pair(comparison: Comparison) -> dict[str, Any]:
    found = {key: getattr(comparison, key) for key in PAIR}
    return {key: value for key, value in found.items() if value is not None}


def _common(several: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what all of them say alike."""
    first, *rest = several
    return {
        key: value
        for key, value in first.items()
        if all(key in other and _same(other[key], value) for other in rest)
    }


def _same(x: Any, y: Any) -> bool:
    return type(x) is type(y) and bool(x == y)


def _claim_fields(claim: Mapping[str, Any], single: bool) -> dict[str, Field]:
    """Return the keys to show: of a claim that has no use for them, no alternative or margin."""
    hidden = {"a", "b"} if not single else set()
    says = claim.get("says")
    hidden |= {"alternative"} if says != "difference" else {"margin"}
    return {key: field for key, field in CLAIM.items() if key in claim or key not in hidden}


def _not_elsewhere(
    fields: Mapping[str, Field], shared: Mapping[str, Any], assumed: list[dict[str, Any]]
) -> dict[str, Field]:
    """Leave out what every comparison says itself."""
    own = {key for said in assumed for key in said if key not in shared}
    return {key: field for key, field in fields.items() if key not in own}


def _stopping(stopping: Stopping) -> dict[str, Any]:
    equal = tuple((k + 1) / len(stopping.looks) for k in range(len(stopping.looks)))
    looks: Any = len(equal) if stopping.looks == equal else stopping.looks
    return {"rule": stopping.rule} | ({"looks": looks} if stopping.looks != (1.0,) else {})


def _stopping_fields(stopping: Stopping) -> dict[str, Field]:
    without = stopping.rule in ("fixed", "anytime")
    return {"rule": STOPPING["rule"]} if without else dict(STOPPING)


def _block(
    head: str, said: Mapping[str, Any], fields: Mapping[str, Field], kind: Kind | None = None
) -> str:
    """Return a section: keys in the order of their fields, what is not said as a comment."""
    lines = [head]
    for key, field in fields.items():
        of_kind = kind is not None and bool(field.place)
        needed = kind.needed(field) if kind and of_kind else field.required
        offered = kind.offered(field) if kind and of_kind else field.example is not None
        if key in said:
            lines.append(_line(key, said[key], field.about))
        elif needed or offered:
            example = '"..."' if field.example is None else value_of(field.example)
            needs = "needed: " if needed else ""
            lines.append(_aligned(f"# {key_of(key)} = {example}", f"{needs}{field.about}"))
    lines += [_line(key, value, "") for key, value in said.items() if key not in fields]
    return "\n".join(lines)


def _line(key: str, value: Any, about: str) -> str:
    return _aligned(assigned(key, value), about)


def _aligned(said: str, about: str) -> str:
    return f"{said:<{WIDTH}} {comment(about)}" if about else said

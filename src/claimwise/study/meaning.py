"""What a declaration means, whatever way it is written: one flat mapping, one fingerprint."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from claimwise.core import ClaimwiseError, DataError
from claimwise.core.field import Field
from claimwise.core.missing import no_file, unreadable
from claimwise.kinds import find_kind
from claimwise.kinds.keys import SEQUENCES
from claimwise.study import deciding
from claimwise.study.declaration import ANYTIME, Comparison, Study
from claimwise.study.files import is_file
from claimwise.study.schema import FORMAT, PAIR

FILE = "content of "


def meaning(study: Study) -> dict[str, Any]:
    """Return every key with its value; defaults are said, comments and order are not.

    Files that the declaration names stand in it by the digest of their content, so that a world
    or a pilot cannot be exchanged under the same name.
    """
    kind = find_kind(study.kind)
    found: dict[str, Any] = {
        "claimwise": FORMAT,
        "title": study.title,
        "kind": study.kind,
        "seed": study.seed,
        "claim.alpha": study.alpha,
        "claim.power": study.target,
        "assumptions.source": study.source,
        "stopping.rule": study.stopping.rule,
        "stopping.looks": list(study.stopping.looks),
        "multiplicity.correct": study.correct if len(study.comparisons) > 1 else None,
    }
    found |= _keys("data.", study.data, kind.data)
    found |= _keys("procedure.", study.procedure, kind.procedure)
    found |= {f"procedure.{key}": value for key, value in usual(study).items()}
    several = len(study.comparisons) > 1
    found["comparisons"] = [comparison.name for comparison in study.comparisons]
    for comparison in study.comparisons:
        place = f"comparison[{comparison.name}]."
        found |= _pair(place if several else "claim.", comparison)
        found |= _keys(
            place if several else "assumptions.", comparison.assumptions, kind.assumptions
        )
    for place, path in named_files(study):
        found[f"{FILE}{place}"] = _digest(place, path) if is_file(path) else "missing"
    return {key: _plain(value) for key, value in found.items() if value is not None}


def usual(study: Study) -> dict[str, Any]:
    """Return what the procedure takes where nothing is said: one value, or one by comparison.

    Nothing, where it cannot be known. Stopping at any time has a procedure of its own.
    """
    kind = find_kind(study.kind)
    if study.stopping.rule == ANYTIME:
        free = "sequence" in kind.procedure and study.procedure.get("sequence") is None
        return {"sequence": SEQUENCES[0]} if free else {}
    found: dict[str, dict[str, Any]] = {}
    for comparison in study.comparisons:
        try:
            taken = deciding.usual(kind, study, comparison)
        except (ClaimwiseError, OSError):  # such as a pilot that is not there yet
            return {}
        for key, value in taken.items():
            if study.procedure.get(key) is None:
                found.setdefault(key, {})[comparison.name] = value
    return {
        key: next(iter(by.values())) if len({*by.values()}) == 1 else by
        for key, by in found.items()
    }


def canonical(meant: Mapping[str, Any]) -> str:
    """Return the one text of a meaning."""
    return json.dumps(
        meant, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def fingerprint(text: str) -> str:
    """Return the SHA-256 of a canonical text."""
    return f"sha256:{hashlib.sha256(text.encode('utf-8')).hexdigest()}"


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[str, ...]:
    """Return which keys differ, with what they were and what they are."""
    said = []
    for key in sorted({*before, *after}):
        if before.get(key) == after.get(key) and (key in before) == (key in after):
            continue
        if key.startswith(FILE):
            said.append(f"the {key} is not the same")
            continue
        was, now = (_shown(side[key]) if key in side else "not said" for side in (before, after))
        said.append(f"{key} was {was}, is {now}")
    return tuple(said)


def named_files(study: Study) -> Iterator[tuple[str, Path]]:
    """Yield the place and the path of every file whose content is part of the declaration.

    A key of the procedure or of the assumptions may be the name of something built in or that of
    a file; it is a file if there is one.
    """
    kind = find_kind(study.kind)
    several = len(study.comparisons) > 1
    sections = [
        ("data.", study.data, kind.data, False),
        ("procedure.", study.procedure, kind.procedure, True),
    ]
    for comparison in study.comparisons:
        place = f"comparison[{comparison.name}]." if several else "assumptions."
        sections.append((place, comparison.assumptions, kind.assumptions, True))
    for prefix, said, fields, guess in sections:
        for key, value in said.items():
            declared = key in fields and fields[key].type == "file"
            names = value if isinstance(value, list | tuple) else [value]
            for name in (name for name in names if isinstance(name, str)):
                path = study.folder / name
                if declared or (guess and is_file(path)):
                    yield f"{prefix}{key}" if len(names) == 1 else f"{prefix}{key} {name}", path


def _keys(prefix: str, said: Mapping[str, Any], fields: Mapping[str, Field]) -> dict[str, Any]:
    filled = {key: field.default for key, field in fields.items() if field.always} | dict(said)
    return {f"{prefix}{key}": value for key, value in filled.items()}


def _pair(prefix: str, comparison: Comparison) -> dict[str, Any]:
    found = {key: getattr(comparison, key) for key in PAIR}
    if comparison.says == "difference":
        found["alternative"] = comparison.alternative or "two-sided"
    return {f"{prefix}{key}": value for key, value in found.items()}


def _digest(place: str, path: Path) -> str:
    try:
        with path.open("rb") as file:
            return f"sha256:{hashlib.file_digest(file, 'sha256').hexdigest()}"
    except OSError as error:
        problem, near = no_file(path) if not path.is_file() else unreadable(path, error)
        raise DataError(f"{place}: {problem}", near) from error


def _plain(value: Any) -> Any:
    """Return a value in one form: 1.0 is 1, a tuple is a list."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, date | Path):
        return str(value)
    return value


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."

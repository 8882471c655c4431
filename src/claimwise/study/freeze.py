"""Freezing a study: its fingerprint and the day, and whether it still says the same."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from claimwise.core import DataError, ParameterError, Words, in_words, option
from claimwise.core.toml import parse_toml, toml_bytes
from claimwise.core.writing import write_atomically
from claimwise.study.complete import faults_of, missing
from claimwise.study.declaration import Frozen, Study
from claimwise.study.meaning import canonical, changes, fingerprint, meaning
from claimwise.study.reader import WRITE_ONE, declare
from claimwise.study.schema import FROZEN
from claimwise.study.writer import frozen_block

UNFROZEN, UNCHANGED, CHANGED = "unfrozen", "unchanged", "changed"
DAMAGED = (
    "The record of what was frozen (frozen.declared) is damaged: it is not what frozen.hash is the "
    "fingerprint of. Whether the declaration was changed is judged by frozen.hash alone."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal:
    """Whether a study still says what it said when it was frozen."""

    state: str  # unfrozen, unchanged or changed
    hash: str  # of what it says now
    frozen: Frozen | None = None
    changes: tuple[str, ...] = ()  # empty, too, where they cannot be known
    damaged: bool = False  # whether the copy of what was declared is not what was frozen


def verify(study: Study) -> Seal:
    """Compare what a study says with what it said when it was frozen."""
    meant = meaning(study)
    now = fingerprint(canonical(meant))
    if study.frozen is None:
        return Seal(state=UNFROZEN, hash=now)
    before = _declared(study.frozen)
    damaged = bool(study.frozen.declared) and not before
    if study.frozen.hash == now:
        return Seal(state=UNCHANGED, hash=now, frozen=study.frozen, damaged=damaged)
    known = changes(before, meant) if before else ()
    return Seal(state=CHANGED, hash=now, frozen=study.frozen, changes=known, damaged=damaged)


def refuse_changed(study: Study) -> None:
    """Refuse to judge by a declaration that was altered after it was frozen."""
    seal = verify(study)
    if seal.state == CHANGED:
        on = seal.frozen.date if seal.frozen else ""
        found = "; ".join(seal.changes) or "what, cannot be known"
        raise ParameterError(
            f"The declaration was changed after it was frozen on {on}: {found}.",
            "Undo the change, or leave out " + option("gate", True) + " and report the change.",
        )


def frozen(study: Study, on: date | None = None, *, again: bool = False) -> Study:
    """Return the study with its fingerprint; one that was frozen and not changed as it is."""
    seal = verify(study)
    if seal.state == UNCHANGED and not again:
        return study
    if seal.state == CHANGED and not again:
        raise ParameterError(_refusal(seal))
    lacks = [f"{place} ({why})" for place, why in missing(study)]
    if lacks:
        raise ParameterError("freeze", "a complete study", f"no {'; no '.join(lacks)}")
    wrong = faults_of(study)
    if wrong:
        raise ParameterError(f"freeze needs a consistent study. {' '.join(wrong)}")
    said = canonical(meaning(study))
    day = on or date.today()
    return study.but(frozen=Frozen(hash=fingerprint(said), date=day, declared=said))


def freeze_file(
    path: str | Path,
    on: date | None = None,
    *,
    again: bool = False,
    allow_code: Sequence[str | Path] = (),
) -> Study:
    """Add fingerprint and date to a file; every other byte stays as it is."""
    path = Path(path)
    content = toml_bytes(path, WRITE_ONE)
    document = parse_toml(path, content)
    folder = path.resolve().parent
    read = partial(declare, folder=folder, place=str(path), allow_code=allow_code)
    study = read(document)
    done = frozen(study, on, again=again)
    if done.frozen is None or done.frozen == study.frozen:
        return done
    kept = content if study.frozen is None else _without_seal(path, content, document)
    newline = b"\r\n" if b"\r\n" in content else b"\n"
    block = frozen_block(done.frozen).replace("\n", newline.decode()).encode()
    gap = b"" if kept.endswith(b"\n") or not kept else newline
    gap += b"" if kept.endswith(newline * 2) else newline
    result = kept + gap + block + newline
    if read(parse_toml(path, result)) != done:
        raise RuntimeError("what was to be written does not read back as the frozen study")
    write_atomically({path: result})
    return done


def _refusal(seal: Seal) -> Words:
    on = seal.frozen.date if seal.frozen else ""
    found = "; ".join(seal.changes) or "other declarations (which ones cannot be known)"
    again = option("again", True)
    remedy = "Undo this, or freeze what it says now with " + again + ", and say so in the report."
    return in_words("a frozen study", f"to stay as it was on {on}", found, remedy)


def _declared(frozen: Frozen) -> dict[str, Any]:
    """Return what was declared, if the copy in the file is the one that was frozen."""
    if not frozen.declared or fingerprint(frozen.declared) != frozen.hash:
        return {}
    try:
        found = json.loads(frozen.declared)
    except (ValueError, RecursionError):  # a fingerprint of something else
        return {}
    return found if isinstance(found, dict) else {}


def _without_seal(path: Path, content: bytes, document: dict[str, Any]) -> bytes:
    """Return the file without its [frozen]; comments in it are kept."""
    lines = content.splitlines(keepends=True)
    rest = {key: value for key, value in document.items() if key != "frozen"}
    heads = [i for i, line in enumerate(lines) if re.match(rb"\s*\[\s*frozen\s*\]", line)]
    keys = re.compile(rb"\s*(" + b"|".join(key.encode() for key in FROZEN) + rb")\s*=")
    for head in reversed(heads):
        end = head + 1
        while end < len(lines) and (keys.match(lines[end]) or not lines[end].strip()):
            end += 1
        kept = b"".join(lines[:head] + lines[end:])
        try:
            if parse_toml(path, kept) == rest:
                return kept
        except DataError:
            continue
    raise ParameterError(
        str(path), "a section [frozen] as claimwise writes it", "another", "Take it out."
    )

"""Samples of Inspect, thinned to what statistics need; from summaries or from whole samples."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from claimwise.core import DataError
from claimwise.data.logs.fields import MISSING, at, fingerprint, identity, label, plain

# Summaries cut inputs and targets after so many characters, and say so at the end.
LONGEST = 5120
_CUT = "...\n(content truncated)"
# Summaries replace large values of metadata by a sentence, and shorten long texts.
REMOVED = "Key removed from summary (> 1k)"
_ELLIPSIS = "..."


@dataclass(slots=True)
class Sample:
    """One sample in one epoch."""

    key: Any  # the id as it stands in the log: 1 and "1" are two samples
    item: str
    epoch: str
    values: dict[str, Any]  # scorer -> value
    error: bool
    limit: bool
    invalid: bool
    doc: str | None
    target: str | None
    roles: dict[str, Any]  # role -> what stands at the path asked for


def thin(record: Any, who: str, place: str, columns: Mapping[str, str]) -> Sample:
    """Keep of a sample, or of its summary, what is needed."""
    item = identity(record.get("id")) if isinstance(record, dict) else None
    if item is None:
        raise DataError(who, "a number or a text as the id of each sample", f"none in {place}")
    doc, target = _text(record.get("input")), _target(record.get("target"))
    return Sample(
        key=record["id"],
        item=item,
        epoch=label(record.get("epoch")) or "1",
        values=_values(record),
        error=bool(record.get("error")),
        limit=bool(record.get("limit")),
        invalid=bool(record.get("invalidation")),
        doc=None if doc is None else fingerprint(doc),
        target=None if target is None else fingerprint(target),
        roles={role: _as_summary(at(record, path)) for role, path in columns.items()},
    )


def is_thinned(value: Any) -> bool:
    """Say whether a summary may have changed a value, so that the sample has to be asked."""
    if value is MISSING:
        return True
    if not isinstance(value, str):
        return False
    return value == REMOVED or value.endswith(_ELLIPSIS)


def _as_summary(value: Any) -> Any:
    """Return a value with the white space that a summary would leave it."""
    return " ".join(value.split()) if isinstance(value, str) else value


def prompt_of(header: Any) -> str:
    """Return a fingerprint of what the solvers put before the model besides the input."""
    steps = at(header, "plan.steps")
    message = at(header, "plan.config.system_message")
    parts = [
        [step.get("solver"), step.get("params")]
        for step in (steps if isinstance(steps, list) else ())
        if isinstance(step, dict)
    ]
    return fingerprint(json.dumps([parts, None if message is MISSING else message], sort_keys=True))


def _values(record: Mapping[str, Any]) -> dict[str, Any]:
    scores = record.get("scores")
    if scores is None and record.get("score") is not None:  # logs of before several scorers
        scores = {"score": record["score"]}
    if not isinstance(scores, dict):
        return {}
    return {
        plain(scorer): score.get("value") if isinstance(score, dict) else score
        for scorer, score in scores.items()
    }


def _text(content: Any) -> str | None:
    """Return the text of an input: of messages, who says it and what; as a summary has it."""
    if isinstance(content, str):
        return _cut(content)
    if not isinstance(content, list):
        return None
    parts = []
    for message in content:
        if isinstance(message, dict):
            parts.append([str(message.get("role")), _said(message.get("content"))])
    return json.dumps(parts) if parts else None


def _said(content: Any) -> list[str]:
    if isinstance(content, str):
        return [_cut(content)]
    said = []
    for piece in content if isinstance(content, list) else ():
        kind = str(piece.get("type")) if isinstance(piece, dict) else "unknown"
        said.append(_cut(str(piece.get("text"))) if kind == "text" else f"({kind.capitalize()})")
    return said


def _target(target: Any) -> str | None:
    if isinstance(target, str):
        return _cut(target)
    if isinstance(target, list) and all(isinstance(text, str) for text in target):
        return _cut(target[0]) if len(target) == 1 else json.dumps([_cut(text) for text in target])
    return None


def _cut(text: str) -> str:
    if text.endswith(_CUT) and len(text) == LONGEST + len(_CUT):
        return text
    return text if len(text) <= LONGEST else text[:LONGEST] + _CUT

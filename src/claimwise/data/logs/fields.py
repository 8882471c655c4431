"""What stands at a place in a record: dotted paths, labels, numbers."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Iterator
from typing import Any

from claimwise.core import DataError, did_you_mean

MISSING = object()  # stands for "no such place", which is not the same as null
ROLES = ("item", "system", "cluster")
DEEPEST = 3  # how far the list of usable paths goes down


def at(record: Any, path: str) -> Any:
    """Return what stands at a dotted path, or MISSING.

    A name may itself hold dots, and a number is a place in a list.

    >>> at({"doc": {"passage": "p1"}}, "doc.passage")
    'p1'
    >>> at({"doc": {"a.b": [5, 6]}}, "doc.a.b.1")
    6
    """
    if isinstance(record, list):
        head, _, rest = path.partition(".")
        if not head.isdecimal() or int(head) >= len(record):
            return MISSING
        return at(record[int(head)], rest) if rest else record[int(head)]
    if not isinstance(record, dict):
        return MISSING
    if path in record:
        return record[path]
    for i, character in enumerate(path):
        if character == "." and path[:i] in record:
            found = at(record[path[:i]], path[i + 1 :])
            if found is not MISSING:
                return found
    return MISSING


def paths(record: Any, depth: int = DEEPEST, prefix: str = "") -> Iterator[str]:
    """Yield the paths of all simple values in a record, those of lists left out.

    >>> list(paths({"doc_id": 0, "doc": {"passage": "p", "choices": [1]}}))
    ['doc_id', 'doc.passage']
    """
    for key, value in record.items() if isinstance(record, dict) else ():
        if isinstance(value, dict):
            if depth > 1:
                yield from paths(value, depth - 1, f"{prefix}{plain(key)}.")
        elif not isinstance(value, list):
            yield f"{prefix}{plain(key)}"


def plain(text: str) -> str:
    """Return a text that can be printed: half characters become question marks."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def label(value: Any) -> str | None:
    """Return a value as the label of an item, a system or a cluster; None where it has none.

    >>> label(3), label(3.0), label("x"), label(True), label(None)
    ('3', '3', 'x', 'true', None)
    """
    if isinstance(value, str):
        return plain(value) or None
    if value is None or value is MISSING:
        return None
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        if math.isnan(value):
            return None
        return str(int(value)) if value.is_integer() else repr(value)
    if isinstance(value, int):
        return str(value)
    return plain(json.dumps(value, sort_keys=True))


def identity(value: Any) -> str | None:
    """Return the label of an item: a number or a text, nothing else."""
    return label(value) if isinstance(value, str | int | float) else None


def name(value: Any) -> str | None:
    """Return a value if it is a text that can name something."""
    return plain(value) if isinstance(value, str) and value.strip() else None


def fingerprint(text: str) -> str:
    """Return the SHA-256 of a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def kind_of(value: Any) -> str:
    """Say what kind of value a metric has: score, missing, pair, vector, infinite or text.

    >>> [kind_of(v) for v in (0.5, True, None, [1, 0], [1, 2, 3], "yes", float("inf"))]
    ['score', 'score', 'missing', 'pair', 'vector', 'text', 'infinite']
    """
    if value is None or value is MISSING:
        return "missing"
    if isinstance(value, int | float):
        try:
            number = float(value)
        except OverflowError:
            return "infinite"
        return "missing" if math.isnan(number) else "infinite" if math.isinf(number) else "score"
    if isinstance(value, list | tuple):
        return "pair" if len(value) == 2 else "vector"
    return "vector" if isinstance(value, dict) else "text"


def check_columns(who: str, columns: Any) -> dict[str, str]:
    """Return the paths asked for; only an item, a system and a cluster can be chosen in a log."""
    chosen = {str(role): str(path) for role, path in columns.items()}
    for role in chosen:
        if role not in ROLES:
            raise DataError(
                who,
                f"column roles among {', '.join(ROLES)}",
                role,
                "The score of a log is chosen by its metric.",
            )
    return chosen


def required(value: Any, who: str, path: str, role: str, place: str) -> str:
    """Return the label of an item or a system; refuses a record that has none."""
    found = identity(value)
    if found is None:
        raise DataError(who, f"a number or a text as {path}, the {role}", f"none in {place}")
    return plain(found)


def no_such_metric(who: str, metric: str, known: Iterable[str]) -> DataError:
    """Say that a log does not have a metric, and what there is instead."""
    names = list(known)
    found = f"the metrics {', '.join(names) or 'none'}"
    return DataError(who, f"a metric {metric}", found, did_you_mean(metric, names))


def no_such_path(who: str, role: str, path: str, record: Any) -> DataError:
    """Say that no record has a path, and what there is instead."""
    known = list(paths(record))
    listed = ", ".join(known[:40]) + (", ..." if len(known) > 40 else "")
    return DataError(
        who,
        f"a field {path} for the {role}",
        f"the fields {listed}" if known else "no fields at all",
        did_you_mean(path, known),
    )

"""Values as TOML writes them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import date
from typing import Any

_BARE = re.compile(r"^[A-Za-z0-9_-]+$")


def key_of(name: str) -> str:
    """Return a key, in quotes where it needs them.

    >>> key_of("item"), key_of("doc.passage")
    ('item', '"doc.passage"')
    """
    return name if _BARE.match(name) else _text(name)


def value_of(value: Any) -> str:
    """Return a value that reads back as the same one.

    >>> value_of(0.05), value_of("base"), value_of((0.5, 1.0)), value_of({"item": "qid"})
    ('0.05', '"base"', '[0.5, 1.0]', '{ item = "qid" }')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, date):  # datetime is one, too
        return value.isoformat()
    if isinstance(value, Mapping):
        inner = ", ".join(f"{key_of(str(k))} = {value_of(v)}" for k, v in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(value_of(item) for item in value)}]"
    if hasattr(value, "item"):  # a number of NumPy
        return value_of(value.item())
    raise TypeError(f"TOML has no {type(value).__name__}")


def quoted(text: str) -> str:
    """Return a text full of double quotes, in single ones where that is possible."""
    plain = "'" not in text and all(c.isprintable() for c in text)
    return f"'{text}'" if plain else _text(text)


def comment(text: str) -> str:
    """Return words as a comment on one line."""
    return f"# {' '.join(''.join(c if c.isprintable() else ' ' for c in text).split())}"


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")

"""The result of a block as JSON text and back, bit for bit; reading one runs nothing.

Numbers and text stand for themselves, everything else is a list that begins with what it is:
``["tuple", 1, 2]``. Arrays are those of `numpy.save`, without pickle. Of classes there are only the
dataclasses and counters of this package.
"""

from __future__ import annotations

import dataclasses
import importlib
import io
import json
from base64 import b64decode, b64encode
from collections import Counter
from typing import Any

import numpy as np

KINDS = "biuf"  # of arrays: truth values, whole numbers, floats


def to_text(result: Any) -> str:
    """Write a result; TypeError says what cannot be written.

    >>> to_text((1, [2.5, None]))
    '["tuple",1,["list",2.5,null]]'
    """
    return json.dumps(_tree(result), separators=(",", ":"))


def from_text(text: str | bytes) -> Any:
    """Return the result that was written.

    >>> from_text(to_text({"a": (1, 0.1)}))
    {'a': (1, 0.1)}
    """
    return _value(json.loads(text))


def _tree(value: Any) -> Any:
    kind: Any = type(value)
    if value is None or kind in (bool, int, float, str):
        return value
    if kind in (list, tuple):
        return [kind.__name__, *map(_tree, value)]
    if kind is dict or isinstance(value, Counter):
        pairs = [[_tree(key), _tree(one)] for key, one in value.items()]
        return [_name(kind) if isinstance(value, Counter) else "dict", *pairs]
    if dataclasses.is_dataclass(kind):
        fields = [field.name for field in dataclasses.fields(kind)]
        return [_name(kind), *([name, _tree(getattr(value, name))] for name in fields)]
    if (kind is np.ndarray or isinstance(value, np.generic)) and value.dtype.kind in KINDS:
        file = io.BytesIO()
        np.save(file, value, allow_pickle=False)  # columns stay columns, for the bits of their sums
        tag = "array" if kind is np.ndarray else "scalar"
        return [tag, b64encode(file.getvalue()).decode()]
    raise TypeError(f"a {kind.__module__}.{kind.__qualname__} in a result cannot be written.")


def _name(kind: Any) -> str:
    """Return the name that a class is found again by; TypeError if it is not to be found."""
    name = f"{kind.__module__}:{kind.__qualname__}"
    if _class(name) is not kind:
        raise TypeError(f"a {name} in a result would not be found again.")
    return name


def _value(tree: Any) -> Any:
    if not isinstance(tree, list):
        return tree
    tag, *parts = tree
    if tag in ("array", "scalar"):
        array = np.load(io.BytesIO(b64decode(parts[0])), allow_pickle=False)
        return array if tag == "array" else array[()]
    if tag in ("list", "tuple"):
        items = [_value(part) for part in parts]
        return items if tag == "list" else tuple(items)
    if tag == "dict":
        return {_value(key): _value(one) for key, one in parts}
    kind = _class(tag)
    if issubclass(kind, Counter):
        return kind({_value(key): _value(one) for key, one in parts})
    return kind(**{name: _value(one) for name, one in parts})


def _class(name: str) -> type[Any]:
    """Return the dataclass or counter of this package that has the name."""
    module, _, path = name.partition(":")
    kind = None
    if name == "collections:Counter" or module.startswith("claimwise."):
        kind = vars(importlib.import_module(module)).get(path)
    if isinstance(kind, type) and (dataclasses.is_dataclass(kind) or issubclass(kind, Counter)):
        return kind
    raise TypeError(f"{name} in a result is not a dataclass or counter of claimwise.")

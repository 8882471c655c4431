"""Results of blocks as JSON text and raw arrays, and back, bit for bit.

No pickle: reading a store never calls what the store names. In the JSON, numbers and text stand
for themselves and everything else is a list that begins with what it is: ``["tuple", 1, 2]``.
Arrays are cut out of one run of bytes, little-endian. Classes are found again by their names, if
they are dataclasses, named tuples or counters of this package, and are filled without being
called.
"""

from __future__ import annotations

import dataclasses
import importlib
import json
import math
import struct
from collections import Counter
from functools import cached_property, lru_cache
from typing import Any, Literal, NamedTuple

LARGEST = 2**63  # beyond it, whole numbers are written in hexadecimal
KINDS = "biuf"  # of arrays: truth values, whole numbers, floats


class CodecError(Exception):
    """A result that cannot be written, or a text that no result was written as."""


class Written(NamedTuple):
    """A result as it is kept."""

    text: str
    arrays: bytes


def encode(value: Any) -> Written:
    """Write a result.

    >>> encode((1, [2.5, None]))
    Written(text='["tuple",1,["list",2.5,null]]', arrays=b'')
    """
    arrays: list[bytes] = []
    try:
        tree = _tree(value, arrays)
    except RecursionError as error:
        raise CodecError("it is nested too deeply") from error
    text = json.dumps(tree, separators=(",", ":"), allow_nan=False)
    return Written(text, b"".join(arrays))


def decode(written: Written) -> Any:
    """Return the result that was written.

    >>> decode(encode({"a": (1, 0.1)}))
    {'a': (1, 0.1)}
    """
    try:
        return _value(json.loads(written.text, parse_constant=_refused), written.arrays)
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise CodecError(f"no result was written as this: {error}") from error


def _refused(constant: str) -> Any:
    raise CodecError(f"{constant} is not written by its name")


def _tree(value: Any, arrays: list[bytes]) -> Any:
    kind: Any = type(value)
    if value is None or kind in (bool, str):
        return value
    if kind is int:
        return value if -LARGEST <= value < LARGEST else ["int", hex(value)]
    if kind is float:
        return value if math.isfinite(value) else ["float", struct.pack("<d", value).hex()]
    if kind in (list, tuple):
        return [kind.__name__, *(_tree(one, arrays) for one in value)]
    if kind is dict:
        return ["dict", *_pairs(value, arrays)]
    named = _named(kind)
    if named and issubclass(kind, Counter) and not getattr(value, "__dict__", None):
        return ["counter", named, *_pairs(value, arrays)]
    if named and issubclass(kind, tuple):
        return ["named", named, *(_tree(one, arrays) for one in value)]
    if named and dataclasses.is_dataclass(kind):
        fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(kind)}
        _check_no_more(value, set(fields))
        return ["dataclass", named, *_pairs(fields, arrays)]
    return _array_tree(value, arrays)


def _pairs(value: Any, arrays: list[bytes]) -> list[list[Any]]:
    return [[_tree(key, arrays), _tree(one, arrays)] for key, one in value.items()]


def _check_no_more(value: Any, fields: set[str]) -> None:
    for name in getattr(value, "__dict__", {}):
        cached = isinstance(getattr(type(value), name, None), cached_property)
        if name not in fields and not cached:
            raise CodecError(f"{type(value).__name__} has {name}, which is no field of it")


def _array_tree(value: Any, arrays: list[bytes]) -> list[Any]:
    import numpy as np

    scalar = isinstance(value, np.generic)
    if type(value) is not np.ndarray and not scalar:
        raise CodecError(f"{type(value).__module__}.{type(value).__qualname__} is not kept")
    kind: Any = value.dtype
    if kind.kind not in KINDS or kind.itemsize > 8:
        raise CodecError(f"an array of {kind} is not kept")
    # As pickle does: columns stay columns in memory, or the last bits of their sums may change.
    order: Literal["C", "F"] = (
        "F" if value.flags.f_contiguous and not value.flags.c_contiguous else "C"
    )
    arrays.append(np.asarray(value, kind.newbyteorder("<")).tobytes(order))
    if scalar:
        return ["scalar", kind.str]
    return ["array", kind.str, order, list(value.shape)]


@lru_cache(maxsize=256)
def _named(kind: Any) -> str | None:
    """Return the name that a class is found again by; None if it is not to be found."""
    name = f"{kind.__module__}:{kind.__qualname__}"
    try:
        return name if _class(name) is kind else None
    except CodecError:
        return None


def _class(name: str) -> type:
    """Return the dataclass, named tuple or counter of this package that has the name."""
    if name == "collections:Counter":
        return Counter
    module, _, path = name.partition(":")
    parts = module.split(".")
    if parts[0] != "claimwise" or any(part.startswith("_") for part in parts):
        raise CodecError(f"{name} is not of this package")
    try:
        found: Any = importlib.import_module(module)
        for part in path.split("."):
            found = vars(found)[part]
    except (ImportError, LookupError, TypeError) as error:
        raise CodecError(f"there is no {name}") from error
    if not isinstance(found, type) or (found.__module__, found.__qualname__) != (module, path):
        raise CodecError(f"{name} is no class")
    named = issubclass(found, tuple) and hasattr(found, "_fields")
    if not (dataclasses.is_dataclass(found) or named or issubclass(found, Counter)):
        raise CodecError(f"{name} is no dataclass, named tuple or counter")
    return found


class _Bytes:
    """The arrays, taken off from the front."""

    def __init__(self, whole: bytes) -> None:
        self.whole, self.at = whole, 0

    def take(self, length: int) -> bytes:
        part = self.whole[self.at : self.at + length]
        if len(part) != length:
            raise CodecError("there are fewer bytes than its arrays have")
        self.at += length
        return part


def _value(tree: Any, whole: bytes) -> Any:
    arrays = _Bytes(whole)
    found = _read(tree, arrays)
    if arrays.at != len(whole):
        raise CodecError("there are more bytes than its arrays have")
    return found


def _read(tree: Any, arrays: _Bytes) -> Any:
    if not isinstance(tree, list):
        if isinstance(tree, dict):
            raise CodecError("no result is written as an object")
        return tree
    tag, *rest = tree
    if tag == "int":
        return int(rest[0], 16)
    if tag == "float":
        return struct.unpack("<d", bytes.fromhex(rest[0]))[0]
    if tag in ("list", "tuple"):
        items = [_read(one, arrays) for one in rest]
        return items if tag == "list" else tuple(items)
    if tag == "dict":
        return _mapping(rest, arrays)
    if tag in ("array", "scalar"):
        return _array(tag, rest, arrays)
    if tag in ("counter", "named", "dataclass"):
        return _filled(tag, _class(rest[0]), rest[1:], arrays)
    raise CodecError(f"no result is written as {tag!r}")


def _mapping(pairs: list[Any], arrays: _Bytes) -> dict[Any, Any]:
    found = {}
    for key, one in pairs:  # one after the other: arrays are taken in the order of writing
        name = _read(key, arrays)
        found[name] = _read(one, arrays)
    return found


def _array(tag: str, rest: list[Any], arrays: _Bytes) -> Any:
    import numpy as np

    kind = np.dtype(rest[0])
    if kind.kind not in KINDS or kind.itemsize > 8:
        raise CodecError(f"no array of {kind} is kept")
    shape = () if tag == "scalar" else tuple(int(size) for size in rest[2])
    little = kind.newbyteorder("<")
    raw = np.frombuffer(arrays.take(math.prod(shape) * kind.itemsize), little).astype(kind)
    if tag == "scalar":
        return raw[0]
    return raw.reshape(shape, order=rest[1])


def _filled(tag: str, kind: Any, rest: list[Any], arrays: _Bytes) -> Any:
    """Fill a new object of a class, without calling the class."""
    if tag == "named" and issubclass(kind, tuple):
        items = [_read(one, arrays) for one in rest]
        if len(items) != len(kind._fields):
            raise CodecError(f"{kind.__name__} has {len(kind._fields)} fields")
        return tuple.__new__(kind, items)
    values = _mapping(rest, arrays)
    if tag == "counter" and issubclass(kind, Counter):
        found = dict.__new__(kind)
        dict.update(found, values)
        return found
    data = dataclasses.is_dataclass(kind) and not issubclass(kind, tuple | dict)  # type: ignore[arg-type]
    if tag != "dataclass" or not data:
        raise CodecError(f"{kind.__name__} is no {tag}")
    if list(values) != [field.name for field in dataclasses.fields(kind)]:
        raise CodecError(f"{kind.__name__} has other fields")
    made = object.__new__(kind)
    for name, value in values.items():
        object.__setattr__(made, name, value)
    return made

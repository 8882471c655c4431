"""A name for a piece of work: equal work has equal names, in every process.

What is kept under a name is handed out instead of being computed. So whatever could change a
result must change the name, and in doubt it does: a name that is needlessly new costs time, one
that is wrongly the same costs a wrong number. What cannot be named is refused, and not kept.
"""

from __future__ import annotations

import copyreg
import dataclasses
import enum
import functools
import hashlib
import inspect
import math
import struct
import sys
import types
from collections.abc import Iterable, Mapping
from pathlib import PurePath
from typing import Any

from claimwise.run import code_names
from claimwise.run.code_places import found_by_name, version_of

CACHE = "cache"  # key in the metadata of a dataclass field that the other fields determine

FILLED = (bool, int, float, complex, str, bytes, tuple, list, dict, set, frozenset)


class UnnameableError(Exception):
    """Something in the work cannot be told from others like it: an open file, a lock."""


def fingerprint(value: Any) -> str:
    """Return the SHA-256 of what a value is: its types, its contents, the code of its functions.

    >>> fingerprint(1) == fingerprint(1)
    True
    >>> fingerprint(1) == fingerprint(1.0)
    False
    """
    try:
        return Namer().digest(value).hex()
    except RecursionError as error:
        raise UnnameableError("it is nested too deeply") from error


def _hashed(tag: str, parts: Iterable[bytes]) -> bytes:
    """Return the digest of a tagged list of bytes; no two lists have the same."""
    whole = hashlib.sha256()
    for part in (tag.encode(), *parts):
        whole.update(struct.pack("<Q", len(part)))
        whole.update(part)
    return whole.digest()


def _plain(value: Any) -> bytes | None:
    """Return the digest of what holds nothing else; None of anything else."""
    kind = type(value)
    if value is None or kind is bool or kind is int:
        return _hashed(kind.__name__, [hex(value).encode() if kind is int else str(value).encode()])
    if kind is float:
        bits = b"nan" if math.isnan(value) else struct.pack("<d", value)
        return _hashed("float", [bits])
    if kind is complex:
        return _hashed("complex", [_plain(value.real) or b"", _plain(value.imag) or b""])
    if kind is str:
        return _hashed("str", [value.encode("utf-8", "surrogatepass")])
    if kind is bytes or kind is bytearray:
        return _hashed(kind.__name__, [bytes(value)])
    return None


class Namer:
    """Digests of values. Of what contains itself, the way back is part of the name."""

    def __init__(self) -> None:
        """Start with nothing named."""
        self._done: dict[int, tuple[bytes, Any]] = {}  # the value too: its id must stay its own
        self._open: dict[int, int] = {}
        self._reached = 0

    def digest(self, value: Any) -> bytes:
        """Return the digest of a value."""
        plain = _plain(value)
        if plain is not None:
            return plain
        me = id(value)
        if me in self._done:
            return self._done[me][0]
        depth = len(self._open)
        if me in self._open:
            self._reached = min(self._reached, self._open[me])
            return _hashed("back", [struct.pack("<Q", depth - self._open[me])])
        self._open[me] = depth
        outer, self._reached = self._reached, depth
        try:
            found = self._composed(value)
        finally:
            del self._open[me]
        if self._reached >= depth:  # it does not depend on where it was met
            self._done[me] = found, value
        self._reached = min(outer, self._reached)
        return found

    def of(self, tag: str, *parts: Any) -> bytes:
        """Return the digest of several values under a tag."""
        return _hashed(tag, [self.digest(part) for part in parts])

    def _composed(self, value: Any) -> bytes:
        kind = type(value)
        if isinstance(value, list | tuple) and kind in (list, tuple):
            return self.of(kind.__name__, *value)
        if kind in (set, frozenset):
            return _hashed(kind.__name__, sorted(self.digest(one) for one in value))
        if kind in (dict, types.MappingProxyType):
            # In its order: a task that draws for one entry after the other depends on it.
            return _hashed("dict", [self.of("entry", *entry) for entry in value.items()])
        if isinstance(value, PurePath):
            return self.of("path", kind.__name__, str(value))
        if isinstance(value, enum.Enum):
            return self.of("enum", kind, value.name, value.value)
        if isinstance(value, functools.partial):
            return self.of("partial", value.func, value.args, value.keywords, vars(value))
        if isinstance(value, types.MethodType):
            return self.of("method", value.__self__, value.__func__)
        code = code_names.composed(self, value)
        if code is not None:
            return code
        if "numpy" in sys.modules:
            array = self._array(value)
            if array is not None:
                return array
        if isinstance(value, tuple) and hasattr(kind, "_fields"):
            return self.of("named", kind, tuple(value), getattr(value, "__dict__", None))
        if dataclasses.is_dataclass(value) and not isinstance(value, FILLED):
            return self._fields(value)
        return self._reduced(value)

    def _array(self, value: Any) -> bytes | None:
        import numpy as np

        if isinstance(value, np.random.Generator | np.random.RandomState):
            if value is np.random.mtrand._rand:
                return self.of("global random state")  # changes all the time; no task may use it
            source = value._bit_generator if isinstance(value, np.random.RandomState) else None
            source = source or value.bit_generator  # type: ignore[union-attr]
            seeds = getattr(source.seed_seq, "state", None)  # what it would spawn
            return self.of("generator", type(value), type(source), source.state, seeds)
        if isinstance(value, np.dtype):
            return self.of("dtype", value.str, value.descr if value.names else None)
        if isinstance(value, np.generic):
            return self.of("scalar", value.dtype, value.tobytes())
        if type(value) is not np.ndarray:
            return None
        # Sums go along the memory: another layout of the same numbers may have other last bits.
        flags = value.flags
        whole = flags.c_contiguous or flags.f_contiguous
        layout = (flags.c_contiguous, flags.f_contiguous, None if whole else value.strides)
        inside = value.ravel().tolist() if value.dtype.hasobject else value.tobytes()
        return self.of("array", value.dtype, value.shape, layout, inside)

    def _fields(self, value: Any) -> bytes:
        """Name a dataclass by all its fields, compared or not; caches are left out."""
        fields = dataclasses.fields(value)
        kept = [field.name for field in fields if not field.metadata.get(CACHE)]
        parts = [
            self.of("field", name, getattr(value, name)) if hasattr(value, name) else b"unset"
            for name in kept
        ]
        names = {field.name for field in fields}
        more = {k: v for k, v in getattr(value, "__dict__", {}).items() if k not in names}
        parts.append(self._state(value, more))
        return _hashed("dataclass", [self.digest(type(value)), *parts])

    def _state(self, value: Any, state: Any) -> bytes:
        """Name the attributes of an object, without those that are worked out when asked for."""
        if not isinstance(state, Mapping) or not all(isinstance(key, str) for key in state):
            return self.digest(state)
        kept = sorted(
            name
            for name in state
            if not isinstance(
                inspect.getattr_static(type(value), name, None), functools.cached_property
            )
        )
        return _hashed("state", [self.of("attribute", name, state[name]) for name in kept])

    def _reduced(self, value: Any) -> bytes:
        """Name any other object by what it would be rebuilt from."""
        kind = type(value)
        try:
            how = copyreg.dispatch_table.get(kind)
            found = how(value) if how else value.__reduce_ex__(4)
        except Exception as error:
            raise UnnameableError(f"{kind.__module__}.{kind.__qualname__} has no name") from error
        if isinstance(found, str):
            if found_by_name(kind.__module__, found) is value:
                return self.of("global", kind.__module__, found, version_of(kind.__module__))
            raise UnnameableError(f"{kind.__module__}.{found} has no name")
        make, arguments, state, items, entries = (*found, None, None, None, None)[:5]
        states = state if isinstance(state, tuple) and len(state) == 2 else (state, None)
        return _hashed(
            "object",
            [
                self.of("type", kind, make, arguments),
                *(self._state(value, one) for one in states),
                self.digest(None if items is None else list(items)),
                self.digest(None if entries is None else list(entries)),
            ],
        )

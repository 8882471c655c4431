"""Which simulation is this? Equal work has equal names, in every process.

What is kept under a name is handed out instead of being computed: whatever could change a result
must change the name, and in doubt it does. Code is named by its place alone, since the versions of
the packages in `NAMED` are part of every name (see `versions`). Other code may change unseen, so
work that runs any of it has no name and is not kept.
"""

from __future__ import annotations

import enum
import functools
import hashlib
import inspect
import re
import struct
import sys
import sysconfig
import types
from collections.abc import Iterable, Mapping
from pathlib import PurePath
from typing import Any

import numpy as np

from claimwise.run.versions import PACKAGES

NAMED = {"claimwise", *PACKAGES}
CACHE = "cache"  # key in the metadata of a dataclass field that the other fields determine
CONTAINERS = (tuple, list, set, frozenset)


class UnnameableError(Exception):
    """The work runs code from elsewhere, or holds a thing whose state cannot be seen."""


def fingerprint(value: Any) -> str:
    """Return the SHA-256 of what a value is: its types, its contents, the places of its code.

    >>> fingerprint((1, "a")) == fingerprint((1, "a"))
    True
    >>> fingerprint(1) == fingerprint(1.0)
    False
    """
    try:
        return _digest(value).hex()
    except (RecursionError, ValueError) as error:  # a cell that is still empty is a ValueError
        raise UnnameableError("the simulation contains itself, or is nested too deeply.") from error


def _joined(tag: str, parts: Iterable[bytes]) -> bytes:
    """Return the digest of a tagged list; lengths keep apart what would read the same."""
    whole = hashlib.sha256()
    for part in (tag.encode(), *parts):
        whole.update(struct.pack("<Q", len(part)))
        whole.update(part)
    return whole.digest()


def _of(tag: str, *parts: Any) -> bytes:
    return _joined(tag, map(_digest, parts))


def _digest(value: Any) -> bytes:
    kind: Any = type(value)
    if value is None or kind in (bool, int, float, complex, str, bytes):
        return _joined(kind.__name__, [repr(value).encode()])
    if kind in (tuple, list):
        return _of(kind.__name__, *value)
    if kind in (set, frozenset):
        return _joined(kind.__name__, sorted(map(_digest, value)))
    if kind in (dict, types.MappingProxyType):
        # In its order: a task that draws for one entry after the other depends on it.
        return _of("dict", *value.items())
    if kind is functools.partial:
        return _of("partial", value.func, value.args, value.keywords)
    if kind is types.MethodType:
        return _of("method", value.__self__, value.__func__)
    if isinstance(value, PurePath):
        return _of("path", kind.__name__, str(value))
    if isinstance(value, enum.Enum):
        return _of("enum", kind, value.name)
    if kind is re.Pattern:
        return _of("pattern", value.pattern, value.flags)
    if kind is np.ndarray or isinstance(value, np.generic):
        return _array(value)
    if hasattr(value, "__qualname__"):
        return _code(value)
    return _object(value)


def _array(value: Any) -> bytes:
    if value.dtype.hasobject:
        return _of("objects", value.shape, value.tolist())
    # Sums go along the memory: another layout of the same numbers may have other last bits.
    flags = value.flags
    whole = flags.c_contiguous or flags.f_contiguous
    layout = (flags.c_contiguous, flags.f_contiguous, None if whole else value.strides)
    return _of("array", repr(value.dtype), value.shape, layout, value.tobytes())


def _code(value: Any) -> bytes:
    """Name a function or a class by its place; a function made by another also by its closure."""
    path, space = value.__qualname__, getattr(value, "__globals__", {})
    module = str(space.get("__name__") or value.__module__)
    for name in {module, str(value.__module__)}:  # they differ in what functools.wraps made
        _check_home(name, path)
    if space and space is not vars(sys.modules.get(module, types)):
        raise _from_elsewhere(module, path)  # a file that was run under the name of another
    if _found(module, path) is value:
        return _of("code", module, path)
    if not isinstance(value, types.FunctionType):
        raise UnnameableError(f"the simulation holds {module}.{path}, which has no lasting name.")
    cells = tuple(cell.cell_contents for cell in value.__closure__ or ())
    where = tuple(value.__code__.co_positions())  # of several functions of one name, this one
    return _of("inner", module, path, where, value.__defaults__, value.__kwdefaults__, cells)


def _check_home(module: str, path: str) -> None:
    top = module.partition(".")[0]
    if top not in NAMED and not (top in sys.stdlib_module_names and _is_of_python(top)):
        raise _from_elsewhere(module, path)


def _is_of_python(module: str) -> bool:
    """Whether a module comes with Python: a file of the user may have the name of one that does."""
    file = getattr(sys.modules.get(module), "__file__", None)
    homes = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib")}
    return file is None or any(PurePath(file).is_relative_to(home) for home in homes)


def _from_elsewhere(module: str, path: str) -> UnnameableError:
    return UnnameableError(
        f"the simulation runs {module}.{path}, which is not part of claimwise and may change "
        "between two runs."
    )


def _found(module: str, path: str) -> Any:
    """Return what stands under a name in a module that is loaded; None if nothing does."""
    thing: Any = sys.modules.get(module)
    for part in path.split("."):
        thing = getattr(thing, part, None)
    return thing


def _object(value: Any) -> bytes:
    """Name an object by its class, what it contains, and its attributes that are no caches."""
    kind = type(value)
    _check_home(kind.__module__, kind.__qualname__)
    slots = [name for base in kind.__mro__ for name in _slots(base)]
    state = {name: getattr(value, name) for name in slots if hasattr(value, name)}
    state |= getattr(value, "__dict__", {})
    contents: Any = None
    if isinstance(value, Mapping):
        contents = list(value.items())
    elif isinstance(value, CONTAINERS):
        contents = list(value)
    elif kind.__module__.partition(".")[0] not in NAMED or not (
        slots or hasattr(value, "__dict__")
    ):
        name = f"{kind.__module__}.{kind.__qualname__}"
        raise UnnameableError(f"the simulation holds a {name}, whose state cannot be seen.")
    kept = [(name, state[name]) for name in sorted(state) if not _is_cache(kind, name)]
    return _of("object", kind, contents, kept)


def _slots(base: type) -> list[str]:
    names = vars(base).get("__slots__", ())
    return [names] if isinstance(names, str) else list(names)


def _is_cache(kind: Any, name: str) -> bool:
    """Whether an attribute is worked out when it is first asked for."""
    field = getattr(kind, "__dataclass_fields__", {}).get(name)
    if field is not None:
        return bool(field.metadata.get(CACHE))
    return isinstance(inspect.getattr_static(kind, name, None), functools.cached_property)

"""Names of code: functions, classes and modules, by where they are or by what they say.

The package's own code is named by its place, since its files are part of the version, and so is
that of installed packages, with their versions. Anything else may change between two runs
without a word: it is named by what it says, with all it refers to.
"""

from __future__ import annotations

import functools
import hashlib
import sys
import types
from pathlib import Path
from typing import TYPE_CHECKING, Any

from claimwise.run.code_places import OWN, THEIRS, found_by_name, home, version_of
from claimwise.run.code_uses import used_by

if TYPE_CHECKING:
    from claimwise.run.fingerprint import Namer

# Of a class, what says nothing of how it works, or is made by the interpreter from the rest.
NOT_SAID = {
    "__abstractmethods__",
    "__annotate__",
    "__annotate_func__",
    "__annotations__",
    "__annotations_cache__",
    "__dataclass_fields__",
    "__dataclass_params__",
    "__dict__",
    "__doc__",
    "__firstlineno__",
    "__module__",
    "__repr__",
    "__static_attributes__",
    "__weakref__",
    "_abc_impl",
}
MADE = "<string>"  # the file of methods that a dataclass writes
SLOTS = (types.MemberDescriptorType, types.GetSetDescriptorType)


def composed(namer: Namer, value: Any) -> bytes | None:
    """Return the digest of code, or None if the value is no code."""
    if isinstance(value, types.CodeType):
        return _code(namer, value)
    if isinstance(value, types.ModuleType):
        return _module(namer, value)
    module, path = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    if isinstance(value, type):
        return _class(namer, value)
    if isinstance(value, types.BuiltinFunctionType) and not isinstance(
        value.__self__, types.ModuleType | None
    ):
        return namer.of("built-in method", value.__self__, value.__name__)
    if isinstance(module, str) and isinstance(path, str) and home(module) != THEIRS:
        same = found_by_name(module, path)
        if same is value or (same is None and isinstance(value, types.BuiltinFunctionType)):
            return namer.of("code", module, path, "" if home(module) == OWN else version_of(module))
    if isinstance(value, types.FunctionType):
        return _function(namer, value)
    if isinstance(value, property):
        return namer.of("property", value.fget, value.fset, value.fdel)
    if isinstance(value, classmethod | staticmethod):
        return namer.of(type(value).__name__, value.__func__)
    if isinstance(value, functools.cached_property):
        return namer.of("cached property", value.func)
    if hasattr(value, "py_func") and hasattr(value, "targetoptions"):  # compiled by numba
        return namer.of("compiled", value.py_func, value.targetoptions)
    if isinstance(value, functools._lru_cache_wrapper):
        return namer.of("cached", value.__wrapped__)
    return _ufunc(namer, value)


def _ufunc(namer: Namer, value: Any) -> bytes | None:
    import numpy as np

    if isinstance(value, np.ufunc):
        for module in ("numpy", "scipy.special"):
            if found_by_name(module, value.__name__) is value:
                return namer.of("ufunc", module, value.__name__, version_of(module))
    return None


def _function(namer: Namer, function: types.FunctionType) -> bytes:
    """Name a function by its code, defaults, closure, and what it finds in its module."""
    cells = []
    for cell in function.__closure__ or ():
        try:
            cells.append(cell.cell_contents)
        except ValueError:  # not yet set
            cells.append(None)
    said = (function.__module__, function.__qualname__, function.__code__)
    given = (function.__defaults__, function.__kwdefaults__, tuple(cells))
    own = {k: v for k, v in vars(function).items() if k != "__wrapped__"}
    asked = used_by(function) if home(function.__module__) == THEIRS else None
    return namer.of("function", *said, *given, own, version_of(function.__module__), asked)


def _code(namer: Namer, code: types.CodeType) -> bytes:
    """Name code by what it does, wherever its lines stand."""
    counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    return namer.of("bytes", code.co_code, code.co_exceptiontable, code.co_consts, counts, names)


def _class(namer: Namer, kind: type) -> bytes:
    module, path = kind.__module__, kind.__qualname__
    where = home(module)
    if where != THEIRS and found_by_name(module, path) is kind:
        return namer.of("class", module, path, "" if where == OWN else version_of(module))
    said = {
        name: thing
        for name, thing in sorted(vars(kind).items())
        if name not in NOT_SAID and not isinstance(thing, SLOTS) and not _made(kind, thing)
    }
    return namer.of("their class", module, path, type(kind), kind.__bases__, said, _declared(kind))


def _declared(kind: type) -> Any:
    """Return what a dataclass writes its methods from: its fields, with their defaults.

    A default may stand nowhere else: with slots, or if it is made by a function.
    """
    fields = vars(kind).get("__dataclass_fields__", {}).values()
    said = [(f.name, f.default, f.default_factory, f.init, f.compare, f.kw_only) for f in fields]
    return said, vars(kind).get("__dataclass_params__")


def _made(kind: type, thing: Any) -> bool:
    """Whether a dataclass wrote this method itself, from fields that are named anyway."""
    code = getattr(thing, "__code__", None)
    return code is not None and code.co_filename == MADE and "__dataclass_fields__" in vars(kind)


def _module(namer: Namer, module: types.ModuleType) -> bytes:
    """Name a module; one of the user's by the text of its file and of theirs that it uses."""
    name = module.__name__
    where = home(name)
    if where != THEIRS:
        return namer.of("module", name, "" if where == OWN else version_of(name))
    place = getattr(module, "__file__", None)
    text = hashlib.sha256(Path(place).read_bytes()).digest() if place else b""
    more: dict[str, types.ModuleType] = {}
    for thing in vars(module).values():
        called = "__name__" if isinstance(thing, types.ModuleType) else "__module__"
        used = getattr(thing, called, None)
        other = sys.modules.get(used) if isinstance(used, str) else None
        if other is not None and other is not module and home(used) == THEIRS:
            more[other.__name__] = other
    return namer.of("their module", name, text, [more[used] for used in sorted(more)])

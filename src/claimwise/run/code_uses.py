"""What a function of the user's looks up when it is called."""

from __future__ import annotations

import dis
import importlib
import sys
import types
from collections.abc import Iterator
from functools import cache
from importlib.util import resolve_name
from typing import Any

from claimwise.run.code_places import THEIRS, home, version_of

LOOKED_UP = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS")


def used_by(function: types.FunctionType) -> dict[str, Any]:
    """Return the globals that a function reads, what it imports, and what it reads in modules."""
    code, names = function.__code__, function.__globals__
    found = {name: names[name] for name in sorted(_asked_for(code)) if name in names}
    for name in sorted(_imported(code, str(names.get("__package__") or ""))):
        found[f"import {name}"] = _module(name)
    seen: set[str] = set()
    modules = [one for one in found.values() if isinstance(one, types.ModuleType)]
    while modules:
        module = modules.pop()
        if module.__name__ in seen or home(module.__name__) != THEIRS:
            continue
        seen.add(module.__name__)
        for name in sorted(_read(code) & vars(module).keys()):
            value = found[f"{module.__name__}.{name}"] = vars(module)[name]
            if isinstance(value, types.ModuleType):
                modules.append(value)
    return found


def _module(name: str) -> Any:
    """Return a module of theirs, which the function would load anyway; of others the version."""
    if home(name) != THEIRS:
        return version_of(name)
    try:
        return importlib.import_module(name)
    except Exception:  # nor can the function load it
        return sys.modules.get(name)


def _within(code: types.CodeType) -> Iterator[types.CodeType]:
    """Yield code, and code within it."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            yield from _within(inner)


@cache
def _asked_for(code: types.CodeType) -> frozenset[str]:
    """Return the global names that are looked up."""
    steps = (step for one in _within(code) for step in dis.get_instructions(one))
    return frozenset(step.argval for step in steps if step.opname in LOOKED_UP)


@cache
def _read(code: types.CodeType) -> frozenset[str]:
    """Return all names that are read of anything."""
    return frozenset(name for one in _within(code) for name in one.co_names)


@cache
def _imported(code: types.CodeType, package: str) -> frozenset[str]:
    """Return the modules that are imported, and what may be modules within them."""
    found = set()
    for one in _within(code):
        steps = list(dis.get_instructions(one))
        for level, wanted, step in zip(steps, steps[1:], steps[2:], strict=False):
            if step.opname == "IMPORT_NAME":
                try:
                    name = resolve_name("." * int(level.argval) + step.argval, package)
                except ImportError:  # out of its package, where it would fail as well
                    continue
                found |= {name, *(f"{name}.{each}" for each in wanted.argval or ())}
    return frozenset(found)

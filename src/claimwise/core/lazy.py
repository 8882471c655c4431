"""Packages whose names are imported when they are first asked for.

What a package offers stands in its `__init__` under `if TYPE_CHECKING:`, as imports. Type checkers
read them; so does `lazy`, which runs each only when its name is asked for. One file of a room can
so be imported without all the others.
"""

from __future__ import annotations

import ast
import sys
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any


def lazy(package: str) -> None:
    """Let a package import what it offers when it is first asked for.

    >>> import claimwise.plan
    >>> claimwise.plan.accuracy.__module__  # the function, not the file of the same name
    'claimwise.plan.accuracy'
    """
    sys.modules[package].__class__ = LazyPackage


class LazyPackage(ModuleType):
    """A package that knows where its names are at home."""

    def __getattr__(self, name: str) -> Any:
        """Import a name that is asked for the first time, and keep it."""
        homes = _homes(self.__name__)
        if name not in homes:
            known = ", ".join(sorted(homes))
            raise AttributeError(f"{self.__name__} has no {name!r}; it has {known}")
        module, own = homes[name]
        if module == self.__name__:  # a room of this package, or a file
            found: Any = import_module(f"{module}.{own}")
        else:
            found = getattr(import_module(module), own)
        super().__setattr__(name, found)
        return found

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute; Python sets a file so once it is imported.

        A function that is offered under the name of its file goes before the file.
        """
        if not (isinstance(value, ModuleType) and name in self.__dict__.get("__all__", ())):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        """List what is offered."""
        return sorted(self.__dict__.get("__all__", ()))


@cache
def _homes(package: str) -> dict[str, tuple[str, str]]:
    """Return the module of each name that a package offers, and its name there."""
    loader: Any = sys.modules[package].__spec__.loader  # type: ignore[union-attr]
    blocks = (node for node in ast.parse(loader.get_source(package)).body if _for_types(node))
    return {
        alias.asname or alias.name: (line.module, alias.name)
        for block in blocks
        for line in block.body
        if isinstance(line, ast.ImportFrom) and line.module
        for alias in line.names
    }


def _for_types(node: ast.stmt) -> Any:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"

"""Where code stands: in this package, in an installed one, or in what the user wrote."""

from __future__ import annotations

import sys
import sysconfig
from functools import cache
from pathlib import Path
from typing import Any

OWN, INSTALLED, THEIRS = "own", "installed", "theirs"


def home(module: str | None) -> str:
    """Say whether a module is the package's own, installed, or the user's."""
    top = (module or "").partition(".")[0]
    if top == "claimwise":
        return OWN
    if _standard(top):
        return INSTALLED
    return INSTALLED if top != "__main__" and _installed(top) else THEIRS


def _standard(top: str) -> bool:
    return top in sys.stdlib_module_names or top in sys.builtin_module_names


@cache
def _installed(top: str) -> bool:
    place = getattr(sys.modules.get(top), "__file__", None) or _place(top)
    if place is None:
        return False
    folders = {sysconfig.get_path(name) for name in ("purelib", "platlib", "stdlib")}
    known = any(Path(place).is_relative_to(one) for one in folders if one)
    return known or not {"site-packages", "dist-packages"}.isdisjoint(Path(place).parts)


def _place(top: str) -> str | None:
    """Return the file of a module that is not loaded."""
    from importlib.util import find_spec

    try:
        found = find_spec(top) if top else None
    except (ImportError, ValueError):
        return None
    return found.origin if found is not None and found.has_location else None


@cache
def version_of(module: str | None) -> str:
    """Return the version of an installed package, loaded or not; empty where there is none."""
    top = (module or "").partition(".")[0]
    said = str(getattr(sys.modules.get(top), "__version__", ""))
    if home(top) != INSTALLED or _standard(top):
        return said
    return _version(top) or said or next(filter(None, map(_version, _names(top))), "")


def _version(name: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _names(top: str) -> list[str]:
    """Return the names under which a module that is called otherwise was installed."""
    from importlib.metadata import packages_distributions

    return sorted(set(packages_distributions().get(top, ())))


def found_by_name(module: str | None, path: str | None) -> Any:
    """Return what stands under a name in a module that is loaded; None if nothing does."""
    found: Any = sys.modules.get(module or "")
    for part in (path or "").split("."):
        found = getattr(found, part, None)
    return found

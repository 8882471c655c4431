"""Files that a command shall write: refused before anything is computed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import click

from claimwise.core import ParameterError


def check_apart(paths: dict[str, str]) -> None:
    """Refuse two outputs in the same file."""
    seen: dict[Path, str] = {}
    for option, path in paths.items():
        place = Path(path).resolve()
        if place in seen:
            raise ParameterError(option, f"another file than {seen[place]}", path)
        seen[place] = option


def check_ending(who: str, path: str, endings: Sequence[str]) -> None:
    """Refuse a report or figure under a name that says it is something else."""
    if Path(path).suffix.lower() not in endings:
        *others, last = endings
        known = f"{', '.join(others)} or {last}" if others else last
        raise ParameterError(who, f"a file ending in {known}", path)


def check_inputs(paths: dict[str, str]) -> None:
    """Refuse an output that would be written over a file that the command reads."""
    context = click.get_current_context(silent=True)
    for given in [] if context is None else _texts(context, paths):
        source = Path(given)
        for option, path in paths.items():
            target = Path(path)
            if target.is_file() and _holds(source, target):
                raise ParameterError(
                    option, "a file of its own", f"{path}, which is read by this command"
                )


def _texts(context: click.Context, paths: dict[str, str]) -> list[str]:
    """Return what was given, but for the outputs themselves."""
    found: list[str] = []
    for name, value in context.params.items():
        if f"--{name}" not in paths:
            several = value if isinstance(value, tuple | list) else (value,)
            found += [one for one in several if isinstance(one, str) and one]
    return found


def _holds(source: Path, target: Path) -> bool:
    """Whether the target is this file, or lies in this folder."""
    try:
        if source.is_dir():
            return source.resolve() in target.resolve().parents
        return source.is_file() and source.samefile(target)
    except (OSError, ValueError):  # no file at all, such as a long text
        return False


def check_file(who: str, path: str) -> None:
    """Refuse a file that cannot be written before anything is computed."""
    target = Path(path)
    folder = target.resolve().parent
    if target.is_dir() or not folder.is_dir():
        found = f"a folder at {path}" if target.is_dir() else f"none at {target.parent}"
        raise ParameterError(who, "a file in an existing folder", found)
    place = target if target.exists() and not target.is_file() else folder
    if not os.access(place, os.W_OK) or (target.exists() and not os.access(target, os.W_OK)):
        raise ParameterError(who, "a file that can be written", path)

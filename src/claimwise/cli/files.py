"""Files that a command writes: refused before anything is computed, and written all or none."""

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
    if not os.access(target if target.exists() else folder, os.W_OK):
        raise ParameterError(who, "a file that can be written", path)


def write_file(path: str, content: bytes) -> None:
    """Write a file; what the system refuses is said in one sentence."""
    try:
        Path(path).write_bytes(content)
    except OSError as error:
        raise _unwritten(path, error) from error


def _unwritten(path: str, error: OSError) -> ParameterError:
    why = (error.strerror or str(error)).lower()
    return ParameterError(f"{path} cannot be written: {why}.", "Name another file.")


def write_files(files: dict[str, bytes]) -> None:
    """Write all files, or none where one of them cannot be written."""
    fresh = [path for path in files if not Path(path).exists()]
    try:
        for path in files:
            with Path(path).open("ab"):
                pass
    except OSError as error:
        for made in fresh:
            Path(made).unlink(missing_ok=True)
        raise _unwritten(path, error) from error
    for path, content in files.items():
        write_file(path, content)

"""Whose Python runs: what the user names on the own command line, nothing that a file names.

A declaration may be somebody else's. One that needs code names it with its hash,
``own.py@sha256:...``; the user allows the file by name, and what is run are the very bytes that
had this hash.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

from claimwise.core.errors import ParameterError, option
from claimwise.core.missing import no_file

NAMED = re.compile(r"(?P<file>[^,:]+\.py)@sha256:(?P<hash>[0-9a-f]{64})")
_ALLOWED: dict[str, bytes] = {}  # what the user allowed, by its hash


def is_named(text: str) -> bool:
    """Whether a text names code with its hash."""
    return NAMED.fullmatch(text.strip()) is not None


def name_with_hash(path: str | Path) -> str:
    """Return how a declaration names a file of code that is there."""
    return f"{path}@sha256:{hashlib.sha256(Path(path).read_bytes()).hexdigest()}"


def allow(text: str, folder: Path, allowed: Iterable[str | Path], place: str) -> None:
    """Let code run that a declaration names, if the user allowed its file and the hash is right.

    Parameters
    ----------
    text : str
        As the declaration has it: ``own.py@sha256:...``.
    folder : Path
        Where its files are.
    allowed : iterable of paths
        What the user named.
    place : str
        What the declaration is called.
    """
    named = NAMED.fullmatch(text.strip())
    if named is None:
        raise ValueError(f"{text!r} names no code")
    file = (folder / named["file"]).resolve()
    if not any(Path(one).resolve() == file for one in allowed):
        raise ParameterError(
            f"{place} names Python code, {named['file']}, which runs only if you allow it.",
            "Read it first; then add " + option("allow_code", str(named["file"])) + ".",
        )
    try:
        source = file.read_bytes()
    except OSError as error:
        raise ParameterError(*no_file(file)) from error
    found = hashlib.sha256(source).hexdigest()
    if found != named["hash"]:
        raise ParameterError(
            f"{named['file']} is not the code that {place} names: its hash is sha256:{found}.",
            "Find the version that was declared, or declare this one.",
        )
    _ALLOWED[found] = source


def source_of(text: str) -> tuple[Path, str]:
    """Return the file and the source of code that is named with its hash, if it was allowed."""
    named = NAMED.fullmatch(text.strip())
    if named is None or named["hash"] not in _ALLOWED:
        raise ParameterError(
            f"{text} is code that nobody allowed to run.",
            "Name the file alone, on the command line or in Python.",
        )
    return Path(named["file"]), _ALLOWED[named["hash"]].decode()

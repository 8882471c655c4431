"""What is not there, what is there instead, and the name that may be meant.

Each returns the two parts of an error: a sentence, and a remedy or nothing.
"""

from __future__ import annotations

import difflib
import stat
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from claimwise.core.errors import did_you_mean

SHOWN = 30  # names of a list that is longer
LONGEST = 80  # characters of a name in a list
NEAR = 3  # files of similar names


def listed(names: Iterable[str], shown: int = SHOWN) -> str:
    """List names, the first of them where there are many.

    >>> listed(["a", "b", "c"], 2)
    'a, b and 1 more'
    """
    every = list(names)
    more = f" and {len(every) - shown:,} more" if len(every) > shown else ""
    return ", ".join(map(_short, every[:shown])) + more


def _short(name: str) -> str:
    """Return a name, both ends of a long one: files may name their columns at any length."""
    return name if len(name) <= LONGEST else f"{name[:50]} ... {name[-25:]}"


def no_file(path: str | Path) -> tuple[str, str]:
    """Say that a path is no file, and which files of similar names there are.

    >>> no_file("https://example.org/x.csv")
    ('https://example.org/x.csv is an address, and claimwise reads files.', 'Download it first.')
    """
    path = Path(path)
    kind = _special(path)
    if kind:
        return f"{path} is {kind}, not a file.", "Pipe the data in and read - (standard input)."
    if path.parts[:1] in (("http:",), ("https:",)):
        address = f"{path.parts[0]}//{'/'.join(path.parts[1:])}"
        return f"{address} is an address, and claimwise reads files.", "Download it first."
    folder = path.parent
    if path.is_dir():
        inside = [str(path / name) for name in sorted(_names(path))]
        return f"{path} is a folder, not a file.", f"It holds {listed(inside, 5)}." * bool(inside)
    if not folder.is_dir():
        return f"{path} does not exist, nor does the folder {folder}.", ""
    near = _similar(path.name, _names(folder))
    where = "here" if folder == Path() else f"in {folder}"
    return f"{path} does not exist.", f"Similar {where}: {', '.join(near)}." * bool(near)


def _special(path: Path) -> str:
    """Return what a path is that would be waited for or never end; nothing otherwise."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return ""
    if stat.S_ISFIFO(mode):
        return "a pipe"
    return (
        "a socket"
        if stat.S_ISSOCK(mode)
        else "a device" * bool(stat.S_ISCHR(mode) or stat.S_ISBLK(mode))
    )


def unreadable(path: str | Path, error: OSError) -> tuple[str, str]:
    """Say that a file cannot be read, and why.

    >>> unreadable("scores.csv", OSError(13, "Permission denied"))
    ('scores.csv cannot be read: permission denied.', '')
    """
    return f"{path} cannot be read: {str(error.strerror or error).lower()}.", ""


def _names(folder: Path) -> list[str]:
    """Return the names of the files in a folder that can be listed; none of another."""
    try:
        return [one.name for one in folder.iterdir() if one.is_file()]
    except OSError:
        return []


def _similar(name: str, names: Iterable[str]) -> list[str]:
    """Return the nearest names, whatever their capitals."""
    lower = {one.lower(): one for one in names}
    near = difflib.get_close_matches(name.lower(), lower, n=NEAR, cutoff=0.7)
    return [lower[one] for one in near]


def not_in(name: object, known: Sequence[str], *sources: Any) -> tuple[str, str]:
    """Say that a system is not in the data, and which ones are.

    >>> not_in("gpt-5", ["gpt-4o", "mine"], "scores.csv")
    ('gpt-5 is not in scores.csv; it has gpt-4o, mine.', 'Did you mean gpt-4o?')
    """
    files = [str(source) for source in sources if isinstance(source, str | Path)]
    where = " and ".join(files) if files and len(files) == len(sources) else "the data"
    where = "the files" if len(files) > 2 else where
    has = "it has" if len(files) == 1 else "they have"
    return f"{name} is not in {where}; {has} {listed(known)}.", did_you_mean(name, known)


def called(source: Any) -> str:
    """Return how messages call a table: by its path, if it is a file."""
    return str(source) if isinstance(source, str | Path) else "the table"


def opening(name: str) -> str:
    """Return how a sentence begins with the name of a table; file names stay as they are.

    >>> opening("the data frame"), opening("scores.csv")
    ('The data frame', 'scores.csv')
    """
    return f"T{name[1:]}" if name.startswith("the ") else name


def lacks(where: str, what: str, known: Iterable[str], meant: object = None) -> tuple[str, str]:
    """Say that a place has no such thing, and what it has; `meant` is the name looked for.

    >>> lacks("scores.csv", "column score1", ["item", "score"], "score1")
    ('scores.csv has no column score1; it has item, score.', 'Did you mean score?')
    """
    names = [name for name in known if name]
    has = f"; it has {listed(names)}." if names else "."
    return f"{opening(where)} has no {what}{has}", "" if meant is None else did_you_mean(
        meant, names
    )

"""TOML, read in one place and written in one place: what is written reads back the same."""

from __future__ import annotations

import json
import re
import textwrap
import tomllib
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from claimwise.core.display import shown
from claimwise.core.errors import DataError, option
from claimwise.core.limits import limit
from claimwise.core.missing import no_file

DEEPEST = 50  # levels of brackets and of dotted keys: files of the house have three
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_ENDS = re.compile(rb"[=,\[\]{}]")  # what a dotted key ends at


def read_toml(path: str | Path, remedy: str = "") -> dict[str, Any]:
    """Return what a TOML file says; `remedy` is what to do where there is no such file."""
    return parse_toml(path, toml_bytes(path, remedy))


def toml_bytes(path: str | Path, remedy: str = "") -> bytes:
    """Return the bytes of a TOML file, if it has a size that a person would write."""
    path = Path(path)
    try:
        if not path.is_file():
            problem, near = no_file(path)
            raise DataError(problem, near or remedy)
        size = path.stat().st_size
        if size > limit("toml_size"):
            raise _too_large(path, size)
        return path.read_bytes()
    except DataError:  # which is a ValueError, too
        raise
    except (OSError, ValueError) as error:  # a name that no file can have is a ValueError
        reason = getattr(error, "strerror", None) or str(error)
        raise DataError(f"{path} cannot be read: {reason.lower()}.") from error


def parse_toml(path: str | Path, content: bytes) -> dict[str, Any]:
    """Return what TOML says; what is not TOML is refused with its line."""
    if len(content) > limit("toml_size"):
        raise _too_large(path, len(content))
    try:
        if _has_long_keys(content):
            raise RecursionError
        found = tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise DataError(f"Line {line} of {path} is not in UTF-8.", "Save it as UTF-8.") from error
    except RecursionError:
        raise _too_deep(path) from None
    except ValueError as error:
        remedy = "A key and its value are written key = value, a text in double quotes."
        raise DataError(f"{path} is not valid TOML: {error}.", remedy) from error
    if not _is_shallow(found):
        raise _too_deep(path)
    return found


def _has_long_keys(content: bytes) -> bool:
    """Whether a key has very many dots: the parser takes their number squared."""
    dotted = (line for line in content.split(b"\n") if line.count(b".") > 2 * DEEPEST)
    return any(
        part.count(b".") > 2 * DEEPEST
        for line in dotted
        if not line.lstrip().startswith(b"#")
        for part in _ENDS.split(line)
    )


def _is_shallow(document: Any) -> bool:
    """Whether nothing is nested deeper than is allowed; asked without recursion."""
    level = [document]
    for _ in range(DEEPEST):
        inner = [
            value
            for one in level
            for value in (one.values() if isinstance(one, dict) else one)
            if isinstance(value, dict | list)
        ]
        if not inner:
            return True
        level = inner
    return False


def _too_deep(path: str | Path) -> DataError:
    return DataError(f"{path} is not valid TOML here: it is nested more than {DEEPEST} deep.")


def _too_large(path: str | Path, size: int) -> DataError:
    return DataError(
        f"{path} has {size / 1e6:,.0f} MB, and TOML is read up to "
        f"{limit('toml_size') / 1e6:,.0f} MB.",
        "Is it another file? Else raise the limit: " + option("limit", {"toml_size": size}) + ".",
    )


def key_of(name: str) -> str:
    """Return a key, in quotes where it needs them.

    >>> key_of("item"), key_of("doc.passage")
    ('item', '"doc.passage"')
    """
    return name if _BARE.fullmatch(name) else _text(name)


def value_of(value: Any) -> str:
    """Return a value that reads back as the same one.

    >>> value_of(0.05), value_of("base"), value_of((0.5, 1.0)), value_of({"item": "qid"})
    ('0.05', '"base"', '[0.5, 1.0]', '{ item = "qid" }')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, int | float) and type(value).__module__ != "numpy":
        return repr(value)
    if isinstance(value, date):  # datetime is one, too
        return value.isoformat()
    if isinstance(value, Mapping):
        inner = ", ".join(assigned(str(k), v) for k, v in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(value_of(item) for item in value)}]"
    if hasattr(value, "tolist"):  # numbers of NumPy, one or many
        return value_of(value.tolist())
    raise TypeError(f"TOML has no {type(value).__name__}")


def assigned(key: str, value: Any, about: str = "") -> str:
    """Return a line that gives a key its value, with a comment behind it.

    >>> assigned("n", 500, "items")
    'n = 500  # items'
    """
    return f"{key_of(key)} = {value_of(value)}" + (f"  {comment(about)}" if about else "")


def rows_of(key: str, rows: Iterable[Iterable[float]]) -> str:
    """Return the lines of a table of numbers, a row on each.

    >>> print(rows_of("counts", [[1, 0.5], [2, 3]]))
    counts = [
      [1, 0.5],
      [2, 3],
    ]
    """
    inner = "".join(f"  {value_of(list(row))},\n" for row in rows)
    return f"{key_of(key)} = [\n{inner}]"


def quoted(text: str) -> str:
    """Return a text full of double quotes, in single ones where that is possible."""
    plain = "'" not in text and all(c.isprintable() for c in text)
    return f"'{text}'" if plain else _text(text)


def comment(text: str) -> str:
    """Return words as a comment on one line."""
    return f"# {' '.join(''.join(c if c.isprintable() else ' ' for c in text).split())}"


def comments(notes: Iterable[object], width: int) -> list[str]:
    """Return notes as comments on lines of at most this width, which long words may exceed."""
    said = (comment(str(note))[2:] for note in notes)
    return [
        f"# {line}"
        for note in said
        for line in textwrap.wrap(note, width, break_long_words=False, break_on_hyphens=False)
    ]


def _text(text: str) -> str:
    """Return a text between double quotes, escaped as in JSON, and so that it can be printed."""
    try:
        text.encode()
    except UnicodeEncodeError as error:  # half a character, such as JSON may hold as \\ud800
        raise DataError(
            f"{text!r} cannot be written to TOML: it holds half a character.", "Rename it."
        ) from error
    return "".join(map(_escaped, json.dumps(text, ensure_ascii=False)))


def _escaped(letter: str) -> str:
    """Return a letter, or its escape where a terminal would act on it or nobody would see it."""
    return letter if shown(letter) == letter else f"\\U{ord(letter):08x}"

"""Damage a file: bytes, lines, cells of a table, values of a tree."""

from __future__ import annotations

import copy
import io
import json
import random
import warnings
import zipfile
from collections.abc import Callable, Iterator, Sequence
from typing import Any

TOKENS = [
    *(b"\x00", b"\xff", b"\xe9", b"\xef\xbb\xbf", b"\xc3\x28", b"\x1b[31m", b"\x07", b"\x7f"),
    *(b'"', b'""', b"'", b"\n", b"\r", b"\r\n", b",", b";", b"\t", b"=", b"[", b"]", b"{", b"}"),
    *(b"NaN", b"nan", b"inf", b"-inf", b"1e999", b"-0", b"1_000", b"0x1F", b"1,5", b"100%"),
    *(b"null", b"true", b"None", b"NA", b"\\u0000", b"\\ud800", b"=1+1", b"../../x"),
    *(b"\xc2\xa0", b"\xe2\x80\xae"),
    *(b"9" * 40, b"1" * 4000, b"[" * 2000, b'{"a":' * 1500, b"a.b." * 800, b"x" * 70_000),
]
CELLS = [
    *("", " ", "NaN", "inf", "1e999", "-0", "1e-320", "1,5", "\u0661", "\u00bd", "0x1F", "1_0"),
    *("yes", "TRUE"),
    *("1.0", "1", "0.1", "100%", "'1", "=1+1", "\x1b[0m", "a\nb", 'a"b', "item", "system", "score"),
    *("9" * 400, "gold", "-1", "2", "1e5", "0.30000000000000004", "null", "\x00", "\u202e"),
]
LEAVES: list[Any] = [
    *(None, True, False, -1, 0, 0.5, float("nan"), float("inf"), 10**400, 1e308, "", "x", "1"),
    *("\ud800", "\x00", "\x1b[2J", [], {}, [[]], [1, 2], {"value": 1}, {"": ""}, "9" * 50),
]
VALUES = [
    *("1", "-1", "0", "0.5", "nan", "inf", "true", '""', '"x"', "[]", "[1, 2]", "{}", "[[1]]"),
    *("1e400", "9" * 400, '"\\u0000"', "1979-05-27", '"evil.py"', '"/etc/passwd"', "{a = 1}"),
    *("[" * 1500, '"' + "x" * 5000 + '"', "'''", "0x10", "+1", "1_000"),
]
Mutation = Callable[[bytes, random.Random], bytes]


def flip(data: bytes, rng: random.Random) -> bytes:
    """Change some bits."""
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8))):
        if changed:
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def cut(data: bytes, rng: random.Random) -> bytes:
    """Leave out the end, or a piece."""
    at = rng.randrange(len(data) + 1)
    return data[:at] if rng.random() < 0.5 else data[:at] + data[at + rng.randint(1, 60) :]


def insert(data: bytes, rng: random.Random) -> bytes:
    """Put a strange word somewhere, or over what stands there."""
    at, word = rng.randrange(len(data) + 1), rng.choice(TOKENS)
    return data[:at] + word + data[at + rng.choice((0, 0, 1, len(word))) :]


def splice(data: bytes, rng: random.Random) -> bytes:
    """Put a piece of the file somewhere else in it."""
    first, last = sorted(rng.randrange(len(data) + 1) for _ in range(2))
    at = rng.randrange(len(data) + 1)
    return data[:at] + data[first : min(last, first + 400)] + data[at:]


def lines(data: bytes, rng: random.Random) -> bytes:
    """Double, drop or exchange lines."""
    rows = data.split(b"\n")
    at, other = rng.randrange(len(rows)), rng.randrange(len(rows))
    what = rng.randrange(4)
    if what == 0:
        rows.insert(at, rows[other])
    elif what == 1:
        del rows[at]
    elif what == 2:
        rows[at], rows[other] = rows[other], rows[at]
    else:
        rows[at] = rng.choice((b"", b" ", rows[at] + b",extra", b"#" + rows[at]))
    return b"\n".join(rows)


def cells(delimiter: str) -> Mutation:
    """Return a mutation that changes cells of a delimited table."""

    def change(data: bytes, rng: random.Random) -> bytes:
        rows = data.decode("utf-8", "surrogateescape").split("\n")
        for _ in range(rng.choice((1, 1, 3))):
            at = rng.randrange(len(rows))
            row = rows[at].split(delimiter)
            row[rng.randrange(len(row))] = rng.choice(CELLS)
            rows[at] = delimiter.join(row)
        return "\n".join(rows).encode("utf-8", "surrogateescape")

    return change


def tree(data: bytes, rng: random.Random) -> bytes:
    """Change, delete or double values of JSON, or of one line of JSON lines."""
    try:
        return json.dumps(_changed(json.loads(data), rng)).encode()
    except (ValueError, RecursionError):
        rows = data.split(b"\n")
    at = rng.randrange(len(rows))
    try:
        rows[at] = json.dumps(_changed(json.loads(rows[at]), rng)).encode()
    except (ValueError, RecursionError):
        return flip(data, rng)
    return b"\n".join(rows)


def _changed(value: Any, rng: random.Random) -> Any:
    value = copy.deepcopy(value)
    places = [place for place in _places(value) if len(place) < 8]
    place = rng.choice(places[: rng.choice((20, 400))])
    leaf = rng.choice(LEAVES)
    if not place:
        return leaf
    inner = value
    for key in place[:-1]:
        inner = inner[key]
    if rng.random() < 0.3:
        del inner[place[-1]]
    elif rng.random() < 0.2 and isinstance(inner, list):
        inner.append(inner[place[-1]])
    else:
        inner[place[-1]] = leaf
    return value


def _places(value: Any, so_far: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield so_far
    if isinstance(value, dict | list):
        for key, child in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _places(child, (*so_far, key))


def members(data: bytes, rng: random.Random) -> bytes:
    """Change values of the JSON in a zip file; leave out a member, or store one twice."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        kept = [(name, archive.read(name)) for name in archive.namelist()]
    at = rng.randrange(len(kept))
    name, content = kept[at]
    what = rng.randrange(10)
    if what == 0:
        del kept[at]
    elif what == 1:
        kept.insert(rng.randrange(len(kept)), (rng.choice(("x", name, "../x")), content))
    else:
        kept[at] = (name, (tree if what < 8 else rng.choice(BYTES))(content, rng))
    buffer = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        warnings.simplefilter("ignore")  # of a name that is there twice
        for name, content in kept:
            archive.writestr(name, content)
    return buffer.getvalue()


def noise(data: bytes, rng: random.Random) -> bytes:
    """Return random bytes instead of the file."""
    return rng.randbytes(rng.randrange(200))


def settings(data: bytes, rng: random.Random) -> bytes:
    """Change a value of TOML, rename a key, or double a line."""
    rows = data.decode("utf-8", "surrogateescape").split("\n")
    keyed = [i for i, row in enumerate(rows) if "=" in row and not row.startswith("#")]
    if not keyed:
        return flip(data, rng)
    at = rng.choice(keyed)
    key, _, value = rows[at].partition("=")
    what = rng.randrange(5)
    if what < 3:
        rows[at] = f"{key}= {rng.choice(VALUES)}"
    elif what == 3:
        rows[at] = f"{rng.choice(('x', 'a.b.c', '', chr(34) + chr(34)))} ={value}"
    else:
        rows.insert(rng.randrange(len(rows)), rows[at])
    return "\n".join(rows).encode("utf-8", "surrogateescape")


BYTES: tuple[Mutation, ...] = (flip, cut, insert, splice, lines)


def mutated(
    data: bytes,
    structured: Sequence[Mutation],
    rng: random.Random,
    plain: Sequence[Mutation] = BYTES,
) -> bytes:
    """Return the file with one to three kinds of damage, those of its own structure more often."""
    ways = [*plain, *structured, *structured, *structured, *structured]
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        data = rng.choice(ways)(data, rng)
        if not plain:
            break
    return data

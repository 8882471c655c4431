"""What an error advises, in the words of a declaration.

The reading of data and the analyses have parameters; a study has keys in their place.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from claimwise.core import ClaimwiseError, Option, as_words
from claimwise.core.errors import Spelling
from claimwise.core.toml import value_of
from claimwise.kinds import Kind, find_kind
from claimwise.kinds.keys import LEVELS
from claimwise.study.schema import sections_of

NOT_TOLD = ("comparison", "frozen")  # sections that repeat others, or that nobody writes by hand
COLUMNS = ("rating", "system", "rater", "item", "winner")  # parameters that name a column


def in_keys(kind: Kind) -> Spelling:
    """Return the spelling of parameters by the keys of a kind of study.

    >>> in_keys(find_kind("accuracy"))(Option("columns", {"item": "NAME"}))
    'data.columns = { item = "NAME" }'
    >>> in_keys(find_kind("means"))(Option("runs", "fixed"))
    'procedure.runs = "fixed"'
    """
    places: dict[str, str] = {}
    named: dict[str, str] = {}  # keys of names alone: data.runs is a number, procedure.runs a word
    for section, fields in sections_of(kind).items():
        for key in fields if section not in NOT_TOLD else ():
            places.setdefault(key, f"{section}.{key}")
            if key in {one.name for one in LEVELS}:
                named[key] = f"{section}.{key}"

    def spell(option: Option) -> str | None:
        name, value = option.name, option.value
        if name in COLUMNS and name not in places and "columns" in kind.data:
            name, value = "columns", {name: value or "NAME"}
        if name not in places:
            return None
        if value is None:
            return places[name]
        key = named[name] if name in named and isinstance(value, str) else places[name]
        return f"{key} = {_toml(value)}"

    return spell


def _toml(value: object) -> str:
    """Write a value as TOML; an ellipsis stands for more of the same."""
    if value is ...:
        return "..."
    if isinstance(value, list | tuple):
        return f"[{', '.join(_toml(one) for one in value)}]"
    return value_of(value)


@contextmanager
def in_declared_words(kind: str, *, complete: bool = False) -> Iterator[None]:
    """Let what is refused within advise keys of the declaration.

    With `complete`, advice is left out that mentions a parameter without a key.
    """
    try:
        yield
    except ClaimwiseError as error:
        error.spell(in_keys(find_kind(kind)))
        if complete and error.remedy.options:
            error.remedy = as_words("")
        raise

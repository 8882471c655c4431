"""What a kind of study can declare, how it is planned and how it is assessed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from claimwise.core import Result
from claimwise.study.declaration import Comparison, Study

Check = Callable[[str, Any], Any]  # takes the field's full name and its value; returns it clean


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One thing that a section of the file may say."""

    check: Check
    about: str  # a comment for the one who writes the file
    required: bool = False
    default: Any = None
    example: Any = None  # what `study new` writes where nothing was given, as a comment
    file: bool = False  # names a file (or several) whose content is part of the declaration


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of study: accuracy, means, preference, ratings, ..."""

    name: str
    about: str
    data: Mapping[str, Field]
    procedure: Mapping[str, Field]
    assumptions: Mapping[str, Field]
    claims: tuple[str, ...]
    # Power of one comparison, at its own (corrected) alpha; what was run is what assess runs.
    plan: Callable[[Study, Comparison, float], Result]
    # What data show about one comparison, at its own alpha: see study/assess.py.
    assess: Callable[[Study, Comparison, Any], Result]
    metric: str | None = None  # what is compared where no metric is named


KINDS: dict[str, Kind] = {}


def register(kind: Kind) -> Kind:
    """Make a kind known by its name."""
    if kind.name in KINDS:
        raise ValueError(f"there is a kind of study called {kind.name} already")
    KINDS[kind.name] = kind
    return kind

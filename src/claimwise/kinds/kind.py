"""What a kind of study is called, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from claimwise.core.field import Field
from claimwise.core.listed import Listed


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of study: its words, and its fields in the order of help and page."""

    name: str
    title: str  # on the page
    question: str  # above its form
    short: str  # a line of help
    about: str = ""  # more of it; without it the short line
    example: str  # the options of a command that works
    fields: tuple[Field, ...]
    lists: Sequence[Listed] = ()  # procedures that its help lists
    # Whether it is computed at once unless a field simulates; it then has curves around it.
    exact: bool = False
    # Values of options with which a study without a varied number has a figure as well.
    drawn: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    varied: str = "--n 200:4000:200"  # an example of what gives a curve

"""A study as it is declared: once, before the data, for the plan and for the analysis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

FIXED = "fixed"
RULES = (FIXED, "obrien-fleming", "pocock", "anytime")
CORRECTIONS = ("holm", "bonferroni", "benjamini-hochberg", "none")


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """One claim about two systems, with what is assumed of them.

    `assumptions` are those of the whole study, with what this comparison says otherwise.
    """

    name: str
    a: str
    b: str
    says: str = "difference"  # or superiority, non-inferiority, equivalence
    alternative: str | None = None  # of a difference alone
    margin: float | None = None
    metric: str | None = None
    better: str | None = None
    assumptions: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopping:
    """When the data may be looked at: at the end, at given shares of them, or at any time."""

    rule: str = FIXED
    looks: tuple[float, ...] = (1.0,)  # shares of the data, rising, the last is 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Frozen:
    """The declaration's fingerprint, and the day on which it was taken."""

    hash: str
    date: date


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """Everything that is fixed before the data are seen."""

    kind: str
    comparisons: tuple[Comparison, ...]
    title: str = ""
    alpha: float = 0.05
    power: float = 0.8  # the one to reach
    data: Mapping[str, Any] = field(default_factory=dict)
    procedure: Mapping[str, Any] = field(default_factory=dict)
    source: str = ""  # where the assumptions come from
    correct: str | None = None  # for several comparisons
    stopping: Stopping = field(default_factory=Stopping)
    seed: int = 0
    frozen: Frozen | None = None
    folder: Path = Path()  # files that the declaration names are looked for here

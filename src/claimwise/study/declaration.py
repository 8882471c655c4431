"""A study as it is declared: once, before the data, for the plan and for the analysis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from claimwise.core.levels import NO_CLUSTERS
from claimwise.core.rng import DEFAULT_SEED
from claimwise.study.files import is_file

if TYPE_CHECKING:
    from claimwise.core import Result

FIXED = "fixed"
ANYTIME = "anytime"
RULES = (FIXED, "obrien-fleming", "pocock", ANYTIME)
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

    @property
    def has_margin(self) -> bool:
        """Whether the claim is about a margin other than 0."""
        return self.says != "difference" and bool(self.margin)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopping:
    """When the data may be looked at: at the end, at given shares of them, or at any time."""

    rule: str = FIXED
    looks: tuple[float, ...] = (1.0,)  # shares of the data, rising, the last is 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Frozen:
    """The declaration's fingerprint, the day on which it was taken, and what was declared then."""

    hash: str
    date: date
    declared: str = ""  # canonical JSON; tells which keys changed


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """Everything that is fixed before the data are seen."""

    kind: str
    comparisons: tuple[Comparison, ...]
    title: str = ""
    alpha: float = 0.05
    target: float = 0.8  # the power to reach
    data: Mapping[str, Any] = field(default_factory=dict)
    procedure: Mapping[str, Any] = field(default_factory=dict)
    source: str = ""  # where the assumptions come from
    correct: str | None = None  # for several comparisons
    stopping: Stopping = field(default_factory=Stopping)
    seed: int = DEFAULT_SEED
    frozen: Frozen | None = None
    # Files that the declaration names are looked for here.
    folder: Path = field(default=Path(), compare=False)

    @property
    def cluster(self) -> str | None:
        """The declared column of the items' clusters; None where the items are independent."""
        column = self.data.get("cluster")
        return None if column in (None, NO_CLUSTERS) else str(column)

    def analysed(self, key: str) -> int:
        """Return the items that the plan counts on: all, less those that may be missing."""
        return max(1, int(self.data[key] * (1 - float(self.data.get("missing") or 0.0))))

    def beside(self, path: Any) -> Any:
        """Return a file that the declaration names: it is looked for beside the declaration."""
        if isinstance(path, Sequence) and not isinstance(path, str):
            return [self.beside(one) for one in path]
        return str(self.folder / Path(path)) if isinstance(path, str | Path) else path

    def beside_if_file(self, name: Any) -> Any:
        """Return a name as it is, unless it is that of a file beside the declaration."""
        if isinstance(name, str) and (Path(name).suffix or is_file(self.folder / name)):
            return self.beside(name)
        return name

    def power(self) -> Result:
        """Return what the study could show, by the very analysis that it declares."""
        from claimwise.study.advice import in_declared_words
        from claimwise.study.power import power

        with in_declared_words(self.kind, complete=True):
            return power(self)

    def assess(
        self,
        *data: Any,
        look: int | None = None,
        looked_at: Sequence[float] = (),
        also: Sequence[str] = (),
    ) -> Result:
        """Return what data show about the claims, by what was declared, and every deviation."""
        from claimwise.study.advice import in_declared_words
        from claimwise.study.assess import assess

        with in_declared_words(self.kind):
            return assess(self, *data, look=look, looked_at=looked_at, also=also)

    def check(self) -> Result:
        """Return whether the study is complete, consistent, frozen, and powered."""
        from claimwise.study.check import check

        return check(self)

    def freeze(self, on: date | None = None) -> Study:
        """Return the study with its fingerprint and the day it was taken, by default today."""
        from claimwise.study.freeze import frozen

        return frozen(self, on)

    def write(self, path: str | Path, *, force: bool = False) -> None:
        """Write the study as a commented file; an existing file is kept unless forced."""
        from claimwise.study.writer import write

        write(self, path, force=force)

"""A study as it is declared: once, before the data, for the plan and for the analysis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from claimwise.core.check import NO_CLUSTERS
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


@dataclass(frozen=True, init=False, repr=False)
class Study:
    """Everything that is fixed before the data are seen; equal studies are equal values.

    ``cw.Study(cw.kinds.Accuracy(difference=0.02, agreement=0.9), size=2000)``. What it says is
    held by the keys that study.toml has, so that every spelling of it is the same value.
    """

    kind: str
    comparisons: tuple[Comparison, ...]
    title: str
    alpha: float
    target: float  # the power to reach
    data: Mapping[str, Any]
    procedure: Mapping[str, Any]
    source: str  # where the assumptions come from
    correct: str | None  # for several comparisons
    stopping: Stopping
    seed: int
    frozen: Frozen | None
    # Files that the declaration names are looked for here.
    folder: Path = field(compare=False)

    def __init__(
        self,
        kind: Any,
        *,
        claim: Any = None,
        analysis: Any = None,
        stopping: Any = None,
        belief: Any = None,
        size: int | None = None,
        a: str = "A",
        b: str = "B",
        metric: str | None = None,
        better: str | None = None,
        alpha: float = 0.05,
        power: float = 0.8,
        comparisons: Sequence[Mapping[str, Any]] = (),
        correct: str | None = None,
        seed: int = DEFAULT_SEED,
        title: str = "",
        source: str = "",
        folder: str | Path = ".",
    ) -> None:
        """Declare a study by its parts.

        Parameters
        ----------
        kind : kind of study
            What is compared, and what is assumed of it, such as
            ``cw.kinds.Accuracy(difference=0.02, agreement=0.9)``.
        claim : claim or str, optional
            ``cw.NonInferiority(0.02)``, or a text such as ``"non-inferiority:0.02"``.
        analysis : cw.Test, cw.Interval, cw.Posterior or str, optional
            What decides the claim: a test by its name (by default the usual one), an interval
            alone, or the posterior.
        stopping : cw.Looks, cw.Anytime, int or str, optional
            When the data are looked at: ``4``, ``cw.Looks([0.5, 1.0], "pocock")``, "anytime".
        belief : cw.Normal, cw.Uniform, cw.Belief or str, optional
            What is believed of the effect, over which the power is averaged.
        size : int, optional
            Items of the study.
        a, b : str
            Baseline and candidate, as the data name them; differences are B minus A.
        metric : str, optional
            What is compared; each kind has its usual one.
        better : {"higher", "lower"}, optional
            Which scores are better.
        alpha, power : float
            Chance of a false finding, and the power to reach.
        comparisons : list of mappings, optional
            Several comparisons: what each says otherwise, such as ``{"b": "new"}``.
        correct : str, optional
            Their correction: holm, bonferroni, benjamini-hochberg or none.
        seed : int
            Root of all randomness.
        title, source : str
            What the study is called, and where its numbers come from.
        folder : path
            Where files that it names are looked for.
        """
        from claimwise.study.reader import declare
        from claimwise.study.typed import document

        said = document(
            kind,
            claim=claim,
            analysis=analysis,
            stopping=stopping,
            belief=belief,
            size=size,
            comparisons=comparisons,
            correct=correct,
            top={"title": title, "seed": seed, "source": source},
            pair={
                "a": a,
                "b": None if comparisons else b,
                "metric": metric,
                "better": better,
                "alpha": alpha,
                "power": power,
            },
        )
        self._take(vars(declare(said, folder=folder)))

    @classmethod
    def made(cls, **values: Any) -> Study:
        """Return a study of values that were checked."""
        study = object.__new__(cls)
        study._take(values)
        return study

    def _take(self, values: Mapping[str, Any]) -> None:
        for one in fields(self):
            object.__setattr__(self, one.name, values[one.name])

    def but(self, **changes: Any) -> Study:
        """Return the study with some values changed."""
        return Study.made(**{**vars(self), **changes})

    def __hash__(self) -> int:
        """Return the same number for equal studies."""
        return hash((self.kind, self.title, self.alpha, self.target, self.source, self.seed))

    def __repr__(self) -> str:
        """Write the study as the Python that makes it."""
        from claimwise.study.typed import written

        return written(self)

    @classmethod
    def from_toml(cls, path: str | Path, *, allow_code: Sequence[str | Path] = ()) -> Study:
        """Read the study of a file, as `study.read` does."""
        from claimwise.study.reader import read

        return read(path, allow_code=allow_code)

    def to_toml(self) -> str:
        """Return the commented text of study.toml."""
        from claimwise.study.writer import to_toml

        return to_toml(self)

    @property
    def fingerprint(self) -> str:
        """The one fingerprint of what the study means, whatever way it is spelled."""
        from claimwise.study.meaning import canonical, fingerprint, meaning

        return fingerprint(canonical(meaning(self)))

    @property
    def parts(self) -> dict[str, Any]:
        """The parts of the study, as `cw.Study` takes them."""
        from claimwise.study.typed import parts_of

        return parts_of(self)

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

    def plan(self, *, n: int | None = None, solve: str | None = None) -> Result:
        """Return what the study could show, by the very analysis that it declares.

        Parameters
        ----------
        n : int, optional
            Another size than the declared one.
        solve : str, optional
            What to look for alone, as in the plan of the kind: power, n, mde, ...
        """
        from claimwise.study.advice import in_declared_words
        from claimwise.study.power import power
        from claimwise.study.typed import sized

        study = self if n is None else sized(self, n)
        with in_declared_words(self.kind, complete=True):
            return power(study, solve)

    def power(self) -> Result:
        """Return what the declared study could show: `plan` with nothing else asked."""
        return self.plan()

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

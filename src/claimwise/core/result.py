"""The one contract for every answer: rows to read, notes to heed, draws, provenance."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from claimwise.core.deciding import Settings, deciding_rows
from claimwise.core.display import shown_in
from claimwise.core.errors import NotInResultError, ParameterError, Spelling, did_you_mean
from claimwise.core.note import Note

At = Mapping[str, str | int | float]
# Words of these keys are spelled alone: which one it is shows. Others are spelled key=word.
ALONE = frozenset(
    [
        "system",
        "dataset",
        "file",
        "datasets",
        "over",
        "metric",
        "comparison",
        "exploratory",
        "analysis",
        "by",
        "stopping",
        "truth",
        "side",
        "against",
        "end",
        "group",
        "term",
        "other",
        "category",
        "cut",
        "statistic",
        "direction",
        "part",
        "pairing",
        "task",
        "row",
        "among",
        "bin",
        "threshold",
    ]
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One answer to one question, in the units of the quantity.

    Parameters
    ----------
    quantity : str
        What is answered: power, difference, probability_greater.
    at : mapping
        Where, if there are several of the kind: ``{"n": 200, "difference": 0.01}``, of systems
        ``{"b": "new", "a": "base"}``, ``{"metric": "BLEU"}``. Values are as the user spells them.
    estimate, low, high, level, kind
        The answer and its interval: "confidence", "credible" or "monte carlo".
    pvalue, n
        Where there is one.
    """

    quantity: str
    estimate: float
    at: At = field(default_factory=dict)
    n: int | None = None
    low: float = math.nan
    high: float = math.nan
    level: float | None = None
    kind: str | None = None
    pvalue: float | None = None

    def __post_init__(self) -> None:
        """Refuse a row that contradicts itself."""
        if not self.quantity or set("[]") & set(self.quantity):
            raise ValueError(f"Row needs a quantity without brackets; found {self.quantity!r}")
        if self.low > self.high:
            raise ValueError(f"Row {self.estimand}: low {self.low} exceeds high {self.high}")
        if self.pvalue is not None and not 0 <= self.pvalue <= 1:
            raise ValueError(f"Row {self.estimand}: p-value {self.pvalue} is outside [0, 1]")

    def _key(self) -> tuple[object, ...]:
        values = [getattr(self, field.name) for field in fields(self) if field.name != "at"]
        return (*("nan" if x != x else x for x in values), *self.at.items())

    def __eq__(self, other: object) -> bool:
        """Compare all fields; two undefined values are equal."""
        return self._key() == other._key() if isinstance(other, Row) else NotImplemented

    def __hash__(self) -> int:
        """Hash what equality compares."""
        return hash(self._key())

    @property
    def estimand(self) -> str:
        """The quantity and where, as one word for tables and JSON: ``power[n=200]``."""
        where = spelled(self.at)
        return f"{self.quantity}[{where}]" if where else self.quantity

    @property
    def point(self) -> dict[str, float]:
        """The numbers of the place: where on a curve it is."""
        return {key: value for key, value in self.at.items() if not isinstance(value, str)}

    @property
    def words(self) -> dict[str, str]:
        """The words of the place: which curve it is on."""
        return {key: value for key, value in self.at.items() if isinstance(value, str)}

    def within(self, **at: str | int | float) -> Row:
        """Return the same row at a narrower place: what it says holds there."""
        return replace(self, at={**self.at, **at})


def spelled(at: At) -> str:
    """Return a place as one word: systems as B vs A, numbers with their key, usual words alone.

    >>> spelled({"b": "new, large", "a": "base", "n": 200, "prior": "beta(1,1)"})
    'new; large vs base, n=200, prior=beta(1,1)'
    """
    parts = []
    for key, value in at.items():
        if key == "a" and isinstance(at.get("b"), str):
            continue  # said with b
        if key == "b" and isinstance(at.get("a"), str):
            names = (str(name).replace(" vs ", " v ") for name in (value, at["a"]))
            parts.append(" vs ".join(map(_plain, names)))
        elif isinstance(value, str):
            plain = _plain(value)
            parts.append(plain if key in ALONE else f"{key}={plain}")
        else:
            parts.append(f"{key}={value:.12g}")
    return ", ".join(part for part in parts if part)


def _plain(name: str) -> str:
    """Return a name that neither brackets nor commas of the spelling are taken from."""
    return name.replace("[", "(").replace("]", ")").replace(", ", "; ")


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Result:
    """What a procedure, a plan or a simulation answers.

    Everything that is printed, plotted or serialised is made from these fields.
    """

    kind: str  # what the answer is: plan, comparison, ratings
    method: str
    rows: tuple[Row, ...]
    notes: tuple[Note, ...] = ()
    draws: Mapping[str, Any] = field(default_factory=dict, compare=False)
    provenance: Mapping[str, Any] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        """Refuse notes that do not say what they are."""
        for note in self.notes:
            if not isinstance(note, Note):
                raise TypeError(f"A note needs a kind, such as caution(...); found {note!r}")

    @property
    def settings(self) -> Settings:
        """What was asked and assumed."""
        settings: Settings = self.provenance.get("settings", {})
        return settings

    @property
    def axes(self) -> list[str]:
        """The parameters that vary over a curve, in the order in which they were given."""
        return list(self.provenance.get("axes", []))

    @property
    def only(self) -> Row:
        """The single row; refuses to pick one of several."""
        if len(self.rows) != 1:
            names = ", ".join(row.estimand for row in self.rows)
            raise ParameterError(
                f"only needs a result of one row; found {len(self.rows)}: {names}. "
                "Name the one you want: result['power']."
            )
        return self.rows[0]

    def select(self, *quantities: str, **at: str | int | float) -> tuple[Row, ...]:
        """Return the rows of these quantities (of all, if none is named) at a place."""
        return tuple(
            row
            for row in self.rows
            if (not quantities or row.quantity in quantities)
            and all(row.at.get(key) == value for key, value in at.items())
        )

    def __getitem__(self, estimand: str) -> Row:
        """Return the row that is spelled so, such as ``mde`` or ``mde[low]``."""
        wanted = _tight(estimand)
        for row in self.rows:
            if _tight(row.estimand) == wanted:
                return row
        known = [row.estimand for row in self.rows]
        raise NotInResultError(
            f"This result has no row {estimand!r}; it has {', '.join(known)}. "
            f"{did_you_mean(estimand, known)}".strip()
        )

    def __contains__(self, estimand: object) -> bool:
        """Whether there is a row that is spelled so."""
        return any(_tight(row.estimand) == _tight(str(estimand)) for row in self.rows)

    def main(self, *quantities: str) -> Row:
        """Return the row that answers: of all data together, or the only one of its quantity.

        The first of the quantities that there is; refuses to pick one of several comparisons.
        """
        for quantity in quantities:
            rows = self.select(quantity)
            whole = [row for row in rows if row.at in ({}, {"over": "combined"})]
            if whole or len(rows) == 1:
                return (whole or rows)[0]
            if rows:
                names = ", ".join(row.estimand for row in rows)
                raise NotInResultError(
                    f"This result has {len(rows)} rows of {quantity}: {names}. "
                    f"Name the one you want: result[{rows[0].estimand!r}]."
                )
        return self[quantities[0]]  # refused, with what there is

    @property
    def difference(self) -> float:
        """The difference, B minus A; of a study with looks the one that allows for them."""
        return self._reported_difference().estimate

    @property
    def interval(self) -> tuple[float, float]:
        """The ends of the interval of the difference."""
        row = self._reported_difference()
        return row.low, row.high

    @property
    def pvalue(self) -> float | None:
        """The p-value by which the difference is judged; None where nothing was tested."""
        row = self._reported_difference()
        judged = [one.pvalue for one in self.select("verdict") if one.at == row.at]
        return row.pvalue if not judged or judged[0] is None else judged[0]

    def _reported_difference(self) -> Row:
        """Return the row whose estimate, interval and p-value belong together."""
        adjusted = [
            one for one in self.select("adjusted_difference") if one.estimate == one.estimate
        ]
        names = ("adjusted_difference",) if adjusted else ("difference", "posterior_difference")
        return self.main(*names)

    @property
    def power(self) -> float:
        """The power of a plan."""
        return self.main("power").estimate

    @property
    def verdict(self) -> str | None:
        """What the answer comes to; None where there is nothing to decide.

        Of a claim "supported", "contradicted" or "open": by the verdict without a place where
        there is one; else, of several, contradicted if one is and supported if all are. Of a plan
        "enough" or "too small": by the rows that decide it.
        """
        if verdicts := self._verdicts():
            if -1.0 in verdicts:
                return "contradicted"
            return "supported" if set(verdicts) == {1.0} else "open"
        settings, rows = self.settings, self.deciding
        target, curve = settings.get("target"), any(row.point for row in rows)
        solved = settings.get("solve") not in (None, "power")
        if target is None or solved or not rows or curve or not self.kind.endswith("plan"):
            return None
        return "enough" if all(row.estimate >= target for row in rows) else "too small"

    @property
    def deciding(self) -> tuple[Row, ...]:
        """The rows by which a plan is judged: usually one; of a curve, one at each of its places.

        Of several comparisons or metrics each has its own, and all must reach the power that is
        wanted. Of several cases of agreement the worst decides, of a plan with looks and an
        uncertain pilot the smaller power: that with looks, or that over what the pilot leaves
        open. Empty where no power is defined.
        """
        return deciding_rows(self.rows, self.provenance)

    def _verdicts(self) -> list[float]:
        """Return the verdicts on the claim as a whole, or on its parts where there is no whole."""
        rows = [row for row in self.select("verdict") if "exploratory" not in row.at]
        whole = [row for row in rows if not row.at]
        whole = whole or [row for row in rows if "dataset" not in row.at]
        return [row.estimate for row in whole or rows]

    @property
    def supported(self) -> bool:
        """Whether the claim is supported, or the plan is large enough."""
        return self.verdict in ("supported", "enough")

    def spelled(self, spelling: Spelling) -> Result:
        """Return the answer with the parameters that its notes mention spelled so."""
        return replace(self, notes=tuple(note.spelled(spelling) for note in self.notes))

    def shown(self) -> Result:
        """Return the answer with names as they are shown; itself, where none hides anything."""
        notes = tuple(note.shown() for note in self.notes)
        rows = tuple(_row_shown(row) for row in self.rows)
        draws, known = shown_in(self.draws), shown_in(self.provenance)
        return replace(self, rows=rows, notes=notes, draws=draws, provenance=known)

    @property
    def headline(self) -> str:
        """The answer in one sentence."""
        return str(self._reported("headline"))

    def to_dict(self) -> dict[str, Any]:
        """Return what `--json` prints: plain values, undefined ones None."""
        made: dict[str, Any] = self._reported("dict")
        return made

    def to_frame(self) -> Any:
        """Return the rows as a data frame: of pandas or of polars, whichever is installed."""
        return self._reported("frame")

    def around(self) -> list[Result]:
        """Return results around this one, such as the curves on which a plan is a point."""
        make = self.draws.get("around")
        return make(self) if make is not None else []

    def plot(self, of: str | None = None) -> Any:
        """Return a figure as an altair chart; `of` names it, where there are several."""
        return self._reported("chart", of)

    def save(self, path: Any) -> None:
        """Write a report (.html, .md, .tex), the numbers (.json) or a figure (.png, .svg, .pdf)."""
        self._reported("file", path)

    def _reported(self, form: str, *more: Any) -> Any:
        from claimwise.core.registry import lookup

        return lookup("report", form).thing(self, *more)

    def __str__(self) -> str:
        """Return the answer in words."""
        return str(self._reported("text"))

    def __repr__(self) -> str:
        """Return what it is, and what it comes to."""
        verdict = f": {self.verdict}" if self.verdict else ""
        return f"<Result {self.kind or self.method}{verdict}, {len(self.rows)} rows>"

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the answer, its table and a figure."""
        return str(self._reported("notebook"))


def _row_shown(row: Row) -> Row:
    at = shown_in(row.at)
    return row if at is row.at else replace(row, at=at)


def _tight(estimand: str) -> str:
    return estimand.replace(", ", ",")

"""Can these data be compared as they are, and by which command?"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from claimwise.assess.direction import direction_in
from claimwise.core import ClaimwiseError, DataError, Note, caution, counted, option
from claimwise.core.words import p_words
from claimwise.data import Responses, Scores, Totals, align, audit_all, read, read_roles
from claimwise.data.roles import Guess

READY, ASK, BROKEN = "ready", "ask", "broken"
# What scores can be, item by item or together.
BINARY, GRADED, TOTALS, PAIRS, ANSWERS = "binary", "graded", "totals", "pairs", "answers"
OF_SCORES = ("scores", "low", "high")  # which another metric may have otherwise
CORPUS_METRICS = ("f1", "mcc", "bleu", "chrf", "ter", "perplexity")
ANSWER_METRICS = {
    "categorical": ("accuracy", "f1:macro", "mean-tv", "wins:tv"),
    "numbers": ("mae", "wins:mae", "spearman"),
}
PROBLEM, REMEDY = "problem", "remedy"  # what notes are about, where nothing can be compared
ANOTHER = "OTHER"  # the file that is to be given too
Choices = Mapping[str, Sequence[str]]  # of a parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """Whether a comparison can start, what it would be of, and how it is asked for.

    Parameters
    ----------
    state : {"ready", "ask", "broken"}
        Ask: something has to be named first, `needs`. Broken: a note on "problem" says why.
    needs : mapping
        What has to be named (metric, filter, system), with what there is to choose from.
    systems, items, datasets
        How many can be compared; items that all systems have, None where they are not known.
    raters, comparisons
        Of ratings and judgements who gave them; of a survey how many comparisons it has.
    scores : {"binary", "graded", "totals", "pairs", "answers", "ratings", "judgements", "survey"}
        What they are; graded ones lie between `low` and `high`.
    paired : bool
        Whether all systems have the same items.
    attempt : str
        The command to try; in Python, the call.
    """

    state: str
    systems: tuple[str, ...] = ()
    items: int | None = None
    datasets: int = 1
    raters: int | None = None
    comparisons: int | None = None
    scores: str | None = None
    low: float | None = None
    high: float | None = None
    paired: bool = False
    needs: Choices = field(default_factory=dict)
    recognised: tuple[str, ...] = ()
    attempt: str = ""

    def settings(self) -> dict[str, Any]:
        """Return what is known, for the provenance."""
        known = {key: v for key, v in asdict(self).items() if v not in (None, "", (), {})}
        return {key: list(v) if isinstance(v, tuple) else v for key, v in known.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What the doctor was asked about, as the user spelled it."""

    sources: tuple[Any, ...]
    metric: str | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    filter: str | None = None
    system: str | Sequence[str] | None = None

    def attempt(self, *files: str, **more: str) -> str:
        """Return the comparison to try: a command where all sources are files, else a call."""
        options = {"metric": self.metric, "filter": self.filter} | more
        given = {key: value for key, value in options.items() if value}
        if not all(isinstance(source, str | Path) for source in self.sources):
            named = [f", {key}={value!r}" for key, value in given.items()]
            named += [f", columns={dict(self.columns)!r}"] if self.columns else []
            return f"cw.compare({', '.join(['data', *files])}{''.join(named)})"
        words = ["claimwise", "compare", *map(str, self.sources), *files]
        for key, value in given.items():
            words += [f"--{key}", value]
        for role, name in self.columns.items():
            words += ["--column", f"{role}={name}"]
        if self.system is not None:
            systems = [self.system] if isinstance(self.system, str) else self.system
            words += [word for name in systems for word in ("--system", name)]
        return shlex.join(words)

    def read(self, **named: str) -> Scores | Totals:
        """Read the sources, with what else is named."""
        given: dict[str, Any] = {"metric": self.metric, "filter": self.filter} | named
        given["system"] = self.system
        return read(*self.sources, columns=self.columns or None, **given)

    def settled(self, choices: Choices) -> tuple[Choices, Scores | Totals] | None:
        """Return what has to be named so that the sources can be read, and what they then hold.

        None where no choice helps.
        """
        free = {k: v for k, v in choices.items() if getattr(self, k) is None and len(v) > 1}
        for some in (*([key] for key in free), list(free)):
            try:
                data = self.read(**{key: free[key][0] for key in some})
            except ClaimwiseError:
                continue
            return ({key: list(free[key]) for key in some}, data) if some else None
        return None


def metrics_of(sources: Sequence[Any], columns: Mapping[str, str]) -> list[str]:
    """Return the metrics that tables name in a column of their own."""
    found: dict[str, None] = {}
    for source in sources:
        try:
            roles, cells = read_roles(source, ("metric",), _only(columns, "metric"))
        except (ClaimwiseError, OSError, TypeError):  # no table, or none with such a column
            continue
        values = cells[roles.columns["metric"]] if roles.get("metric") else ()
        found |= dict.fromkeys(str(value) for value in values if value not in (None, ""))
    return list(found)


def _only(columns: Mapping[str, str], role: str) -> dict[str, str]:
    return {role: columns[role]} if role in columns else {}


def diagnose(
    data: Scores | Totals, request: Request, needs: Choices | None = None
) -> tuple[Diagnosis, list[Note]]:
    """Return whether these data can be compared, and how their items match.

    `needs` had to be named for them to be read at all.
    """
    if isinstance(data, Totals):
        return _of_totals(data, request), []
    systems = data.system.used()
    known = _what(data) | {"recognised": _recognised(data.inferred), "systems": systems}
    if data.dataset is not None:
        known["datasets"] = len(data.dataset.used())
    if len(systems) < 2:
        return _alone(known, request, needs), []
    if data.inputs is not None:
        return _asks({"metric": CORPUS_METRICS}, known, request), []
    if not np.isfinite(data.score).any():
        return broken(DataError("There is no score at all.", "Give scored data."), known)
    try:
        items, notes = _matched(data, systems)
    except ClaimwiseError as error:
        return broken(error, known)
    known |= {"items": items, "paired": True}
    if items < 2:
        found, why = broken(_no_common(items, systems), known)
        return found, [*notes, *why]
    notes += _hardly_any(items, known)
    if needs:
        other = OF_SCORES if "metric" in needs else ()
        sure = {key: value for key, value in known.items() if key not in other}
        return _asks(needs, sure, request), notes
    if same := _constant(data):
        needs = {"column of the scores": []}
        attempt = request.attempt()
        return Diagnosis(state=ASK, needs=needs, attempt=attempt, **known), [*notes, same]
    if known.get("scores") == GRADED and direction_in(data).guessed:
        return _asks({"better": ("lower", "higher")}, known, request), notes
    return Diagnosis(state=READY, attempt=request.attempt(), **known), notes


def diagnose_responses(data: Responses, request: Request) -> Diagnosis:
    """Return how several answers to each item are compared: a metric has to be named."""
    usual = ANSWER_METRICS["categorical" if data.kind == "categorical" else "numbers"]
    known = {"systems": data.systems, "items": data.n, "scores": ANSWERS, "paired": True}
    known["recognised"] = _recognised(data.inferred)
    if request.metric:
        attempt = request.attempt(gold=data.gold)
        return Diagnosis(state=READY, attempt=attempt, **known)  # type: ignore[arg-type]
    return _asks({"metric": usual}, known, request, gold=data.gold)


def broken(error: ClaimwiseError, known: Mapping[str, Any]) -> tuple[Diagnosis, list[Note]]:
    """Return that nothing can be compared, and the notes that say why and what to do."""
    notes = [Note(error.problem, kind="meaning", about=PROBLEM)]
    notes += [Note(error.remedy, kind="meaning", about=REMEDY)] if error.remedy else []
    return Diagnosis(state=BROKEN, **known), notes


def _of_totals(totals: Totals, request: Request) -> Diagnosis:
    systems = tuple(dict.fromkeys(totals.system))
    known: dict[str, Any] = {
        "systems": systems,
        "scores": TOTALS,
        "recognised": _recognised(totals.inferred),
    }
    known["datasets"] = len(set(totals.dataset))
    if len(systems) < 2:
        return _alone(known, request, None)
    return Diagnosis(state=READY, attempt=request.attempt(), **known)


def _recognised(inferred: Sequence[str]) -> tuple[str, ...]:
    """Return what was guessed: a column as role=column, anything else in words."""
    return tuple(f"{g.role}={g.column}" if isinstance(g, Guess) else str(g) for g in inferred)


def _what(data: Scores) -> dict[str, Any]:
    """Return what the scores are."""
    if data.inputs is not None:
        return {"scores": PAIRS}
    values = data.score[np.isfinite(data.score)]
    if not len(values):
        return {}
    if bool(np.isin(values, (0.0, 1.0)).all()):
        return {"scores": BINARY}
    return {"scores": GRADED, "low": float(values.min()), "high": float(values.max())}


def _constant(data: Scores) -> Note | None:
    """Say that all scores are the same, if they are: they tell no system from another."""
    values = data.score[np.isfinite(data.score)]
    if not len(values) or values.min() < values.max():
        return None
    said = f"Every score is {values[0]:g}: check the metric and the column of the scores with "
    return caution(said + option("columns", {"score": "NAME"}) + ".")


def _matched(data: Scores, systems: Sequence[str]) -> tuple[int, list[Note]]:
    """Return how many items all systems have, and how they match."""
    if len(systems) == 2:
        audit = align(data, *systems).audit
        return (0, []) if audit is None else (audit.used, audit.notes())
    common = audit_all(data)
    return common.common, common.notes()


def _asks(needs: Choices, known: Mapping[str, Any], request: Request, **more: str) -> Diagnosis:
    first = {key: choices[0] for key, choices in needs.items()}
    kept = {key: list(choices) for key, choices in needs.items()}
    return Diagnosis(state=ASK, needs=kept, attempt=request.attempt(**more, **first), **known)


def _no_common(items: int, systems: Sequence[str]) -> DataError:
    """Say that systems have no items in common; perhaps as one of them is written in two ways."""
    said = f"All {len(systems)} systems have a score for {counted(items, 'item')}"
    same: dict[str, list[str]] = {}
    for name in systems:
        same.setdefault(name.strip().casefold(), []).append(name)
    alike = next((names for names in same.values() if len(names) > 1), None)
    if alike:
        hint = f"{' and '.join(alike)} differ in capitals or blanks alone: write them alike."
        return DataError(f"{said}, and a comparison needs two.", hint)
    return DataError(
        f"{said}, and a comparison needs two.",
        "Compare two of them with " + option("a") + " and " + option("b") + ".",
    )


def _hardly_any(items: int, known: Mapping[str, Any]) -> list[Note]:
    """Say that there are so few items that no test can find a difference at alpha .05.

    The smallest p-value is that where one system wins on every item: by the mid-p test of right and
    wrong 1 in 2^n, by permutation of graded scores 2 in 2^n.
    """
    smallest = (1 if known.get("scores") == BINARY else 2) / 2**items
    if smallest <= 0.05:
        return []
    said = (
        f"With {items} items no test finds a difference at alpha .05: where one system wins on "
        f"every item, {p_words(smallest)}."
    )
    return [caution(said)]


def _alone(known: Mapping[str, Any], request: Request, needs: Choices | None) -> Diagnosis:
    """Return that there is one system; what else has to be named stands first."""
    more = {key: list(choices) for key, choices in (needs or {}).items()}
    attempt = request.attempt(ANOTHER, **{key: choices[0] for key, choices in more.items()})
    return Diagnosis(state=ASK, needs={**more, "system": []}, attempt=attempt, **known)

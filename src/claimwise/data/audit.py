"""How items were matched, in counts and in words: what was read, what was dropped, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from claimwise.core import Note, caution, dropped, inferred

RUNS, RATERS = "runs", "raters"  # what notes on them are about

MOST_KEPT = 0.9  # share of items below which it is said at once that some are left out


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """Two systems: how many items each has, and how many of them can be compared.

    `matched` items have rows of both systems; of these, `used` are left after those without
    a score (`missing_a`, `missing_b`; they may overlap) and those with conflicting
    fingerprints (`conflicts`, by kind) are dropped. `prompts` counts used items whose prompt
    differs. `unscored_rows` counts rows without a score of items that have other rows. Keys
    that stand twice are refused, so none are counted.
    """

    names: tuple[str, str]
    rows: int
    items_a: int
    items_b: int
    matched: int
    used: int
    only_a: int = 0
    only_b: int = 0
    missing_a: int = 0
    missing_b: int = 0
    unscored_rows: int = 0
    conflicts: Mapping[str, int] = field(default_factory=dict)
    prompts: int = 0
    runs_a: tuple[int, int] = (1, 1)  # fewest and most runs behind a score
    runs_b: tuple[int, int] = (1, 1)
    said: tuple[Note, ...] = ()  # what was said when the scores were put into a matrix

    def notes(self) -> list[Note]:
        """Say it in words; one sentence if nothing was dropped."""
        a, b = self.names
        notes = [
            dropped(
                f"Items: {self.used:,} compared, of {self.items_a:,} of {a} and {self.items_b:,} "
                f"of {b} ({self.matched:,} in both; {self.rows:,} rows read)."
            )
        ]
        most = max(self.items_a, self.items_b)
        if self.used < MOST_KEPT * most:
            notes.append(
                caution(
                    f"Only {self.used:,} of {most:,} items have scores of both systems; the others "
                    "are left out."
                )
            )
        reasons = [
            (self.only_a, f"{b} does not have {_them(self.only_a)}"),
            (self.only_b, f"{a} does not have {_them(self.only_b)}"),
            (self.missing_a, f"{a} has no score there"),
            (self.missing_b, f"{b} has no score there"),
        ]
        reasons += [
            (count, f"their {kind} fingerprints differ between the systems")
            for kind, count in self.conflicts.items()
        ]
        notes += [
            dropped(f"Dropped: {_items(count)}, because {why}.") for count, why in reasons if count
        ]
        if self.prompts:
            notes.append(
                caution(
                    f"{_items(self.prompts)} of the {self.used:,} compared had different "
                    "prompts under the two systems; the difference may be the prompts'."
                )
            )
        if self.unscored_rows:
            notes.append(
                dropped(f"Rows without a score: {self.unscored_rows:,}, left out of the means.")
            )
        return notes + self._runs() + list(self.said)

    def _runs(self) -> list[Note]:
        (few_a, most_a), (few_b, most_b) = self.runs_a, self.runs_b
        if most_a <= 1 and most_b <= 1:
            return []
        a, b = self.names
        if few_a == most_a == few_b == most_b:
            return [inferred(f"Runs: each score is the mean of {most_a} runs.", RUNS)]
        return [
            inferred(
                f"Runs differ in number: {_span(self.runs_a)} for each item of {a} and "
                f"{_span(self.runs_b)} of {b}; each score is the mean of its own.",
                RUNS,
            )
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemCounts:
    """One system: rows, items, and items with a score."""

    name: str
    rows: int
    items: int
    scored: int
    runs: tuple[int, int]

    @property
    def missing(self) -> int:
        """Items without a score."""
        return self.items - self.scored


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CommonAudit:
    """Several systems: what each has, and what all of them share."""

    rows: int
    items: int
    systems: tuple[SystemCounts, ...]
    common: int  # items that all have a score for and that are the same for all
    conflicts: Mapping[str, int] = field(default_factory=dict)
    prompts: int = 0
    said: tuple[Note, ...] = ()

    def notes(self) -> list[Note]:
        """Say it in words."""
        notes = [
            dropped(
                f"Items: {self.common:,} of {self.items:,} are scored for all {len(self.systems)} "
                f"systems ({self.rows:,} rows read)."
            )
        ]
        if self.common < MOST_KEPT * self.items:
            notes.append(
                caution(
                    f"Only {self.common:,} of {self.items:,} items have scores of all systems; the "
                    "others are left out."
                )
            )
        fewer = [s for s in self.systems if s.scored < self.items]
        if fewer:
            listed = ", ".join(f"{s.name} {s.scored:,}" for s in fewer[:20])
            notes.append(dropped(f"Scored items of systems that lack some: {listed}."))
        missing = sum(s.missing for s in self.systems)
        if missing:
            said = f"Missing: {missing:,} items of a system are listed without a score."
            notes.append(dropped(said))
        why = "fingerprints differ between systems"
        notes += [
            dropped(f"Dropped: {_items(count)}, because their {kind} {why}.")
            for kind, count in self.conflicts.items()
            if count
        ]
        if self.prompts:
            notes.append(
                caution(
                    f"{_items(self.prompts)} had different prompts under different "
                    "systems; differences may be the prompts'."
                )
            )
        runs = {s.runs for s in self.systems}
        if max(most for _, most in runs) > 1:
            said = (
                f"Runs: each score is the mean of {_span(next(iter(runs)))} runs."
                if len(runs) == 1
                else "Runs differ in number between systems; each score is the mean of its own."
            )
            notes.append(inferred(said, RUNS))
        return notes + list(self.said)


def _them(count: int) -> str:
    return "it" if count == 1 else "them"


def _items(count: int) -> str:
    return f"{count:,} item" + ("" if count == 1 else "s")


def _span(runs: tuple[int, int]) -> str:
    return f"{runs[0]}" if runs[0] == runs[1] else f"{runs[0]} to {runs[1]}"

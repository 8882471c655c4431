"""What raters and runs as a sample change in a comparison: p, interval, and what is said of it."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from claimwise.assess.claims import Hypothesis
from claimwise.assess.evidence import Evidence
from claimwise.assess.level_notes import bayesian_note, joined, level_notes, other_verdict
from claimwise.assess.level_tables import Cells, cells
from claimwise.assess.levels import (
    PLURAL,
    Level,
    Spread,
    level_of,
    spread_of_one,
    spread_of_pairs,
    spread_of_separate,
)
from claimwise.assess.one import Comparison, disagreement
from claimwise.assess.question import Question
from claimwise.assess.skewness import skewness_note
from claimwise.assess.sources import PairedSource, SeparateSource, Source
from claimwise.core import DataError, Note, Row, caution, option
from claimwise.data import Differences, IndependentScores, Scores
from claimwise.data.audit import RATERS
from claimwise.kernels.crossed import Crossed


class Place(NamedTuple):
    """Where the scores of a comparison stand: its source, evidence and data set."""

    source: PairedSource | SeparateSource
    evidence: Evidence
    dataset: str | None

    @property
    def scores(self) -> Scores:
        """The table."""
        return self.source.scores

    def roles(self) -> list[str]:
        """Return the roles that have a column."""
        return [role for role in PLURAL if getattr(self.scores, role) is not None]

    def cells(self, system: str, role: str) -> Cells:
        """Return the scores of a system by raters or by runs; of many systems they are kept."""
        pairs, source = self.evidence.pairs, self.source
        if pairs is None or isinstance(source, SeparateSource):
            return cells(self.scores, system, role, only=self.dataset)
        if source.together is None:
            return cells(self.scores, system, role, pairs.items, pairs.dataset)
        key = (system, role, self.dataset)
        if key not in source.tables:
            source.tables[key] = cells(self.scores, system, role, pairs.items, pairs.dataset)
        return source.tables[key]

    def cluster(self) -> NDArray[np.int64] | None:
        """Return the clusters of the items, if they have any."""
        data = self.evidence.data
        return data.cluster if isinstance(data, Differences) else None

    def spread(
        self, levels: list[Level], cluster: NDArray[np.int64] | None = None
    ) -> Spread | None:
        """Return the difference with these levels as samples; None where nothing varies.

        `cluster` takes the place of the items' own clusters.
        """
        pairs, data = self.evidence.pairs, self.evidence.data
        if pairs is not None:
            return spread_of_pairs(pairs, levels, self.cluster() if cluster is None else cluster)
        if isinstance(data, IndependentScores):
            return spread_of_separate(data.a, data.b, levels)
        columns = [self._item_means(name) for name in self.evidence.names]
        return spread_of_separate(columns[0], columns[1], levels)

    def _item_means(self, system: str) -> NDArray[np.float64]:
        return np.asarray(np.nanmean(self.cells(system, self.roles()[0]).values, axis=0))


def place_of(source: Source, evidence: Evidence | None, dataset: str | None) -> Place | None:
    """Return where the scores stand; None where there are none item by item, or no levels."""
    if evidence is None or not isinstance(source, PairedSource | SeparateSource):
        return None
    found = Place(source, evidence, dataset)
    return found if found.roles() else None


def is_random(role: str, question: Question) -> bool:
    """Whether raters, or runs, are taken as a sample."""
    if role == "rater":
        return question.raters == "random"
    return question.runs in ("crossed", "separate")


def takes_levels(source: Source, question: Question) -> bool:
    """Whether the scores have raters or runs that are taken as a sample."""
    if not isinstance(source, PairedSource | SeparateSource):
        return False
    there = [role for role in PLURAL if getattr(source.scores, role) is not None]
    return any(is_random(role, question) for role in there)


def levels_there(place: Place, question: Question) -> list[Level]:
    """Return the raters and the runs of a comparison."""
    a, b = place.evidence.names
    return [
        level_of(
            place.cells(a, role),
            place.cells(b, role),
            role,
            by_name=place.evidence.pairs is not None
            and (role == "rater" or question.runs != "separate"),
        )
        for role in place.roles()
    ]


def sampled(
    source: Source,
    evidence: Evidence | None,
    dataset: str | None,
    question: Question,
    cluster: NDArray[np.int64] | None = None,
) -> Spread | None:
    """Return the difference with raters and runs as samples; None where none are."""
    place = place_of(source, evidence, dataset)
    if place is None:
        return None
    levels = levels_there(place, question)
    random = [one for one in levels if one.known and is_random(one.role, question)]
    return place.spread(random, cluster) if random else None


def over_levels(source: Source, found: Comparison, dataset: str | None, question: Question) -> None:
    """Let raters and runs be a sample, where the data have them and the user did not say otherwise.

    What was found without stays in the details; where the user says that they are given, the
    details have what would hold for others like them.
    """
    place = place_of(source, found.evidence, dataset)
    if place is None:
        _of_pairs_alone(found)
        return
    levels = levels_there(place, question)
    random = [one for one in levels if one.known and is_random(one.role, question)]
    known = [one for one in levels if one.known]
    spread = place.spread(random) if random else None
    other = None if spread is not None or not known else place.spread(known)
    for one in levels:
        one.pairs = None  # as large as the data
    decides = bool({"test", "interval"} & set(question.ways))  # a posterior takes all as given
    found.like = _like(levels, spread if decides else None, question)
    if spread is None:
        found.notes += level_notes(levels, found, question, stuck=bool(random))
        if other is not None and decides:
            found.beside.append(_row("random_difference", other, found, question))
        return
    before = found.verdict(question).estimate if found.judged else None
    if decides:
        found.beside.append(_named("fixed_difference", found.difference(question)))
    _replace(found, spread, question)
    found.notes = [
        *level_notes(levels, found, question),
        *bayesian_note(found, question),
        *_skewed(place.evidence, found),
        *(disagreement(found, question) if found.interval is not None else []),
    ]
    if before is not None:
        found.notes += other_verdict(found, question, before)


def _skewed(evidence: Evidence, found: Comparison) -> list[Note]:
    """Warn of items that are few and skewed, as without levels."""
    by = found.interval or found.test
    return [] if by is None else skewness_note(evidence.data, by, found.called, levels=True)


def _replace(found: Comparison, spread: Spread, question: Question) -> None:
    """Take estimate, p-values and interval from the analysis with levels."""
    claim, crossed = question.claim, spread.crossed
    found.spread, found.estimate, found.n = spread, float(crossed.mean), spread.n
    found.test_label = found.interval_label = spread.name
    found.simulated = False

    def p(h: Hypothesis) -> float:
        return float(crossed.pvalue(h.alternative, h.margin))

    if "test" in question.ways:
        found.against = [p(h) for h in claim.hypotheses()]
        found.contra = [p(h) for h in claim.contradictions()]
        better = Hypothesis(0.0, "greater" if claim.up == 1 else "less")
        two_sided = claim.alternative == "two-sided"
        found.directed = p(better) if two_sided else max(found.against)
    if "interval" in question.ways:
        found.low, found.high = _ends(crossed, claim.interval_level, found)
        found.judging = _ends(crossed, claim.judging_level, found)


def _ends(crossed: Crossed, level: float, found: Comparison) -> tuple[float, float]:
    low, high = (float(end) for end in crossed.interval(level))
    if found.evidence is not None and found.evidence.verdicts:  # no share differs by more than all
        return max(-1.0, low), min(1.0, high)
    return low, high


def _row(quantity: str, spread: Spread, found: Comparison, question: Question) -> Row:
    """Return the difference with all levels as samples, where the answer takes them as given."""
    shown = Comparison(found.at, found.names, found.estimate, found.n, found.evidence)
    shown.test, shown.interval = found.test, found.interval
    _replace(shown, spread, question)
    return _named(quantity, shown.difference(question))


def _named(quantity: str, row: Row) -> Row:
    return replace(row, quantity=quantity)


def _like(levels: list[Level], spread: Spread | None, question: Question) -> str:
    """Return for whom the answer holds, as the headline has it in brackets."""
    parts = [f"{spread.who} like these"] if spread is not None else []
    sampled = spread.levels if spread is not None else []
    for one in levels:
        said_so = one.role == "rater" or question.runs == "fixed"
        if one not in sampled and said_so and (one.role == "rater" or max(one.counts) > 1):
            parts.append(f"for {one.words()}")
    return ", ".join(parts)


def share_rows(found: Comparison) -> list[Row]:
    """Return of what the variance of the difference is made: items, raters, runs."""
    if found.spread is None:
        return []
    return [
        Row(quantity="variance_share", at={"part": part, **found.at}, estimate=share, n=found.n)
        for part, share in found.spread.shares().items()
    ]


def own_spreads(
    source: Source, evidence: Evidence | None, dataset: str | None, question: Question
) -> dict[str, Crossed]:
    """Return the mean score of each system with its raters and runs as samples, if they are."""
    place = place_of(source, evidence, dataset)
    if place is None or evidence is None:
        return {}
    roles = [role for role in place.roles() if is_random(role, question)]
    found = {}
    for i, name in enumerate(evidence.names):
        tables = [place.cells(name, role) for role in roles]
        if not tables:
            continue
        pairs = evidence.pairs
        if pairs is None:
            means = np.asarray(np.nanmean(tables[0].values, axis=0))
        else:
            means = pairs.b if i else pairs.a
        one = spread_of_one(means, tables, place.cluster())
        if one is not None:
            found[name] = one
    return found


def _of_pairs_alone(found: Comparison) -> None:
    """Say so where scores are means of runs or raters that are not known one by one."""
    pairs = None if found.evidence is None else found.evidence.pairs
    if pairs is None or pairs.runs_a is None or pairs.runs_b is None:
        return
    of_raters = pairs.audit is not None and any(n.about == RATERS for n in pairs.audit.said)
    of_runs = max(int(pairs.runs_a.max()), int(pairs.runs_b.max())) > 1
    for what in ["rater"] * of_raters + ["run"] * of_runs:
        said = (
            f"These pairs are means of {PLURAL[what]} that are not known one by one: what a {what} "
            "has in common over items is not allowed for. Give the table of scores."
        )
        found.notes.append(caution(said, found.called))


def refuse_combined(source: Source, parts: list[Comparison]) -> None:
    """Refuse to combine data sets of other items whose raters or runs are a sample."""
    spread = next((part.spread for part in parts if part.spread is not None), None)
    if spread is not None and isinstance(source, SeparateSource):
        fixed = [option(PLURAL[one.role], "fixed") for one in spread.levels]
        raise DataError(
            f"Unpaired scores of several data sets are combined for {spread.who} that are taken as "
            "given, not as a sample.",
            "Choose one data set with " + option("dataset") + ", or add " + joined(fixed) + ".",
        )

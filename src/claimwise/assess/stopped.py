"""A comparison at a look before the end, or at any time: the claim is judged by the rule."""

from __future__ import annotations

from dataclasses import replace
from math import nan, sqrt
from typing import Any

from claimwise.assess.answer import Told, make_result
from claimwise.assess.anytime import follow
from claimwise.assess.evidence import Evidence
from claimwise.assess.level_notes import joined
from claimwise.assess.levels import PLURAL
from claimwise.assess.looks import (
    ADJUSTED,
    GO_ON,
    NOT_SHOWN,
    STOP,
    Stage,
    at_look,
    end_notes,
    stage_rows,
)
from claimwise.assess.one import Comparison, flip_rows, score_rows
from claimwise.assess.over_levels import sampled
from claimwise.assess.question import Question
from claimwise.assess.sequences import known_bounds, sequence_rows, sequence_settings, win_rate_row
from claimwise.assess.sources import Source
from claimwise.assess.stopping import WHO, Stopping
from claimwise.assess.two_systems import two_systems
from claimwise.core import (
    DataError,
    Note,
    ParameterError,
    Result,
    Row,
    assumed,
    caution,
    dropped,
    inferred,
    meaning,
    option,
)
from claimwise.core.words import p_number
from claimwise.data import Differences, IndependentCounts, PairCounts
from claimwise.engine.anytime import ASYMPTOTIC, DIFFERENCE, WIN_RATE
from claimwise.kernels.binomial_interval import normal_quantile
from claimwise.kernels.student import spread
from claimwise.power.looks import ANYTIME

SURE = 1 - 1e-12  # the highest level of an interval, for looks that ask for more


def stopped_comparison(
    stopping: Stopping, source: Source, systems: tuple[str, ...], question: Question, told: Told
) -> Result:
    """Compare two systems at a look, or at any time."""
    if len(systems) != 2 or len(source.datasets) > 1:
        found = "several systems" if len(systems) != 2 else "several data sets"
        raise ParameterError(
            WHO,
            "two systems on one data set",
            found,
            "Choose with "
            + option("a")
            + " and "
            + option("b")
            + ", or "
            + option("dataset")
            + ".",
        )
    if not {"test", "interval"} >= set(question.ways) or "test" not in question.ways:
        raise ParameterError(
            WHO,
            option("assess", "test") + ", or test and interval",
            option("assess", ",".join(question.ways)),
            "A posterior does not depend on the looks, and does not keep alpha either.",
        )
    evidence = source.evidence(*systems, None)
    if stopping.rule == ANYTIME:
        return _anytime(stopping, evidence, source, systems, question, told)
    return _at_look(stopping, evidence, source, systems, question, told)


def _at_look(
    stopping: Stopping,
    evidence: Evidence,
    source: Source,
    systems: tuple[str, ...],
    question: Question,
    told: Told,
) -> Result:
    claim = question.claim
    side = claim.alternative or ("less" if claim.downwards else "greater")
    n = evidence.n if evidence.paired else 2 / (1 / evidence.n_a + 1 / evidence.n_b)
    rule: dict[str, Any] = {"rule": stopping.rule, "alpha": claim.alpha, "alternative": side}
    fractions = stopping.fractions(n)
    stage = Stage.of(fractions, stopping.planned, **rule)
    # At its own level a look is a comparison like any other.
    shown_level = SURE if claim.level is None and stage.level < 1 - SURE else claim.level
    nominal = replace(question, claim=replace(claim, alpha=stage.level, level=shown_level))
    found = two_systems(source, systems, nominal, told)
    difference = found["difference"]
    notes = _stage_notes(stopping, found, stage, question)
    of_one_look = ("mde", "sample_size")
    rows = [row for row in found.rows if row.quantity not in of_one_look]
    p = difference.pvalue
    decision, more = nan, []
    if p is not None:
        shown = found["verdict"].estimate != 0
        decision = STOP if shown else NOT_SHOWN if stage.final else GO_ON
    rows += [Row(quantity="decision", estimate=decision, n=difference.n)]
    rows += stage_rows(stage, difference.n)
    among = found.settings.get("sampled")
    if p is not None and decision != GO_ON and among:
        said = f"An estimate that allows for the looks is not worked out for {among} as a sample."
        notes.append(dropped(said, ADJUSTED))
    elif p is not None and decision != GO_ON and not claim.threshold:
        error = standard_error(evidence)
        look = at_look(
            pvalue=p,
            **rule,
            fractions=fractions,
            planned=stopping.planned,
            estimate=difference.estimate,
            error=error,
            level=claim.level or claim.judging_level,
            n=difference.n,
        )
        more = list(look.select(ADJUSTED))
        if more:
            said = (
                "A study that stops early has seen a difference that is on average too large. The "
                "headline allows for that; the difference that was seen stands among all rows."
            )
            notes.append(meaning(said, ADJUSTED))
        notes += [note for note in look.notes if note.about == ADJUSTED]
    elif decision != GO_ON and claim.threshold:
        said = "An estimate that allows for the looks is not worked out for margins."
        notes.append(dropped(said, ADJUSTED))
    settings = dict(found.provenance["settings"])
    rules = stage.settings(declared=stopping.declared)
    if decision == STOP and side != "two-sided" and found["verdict"].estimate < 0:
        rules["contradicted"] = True
        if not claim.threshold and not more:
            said = "An estimate that allows for the looks is not worked out for the other side."
            notes.append(dropped(said, ADJUSTED))
    settings |= {"stopping": rules, "alpha": claim.alpha}
    kept = [note for note in found.notes if (note.kind, note.about) != ("assumed", "mde")]
    return replace(
        found,
        rows=(*rows, *more),
        notes=(*kept, *notes),
        provenance=dict(found.provenance) | {"settings": settings},
    )


def _stage_notes(stopping: Stopping, found: Result, stage: Stage, question: Question) -> list[Note]:
    notes = []
    if stopping.planned_n is None:
        said = (
            f"The share of the data at this look was taken as planned ({stage.looks.times[-1]:g}): "
            "with the items planned for the end it would follow those read."
        )
        notes.append(inferred(said))
    notes += end_notes(stage.looks.times[-1], stage.final)
    if len(stage.looks.times) > 1:
        said = "The looks before this one are taken not to have stopped the study."
        notes.append(assumed(said))
    level = found["difference"].level
    if question.claim.level is not None:
        said = f"The interval of level {question.claim.level:g} is that of one look."
        notes.append(meaning(said))
    elif level == SURE:
        said = "The interval is at a level of 1 - 1e-12: this look would ask for more."
        notes.append(meaning(said))
    elif level is not None:
        said = (
            "The interval next to the p-value holds at all looks together: its level of "
            f"{level:.6g} is that of this look."
        )
        notes.append(meaning(said))
    resamples = found.provenance["settings"].get("resamples")
    if resamples and 1 / (resamples + 1) > stage.level:
        said = (
            f"{resamples:,} resamples cannot give a p-value as small as this look asks "
            f"for ({p_number(stage.level)}); give more resamples."
        )
        notes.append(caution(said))
    return notes


def standard_error(evidence: Evidence) -> float:
    """Return the standard error of the difference; NaN where it cannot be estimated."""
    data = evidence.data
    if isinstance(data, PairCounts):
        mean = float(data.effect())
        square = (float(data.wins) + float(data.losses)) / data.n
        return sqrt(max(0.0, square - mean**2) / data.n)
    if isinstance(data, IndependentCounts):
        shares = ((float(data.a) / data.n_a, data.n_a), (float(data.b) / data.n_b, data.n_b))
        return sqrt(sum(p * (1 - p) / n for p, n in shares))
    if isinstance(data, Differences) and data.cluster is None:
        return sqrt(float(spread(data.d)) / data.n)
    if isinstance(data, Differences):
        from claimwise.intervals import find_interval

        low, high = find_interval("cluster-cr2").evaluate(data, 0.95)
        return float(high - low) / 2 / normal_quantile(0.95)
    sizes = ((data.a, data.a.shape[-1]), (data.b, data.b.shape[-1]))
    return sqrt(sum(float(spread(x)) / n for x, n in sizes))


def _anytime(
    stopping: Stopping,
    evidence: Evidence,
    source: Source,
    systems: tuple[str, ...],
    question: Question,
    told: Told,
) -> Result:
    pairs, claim = evidence.pairs, question.claim
    if pairs is None or not evidence.paired:
        raise DataError(
            option("spending", ANYTIME), "both systems on the same items, in order", "no items"
        )
    if question.test is not None or question.interval is not None:
        raise ParameterError(
            option("spending", ANYTIME), "no test or interval by name", "one", "It is its own."
        )
    levels = sampled(source, evidence, None, question)
    if levels is not None:
        fixed = joined([option(PLURAL[one.role], "fixed") for one in levels.levels])
        raise ParameterError(
            option("spending", ANYTIME),
            f"{levels.who} that are taken as given",
            f"{levels.who} as a sample",
            "For those in the data alone add " + fixed + ".",
        )
    bounds = known_bounds(pairs, stopping.bounds, evidence.verdicts)
    width = None if bounds is None else (bounds[0] - bounds[1], bounds[1] - bounds[0])
    path = follow(pairs.b - pairs.a, bounds=width, planned_n=stopping.planned_n)
    by_wins = stopping.sequence == "win-rate"
    if by_wins and not isinstance(evidence.data, PairCounts):
        raise DataError(option("sequence", "win-rate"), "right or wrong scores", "others")
    more, notes = sequence_rows(path, claim, by_win_rate=by_wins)
    rows = [*score_rows(evidence, claim.interval_level, {}), *more]
    rows += flip_rows(evidence, {}, claim.up)
    if isinstance(evidence.data, PairCounts):
        rows.append(win_rate_row(pairs.b - pairs.a, claim))
    notes.append(meaning("The intervals of the single systems are those of one look."))
    found = Comparison({}, evidence.names, evidence.estimate, evidence.n, evidence)
    result = make_result(source, [found], rows, notes, question, told, systems)
    kind = WIN_RATE if by_wins else ASYMPTOTIC if path.bounds is None else DIFFERENCE
    settings = dict(result.provenance["settings"])
    settings |= sequence_settings(path, kind, declared=stopping.declared)
    return replace(
        result,
        method="confidence-sequence",
        provenance=dict(result.provenance) | {"settings": settings},
    )

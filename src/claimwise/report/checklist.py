"""The reporting checklist: what two papers ask of a report, answered as far as a result knows.

Card et al. (2020), section 6, and Sadeqi Azer et al. (2020), section 4. What a result cannot know
is left to the author, and says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from typing import Any

from claimwise.core import Note, Result, Settings, counted
from claimwise.report.answer import Answer, Checks
from claimwise.report.method import BELIEVED, SEQUENCE, TESTED
from claimwise.report.numbers import decimal, given, number, percent
from claimwise.report.quantities import REGION
from claimwise.report.signature import data_digest, short_digest

INTRODUCED = (
    "The questions are recommendations of Card et al. (2020, section 6) and of Sadeqi Azer et al. "
    "(2020, section 4). What the result cannot know is left to the author."
)
CARD = "Card et al. 2020, section 6"
AZER = "Azer et al. 2020, section 4"
AUTHOR = "To be filled in by the author"
NOT_HERE = f"Not in this result. {AUTHOR}."
DECLARE = "Not in this result: declare a study (claimwise study new) before the data."
RELEASED = (
    "Are predictions or checkpoints (of people, the anonymised ratings) released, for later tests "
    "and power analyses?"
)
TINY = 0.001  # below which the error of a computation is not spelled out
MOST = 3  # differences that are listed one by one
ASKS = {
    "test": "if the null hypothesis were true, how often would a difference at least as extreme be "
    "seen",
    "interval": "which true differences would the data not reject",
    "posterior": "given the data, the model and the prior, how probable is the claim",
    "bayes-factor": "how much do the data change the odds of the hypotheses",
    "confidence sequence": "which true differences have the data, at whatever item they were "
    "looked at, not rejected",
}


def checklist(
    answer: Answer, result: Result, assumed: Sequence[str], cautions: Sequence[str]
) -> tuple[str, ...]:
    """Return the questions that apply, each with its answer below and who asks; or nothing.

    Where no claim is made, nothing is asked.
    """
    checks = answer.checks
    if checks is None:
        return ()
    goal = (checks.hypothesis or answer.question).rstrip(".")
    asked = "; ".join(words for way, words in ASKS.items() if way in checks.ways)
    smallest = answer.outlook or _detectable(answer, result) or NOT_HERE
    items = [
        ("Was a power analysis done before the data?", _before(checks, result.settings), CARD),
        ("How many items were, or will be, evaluated?", checks.evaluated or f"{AUTHOR}.", CARD),
        ("What is the smallest difference that such a study can detect?", smallest, CARD),
        ("Is the comparison likely to be underpowered?", _powered(checks), CARD),
        (RELEASED, _shared(checks, result), CARD),
        (
            "What is the hypothesis, and which question is answered?",
            f"{goal if goal.endswith('?') else goal + '.'} Asked: {asked}?",
            AZER,
        ),
    ]
    if checks.ways & {*TESTED, SEQUENCE}:
        items += [(*item, AZER) for item in _tested(checks, assumed, cautions)]
    if checks.ways & BELIEVED:
        items += [(*item, AZER) for item in _believed(result)]
    return INTRODUCED, *(f"{question}\n{said} ({source})" for question, said, source in items)


def _before(checks: Checks, settings: Settings) -> str:
    when = settings.get("frozen") or settings.get("date")
    if settings.get("hash") and when:
        changed = settings.get("changed") or settings.get("state") == "changed"
        since = ", but changed since" if changed else ""
        return (
            f"The study was declared and frozen on {when} as {short_digest(settings['hash'])}"
            f"{since}; power {decimal(settings.get('target') or 0.0)} was wanted."
        )
    if isinstance(settings.get("comparisons"), list):  # named in a declaration, not counted
        return "The study is declared, but it was not frozen before the data."
    return "Yes, this one." if checks.planned else DECLARE


def _detectable(answer: Answer, result: Result) -> str:
    """Return the detectable differences of a plan, or of many comparisons; empty without any."""
    rows = result.select("mde")
    sizes = sorted(abs(row.estimate) for row in rows if isfinite(row.estimate))
    if not sizes:
        return "No possible difference is found with the power that is wanted." if rows else ""
    ends = dict.fromkeys(map(answer.scale.size, (sizes[0], sizes[-1])))
    target = result.settings.get("target")
    power = f" with power {percent(target)}" if isinstance(target, float) else ""
    power += ", with one look at the end" if result.settings.get("spending") else ""
    power += ", if the pilot is taken at its word" if result.settings.get("uncertain") else ""
    claimed = result.settings.get("claim", "difference") != "difference"
    needed = "A true difference of {} is needed{}." if claimed else "{}{}."
    return needed.format(" to ".join(ends), power)


def _powered(checks: Checks) -> str:
    if checks.planned:
        return checks.powered or NOT_HERE
    return (
        "Power at the observed difference is not given: it is the p-value in other words. Hold the "
        f"detectable difference against the smallest that matters. {AUTHOR}."
    )


def _shared(checks: Checks, result: Result) -> str:
    """Return what is known of what is to be shared."""
    if checks.planned:
        return "There are no data yet."
    digest = data_digest(result.provenance)
    known = f"The data have the digest {digest}. " if digest else ""
    return f"{known}{AUTHOR}: where they can be had."


def _tested(
    checks: Checks, assumed: Sequence[str], cautions: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Return what is asked of tests and intervals."""
    nulls = [note for note in assumed if isinstance(note, Note) and note.about == "null"]
    listed = [f"{counted(len(assumed), 'assumption')} listed above."] if assumed else []
    fits = f"Whether the setting is so: {AUTHOR.lower()}."
    yield "Does the setting fit the assumptions of the test?", " ".join([*nulls, *listed, fits])
    noted = f"See {counted(len(cautions), 'caution')}." if cautions else ""
    known = " ".join(filter(None, (checks.deviations, noted)))
    dealt = f"{known} {AUTHOR}: how each was dealt with."
    yield (
        "Which mismatches could not be resolved, and why are they tolerable?",
        dealt if known else f"None is known to this result. {AUTHOR}.",
    )
    yield "What do p-value and confidence interval mean here?", checks.meaning
    practical = f"no margin was set. {AUTHOR}: the smallest difference that matters."
    if checks.practical:
        practical = f"a margin of {checks.practical} was set."
    yield (
        "In which sense is a result called significant?",
        f"Statistically: {checks.significant}. Whether a difference matters in practice is another "
        f"question: {practical}",
    )
    none = "To come with the data" if checks.planned else f"No interval in this result. {AUTHOR}"
    margins, more = checks.margins[:MOST], checks.margins[MOST:]
    said = "; ".join([*margins, *([f"and {len(more)} more"] if more else [])])
    yield "By what margin: effect size and interval?", f"{said or none}."


def _believed(result: Result) -> Iterator[tuple[str, str]]:
    """Return what is asked of posteriors and Bayes factors."""
    settings = result.settings
    priors = dict.fromkeys(note for note in result.notes if note.about == "prior")
    stated = " ".join(priors) or f"Prior: {settings.get('prior')}."
    why = f"{stated} Why this one: {AUTHOR.lower()}."
    yield "Which model and which prior, and why?", why
    yield (
        "How does the highest-density interval lie to the region of practical equivalence?",
        _region(result, settings.get("rope")),
    )
    several = {row.at["prior"] for row in result.rows if "prior" in row.at}
    stand = f"The answers under {len(several)} priors stand in the table."
    none = "Not in this result: give several priors (--prior uniform,jeffreys)."
    yield "How sensitive is the answer to the prior?", stand if several else none
    yield "How was the posterior computed, and did it converge?", _sampled(settings)


def _region(result: Result, region: Any) -> str:
    """Return where the region is, and how the intervals lie to it."""
    if region is None:
        return "No region of practical equivalence was stated (--rope)."
    ends = region if isinstance(region, list | tuple) else (-region, region)
    stated = f"The region is {given(ends[0])} to {given(ends[1])}"
    rows = [row for row in result.select("hdi_rope") if "prior" not in row.at]
    rows = [row for row in rows if row.at in ({}, {"over": "combined"})] or rows
    lies = [f"{REGION[row.estimate]} it" for row in rows if row.estimate in REGION]
    if len(rows) > MOST:
        return f"{stated}; how each interval lies stands in the table."
    return (
        f"{stated}; the highest-density interval lies {'; '.join(lies)}." if lies else f"{stated}."
    )


def _sampled(settings: Settings) -> str:
    """Return how a posterior was computed, with the numbers by which that is judged."""
    quality, by = settings.get("quality"), settings.get("by") or settings.get("engine")
    if not isinstance(quality, Mapping) or not quality:
        return f"By {by}; nothing was sampled." if by == "exact" else "In closed form."
    numbers = ", ".join(
        f"{key.replace('_', ' ')} {number(x) if x >= TINY or x <= 0 else f'below {TINY}'}"
        for key, x in quality.items()
        if isinstance(x, int | float)
    )
    return f"By {by}: {numbers}." if numbers else f"By {by}."

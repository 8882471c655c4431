"""The reporting checklist: what two papers ask of a report, answered as far as a result knows.

Card et al. (2020), section 6, and Sadeqi Azer et al. (2020), section 4. What a result cannot know
is left to the author, and says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from typing import Any

from claimwise.core import Note, Result, Settings, counted
from claimwise.report.answer import Answer
from claimwise.report.method import BELIEVED, SEQUENCE, TESTED
from claimwise.report.numbers import decimal, given, given_percent, number, percent
from claimwise.report.quantities import REGION
from claimwise.report.signature import data_digest, short_digest
from claimwise.report.verdicts import look_name

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
ONCE_SEEN = (
    "Power at the observed difference is not given: it is the p-value in other words. Hold the "
    f"detectable difference against the smallest that matters. {AUTHOR}."
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
    if not answer.ways:
        return ()
    size = f"{answer.size}." if answer.size else f"{AUTHOR}."
    asked = "; ".join(words for way, words in ASKS.items() if way in answer.ways)
    question = answer.question if answer.question.endswith((".", "?")) else f"{answer.question}."
    smallest = answer.outlook or _detectable(answer, result) or NOT_HERE
    powered, digest = ONCE_SEEN, data_digest(result.provenance)
    shared = f"{f'The data have the digest {digest}. ' if digest else ''}{AUTHOR}: where they are."
    if answer.planned:
        powered = f"{answer.headline}. Power {percent(result.settings['target'])} is wanted."
        shared = "There are no data yet."
    items = [
        ("Was a power analysis done before the data?", _before(answer, result.settings), CARD),
        ("How many items were, or will be, evaluated?", size, CARD),
        ("What is the smallest difference that such a study can detect?", smallest, CARD),
        ("Is the comparison likely to be underpowered?", powered, CARD),
        (RELEASED, shared, CARD),
        (
            "What is the hypothesis, and which question is answered?",
            f"{question} Asked: {asked}?",
            AZER,
        ),
    ]
    if answer.ways & {*TESTED, SEQUENCE}:
        items += [(*item, AZER) for item in _tested(answer, result, assumed, cautions)]
    if answer.ways & BELIEVED:
        items += [(*item, AZER) for item in _believed(result)]
    return INTRODUCED, *(f"{question}\n{said} ({source})" for question, said, source in items)


def _before(answer: Answer, settings: Settings) -> str:
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
    return "Yes, this one." if answer.planned else DECLARE


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


def _tested(
    answer: Answer, result: Result, assumed: Sequence[str], cautions: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Return what is asked of tests and intervals."""
    nulls = [note for note in assumed if isinstance(note, Note) and note.about == "null"]
    listed = [f"{counted(len(assumed), 'assumption')} listed above."] if assumed else []
    fits = f"Whether the setting is so: {AUTHOR.lower()}."
    yield "Does the setting fit the assumptions of the test?", " ".join([*nulls, *listed, fits])
    known = [*result.provenance.get("deviations", {}).values()]
    known += [f"See {counted(len(cautions), 'caution')}."] if cautions else []
    dealt = f"{' '.join(known)} {AUTHOR}: how each was dealt with."
    yield (
        "Which mismatches could not be resolved, and why are they tolerable?",
        dealt if known else f"None is known to this result. {AUTHOR}.",
    )
    yield "What do p-value and confidence interval mean here?", _meaning(answer, result)
    parts = (result.provenance, *result.provenance.get("parts", {}).values())
    margins = dict.fromkeys(part["settings"].get("margin") or 0.0 for part in parts)
    stated = " and ".join(answer.scale.given(abs(margin)) for margin in margins if margin)
    practical = f"no margin was set. {AUTHOR}: the smallest difference that matters."
    yield (
        "In which sense is a result called significant?",
        f"Statistically: {_significant(answer, result.settings)}. Whether a difference matters in "
        f"practice is another question: "
        f"{f'a margin of {stated} was set.' if stated else practical}",
    )
    several = len(answer.compared) != 1
    found = f"{answer.headline}{'; each comparison stands in the tables' if several else ''}."
    said = "To come with the data." if answer.planned else found
    yield "By what margin: effect size and interval?", said


def _meaning(answer: Answer, result: Result) -> str:
    """Return what p-value and interval mean here."""
    if answer.planned:
        return "There are no p-values and intervals yet: they come with the data."
    sentences = []
    if any(row.pvalue is not None for row in result.rows):
        says = "is the probability of a difference at least as extreme as the observed one"
        if SEQUENCE in answer.ways:
            says = "falls to alpha or below at any item with a probability of at most alpha"
        sentences.append(
            f"If the null hypothesis holds, the p-value {says}; it is not the probability of that "
            "hypothesis."
        )
    levels = (row.level for row in result.rows if row.level and row.kind == "confidence")
    for level in dict.fromkeys(levels):
        sentences.append(
            f"Over many studies done like this one, in about {given_percent(level)} of them or "
            "more such intervals hold the true value; of this one interval that is no probability."
        )
    return " ".join(sentences) or "No p-value and no confidence interval of data is reported."


def _significant(answer: Answer, settings: Settings) -> str:
    """Return what a difference is called significant by: with looks, what each asks for."""
    rule, alpha = settings.get("stopping"), decimal(settings.get("alpha") or 0.0)
    if answer.planned and settings.get("spending"):
        return f"a finding by the rule of its look, so that all looks err in no more than {alpha}"
    if isinstance(rule, Mapping) and "level" in rule:
        return (
            f"a p-value of at most {decimal(rule['level'])} at {look_name(rule)}, so that over "
            f"all looks alpha ({decimal(rule['alpha'])}) is kept"
        )
    valid = ", valid at every item at once," if SEQUENCE in answer.ways else ""
    return f"a p-value{valid} of at most alpha ({alpha})"


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
    lies = "how each interval lies stands in the table"
    if len(rows) == 1:
        lies = f"the highest-density interval lies {REGION.get(rows[0].estimate, 'unknown')} it"
    return f"{stated}; {lies}."


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

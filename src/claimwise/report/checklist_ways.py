"""The reporting checklist of tests and of beliefs: questions, and how a result answers them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from claimwise.core import Row
from claimwise.report.checklist_looks import ADJUSTED, allowing, look_limit, look_meaning
from claimwise.report.claim_words import ends, size
from claimwise.report.detectable import difference_size
from claimwise.report.facts import FREQUENTIST, Facts
from claimwise.report.numbers import interval, number, percent
from claimwise.report.places import place_of
from claimwise.report.studies import deviations_of, deviations_text

AZER = "Azer et al. 2020, section 4"
AUTHOR = "To be filled in by the author"
SEQUENCE = "confidence sequence"
MOST = 3  # differences that are told one by one
OF = {"combined": "all data sets together", "datasets as clusters": "over data sets like these"}
Asked = tuple[str, Callable[[Facts], str], str]  # question, how it is answered, who asks


def _goal(facts: Facts) -> str:
    asks = {
        "test": "were the null hypothesis true, how often would a difference at least as extreme "
        "be seen",
        "interval": "which true differences would the data not reject",
        "posterior": "given the data, the model and the prior, how probable is the claim",
        "bayes-factor": "how much do the data change the odds of the hypotheses",
        SEQUENCE: "which true differences have the data, at whatever item they were looked at, not "
        "rejected",
    }
    said = [words for way, words in asks.items() if way in facts.ways]
    return f"{_hypothesis(facts).rstrip('.')}. Asked: {'; '.join(said)}?"


def _hypothesis(facts: Facts) -> str:
    """Return the claim; ratings and judgements have it in their verb alone."""
    rows = [place_of(row) for row in facts.named("difference") if place_of(row)]
    if facts.verb == "ratings" and FREQUENTIST & facts.ways and rows:
        each = f", for each of {', '.join(rows)}" if len(rows) <= MOST else ", for each comparison"
        return f"One of the two systems is rated higher (alpha {_alpha(facts)}, two-sided){each}"
    return facts.claim


def _alpha(facts: Facts) -> str:
    """Return the level of significance; of ratings, that of their intervals."""
    alpha, level = facts.settings.get("alpha"), facts.settings.get("level")
    if isinstance(alpha, float):
        return number(alpha)
    if facts.verb not in ("ratings", "judgements") or not isinstance(level, float):
        return ""
    return number(round(1 - level, 12))


def _test(facts: Facts) -> str:
    nulls = [note for note in facts.assumptions if note.startswith("Null hypothesis")]
    count = len(facts.assumptions)
    listed = f"{count} {'assumption is' if count == 1 else 'assumptions are'} listed above. "
    said = " ".join([*nulls, listed if count else ""]).strip()
    return f"{said} Whether the setting is so: {AUTHOR.lower()}.".strip()


def _mismatch(facts: Facts) -> str:
    said = [deviations_text(facts.result)] if deviations_of(facts.result) else []
    count = len(facts.heed)
    if count:
        said.append(f"See {count} {'note' if count == 1 else 'notes'} under what to heed.")
    if not said:
        return f"None is known to this result. {AUTHOR}."
    return f"{' '.join(said)} {AUTHOR}: how each was dealt with."


def _precise(facts: Facts) -> str:
    looked = look_meaning(facts)
    if looked:
        return looked
    said = []
    if any(row.pvalue is not None for row in facts.result.rows):
        said.append(
            "A p-value is the probability of a difference at least as extreme as the observed one "
            "if the null hypothesis holds; it is not the probability of that hypothesis."
            if SEQUENCE not in facts.ways
            else "If the null hypothesis holds, the p-value falls to alpha or below at any item, "
            "however often one looks, with a probability of at most alpha; it is not the "
            "probability of that hypothesis."
        )
    levels = [r.level for r in facts.result.rows if r.kind == "confidence" and r.level]
    if levels and facts.settings.get("correct") == "max-t":
        said.append(
            f"Over many studies done like this one, in about {percent(levels[0])} all confidence "
            "intervals of differences hold the true values together; of these here that is no "
            "probability."
        )
    elif levels:
        said.append(
            f"Over many studies done like this one, about {percent(levels[0])} of such confidence "
            "intervals hold the true value; of this one interval that is no probability."
        )
    return " ".join(said) or "No p-value and no confidence interval of data is reported."


def _significant(facts: Facts) -> str:
    level = f" ({_alpha(facts)})" if _alpha(facts) else ""
    limit = look_limit(facts) or f"a p-value of at most alpha{level}"
    return (
        f"Statistically: {limit}. Whether a difference matters in "
        f"practice is another question: {_practical(facts)}"
    )


def _practical(facts: Facts) -> str:
    margin = facts.analysed.get("margin")
    if isinstance(margin, float | int) and margin:
        return f"a margin of {difference_size(abs(margin), facts.result)} was set."
    return f"no margin was set. {AUTHOR}: the smallest difference that matters."


def _margin(facts: Facts) -> str:
    if facts.is_plan:
        return "To come with the data."
    rows = [row for row in facts.named("difference", "effect", "coefficient") if interval(row)]
    rows = allowing(rows, facts)
    if any(row.quantity == "difference" for row in rows):  # a coefficient would say the same again
        rows = [row for row in rows if row.quantity != "coefficient"]
    rows = [row for row in rows if not place_of(row).startswith("every pairing")]
    rows.sort(key=lambda row: place_of(row) not in ("", "combined"))  # what answers comes first
    settings = facts.analysed
    if not rows:
        return f"No interval in this result. {AUTHOR}."
    shown = [_ends(row, settings) for row in rows[:MOST]]
    more = f"; and {len(rows) - MOST} more in the table" if len(rows) > MOST else ""
    return f"{'; '.join(shown)}{more}."


def _ends(row: Row, settings: Mapping[str, Any]) -> str:
    """Return a difference with its interval, and of what it is."""
    known = {**settings, **settings.get("details", {}).get(place_of(row), {})}
    kind = {"monte carlo": "Monte Carlo"}.get(str(row.kind), str(row.kind))
    name = "" if not place_of(row) else f"{OF.get(place_of(row), place_of(row))}: "
    name += f"{'a' if name else 'A'}llowing for the looks, " if row.quantity == ADJUSTED else ""
    level, unit = percent(row.level or 0), _unit(settings)
    return f"{name}{size(row.estimate, known)}{unit}, {level} {kind} interval {ends(row, known)}"


def _unit(settings: Mapping[str, Any]) -> str:
    """Return the unit of differences of ratings; those of others stand by the number."""
    if settings.get("verb") != "ratings":
        return ""
    if settings.get("model") == "linear":
        return " rating points"
    return f" latent units ({settings['link']})" if settings.get("link") else " latent units"


def _prior(facts: Facts) -> str:
    priors = [note for note in facts.assumptions if "Prior" in note]
    stated = " ".join(dict.fromkeys(priors)) or f"Prior: {facts.settings.get('prior')}."
    return f"{stated} Why this one: {AUTHOR.lower()}."


def _rope(facts: Facts) -> str:
    words = {1.0: "outside of it", -1.0: "inside it", 0.0: "partly inside and partly outside of it"}
    region = facts.settings.get("rope")
    rows = [row for row in facts.named("hdi_rope") if "prior=" not in place_of(row)]
    rows = [row for row in rows if place_of(row) in ("", "combined")] or rows
    if region is None:
        return "No region of practical equivalence was stated (--rope)."
    ends = region if isinstance(region, list | tuple) else (-region, region)
    stated = f"The region is {number(ends[0])} to {number(ends[1])}"
    if not rows:
        return f"{stated}."
    if len(rows) > 1:
        told = [f"{words[row.estimate]} ({place_of(row)})" for row in rows]
        return f"{stated}; the highest-density interval lies {'; '.join(told)}."
    lies = rows[0].estimate
    return f"{stated}; the {'whole ' if lies else ''}highest-density interval lies {words[lies]}."


def _sensitivity(facts: Facts) -> str:
    priors = {
        part
        for row in facts.result.rows
        for part in place_of(row).split(", ")
        if part.startswith("prior=")
    }
    if priors:
        return f"The answers under {len(priors)} priors stand in the table."
    return "Not in this result: give several priors (--prior uniform,jeffreys)."


def _sampled(facts: Facts) -> str:
    quality = facts.settings.get("quality")
    by = facts.settings.get("by") or facts.settings.get("engine")
    if isinstance(quality, Mapping) and quality:
        said = ", ".join(
            f"{key.replace('_', ' ')} {value:.3g}"
            for key, value in quality.items()
            if isinstance(value, int | float)
        )
        return f"By {by}: {said}." if said else f"By {by}."
    return f"By {by}; nothing was sampled." if by == "exact" else "In closed form."


GOAL: Asked = ("What is the hypothesis, and which question is answered?", _goal, AZER)
TESTED: list[Asked] = [
    ("Does the setting fit the assumptions of the test?", _test, AZER),
    ("Which mismatches could not be resolved, and why are they tolerable?", _mismatch, AZER),
    ("What do p-value and confidence interval mean here?", _precise, AZER),
    ("In which sense is a result called significant?", _significant, AZER),
    ("By what margin: effect size and interval?", _margin, AZER),
]
BELIEVED: list[Asked] = [
    ("Which model and which prior, and why?", _prior, AZER),
    (
        "How does the highest-density interval lie to the region of practical equivalence?",
        _rope,
        AZER,
    ),
    ("How sensitive is the answer to the prior?", _sensitivity, AZER),
    ("How was the posterior computed, and did it converge?", _sampled, AZER),
]

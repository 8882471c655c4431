"""The reporting checklist: what two papers ask of a report, answered as far as a result knows.

Card et al. (2020), section 6, and Sadeqi Azer et al. (2020), section 4. What a result cannot know
is left to the author, and says so.
"""

from __future__ import annotations

from dataclasses import dataclass

from claimwise.report.checklist_looks import look_detectable
from claimwise.report.checklist_ways import AUTHOR, BELIEVED, GOAL, TESTED, Asked
from claimwise.report.evaluated import evaluated
from claimwise.report.facts import FREQUENTIST, Facts
from claimwise.report.numbers import number
from claimwise.report.powered import powered
from claimwise.report.signature import data_digest, short_digest

CARD = "Card et al. 2020, section 6"
DECLARE = "Not in this result: declare a study (claimwise study new) before the data."
HUMAN = ("ratings", "judgements", "plan ratings", "plan judgements")
BAYES = {"posterior", "bayes-factor"}


@dataclass(frozen=True, slots=True)
class Item:
    """A question of a reporting checklist, the answer, and who recommends it."""

    question: str
    answer: str
    source: str


def checklist(facts: Facts) -> tuple[Item, ...]:
    """Return the questions that apply to this result, with their answers."""
    without = ("doctor", "fit", "survey")
    if facts.verb in without or facts.verb.startswith("calibrate"):
        return ()
    if not facts.named("power", "difference", "posterior_difference", "mde", "effect", "conclude"):
        return ()  # a fitted model: no claim is made
    asked = [*POWER]
    asked += HUMANS if facts.verb in HUMAN else SHARED
    asked += [GOAL]
    asked += TESTED if facts.ways & FREQUENTIST else []
    asked += BELIEVED if facts.ways & BAYES else []
    return tuple(Item(question, answer(facts), source) for question, answer, source in asked)


def _before(facts: Facts) -> str:
    settings = facts.settings
    when = settings.get("frozen") or settings.get("date")
    if settings.get("hash") and when:
        changed = settings.get("changed") or settings.get("state") == "changed"
        since = ", but changed since" if changed else ""
        return (
            f"The study was declared and frozen on {when} as {short_digest(settings['hash'])}"
            f"{since}; power {number(settings.get('target'))} was wanted."
        )
    if facts.verb.startswith("study"):
        return "The study is declared, but it was not frozen before the data."
    return "Yes, this one." if facts.is_plan else DECLARE


def _number(facts: Facts) -> str:
    return evaluated(facts.result) or f"{AUTHOR}."


def _detectable(facts: Facts) -> str:
    missing = look_detectable(facts) or "Not in this result."
    return " ".join(facts.detectable) or f"{missing} {AUTHOR}."


def _underpowered(facts: Facts) -> str:
    if facts.is_plan:
        return powered(facts.result) or f"Not in this result. {AUTHOR}."
    return (
        "Power at the observed difference is not given: it is the p-value in other words. Hold the "
        f"detectable difference against the smallest that matters. {AUTHOR}."
    )


def _shared(facts: Facts) -> str:
    digest = data_digest(facts.result.provenance)
    if facts.is_plan:
        return "There are no data yet."
    known = f"The data have the digest {digest}. " if digest else ""
    return f"{known}{AUTHOR}: where predictions, scores or checkpoints can be had."


def _raw(facts: Facts) -> str:
    if facts.is_plan:
        return "There are no data yet."
    digest = data_digest(facts.result.provenance)
    known = f"The data have the digest {digest}; " if digest else ""
    return (
        f"{known}the command below repeats the analysis. {AUTHOR}: where the anonymised ratings "
        "can be had."
    )


POWER: list[Asked] = [
    ("Was a power analysis done before the data?", _before, CARD),
    ("How many items were, or will be, evaluated?", _number, CARD),
    ("What is the smallest difference that such a study can detect?", _detectable, CARD),
    ("Is the comparison likely to be underpowered?", _underpowered, CARD),
]
SHARED: list[Asked] = [
    ("Are predictions or checkpoints released, for later tests and power analyses?", _shared, CARD)
]
HUMANS: list[Asked] = [
    ("Are anonymised raw ratings, parameters and code shared?", _raw, CARD),
]

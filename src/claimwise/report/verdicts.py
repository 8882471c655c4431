"""What a comparison comes to: a word, and one sentence with size, uncertainty and direction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import inf, isinf, isnan
from typing import Any, NamedTuple

from claimwise.core import Row, Settings
from claimwise.report.comparison_rows import Compared, evidence_of, opposite
from claimwise.report.comparison_tables import verdict_word
from claimwise.report.method import SEQUENCE, TESTED
from claimwise.report.numbers import chance, decimal, fold, given_percent, often, pvalue
from claimwise.report.plan_rows import margin_claim
from claimwise.report.quantities import negative

NOT_EQUAL = "That is not evidence that they are equal."
LIMITS = {
    "superiority": "a lead of {} is needed",
    "non-inferiority": "a loss of {} is allowed",
    "equivalence": "a difference of {} is allowed",
}


class Verdict(NamedTuple):
    """The word, the sentence, and what follows it on a line of its own."""

    word: str
    headline: str
    line: str = ""


def verdict_of(c: Compared) -> Verdict:
    """Return what a comparison comes to; of one that nothing judges, what is believed."""
    word = verdict_word(c).upper()
    if not word:
        return Verdict("", _believed(c))
    if isnan(c.verdict or 0.0) or isnan(c.difference.estimate):
        a, b = c.names()
        return Verdict("OPEN", f"Whether {b} is {c.lead.better} than {a} cannot be judged")
    if c.settings.get("assess") == ["posterior"]:
        return Verdict(word, _believed(c))
    if c.alike:
        return _answers(c, word)
    return _with_margin(c, word) if c.has_margin else _better(c, word)


def lead_of(c: Compared, row: Row | None = None, *, won: bool = False) -> str:
    """Return who is ahead by how much, as a clause; `won` where that is beyond doubt."""
    row = row or c.difference
    (a, b), gain = c.names(), c.gain(row)[0]
    said = c.lead.won if won else c.lead.ahead if gain > 0 else c.lead.behind
    size = c.scale.size(abs(gain), c.scale.decimals(row))
    return (said if gain else c.lead.same).format(a=a, b=b, on=c.on, size=size)


def aside(c: Compared) -> str:
    """Return what stands in brackets: interval of the gain of B, and p-value."""
    row = replace(c.difference, pvalue=c.pvalue)
    row = negative(row) if c.lower else row
    looks = "allowing for the looks" if row.quantity == "adjusted_difference" else ""
    p, failed = c.difference.pvalue, ""
    if p is not None and c.pvalue is None and not c.has_margin:  # one-sided, and contradicted
        failed = f"one-sided claim not supported, {pvalue(p)}"
    return _in_brackets(c, evidence_of(row, c.scale), failed, looks)


def _in_brackets(c: Compared, *parts: str) -> str:
    better = "lower is better" if c.lower else ""
    known = [part for part in (*parts, better, c.settings.get("like", "")) if part]
    return f" ({', '.join(known)})" if known else ""


def _better(c: Compared, word: str) -> Verdict:
    """A claim of a difference, or of superiority without a margin."""
    gain = c.gain()[0]
    if word == "OPEN":
        close = f"{lead_of(c)}{', too close to call' if gain else ''}"
        return Verdict(word, f"{close}{aside(c)}", f"{NOT_EQUAL}{_needed(c)}")
    won = word == "BETTER"
    agrees = gain > 0 if won else gain < 0
    if agrees:
        return Verdict(word, f"{lead_of(c, won=won)}{aside(c)}")
    a, b = c.names()  # tests of signs and ranks do not judge the mean
    said = f"{b} is {word.lower()} than {a} by the test; on average {lead_of(c)}"
    return Verdict(word, f"{said}{aside(c)}")


def _needed(c: Compared) -> str:
    """Return how many items would settle a difference of the size that was seen."""
    row = c.row("sample_size")
    if row is None or isnan(row.estimate):
        return ""
    both = "" if c.settings.get("paired", True) else ", both systems together"
    size = c.size(abs(c.difference.estimate))
    return f" To settle {size} you need about {rough(row.estimate)} items{both}."


def rough(value: float) -> str:
    """Return a count with two digits that mean something.

    >>> rough(1638), rough(47), rough(123456)
    ('1,600', '47', '120,000')
    """
    return f"{float(f'{value:.2g}'):,.0f}" if value >= 100 else f"{value:,.0f}"


def _with_margin(c: Compared, word: str) -> Verdict:
    """A claim of a margin: who is ahead, and what is allowed or needed.

    What a passed or failed claim of non-inferiority leaves possible is said by its interval,
    where that reads as the test decides.
    """
    (a, b), kind, margin = c.names(), c.settings["claim"], c.settings["margin"]
    _, low, high = c.gain()
    limit = c.scale.given(margin)
    said = f"{lead_of(c)}; {LIMITS[kind].format(limit)}"
    count = limit.partition(" ")[0] if c.scale.unit else limit
    allowed = f"{count} {'is' if count == '1' or not c.scale.unit else 'are'} allowed"
    if kind == "non-inferiority" and word == "PASS" and -margin < low < 0:
        said = f"{b} is at most {c.size(-low)} worse than {a}{c.on}; {allowed}"
    if kind == "non-inferiority" and word == "FAIL" and high < -margin:
        least = c.scale.bare(-high, c.scale.decimals(c.difference))
        said = f"{b} is worse than {a}{c.on} by {least} to {c.size(-low)}; {allowed}"
    return Verdict(word, f"{said}{aside(c)}")


def _answers(c: Compared, word: str) -> Verdict:
    """A test of answering alike: refuted, it does not say that one is better."""
    a, b = c.names()
    if word == "OPEN":
        line = "That is not evidence that they answer alike."
        return Verdict(word, f"{lead_of(c)}; whether they answer alike stays open{aside(c)}", line)
    line = "That one is better beyond chance is not what this test shows."
    return Verdict(word, f"{b} and {a} do not answer alike; {lead_of(c)}{aside(c)}", line)


def _believed(c: Compared) -> str:
    """Return what is believed, where nothing was tested: who is ahead, and how probable that is."""
    mean = c.difference
    if mean.kind != "credible":
        row = c.row("posterior_difference")
        if row is None:
            return _weighed(c)
        mean = row
    shown = negative(mean) if c.lower else mean
    said = "; ".join(filter(None, (_claim_probability(c), _better_probability(c))))
    said = said or lead_of(c, mean)
    of, size = c.settings.get("of"), c.scale.size(shown.estimate, c.scale.decimals(mean))
    gain = f"gain of the {of} {size}" if of else f"mean gain {size}"
    return f"{said}{_in_brackets(c, gain, evidence_of(shown, c.scale))}"


def _claim_probability(c: Compared) -> str:
    """Return how probable a claim with a margin is, or that B and A differ by less than a rope."""
    (a, b), settings = c.names(), c.settings
    rope, row = settings.get("rope"), c.row("probability_rope")
    if c.has_margin:
        claim = margin_claim(settings, c.scale.given, a, b)
        within = row if rope in (None, settings["margin"]) else None  # of another region
        row = within if c.equivalent else c.surpasses(c.b, against="margin")
    elif settings.get("margin") or rope is None:
        return ""
    elif isinstance(rope, list | tuple):
        low, high = rope
        claim = f"{b} minus {a} is between {c.scale.bare(low)} and {c.scale.given(high)}"
    else:
        claim = f"{b} and {a} differ by less than {c.scale.given(rope)}"
    return f"{claim}{c.on} with probability {chance(row)}" if row else ""


def _better_probability(c: Compared) -> str:
    """Return how probable it is that the one ahead is better; nothing where more was claimed."""
    (a, b), sure = c.names(), c.surpasses(c.b)
    if sure is None or c.has_margin:
        return ""
    ahead = sure.estimate >= 0.5
    way = c.lead.better if ahead else c.lead.worse
    said = (
        f"{b} is {way} than {a}{c.on} with probability {chance(sure if ahead else opposite(sure))}"
    )
    beyond = c.surpasses(c.b if ahead else c.a, against="margin")
    return f"{said},{c.beyond} with probability {chance(beyond)}" if beyond else said


def _weighed(c: Compared) -> str:
    """Return how the data shift the odds; without a Bayes factor, who is ahead."""
    (a, b), factor = c.names(), c.row("bayes_factor_direction") or c.row("bayes_factor_01")
    if factor is not None:
        against = c.settings.get("downwards", c.lower) != c.lower
        whose = f"{b} being {c.lead.worse if against else c.lead.better} than {a}{c.beyond}"
        if factor.quantity != "bayes_factor_direction":
            whose = f"equivalence of {b} and {a}"
        unknown = f"How the data shift the odds between {b} and {a} is not known"
        return f"{odds_shift(factor, whose) or unknown}{_in_brackets(c)}"
    if isnan(c.difference.estimate):
        return f"The difference between {b} and {a} is not defined"
    return f"{lead_of(c)}{aside(c)}"


def odds_shift(factor: Row, whose: str) -> str:
    """Return how a Bayes factor shifts the odds of something; empty where that is not known.

    >>> odds_shift(Row(quantity="bayes_factor_01", estimate=0.25), "a tie")
    'The data shift the odds 4.0-fold away from a tie'
    """
    least, times = "", factor.estimate
    if factor.kind == "bound":
        least, times = "more than ", factor.low if isinf(factor.high) else factor.high
    if not 0 < times < inf:
        return ""
    way, strength = ("towards", times) if times >= 1 else ("away from", 1 / times)
    return f"The data shift the odds {least}{fold(strength)}-fold {way} {whose}"


def target_often(target: float) -> str:
    """Return a wanted power as one would say it.

    >>> target_often(0.8), target_often(0.85)
    ('8 times in 10', 'in 85% of studies')
    """
    tenths = round(10 * target, 9)
    return often(target) if tenths == round(tenths) else f"in {given_percent(target)} of studies"


def outlook_of(c: Compared) -> str:
    """Return what a study of this size finds; empty where it is not known."""
    row = c.row("mde")
    if row is None or isnan(row.estimate) or "target" not in c.settings:
        return ""
    often_enough, kind = target_often(c.settings["target"]), c.settings["claim"]
    if isinf(row.estimate):  # where nothing was tested, nothing can be found by a test
        nothing = f"No possible difference would be found {often_enough} by a study of this size."
        return nothing if "test" in c.settings.get("assess", ["test"]) else ""
    (a, b), size = c.names(), c.scale.size(abs(row.estimate), c.places_beside)
    if kind == "difference":
        what = "differences" if c.two_sided else "gains" if c.side > 0 else "losses"
        found = f"A study of this size finds true {what} of {size} or more {often_enough}"
        near = c.two_sided and row.estimate < 0  # the best score: there is no room above
        return f"{found}, but only of {b} scoring lower than {a}." if near else f"{found}."
    truth = f"{b} and {a} are equal"
    if kind == "equivalence":
        return f"A study of this size shows equivalence within {size} {often_enough}, if {truth}."
    if row.estimate:
        way = "higher" if row.estimate > 0 else "lower"
        truth = f"{b} truly scores {size} {way} than {a}"
    return f"A study of this size shows it {often_enough}, if {truth}."


def claim_text(c: Compared) -> str:
    """Return the claim as a clause: what is supported, contradicted or left open."""
    a, b, on = c.a, c.b, c.on
    if c.alike:
        return f"{b} and {a} do not answer alike"
    if c.settings["claim"] != "difference":
        return margin_claim(c.settings, c.scale.given, a, b) + on
    if c.two_sided:
        return f"one of {b} and {a} is {c.lead.better}{on}{'' if is_decided_at(c) else c.beyond}"
    direction = {"greater": "higher", "less": "lower"}[c.settings["alternative"]]
    return f"{b} scores {direction} than {a}{on}"


def ways_of(settings: Settings) -> frozenset[str]:
    """Return how a claim is judged."""
    return frozenset(settings.get("assess") or TESTED)


def is_decided_at(c: Compared) -> bool:
    """Whether a level decides on the claim: something other than beliefs was asked for."""
    return bool({*TESTED, SEQUENCE} & ways_of(c.settings))


def look_name(rule: Mapping[str, Any]) -> str:
    """Return which look it is, and of how many or that it ends the study before all are taken.

    >>> look_name({"look": 2, "of": 4, "final": False})
    'look 2 of 4'
    >>> look_name({"look": 2, "of": 4, "final": True})
    'look 2 (the last)'
    """
    early = rule["final"] and rule["look"] < rule["of"]
    return f"look {rule['look']} " + ("(the last)" if early else f"of {rule['of']}")


def claim_question(c: Compared, each: str = "") -> str:
    """Return the claim as a report states it, with its level where one decides.

    Of many comparisons it is general, and `each` says of which: "for each pair of systems".
    """
    aside = [f"alpha {decimal(c.settings['alpha'])}"] if is_decided_at(c) else []
    aside += ["lower scores are better"] if c.lower else []
    at = f" ({'; '.join(aside)})" if aside else ""
    general = replace(c, a="A", b="B", settings={**c.settings, "measure": None}) if each else c
    return f"Claim: {claim_text(general)}{at}{each and f', {each}'}."

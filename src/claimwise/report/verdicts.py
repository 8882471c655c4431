"""What a comparison comes to: a word, and one sentence with size, uncertainty and direction."""

from __future__ import annotations

from dataclasses import replace
from math import isinf, isnan
from typing import NamedTuple

from claimwise.core import Row
from claimwise.report.comparison_rows import Compared, evidence_of
from claimwise.report.numbers import fold, given_percent, often, percent
from claimwise.report.quantities import negative

NOT_EQUAL = "That is not evidence that they are equal."


class Verdict(NamedTuple):
    """The word, the sentence, and what follows it on a line of its own."""

    word: str
    headline: str
    line: str = ""


class Lead(NamedTuple):
    """How one says that B is better than A: of scores, and of people who rate or prefer."""

    better: str
    ahead: str  # of b, a, size, and what it is on
    behind: str
    close: str  # with the way: ahead or behind
    same: str


def _by_people(verb: str, more: str, less: str) -> Lead:
    ahead, behind = (f"{{b}} is {verb} {{size}} {way} than {{a}}{{on}}" for way in (more, less))
    same = f"{{b}} and {{a}} are {verb} alike{{on}}"
    return Lead(f"{verb} {more}", ahead, behind, "{lead}", same)


SCORED = Lead(
    "better",
    "{b} beats {a}{on} by {size}",
    "{b} is worse than {a}{on} by {size}",
    "{b} is {size} {way}{on}",
    "{b} and {a} score the same{on}",
)
RATED = _by_people("rated", "higher", "lower")
PREFERRED = _by_people("preferred", "more often", "less often")


def verdict_of(c: Compared, where: str = "", lead: Lead = SCORED) -> Verdict:
    """Return what a comparison comes to; `where` follows the size, such as " overall"."""
    if c.verdict is None and lead is SCORED:
        return _believed(c)
    if c.verdict is None or isnan(c.verdict) or isnan(c.difference.estimate):
        a, b = c.names()
        return Verdict("OPEN", f"Whether {b} is {lead.better} than {a} cannot be judged")
    if c.alike:
        return _answers(c)
    kind, margin = c.settings["claim"], c.settings.get("margin") or 0.0
    if kind == "difference" or (kind == "superiority" and not margin):
        return _better(c, where, lead)
    return _with_margin(c, margin)


def aside(c: Compared, *, loss: bool = False) -> str:
    """Return what stands in brackets: interval of the gain (or loss) and p-value."""
    row = replace(c.difference, pvalue=c.pvalue)
    row = negative(row) if loss != c.lower else row
    better = "lower is better" if c.lower else ""
    parts = (evidence_of(row, c.scale), better, c.settings.get("like", ""))
    shown = ", ".join(part for part in parts if part)
    return f" ({shown})" if shown else ""


def _better(c: Compared, where: str, lead: Lead) -> Verdict:
    """A claim of a difference, or of superiority without a margin."""
    a, b = c.names()
    gain, on = c.gain()[0], c.on + where
    if c.difference.quantity == "adjusted_difference":
        on += ", allowing for the looks,"
    size, sure = c.size(abs(gain)), c.favours or 0.0
    way = "ahead" if gain > 0 else "behind"
    said = (lead.behind if gain < 0 else lead.ahead).format(a=a, b=b, on=on, size=size)
    word = "BETTER" if sure > 0 else "WORSE"
    if sure and sure * gain <= 0:  # tests of signs and ranks do not judge the mean
        mean = f"{size} {way}" if gain else "level"
        said = f"{b} is {word.lower()} than {a}{on} by the test, though {mean} on average"
        return Verdict(word, f"{said}{aside(c)}")
    if sure:
        return Verdict(word, f"{said}{aside(c, loss=sure < 0)}")
    if gain == 0:
        same = lead.same.format(a=a, b=b, on=on)
        return Verdict("OPEN", f"{same}{aside(c)}", NOT_EQUAL)
    close = lead.close.format(lead=said, b=b, size=size, way=way, on=on)
    line = f"{NOT_EQUAL}{_needed(c, size)}"
    return Verdict("OPEN", f"{close}, too close to call{aside(c)}", line)


def _needed(c: Compared, size: str) -> str:
    """Return how many items would settle a difference of the size that was seen."""
    row = c.row("sample_size")
    if row is None or isnan(row.estimate):
        return ""
    both = "" if c.settings.get("paired", True) else " of both systems together"
    return f" To settle {size} you need about {rough(row.estimate)} items{both}."


def rough(value: float) -> str:
    """Return a count with two digits that mean something.

    >>> rough(1638), rough(47), rough(123456)
    ('1,600', '47', '120,000')
    """
    return f"{float(f'{value:.2g}'):,.0f}" if value >= 100 else f"{value:,.0f}"


def _with_margin(c: Compared, margin: float) -> Verdict:
    """A claim of a margin: what the interval leaves possible, and what is allowed or needed."""
    word = {1.0: "PASS", -1.0: "FAIL"}.get(c.verdict or 0.0, "OPEN")
    gain, low, high = c.gain()
    kind = c.settings["claim"]
    supported, contradicted = {
        "non-inferiority": (low > -margin, high < -margin),
        "superiority": (low > margin, high < margin),
        "equivalence": (max(-low, high) < margin, low > margin or high < -margin),
    }[kind]
    clause = CLAUSES[kind](c, word, low, high)
    # Where test and interval disagree, the interval cannot say what the verdict does.
    if isnan(low) or c.verdict != (1.0 if supported else -1.0 if contradicted else 0.0):
        clause = _lead(c, gain)
    return Verdict(word, f"{clause}; {_limit(c, word, margin)}{aside(c)}")


def _limit(c: Compared, word: str, margin: float) -> str:
    """Return the margin as it was given: "6 are allowed", "a lead of 2 points is needed"."""
    shown = c.scale.given(margin)
    if c.settings["claim"] == "superiority":
        return f"a lead of {shown} is {'not shown' if word == 'OPEN' else 'needed'}"
    if c.settings["claim"] == "non-inferiority" and word == "PASS" and c.gain()[1] >= 0:
        return f"a loss of {shown} is allowed"
    count = shown.partition(" ")[0] if c.scale.unit else shown
    return f"{count} {'is' if count == '1' or not c.scale.unit else 'are'} allowed"


def _no_worse(c: Compared, word: str, low: float, high: float) -> str:
    a, b = c.names()
    if word == "FAIL":
        least = c.scale.bare(-high, c.scale.decimals(c.difference))
        return f"{b} is worse than {a}{c.on} by {least} to {c.size(-low)}"
    if word == "PASS" and low >= 0:
        return f"{_lead(c, c.gain()[0])}, and no worse"
    most = "is at most" if word == "PASS" else "may be up to"
    return f"{b} {most} {c.size(-low)} worse than {a}{c.on}"


def _ahead(c: Compared, word: str, low: float, high: float) -> str:
    a, b = c.names()
    if word == "OPEN" or (word == "FAIL" and high <= 0):
        return _lead(c, c.gain()[0])
    least, end = ("at least", low) if word == "PASS" else ("at most", high)
    return f"{b} beats {a}{c.on} by {least} {c.size(end)}"


def _alike(c: Compared, word: str, low: float, high: float) -> str:
    a, b = c.names()
    if word == "FAIL":
        near, far = sorted((abs(low), abs(high)))
        least = c.scale.bare(near, c.scale.decimals(c.difference))
        return f"{b} and {a} differ{c.on} by {least} to {c.size(far)}"
    verb = "may differ by up to" if word == "OPEN" else "differ by at most"
    return f"{b} and {a} {verb} {c.size(max(-low, high))}{c.on}"


CLAUSES = {"non-inferiority": _no_worse, "superiority": _ahead, "equivalence": _alike}


def _lead(c: Compared, gain: float) -> str:
    """Return who leads by how much, as a clause."""
    a, b = c.names()
    if gain == 0:
        return f"{b} and {a} score the same{c.on}"
    return f"{b} is {c.size(abs(gain))} {'ahead of' if gain > 0 else 'behind'} {a}{c.on}"


def _answers(c: Compared) -> Verdict:
    """A test of answering alike: refuted, it does not say that one is better."""
    a, b = c.names()
    lead = _lead(c, c.gain()[0])
    if c.verdict and (c.two_sided or c.verdict > 0):
        line = "That one is better beyond chance is not what this test shows."
        shown = f"{b} and {a} do not answer alike; {lead}{aside(c)}"
        return Verdict("DIFFERENT", shown, line)
    line = "That is not evidence that they answer alike."
    return Verdict("OPEN", f"{lead}; whether they answer alike stays open{aside(c)}", line)


def _believed(c: Compared) -> Verdict:
    """What is believed, where nothing was tested."""
    a, b = c.names()
    mean, greater = c.row("posterior_difference"), c.row("probability_greater")
    factor = c.row("bayes_factor_direction") or c.row("bayes_factor_01")
    if mean is not None:
        mean = negative(mean) if c.lower else mean
        size = c.scale.size(abs(mean.estimate), c.scale.decimals(mean))
        of = c.settings.get("of")
        gain = "gain" if mean.estimate >= 0 else "loss"
        gain = f"{gain} of the {of}" if of else f"mean {gain}"
        inner = f"{gain} {size}, {evidence_of(mean, c.scale)}"
        inner += ", lower is better" if c.lower else ""
        if greater is not None:
            chance = 1 - greater.estimate if c.lower else greater.estimate
            word, chance = ("better", chance) if chance >= 0.5 else ("worse", 1 - chance)
            sure = f"{b} is {word} than {a} with probability {percent(chance)}"
            return Verdict("", f"{sure} ({inner})")
        return Verdict("", f"{_lead(c, mean.estimate)} ({inner})")
    if factor is not None:
        margin = c.settings.get("margin")
        beyond = f" by more than {c.scale.given(margin)}" if margin else ""
        side = "lower" if c.settings.get("downwards") else "higher"
        whose = f"equivalence of {b} and {a}"
        if factor.quantity == "bayes_factor_direction":
            whose = f"{b} scoring {side} than {a}{beyond}"
        if odds := odds_shift(factor, whose):
            return Verdict("", odds)
    if isnan(c.difference.estimate):
        return Verdict("", f"The difference between {b} and {a} is not defined")
    return Verdict("", f"{_lead(c, c.gain()[0])}{aside(c)}")


def odds_shift(factor: Row | None, whose: str) -> str:
    """Return how a Bayes factor shifts the odds of something; empty where that is not known.

    >>> odds_shift(Row(quantity="bayes_factor_01", estimate=0.25), "a tie")
    'The data shift the odds 4.0-fold away from a tie'
    """
    if factor is None:
        return ""
    least, times = "", factor.estimate
    if factor.kind == "bound":
        least, times = "more than ", factor.low if isinf(factor.high) else factor.high
    if isnan(times) or isinf(times) or times <= 0:
        return ""
    way, strength = ("towards", times) if times >= 1 else ("away from", 1 / times)
    return f"The data shift the odds {least}{fold(strength)}-fold {way} {whose}"


def target_often(target: float) -> str:
    """Return a wanted power as one would say it.

    >>> target_often(0.8), target_often(0.85)
    ('8 times in 10', 'in 85% of studies')
    """
    return (
        often(target)
        if round(10 * target, 9) == round(10 * target)
        else f"in {given_percent(target)} of studies"
    )


def outlook_of(c: Compared) -> str:
    """Return what a study of this size finds; empty where it is not known."""
    row = c.row("mde")
    if row is None or isnan(row.estimate) or "target" not in c.settings:
        return ""
    chance, kind = target_often(c.settings["target"]), c.settings["claim"]
    if isinf(row.estimate) and "test" not in c.settings.get("assess", ["test"]):
        return ""  # nothing was tested, and so nothing can be found by a test
    if isinf(row.estimate):
        return f"No possible difference would be found {chance} by a study of this size."
    size = c.scale.size(abs(row.estimate), c.places_beside)
    if kind == "difference":
        what = "differences" if c.two_sided else "gains" if c.side > 0 else "losses"
        found = f"A study of this size finds true {what} of {size} or more {chance}"
        if c.two_sided and row.estimate < 0:  # near the best score there is no room above
            a, b = c.names()
            return f"{found}, but only of {b} scoring lower than {a}."
        return f"{found}."
    if kind == "equivalence":
        return f"A study of this size shows equivalence within {size} {chance}, if they are equal."
    a, b = c.names()
    way = "higher" if row.estimate > 0 else "lower"
    if row.estimate == 0:
        return f"A study of this size shows it {chance}, if {b} and {a} are equal."
    return f"A study of this size shows it {chance}, if {b} truly scores {size} {way} than {a}."

"""What a comparison comes to: a word, and one sentence with size, uncertainty and direction."""

from __future__ import annotations

from dataclasses import replace
from math import isinf, isnan
from typing import NamedTuple

from claimwise.report.answer import BAD, GOOD, OPEN
from claimwise.report.compared import Compared, evidence_of
from claimwise.report.numbers import fold, often, percent

NOT_EQUAL = "That is not evidence that they are equal."


class Verdict(NamedTuple):
    """The word, its tone, the sentence, and what follows it on a line of its own."""

    word: str
    tone: str
    headline: str
    line: str = ""


def verdict_of(c: Compared, where: str = "") -> Verdict:
    """Return what a comparison comes to; `where` follows the size, such as " overall"."""
    if c.verdict is None:
        return _believed(c)
    if isnan(c.verdict) or isnan(c.difference.estimate):
        a, b = c.names()
        return Verdict("OPEN", OPEN, f"Whether {b} is better than {a} cannot be judged")
    if c.alike:
        return _answers(c)
    margin = c.settings.get("margin") or 0.0
    kind = c.settings["claim"]
    if kind == "non-inferiority":
        return _non_inferior(c, margin)
    if kind == "equivalence":
        return _equivalent(c, margin)
    if kind == "superiority" and margin:
        return _superior(c, margin)
    return _better(c, where)


def aside(c: Compared, *, loss: bool = False) -> str:
    """Return what stands in brackets: interval of the gain (or loss) and p-value."""
    row = c.difference
    ends = (-row.high, -row.low) if loss != c.lower else None
    if c.has_margin and c.verdict == -1:  # p is of the claim, which fails
        row = replace(row, pvalue=None)
    parts = [evidence_of(row, c.scale, ends), "lower is better" if c.lower else ""]
    shown = ", ".join(part for part in parts if part)
    return f" ({shown})" if shown else ""


def _better(c: Compared, where: str) -> Verdict:
    """A claim of a difference, or of superiority without a margin."""
    a, b = c.names()
    gain, on = c.gain()[0], f" on {c.measure}" if c.measure else ""
    size = c.scale.size(abs(c.difference.estimate), c.scale.decimals(c.difference))
    sure = c.favours or 0.0
    if sure and sure * gain <= 0:  # tests of signs and ranks do not judge the mean
        return _by_test_alone(c, on + where, size)
    if sure > 0:
        return Verdict("BETTER", GOOD, f"{b} beats {a}{on}{where} by {size}{aside(c)}")
    if sure < 0:
        worse = f"{b} is worse than {a}{on}{where} by {size}{aside(c, loss=True)}"
        return Verdict("WORSE", BAD, worse)
    if gain == 0:
        same = f"{b} and {a} score the same{on}{where}{aside(c)}"
        return Verdict("OPEN", OPEN, same, NOT_EQUAL)
    way = "ahead" if gain > 0 else "behind"
    close = f"{b} is {size} {way}{on}{where}, too close to call{aside(c)}"
    return Verdict("OPEN", OPEN, close, f"{NOT_EQUAL}{_needed(c, size)}")


def _by_test_alone(c: Compared, where: str, size: str) -> Verdict:
    """A verdict that the mean does not share."""
    a, b = c.names()
    gain = c.gain()[0]
    mean = f"{size} {'ahead' if gain > 0 else 'behind'}" if gain else "level"
    word, tone = ("BETTER", GOOD) if (c.favours or 0.0) > 0 else ("WORSE", BAD)
    judged = f"{b} is {word.lower()} than {a}{where} by the test, though {mean} on average"
    return Verdict(word, tone, f"{judged}{aside(c)}")


def _needed(c: Compared, size: str) -> str:
    """Return how many items would settle a difference of the size that was seen."""
    row = c.row("sample_size")
    if row is None or isnan(row.estimate):
        return ""
    return f" To settle {size} you need about {rough(row.estimate)} items."


def rough(value: float) -> str:
    """Return a count with two digits that mean something.

    >>> rough(1638), rough(47), rough(123456)
    ('1,600', '47', '120,000')
    """
    return f"{float(f'{value:.2g}'):,.0f}" if value >= 100 else f"{value:,.0f}"


def _judged(verdict: float | None) -> tuple[str, str]:
    return {1.0: ("PASS", GOOD), -1.0: ("FAIL", BAD)}.get(verdict or 0.0, ("OPEN", OPEN))


def _allowed(c: Compared, margin: float, word: str) -> str:
    """Return the margin as it was given, such as "6 are allowed"."""
    shown = c.scale.given(margin)
    count = shown.partition(" ")[0] if c.scale.unit else shown
    return f"{count} {'is' if count == '1' or not c.scale.unit else 'are'} {word}"


def _non_inferior(c: Compared, margin: float) -> Verdict:
    a, b = c.names()
    word, tone = _judged(c.verdict)
    gain, low, high = c.gain()
    places, limit = c.scale.decimals(c.difference), _allowed(c, margin, "allowed")
    on = f" on {c.measure}" if c.measure else ""
    if isnan(low) or not _agrees(c, low > -margin, high < -margin):
        return Verdict(word, tone, f"{_lead(c, gain)}; {limit} to be lost{aside(c)}")
    if word == "PASS" and low >= 0:
        shown = f"{b} is no worse than {a}{on}; {limit}{aside(c)}"
    elif word == "PASS":
        shown = f"{b} is at most {c.scale.size(-low, places)} worse than {a}{on}; {limit}{aside(c)}"
    elif word == "FAIL":
        ends = f"{c.scale.bare(-high, places)} to {c.scale.size(-low, places)}"
        shown = f"{b} is worse than {a}{on} by {ends}; {limit}{aside(c)}"
    else:
        most = c.scale.size(-low, places)
        shown = f"{b} may be up to {most} worse than {a}{on}; {limit}{aside(c)}"
    return Verdict(word, tone, shown)


def _superior(c: Compared, margin: float) -> Verdict:
    a, b = c.names()
    word, tone = _judged(c.verdict)
    gain, low, high = c.gain()
    places, limit = c.scale.decimals(c.difference), _allowed(c, margin, "needed")
    on = f" on {c.measure}" if c.measure else ""
    if isnan(low) or not _agrees(c, low > margin, high < margin):
        return Verdict(word, tone, f"{_lead(c, gain)}; {limit}{aside(c)}")
    if word == "PASS":
        shown = f"{b} beats {a}{on} by at least {c.scale.size(low, places)}; {limit}{aside(c)}"
    elif word == "FAIL":
        shown = f"{b} beats {a}{on} by at most {c.scale.size(high, places)}; {limit}{aside(c)}"
        if high <= 0:
            shown = (
                f"{b} does not beat {a}{on}; a gain of {c.scale.given(margin)} is needed{aside(c)}"
            )
    else:
        more = f"a gain of more than {c.scale.given(margin)} is not shown"
        shown = f"{_lead(c, gain)}; {more}{aside(c)}"
    return Verdict(word, tone, shown)


def _equivalent(c: Compared, margin: float) -> Verdict:
    a, b = c.names()
    word, tone = _judged(c.verdict)
    gain, low, high = c.gain()
    places, limit = c.scale.decimals(c.difference), _allowed(c, margin, "allowed")
    inside, outside = max(-low, high) < margin, low > margin or high < -margin
    on = f" on {c.measure}" if c.measure else ""
    if isnan(low) or not _agrees(c, inside, outside):
        return Verdict(word, tone, f"{_lead(c, gain)}; {limit}{aside(c)}")
    most = c.scale.size(max(-low, high), places)
    verb = "may differ by up to" if word == "OPEN" else "differ by at most"
    if word == "FAIL":
        near, far = sorted((abs(low), abs(high)))
        differ = f"{c.scale.bare(near, places)} to {c.scale.size(far, places)}"
        return Verdict(word, tone, f"{b} and {a} differ{on} by {differ}; {limit}{aside(c)}")
    return Verdict(word, tone, f"{b} and {a} {verb} {most}{on}; {limit}{aside(c)}")


def _agrees(c: Compared, supported: bool, contradicted: bool) -> bool:
    """Whether the interval that is shown says the same as the verdict."""
    return c.verdict == (1.0 if supported else -1.0 if contradicted else 0.0)


def _lead(c: Compared, gain: float) -> str:
    """Return who leads by how much, as a clause."""
    a, b = c.names()
    size = c.scale.size(abs(gain), c.scale.decimals(c.difference))
    on = f" on {c.measure}" if c.measure else ""
    if gain == 0:
        return f"{b} and {a} score the same{on}"
    return f"{b} is {size} {'ahead of' if gain > 0 else 'behind'} {a}{on}"


def _answers(c: Compared) -> Verdict:
    """A test of answering alike: refuted, it does not say that one is better."""
    a, b = c.names()
    lead = _lead(c, c.gain()[0])
    if c.verdict and (c.two_sided or c.verdict > 0):
        line = "That one is better beyond chance is not what this test shows."
        shown = f"{b} and {a} do not answer alike; {lead}{aside(c)}"
        return Verdict("DIFFERENT", OPEN, shown, line)
    line = "That is not evidence that they answer alike."
    return Verdict("OPEN", OPEN, f"{lead}; whether they answer alike stays open{aside(c)}", line)


def _believed(c: Compared) -> Verdict:
    """What is believed, where nothing was tested."""
    a, b = c.names()
    mean, greater = c.row("posterior_difference"), c.row("probability_greater")
    factor = c.row("bayes_factor_direction") or c.row("bayes_factor_01")
    if mean is not None:
        shown = mean.estimate * c.up
        size = c.scale.size(shown, c.scale.decimals(mean))
        gain = "mean gain" if shown >= 0 else "mean loss"
        size = size.removeprefix("-")
        ends = (-mean.high, -mean.low) if c.lower else None
        inner = f"{gain} {size}, {evidence_of(mean, c.scale, ends)}"
        inner += ", lower is better" if c.lower else ""
        if greater is not None:
            chance = 1 - greater.estimate if c.lower else greater.estimate
            word, chance = ("better", chance) if chance >= 0.5 else ("worse", 1 - chance)
            sure = f"{b} is {word} than {a} with probability {percent(chance)}"
            return Verdict("", "", f"{sure} ({inner})")
        return Verdict("", "", f"{_lead(c, shown)} ({inner})")
    if factor is not None and factor.estimate > 0 and not isinf(factor.estimate):
        way, strength = (
            ("towards", factor.estimate)
            if factor.estimate >= 1
            else ("away from", 1 / factor.estimate)
        )
        margin = c.settings.get("margin")
        beyond = f" by more than {c.scale.given(margin)}" if margin else ""
        side = "lower" if c.settings.get("downwards") else "higher"
        whose = f"equivalence of {b} and {a}"
        if factor.quantity == "bayes_factor_direction":
            whose = f"{b} scoring {side} than {a}{beyond}"
        return Verdict("", "", f"The data shift the odds {fold(strength)}-fold {way} {whose}")
    if isnan(c.difference.estimate):
        return Verdict("", "", f"The difference between {b} and {a} is not defined")
    return Verdict("", "", f"{_lead(c, c.gain()[0])}{aside(c)}")


def target_often(target: float) -> str:
    """Return a wanted power as one would say it.

    >>> target_often(0.8), target_often(0.85)
    ('8 times in 10', 'in 85% of studies')
    """
    return (
        often(target)
        if round(10 * target, 9) == round(10 * target)
        else f"in {percent(target)} of studies"
    )


def outlook_of(c: Compared) -> str:
    """Return what a study of this size finds; empty where it is not known."""
    row = c.row("mde")
    if row is None or isnan(row.estimate) or "target" not in c.settings:
        return ""
    chance, kind = target_often(c.settings["target"]), c.settings["claim"]
    if isinf(row.estimate):
        return f"No possible difference would be found {chance} by a study of this size."
    size = c.scale.size(abs(row.estimate))
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

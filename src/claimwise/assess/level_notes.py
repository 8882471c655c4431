"""What is to be known of raters and runs: whom the answer is about, and what it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

from claimwise.assess.levels import PLURAL, Level, Spread
from claimwise.assess.one import Comparison
from claimwise.assess.question import Question
from claimwise.core import (
    Note,
    Words,
    assumed,
    caution,
    counted,
    dropped,
    inferred,
    meaning,
    option,
)

FEW = 2  # raters or runs that leave one degree of freedom
MOST_NAMED = 5


def level_notes(
    levels: Sequence[Level], found: Comparison, question: Question, *, stuck: bool = False
) -> list[Note]:
    """Return what is to be known of each level; `stuck` where none varies, and some should."""
    notes: list[Note] = [*_unused(found, question)]
    if stuck:
        names = " and ".join(PLURAL[one.role] for one in levels if one.known)
        said = f"Nothing varies between {names}: they are taken as given."
        notes.append(caution(said, found.called))
    for one in levels:
        notes += _single(one, found) if not one.known else []
        notes += _sample(one, found) if _is_sampled(one, found) else []
    return notes + _shares(found)


def _is_sampled(level: Level, found: Comparison) -> bool:
    return found.spread is not None and level in found.spread.levels


def _single(one: Level, found: Comparison) -> list[Note]:
    """Say what one rater, or one run, cannot tell."""
    a, b = found.names
    if one.nested:
        said = (
            "Each run has one item, so that nothing can be seen of what a run has in common over "
            "items: the runs are taken as independent answers."
        )
        if one.role == "rater":
            said = (
                "Each rater has one item, so that nothing can be seen of what a rater has in "
                "common over items: the answer is about these raters."
            )
        return [assumed(said, found.called)]
    if one.role == "run":
        said = (
            f"One run of {a} and of {b}: the answer is about these two runs, and says nothing of "
            "what others would give."
        )
        return [assumed(said, found.called)]
    if one.names:
        said = (
            f"One rater ({one.names[0] or 'without a name'}) scored everything: the answer is "
            "about this rater alone, and says nothing about raters like this one."
        )
    else:
        said = (
            f"One rater scored {a} and another {b}: the difference may be that of the raters as "
            "well as that of the systems."
        )
    return [caution(said, found.called)]


def _sample(one: Level, found: Comparison) -> list[Note]:
    """Say that raters, or runs, are a sample, and how they were matched."""
    who, (a, b) = PLURAL[one.role], found.names
    notes = [_of_whom(one)] if found.judged else []  # a posterior takes all as given
    if one.paired and one.role == "run":
        listed = ", ".join(one.names[:MOST_NAMED])
        listed += ", ..." if len(one.names) > MOST_NAMED else ""
        same = f"Runs have the same names under both systems ({listed}), and are compared one by "
        only = "one. Where the names are all that they share, use "
        notes.append(inferred(same + only + option("runs", "separate") + ".", who))
    elif one.lent:
        single, other = (a, b) if one.counts[0] == 1 else (b, a)
        said = (
            f"{single} has one {one.role}, taken to vary like the {who} of {other}: that is not in "
            "the data."
        )
        notes.append(caution(said, found.called))
    elif not one.paired and one.role == "rater":
        said = "Each system has raters of its own: nothing is compared rater by rater."
        notes.append(inferred(said, who))
    if one.lone:
        how = "the same rater" if one.role == "rater" else "a run of the same name"
        said = (
            f"{counted(one.lone, 'score')} without the other system's by {how} on the same item: "
            "left out of the difference."
        )
        notes.append(dropped(said, found.called))
    if max(one.counts) == FEW and (one.paired or one.lent):
        said = (
            f"{FEW} {who} leave one degree of freedom: how {who} differ is hardly known, and "
            "little can be found."
        )
        notes.append(caution(said, who))
    return notes


def _of_whom(one: Level) -> Note:
    """Say that raters, or runs, are a sample, and how to say otherwise."""
    alone = f"{one.words()} alone"
    if one.role == "rater":
        said = f"Raters are taken as a sample of those that the claim is about. For {alone} use "
        return assumed(said + option("raters", "fixed") + ".", "raters")
    said = (
        "Runs are taken as a sample: what a run has in common over items is allowed for. Where "
        "they are independent answers of one model, use "
    )
    fixed = f"; for {alone}, " + option("runs", "fixed") + "."
    return assumed(said + option("runs", "samples") + fixed, "runs")


def _shares(found: Comparison) -> list[Note]:
    """Say how much of the variance more raters or runs would remove, and more items would not."""
    spread = found.spread
    if spread is None:
        return []
    shares, notes = spread.shares(), []
    for one in spread.levels:
        common, whole = shares[f"in common to a {one.role}"], shares[PLURAL[one.role]]
        said = (
            f"{_percent(common)} of the variance of the difference is what a {one.role} has in "
            f"common over items, which more items do not reduce; more {PLURAL[one.role]} could "
            f"remove {_percent(whole)}."
        )
        notes.append(meaning(said, found.called))
    return notes


def _percent(share: float) -> str:
    return f"{share:.0%}"


def _unused(found: Comparison, question: Question) -> list[Note]:
    """Say so where a test or interval was named that takes raters and runs as given."""
    given = {way: getattr(question, way) for way in ("test", "interval")}
    named = [option(way, name) for way, name in given.items() if name]
    if found.spread is None or not named:
        return []
    said = (
        joined(named)
        + f" would take {_words(found.spread)} as all there are, and does not answer here: add "
        + _fixed(found.spread)
        + "."
    )
    return [caution(said)]


def bayesian_note(found: Comparison, question: Question) -> list[Note]:
    """Say that a posterior takes raters and runs as given."""
    if not {"posterior", "bayes-factor"} & set(question.ways) or found.spread is None:
        return []
    said = (
        f"Posterior and Bayes factor are about {_words(found.spread)}: they do not allow for what "
        "others would give, as test and interval do."
    )
    return [caution(said)]


def other_verdict(found: Comparison, question: Question, before: float) -> list[Note]:
    """Say so where another verdict holds for these raters or runs alone."""
    if "b" in found.at or found.spread is None or not found.judged:
        return []  # of many systems the verdicts are not corrected yet
    after = found.verdict(question).estimate
    if before == after or isnan(before) or isnan(after):
        return []
    said = f"For {_words(found.spread)} alone the verdict is another: " + _fixed(found.spread)
    return [caution(said + ".", found.called)]


def _words(spread: Spread) -> str:
    return " and ".join(one.words() for one in spread.levels)


def _fixed(spread: Spread) -> Words:
    """Return the options that take raters and runs as given."""
    return joined([option(PLURAL[one.role], "fixed") for one in spread.levels])


def joined(several: list[Words]) -> Words:
    """Return parts with "and" between them."""
    words = several[0]
    for other in several[1:]:
        words = words + " and " + other
    return words

"""A claim with a margin at the door of a plan: which one, and what will decide it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from claimwise.choose import Choice, Traits, choose_interval, choose_test
from claimwise.core import Note, ParameterError, Result, check_one_of, inferred, option
from claimwise.htest import find_test
from claimwise.htest.claims import KINDS, Claim
from claimwise.intervals import find_interval
from claimwise.power.claims import RESAMPLES, Judge

DIFFERENCE = "difference"
CHOOSE = "choose"  # the interval that fits the data, as compare would choose it
NO_TOTALS = ("newcombe-paired",)  # needs to know how often both are right, which no plan says


def judged(
    claim: Any,
    *,
    margin: Any,
    alternative: str,
    alpha: Any,
    assess: Any,
    test: str | None,
    interval: str | None,
    outcome: str,
    paired: bool,
    n: int | None = None,
    clustered: bool = False,
    better: str = "higher",
    resamples: int = RESAMPLES,
) -> tuple[Judge | None, list[Note]]:
    """Return the claim with what decides it, and why; None for a plain difference.

    It is the test that `compare` runs on such data, unless a test is named; or an interval, as
    in ``compare --assess interval``, if one is named.
    """
    if check_one_of("claim", claim, KINDS) == DIFFERENCE:
        if interval is not None:
            raise ParameterError(
                option("interval", interval),
                "a claim that it is to decide",
                "the claim of a difference, which a test decides",
                "Use " + option("claim", "superiority") + ", non-inferiority or equivalence.",
            )
        return None, []
    if assess not in ("test", ["test"], ("test",)):
        raise ParameterError(
            option("claim", claim),
            option("assess", "test"),
            option("assess", assess),
            "A posterior has a margin of its own: leave the claim out.",
        )
    found = Claim.of(
        claim, margin=margin, alternative=alternative, alpha=alpha, better=better, level=None
    )
    if outcome == "binary" and found.margin >= 1:
        points = "point" if found.margin == 1 else "points"
        remedy = f"Write {found.margin / 100:g} for {found.margin:g} percentage {points}."
        raise ParameterError("margin", "a number below 1", f"{found.margin:g}", remedy)
    traits = Traits(
        outcome=outcome,
        paired=paired,
        clustered=clustered,
        margin=bool(found.threshold),
        n=n or 0,
    )
    if interval is not None:
        return _by_interval(found, interval, test, traits, resamples)
    if test is None:
        choice = _chosen(traits)
        heed = f"Test: {choice.name}, for {choice.why}: the one that compare runs."
        if choice.name == "z-pooled":  # compare looks at the counts first
            heed = "Test: z-pooled, the one that compare runs where no count is small."
        return Judge(found, find_test(choice.name), resamples), [inferred(heed)]
    named = find_test(test, paired=paired, outcome=outcome)
    if found.threshold and not named.margin:
        like = _chosen(traits).name
        raise ParameterError(
            option("claim", claim),
            "a test that takes a margin",
            option("test", test),
            f"Leave it out, for {like}.",
        )
    return Judge(found, named, resamples), []


def _chosen(traits: Traits) -> Choice:
    """Return the test that compare runs; a metric of a corpus has tests of its own."""
    if traits.outcome != "corpus":
        return choose_test(traits)
    if traits.margin:
        return Choice("jackknife-t", "a metric of the whole corpus, a claim with a margin")
    return Choice("randomisation", "a metric of the whole corpus")


def _by_interval(
    claim: Claim, name: str, test: str | None, traits: Traits, resamples: int
) -> tuple[Judge, list[Note]]:
    if test is not None:
        raise ParameterError(
            option("claim", claim.kind), "a test or an interval", "both", "Name one."
        )
    if name == CHOOSE:
        choice = choose_interval(traits)
        found = find_interval(choice.name)
    else:
        found = find_interval(name, paired=traits.paired, outcome=traits.outcome)
    if found.name in NO_TOTALS:
        raise ParameterError(
            option("interval", found.name),
            "to know how many items both systems get right",
            "a plan that says only how often they differ",
            "Use tango.",
        )
    level = f"{claim.judging_level:g}"
    heed = f"Decided by the interval {found.name} of level {level}, as compare does without a test."
    return Judge(claim, found, resamples), [inferred(heed)]


def of_claim(result: Result, judge: Judge, chosen: list[Note]) -> Result:
    """Return the answer of a simulated plan as one of a claim, decided by a test."""
    settings = dict(result.provenance["settings"])
    settings.pop("alternative", None)
    settings |= {
        "claim": judge.claim.kind,
        "margin": judge.claim.margin,
        "better": judge.claim.better,
        "test": judge.procedure.name,
    }
    return replace(
        result,
        method=judge.procedure.name,
        notes=(*chosen, *result.notes),
        provenance={**result.provenance, "settings": settings},
    )

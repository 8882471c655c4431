"""What each kind of study can be planned with, and why not where it cannot: the one table of it.

A part is a choice on one axis: a claim, an analysis, a rule of stopping. A kind has it, or there is
a reason here; two parts that a kind has go together, or there is a reason here. The page of the
documentation, the answer to an option that a kind lacks, and the tests that run every cell are
made from this table.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from claimwise.core import ParameterError, option
from claimwise.kinds import HOUSE, find_plan
from claimwise.plan.matrix_reasons import CLASHES, MISSING, Clash

KINDS = tuple(HOUSE)


@dataclass(frozen=True, slots=True)
class Part:
    """A choice on one axis, in words, and the options that ask for it."""

    axis: str
    name: str
    title: str
    options: tuple[str, ...] = ()


PARTS = {
    part.name: part
    for part in (
        Part("claim", "difference", "a difference"),
        Part("claim", "superiority", "superiority by a margin", ("claim", "margin", "better")),
        Part("claim", "non-inferiority", "non-inferiority", ("claim", "margin")),
        Part("claim", "equivalence", "equivalence", ("claim", "margin")),
        Part("analysis", "test", "a test", ("test", "procedure")),
        Part("analysis", "interval", "an interval that decides", ("interval",)),
        Part("analysis", "posterior", "a posterior", ("assess", "prior", "level")),
        Part("analysis", "rope", "a posterior with a region of equivalence", ("rope",)),
        Part("analysis", "bayes-factor", "a Bayes factor", ("bayes_factor",)),
        Part("analysis", "mixed", "a mixed model of raters and items", ("model", "correlated")),
        Part("stopping", "once", "one look, at the end"),
        Part("stopping", "obrien-fleming", "looks by O'Brien and Fleming", ("looks", "spending")),
        Part("stopping", "pocock", "looks by Pocock", ("looks", "spending")),
        Part("stopping", "anytime", "a look after every item", ("spending",)),
        Part("stopping", "futility", "stopping for futility", ("futility",)),
        Part("belief", "point", "one true difference"),
        Part("belief", "effect-prior", "a prior of the effect", ("effect_prior",)),
        Part("belief", "uncertain", "what a pilot leaves open", ("uncertain", "shrink")),
        Part("levels", "items", "items that are independent"),
        Part("levels", "clusters", "items in clusters", ("cluster", "cluster_size", "icc")),
        Part("levels", "runs", "several runs or answers", ("runs_per_item", "responses")),
        Part("levels", "raters", "raters who judge several items", ("raters", "rater_sd")),
        Part("groups", "unpaired", "different items for each system", ("unpaired",)),
        Part("groups", "unequal", "groups of unequal size", ("n_b", "ratio")),
        Part("systems", "two", "two systems"),
        Part("systems", "several", "more than two systems", ("systems", "against")),
        Part("solve", "power", "the power"),
        Part("solve", "n", "the size"),
        Part("solve", "mde", "the detectable effect"),
        Part("solve", "budget", "the cheapest study", ("cost_item", "price_item", "budget")),
        Part("curve", "over-n", "a curve over the size"),
        Part("curve", "over-effect", "a curve over the effect"),
        Part("calibrate", "declared", "false positives in a declared world"),
        Part("calibrate", "own-data", "false positives on data like mine"),
    )
}


def parts_of(kind: str) -> list[str]:
    """Return the parts that a kind of study has.

    >>> "anytime" in parts_of("accuracy"), "anytime" in parts_of("ratings")
    (True, False)
    """
    return [name for name in PARTS if why_not(kind, name) is None]


def why_not(kind: str, part: str) -> str | None:
    """Return why a kind of study lacks a part; None where it has it."""
    return MISSING.get((part, kind))


def clash_of(kind: str, one: str, other: str) -> Clash | None:
    """Return what keeps two parts of a kind of study from going together; None if nothing does."""
    return next((clash for clash in CLASHES if clash.is_of(kind, one, other)), None)


def refuse_missing(name: str, given: Iterable[str]) -> None:
    """Refuse an option that another kind of study has and this one has not, with the reason."""
    known = {field.called for field in find_plan(name).fields}
    kind = next((kind for kind, plans in HOUSE.items() if name in plans), name)
    for asked in given:
        lacking = [
            why_not(kind, part.name)
            for part in PARTS.values()
            if asked not in known and asked in part.options
        ]
        if any(lacking):
            why = next(why for why in lacking if why)
            raise ParameterError(f"plan {name} has no " + option(asked) + ".", why)

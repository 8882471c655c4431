"""What the lines of a plan with looks are called: how many looks, and by which way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from claimwise.core import Result
from claimwise.report.looks import is_of_looks
from claimwise.report.places import place_of
from claimwise.report.procedure_head import procedure_head

ONE = {
    "exact": "by enumeration",
    "normal": "by the normal approximation",
    "textbook": "by enumeration",
    "simulation": "simulated",
}


def looks_twice(result: Result) -> bool:
    """Whether some lines are of a study that is looked at before its end."""
    return any(is_of_looks(row) for row in result.rows if row.quantity == "power")


def case_words(result: Result, estimand: str) -> str:
    """Return what a line is called in the legend of a plan with looks."""
    settings = result.provenance["settings"]
    first, _, rest = estimand.partition("[")[2].removesuffix("]").partition(", ")
    if not first and estimand.startswith(("sequential", "anytime")):
        first, _, rest = estimand.partition(", ")
    studies = f"simulated ({settings.get('looks_replicates') or 0:,} studies)"
    if first == "sequential":
        return f"{_looks(result)}, {studies if rest == 'simulated' else 'by normal theory'}"
    if first == "anytime":
        return f"a look after every item{f' ({rest})' if rest else ''}, {studies}"
    exact = settings.get("by") == "exact" and settings.get("outcome") == "numeric"
    how = "exact for normal scores" if exact else ONE.get(settings.get("by", ""), "")
    return ", ".join(part for part in ("one look", how) if part)


def _looks(result: Result) -> str:
    found = {
        part
        for row in result.rows
        if row.quantity == "stop"
        for part in place_of(row).split(", ")
        if part.startswith("look=")
    }
    return f"{len(found)} looks" if found else "several looks"


def looks_head(result: Result, estimands: Sequence[str] = ()) -> str:
    """Return the procedure without the way of its numbers, which each line has of its own."""
    settings = dict(result.provenance["settings"]) | {"by": None}
    plain = replace(result, provenance={**result.provenance, "settings": settings})
    cases = [case_words(result, estimand) for estimand in estimands]
    return "; ".join([procedure_head(plain), *cases])

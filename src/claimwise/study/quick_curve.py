"""Whether the curve around a declared study comes at once, so that it is drawn unasked."""

from __future__ import annotations

from claimwise.core import Result
from claimwise.plan.around import QUICK
from claimwise.study.complete import size_of
from claimwise.study.declaration import Study


def has_quick_curve(study: Study, found: Result) -> bool:
    """Whether the size is known, and the power that was found is not simulated."""
    return size_of(study) is not None and is_quick(found)


def is_quick(plan: Result) -> bool:
    """Whether the power of no comparison of a study is simulated."""
    ways = [part["settings"].get("by") for part in plan.provenance["parts"].values()]
    return all(way in QUICK for way in ways)

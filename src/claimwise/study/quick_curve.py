"""Whether the curve around a declared study comes at once, so that it is drawn unasked."""

from __future__ import annotations

from claimwise.core import Result
from claimwise.plan.around import QUICK
from claimwise.study.complete import size_of
from claimwise.study.declaration import Study


def has_quick_curve(study: Study, found: Result) -> bool:
    """Whether the size is known, and the power that was found is not simulated."""
    ways = [part["settings"].get("by") for part in found.provenance["parts"].values()]
    return size_of(study) is not None and all(way in QUICK for way in ways)

"""What could a study show? Power, size or detectable difference, with looks and beliefs."""

from __future__ import annotations

from claimwise.core import Result
from claimwise.report.answer import Answer
from claimwise.report.plan_answer import plan_answer
from claimwise.report.plan_rows import Plan


def present(result: Result) -> Answer:
    """Return what was asked for: whether the size suffices, or the size or effect solved for."""
    return plan_answer(Plan(result))

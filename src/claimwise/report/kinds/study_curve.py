"""How the power of a declared study depends on its size."""

from __future__ import annotations

from claimwise.core import Result
from claimwise.report.answer import Answer
from claimwise.report.plan_answer import plan_answer
from claimwise.report.plan_rows import Plan


def present(result: Result) -> Answer:
    """Return from where to where the power runs, and how many sizes reach the declared one."""
    return plan_answer(Plan(result))

"""A plan, shown: a report of a single study holds the curves around it."""

from __future__ import annotations

from typing import Any

from claimwise.cli.output import Output


def show_plan(name: str, options: dict[str, Any], output: Output) -> None:
    """Run a plan and show it."""
    from claimwise import plan as plans
    from claimwise.plan.around import curves_around
    from claimwise.report.python_lines import python_lines

    run = getattr(plans, name)
    result = run(**options)
    beside = curves_around(run, options, result) if output.reports else []
    lines = python_lines(f"cw.plan.{name}", run, result=result, **options)
    output.show(result, python=lines, beside=beside)

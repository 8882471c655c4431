"""A plan, shown: a report of a single study holds the curves around it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from claimwise.cli.output import Output, single_study


def show_plan(name: str, options: dict[str, Any], output: Output) -> None:
    """Run a plan and show it; --plot of a single study draws the curves around it."""
    from claimwise import plan as plans
    from claimwise.plan.around import QUICK, may_have_curves
    from claimwise.report.python_lines import python_lines

    varied = [key for key, value in options.items() if isinstance(value, list) and key != "looks"]
    around = output.plot is not None and not varied
    output.check(None if around and may_have_curves(options) else varied)
    run = getattr(plans, name)
    result = run(**options)
    lines = python_lines(f"cw.plan.{name}", run, result=result, **options)
    # Some plans turn out to be simulated: a curve would take long, and is refused after the answer.
    undrawn = around and result.provenance["settings"].get("by") not in QUICK
    shown = replace(output, plot=None, plot_of=None) if undrawn else output
    shown.show(result, python=lines)
    if undrawn:
        raise single_study()

"""A plan, shown: a report of a single study holds the curves around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from claimwise.cli.output import Output, single_study


def show_plan(name: str, options: dict[str, Any], output: Output) -> None:
    """Run a plan and show it; --plot of a single study draws the curves around it."""
    from claimwise import plan as plans
    from claimwise.plan.around import curves_around, may_have_curves
    from claimwise.report.python_lines import python_lines

    varied = [key for key, value in options.items() if isinstance(value, list) and key != "looks"]
    around = output.plot is not None and not varied
    output.check(None if around and may_have_curves(options) else varied)
    run = getattr(plans, name)
    result = run(**options)
    beside = curves_around(run, options, result) if output.reports or around else []
    lines = python_lines(f"cw.plan.{name}", run, result=result, **options)
    if around and not beside:  # it was simulated, though nobody said so
        replace(output, plot=None, plot_of=None).show(result, python=lines)
        raise single_study()
    drawn = _drawn(beside, output) if around else None
    output.show(result, python=lines, beside=beside, drawn=drawn)


def _drawn(beside: Sequence[Any], output: Output) -> Any:
    """Return the first of the results that has the figures which are asked for."""
    from claimwise.report import figures_of

    wanted = set(output.figures)
    fitting = [one for one in beside if wanted <= set(figures_of(one))]
    return (fitting or beside)[0]

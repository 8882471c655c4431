"""claimwise plan: before the data, what could this study show?"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from claimwise.cli.grouped import command_of
from claimwise.cli.lazy import Verbs
from claimwise.cli.output import Output, single_study
from claimwise.core.field import GIVEN
from claimwise.kinds import find_plan, plans


class Plans(Verbs):
    """The kinds of study, each a command made from its fields when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names, in the order of the house."""
        return plans()

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of a kind."""
        return command_of(find_plan(cmd_name), show_plan) if cmd_name in plans() else None


@click.group(cls=Plans)
def plan() -> None:
    """Before the data: what could this study show?

    Numbers may be lists (0.01,0.02) or ranges (200:4000:200) in up to two options; the
    answer is then a curve.
    """


def show_plan(kind: Any, files: tuple[str, ...], given: dict[str, Any], output: Output) -> None:
    """Run a plan and show it; --plot of a single exact study draws the curves around it."""
    varied = [field.called for field in kind.fields if field.varies and _several(field, given)]
    drawn = any(_allows(given[name], values) for name, values in kind.drawn.items())
    around = kind.curved and output.plot is not None and not varied
    if around:
        from claimwise.plan.around import may_have_curves

        drawn = may_have_curves(given)
    output.check(None if drawn else varied, kind.varied)
    function = kind.find()
    result = function(*files, **given)
    from claimwise.report.python_lines import python_lines

    lines = python_lines(kind.called, function, *files, result=result, **given)
    # Some plans turn out to be simulated: a curve would take long, and is refused after the answer.
    undrawn = around and not _is_quick(result)
    shown = replace(output, plot=None, plot_of=None) if undrawn else output
    shown.show(result, python=lines)
    if undrawn:
        raise single_study()


def _is_quick(result: Any) -> bool:
    from claimwise.plan.around import QUICK

    return result.provenance["settings"].get("by") in QUICK


def _several(field: Any, given: dict[str, Any]) -> bool:
    """Whether a number was given as a list or range, or a text with commas."""
    value = given[field.called]
    return isinstance(value, list) or (isinstance(value, str) and "," in value)


def _allows(value: Any, values: Any) -> bool:
    return value in values or (GIVEN in values and value is not None)

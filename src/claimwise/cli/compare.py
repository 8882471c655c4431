"""claimwise compare: after the data, is B better than A?"""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from claimwise.cli.grouped import command_of
from claimwise.cli.output import GATE, Output
from claimwise.core import has
from claimwise.core.errors import FitError, ParameterError
from claimwise.core.writing import write_atomically
from claimwise.verbs.compare import COMPARE
from claimwise.verbs.verb import Verb

PICTURES = ("posterior", "sensitivity", "diagnostics", "predictive")


def run(verb: Verb, files: tuple[str, ...], given: dict[str, Any], output: Output) -> None:
    """Compare and show it; with --gate, exit with what the verdict is."""
    output.check()
    # Pictures of a posterior that have to be made ready; other figures need nothing.
    given["plot_of"] = ",".join(name for name in output.figures if name in PICTURES)
    gate = given.pop("gate")
    if gate:
        _check_gate(given)
    compare = verb.find()
    try:
        result = compare(*files, **given)
    except FitError as failed:
        _draw_failed(failed, output.plot)
        raise
    if gate:
        _refuse_gate(result)
    from claimwise.report.python_lines import python_lines

    output.show(result, python=python_lines("cw.compare", compare, *files, result=result, **given))
    if gate:
        sys.exit(GATE[result.verdict])


def _check_gate(given: dict[str, Any]) -> None:
    """Refuse to judge by what gives no verdict."""
    if not {"test", "interval"} & set(given["assess"].split(",")):
        found = f"--assess {given['assess']}"
        raise ParameterError("--gate", "a test or an interval to judge by", found)
    if has("test", given["test"], alike=True):
        raise ParameterError(
            "--gate",
            "a test of whether one system is better",
            f"{given['test']}, which tests whether they answer alike",
            "Use item-swap.",
        )


def _refuse_gate(result: Any) -> None:
    """Refuse to pass on a guess, or without a verdict."""
    from claimwise.assess.direction import refuse_guess
    from claimwise.assess.unnamed_clusters import refuse_unnamed

    if result.settings.get("better_by") == "guess":
        raise refuse_guess(result.settings.get("called"))
    if result.verdict == "supported":
        refuse_unnamed(result.settings)
    verdicts = [row.estimate for row in result.select("verdict")]
    if all(verdict != verdict for verdict in verdicts):
        raise ParameterError("--gate", "a verdict", "none for these scores")


def _draw_failed(failed: FitError, plot: str | None) -> None:
    """Draw what shows why a fit failed, where a figure was asked for, and say so."""
    if failed.picture is None or plot is None:
        return
    from claimwise import report

    with suppress(report.FigureError):
        write_atomically({plot: report.draw_figure(failed.picture, Path(plot).suffix.lower())})
        raise FitError(failed.words, f"What was drawn is in {plot}.") from failed


compare = command_of(COMPARE, run)

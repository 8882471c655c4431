"""claimwise fit: learn what is usual from past comparisons."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from claimwise.cli.fit_confusion import COMMANDS as CONFUSION
from claimwise.cli.fit_corpus import COMMANDS as CORPUS
from claimwise.cli.fit_responses import responses
from claimwise.cli.judgements import judgement_columns
from claimwise.cli.lazy import Verbs
from claimwise.cli.options import ITEM, LIMIT, RATER, RATING, SLOPES, SYSTEM_COLUMN, A, B, options
from claimwise.cli.output import Output, output_options, own_words


@click.group(cls=Verbs)
def fit() -> None:
    """Learn from past data what is usual: agreement, gains, raters, answers, effects of swaps."""


@fit.command(
    short_help="Agreement of two systems, from their accuracies.",
    epilog="Example: claimwise fit agreement past.csv, with the columns baseline, "
    "candidate, agreement; then claimwise plan accuracy --agreement-from past.csv ...",
)
@click.argument("file")
@LIMIT
@output_options
def agreement(file: str, output: Output) -> None:
    """Regress the agreement of two systems on their accuracies.

    FILE has a row for each past comparison: baseline, candidate (or difference), agreement.
    """
    _run("fit_agreement", file, output)


@fit.command(
    short_help="Gain over the baseline, from its accuracy.",
    epilog="Example: claimwise fit effect past.csv, with the columns baseline, "
    "candidate and, if there are several, task.",
)
@click.argument("file")
@LIMIT
@output_options
def effect(file: str, output: Output) -> None:
    """Regress the gain over the baseline on the baseline's accuracy.

    FILE has a row for each past comparison: baseline, candidate (or difference), and task
    if there are several.
    """
    _run("fit_effect", file, output)


@fit.command(
    short_help="A world of ratings, for plan ratings.",
    epilog="Example: claimwise fit ratings examples/ratings.csv --b large > world.toml; then "
    "claimwise plan ratings --world world.toml ...",
)
@click.argument("file")
@LIMIT
@click.option(
    "--outcome",
    type=click.Choice(["ordinal", "linear"]),
    default="ordinal",
    show_default=True,
    help="Model of the ratings: as ordered categories, or as numbers.",
)
@click.option(
    "--link",
    type=click.Choice(["probit", "logit"]),
    default="probit",
    show_default=True,
    help="Link of the ordinal model.",
)
@options(RATING, SYSTEM_COLUMN, ITEM, RATER, A, B, SLOPES)
@output_options
def ratings(file: str, slopes: bool | None, output: Output, **given: Any) -> None:
    """Fit a world of ratings to a pilot; print it as TOML for claimwise plan ratings.

    FILE has a row for each rating: rater, item, system, rating.
    """
    output.check()
    from claimwise.assess.rating_world import fit_world

    given["slopes"] = slopes is None
    pilot, found = fit_world(file, **given)
    if output.shows(fitted(found.result), python=_lines(fit_world, file, given)):
        return
    click.echo(pilot.toml(world_notes(pilot, found.result, file)), nl=False)


@fit.command(
    short_help="A world of judgements, for plan judgements.",
    epilog="Example: claimwise fit judgements examples/judgements.csv --b new > world.toml; then "
    "claimwise plan judgements --world world.toml ...",
)
@click.argument("file")
@LIMIT
@judgement_columns
@output_options
def judgements(file: str, output: Output, **given: Any) -> None:
    """Fit a world of judgements to a pilot; print it as TOML for claimwise plan judgements.

    FILE has a row for each judgement: rater, item, winner (a system's name, or tie).
    """
    output.check()
    from claimwise.assess.judgements import fit_judgement_world

    pilot, found = fit_judgement_world(file, **given)
    if output.shows(fitted(found.result), python=_lines(fit_judgement_world, file, given)):
        return
    notes = (
        f"A world of judgements head to head, fitted to {file}",
        f"by {found.result.provenance['settings']['formula']}.",
        f"{pilot.b} is B, {pilot.a} is A. B wins less A wins: {pilot.world.points():.3g} of the",
        "judgements, over all raters and items.",
        "The effect of a small pilot is a poor guess: plan for the smallest that matters.",
        *_heeded(found.result),
    )
    click.echo(pilot.toml(notes), nl=False)


for command in (*CORPUS, *CONFUSION, responses):
    fit.add_command(command)


def fitted(result: Any) -> Any:
    """Return the model of a pilot, marked so: what it is for is the next study."""
    known = dict(result.provenance)
    return replace(result, provenance=known | {"settings": {**known["settings"], "pilot": True}})


def _lines(function: Any, file: str, options: dict[str, Any]) -> str:
    """Return the lines of Python that give the model behind a world."""
    from claimwise.report.python_lines import python_lines

    name = function.__name__
    lines = python_lines(name, function, file, after="[1].result", **options)
    first = "import claimwise as cw\n"
    return lines.replace(first, f"from {function.__module__} import {name}\n", 1)


def _heeded(result: Any) -> list[str]:
    return list(own_words([note for note in result.notes if note.kind == "caution"]))


def world_notes(pilot: Any, result: Any, file: str) -> tuple[str, ...]:
    """Return the comments at the head of the file."""
    return (
        f"A world of ratings, fitted to {file}",
        f"by {result.provenance['settings']['formula']}.",
        f"{pilot.b} is B, {pilot.a} is A.",
        f"Expected ratings differ by {pilot.world.points():.3g} points; B is rated above A with",
        f"probability {pilot.world.superiority():.3g} (another rater, another item).",
        *_units(result),
        "The effect of a small pilot is a poor guess: plan for the smallest that matters.",
        *_heeded(result),
    )


def _units(result: Any) -> list[str]:
    """Say in what units the latent scale is, which depends on the link."""
    link = result.provenance["settings"].get("link")
    return [f"Latent units are those of the {link} link."] if link else []


def _run(name: str, file: str, output: Output) -> None:
    output.check()
    from claimwise import worlds

    output.show_call(f"cw.{name}", getattr(worlds, name), file, after=".result()")

"""claimwise fit: learn what is usual from past comparisons and pilots."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from claimwise.cli.grouped import Declared
from claimwise.cli.output import Output, own_words
from claimwise.verbs.fit import OUTPUTS, TABLES, VERBS
from claimwise.verbs.verb import Verb

POOR = "The effect of a small pilot is a poor guess: plan for the smallest that matters."
Files = tuple[str, ...]


def run_rated(verb: Verb, files: Files, given: dict[str, Any], output: Output) -> None:
    """Fit a world of ratings or of judgements; print it as TOML."""
    output.check()
    fit, (file,) = verb.find(), files
    pilot, found = fit(file, **given)
    model = _of_a_pilot(found.result)
    if output.shows(model, python=_lines(fit, file, given)):
        return
    about = _rated if verb.name == "fit ratings" else _judged
    cautions = [note for note in model.notes if note.kind == "caution"]
    notes = (*about(pilot, model, file), POOR, *own_words(cautions))
    click.echo(pilot.toml(notes), nl=False)


def _of_a_pilot(result: Any) -> Any:
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


def _rated(pilot: Any, result: Any, file: str) -> tuple[str, ...]:
    link = result.settings.get("link")
    units = [f"Latent units are those of the {link} link."] if link else []
    return (
        f"A world of ratings, fitted to {file}",
        f"by {result.settings['formula']}.",
        f"{pilot.b} is B, {pilot.a} is A.",
        f"Expected ratings differ by {pilot.world.points():.3g} points; B is rated above A with",
        f"probability {pilot.world.superiority():.3g} (another rater, another item).",
        *units,
    )


def _judged(pilot: Any, result: Any, file: str) -> tuple[str, ...]:
    return (
        f"A world of judgements head to head, fitted to {file}",
        f"by {result.settings['formula']}.",
        f"{pilot.b} is B, {pilot.a} is A. B wins less A wins: {pilot.world.points():.3g} of the",
        "judgements, over all raters and items.",
    )


def run_outputs(verb: Verb, files: Files, given: dict[str, Any], output: Output) -> None:
    """Fit a world of BLEU, chrF or TER; print it as TOML."""
    output.check()
    fitted = verb.find()(verb.words[-1], *files, **given)
    if not output.shows(fitted.result()):
        click.echo(fitted.pilot.toml(own_words(fitted.words())), nl=False)


def run_tables(verb: Verb, files: Files, given: dict[str, Any], output: Output) -> None:
    """Count confusion tables; print them as TOML."""
    named = {key: value for key, value in given.items() if value is not None}
    pilot = verb.find()(*files, **named)
    pilot = replace(pilot, notes=own_words(pilot.notes))
    head = (
        f"What {pilot.a} (A) and {pilot.b} (B) said of {pilot.n:,} items of {', '.join(files)}.",
        "Another pilot would give other tables: what it shows by chance is taken for the truth.",
    )
    click.echo(pilot.toml(head), nl=False)


def run_responses(verb: Verb, files: Files, given: dict[str, Any], output: Output) -> None:
    """Fit a world of several answers to each item; print it as TOML."""
    output.check()
    from claimwise.report.python_lines import python_lines
    from claimwise.worlds.response_file import response_toml

    fit = verb.find()
    fitted, found = fit(*files, **given)
    lines = python_lines("cw.fit_responses", fit, *files, after="[1]", result=found, **given)
    if output.shows(found, python=lines):
        return
    head = (
        f"A world of answers, fitted to {found.settings['items']:,} items of {', '.join(files)}.",
        f"Gold is {fitted.gold}, A is {fitted.a}, B is {fitted.b}.",
        *own_words(found.notes),
        "The epsilon of a small pilot is a poor guess: plan for a range of them.",
    )
    names = {"gold": fitted.gold, "a": fitted.a, "b": fitted.b}
    click.echo(response_toml(fitted.world, head, names), nl=False)


RUNS = {
    "fit ratings": run_rated,
    "fit judgements": run_rated,
    "fit responses": run_responses,
    **{verb.name: run_outputs for verb in OUTPUTS},
    **{verb.name: run_tables for verb in TABLES},
}


@click.group(cls=Declared, verbs=VERBS, runs=RUNS)
def fit() -> None:
    """Learn from past data what is usual: agreement, gains, raters, answers, effects of swaps."""

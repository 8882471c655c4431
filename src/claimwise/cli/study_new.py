"""claimwise study new: a declaration from flags, or from a short dialogue."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

import click

from claimwise.cli.grid import NUMBER, WHOLE
from claimwise.core.display import shown
from claimwise.core.errors import ClaimwiseError, ParameterError
from claimwise.core.rng import DEFAULT_SEED
from claimwise.kinds.shared import CLAIMS, MARGIN
from claimwise.verbs.shared import HIGHER, SEED

TEXTS = {
    "title": "Title of the study.",
    "a": "Baseline system (A), as the data name it.",
    "metric": "Metric to compare by; each kind has its usual one.",
    "says": f"Claim to make: {', '.join(CLAIMS[:-1])} or {CLAIMS[-1]}.",
    "alternative": f"Side of the test of a difference: {HIGHER}.",
    "better": "Which scores are better: higher or lower.",
    "cluster": "Column of the items' clusters.",
    "test": "Test, by name.",
    "world": "World of ratings or answers: a name or a file.",
    "pilot": "File with a pilot, in the folder of the study's file.",
    "source": "Source of the assumed numbers.",
    "rule": "Stopping rule: fixed, obrien-fleming, pocock or anytime.",
    "correct": "Correction for several comparisons: holm, bonferroni, benjamini-hochberg or none.",
}
NUMBERS = {
    "margin": MARGIN,
    "alpha": "Significance level.",
    "power": "Power to reach.",
    "difference": "Assumed difference, B minus A.",
    "agreement": "Assumed share of items where both are right or both are wrong.",
    "baseline": "Assumed score of A.",
    "sd": "Assumed standard deviation of the items' differences.",
    "win": "Assumed share of items on which B wins.",
    "lose": "Assumed share of items on which B loses.",
}
OTHERS = {
    "effect": "Assumed effect on ratings, such as 0.5 or 0.5t.",
    "looks": "Number of looks at the data, or the shares of the data at them: 4 or [0.5, 1.0].",
}
DEFAULTS = {"says": "difference", "alternative": "two-sided", "rule": "fixed", "alpha": "0.05"}
DEFAULTS |= {"power": "0.8"}


def _setting_options(command: Any) -> Any:
    """Add an option for every setting that is common enough for one."""
    names = {"says": "claim"}
    for key, about in reversed({**TEXTS, **NUMBERS, **OTHERS}.items()):
        kind, metavar = (NUMBER, "NUMBER") if key in NUMBERS else (str, "TEXT")
        option = f"--{names.get(key, key)}"
        shown: str | bool = DEFAULTS.get(key, False)
        command = click.option(
            option, key, type=kind, metavar=metavar, show_default=shown, help=about
        )(command)
    return command


class WithKinds(click.Command):
    """A command whose help lists the kinds of study."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, then every kind with what it is about."""
        super().format_options(ctx, formatter)
        from claimwise.study.schema import known_kinds

        with formatter.section("Kinds of study"):
            formatter.write_dl([(kind.name, kind.about) for kind in known_kinds().values()])


@click.command(
    cls=WithKinds,
    short_help="Write the declaration of a study, from options or questions.",
    epilog="Example: claimwise study new study.toml --kind accuracy --a base --b new --n 2000 "
    "--difference 0.02 --agreement 0.9 --source 'a pilot of 200 items'",
)
@click.argument("out")
@click.option("--kind", metavar="KIND", help="Kind of study, one of those below.")
@click.option(
    "--b", multiple=True, metavar="TEXT", help="Candidate system (B); once for each of several."
)
@click.option("--n", type=WHOLE, help="Items in the test set.")
@_setting_options
@click.option("--seed", type=WHOLE, show_default=str(DEFAULT_SEED), help=SEED.help)
@click.option(
    "--set",
    "also",
    multiple=True,
    metavar="SECTION.KEY=VALUE",
    help="Any other key, with its value.",
)
@click.option("--force", is_flag=True, help="Write over an existing file.")
def new(
    out: str,
    kind: str | None,
    b: tuple[str, ...],
    n: int | None,
    also: tuple[str, ...],
    force: bool,
    **settings: Any,
) -> None:
    """Write the declaration of a study to OUT (- is standard output), to be edited by hand.

    Without any other option, on a terminal, a few questions are asked instead.
    """
    from claimwise.core.writing import there_already
    from claimwise.study import declare
    from claimwise.study.new import draft, named, value_in
    from claimwise.study.writer import to_toml, write

    folder = Path(out).resolve().parent if out != "-" else Path()
    if out != "-" and Path(out).exists() and not force:  # before anything is asked
        raise there_already(Path(out))
    for name in OTHERS:
        if settings[name] is not None:
            settings[name] = value_in(settings[name])
    given = kind is not None or b or n is not None or also
    if not given and all(value is None for value in settings.values()):
        if not on_terminal():
            needs = "options such as --kind, --a and --b, or a terminal to ask questions on"
            raise ParameterError("study new", needs, "neither")
        from claimwise.cli.study_dialogue import ask

        document = ask()
    elif kind is None:
        from claimwise.study.schema import known_kinds

        needs = f"one of {', '.join(known_kinds())}"
        raise ParameterError("--kind", needs, "nothing")
    else:
        document = draft(kind, settings, b=b, n=n, also=also)
    study = named(declare(document, folder=folder, place="study new"))
    if out == "-":
        click.echo(to_toml(study), nl=False)
        return
    write(study, out, force=force)
    _say_next(study, out)


def on_terminal() -> bool:
    """Whether a person can be asked."""
    return sys.stdin.isatty()


def _say_next(study: Any, out: str) -> None:
    from claimwise.study.complete import missing

    click.echo(f"Written: {shown(out)}")
    try:
        lacks = missing(study)
    except ClaimwiseError:
        lacks = []
    if lacks:
        click.echo("Still to be declared, in the file:")
        for place, why in lacks:
            click.echo(f"- {place}: {why}")
    name = shown(shlex.quote(out))
    click.echo(f"Next: claimwise study check {name}, and before the data are seen")
    click.echo(f"      claimwise study freeze {name}")

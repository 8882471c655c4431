"""The entry point: verbs, exit codes, and one sentence for every refusal."""

from __future__ import annotations

import sys

import click

from claimwise.cli.lazy import LazyGroup
from claimwise.core.display import shown
from claimwise.core.errors import ClaimwiseError
from claimwise.core.version import __version__

NEWLINE = "\n"  # of an error that is a list: names have none any more
# By group, in the order of help: the file of each verb, and its line.
GROUPS = {
    "Everyday": {
        "plan": ("claimwise.cli.plan", "What could this study show? Power, errors, sample size."),
        "compare": ("claimwise.cli.compare", "Is B better than A? Tests, intervals, posteriors."),
        "ratings": ("claimwise.cli.ratings", "What do the raters say? Mixed models for ratings."),
        "judgements": (
            "claimwise.cli.judgements",
            "Which system do raters prefer, head to head?",
        ),
        "doctor": ("claimwise.cli.doctor", "What is in this file, and what is wrong with it?"),
        "serve": ("claimwise.cli.serve", "The local page: plan studies, drop files, see figures."),
        "demo": ("claimwise.cli.demo", "The main job on the bundled example."),
    },
    "Careful studies": {
        "study": (
            "claimwise.cli.study",
            "Declare once, before the data: new, check, freeze, assess.",
        ),
        "design": ("claimwise.cli.design", "Who rates what? Lists for a rating study."),
        "calibrate": ("claimwise.cli.calibrate", "Is a procedure honest on data like mine?"),
        "runs": (
            "claimwise.cli.runs",
            "Long simulations that were begun: list, resume, delete.",
        ),
    },
    "Research": {
        "survey": ("claimwise.cli.survey", "What could published comparisons have shown?"),
        "fit": ("claimwise.cli.fit", "Learn from past data: usual agreement, usual gain, raters."),
    },
}
VERBS = {name: found for group in GROUPS.values() for name, found in group.items()}


@click.group(
    cls=LazyGroup,
    groups=GROUPS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: claimwise plan accuracy --n 500 --difference 0.02 --agreement 0.9",
)
@click.version_option(__version__, prog_name="claimwise")
def cli() -> None:
    """Is one AI system better than another?

    Before the data: what a study could show. After the data: what it does show, in words
    that are true.
    """


@cli.command(hidden=True, add_help_option=False, context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
def reproduce(words: tuple[str, ...]) -> None:
    """Say where the published tables and figures went."""
    name = next((word for word in words if not word.startswith("-")), "NAME")
    raise ClaimwiseError(
        "claimwise reproduce moved to the papers folder of a checkout of claimwise: "
        f"run make papers PAPER={name} there."
    )


def main() -> None:
    """Run the command line; exit 0 done, 1 internal failure, 2 input refused.

    With --gate: 0 supported, 3 contradicted, 4 inconclusive.
    """
    try:
        code = cli.main(standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:  # a bare `claimwise` or `claimwise plan`
        click.echo(error.format_message())
        sys.exit(0)
    except ClaimwiseError as error:
        refuse(str(error))
    except click.UsageError as error:
        help_ = f" See {error.ctx.command_path} --help." if error.ctx else ""
        refuse(said(error).replace("\n", " ") + help_)
    except click.ClickException as error:
        refuse(error.format_message())
    except MemoryError as error:
        needed = str(error).partition(" for an array")[0].removeprefix("Unable to allocate ")
        refuse(f"There is not enough memory ({needed or 'no more'} was asked for). Ask for less.")
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    sys.exit(code if isinstance(code, int) else 0)


def said(error: click.UsageError) -> str:
    """Return what the parser refuses, with the option first where a value of it is at fault."""
    if not isinstance(error, click.BadParameter) or isinstance(error, click.MissingParameter):
        return error.format_message()
    option = error.param if isinstance(error.param, click.Option) else None
    return error.format_message() if option is None else f"{option.opts[0]}: {error.message}"


def refuse(message: str) -> None:
    """Say on standard error what is wrong and exit with 2."""
    click.echo(f"Error: {shown(message, keep=NEWLINE)}", err=True)
    sys.exit(2)

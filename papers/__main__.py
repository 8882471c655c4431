"""`python -m papers`: which published tables and figures come out again, and why not."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

import papers
from claimwise import report, run
from claimwise.core import ClaimwiseError, DataError, ParameterError, Result, sentence

FORMS = {form.option: form for form in report.report_forms().values()}


def report_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add an option for each form of report."""
    for option, form in reversed(FORMS.items()):
        command = click.option(f"--{option}", metavar="FILE", help=form.help)(command)
    return command


@click.command(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: python -m papers card-figure-6 --plot figure.png",
)
@click.argument("name", required=False)
@click.option("--quick", is_flag=True, help="Compute it now, with fewer studies or a part of it.")
@click.option("--full", is_flag=True, help="Compute all of it now; --keep saves what is done.")
@click.option(
    "--data",
    metavar="FOLDER",
    type=click.Path(exists=True, file_okay=False),
    help="Folder with the authors' files, for those that are computed from them.",
)
@click.option(
    "--keep",
    metavar="FILE",
    help="CSV that --full adds each part to; a run that was cut goes on from there. Without NAME "
    "a folder of such files.",
)
@click.option("--seed", type=int, help="Seed of what is computed now.  [default: 1]")
@click.option("--workers", type=int, help="Processes, for simulated studies.  [default: 1]")
@click.option("--details", is_flag=True, help="Print everything else below the answer, too.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object only.")
@report_options
@click.option("--plot", metavar="FILE", help="Also draw its figure: .png, .svg, .pdf, ...")
def door(name: str | None, as_json: bool, **given: Any) -> None:
    """Show a published table or figure, computed again, with the published values.

    Without --quick or --full: the full run that is kept in the checkout. Without NAME: all of
    them, as a list; a report then holds every table and figure.
    """
    _check(name, given)
    asked = {key: given[key] for key in ("quick", "full", "data", "keep")}
    with run.using(workers=given["workers"]):
        how = _one if name else _all
        result, parts = how(name or "", seed=given["seed"] or papers.SEED, **asked)
    written = {}
    command = shlex.join(["python", "-m", "papers", *sys.argv[1:]])
    for option, form in FORMS.items():
        if given[option]:
            lines = _python(name, given)
            made = form.write(result, command=command, python=lines, parts=parts)
            written[given[option]] = made.encode()
    if given["plot"]:
        written[given["plot"]] = report.draw_figure(result, Path(given["plot"]).suffix.lower())
    for path, content in written.items():
        Path(path).write_bytes(content)
    text = report.to_text(result, details=given["details"])
    click.echo(report.to_json(result) if as_json else text)
    for path in () if as_json else written:
        click.echo(f"\nWritten: {path}")


def _check(name: str | None, given: Mapping[str, Any]) -> None:
    """Refuse options that do not go together, before anything is computed."""
    if given["quick"] and given["full"]:
        raise click.UsageError("--quick and --full exclude each other.")
    for option in ("data", "seed", "workers"):
        if given[option] is not None and not (given["quick"] or given["full"]):
            raise click.UsageError(
                f"--{option} needs --quick or --full: nothing is computed for the run that is kept."
            )
    if given["keep"] is not None and not given["full"]:
        raise click.UsageError("--keep needs --full.")
    for option, form in FORMS.items():
        if given[option] and Path(given[option]).suffix.lower() not in form.endings:
            ending = f"a file ending in {' or '.join(form.endings)}"
            raise ParameterError(f"--{option}", ending, given[option])
    for option in (*FORMS, "plot", *(["keep"] if name else [])):
        path = given[option]
        if path and (Path(path).is_dir() or not Path(path).resolve().parent.is_dir()):
            raise ParameterError(f"--{option}", "a file in an existing folder", path)
    if name is None:
        if given["plot"]:
            raise click.UsageError(
                "--plot needs the NAME of a replication; without it all are listed."
            )
        if given["keep"] and Path(given["keep"]).is_file():
            found = given["keep"]
            raise click.UsageError(f"--keep needs a folder where there is no NAME; found {found}.")
    if given["plot"]:
        report.check_figure_path(given["plot"])
    if name is not None and given["plot"] and not report.figures_of(papers.kept(name)):
        drawn = sentence("--plot", "a replication with a figure", f"{name}, which has none")
        raise ParameterError(f"{drawn} Without --plot its table is printed.")


def _python(name: str | None, given: Mapping[str, Any]) -> str:
    """Return the lines of Python that give one replication again."""
    if name is None:
        return ""
    asked = ""
    if given["quick"] or given["full"]:
        asked = f", quick={given['quick']}, data={given['data']!r}, rng={given['seed'] or 1}"
    return f"import papers\n\nresult = papers.{'reproduce' if asked else 'kept'}({name!r}{asked})"


def _say() -> Callable[[str], None] | None:
    return (lambda line: click.echo(line, err=True)) if sys.stderr.isatty() else None


def _one(
    name: str, *, quick: bool, full: bool, data: str | None, keep: str | None, seed: int
) -> tuple[Result, list[Result]]:
    """Return one replication, computed now or kept."""
    if not (quick or full):
        return papers.kept(name), []
    found = papers.reproduce(name, quick=quick, data=data, table=keep, rng=seed, say=_say())
    return found, []


def _all(
    _: str, *, quick: bool, full: bool, data: str | None, keep: str | None, seed: int
) -> tuple[Result, list[Result]]:
    """Return all replications as a list, computed now or kept, and each of them."""
    taken = without_files(data) if quick or full else list(papers.REPLICATIONS)
    if keep is not None:
        Path(keep).mkdir(parents=True, exist_ok=True)
    results = []
    for name in papers.REPLICATIONS:
        table = None if keep is None else str(Path(keep) / f"{name}.csv")
        now = name not in taken
        asked: dict[str, Any] = {"quick": quick and now, "full": full and now}
        results.append(_one(name, **asked, data=data, keep=table, seed=seed)[0])
    return papers.listed(results), results


def without_files(data: str | None) -> list[str]:
    """Return those that cannot be computed for want of the authors' files, and say so.

    A folder that has no file of any is refused.
    """
    needy = {name: one.needs for name, one in papers.REPLICATIONS.items() if one.needs}
    lacks = {name: papers.lacks(name, data) for name in needy}
    if data is not None and all(len(lacks[name]) == len(needs) for name, needs in needy.items()):
        files = ", ".join(dict.fromkeys(file for needs in needy.values() for file in needs))
        asked = f"a folder with some of the authors' files, at any depth ({files})"
        where = "docs/papers.md says where they are published."
        raise DataError("--data", asked, f"none in {data}", where)
    taken = [name for name, missing in lacks.items() if missing]
    if taken:
        files = ", ".join(dict.fromkeys(file for name in taken for file in lacks[name]))
        click.echo(
            f"Not computed now, but shown from the kept run, for want of {files}: "
            f"{', '.join(taken)}.",
            err=True,
        )
    return taken


def main() -> None:
    """Run the door; exit 2 with one sentence where something is refused."""
    try:
        door.main(prog_name="python -m papers", standalone_mode=False)
    except (ClaimwiseError, click.ClickException) as error:
        said = error.format_message() if isinstance(error, click.ClickException) else str(error)
        click.echo(f"Error: {said}", err=True)
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)


if __name__ == "__main__":
    main()

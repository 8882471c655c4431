"""claimwise runs: what was begun and is kept; go on with it, or delete it."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from claimwise.cli.lazy import Verbs
from claimwise.core.display import shown
from claimwise.core.errors import ParameterError, did_you_mean, option

if TYPE_CHECKING:
    from claimwise.run.kept_runs import KeptRun

F = TypeVar("F", bound=Callable[..., Any])
STORE = click.option(
    "--store",
    metavar="FOLDER",
    show_default="the user's cache",
    help="Folder in which finished blocks are kept.",
)
SHORTEST = 20  # columns of a command, on however narrow a terminal


def _options(command: F) -> F:
    as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object only.")
    return STORE(as_json(command))


def _path(store: str | None) -> Path:
    from claimwise.run.store import default_path

    return default_path() if store is None else Path(store)


def _print(as_json: bool, found: dict[str, Any], words: str) -> None:
    click.echo(json.dumps(found) if as_json else shown(words, keep="\n"))


@click.group(
    cls=Verbs,
    invoke_without_command=True,
    epilog="Example: claimwise runs resume 3f1c20aa",
)
@_options
@click.pass_context
def runs(ctx: click.Context, store: str | None, as_json: bool) -> None:
    """List the long simulations whose finished blocks are kept.

    A run that was stopped, or whose process died, goes on where it was if the same command is
    given again, or with resume.
    """
    if ctx.invoked_subcommand is not None:
        if store is not None or as_json:
            raise click.UsageError(
                f"--store and --json stand after {ctx.invoked_subcommand}, not before it.", ctx
            )
        return
    from claimwise.run.kept_runs import kept_runs

    path = _path(store)
    found = kept_runs(path)
    words = _table(found, _width())
    _print(as_json, {"store": str(path), "runs": [asdict(run) for run in found]}, words)


def _width() -> int | None:
    """Return how many columns the terminal has; None where nobody looks at one."""
    import shutil
    import sys

    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def _table(found: list[KeptRun], width: int | None = None) -> str:
    """Return a line for each run; commands are cut so that a line fits into the width."""
    if not found:
        return "No runs are kept."
    now = time.time()
    lines = [("id", "state", "blocks", "size", "last", "command")]
    for run in found:
        blocks = f"{run.blocks:,} of {run.of:,}"
        lines.append(
            (run.id, run.state, blocks, _size(run.bytes), _age(now - run.updated), run.command)
        )
    widths = [max(len(line[k]) for line in lines) for k in range(5)]
    room = None if width is None else max(SHORTEST, width - sum(widths) - 2 * len(widths))
    return "\n".join(
        "  ".join([*(line[k].ljust(widths[k]) for k in range(5)), _cut(line[5], room)])
        for line in lines
    )


def _cut(command: str, room: int | None) -> str:
    if room is None or len(command) <= room:
        return command
    return f"{command[: room - 1].rstrip()}\u2026"


def _size(count: int) -> str:
    for unit, factor in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= factor:
            return f"{count / factor:.1f} {unit}"
    return f"{count} B"


def _age(seconds: float) -> str:
    for unit, factor in (("days", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * factor:
            return f"{int(seconds // factor)} {unit} ago"
    return f"{max(0, int(seconds))} s ago"


def _run(path: Path, name: str, found: list[KeptRun]) -> KeptRun:
    """Return the run of this id, which may be cut as short as it stays the only one."""
    exact = [run for run in found if run.id == name]
    meant = exact or [run for run in found if name and run.id.startswith(name)]
    if len(meant) == 1:
        return meant[0]
    if meant:
        several = ", ".join(run.id for run in meant)
        needs = "as much of an id as only one run has"
        raise ParameterError("claimwise runs", needs, f"{name}, of {several}")
    known = [run.id for run in found]
    remedy = did_you_mean(name, known) or "claimwise runs lists them."
    raise ParameterError(f"{name} is not a run in {path}.", remedy)


@runs.command(
    short_help="Give the command of a run again.",
    epilog="Example: claimwise runs resume 3f1c20aa",
)
@click.argument("name", metavar="ID")
@click.option(
    "--allow-code",
    multiple=True,
    metavar="FILE.py",
    help="Run this Python file where the command of the run names it; read it first.",
)
@STORE
@click.pass_context
def resume(ctx: click.Context, name: str, store: str | None, allow_code: tuple[str, ...]) -> None:
    """Give the command of a run again, in the folder where it was given."""
    from claimwise.run.kept_runs import kept_runs

    path = _path(store)
    run = _run(path, name, kept_runs(path))
    if run.state == "running":
        raise ParameterError(
            f"resume {name}", "a run that is not going on", f"it in process {run.process}"
        )
    if run.argv is None:
        damaged = run.state == "damaged"
        found = run.command if damaged else f"one of a script ({run.command})"
        remedy = f"Run the script again, in the folder {run.folder}."
        if damaged:
            remedy = f"Give its command again, or delete it: claimwise runs delete {run.id}."
        raise ParameterError(f"resume {name}", "a run of the command line", found, remedy)
    if not Path(run.folder).is_dir():
        raise ParameterError(f"resume {name}", f"the folder {run.folder}", "none there")
    _check_code(run, allow_code)
    click.echo(shown(run.command), err=True)
    ctx.exit(_again(run, path.absolute()))


def _check_code(run: KeptRun, allowed: tuple[str, ...]) -> None:
    """Refuse a command that runs code which was not allowed: a store may be somebody else's."""
    known = {Path(one).resolve() for one in allowed}
    words = [part for word in run.argv or () for part in re.split("[=,]", word)]
    for code in (word for word in words if ".py" in word.lower()):
        file = Path(run.folder) / code.split("@sha256:")[0]
        if file.resolve() not in known:
            raise ParameterError(
                f"The command of run {run.id} runs Python code, {code}.",
                "Read it first; then add " + option("allow_code", str(file)) + ".",
            )


def _again(run: KeptRun, path: Path) -> int:
    """Run the command in a process of its own and return its exit code."""
    import os
    import signal
    import subprocess
    import sys

    from claimwise.run.store import PLACE

    command = [sys.executable, "-P", "-m", "claimwise", *(run.argv or ())]
    child = subprocess.Popen(command, cwd=run.folder, env={**os.environ, PLACE: str(path)})
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the command
    try:
        return child.wait()
    finally:
        signal.signal(signal.SIGINT, before)


@runs.command(
    short_help="Delete runs and their blocks.",
    epilog="Example: claimwise runs delete --finished",
)
@click.argument("names", metavar="[ID]...", nargs=-1)
@click.option("--finished", is_flag=True, help="Delete all runs that are done.")
@click.option("--all", "every", is_flag=True, help="Delete all runs that are not going on.")
@_options
def delete(
    names: tuple[str, ...], finished: bool, every: bool, store: str | None, as_json: bool
) -> None:
    """Delete runs and their blocks. Nothing is asked."""
    from claimwise.run.kept_runs import delete_runs, kept_runs

    if bool(names) + finished + every != 1:
        raise click.UsageError("runs delete needs ids, or --finished, or --all.")
    path = _path(store)
    found = kept_runs(path)
    chosen = [_run(path, name, found) for name in dict.fromkeys(names)]
    going = [run for run in found if run.state == "running"]
    for run in chosen:
        if run in going:
            raise ParameterError(
                f"delete {run.id}", "a run that is not going on", f"process {run.process}"
            )
    if finished or every:
        chosen = [run for run in found if run.state == "finished" or (every and run not in going)]
    try:
        blocks = delete_runs(path, [run.id for run in chosen])
    except OSError as error:
        needs, refused = "a folder that can be written", f"{path} ({error.strerror})"
        raise ParameterError("claimwise runs delete", needs, refused) from error
    lines = [f"Deleted {run.id}: {run.command}" for run in chosen]
    if chosen:
        lines.append(f"{blocks:,} blocks that no other run uses are deleted.")
    if every:
        lines += [f"Left {run.id}, which is going on: {run.command}" for run in going]
    _print(as_json, {"deleted": [run.id for run in chosen]}, "\n".join(lines or ["No runs."]))

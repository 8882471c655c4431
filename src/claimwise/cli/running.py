"""Options of every verb that simulates, and what is said when it is stopped."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from claimwise.cli.grid import WHOLE
from claimwise.cli.spelling import in_options
from claimwise.core.errors import ParameterError

if TYPE_CHECKING:
    from claimwise.run.patience import Patience
    from claimwise.run.session import Progress, Session
    from claimwise.run.store import FileStore

F = TypeVar("F", bound=Callable[..., Any])
# Ctrl-C, a request of the system, and a terminal that is closed.
ENDS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
OPTIONS = (
    click.option(
        "--workers",
        type=WHOLE,
        show_default="1; with --dask local the number of cores",
        help="Number of processes, for simulated studies.",
    ),
    click.option(
        "--dask",
        metavar="ADDRESS",
        help="Dask cluster to simulate on: tcp://host:port, or local for one on this machine.",
    ),
    click.option(
        "--store",
        metavar="FOLDER",
        show_default="the user's cache",
        help="Folder in which finished blocks are kept.",
    ),
    click.option("--no-store", is_flag=True, help="Keep nothing of a long simulation."),
    click.option(
        "--yes",
        is_flag=True,
        help="Do not ask about a simulation that takes more than an hour.",
    ),
)


def run_options(command: F) -> F:
    """Add --workers, --dask, --store, --no-store and --yes, and run the command as they say."""

    @wraps(command)
    def run(
        *args: Any,
        workers: int | None,
        dask: str | None,
        store: str | None,
        no_store: bool,
        yes: bool,
        **options: Any,
    ) -> Any:
        if store == "":
            raise click.UsageError("--store needs a folder; found an empty text.")
        if store is not None and no_store:
            raise click.UsageError("--store and --no-store exclude each other.")
        from claimwise.run import using

        kept = None if no_store else _store(store)
        with (
            _leaving(kept),
            _patience(kept, yes=yes) as patience,
            using(workers=workers, dask=dask, store=kept, patience=patience) as session,
            stopped_by_signals(session, kept),
        ):
            return command(*args, **options)

    made: Any = run
    for option in reversed(OPTIONS):
        made = option(made)
    return made  # type: ignore[no-any-return]


def _store(path: str | None) -> FileStore:
    """Return the store, of which nothing is opened before something is simulated."""
    from claimwise.run.store import FileStore

    return FileStore(path, sys.argv[1:], say=_say)


def _say(line: str) -> None:
    """Say a line at once, above the progress bar if there is one."""
    from claimwise.run import current

    bar = current().watch.bar
    if bar is None:
        click.echo(line, err=True)
    else:
        bar.console.print(line, markup=False, highlight=False)


@contextmanager
def _patience(kept: FileStore | None, *, yes: bool) -> Iterator[Patience]:
    """Give what watches over the time, and let it watch meanwhile."""
    from claimwise.run.patience import Patience

    context = click.get_current_context()

    def end(refusal: ParameterError) -> None:
        refusal.spell(in_options(context.command))
        _end_with(f"Error: {refusal}\n", kept, 2)

    asks = sys.stdin.isatty() and sys.stderr.isatty()
    patience = Patience(
        yes=yes,
        ask=_ask if asks else None,
        say=None if sys.stderr.isatty() else _say,
        end=end,
    )
    threading.Thread(target=patience.watch, daemon=True).start()
    try:
        yield patience
    finally:
        patience.stop()


def _ask(how_long: str) -> bool:
    """Ask whether to go on."""
    from claimwise.run import current

    current().watch.clear()
    return click.confirm(f"{how_long} Go on?", err=True)


@contextmanager
def _leaving(kept: FileStore | None) -> Iterator[None]:
    """Note in the store how the command ended, and say what was damaged there."""
    if kept is None:
        yield
        return
    answer = None
    try:
        yield
    except SystemExit as left:  # its code is one
        answer = left
    except BaseException:
        kept.stop()
        raise
    kept.finish()
    if kept.damaged:
        blocks = "1 block" if kept.damaged == 1 else f"{kept.damaged:,} blocks"
        click.echo(f"Computed {blocks} again: damaged in {kept.path}.", err=True)
    if answer is not None:
        raise answer


@contextmanager
def stopped_by_signals(session: Session, kept: FileStore | None) -> Iterator[None]:
    """On Ctrl-C, or when asked to end, say what is known and end at once.

    No exception is raised: it would come out anywhere, in compiled code as well, which may crash
    of it.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: Any) -> None:
        for each in before:
            signal.signal(each, signal.SIG_IGN)
        if session.cluster is not None:
            session.cluster.abandon()
        _end(session.latest, kept, 128 + number)

    before = {
        number: signal.getsignal(number)
        for number in ENDS
        if signal.getsignal(number) != signal.SIG_IGN  # as under nohup
    }
    for number in before:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(latest: Progress | None, kept: FileStore | None, code: int) -> NoReturn:
    """Say what is known, and exit."""
    _end_with("\n".join(stopped_words(latest, kept)) + "\n", kept, code)


def _end_with(words: str, kept: FileStore | None, code: int) -> NoReturn:
    """End all processes that were started, say the last words, and exit."""
    from claimwise.run import signals

    signals.end_children()
    if kept is not None:
        kept.stop()
    fresh = "\r\x1b[2K\x1b[?25h" if sys.stderr.isatty() else ""  # no bar, and the cursor again
    signals.say_last(fresh + words)
    signals.leave(code)


def stopped_words(latest: Progress | None, kept: FileStore | None) -> list[str]:
    """Say what is known so far, and how to go on."""
    if latest is None:
        return ["Stopped before anything was simulated."]
    said = "There is no estimate yet."
    if latest.said:
        said = f"So far {latest.said}. This is not the answer that was asked for."
    return [
        f"Stopped: {latest.label}, {latest.done:,} of {latest.total:,} blocks done.",
        said,
        _how_to_go_on(kept),
    ]


def _how_to_go_on(kept: FileStore | None) -> str:
    blocks = 0 if kept is None else kept.kept()
    if kept is not None and kept.trouble:
        return kept.trouble
    if kept is None or not blocks:
        return "Nothing was kept: the same command starts from the beginning."
    several = "1 block is" if blocks == 1 else f"{blocks:,} blocks are"
    return f"{several} kept in {kept.path}: the same command goes on from there."

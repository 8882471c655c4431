"""Options of every verb that simulates, and what is said when it is stopped."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

if TYPE_CHECKING:
    from claimwise.run.session import Progress, Session

F = TypeVar("F", bound=Callable[..., Any])
# Ctrl-C, a request of the system, and a terminal that is closed.
ENDS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
OPTIONS = (
    click.option(
        "--workers",
        type=int,
        show_default="1; with --dask local the number of cores",
        help="Processes, for simulated studies.",
    ),
    click.option(
        "--dask",
        metavar="ADDRESS",
        help="Simulate on a Dask cluster: tcp://host:port, or local for one on this machine.",
    ),
    click.option(
        "--store", metavar="FILE", help="Keep finished blocks there, not at the usual place."
    ),
    click.option("--no-store", is_flag=True, help="Keep nothing of a long simulation."),
)


def run_options(command: F) -> F:
    """Add --workers, --dask, --store and --no-store, and run the command as they say."""

    @wraps(command)
    def run(
        *args: Any,
        workers: int | None,
        dask: str | None,
        store: str | None,
        no_store: bool,
        **options: Any,
    ) -> Any:
        if store is not None and no_store:
            raise click.UsageError("--store and --no-store exclude each other.")
        from claimwise.run import using

        kept = None if no_store else _opened(store)
        if kept is not None and options.get("rng", 0) is None:
            options["rng"] = _seed(kept)
        with (
            _leaving(kept),
            using(workers=workers, dask=dask, store=kept) as session,
            heeding_signals(session, kept),
        ):
            return command(*args, **options)

    made: Any = run
    for option in reversed(OPTIONS):
        made = option(made)
    return made  # type: ignore[no-any-return]


def _opened(path: str | None) -> Any:
    from claimwise.run.store import open_store

    return open_store(path, sys.argv[1:])


@contextmanager
def _leaving(kept: Any) -> Iterator[None]:
    """Note in the store how the command ended, and say what went wrong there."""
    if kept is None:
        yield
        return
    left = None
    try:
        yield
    except SystemExit as answer:  # its code is one
        left = answer
    except BaseException:
        kept.stop()
        raise
    kept.finish()
    for line in kept_words(kept):
        click.echo(line, err=True)
    if left is not None:
        raise left


def _seed(kept: Any) -> int | None:
    """Return the seed of the same command if it was stopped before; otherwise a new one."""
    from claimwise.core import StoreError

    try:
        seed: int = kept.seed()
    except StoreError:  # said by the first simulation, if there is one
        return None
    return seed


@contextmanager
def heeding_signals(session: Session, kept: Any) -> Iterator[None]:
    """On Ctrl-C, or when asked to end, say what is known and end at once.

    No exception is raised: it would come out anywhere, in compiled code as well, which may crash
    of it.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    watch = session.watch

    def stop(number: int, frame: Any) -> None:
        if watch.writing:  # a block is written whole
            watch.later = partial(stop, number, frame)
            return
        for each in before:
            signal.signal(each, signal.SIG_IGN)
        if session.cluster is not None:
            session.cluster.abandon()
        _end(watch.latest, kept, 128 + number)

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


def _end(latest: Progress | None, kept: Any, code: int) -> NoReturn:
    """End all processes that were started, say what is known, and exit."""
    import os

    from claimwise.run.signals import end_children

    end_children()
    if kept is not None:
        kept.stop()
    lines = stopped_words(latest, kept)
    fresh = "\r\x1b[2K\x1b[?25h" if sys.stderr.isatty() else ""  # no bar, and the cursor again
    with suppress(OSError):  # nobody may be there to read it
        # Written past the buffers, in which the signal may have come.
        os.write(2, (fresh + "\n".join(lines) + "\n").encode(errors="replace"))
    os._exit(code)


def stopped_words(latest: Progress | None, kept: Any) -> list[str]:
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


def kept_words(kept: Any) -> list[str]:
    """Say what was wrong with the store, of a command that has given its answer all the same."""
    if kept is None:
        return []
    lines = []
    if kept.damaged:
        blocks = "1 kept block was" if kept.damaged == 1 else f"{kept.damaged:,} kept blocks were"
        lines.append(
            f"{blocks} damaged, and computed again. claimwise runs rescue checks them all."
        )
    if kept.trouble:
        lines.append(f"The answer stands, but not all of it is kept: {kept.trouble}")
    return lines


def _how_to_go_on(kept: Any) -> str:
    if kept is None:
        return "Nothing was kept: the same command begins anew."
    if kept.trouble:
        return str(kept.trouble)
    if kept.safe:
        several = f"{kept.safe:,} blocks are" if kept.safe > 1 else "1 block is"
        return f"{several} kept in {kept.path}: the same command goes on from there."
    why = f" ({kept.not_kept[0]})" if kept.not_kept else ""
    return f"Nothing was kept{why}: the same command begins anew."

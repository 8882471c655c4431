"""Options of every verb that simulates, and what is said when it is stopped."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import wraps
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

if TYPE_CHECKING:
    from claimwise.run import Session

F = TypeVar("F", bound=Callable[..., Any])
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


class Stopped(KeyboardInterrupt):
    """Somebody, or the system, asks the command to stop."""

    def __init__(self, number: int) -> None:
        """Remember the number of the signal."""
        super().__init__(number)
        self.code = 128 + number


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
        with heeding_signals(), kept or nullcontext():
            with using(workers=workers, dask=dask, store=kept) as session:
                try:
                    return command(*args, **options)
                except KeyboardInterrupt as stop:
                    code = _say_stopped(session, kept, stop)
            _leave(code)

    made: Any = run
    for option in reversed(OPTIONS):
        made = option(made)
    return made  # type: ignore[no-any-return]


def _opened(path: str | None) -> Any:
    from claimwise.run.store import open_store

    return open_store(path, sys.argv[1:])


def _seed(kept: Any) -> int | None:
    """Return the seed of the same command if it was stopped before; otherwise a new one."""
    from claimwise.core import StoreError

    try:
        seed: int = kept.seed()
    except StoreError:  # said by the first simulation, if there is one
        return None
    return seed


@contextmanager
def heeding_signals() -> Iterator[None]:
    """Turn Ctrl-C and a request to end into `Stopped`, unless they are to be ignored."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: Any) -> NoReturn:
        for each in before:
            signal.signal(each, signal.SIG_IGN)  # once is enough: what follows takes a moment
        raise Stopped(number)

    before = {
        number: signal.getsignal(number)
        for number in (signal.SIGINT, signal.SIGTERM)
        if signal.getsignal(number) != signal.SIG_IGN
    }
    for number in before:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _say_stopped(session: Session, kept: Any, stop: KeyboardInterrupt) -> int:
    """Say what is known so far, and how to go on; return the exit code."""
    session.clear()
    if kept is not None:
        kept.stop()
    latest = session.latest
    lines = ["Stopped before anything was simulated."]
    if latest is not None:
        lines = [
            f"Stopped: {latest.label}, {latest.done:,} of {latest.total:,} blocks done.",
            f"So far {latest.said}. This is not the answer that was asked for."
            if latest.said
            else "There is no estimate yet.",
            _how_to_go_on(kept),
        ]
    for line in lines:
        click.echo(line, err=True)
    return getattr(stop, "code", 128 + signal.SIGINT)


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


def _leave(code: int) -> NoReturn:
    """End with this code, and with all processes that were started."""
    from claimwise.run.backends import stop_processes

    stop_processes()
    raise SystemExit(code)

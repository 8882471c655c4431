"""A progress bar on standard error, when a person is watching; and a record of how far it came."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from claimwise.run.session import Progress, current

T = TypeVar("T")


def track(
    items: Iterable[T],
    *,
    total: int,
    label: str,
    show: bool | None,
    tell: Callable[[], str] | None = None,
) -> Iterator[T]:
    """Yield the items; show how many of `total` are done if a terminal is there to show it."""
    if show is None:
        show = sys.stderr.isatty()
    noted = _noted(items, total, label, tell)
    if not show or total < 2:
        yield from noted
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total)
        for item in noted:
            bar.advance(task)
            yield item


def _noted(
    items: Iterable[T], total: int, label: str, tell: Callable[[], str] | None
) -> Iterator[T]:
    """Note in the session how far it came, each time the caller has dealt with an item."""
    session = current()
    for done, item in enumerate(items, start=1):
        yield item
        session.latest = Progress(label, done, total, tell() if tell is not None else "")

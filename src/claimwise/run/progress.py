"""A progress bar on standard error, when a person is watching."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def track(items: Iterable[T], *, total: int, label: str, show: bool | None) -> Iterator[T]:
    """Yield the items; show how many of `total` are done if a terminal is there to show it."""
    if show is None:
        show = sys.stderr.isatty()
    if not show or total < 2:
        yield from items
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total)
        for item in items:
            bar.advance(task)
            yield item

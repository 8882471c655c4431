"""One line on standard error, when a person is watching; and a record of how far it came."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from claimwise.core.display import shown
from claimwise.run.patience import duration
from claimwise.run.session import Progress, Watch, current

T = TypeVar("T")
WIDE = 120  # columns of a terminal that has room for the label, too


class Blocks(Sequence[tuple[int, int]]):
    """The blocks of a simulation, number and replicates; made when asked for, as they are many.

    >>> list(Blocks(2500, 1000))
    [(0, 1000), (1, 1000), (2, 500)]
    """

    def __init__(self, replicates: int, size: int) -> None:
        """Take how many replicates there are in all, and in a block."""
        self.replicates, self.size = replicates, size

    def __len__(self) -> int:
        """Return how many blocks there are."""
        return (self.replicates + self.size - 1) // self.size

    def __getitem__(self, number: Any) -> Any:
        """Return one block."""
        if not 0 <= number < len(self):
            raise IndexError(number)
        return number, min(self.size, self.replicates - number * self.size)


class Sizes(Sequence[int]):
    """How many replicates of each block are to be computed: 0 where it was kept.

    >>> list(Sizes(Blocks(2500, 1000), {(1, 1000)}))
    [1000, 0, 500]
    """

    def __init__(self, blocks: Blocks, kept: Collection[tuple[int, int]]) -> None:
        """Take the blocks, and those that were kept of them."""
        mine = {job for job in kept if job[0] < len(blocks) and blocks[job[0]] == job}
        self.of, self.kept = blocks, mine
        self.whole = blocks.replicates - sum(size for _, size in mine)
        self.fresh = len(blocks) - len(mine)

    def __len__(self) -> int:
        """Return how many blocks there are."""
        return len(self.of)

    def __getitem__(self, number: Any) -> Any:
        """Return the replicates of one block that are to be computed."""
        job = self.of[number]
        return 0 if job in self.kept else job[1]


@dataclass(slots=True)
class Pace:
    """How fast replicates are computed; blocks that were kept from before do not count."""

    sizes: Sequence[int]  # replicates to compute, block by block; 0 where one was kept
    done: int = 0  # blocks
    computed: int = 0  # replicates
    began: float = field(default_factory=lambda: time.monotonic())
    first: tuple[float, int] | None = None  # when the first computed block came, and its size
    whole: int = 0  # replicates to compute
    blocks: int = 0  # to compute

    def __post_init__(self) -> None:
        """Add up once: there may be millions of blocks."""
        if isinstance(self.sizes, Sizes):
            self.whole, self.blocks = self.sizes.whole, self.sizes.fresh
        else:
            self.whole, self.blocks = sum(self.sizes), sum(map(bool, self.sizes))

    def advance(self) -> None:
        """Count one more block."""
        size = self.sizes[self.done]
        if not self.computed and not size:
            self.began = time.monotonic()
        elif not self.computed:
            self.first = (time.monotonic(), size)
        self.computed += size
        self.done += 1

    def gone(self) -> float:
        """Return the seconds since it began to compute."""
        return time.monotonic() - self.began

    def foreseen(self) -> float | None:
        """Return the seconds left by the blocks after the first, which compiled something as well.

        None while there are none. A first block of a minute is taken as it is.
        """
        if self.first is None:
            return None
        when, size = self.first
        gone, computed = time.monotonic() - when, self.computed - size
        if when - self.began > 60:
            gone, computed = self.gone(), self.computed
        if not computed or gone < 0.2:
            return None
        return (self.whole - self.computed) * gone / computed

    def at_least(self, workers: int) -> float:
        """Return a bound from below of the whole time, from a first block that is not done."""
        if self.computed:
            return 0.0
        return self.gone() * self.blocks / workers

    def rate(self) -> float:
        """Return replicates per second; 0 while nothing is known."""
        gone = time.monotonic() - self.began
        return self.computed / gone if self.computed and gone > 0 else 0.0

    def left(self) -> float | None:
        """Return the seconds left; None while nothing is known."""
        rest = self.whole - self.computed
        if not rest:
            return 0.0
        rate = self.rate()
        return rest / rate if rate else None

    def words(self) -> str:
        """Say how many blocks are done, how fast it goes, and how long it will take.

        >>> Pace([1000] * 4, done=1).words()
        '1/4'
        """
        said = f"{self.done:,}/{len(self.sizes):,}"
        rate, left = self.rate(), self.left()
        if not rate or left is None:
            return said
        return f"{said} blocks, {_number(rate)} replicates/s, {duration(left)} left"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"


def track(
    items: Iterable[T],
    *,
    label: str,
    show: bool | None,
    total: int = 0,
    sizes: Sequence[int] = (),
    tell: Callable[[], str] | None = None,
    workers: int | None = None,
) -> Iterator[T]:
    """Yield the items; show how far it is if a terminal is there to show it.

    Of a simulation `sizes` has the replicates of each block that are to be computed, 0 where it
    was kept; of other work `total` is the number of items. What takes too long is refused, if the
    session has a `Patience`; `workers` are how many compute, where that is known.
    """
    session, label = current(), shown(label)
    if show is None:
        show = sys.stderr.isatty()
    if session.within:
        yield from items
        return
    pace = Pace(sizes or [0] * total)
    line = _Line(session.watch, label, pace) if show and len(pace.sizes) > 1 else None
    patience = session.patience if sizes else None
    if sizes:
        session.watch.latest = Progress(label, 0, len(sizes))
    if patience is not None:
        patience.begin(label, pace, workers)
    try:
        for done, item in enumerate(items, start=1):
            if pace.done < len(pace.sizes):
                pace.advance()
            if patience is not None:
                patience.check()
            yield item
            said = tell() if tell is not None else ""
            if sizes:
                session.watch.latest = Progress(label, done, len(sizes), said)
            if line is not None:
                line.show(said)
    finally:
        session.watch.clear()


class _Line:
    """A bar with blocks, replicates per second, time left, and the estimate so far."""

    def __init__(self, watch: Watch, label: str, pace: Pace) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, TextColumn
        from rich.progress import Progress as Bar
        from rich.table import Column

        wide = Console(stderr=True).width >= WIDE
        short = Column(no_wrap=True, overflow="ellipsis", max_width=28)
        words = Column(no_wrap=True, overflow="ellipsis")
        columns = (
            *([TextColumn("{task.description}", markup=False, table_column=short)] if wide else []),
            BarColumn(bar_width=10 if wide else 5),
            TextColumn("{task.fields[words]}", markup=False, table_column=words),
        )
        self.pace = pace
        self.bar = Bar(
            *columns,
            console=Console(stderr=True),
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self.task = self.bar.add_task(label, total=len(pace.sizes), words=pace.words())
        watch.clear()
        watch.bar = self.bar  # so that it can be taken off from elsewhere
        self.bar.start()

    def show(self, said: str) -> None:
        words = (f"{said}; " if said else "") + self.pace.words()  # a narrow screen cuts the end
        self.bar.update(self.task, completed=self.pace.done, words=words)

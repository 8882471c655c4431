"""A simulated plan that comes in: first from few replicates, then from more.

Every step has the same seed, and the blocks of the steps before are kept in memory, so that
nothing is computed twice and the last answer is the one that the command gives.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from claimwise.run import using
from claimwise.run.fingerprint import UnnameableError, fingerprint
from claimwise.run.session import Session
from claimwise.web.answers import Answer, answer_of
from claimwise.web.calls import Call, defaults

SHARES = (1 / 16, 1 / 8, 1 / 4, 1 / 2)  # of the replicates, after which a partial answer is sent
FEWEST = 20
EVERY = 0.25  # seconds between two words about progress


class Memory:
    """Finished blocks of one job, by what computes them."""

    def __init__(self) -> None:
        """Keep nothing yet."""
        self.parts: dict[str, Kept] = {}
        self.largest = 1  # replicates of a block
        self.computed = 0

    def keeper(self, key: Any, *, label: str, blocks: int) -> Kept | None:
        """Return the blocks of the simulation with this key; None if it cannot be named."""
        self.largest = max(self.largest, int(key[3]))
        try:
            name = fingerprint(key)
        except UnnameableError:
            return None
        return self.parts.setdefault(name, Kept(self))


class Kept:
    """Finished blocks of one simulation."""

    def __init__(self, memory: Memory) -> None:
        """Keep nothing yet."""
        self.memory = memory
        self.blocks: dict[tuple[int, int], Any] = {}

    def known(self) -> set[tuple[int, int]]:
        """Return number and size of every block that is kept."""
        return set(self.blocks)

    def get(self, number: int, size: int) -> Any:
        """Return the result of a block."""
        return self.blocks[number, size]

    def put(self, number: int, size: int, result: Any) -> None:
        """Keep the result of a block."""
        self.memory.computed += size
        self.blocks[number, size] = result


def streamed(call: Call, tell: Callable[[str, Any], None]) -> Answer:
    """Run the plan; tell how far it is, and each partial answer."""
    memory = Memory()
    total = call.keywords.get("replicates") or defaults(call.kind).get("replicates") or 0
    with using(workers=1, store=memory) as session, _telling(session, tell):
        done = 0
        # A search would look elsewhere with fewer replicates, and nothing of it could be kept.
        for share in SHARES if total and call.keywords.get("solve") in (None, "power") else ():
            step = _whole_blocks(share * total, memory.largest)
            cut = done > 0 and step < memory.largest  # it would be computed again
            if cut or not max(done, FEWEST - 1) < step < total:
                continue
            # Its words give this answer, not the whole one: it may be all that is left.
            part = call.changed(replicates=step, solve="power")
            partial = answer_of(part.run(), call.kind, **part.words())
            tell("partial", {**partial, "replicates": step, "of": total})
            done = step
        return answer_of(call.run(), call.kind, **call.words())


def _whole_blocks(replicates: float, block: int) -> int:
    """Return about so many replicates that no block is cut."""
    if replicates < block:
        return round(replicates)
    return block * round(replicates / block)


@contextmanager
def _telling(session: Session, tell: Callable[[str, Any], None]) -> Iterator[None]:
    """Tell how far it is, now and then, while the work goes on."""
    ended = threading.Event()

    def watch() -> None:
        last, is_over = None, False
        while not is_over:
            is_over = ended.wait(EVERY)  # then once more, so that also quick work is told of
            latest = session.watch.latest
            if latest is None or latest == last:
                continue
            last = latest
            tell("progress", {"done": latest.done, "total": latest.total, "said": latest.said})

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()

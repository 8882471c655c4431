"""Connections that never say what they want are closed, so that others find room.

A client that sends its headers a letter at a time would hold a connection for ever: uvicorn has a
time for what is between two requests and none for what is before one.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

SECONDS = 15.0  # for the headers of a request to be complete
MOST = 300  # connections whose headers are not complete; the oldest makes room for the next


class PatientProtocol(H11Protocol):
    """HTTP as uvicorn speaks it, with a limit on how long headers take."""

    deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for headers."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Take what came, and wait for the headers if they are still not complete."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._ask()
        elif self.deadline is None:
            self._wait()  # the first bytes of another request

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._ask()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self.deadline = self.loop.call_later(SECONDS, self._close)
        waiting = {
            one: one.deadline.when()
            for one in self.connections
            if isinstance(one, PatientProtocol) and one.deadline is not None
        }
        if len(waiting) > MOST:
            min(waiting, key=lambda one: waiting[one])._close()

    def _ask(self) -> None:
        """Wait no longer for headers: they are complete, or will never be."""
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def _close(self) -> None:
        self._ask()
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()

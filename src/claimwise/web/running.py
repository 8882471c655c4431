"""Run the server until Ctrl-C, or until it is asked to end."""

from __future__ import annotations

import gc
import socket
import threading
import webbrowser
from types import FrameType
from typing import Any

import click
import uvicorn

from claimwise.web.app import make_app
from claimwise.web.connections import PatientProtocol
from claimwise.web.settings import Settings


def address(settings: Settings) -> str:
    """Return where the page is."""
    host = settings.host
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, host)
    return f"http://{f'[{host}]' if ':' in host and host[0] != '[' else host}:{settings.port}/"


class Ending(uvicorn.Server):
    """A server that ends its jobs first, so that nobody who follows one is waited for."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Heed Ctrl-C, or a request of the system."""
        app: Any = self.config.app
        server = getattr(app.app.state, "server", None)
        if server is not None:
            server.loop.call_soon_threadsafe(server.jobs.end_all)
        super().handle_exit(sig, frame)


def run(settings: Settings, listening: socket.socket, *, browse: bool) -> None:
    """Serve the page on a socket that is bound already."""
    config = uvicorn.Config(
        make_app(settings),
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=1,
        limit_concurrency=1000,
        ws="none",
        http=PatientProtocol,
    )
    server = Ending(config)
    gc.freeze()  # what is loaded by now stays
    where = address(settings)
    click.echo(f"claimwise is at {where} (Ctrl-C ends it)")
    if browse:
        threading.Timer(1.0, webbrowser.open, [where]).start()
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        click.echo("Ended.", err=True)

"""A server in a thread, on a free port of this machine, and a client for it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import threading
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import httpx
import uvicorn

from claimwise.web.app import make_app
from claimwise.web.connections import PatientProtocol
from claimwise.web.settings import Settings

# Machines are busy: what is waited for has time, and what is given up is so in its own test.
QUICK = Settings(workers=1, jobs=1, max_upload=2_000_000, abandoned_seconds=300, quick_seconds=120)
PATIENCE = 120.0  # seconds for what comes at once on a machine that is not busy


class Client(httpx.Client):
    """A client that also knows what the routes share, and the settings."""

    server: Any
    settings: Settings


@contextlib.contextmanager
def serving(settings: Settings = QUICK, change: Any = None) -> Iterator[Client]:
    listening = socket.socket(proto=socket.IPPROTO_TCP)  # answers go out at once
    listening.bind(("127.0.0.1", 0))
    settings = replace(settings, port=listening.getsockname()[1])
    app: Any = make_app(settings)
    if change is not None:
        change(app.app)
    config = uvicorn.Config(
        app, log_level="critical", timeout_graceful_shutdown=1, ws="none", http=PatientProtocol
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    wait_for(lambda: server.started)
    try:
        with Client(base_url=f"http://127.0.0.1:{settings.port}", timeout=PATIENCE) as client:
            client.server, client.settings = app.app.state.server, settings
            yield client
    finally:  # also after a failure: its processes would keep ours from ending
        server.should_exit = True
        thread.join(3 * PATIENCE)  # a worker that is still at it is given up after quick_seconds
        listening.close()
    assert not thread.is_alive()


def apart(work: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine in a thread: a browser that is open has the loop of this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def wait_for(true: Any, seconds: float = PATIENCE) -> None:
    """Wait until something is so."""
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "it did not come about"
        time.sleep(0.02)


@contextlib.contextmanager
def half_open(client: Client, path: str, body: bytes, *, size: int = 0) -> Iterator[socket.socket]:
    """Send a request, perhaps of more bytes than come, and leave without reading the answer."""
    host = f"127.0.0.1:{client.settings.port}"
    head = f"POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
    head += f"Content-Length: {size or len(body)}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", client.settings.port)) as connection:
        connection.settimeout(PATIENCE)
        connection.sendall(head.encode() + body)
        yield connection


def example(client: Client, name: str) -> str:
    """Put an example there and return its id."""
    answer = client.post(f"/api/examples/{name}")
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


def begin(client: Client, view: str, kind: str, options: dict[str, Any]) -> str:
    """Begin a job and return its id."""
    begun = client.post("/api/jobs", json={"view": view, "kind": kind, "options": options})
    assert begun.status_code == 200, begun.text
    return str(begun.json()["id"])


def follow(client: Client, view: str, kind: str, options: dict[str, Any]) -> list[tuple[str, Any]]:
    """Begin a job and return all its events."""
    return events_in(client.get(f"/api/jobs/{begin(client, view, kind, options)}/events").text)


def events_in(text: str) -> list[tuple[str, Any]]:
    """Return the events of a stream."""
    found = []
    for block in text.split("\n\n"):
        lines = [line for line in block.splitlines() if not line.startswith(":")]
        fields = dict(line.split(": ", 1) for line in lines)
        if fields:
            found.append((fields["event"], json.loads(fields["data"])))
    return found

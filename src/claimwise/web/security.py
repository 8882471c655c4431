"""Who may ask what: Host, Origin, sizes, times, and the headers of every answer."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from claimwise.web.settings import Settings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "font-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
OWN = ("same-origin", "none")  # Sec-Fetch-Site of our page, and of an address typed in
UPLOADS = "/api/files"
TOO_LARGE = 413
DRAINED = 4  # times the limit
DRAIN_SECONDS = 5.0


class BodyError(Exception):
    """A body is larger, or takes longer, than it may. The client was told."""


class Guard:
    """The outermost layer: it refuses what is not for us before anything reads it."""

    def __init__(self, app: App, settings: Settings) -> None:
        """Guard this app."""
        self.app, self.settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check, then hand on."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        api = scope["path"].startswith("/api")
        answering = _Answering(send, api=api)
        refused = self._refused(scope, api=api)
        if refused is not None:
            await self._drain(scope, receive)
            await answering.refuse(*refused)
            return
        with contextlib.suppress(BodyError):
            await self.app(scope, self._counted(scope, receive, answering), answering.send)

    def _refused(self, scope: Scope, *, api: bool) -> tuple[int, str] | None:
        headers: dict[str, list[str]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
        hosts = headers.get("host", [])
        allowed = self._hosts(scope)
        if len(hosts) != 1 or hosts[0].lower() not in allowed:
            return 421, "This server answers only under the address that it printed."
        if scope["method"] not in ("GET", "HEAD") or api:
            origins = headers.get("origin", [])
            if any(_host_of(origin) not in allowed for origin in origins):
                return 403, "Requests from other pages are refused."
            sites = headers.get("sec-fetch-site", [])
            if any(site not in OWN for site in sites):
                return 403, "Requests from other pages are refused."
        length = headers.get("content-length", ["0"])[0]
        if not length.isdigit():
            return 400, "Content-Length must be a number."
        return self._too_large(scope) if int(length) > self._limit(scope) else None

    def _too_large(self, scope: Scope) -> tuple[int, str]:
        return TOO_LARGE, f"This is larger than {self._limit(scope):,} bytes, the most we take."

    async def _drain(self, scope: Scope, receive: Receive) -> None:
        """Read what is on its way, within reason: a client that still sends hears no answer."""
        left = DRAINED * self._limit(scope)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_SECONDS):
                while left > 0:
                    message = await receive()
                    left -= len(message.get("body", b""))
                    if message["type"] != "http.request" or not message.get("more_body"):
                        return

    def _hosts(self, scope: Scope) -> set[str]:
        names = {self.settings.host, "localhost", "127.0.0.1", "[::1]"}
        server = scope.get("server")
        if server and server[0] and self.settings.host in ("0.0.0.0", "::"):
            names.add(server[0])  # the address of this machine at which the request came in
        names = {f"[{name}]" if ":" in name and name[0] != "[" else name for name in names}
        port = self.settings.port
        return {f"{name}:{port}" for name in names} | (names if port == 80 else set())

    def _limit(self, scope: Scope) -> int:
        return self.settings.max_upload if scope["path"] == UPLOADS else self.settings.max_body

    def _counted(self, scope: Scope, receive: Receive, answering: _Answering) -> Receive:
        """Return what reads the body, no more and no longer than it may."""
        limit, read, ended = self._limit(scope), 0, False
        seconds = self.settings
        allowed = seconds.upload_seconds if scope["path"] == UPLOADS else seconds.body_seconds
        until = time.monotonic() + allowed

        async def counted() -> Message:
            nonlocal read, ended
            if ended:
                return await receive()  # waits for the client to leave
            try:
                async with asyncio.timeout(max(0.0, until - time.monotonic())):
                    message = await receive()
            except TimeoutError as error:
                await answering.refuse(408, "The body of the request did not arrive in time.")
                raise BodyError from error
            if message["type"] == "http.request":
                read += len(message.get("body", b""))
                ended = not message.get("more_body", False)
            if read > limit:
                if not ended:
                    await self._drain(scope, receive)
                await answering.refuse(*self._too_large(scope))
                raise BodyError
            return message

        return counted


class _Answering:
    """Sends an answer with the headers that every one has."""

    def __init__(self, send: Send, *, api: bool) -> None:
        self._send, self.api, self.begun, self.refused = send, api, False, False

    async def send(self, message: Message) -> None:
        if self.refused:  # whatever the app makes of a body that was cut off
            return
        if message["type"] == "http.response.start":
            self.begun = True
            kept = [pair for pair in message.get("headers", []) if pair[0].lower() != b"server"]
            cache = [(b"cache-control", b"no-store")] if self.api else []
            message = {**message, "headers": [*kept, *HEADERS, *cache]}
        await self._send(message)

    async def refuse(self, status: int, error: str) -> None:
        if self.begun:
            return
        body = json.dumps({"error": error}).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
        ]
        await self.send({"type": "http.response.start", "status": status, "headers": headers})
        self.refused = True
        await self._send({"type": "http.response.body", "body": body})


def _host_of(origin: str) -> str:
    """Return host and port of an origin; empty for any that is not plain http."""
    try:
        parts = urlsplit(origin)
        port = parts.port
    except ValueError:  # no address at all, or no port that there is
        return ""
    if parts.scheme != "http":
        return ""
    return parts.netloc.lower() if port else f"{parts.netloc.lower()}:80"

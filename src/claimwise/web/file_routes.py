"""Files over HTTP: uploaded, taken from the examples, deleted."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Coroutine
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from claimwise.web.fields import COLUMNS
from claimwise.web.files import FullError, Stored
from claimwise.web.refusals import STATUS, refusal
from claimwise.web.workers import BusyError, GoneError, TooLongError

router = APIRouter(prefix="/api")
LOOK = 0.5  # seconds between two looks whether the client still waits
EXAMPLES = {
    "leaderboard.csv": ("compare", "compare", "Right or wrong answers of five systems"),
    "validation.csv": ("compare", "compare", "Right or wrong answers of two systems"),
    "latency.csv": ("compare", "compare", "Graded scores of two systems, lower is better"),
    "counts.csv": ("compare", "compare", "Counts of two systems"),
    "arc.csv": ("compare", "compare", "Totals: right answers of systems on two data sets"),
    "ner.csv": ("compare", "compare", "Labels with gold labels, in documents"),
    "sentiment.csv": ("compare", "compare", "Scores on a scale of five levels"),
    "ratings.csv": ("ratings", "ratings", "Ratings of several systems by several raters"),
    "judgements.csv": ("ratings", "judgements", "Judgements head to head"),
    "responses.csv": ("responses", "compare", "Several answers to each item, with gold"),
    "confusion.toml": ("plan", "f1", "Confusion tables of two systems"),
    "study.toml": ("study", "check", "The declaration of a study"),
}
Name = Annotated[str, Query(min_length=1, max_length=200)]
Columns = Annotated[str, Query(pattern=COLUMNS, max_length=1000)]


@router.get("/examples")
def examples() -> dict[str, Any]:
    """List the bundled examples, with the view that each fits."""
    return {
        "examples": [
            {"name": name, "view": view, "kind": kind, "about": about}
            for name, (view, kind, about) in EXAMPLES.items()
        ]
    }


@router.post("/examples/{name}")
async def example(request: Request, name: str) -> Any:
    """Put a bundled example there as if it had been uploaded."""
    from claimwise.data.examples import example_path

    if name not in EXAMPLES:
        return refusal(404, "There is no such example.")

    async def whole() -> AsyncIterator[bytes]:
        yield example_path(name).read_bytes()

    return await _taken(request, name, whole())


@router.post(
    "/files",
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/octet-stream": {"schema": {"type": "string"}}},
        }
    },
)
async def upload(request: Request, name: Name) -> Any:
    """Take a file: its bytes are the body of the request."""
    return await _taken(request, name, request.stream())


async def _taken(request: Request, name: str, pieces: AsyncIterator[bytes]) -> Any:
    """Take a file piece by piece, and return what is in it."""
    server = request.app.state.server
    try:
        arriving = server.files.begin(name, server.files_in_use())
    except FullError as error:
        return refusal(429, str(error))
    try:
        async for piece in pieces:
            arriving.write(piece)
    except FullError as error:
        arriving.drop()
        return refusal(413, str(error))
    except asyncio.CancelledError:  # the server ends
        arriving.drop()
        return refusal(503, "The server ends.")
    except BaseException:  # too large, too slow, or the client went away
        arriving.drop()
        raise
    stored = arriving.done()
    answer = await _examined(request, stored)
    if isinstance(answer, Response):  # what cannot be examined is not kept
        server.files.delete(stored.id)
    return answer


@router.get("/files/{id}")
async def examine_again(request: Request, id: str, columns: Columns) -> Any:
    """Return what is in a file when its columns play these roles: item=qid, system=llm."""
    stored = request.app.state.server.files.get(id)
    if stored is None:
        return refusal(404, "There is no such file.")
    return await _examined(request, stored, columns)


async def _examined(request: Request, stored: Stored, columns: str = "") -> Any:
    """Return what is in the file, or a refusal."""
    server = request.app.state.server
    work = {
        "do": "examine",
        "files": server.files.uploads([stored.id]),
        "columns": columns,
    }
    stored.held = True
    try:
        looking = server.reading.call(work, server.settings.upload_seconds)
        event, data = await _while_there(request, looking)
    except asyncio.CancelledError:  # nobody waits any more, or the server ends
        return refusal(503, "This file is no longer waited for.")
    except (GoneError, TooLongError):
        return refusal(422, f"{stored.name} could not be examined in time or memory.")
    except BusyError:
        return refusal(503, "Too many files are being examined. Try again in a moment.")
    finally:
        stored.held = False
        stored.used = time.monotonic()
    found = json.loads(data)
    if event != "answer":
        return refusal(STATUS[event], found["error"])
    return {
        "id": stored.id,
        "name": stored.name,
        "size": stored.size,
        "sha256": stored.sha256,
        **found,
    }


async def _while_there(request: Request, work: Coroutine[Any, Any, tuple[str, bytes]]) -> Any:
    """Return what comes of the work; it is cancelled when its client goes away."""
    task = asyncio.create_task(work)
    try:
        while not (await asyncio.wait({task}, timeout=LOOK))[0]:
            if await request.is_disconnected():
                task.cancel()
        return await task
    finally:
        task.cancel()


@router.delete("/files/{id}")
async def delete(request: Request, id: str) -> Any:
    """Delete a file."""
    if not request.app.state.server.files.delete(id):
        return refusal(404, "There is no such file.")
    return {}

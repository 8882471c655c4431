"""Exact plans: answered at once, while one drags."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import APIRouter, Request, Response

from claimwise.web.calls import simulated
from claimwise.web.catalogue import KINDS, Kind
from claimwise.web.fields import Options
from claimwise.web.forms import forms
from claimwise.web.refusals import STATUS, refusal
from claimwise.web.workers import BusyError, GoneError, LeftError, TooLongError

# Items from which on a plan with this test takes a second or more, and with any test.
SLOW_FROM = {"boschloo": 10, "mcnemar-unconditional": 1000}
MOST_QUICK = 1_000_000


class Cache:
    """The newest answers, so that a slider that comes back finds them."""

    def __init__(self, size: int) -> None:
        """Hold nothing."""
        self.size, self.answers = size, OrderedDict[str, bytes]()

    def get(self, key: str) -> bytes | None:
        """Return an answer."""
        found = self.answers.get(key)
        if found is not None:
            self.answers.move_to_end(key)
        return found

    def put(self, key: str, answer: bytes) -> None:
        """Hold an answer; the one that was not asked for the longest time goes."""
        self.answers[key] = answer
        while len(self.answers) > self.size:
            self.answers.popitem(last=False)


def router() -> APIRouter:
    """Return the routes of the forms and of every exact plan."""
    made = APIRouter(prefix="/api")

    @made.get("/forms")
    def all_forms(request: Request) -> dict[str, Any]:
        """Return every form, by view."""
        return forms(request.app.state.server.settings.max_upload)

    for kind in KINDS:
        if kind.exact:
            endpoint = _endpoint(kind)
            made.post(f"/plan/{kind.name}", name=f"plan_{kind.name}", summary=kind.question)(
                endpoint
            )
    return made


def _endpoint(kind: Kind) -> Callable[..., Awaitable[Response]]:
    async def plan(request: Request, options: Options) -> Response:
        if simulated(kind, options):
            return refusal(409, "Such a study is simulated. Begin it as a job.")
        if takes_time(options):
            return refusal(409, "This test takes its time. Begin the plan as a job.")
        given = options.model_dump(exclude_unset=True)
        return await exact(request.app.state.server, kind, given, request.is_disconnected)

    plan.__annotations__ = {"request": Request, "options": kind.model, "return": Response}
    return plan


async def exact(
    server: Any, kind: Kind, options: dict[str, Any], left: Callable[[], Awaitable[bool]]
) -> Response:
    """Return the answer of an exact plan, from memory or from a worker.

    A page that drags on gives up its older questions: they have `left`.
    """
    key = f"{kind.key} {json.dumps(options, sort_keys=True)}"
    kept = server.cache.get(key)
    if kept is not None:
        return Response(kept, media_type="application/json")
    busy = server.quick.waiting >= server.settings.hurried_from
    request = {
        "do": "exact",
        "view": kind.view,
        "kind": kind.name,
        "options": options,
        "brief": busy,
    }
    try:
        event, data = await server.quick.call(
            request, server.settings.quick_seconds, like=like(kind, options), left=left
        )
    except LeftError:
        return refusal(503, "This answer is no longer waited for.")
    except BusyError:
        return refusal(503, "Too many requests wait already. Try again in a moment.")
    except GoneError:
        return refusal(502, "The process that computed this ended. Try again.")
    except TooLongError:
        limit = server.settings.quick_seconds
        return refusal(504, f"This plan took longer than {limit:g} seconds and was stopped.")
    if event == "answer" and not busy:
        server.cache.put(key, data)
    return Response(data, STATUS[event], media_type="application/json")


def takes_time(options: Any) -> bool:
    """Whether a test is so slow with so many items that one would wait for it in silence."""
    return bool(options.n > min(MOST_QUICK, SLOW_FROM.get(options.test, MOST_QUICK)))


def like(kind: Kind, options: dict[str, Any]) -> str:
    """Return what a plan shares with others of which a worker may remember curves and searches."""
    rest = {key: value for key, value in options.items() if key not in ("n", "difference")}
    return f"{kind.key} {json.dumps(rest, sort_keys=True)}"

"""What a worker process does: read a request, answer it, tell how far it is.

Requests and answers are JSON over a pipe. Nothing that a user sent is unpickled.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import signal
import threading
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from claimwise.web.fence import put_up

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from claimwise.core import ClaimwiseError

EMPTY = "empty"  # folder in which workers are
LAST = ("answer", "refused", "failed")  # events after which no other comes
Tell = Callable[[str, Any], None]


def serve(pipe: Connection, folder: str, memory: int) -> None:
    """Answer requests until the pipe is closed."""
    from claimwise.web import one_thread  # noqa: F401

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    with contextlib.suppress(OSError):
        os.chdir(os.path.join(folder, EMPTY))  # no relative name finds anything
    warm_up()
    gc.freeze()  # what is loaded by now stays; nobody need look at it again
    gc.set_threshold(50_000, 20, 20)  # answers leave few cycles behind
    put_up(folder, memory)

    one_at_a_time = threading.Lock()

    def send(said: bytes) -> None:
        with one_at_a_time:
            pipe.send_bytes(said)

    def tell(event: str, data: Any) -> None:
        send(message(event, data))

    with contextlib.suppress(BrokenPipeError):  # the server may have ended meanwhile
        tell("ready", {})
    while True:
        try:
            request = json.loads(pipe.recv_bytes())
        except (EOFError, OSError):
            return
        with contextlib.suppress(BrokenPipeError):
            send(last_message(request, tell))


def message(event: str, data: Any) -> bytes:
    """Return what goes through the pipe."""
    return f"{event}\n{json.dumps(data, allow_nan=False)}".encode()


def last_message(request: dict[str, Any], tell: Tell) -> bytes:
    """Return the last event of a request, also where its answer cannot be said."""
    event, data = answered(request, tell)
    try:
        return message(event, data)
    except Exception as error:
        return message(*_failed(error))


def warm_up() -> None:
    """Load what the first answer would have to wait for."""
    from claimwise.web.catalogue import BY_KEY
    from claimwise.web.exact import exact_answer

    exact_answer(BY_KEY["plan/accuracy"], {"n": 50, "difference": 0.1, "agreement": 0.8})


def answered(request: dict[str, Any], tell: Tell) -> tuple[str, Any]:
    """Return the last event of a request: answer, refused or failed."""
    from claimwise.core import ClaimwiseError
    from claimwise.web.answers import without_paths
    from claimwise.web.tasks import TASKS

    names = {upload["path"]: upload["name"] for upload in request.get("files", {}).values()}
    names |= {os.path.dirname(path) + os.sep: "" for path in names}

    def said(event: str, data: Any) -> None:
        tell(event, without_paths(data, names))

    try:
        return "answer", without_paths(TASKS[request["do"]](request, said), names)
    except ClaimwiseError as error:
        return "refused", without_paths(refused(error, request), names)
    except MemoryError:
        return "refused", {"error": "This needs more memory than there is. Ask for less."}
    except Exception as error:
        return _failed(error)


def refused(error: ClaimwiseError, request: dict[str, Any]) -> dict[str, str]:
    """Return an error in the words of the page, with the field that it advises, if there is one."""
    from claimwise.web.advice import error_words
    from claimwise.web.catalogue import BY_KEY

    kind = BY_KEY.get(f"{request.get('view')}/{request.get('kind')}")
    said, field = (str(error), None) if kind is None else error_words(error, kind)
    return {"error": said} | ({} if field is None else {"field": field})


def _failed(error: Exception) -> tuple[str, dict[str, str]]:
    traceback.print_exc()  # for whoever runs the server; the page shows no more than the kind
    return "failed", {"error": f"Something went wrong inside: {type(error).__name__}."}

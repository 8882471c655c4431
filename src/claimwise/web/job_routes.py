"""Jobs over HTTP: begin one, follow it, end it; reports and new studies, which are short ones."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from claimwise.report import report_forms
from claimwise.web.calls import file_ids
from claimwise.web.catalogue import BY_KEY
from claimwise.web.questions import Question, ReportWanted
from claimwise.web.refusals import STATUS, refusal
from claimwise.web.workers import BusyError

if TYPE_CHECKING:
    from claimwise.web.fields import Options as New
else:  # made from the fields, so that it has no name for a type checker
    from claimwise.web.study_models import New

router = APIRouter(prefix="/api")
TOO_MANY = "Too many jobs run or wait already. Cancel one, or wait."
LOOK = 1.0  # seconds between two looks whether the client still waits
FORMS = report_forms()


class RefusedError(Exception):
    """A question that is refused: its status and one sentence."""

    def __init__(self, status: int, error: str) -> None:
        """Keep both."""
        super().__init__(error)
        self.status, self.error = status, error


def work_of(server: Any, question: Any, do: str) -> dict[str, Any]:
    """Return the request to a worker; RefusedError if a file is not there."""
    kind = BY_KEY[f"{question.view}/{question.kind}"]
    options = question.options.model_dump(exclude_unset=True)
    ids = file_ids(kind, options)
    files = server.files.uploads(ids)
    if len(files) < len(ids):
        raise RefusedError(422, "A file is no longer there. Drop it again.")
    return {
        "do": do,
        "view": kind.view,
        "kind": kind.name,
        "options": options,
        "files": files,
        "folder": str(server.scratch),
    }


@router.post("/jobs")
async def begin(request: Request, job: Question) -> Any:
    """Begin a job."""
    server = request.app.state.server
    try:
        work = work_of(server, job, "run")
        begun = server.jobs.start(work)
    except RefusedError as error:
        return refusal(error.status, error.error)
    except BusyError:
        return refusal(429, TOO_MANY)
    return {"id": begun.id}


@router.get(
    "/jobs/{id}/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
)
async def events(request: Request, id: str) -> Response:
    """Follow a job: server-sent events."""
    job = request.app.state.server.jobs.jobs.get(id)
    if job is None:
        return refusal(404, "There is no such job.")
    last = request.headers.get("last-event-id", "0")
    after = int(last) if last.isascii() and last.isdigit() and len(last) < 10 else 0
    return StreamingResponse(job.follow(after), media_type="text/event-stream")


@router.delete("/jobs/{id}")
async def end(request: Request, id: str) -> Any:
    """End a job, and its process."""
    server = request.app.state.server
    job = server.jobs.jobs.get(id)
    if job is None:
        return refusal(404, "There is no such job.")
    server.jobs.cancel(job)
    return {}


@router.post(
    "/report",
    response_class=Response,
    responses={
        200: {"content": {form.mime: {"schema": {"type": "string"}} for form in FORMS.values()}}
    },
)
async def report(request: Request, wanted: ReportWanted) -> Response:
    """Return the answer as a file to attach."""
    server = request.app.state.server
    try:
        work = work_of(server, wanted, "report") | {"format": wanted.format}
        status, data = await finished(request, work)
    except RefusedError as error:
        return refusal(error.status, error.error)
    found = json.loads(data)
    if status != STATUS["answer"]:
        return refusal(status, found.get("error", "It was cancelled."))
    form = FORMS[wanted.format]
    name = f"claimwise-{wanted.kind}{form.endings[0]}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(found["text"], media_type=f"{form.mime}; charset=utf-8", headers=headers)


@router.post("/study/new")
async def new_study(request: Request, options: New) -> Any:
    """Return the text of a new declaration."""
    given = options.model_dump(exclude_unset=True)
    work = {"do": "run", "view": "study", "kind": "new", "options": given}
    try:
        status, data = await finished(request, work)
    except RefusedError as error:
        return refusal(error.status, error.error)
    return Response(data, status, media_type="application/json")


async def finished(request: Request, work: dict[str, Any]) -> tuple[int, bytes]:
    """Run a job and return its status and its last event; end it when its client is gone."""
    server = request.app.state.server
    try:
        job = server.jobs.start(work)
    except BusyError as error:
        raise RefusedError(429, TOO_MANY) from error
    async for _ in job.follow(beat=LOOK):
        if await request.is_disconnected():
            server.jobs.cancel(job)
    _, event, data = job.events[-1]
    return job.status or STATUS[event], data

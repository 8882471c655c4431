"""The tasks of worker processes, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from claimwise.core import ParameterError, Result
from claimwise.web.answers import Answer, answer_of, figures_of, reported
from claimwise.web.calls import Call, Upload, call_of, roles_in, simulated
from claimwise.web.catalogue import BY_KEY, Kind
from claimwise.web.exact import curves_around, exact_answer
from claimwise.web.examine import examine
from claimwise.web.streaming import streamed
from claimwise.web.study_tasks import new_text, study_results, study_words

Request = dict[str, Any]
Tell = Callable[[str, Any], None]


def exact(request: Request, tell: Tell) -> Answer:
    """Answer an exact plan."""
    return exact_answer(_kind(request), request["options"], brief=request.get("brief", False))


def run(request: Request, tell: Tell) -> Answer:
    """Answer any other kind; a simulated plan with partial answers on the way."""
    kind = _kind(request)
    if kind.key == "study/new":
        return new_study(request, tell)
    if _is_simulated(request):
        return streamed(_call(request), tell)
    if kind.exact:
        return exact_answer(kind, request["options"])
    result, words, beside = _result(request)
    found = answer_of(result, kind, **words)
    found["figures"] += [figure for curve in beside for figure in figures_of(curve)]
    return found


def report(request: Request, tell: Tell) -> dict[str, str]:
    """Return the answer as a file to attach."""
    result, words, beside = _result(request)
    has_curves = _kind(request).exact and not _is_simulated(request)
    beside = curves_around(_call(request), result) if has_curves else beside
    made = reported(
        result, request["format"], command=words["command"], python=words["python"], curves=beside
    )
    return {"text": made}


def look_into(request: Request, tell: Tell) -> dict[str, Any]:
    """Say what is in an uploaded file."""
    upload = next(iter(_uploads(request).values()))
    given = roles_in(request["columns"]) if request.get("columns") else None
    return examine(upload.path, given=given)


def new_study(request: Request, tell: Tell) -> dict[str, str]:
    """Return the text of a new declaration."""
    kind = _kind(request)
    return {"text": new_text(kind, kind.model(**request["options"]))}


def _result(request: Request) -> tuple[Result, dict[str, str], list[Result]]:
    """Return the Result of any kind, the command and lines that give it, and curves of a study."""
    kind = _kind(request)
    if kind.key == "study/new":
        raise ParameterError("a report", "an answer", "a new declaration", "Save it.")
    if kind.declared:
        options, uploads = kind.model(**request["options"]), _uploads(request)
        words = study_words(kind, options, uploads)
        result, beside = study_results(kind, options, uploads, request["folder"])
        return result, words, beside
    call = _call(request)
    return call.run(), call.words(), []


def _call(request: Request) -> Call:
    kind = _kind(request)
    return call_of(kind, kind.model(**request["options"]), _uploads(request))


def _is_simulated(request: Request) -> bool:
    kind = _kind(request)
    return simulated(kind, kind.model(**request["options"]))


def _uploads(request: Request) -> dict[str, Upload]:
    return {id_: Upload(**upload) for id_, upload in request.get("files", {}).items()}


def _kind(request: Request) -> Kind:
    return BY_KEY[f"{request['view']}/{request['kind']}"]


TASKS: dict[str, Callable[[Request, Tell], Any]] = {
    "exact": exact,
    "run": run,
    "report": report,
    "examine": look_into,
}

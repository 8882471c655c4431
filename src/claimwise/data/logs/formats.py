"""The formats that can be read, each with the file that knows it."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from claimwise.core import check_one_of
from claimwise.data.scores import Scores

NO_COLUMNS: Mapping[str, str] = {}
FORMATS = {
    "lm-eval": "lm_eval",
    "inspect": "inspect",
    "helm": "helm",
    "every-eval-ever": "every_eval_ever",
    "text": "text",
}


def read_log(
    path: Path,
    *,
    kind: str,
    metric: str | None = None,
    columns: Mapping[str, str] = NO_COLUMNS,
    filter: str | None = None,
) -> Scores:
    """Read the scores in a log.

    Parameters
    ----------
    path : Path
        The file, or for HELM also the run's folder.
    kind : str
        The format, as `sniff` names it.
    metric : str, optional
        The metric to read. Without it all metrics are read, except from HELM logs, which
        hold dozens of them.
    columns : mapping, optional
        Dotted paths into a record for the roles ``item``, ``system`` and ``cluster``, such as
        ``{"cluster": "doc.passage"}``.
    filter : str, optional
        The filter of an lm-eval log, or the split or perturbation of a HELM log.
    """
    reader: Callable[..., Scores] = _room(kind).read
    return reader(Path(path), metric=metric, columns=columns, filter=filter)


def describe(path: Path, *, kind: str) -> dict[str, Any]:
    """Say what is in a log, without computing anything.

    The keys are always ``format``, ``task`` and ``model`` (texts; None if unknown), ``metrics``
    (name -> score, pair, vector, infinite or text), ``filters``, ``samples``, ``epochs``,
    ``errors``, ``unscored`` (values that are missing), ``status``, ``clusters`` (paths that can
    be one) and ``notes``; some formats add their own.
    """
    describer: Callable[[Path], dict[str, Any]] = _room(kind).describe
    nothing: dict[str, Any] = {
        "task": None,
        "filters": [],
        "epochs": 1,
        "errors": 0,
        "status": None,
    }
    nothing |= {"unscored": 0, "clusters": []}
    return {"format": kind, **nothing, **describer(Path(path))}


def _room(kind: str) -> ModuleType:
    known = check_one_of("kind", kind, FORMATS)
    return importlib.import_module(f"claimwise.data.logs.{FORMATS[known]}")

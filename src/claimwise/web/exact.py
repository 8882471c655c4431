"""Exact plans: the answer, and the curves around it, in one go."""

from __future__ import annotations

import json
from collections import OrderedDict
from typing import Any

from claimwise.core import Result
from claimwise.plan import around
from claimwise.web.answers import Answer, answer_of, figures_of
from claimwise.web.calls import Call, call_of, function
from claimwise.web.catalogue import Kind

KEPT = 500  # curves that a process remembers
Figures = list[dict[str, Any]]
_FIGURES: OrderedDict[str, Figures] = OrderedDict()


def exact_answer(kind: Kind, options: dict[str, Any], *, brief: bool = False) -> Answer:
    """Return power, errors, detectable difference and sample size, and the curves over n.

    When many wait, it may be `brief`: curves that are not at hand are left out.
    """
    call = call_of(kind, kind.model(**options), {})
    result = call.run()
    found = answer_of(result, kind, **call.words())
    size = around.size_of(call.keywords, result)
    searched = "solve" in kind.model.model_fields  # else it has no curves of what is searched for
    wanted = around.curves_of(call.keywords) if searched and size is not None else ()
    last = around.last_size(size or 0, result)
    curves = [_kept(call, options, what, last, brief=brief) for what in wanted]
    found["figures"] = [*found["figures"], *(f for curve in curves if curve for f in curve)]
    found["brief"] = any(curve is None for curve in curves)
    return found


def curves_around(call: Call, result: Result) -> list[Result]:
    """Return the curves over n, for a report."""
    return around.curves_around(function(call.kind), call.keywords, result)


def _kept(
    call: Call, options: dict[str, Any], what: str, last: int, *, brief: bool
) -> Figures | None:
    """Return the figures of a curve; None if it is not at hand and there is no time."""
    without = {"n"} if what == "power" else {"n", "difference"}
    rest = {key: value for key, value in options.items() if key not in without}
    key = json.dumps(
        [call.kind.key, what, last, around.side_of(call.keywords), rest], sort_keys=True
    )
    if key in _FIGURES:
        _FIGURES.move_to_end(key)
        return _FIGURES[key]
    if brief:
        return None
    found = around.curve_around(function(call.kind), call.keywords, what, last)
    _FIGURES[key] = [] if found is None else figures_of(found)
    if len(_FIGURES) > KEPT:
        _FIGURES.popitem(last=False)
    return _FIGURES[key]

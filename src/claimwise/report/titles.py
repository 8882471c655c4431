"""What a report is called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from claimwise.core import Result
from claimwise.report.answer import is_fit
from claimwise.report.curve import axes
from claimwise.report.fitted_worlds import fitted_title, is_fitted_world
from claimwise.report.presentation import presentation_of

Settings = Mapping[str, Any]
TITLES = {
    "doctor": "What is in the data",
    "ratings": "What the raters say",
    "judgements": "Which system raters prefer",
    "plan ratings": "What a study of ratings could show",
    "plan judgements": "What a study of judgements could show",
    "plan confusion": "What a study of labels could show",
    "plan responses": "What a study of several answers could show",
    "plan pilot": "What a study like the pilot could show",
    "calibrate responses": "Which procedures are honest on such data",
    "calibrate accuracy": "Which tests and intervals are honest on such answers",
    "calibrate means": "Which tests and intervals are honest on such scores",
    "survey": "What published comparisons could show",
    "study check": "Whether the study is ready",
    "study power": "What the study could show",
    "study assess": "What the study shows",
}

PILOTS = {
    "ratings": "A world of ratings, fitted to a pilot",
    "judgements": "A world of judgements, fitted to a pilot",
}


def title_of(result: Result) -> str:
    """Return a heading that fits the kind of result."""
    settings: Settings = result.provenance.get("settings", {})
    verb = str(settings.get("verb", ""))
    own = presentation_of(result)
    if own is not None:
        return own.title(result)
    if is_fitted_world(result):
        return fitted_title(result)
    if verb == "compare":
        if "systems" in settings:
            return f"{len(settings['systems'])} systems compared"
        return f"{settings['b']} compared with {settings['a']}"
    if settings.get("pilot") is True and verb in PILOTS:
        return PILOTS[verb]
    if verb in TITLES:
        name = settings.get("title")
        return f"{TITLES[verb]}: {name}" if name else TITLES[verb]
    if "target" in settings:
        return "What the studies could show" if axes(result) else "What the study could show"
    return f"A fitted model: {result.method}" if is_fit(result) else result.method

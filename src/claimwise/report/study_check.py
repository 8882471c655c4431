"""Whether a study is ready, in words: complete, consistent, frozen, powered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from claimwise.core import Result
from claimwise.report.studies import Said

OURS = ("complete", "consistent", "frozen", "powered")
SHORT = len("sha256:") + 12  # enough of a fingerprint to tell two studies apart


def is_study_check(result: Result) -> bool:
    """Whether the result says if a study is ready."""
    return bool(_settings(result).get("verb") == "study check")


def study_check_head(result: Result) -> str:
    """Return the line that names the study."""
    settings = _settings(result)
    title = f"{settings['title']}: " if settings["title"] else ""
    called = settings.get("called", f"a study of {settings['kind']}")
    return f"{title}{called}, {', '.join(settings['comparisons'])}"


def study_check_paragraphs(result: Result, said_of: Said) -> list[str]:
    """Return a line for each question, then what each comparison could show."""
    settings = _settings(result)
    lines = [_complete(settings), _consistent(settings), _frozen(settings), _powered(result)]
    plan = planned(result)
    return ["\n".join(lines), *(said_of(plan) if plan is not None else [])]


def planned(result: Result) -> Result | None:
    """Return the plan within the check."""
    plan = dict(result.provenance.get("plan") or {})
    if not plan:
        return None
    rows = tuple(row for row in result.rows if row.name not in OURS)
    return Result(method=plan.pop("method"), rows=rows, provenance=plan)


def _complete(settings: Mapping[str, Any]) -> str:
    if not settings["missing"]:
        return "Complete: everything that is needed is declared."
    lacks = "; ".join(f"{place} ({why})" for place, why in settings["missing"])
    return f"Incomplete. Still to be declared: {lacks}."


def _consistent(settings: Mapping[str, Any]) -> str:
    if not settings["faults"]:
        return "Consistent: nothing in it contradicts anything else."
    return f"Inconsistent. {' '.join(settings['faults'])}"


def _frozen(settings: Mapping[str, Any]) -> str:
    if settings["state"] == "unfrozen":
        return "Not frozen: before the data are seen, run claimwise study freeze."
    since = f"frozen on {settings['date']}"
    torn = f" {settings['damaged']}" if settings.get("damaged") else ""
    if settings["state"] == "unchanged":
        return f"{since.capitalize()} and unchanged since ({settings['hash'][:SHORT]}).{torn}"
    known = "; ".join(settings["changes"]) or "which keys changed cannot be known"
    return f"Changed since it was {since}: {known}.{torn}"


def _powered(result: Result) -> str:
    target = f"the declared power {_settings(result)['target']:g}"
    powered = result["powered"].estimate
    several = len(_settings(result)["comparisons"]) > 1
    if powered == 1:
        return f"Powered: {'every comparison' if several else 'the study'} reaches {target}."
    if powered == 0:
        return f"Underpowered: {'not every comparison' if several else 'the study'} " + (
            f"reaches {target}." if several else f"does not reach {target}."
        )
    return f"Powered? Whether {target} is reached is not known."


def _settings(result: Result) -> Mapping[str, Any]:
    settings: Mapping[str, Any] = result.provenance.get("settings", {})
    return settings

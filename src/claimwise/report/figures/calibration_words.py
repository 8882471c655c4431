"""What a calibration was asked: the line below its title, and what is true in its worlds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from claimwise.core import Result, Row, spelled
from claimwise.report.figures.words import alpha, given_points, given_share, plain

Settings = Mapping[str, Any]
ERRORS = {
    "difference": "",
    "epsilon": "error ",
    "epsilon_a": "error of A ",
    "epsilon_b": "error of B ",
}


def is_exact(result: Result) -> bool:
    """Whether every outcome was gone through, and nothing simulated."""
    return bool(result.provenance.get("settings", {}).get("by") == "exact")


def studies(result: Result) -> str:
    """Return what was gone through."""
    return "studies" if is_exact(result) else "simulated studies"


def head(result: Result) -> str:
    """Return the line that says what was simulated."""
    settings = result.provenance["settings"]
    what = {
        "calibrate responses": _answers,
        "calibrate accuracy": _accuracy,
        "calibrate means": _means,
    }[settings["verb"]]
    many = f"{settings.get('replicates') or 0:,} studies of each kind"
    level = f", level {given_share(settings['level'])}" if settings.get("intervals") else ""
    return (
        f"{what(settings)}, {settings['alternative']}, alpha {alpha(settings['alpha'])}{level}, "
        f"{'every outcome of a study' if is_exact(result) else many}"
    )


def _answers(settings: Settings) -> str:
    return (
        f"studies of {settings['items']:,} items x {settings['responses']} answers, "
        f"world {settings['world']}"
    )


def _items(settings: Settings) -> str:
    return f"{settings['n']:,} item{'s' * (settings['n'] != 1)}"


def _accuracy(settings: Settings) -> str:
    known = settings.get("baseline")
    baseline = "" if known is None else f", accuracy of A {given_share(known)}"
    return (
        f"{_items(settings)}, right or wrong, agreement {_shares(settings['agreement'])}{baseline}"
    )


def _shares(given: Any) -> str:
    return given_share(given) if isinstance(given, int | float) else str(given)


def _means(settings: Settings) -> str:
    shape = settings["shape"]
    if not settings["paired"]:
        return (
            f"{_items(settings)} of each system, {shape} scores of standard deviations "
            f"{plain(settings['sd_a'])} and {plain(settings['sd_b'])}"
        )
    clusters = ""
    if settings.get("cluster_size"):
        clusters = (
            f" in clusters of {settings['cluster_size']:,} (correlation {plain(settings['icc'])})"
        )
    return (
        f"{_items(settings)}{clusters}, {shape} differences of standard deviation "
        f"{plain(settings['sd'])}"
    )


def world(result: Result, row: Row) -> str:
    """Return what is true in the world of a row, and how far its systems are off."""
    truths: dict[str, str] = {
        place: truth for truth, place in result.provenance["settings"]["cases"]
    }
    truth, size = truths.get(spelled(row.point), ""), levels(result, row)
    if truth and row.point.get("difference") == 0:
        return truth
    between = " by " if "difference" in row.point else ", "
    return between.join(part for part in (truth, size) if part)


def levels(result: Result, row: Row) -> str:
    """Return how far the systems of a row are off: right answers in points."""
    points = result.provenance.get("settings", {}).get("verb") == "calibrate accuracy"
    return ", ".join(
        given_points(value)
        if points and key == "difference"
        else f"{ERRORS.get(key, key)}{plain(value)}"
        for key, value in row.point.items()
    )

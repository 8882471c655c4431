"""What a calibration was asked: the line above its answer, and what is true in its worlds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from claimwise.core import Result
from claimwise.report.numbers import number, percent, quantity

VERB = "calibrate "
RESPONSES = "calibrate responses"
Settings = Mapping[str, Any]


def is_exact(result: Result) -> bool:
    """Whether every outcome was gone through, and nothing simulated."""
    return bool(result.provenance.get("settings", {}).get("by") == "exact")


def calibration_head(result: Result) -> str:
    """Return the line that says what was simulated."""
    settings = result.provenance["settings"]
    what = {RESPONSES: _answers, "calibrate accuracy": _accuracy, "calibrate means": _means}
    studies = f"{settings.get('replicates') or 0:,} studies of each kind"
    level = f", level {percent(settings['level'])}" if settings.get("intervals") else ""
    return (
        f"{what[settings['verb']](settings)}, {settings['alternative']}, alpha "
        f"{number(settings['alpha'])}{level}, "
        f"{'every outcome of a study' if is_exact(result) else studies}"
    )


def _answers(settings: Settings) -> str:
    return (
        f"Procedures on studies of {settings['items']:,} items x {settings['responses']} answers; "
        f"world {settings['world']}"
    )


def _items(settings: Settings) -> str:
    return f"{settings['n']:,} item{'s' * (settings['n'] != 1)}"


def _accuracy(settings: Settings) -> str:
    known = settings.get("baseline")
    baseline = "" if known is None else f", accuracy of A {percent(known)}"
    return (
        f"Procedures on right/wrong answers to {_items(settings)}; agreement "
        f"{percent(settings['agreement'])}{baseline}"
    )


def _means(settings: Settings) -> str:
    shape = settings["shape"]
    if not settings["paired"]:
        return (
            f"Procedures on scores of {_items(settings)} of each system; {shape} scores of "
            f"standard deviations {quantity(settings['sd_a'])} and {quantity(settings['sd_b'])}"
        )
    clusters = ""
    if settings.get("cluster_size"):
        clusters = (
            f" in clusters of {settings['cluster_size']:,} with a correlation of "
            f"{quantity(settings['icc'])}"
        )
    return (
        f"Procedures on scores of {_items(settings)}{clusters}; {shape} differences of "
        f"standard deviation {quantity(settings['sd'])}"
    )


def called(result: Result, metric: str, procedure: str) -> str:
    """Return the name of a procedure, with its metric where there are several."""
    only = result.provenance["settings"]["verb"] != RESPONSES
    return procedure if only else f"{procedure} of {metric}"


def case_name(truth: str, where: str) -> str:
    """Return what is true in a world and by how much, short enough for a heading.

    >>> case_name("different", "difference=0.02"), case_name("equally good", "difference=0")
    ('different 0.02', 'equally good')
    """
    return truth if where == "difference=0" else f"{truth} {where.partition('=')[2]}".strip()


def either(names: Sequence[str]) -> str:
    """Return the names as a choice.

    >>> either(["t", "welch", "bca"])
    't, welch or bca'
    """
    return listed(names, "or")


def listed(names: Sequence[str], last: str = "and") -> str:
    """Return the names in a row.

    >>> listed(["t", "welch", "bca"]), listed(["t"])
    ('t, welch and bca', 't')
    """
    return f" {last} ".join([*([", ".join(names[:-1])] if names[:-1] else []), names[-1]])

"""Power over what a pilot leaves open, in words."""

from __future__ import annotations

from math import isnan

from claimwise.core import Result, Row
from claimwise.report.numbers import interval, percent, probability
from claimwise.report.places import place_of

ROWS = ("expected_power", "power_interval", "probability_powered")
PLAIN = 0.005  # a difference of powers below this is no reason for a word


def is_uncertain(row: Row) -> bool:
    """Whether a row is about power over what a pilot leaves open."""
    return row.quantity in ROWS


def uncertain_paragraphs(result: Result) -> list[str]:
    """Return what the pilot's own uncertainty does to the power; nothing without it."""
    rows = {row.quantity: row for row in result.rows if not place_of(row)}
    if "expected_power" not in rows:
        return []
    target = result.provenance["settings"].get("target")
    return [
        " ".join(
            text
            for text in (
                _expected(rows["expected_power"], rows.get("power")),
                _interval(rows["power_interval"]),
                _reached(rows["probability_powered"], target),
            )
            if text
        )
    ]


def _expected(row: Row, plug_in: Row | None) -> str:
    text = (
        "Over what the pilot leaves open, the expected power is "
        f"{probability(row.estimate)}{_error(row)}"
    )
    if plug_in is None or isnan(plug_in.estimate):
        return f"{text}."
    at_its_word = f"the {probability(plug_in.estimate)} of taking the pilot at its word"
    if plug_in.estimate > row.estimate + PLAIN:
        return f"{text}: {at_its_word} is optimistic."
    if plug_in.estimate < row.estimate - PLAIN:
        return f"{text}, more than {at_its_word}."
    return f"{text}, much the same as {at_its_word}."


def _error(row: Row) -> str:
    return f" ({interval(row)})" if interval(row) else ""


def _interval(row: Row) -> str:
    return (
        f"With probability {percent(row.level or 0.0)} the power lies between "
        f"{probability(row.low)} and {probability(row.high)}."
    )


def _reached(row: Row, target: object) -> str:
    if not isinstance(target, float):
        return ""
    return f"It is at least the wanted {target:g} with probability {percent(row.estimate)}."

"""The claim of a comparison, and its answer in one sentence: one verdict, or a count of several."""

from __future__ import annotations

from collections.abc import Mapping
from math import isnan
from typing import Any

from claimwise.core import Result, Row
from claimwise.report.claim_words import OF_ALIKE, claim_text, on_measure, size, verdict_text
from claimwise.report.comparison import SENTENCES, comparison_names, labels, rows_of
from claimwise.report.look_words import adjusted_of, reported_text
from claimwise.report.numbers import number
from claimwise.report.places import place_of

Settings = Mapping[str, Any]
OPEN = "which is no evidence of equal quality"
# How verdicts begin that can follow a semicolon; names keep their capitals.
LOWER = (
    "Which ",
    "Whether ",
    "Neither ",
    "Supported ",
    "Contradicted ",
    "Nothing ",
    "Given ",
    "By ",
    "With ",
    "The ",
)
MOST = 3  # findings that are told one by one
BELIEFS = ("posterior_difference", "probability_greater", "bayes_factor_direction")


def comparison_claim(settings: Settings) -> str:
    """Return the claim of a comparison, with its level."""
    a, b = str(settings.get("a", "A")), str(settings.get("b", "B"))
    if "systems" in settings:
        a, b = "A", "B"
    if "claim" not in settings:
        return f"{b} and {a} differ"
    kind = settings["claim"]
    two_sided = kind == "difference" and settings.get("alternative") == "two-sided"
    text = claim_text(a, b, settings)
    if two_sided:
        text = f"one of {b} and {a} is better{on_measure(settings)}"
    text = f"{b} and {a} do not answer alike" if settings.get("test") in OF_ALIKE else text
    each = ", for each comparison, B vs A" if "systems" in settings else ""
    level = settings.get("alpha") if _decides(settings) else None
    aside = [f"alpha {number(level)}"] if isinstance(level, float) else []
    aside += ["lower scores are better"] if _lower(settings) else []
    at = f" ({'; '.join(aside)})" if aside else ""
    return f"Claim: {text}{at}{each}."


def _lower(settings: Settings) -> bool:
    """Whether lower scores are better: in every metric, where there are several."""
    better = settings.get("details_better", {}).values() or [settings.get("better")]
    return all(way == "lower" for way in better)


def _decides(settings: Settings) -> bool:
    """Whether a test or an interval answers the claim, at a level of significance."""
    return bool({"test", "interval"} & set(settings.get("assess", ["test"])))


def comparison_answer(result: Result) -> str:
    """Return the answer of a comparison in one sentence."""
    settings: Settings = result.provenance["settings"]
    found = labels(result)
    whole = [where for where in found if where in ("", "combined")]
    if whole and result.kind != "leaderboard":
        return _one(result, whole[0], settings)
    if len(found) == 1:
        return _one(result, found[0], settings)
    main = [where for where in found if ", " not in where] or found
    verdicts = [row for row in result.rows if row.quantity == "verdict" and place_of(row) in main]
    if not verdicts:
        return _most_sure(result, main)
    two_sided = settings["claim"] == "difference" and settings["alternative"] == "two-sided"
    alike = settings.get("test") in OF_ALIKE
    what = "metric" if settings.get("metrics") and result.kind != "leaderboard" else "comparison"
    found_better = _found_better(result, verdicts) if two_sided and not alike else ""
    return tally(verdicts, what, two_sided=two_sided and not alike, found=found_better)


def _found_better(result: Result, verdicts: list[Row]) -> str:
    """Return who is better than whom and by how much, the greatest differences first."""
    settings: Settings = result.provenance["settings"]
    sizes = {place_of(row): row for row in result.rows if row.quantity == "difference"}
    decided = [row for row in verdicts if row.estimate in (1.0, -1.0) and place_of(row) in sizes]
    if not settings.get("metrics"):  # of several metrics, sizes cannot be held against each other
        decided.sort(key=lambda row: -abs(sizes[place_of(row)].estimate))
    said = []
    for row in decided[:MOST]:
        a, b = comparison_names(place_of(row), settings)
        first, second = (b, a) if row.estimate > 0 else (a, b)
        known = {**settings, **settings.get("details", {}).get(place_of(row), {})}
        on = f" on {place_of(row)}" if settings.get("metrics") and "b" in settings else ""
        by = size(abs(sizes[place_of(row)].estimate), known)
        said.append(f"{first} over {second} by {by}{on}")
    more = len(decided) - len(said)
    return "; ".join([*said, *([f"and {more} more"] if more else [])])


def _one(result: Result, where: str, settings: Settings) -> str:
    known = {**settings, **settings.get("details", {}).get(where, {})}
    rows = [row for row in rows_of(result, where) if place_of(row).split(", ")[-1] == where]
    named = {row.quantity: row for row in reversed(rows) if place_of(row) == where}
    difference = [named["difference"]] if "difference" in named else []
    looked = adjusted_of(rows, where)
    difference = difference if looked is None else [looked]
    a, b = comparison_names(where, settings)
    if "verdict" in named:
        return size_and_verdict(difference, named["verdict"], known, a, b)
    said = [SENTENCES[row.quantity](row, a, b, known) for row in difference]
    believed = [named[name] for name in BELIEFS if name in named][:1]
    said += [SENTENCES[row.quantity](row, a, b, known) for row in believed]
    return semicolons([text for text in said if text])


def size_and_verdict(
    difference: list[Row], verdict: Row, settings: Settings, a: str = "", b: str = ""
) -> str:
    """Return size and verdict in one sentence; of several looks, the size that allows for them."""
    a, b = a or str(settings.get("a", "A")), b or str(settings.get("b", "B"))
    say = {"difference": SENTENCES["difference"], "adjusted_difference": reported_text}
    said = [say[row.quantity](row, a, b, settings) for row in difference]
    return semicolons([*said, verdict_text(verdict.estimate, a, b, settings)])


def semicolons(said: list[str]) -> str:
    """Return several sentences as one."""
    if not said:
        return ""
    first, *rest = [text.rstrip(".") for text in said]
    lowered = [t[0].lower() + t[1:] if t.startswith(LOWER) else t for t in rest]
    return "; ".join([first, *lowered]) + "."


def tally(verdicts: list[Row], what: str, *, two_sided: bool, found: str = "") -> str:
    """Return how many verdicts say what: of all of them, none left out.

    `found` says which of two systems are better.
    """
    values = [row.estimate for row in verdicts]
    for_, against = values.count(1.0), values.count(-1.0)
    undefined = sum(isnan(value) for value in values)
    if two_sided:
        words = "find one of the two systems better"
        counted = [(for_ + against, f"{words} ({found})" if found else words, "finds")]
    else:
        counted = [
            (for_, "support the claim", "supports"),
            (against, "contradict it", "contradicts"),
        ]
    parts = [_many(count, words, one) for count, words, one in counted]
    left = values.count(0.0)
    if left:
        parts.append(f"{left} {'leaves' if left == 1 else 'leave'} it open ({OPEN})")
    if undefined:
        parts.append(f"{undefined} cannot be judged")
    several = f"{what}s" if len(values) > 1 else what
    return f"Of {len(values)} {several}, {'; '.join(parts)}."


def _many(count: int, words: str, one: str) -> str:
    verb, _, rest = words.partition(" ")
    return f"{count or 'none'} {one if count <= 1 else verb} {rest}"


def _most_sure(result: Result, main: list[str]) -> str:
    """Return what is believed of the first comparison, where nothing was decided."""
    settings: Settings = result.provenance["settings"]
    return f"[{main[0]}] {_one(result, main[0], settings)}"

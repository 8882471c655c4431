"""A plan of a study with several answers to each item, in words and tables."""

from __future__ import annotations

from collections.abc import Mapping
from math import isinf, isnan
from typing import Any

from claimwise.core import Result, Row
from claimwise.report.claim_words import OF_ALIKE
from claimwise.report.numbers import number, percent, probability, quantity
from claimwise.report.places import place_of, plain
from claimwise.report.response_plan_tables import parts_of, row_of


def response_plan_head(result: Result) -> str:
    """Return the line that says what was simulated."""
    settings = result.provenance["settings"]
    size = ""
    if "items" in settings and isinstance(settings["items"], int):
        size = f" of {settings['items']:,} items x {settings['responses']} answers"
    within = f", {settings['resamples']:,} resamples" if "resamples" in settings else ""
    return (
        f"{result.method} of {', '.join(settings['metrics'])}, {settings['alternative']}, alpha "
        f"{number(settings['alpha'])}, by simulation ({settings['replicates']:,} studies{size}"
        f"{within}); world {settings['world']}{_errors(settings)}"
    )


def _errors(settings: Mapping[str, Any]) -> str:
    parts = [
        f"{name.replace('_', ' ')} {number(settings[name])}"
        for name in ("epsilon_a", "epsilon_b")
        if isinstance(settings.get(name), int | float)
    ]
    return f", {', '.join(parts)}" if parts else ""


def response_plan_paragraphs(result: Result) -> list[str]:
    """Return what was asked for, a paragraph for each metric."""
    settings = result.provenance["settings"]
    solve = settings["solve"]
    if solve == "power" and not result.provenance.get("axes"):
        return [_power(result, settings, plain(metric)) for metric in settings["metrics"]]
    if solve in ("items", "responses"):
        return [_size(result, settings, plain(metric)) for metric in settings["metrics"]]
    if solve in ("split", "budget"):
        return [_best(result, settings, plain(metric)) for metric in settings["metrics"]]
    return []


def _power(result: Result, settings: Mapping[str, Any], metric: str) -> str:
    power, null = row_of(result, "power", metric), row_of(result, "alpha", metric)
    expected = row_of(result, "true_p", metric)
    said = []
    if power is None and null is not None:
        said.append(
            f"By {metric}, A and B are equally good: {result.method} finds a difference in "
            f"{percent(null.estimate)} of studies ({_ends(null)})."
        )
    elif power is not None and not isnan(power.estimate):
        difference = result[f"difference[{metric}]"]
        truth, told = difference.estimate, not difference.low <= 0 <= difference.high
        better = _verdict(settings, metric, truth)
        if not told:
            better = f"A and B hardly differ; if {better}"
        enough = "enough for" if power.estimate >= settings["target"] else "short of"
        said.append(
            f"By {metric}, {better} (true difference {quantity(float(f'{truth:.3g}'))}"
            f"{'' if told else ', not told from 0'}): "
            f"{_says(result, settings, metric, truth)} in {percent(power.estimate)} of studies "
            f"({_ends(power)}), "
            f"{enough} the wanted {settings['target']:g}."
        )
        said += _errors_of(result, metric)
        if null is not None:
            said.append(
                f"Between systems that are {_alike(settings)}, it finds a difference in "
                f"{percent(null.estimate)} ({_ends(null)})."
            )
    if expected is not None and not isnan(expected.estimate):
        estimated, spread = (
            row_of(result, "estimated_p", metric),
            row_of(result, "estimated_p_sd", metric),
        )
        one = ""
        if estimated is not None and spread is not None:
            one = (
                f"; single test sets estimate {_tiny(estimated.estimate)} on average, with "
                f"a standard deviation of {probability(spread.estimate)}"
            )
        said.append(f"Expected p {_p(expected)}{one}.")
    said += _assured(result, settings, metric)
    return " ".join(said)


def _assured(result: Result, settings: Mapping[str, Any], metric: str) -> list[str]:
    row = row_of(result, "assurance", metric)
    if row is None or isnan(row.estimate):
        return []
    return [
        f"Averaged over errors of B that exceed those of A by {settings['effect_prior']}, the "
        "difference comes out significant and with the sign of the true one in "
        f"{percent(row.estimate)} of studies: assurance {probability(row.estimate)} ({_ends(row)})."
    ]


def _says(result: Result, settings: Mapping[str, Any], metric: str, truth: float) -> str:
    """Return what the procedure finds, as it can: not more than its null, on the side asked."""
    worse = _verdict(settings, metric, truth).endswith("worse than A")
    other = {"better": worse, "worse": not worse, "less": truth > 0, "greater": truth < 0}
    if other.get(settings["alternative"], False):
        return f"{result.method} looks on the other side, and says so"
    if result.method in OF_ALIKE:
        return f"{result.method} finds on this side that they do not answer alike"
    return f"{result.method} says so"


def _alike(settings: Mapping[str, Any]) -> str:
    return "alike" if settings.get("null") == "alike" else "equally good, though not alike"


def _tiny(value: float) -> str:
    return probability(value) if value else "<0.0001"


def _p(row: Row) -> str:
    if row.estimate == 0:
        return f"below {row.high:.2g}"
    return f"{probability(row.estimate)} ({_ends(row)})"


def _verdict(settings: Mapping[str, Any], metric: str, truth: float) -> str:
    directions = {plain(name): better for name, better in settings["directions"].items()}
    better = (truth > 0) == (directions[metric] == "higher")
    verb = "scores" if settings.get("unequal") else "is"  # for want of answers, it may be
    return f"B {verb} {'better' if better else 'worse'} than A"


def _errors_of(result: Result, metric: str) -> list[str]:
    size, sign = row_of(result, "type_m", metric), row_of(result, "type_s", metric)
    said = []
    if size is not None and not isnan(size.estimate):
        said.append(
            f"A significant difference looks {size.estimate:.2f} times as large as the true one "
            f"on average (Type-M{_times(size)})."
        )
    if sign is not None and sign.estimate > 0:
        said.append(f"{percent(sign.estimate)} of them have the wrong sign (Type-S).")
    return said


def _times(row: Row) -> str:
    """Return the interval of an exaggeration, which has no end where the truth may be 0."""
    if isnan(row.low):
        return ""
    if isinf(row.high):
        return f"; Monte Carlo interval {row.low:.2f} to any size: the true one may be 0"
    return f"; Monte Carlo interval {row.low:.2f} to {row.high:.2f}"


def _size(result: Result, settings: Mapping[str, Any], metric: str) -> str:
    row, target = result[f"sample_size[{metric}]"], settings["target"]
    what = "items" if settings["solve"] == "items" else _whose(settings)
    if isnan(row.estimate):
        return f"By {metric}, no number of {what} that could be searched reaches power {target:g}."
    return (
        f"By {metric}, {row.estimate:,.0f} {what} suffice for power {target:g} "
        f"(Monte Carlo interval {row.low:,.0f} to {row.high:,.0f})."
    )


def _whose(settings: Mapping[str, Any]) -> str:
    """Return whose answers were looked for: of the sources without a number of their own."""
    own = {name: settings.get(f"responses_{name.lower()}") for name in ("gold", "A", "B")}
    free = [name for name, k in own.items() if k is None]
    held = ", ".join(f"{k:g} of {name}" for name, k in own.items() if k is not None)
    if not held:
        return "answers of each source to each item"
    return f"answers of {' and of '.join(free)} to each item, beside {held},"


def _best(result: Result, settings: Mapping[str, Any], metric: str) -> str:
    items = row_of(result, "best_items", metric)
    if items is None or isnan(items.estimate):
        return f"By {metric}, no split reaches the power."
    best = [
        row
        for row in result.rows
        if place_of(row) == metric and row.quantity.startswith("best_responses")
    ]
    k = f"responses {best[0].estimate:,.0f}"
    if len(best) > 1:
        named = zip(("gold", "A", "B"), best, strict=True)
        k = f"responses of {', '.join(f'{who} {row.estimate:,.0f}' for who, row in named)}"
    cost = row_of(result, "cost", metric)
    if cost is not None:
        return (
            f"By {metric}, power {settings['target']:g} is cheapest with {items.estimate:,.0f} "
            f"items ({k} to each): cost {number(cost.estimate)}."
        )
    answers = [row.estimate for row in best]
    power = next(
        row
        for row in result.rows
        if row.quantity == "power"
        and parts_of(row)[0] == metric
        and _is_at(list(row.point.values()), items.estimate, answers)
    )
    return (
        f"By {metric}, a budget of {number(settings['budget'])} is best spent on "
        f"{items.estimate:,.0f} items ({k} to each): power {probability(power.estimate)} "
        f"({_ends(power)})."
    )


def _is_at(place: list[float], items: float, answers: list[float]) -> bool:
    """Whether a place has these items and answers; one number of answers is of all sources."""
    return place[0] == items and (place[1:] == answers or set(place[1:]) == set(answers))


def _ends(row: Row) -> str:
    if isnan(row.low):
        return "no interval"
    return f"Monte Carlo interval {probability(row.low)} to {probability(row.high)}"

"""What a declaration may say, checked key by key; and the fields that several kinds share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import Any

from claimwise.core import (
    ParameterError,
    check_count,
    check_number,
    check_one_of,
    names,
)
from claimwise.core.levels import RATERS, RUNS
from claimwise.data.clusters import NO_CLUSTERS
from claimwise.study.kind import Check, Field

WAYS = ("test", "interval")
SEQUENCES = ("difference", "win-rate")  # of anytime; the first is the usual one


def text(who: str, value: Any) -> str:
    """Return a text that is not empty."""
    if not isinstance(value, str) or not value.strip():
        raise ParameterError(who, "a text", repr(value))
    if "\x00" in value:
        raise ParameterError(who, "a text without null characters", repr(value))
    return value


def flag(who: str, value: Any) -> bool:
    """Return true or false."""
    if not isinstance(value, bool):
        raise ParameterError(who, "true or false", repr(value))
    return value


def number_in(low: float, high: float = inf, *, beyond: bool = False) -> Check:
    """Return a check of numbers from `low` to `high`; `beyond` leaves out `low` itself."""

    def check(who: str, value: Any) -> float:
        found = check_number(who, value)
        if not low <= found <= high or (beyond and found == low):
            least = f"above {low:g}" if beyond else f"of at least {low:g}"
            most = "" if high == inf else f" and at most {high:g}"
            raise ParameterError(who, f"a number {least}{most}", f"{found:g}")
        return found

    return check


def below_one(who: str, value: Any) -> float:
    """Return a share that leaves something: at least 0, below 1."""
    found = check_number(who, value)
    if not 0 <= found < 1:
        raise ParameterError(who, "a share of at least 0 and below 1", f"{found:g}")
    return found


def one_of(*words: str) -> Check:
    """Return a check of some words."""

    def check(who: str, value: Any) -> str:
        return check_one_of(who, text(who, value), words)

    return check


def registered(kind: str, *choices: Mapping[str, Any]) -> Check:
    """Return a check of names in the registry that have any of these sets of traits."""

    def check(who: str, value: Any) -> str:
        known = [name for traits in choices or ({},) for name in names(kind, **traits)]
        return check_one_of(who, text(who, value), dict.fromkeys(known))

    return check


def number_or_text(who: str, value: Any) -> float | str:
    """Return a number, or a text that says one with its unit, such as 0.5t."""
    return text(who, value) if isinstance(value, str) else check_number(who, value)


def paths(who: str, value: Any) -> str | list[str]:
    """Return the path of a file, or those of several."""
    if isinstance(value, str):
        return text(who, value)
    if isinstance(value, Sequence) and value:
        return [text(who, one) for one in value]
    raise ParameterError(who, "the path of a file, or a list of them", repr(value))


def renamed(who: str, value: Any) -> dict[str, str]:
    """Return which column plays which role."""
    if not isinstance(value, Mapping):
        remedy = 'Write columns = {item = "qid"}.'
        raise ParameterError(who, "columns by their roles", repr(value), remedy)
    return {str(role): text(f"{who}.{role}", name) for role, name in value.items()}


def ways(who: str, value: Any) -> list[str]:
    """Return how the claim is assessed; a test decides, an interval may stand beside it."""
    given = [value] if isinstance(value, str) else list(value)
    found = [check_one_of(who, one, WAYS) for one in given]
    if "test" not in found:
        raise ParameterError(
            who, "a test, whose power is what is planned", ", ".join(found) or "nothing"
        )
    return list(dict.fromkeys(found))


def independent(who: str, value: Any) -> str:
    """Return that the items are independent, which is all that such a plan knows."""
    if value != NO_CLUSTERS:
        remedy = "A study of the kind pilot knows clusters."
        raise ParameterError(who, f'"{NO_CLUSTERS}"', repr(value), remedy)
    return NO_CLUSTERS


def field(check: Callable[..., Any], about: str, **more: Any) -> Field:
    """Return a field."""
    return Field(check=check, about=about, **more)


READING: dict[str, Field] = {
    "columns": field(renamed, "which column plays which role, where the names do not tell"),
    "dataset": field(text, "the data set to read, where the file has several"),
}
CLUSTERS: dict[str, Field] = {
    "cluster": field(text, "the column of the items' clusters; without it items are independent"),
    "clusters": field(check_count, "how many clusters there will be"),
}
INDEPENDENT: dict[str, Field] = {
    "cluster": field(independent, "none: the items are independent, whatever columns repeat"),
}
MISSING = field(below_one, "share of the items that may lack a score; the plan is made without it")
SOURCE_FILE = "a file, looked for in the folder of this one"
DECIDING: dict[str, Field] = {
    "interval": field(registered("interval"), "the interval that goes with the test, by its name"),
    "assess": field(ways, "how the claim is assessed", default=["test", "interval"]),
}
LEVELS: dict[str, Field] = {
    "raters": field(one_of(*RATERS), "raters of the data: a sample, or these alone"),
    "runs": field(
        one_of(*RUNS),
        "runs of the data: a sample, by name or separate; answers of one model; these alone",
    ),
}
SEQUENCE = field(one_of(*SEQUENCES), "of the rule anytime: the confidence sequence that decides")
SIMULATED: dict[str, Field] = {
    "replicates": field(check_count, "simulated studies, where the plan is by simulation"),
    "resamples": field(check_count, "resamples of the test, in the plan and in the analysis"),
}


def reportable(models: Sequence[str], unfit: Mapping[str, str]) -> Check:
    """Return a check for an analysis that can be run as it was planned, and be reported.

    `unfit` are those that can only be planned, with what to use in their place.
    """

    def check(who: str, value: Any) -> str:
        name = text(who, value)
        if name in unfit:
            raise ParameterError(
                who,
                "an analysis that keeps its level",
                f"{name}, which can be planned but should not be reported",
                f"Use {unfit[name]}.",
            )
        return check_one_of(who, name, models)

    return check

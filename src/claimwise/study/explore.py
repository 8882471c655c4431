"""What is looked at beside the declaration: run, and never taken for a part of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from claimwise.core import ParameterError, Result, check_number, did_you_mean
from claimwise.kinds import Kind
from claimwise.study.assessing import CHOSEN
from claimwise.study.declaration import ANYTIME, Comparison, Study

OF_COMPARISON = ("a", "b", "metric", "claim", "margin", "alternative", "better")
OF_PROCEDURE = ("test", "interval", "assess", "model", "ties", "resamples")
KEYS = (*OF_COMPARISON, *OF_PROCEDURE, "comparison")
WHO = "an exploratory addition"


def explored(
    kind: Kind, study: Study, data: tuple[Any, ...], also: Sequence[str]
) -> Iterator[tuple[str, Result]]:
    """Run each addition, on the comparison that it names or on each; yield its words and result."""
    for addition in also:
        changes = parsed(addition)
        _refuse_unheeded(kind, study, changes)
        for comparison in _concerned(study, changes):
            words = addition.strip()
            if len(study.comparisons) > 1 and not {"a", "b", "comparison"} & set(changes):
                words = f"{words}; {comparison.name or f'{comparison.b} vs {comparison.a}'}"
            other, changed = _changed(study, comparison, changes)
            yield words, kind.assess(other, changed, data)


def parsed(addition: str) -> dict[str, str]:
    """Return what an addition changes.

    >>> parsed("a=old, b=new")
    {'a': 'old', 'b': 'new'}
    """
    changes = {}
    for one in addition.split(","):
        key, sign, value = (part.strip() for part in one.partition("="))
        if not sign or not value or key not in KEYS:
            raise ParameterError(
                WHO,
                f"KEY=VALUE with a key of {', '.join(KEYS)}",
                repr(one.strip()),
                did_you_mean(key, KEYS),
            )
        changes[key] = value
    return changes


def _refuse_unheeded(kind: Kind, study: Study, changes: dict[str, str]) -> None:
    """Refuse changes that an analysis of this kind would not heed."""
    heeded = {"a", "b", "better", "comparison", *(k for k in OF_PROCEDURE if k in kind.procedure)}
    if "model" in kind.procedure:  # a model tests a difference, and has no posterior here
        heeded -= {"assess"}
    else:
        heeded |= {"claim", "margin", "alternative"}
        heeded |= {"metric"} if kind.name != "preference" else set()
    if study.stopping.rule == ANYTIME:  # a confidence sequence is its own test and interval
        heeded -= {"test", "interval", "assess", "resamples"}
    for key, value in changes.items():
        if key not in heeded:
            needs = f"one of {', '.join(k for k in KEYS if k in heeded)} in {kind.called}"
            raise ParameterError(WHO, needs, f"{key}={value}")


def _concerned(study: Study, changes: dict[str, str]) -> Sequence[Comparison]:
    """Return the comparisons that an addition changes."""
    if "comparison" in changes:
        named = [c for c in study.comparisons if c.name == changes["comparison"]]
        if not named:
            known = [c.name for c in study.comparisons]
            near = did_you_mean(changes["comparison"], known)
            needs = f"a comparison of {', '.join(known)}"
            raise ParameterError(WHO, needs, changes["comparison"], near)
        return named
    return study.comparisons[:1] if {"a", "b"} & set(changes) else study.comparisons


def _changed(
    study: Study, comparison: Comparison, changes: dict[str, str]
) -> tuple[Study, Comparison]:
    """Return the declaration as the addition would have it."""
    named: dict[str, Any] = {k: v for k, v in changes.items() if k in OF_COMPARISON}
    if "margin" in named:
        named["margin"] = check_number("margin", _number(named["margin"]))
    if "claim" in named:
        named["says"] = named.pop("claim")
        if named["says"] != "difference":
            named.setdefault("alternative", None)
    procedure = dict(study.procedure)
    procedure |= {k: v for k, v in changes.items() if k in OF_PROCEDURE}
    if "assess" in changes:
        procedure["assess"] = [way.strip() for way in changes["assess"].split("+")]
    if "resamples" in changes:
        procedure["resamples"] = int(_number(changes["resamples"]))
    # The declared test was chosen for the declared metric and claim.
    if {"metric", "claim", "margin"} & set(changes) and "test" not in changes:
        procedure["test"] = CHOSEN
    return study.but(procedure=procedure), replace(comparison, **named)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ParameterError(WHO, "a number", repr(text)) from None

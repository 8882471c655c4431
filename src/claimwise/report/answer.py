"""The claim, and its answer in one sentence, for every kind of Result."""

from __future__ import annotations

from collections.abc import Mapping
from math import isnan
from typing import Any

from claimwise.core import Result, Row, register
from claimwise.report.body import head_of, said_of
from claimwise.report.claim_plans import is_claim_plan
from claimwise.report.comparison import COMPARED
from claimwise.report.comparison_answer import (
    comparison_answer,
    comparison_claim,
    semicolons,
    size_and_verdict,
    tally,
)
from claimwise.report.curve import SHOWN, axes
from claimwise.report.first_sentence import first_sentence
from claimwise.report.fitted_worlds import fitted_answer, fitted_claim, is_fitted_world
from claimwise.report.inventory import inventory
from claimwise.report.judgements import judgements_answer
from claimwise.report.look_words import adjusted_of
from claimwise.report.looks import has_looks
from claimwise.report.numbers import number
from claimwise.report.places import place_of
from claimwise.report.posterior_plans import goal_answer, is_foreseen
from claimwise.report.presentation import presentation_of
from claimwise.report.procedure_head import procedure_head
from claimwise.report.ratings import RATED
from claimwise.report.sentences import plan_answer
from claimwise.report.solved_curves import solved_curve
from claimwise.report.studies import STUDIES, parts_of
from claimwise.report.uncertain_plans import uncertain_paragraphs

Settings = Mapping[str, Any]
FEW = 4  # values of a fit that are told in a sentence


def claim_of(result: Result) -> str:
    """Return what is claimed or asked."""
    settings: Settings = result.provenance.get("settings", {})
    own = presentation_of(result)
    if own is not None:
        return own.claim(result)
    if settings.get("verb") == "study assess":
        parts = parts_of(result).values()
        return " ".join(comparison_claim(one.provenance["settings"]) for one in parts)
    if result.kind in COMPARED:
        return comparison_claim(settings)
    if is_fitted_world(result):
        return fitted_claim(result)
    if result.kind == "inventory":
        return "What is in the data, and what can be asked of them?"
    head = head_of(result) or procedure_head(result)
    if head_of(result):
        return head
    if is_fit(result):
        return f"What is usual in such data? Fitted: {head}."
    return f"{_question(settings)} By {head}."


def is_fit(result: Result) -> bool:
    """Whether the result describes data, and neither plans a study nor tests a claim."""
    settings = result.provenance.get("settings", {})
    tested = any(row.quantity == "difference" and row.pvalue is not None for row in result.rows)
    return not ({"verb", "target", "test", "interval"} & set(settings)) and not tested


def _question(settings: Settings) -> str:
    """Return what a plan was asked."""
    unit = str(settings.get("unit", "items"))
    return {
        "mde": "What is the smallest difference that the study would find?",
        "n": f"How many {unit} are needed?",
    }.get(str(settings.get("solve")), "Would the study find the difference?")


@register("report", "headline")
def answer_of(result: Result) -> str:
    """Return the answer in one sentence."""
    own = presentation_of(result)
    if own is not None:
        return own.answer(result)
    if is_fitted_world(result):
        return fitted_answer(result)
    if result.kind == "inventory":
        return f"The data hold {inventory(result)[0]}."
    if result.kind in STUDIES:
        return _study(result)
    if result.kind == "study check":
        return said_of(result)[0].splitlines()[-1]
    if result.kind in COMPARED:
        return comparison_answer(result)
    if result.kind == "judgements":
        return judgements_answer(result)
    if is_fit(result):
        return _fitted(result)
    said = said_of(result)
    if axes(result) and not said:
        return _curve(result)
    return _plan(result, said) or _clauses(result, said) or _first_row(result)


def _plan(result: Result, said: list[str]) -> str:
    """Return what a plan was asked for; of one with looks, or averaged, what that comes to."""
    settings: Settings = result.provenance.get("settings", {})
    ours = settings.get("verb", "plan confusion") == "plan confusion"
    if not ours or "target" not in settings or not said:
        return ""
    averaged = uncertain_paragraphs(result)
    if averaged:
        return first_sentence(averaged[0], result)
    if is_foreseen(result.rows[0]) and result.rows[0].quantity == "conclude":
        return goal_answer(result) or first_sentence(said[0], result)
    if has_looks(result) or is_claim_plan(result) or is_foreseen(result.rows[0]):
        return first_sentence(said[0], result)
    return plan_answer(result)


def _clauses(result: Result, said: list[str]) -> str:
    """Return the first sentence about each system or metric, up to three, as one."""
    settings: Settings = result.provenance.get("settings", {})
    count = 1
    if result.kind in RATED:
        count = sum(row.quantity == "difference" for row in result.rows)
    elif settings.get("verb") == "plan responses":
        count = len(settings["metrics"])
    clauses = [first_sentence(text, result) for text in said[: min(count, 3)]]
    return semicolons([*clauses, *_left_open(result)])


def _left_open(result: Result) -> list[str]:
    """Return which differences of ratings stay open, so that nobody reads them as found."""
    level = result.provenance.get("settings", {}).get("level")
    if result.kind not in RATED or not isinstance(level, float):
        return []
    rows = [row for row in result.rows if row.quantity == "difference" and row.pvalue is not None]
    left = [place_of(row) for row in rows if (row.pvalue or 0.0) > 1 - level]
    if not left:
        return []
    return [
        f"which is rated higher stays open at alpha {number(1 - level)} for {', '.join(left)}, and "
        "that is no evidence that they are rated alike"
    ]


def _study(result: Result) -> str:
    """Return the verdict on the declared claim, or a count of verdicts on several."""
    parts = list(parts_of(result).values())
    verdicts = [row for one in parts for row in one.rows if _counts(row)]
    if len(parts) == 1 and verdicts:
        settings = parts[0].provenance["settings"]
        whole = [row for row in verdicts if place_of(row) in ("", "combined")] or verdicts
        found = [row for row in parts[0].rows if row.quantity == "difference"]
        same = [row for row in found if place_of(row) == place_of(whole[0])]
        looked = adjusted_of(parts[0].rows, place_of(whole[0]))
        return size_and_verdict(same[:1] if looked is None else [looked], whole[0], settings)
    if verdicts:
        return tally(verdicts, "declared claim", two_sided=False)
    if len(parts) == 1:
        return answer_of(parts[0])
    together = [text for text in said_of(result) if text.startswith("That ")]
    return first_sentence(together[0], result) if together else answer_of(parts[0])


def _counts(row: Row) -> bool:
    return row.quantity == "verdict" and place_of(row) in ("", "combined")


def _curve(result: Result) -> str:
    """Return the least and the greatest value of the curve, with where they are.

    Of what was solved for, where something was: then the power is as wanted, and tells nothing.
    """
    solved = solved_curve(result)
    if solved:
        return solved
    for name in SHOWN:
        rows = [row for row in result.rows if row.quantity == name and not isnan(row.estimate)]
        if rows:
            break
    else:
        return "No value of the curve is defined."
    low, high = min(rows, key=_estimate), max(rows, key=_estimate)
    what = name.replace("_", " ").replace("mde", "smallest detectable difference")
    text = (
        f"Over the values asked for, the {what} lies between {number(low.estimate)} "
        f"({place_of(low)}) and {number(high.estimate)} ({place_of(high)})"
    )
    target = result.provenance.get("settings", {}).get("target")
    if name == "power" and isinstance(target, float):
        enough = [row for row in rows if row.estimate >= target]
        some = f"{len(enough)} of {len(rows)}" if enough else f"none of {len(rows)}"
        text += f"; {some} {'reaches' if len(enough) < 2 else 'reach'} the wanted {number(target)}"
    return f"{text}."


def _fitted(result: Result) -> str:
    """Return the first values of a fitted model."""
    shown = [f"{row.estimand} {number(row.estimate)}" for row in result.rows[:FEW]]
    more = len(result.rows) - len(shown)
    rest = f", and {more} more in the table" if more else ""
    return f"The values of the fit are {', '.join(shown)}{rest}."


def _estimate(row: Row) -> float:
    return row.estimate


def _first_row(result: Result) -> str:
    if not result.rows:
        return "There is nothing to tell."
    row = result.rows[0]
    return f"{row.estimand} is {number(row.estimate)}."

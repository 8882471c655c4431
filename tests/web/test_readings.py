"""Tiles of the page say what the text says: in its units, and for a claim not as a difference."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from claimwise import plan
from claimwise.core import Result
from claimwise.study import declare
from claimwise.study.files import parse
from claimwise.web.answers import answer_of
from claimwise.web.catalogue import BY_KEY
from claimwise.web.exact import exact_answer
from claimwise.web.readings import readings_of
from claimwise.web.tasks import TASKS

STUDY = """kind = "{kind}"
[claim]
a = "a"
b = "b"
{claim}
[data]
n = 300
[assumptions]
{assumed}
"""
FEW: dict[str, Any] = {"replicates": 40, "rng": 1, "solve": "mde"}


def study_of(claim: str = "", *, kind: str = "accuracy", assumed: str = "") -> Any:
    assumed = assumed or "difference = -0.03\nagreement = 0.85"
    text = STUDY.format(kind=kind, claim=claim, assumed=assumed)
    return text, declare(parse(Path("study.toml"), text.encode()), place="study.toml")


CLAIM = 'says = "non-inferiority"\nmargin = 0.05'
PLANS: list[Callable[[], Result]] = [
    lambda: plan.accuracy(n=500, difference=0.02, agreement=0.9),
    lambda: plan.accuracy(
        n=300, difference=-0.03, agreement=0.85, claim="non-inferiority", margin=0.05
    ),
    lambda: plan.means(
        n=300, difference=0.0, sd=0.4, claim="non-inferiority", margin=0.05, better="lower"
    ),
    lambda: plan.means(n=300, difference=0.05, sd=0.4),
    lambda: plan.preference(n=200, win=0.5, lose=0.4),
    lambda: plan.bleu(n=300, resamples=40, **FEW),
    lambda: plan.judgements(items=10, raters=10, rater_sd=0.5, item_sd=0.5, **FEW),
    lambda: study_of()[1].power(),
    lambda: study_of(CLAIM)[1].power(),
    lambda: study_of(CLAIM)[1].check(),
    lambda: study_of(kind="preference", assumed="win = 0.5\nlose = 0.4")[1].power(),
]


@pytest.mark.parametrize("made", PLANS)
def test_a_tile_says_a_detectable_difference_as_the_text_does(made: Callable[[], Result]) -> None:
    answer = answer_of(made())
    told = answer["readings"]["mde"]
    (said,) = answer["detectable"]
    assert f" {told['estimate']}" in said.rstrip(".")
    assert ("difference found" in said) == (told["title"] == "Detectable difference")
    assert ("smallest effect" in said) == (told["title"] == "Detectable effect")
    assert ("the claim has power 0.8" in said) == told["title"].startswith("Claim has power 0.8")


def test_a_claim_has_no_detectable_difference() -> None:
    options = {"n": 300, "difference": -0.03, "agreement": 0.85}
    told = exact_answer(
        BY_KEY["plan/accuracy"], {**options, "claim": "non-inferiority", "margin": 0.05}
    )["readings"]["mde"]
    assert told == {
        "title": "Claim has power 0.8 where the true B - A is",
        "short": "Power 0.8 at B - A",
        "estimate": "at least 0.6184 points",
    }


def test_a_needed_size_is_in_the_unit_of_its_plan_also_in_a_study() -> None:
    _, study = study_of(kind="preference", assumed="win = 0.5\nlose = 0.4")
    told = readings_of(study.power())["sample_size"]
    alone = readings_of(plan.preference(n=300, win=0.5, lose=0.4))["sample_size"]
    assert told == alone
    assert told["unit"] == "judgements"


def test_several_comparisons_of_a_study_keep_their_names() -> None:
    _, study = study_of('says = "difference"')
    (one,) = study.comparisons
    several = replace(study, comparisons=(one, replace(one, name="c against a", b="c")))
    found = several.power()
    told = readings_of(found)
    assert {row.estimand for row in found.select("mde")} <= set(told)
    assert all(one["estimate"].endswith(" points") for key, one in told.items() if "mde" in key)


@pytest.mark.parametrize("claim", ["", CLAIM])
def test_the_power_of_a_single_study_has_its_curve(claim: str, tmp_path: Any) -> None:
    text, _ = study_of(claim)
    request = {"view": "study", "kind": "power", "options": {"text": text}}
    request |= {"folder": str(tmp_path)}
    answer = TASKS["run"](request, lambda *_: None)
    (figure,) = answer["figures"]
    assert figure["name"] == "power"
    power = next(row["estimate"] for row in answer["rows"] if row["estimand"] == "power")
    points = {p["n"]: p["estimate"] for p in figure["spec"]["data"]["values"]}
    assert points[300] == pytest.approx(power, abs=1e-12)
    report = TASKS["report"](request | {"format": "html"}, lambda *_: None)["text"]
    assert report.count("<figure>") == 1

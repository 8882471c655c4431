"""Tiles of the page: the numbers of the rows, each in its own unit, with few digits."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from claimwise import compare, plan
from claimwise.core import Result
from claimwise.core.toml import parse_toml
from claimwise.data.examples import example_path
from claimwise.study import declare
from claimwise.web.answers import answer_of
from claimwise.web.catalogue import BY_KEY
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
CLAIM = 'says = "non-inferiority"\nmargin = 0.05'


def study_of(claim: str = "", *, kind: str = "accuracy", assumed: str = "") -> Any:
    assumed = assumed or "difference = -0.03\nagreement = 0.85"
    text = STUDY.format(kind=kind, claim=claim, assumed=assumed)
    return text, declare(parse_toml(Path("study.toml"), text.encode()), place="study.toml")


def tiles_of(result: Result) -> list[dict[str, Any]]:
    tiles: list[dict[str, Any]] = answer_of(result, BY_KEY["plan/accuracy"])["tiles"]
    return tiles


def by_estimand(result: Result) -> dict[str, dict[str, Any]]:
    return {tile["estimand"]: tile for tile in tiles_of(result)}


# A plan, the unit of its detectable difference, and how many times the row's value it shows.
PLANS: list[tuple[Callable[[], Result], str, float]] = [
    (lambda: plan.accuracy(n=500, difference=0.02, agreement=0.9), "points", 100),
    (lambda: plan.preference(n=200, win=0.5, lose=0.4), "points", 100),
    (lambda: plan.means(n=300, difference=0.05, sd=0.4), "", 1),
    (lambda: plan.bleu(n=300, resamples=40, **FEW), "BLEU points", 1),
    (lambda: plan.judgements(items=10, raters=10, rater_sd=0.5, item_sd=0.5, **FEW), "logits", 1),
    (lambda: study_of()[1].power(), "points", 100),
    (lambda: study_of()[1].check(), "points", 100),
]


@pytest.mark.parametrize(("made", "unit", "factor"), PLANS)
def test_a_detectable_difference_is_in_the_unit_of_its_plan(
    made: Callable[[], Result], unit: str, factor: float
) -> None:
    result = made()
    tile = by_estimand(result)["mde"]
    assert tile["unit"] == unit
    assert float(tile["value"]) == pytest.approx(factor * result["mde"].estimate, rel=0.02)
    assert len(tile["value"]) <= 6


def test_every_tile_says_its_row_with_few_digits() -> None:
    result = plan.accuracy(n=500, difference=0.02, agreement=0.9)
    said = {name: (one["value"], one["unit"]) for name, one in by_estimand(result).items()}
    assert said == {
        "power": ("29%", ""),
        "type_m": ("1.8", "times"),
        "type_s": ("0.1%", ""),
        "mde": ("3.9", "points"),
        "sample_size": ("1,949", "items"),
    }
    gauge = by_estimand(result)["power"]["gauge"]
    assert (gauge["share"], gauge["target"]) == (result["power"].estimate, 0.8)


def test_exaggeration_is_left_out_where_the_study_is_sure() -> None:
    tiles = by_estimand(plan.accuracy(n=5000, difference=0.03, agreement=0.9))
    assert tiles["power"]["value"] == "> 99.9%"
    assert not {"type_m", "type_s"} & set(tiles)


@pytest.mark.parametrize(
    ("made", "side"),
    [
        (
            lambda: plan.accuracy(
                n=300, difference=-0.03, agreement=0.85, claim="non-inferiority", margin=0.05
            ),
            "≥ 0.62",
        ),
        (lambda: study_of(CLAIM)[1].power(), "≥ 0.62"),
        (lambda: study_of(CLAIM)[1].check(), "≥ 0.62"),
        (
            lambda: plan.means(
                n=300, difference=0.0, sd=0.4, claim="non-inferiority", margin=0.05, better="lower"
            ),
            "≤ -0.00755",
        ),
    ],
)
def test_a_claim_has_no_detectable_difference(made: Callable[[], Result], side: str) -> None:
    tile = by_estimand(made())["mde"]
    assert (tile["title"], tile["value"]) == ("B - A for power 80%", side)


def test_a_needed_size_is_in_the_unit_of_its_plan_also_in_a_study() -> None:
    _, study = study_of(kind="preference", assumed="win = 0.5\nlose = 0.4")
    tile = by_estimand(study.power())["sample_size"]
    assert tile == by_estimand(plan.preference(n=300, win=0.5, lose=0.4))["sample_size"]
    assert tile["unit"] == "judgements"


def test_several_comparisons_of_a_study_keep_their_names() -> None:
    _, study = study_of('says = "difference"')
    (one,) = study.comparisons
    several = study.but(comparisons=(one, replace(one, name="c against a", b="c")))
    tiles = tiles_of(several.power())
    assert len({tile["title"] for tile in tiles}) == len(tiles) > 0
    assert all(tile["unit"] == "points" for tile in tiles if tile["quantity"] == "mde")
    assert all(re.search(r"\(.+\)", tile["title"]) for tile in tiles)


def test_an_interval_of_simulated_studies_is_in_the_same_unit() -> None:
    result = plan.bleu(n=300, resamples=40, **FEW)
    tile = by_estimand(result)["power"]
    assert re.fullmatch(r"(?:[<>] )?[\d.]+% to (?:[<>] )?[\d.]+%", tile["range"])
    assert tile["gauge"]["low"] <= tile["gauge"]["share"] <= tile["gauge"]["high"]


def test_the_tiles_of_two_systems_are_their_difference_and_scores() -> None:
    result = compare(str(example_path("validation.csv")))
    made = tiles_of(result)
    assert [tile["quantity"] for tile in made] == ["difference", "score", "score"]
    assert made[0]["value"] == f"+{100 * result['difference'].estimate:.1f}"


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

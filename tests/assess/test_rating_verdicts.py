"""What is concluded of rated systems: of each pair, of all together, and on which scale."""

from math import isnan, nan

import numpy as np
import polars
import pytest
from scipy import special

import claimwise as cw
from claimwise.assess.rating_columns import roles_of
from claimwise.assess.rating_verdicts import judged, verdict_rows
from claimwise.core import Result, Row
from claimwise.data import example_path
from claimwise.mixed.formula import formula_of, parse
from claimwise.mixed.scale import scale_points

EXAMPLE = polars.read_csv(example_path("ratings.csv"))


def difference(b, a, estimate, p, quantity="difference"):
    at = {"b": b, "a": a}
    ends = {"low": estimate - 0.5, "high": estimate + 0.5}
    return Row(quantity=quantity, at=at, estimate=estimate, pvalue=p, level=0.95, **ends)


def result_of(rows):
    return Result(kind="ratings", method="m", rows=tuple(rows))


def verdicts(rows, level=0.95, converged=True):
    found = verdict_rows(rows, level, converged=converged)
    return {(row.at.get("b"), row.at.get("a")): row.estimate for row in found}


@pytest.mark.parametrize(
    ("estimate", "p", "level", "verdict", "word"),
    [
        (0.7, 0.01, 0.95, 1, "supported"),
        (-0.7, 0.01, 0.95, -1, "contradicted"),
        (0.7, 0.2, 0.95, 0, "open"),
        (-0.7, 0.2, 0.95, 0, "open"),
        (0.7, 0.07, 0.9, 1, "supported"),
        (0.7, 0.05, 0.95, 1, "supported"),
    ],
)
def test_direction_of_two_systems(estimate, p, level, verdict, word):
    rows = [difference("B", "A", estimate, p)]
    assert verdicts(rows, level) == {("B", "A"): verdict}
    assert result_of([*rows, *verdict_rows(rows, level, converged=True)]).verdict == word


def test_of_several_the_highest_must_be_told_apart_from_each_other_one():
    told = [
        difference("b", "a", 2, 0.01),
        difference("c", "a", 1, 0.3),
        difference("c", "b", -1, 0),
    ]
    assert verdicts(told) == {("b", "a"): 1, ("c", "a"): 0, ("c", "b"): -1, (None, None): 1}
    assert result_of([*told, *verdict_rows(told, 0.95, converged=True)]).verdict == "supported"
    tied = [difference("b", "a", 2, 0), difference("c", "a", 1, 0), difference("c", "b", -1, 0.3)]
    assert verdicts(tied)[None, None] == 0
    assert result_of([*tied, *verdict_rows(tied, 0.95, converged=True)]).verdict == "open"


def test_law_the_whole_is_never_contradicted_whatever_the_order_of_names():
    for sign in (1, -1):
        rows = [
            difference("b", "a", sign * 1, 0),
            difference("c", "a", sign * 2, 0),
            difference("c", "b", sign * 1, 0),
        ]
        found = result_of([*rows, *verdict_rows(rows, 0.95, converged=True)])
        assert found.verdict == "supported"


def test_nothing_is_judged_without_a_p_value_or_an_arrival():
    row = difference("B", "A", 0.7, None)
    assert isnan(judged(row, 0.95).estimate)
    assert isnan(judged(difference("B", "A", 0.7, 0.01), 0.95, converged=False).estimate)
    assert result_of([row, judged(row, 0.95)]).verdict == "open"
    several = [
        difference("b", "a", nan, None),
        difference("c", "a", 1, 0),
        difference("c", "b", 1, 0),
    ]
    assert isnan(verdicts(several, converged=False)[None, None])
    rows = [*several, *verdict_rows(several, 0.95, converged=False)]
    assert result_of(rows).verdict == "open"


def test_verdicts_go_by_the_p_value_of_the_difference():
    few = EXAMPLE.filter(polars.col("rater") < "rater-07")
    result = cw.fit_ratings(few, slopes=False).result
    for row in result.select("difference"):
        (raw,) = result.select("raw_pvalue", **row.at)
        (verdict,) = result.select("verdict", **row.at)
        assert verdict.pvalue == row.pvalue >= raw.estimate
        assert (verdict.estimate == 0) == (row.low <= 0 <= row.high)
    assert len(result.select("verdict")) == 4


def test_rows_that_stand_there_twice_are_noted():
    """The same rater, item, system and rating: doubled rows would count as further ratings."""
    said = "are rows doubled?"
    plain = EXAMPLE.with_columns(rating=polars.col("rating").cast(int))
    assert not [n for n in cw.fit_ratings(plain, slopes=False).result.notes if said in n]
    for outcome in ("ordinal", "linear"):
        twice = cw.fit_ratings(polars.concat([plain, plain]), slopes=False, outcome=outcome)
        (note,) = [n for n in twice.result.notes if said in n]
        assert note.startswith("480 ratings are")
        assert note.kind == "caution"
    again = plain.head(1).with_columns(rating=polars.col("rating") % 5 + 1)  # rated once more
    found = cw.fit_ratings(polars.concat([plain, again]), slopes=False).result
    assert not [n for n in found.notes if said in n]
    groups = "rating ~ system + (1 | rater)"
    assert not [n for n in cw.fit_ratings(plain, groups).result.notes if said in n]


def separated(link="logit", a=(1, 2), b=(4, 5)):
    """Nine ratings by three raters: every one of B above every one of A."""
    rows = [
        (f"r{r}", f"i{i}", "AB"[k % 2], (a, b)[k % 2][k // 2 % 2])
        for k, (r, i) in enumerate((r, i) for r in range(3) for i in range(3))
    ]
    frame = polars.DataFrame(rows, schema=["rater", "item", "system", "rating"], orient="row")
    return cw.fit_ratings(frame, link=link).result


@pytest.mark.parametrize("link", ["logit", "probit"])
@pytest.mark.parametrize(("a", "b"), [((1, 2), (4, 5)), ((1, 1), (4, 5)), ((1, 3), (3, 5))])
def test_separated_ratings_have_no_estimate(link, a, b):
    result = separated(link, a, b)
    for name in ("difference[B vs A]", "points[B vs A]", "mde[B vs A]", "coefficient[systemB]"):
        assert isnan(result[name].estimate)
        assert result[name].pvalue is None
    assert result.verdict == "open"
    assert len([note for note in result.notes if "no finite estimate" in note]) == 1
    text = str(result)
    assert "cannot be judged" in text
    assert "+not defined" not in text
    assert max(len(word) for word in text.split() if word[0].isdigit()) < 8
    thresholds = {row.at["cut"]: row.estimate for row in result.select("threshold")}
    moved = [cut for cut, estimate in thresholds.items() if isnan(estimate)]
    assert moved == [cut for cut in thresholds if float(cut.split("|")[1]) > max(a)]
    if "1|2" in thresholds:  # the ratings of A alone tell it: 3 of 5 are 1
        given = {"logit": special.logit, "probit": special.ndtri}[link](3 / 5)
        assert thresholds["1|2"] == pytest.approx(given, abs=1e-3)


@pytest.mark.parametrize(
    ("scale", "points"), [(None, 5), ((1, 7), 7), ((0, 5), 6), ((1, 100), None)]
)
def test_the_length_of_the_scale(scale, points):
    for outcome in ("ordinal", "linear"):
        found = cw.fit_ratings(EXAMPLE, outcome=outcome, slopes=False, scale=scale).result
        assert found.provenance["settings"]["scale_points"] == points
        inferred = [note for note in found.notes if note.startswith("The scale is taken to have")]
        assert bool(inferred) == (scale is None)
        assert all(note.kind == "inferred" for note in inferred)


def test_scales_that_have_no_points():
    assert scale_points(["1", "2.5"], None) is None
    assert scale_points(["false", "true"], None) is None
    assert scale_points(["bad", "good"], ("bad", "fair", "good")) == 3


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        (
            "y ~ model + (1 | annotator) + (1 | doc)",
            {"system": "model", "rater": "annotator", "item": "doc"},
        ),
        ("y ~ x + (1 | rater) + (1 | dom:place)", {"rater": "rater", "item": "dom:place"}),
        ("y ~ x + (1 | rater) + (1 | rater:day)", {"rater": "rater"}),
        ("y ~ system + (1 | batch)", {"system": "system"}),
        (
            "y ~ system + (1 | rater) + (1 | batch) + (1 | item)",
            {"system": "system", "rater": "rater", "item": "item"},
        ),
    ],
)
def test_roles_of_the_columns_of_a_formula(text, roles):
    assert roles_of(parse(text), plain=False, grouped=False) == {"rating": "y", **roles}


def test_roles_of_a_plain_design():
    formula = formula_of("y", "engine", ("who", "what"), slopes=False)
    known = {"rating": "y", "system": "engine", "rater": "who", "item": "what"}
    assert roles_of(formula, plain=True, grouped=False) == known
    named = formula_of("y", "engine", ("item", "batch"), slopes=False)
    assert roles_of(named, plain=True, grouped=True) == {
        "rating": "y",
        "system": "engine",
        "item": "item",
    }


def test_other_columns_are_not_judged():
    data = EXAMPLE.with_columns(late=polars.Series(["no", "yes"] * 240))
    found = cw.fit_ratings(data, "rating ~ late + system + (1 | rater) + (1 | item)").result
    assert list(found.provenance["settings"]["compared"]) == ["system", "late"]
    assert {row.at.get("b") for row in found.select("verdict")} == {"large", "small", None}
    assert len(found.select("difference")) == 4


def test_points_are_left_out_where_the_spread_of_a_system_decides_its_mean():
    """A few raters love B and most dislike it: lower on the latent scale, higher on average."""
    rng = np.random.default_rng(2)
    rows = []
    for rater in range(40):
        leaning = rng.normal(-1.5, 3)
        for item in range(4):
            for system in "AB":
                latent = rng.logistic() + (leaning if system == "B" else 0)
                rating = 1 + sum(latent > cut for cut in (1, 2, 3, 4))
                rows.append({"rater": rater, "item": item, "system": system, "rating": rating})
    result = cw.fit_ratings(polars.DataFrame(rows)).result
    means = {s: np.mean([r["rating"] for r in rows if r["system"] == s]) for s in "AB"}
    assert means["B"] > means["A"]
    assert result["difference[B vs A]"].estimate < 0
    assert not result.select("points")
    assert any("spread differently" in n and n.kind == "caution" for n in result.notes)
    assert "latent units" in result.headline


def rated_apart(tops, systems=4, seed=1):
    """Return ratings by raters who differ about systems; those in `tops` are always rated so."""
    rng = np.random.default_rng(seed)
    slopes = 0.4 * rng.normal(size=(8, systems))
    rows = []
    for r in range(8):
        for i in range(15):
            ease = 0.3 * ((i * 7) % 5 - 2)
            for s in range(systems):
                x = 3 + 0.6 * (s % 2) + ease + slopes[r, s] + 0.6 * rng.normal()
                rating = tops.get(f"s{s}", int(np.clip(round(x), 2, 4)))
                rows.append((f"r{r}", f"i{i}", f"s{s}", rating))
    return polars.DataFrame(rows, ["rater", "item", "system", "rating"], orient="row")


@pytest.mark.parametrize(
    ("tops", "correct", "slopes"),
    [
        ({"s0": 5}, "max-t", True),
        ({"s3": 5}, "max-t", False),
        ({"s1": 1}, "holm", False),
        ({"s0": 5, "s3": 1}, "max-t", False),
    ],
)
def test_law_systems_rated_apart_leave_the_other_pairs_as_they_are(tops, correct, slopes):
    frame = rated_apart(tops)
    found = cw.fit_ratings(frame, slopes=slopes, correct=correct).result
    rest = frame.filter(~polars.col("system").is_in(list(tops)))
    alone = cw.fit_ratings(rest, slopes=slopes, correct=correct).result
    rows = found.select("difference")
    assert len(rows) == 6
    for row in rows:
        (verdict,) = found.select("verdict", **row.at)
        if set(row.at.values()) & set(tops):
            assert np.isnan([row.estimate, row.low, row.high, verdict.estimate]).all()
            assert row.pvalue is None
            continue
        (own,) = alone.select("difference", **row.at)
        shown = [row.estimate, row.low, row.high, row.pvalue, verdict.estimate]
        (judged,) = alone.select("verdict", **row.at)
        assert shown == [own.estimate, own.low, own.high, own.pvalue, judged.estimate]
        assert found.select("raw_pvalue", **row.at)[0].estimate <= row.pvalue
    (note,) = [note for note in found.notes if "separated" in note]
    assert all(f"system{name}" in note for name in tops)
    assert "consistent" not in " ".join(found.notes)

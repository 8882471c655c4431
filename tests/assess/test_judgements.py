"""Judgements head to head, against R (golden/judgements.R)."""

import json
from pathlib import Path

import numpy as np
import polars
import pytest

import claimwise as cw
from claimwise.assess.judgement_fit import fit_judgement_world
from claimwise.assess.judgement_fit import fit_judgements as fit
from claimwise.core import DataError, ParameterError
from claimwise.data import example_path
from claimwise.designs import complete, lists
from claimwise.worlds.judgements import Judgements
from claimwise.worlds.rating_file import read_world

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "judgements.json").read_text())
EXAMPLE = example_path("judgements.csv")


@pytest.fixture(scope="module")
def found():
    return fit(EXAMPLE)


def test_value_the_logistic_model_is_clmm(found):
    effect = found.result["effect"]
    assert found.fit.loglik == pytest.approx(GOLDEN["loglik"], abs=1e-4)
    assert effect.estimate == pytest.approx(GOLDEN["effect"], abs=1e-4)
    reach = (effect.high - effect.low) / 2
    # R has Wald's z; here it is Student's t with the linear model's degrees of freedom.
    assert reach / 2.158 == pytest.approx(GOLDEN["error"], rel=1e-3)
    sds = [found.result[f"sd[{name},(Intercept)]"].estimate for name in ("rater", "item")]
    assert sds == pytest.approx(GOLDEN["sd"], rel=1e-3)


def test_value_the_linear_model_is_lmer(found):
    row = found.result["difference"]
    assert row.estimate == pytest.approx(GOLDEN["difference"])
    assert row.pvalue == pytest.approx(GOLDEN["p"], rel=1e-3)
    assert found.result["df"].estimate == pytest.approx(GOLDEN["df"], rel=1e-3)
    assert found.result["sign"].pvalue == pytest.approx(GOLDEN["sign"], rel=1e-9)
    assert found.result["mde"].estimate == pytest.approx(
        GOLDEN["difference_error"] * 3.028, rel=2e-3
    )


def test_value_without_ties_it_is_glmer():
    data = polars.read_csv(EXAMPLE).filter(polars.col("winner") != "tie")
    got, known = fit(data), GOLDEN["without_ties"]
    assert got.fit.loglik == pytest.approx(known["loglik"], abs=1e-4)
    assert got.result["effect"].estimate == pytest.approx(known["effect"], abs=3e-4)
    sds = [got.result[f"sd[{name},(Intercept)]"].estimate for name in ("rater", "item")]
    assert sds == pytest.approx(known["sd"], rel=1e-3)
    assert "share[tie]" not in got.result


def test_direction_the_candidate_is_b(found):
    other = fit(EXAMPLE, a="new", b="base").result
    for name in ("difference", "effect", "sign"):
        assert other[name].estimate == pytest.approx(-found.result[name].estimate, abs=1e-6)
    assert other["superiority"].estimate == pytest.approx(
        1 - found.result["superiority"].estimate, abs=1e-6
    )
    assert other["effect"].pvalue == pytest.approx(found.result["effect"].pvalue, rel=1e-4)
    assert fit(EXAMPLE, b="base").a == "new"


def test_law_names_and_order_of_rows_do_not_matter(found):
    data = polars.read_csv(EXAMPLE).sample(fraction=1.0, shuffle=True, seed=3)
    data = data.rename({"rater": "worker", "item": "question", "winner": "Preference"})
    data = data.with_columns(polars.col("Preference").replace({"tie": "No preference"}))
    other = fit(data).result
    for name in ("difference", "effect", "superiority", "mde"):
        assert other[name].estimate == pytest.approx(found.result[name].estimate, abs=1e-6)


def test_direction_of_the_verdict(found):
    """At the level of the interval, by the p-value of the difference: B minus A."""
    row, verdict = found.result["difference"], found.result["verdict"]
    assert (verdict.estimate, verdict.pvalue) == (1, row.pvalue)
    assert found.result.verdict == "supported"
    turned = fit(EXAMPLE, a="new", b="base").result
    assert (turned["verdict"].estimate, turned.verdict) == (-1, "contradicted")
    strict = fit(EXAMPLE, level=0.99).result
    assert (strict["verdict"].estimate, strict.verdict) == (0, "open")
    for one in (found.result, turned, strict):
        inside = one["difference"].low <= 0 <= one["difference"].high
        assert (one.verdict == "open") == inside


def test_caution_where_both_models_disagree():
    """At a level between their p-values, .036 and .044."""
    notes = fit(EXAMPLE, level=0.96).result.notes
    assert any(n.startswith("At 0.04 the logistic model") for n in notes)
    assert not any("disagree" in n for n in fit(EXAMPLE).result.notes)


def test_a_world_from_a_pilot_and_back(tmp_path, found):
    pilot, _ = fit_judgement_world(EXAMPLE)
    file = tmp_path / "world.toml"
    file.write_text(pilot.toml())
    back = read_world(file)
    assert back.world == pilot.world
    assert back.design == {"items": 60, "raters": 10, "ratings": 300, "list_length": 30}
    assert (back.a, back.b) == ("base", "new")
    assert pilot.world.superiority() == pytest.approx(found.result["superiority"].estimate)
    drawn = [back.redrawn(np.random.default_rng(seed)) for seed in range(400)]
    assert all(w.effect == pilot.world.effect for w in drawn)
    spread = np.std([w.item.intercept for w in drawn])
    assert spread == pytest.approx(np.sqrt(pilot.uncertainty.covariance[3, 3]), rel=0.15)
    width = np.mean([w.thresholds[1] for w in drawn])
    assert width == pytest.approx(pilot.world.thresholds[1], rel=0.05)


@pytest.mark.parametrize(
    ("change", "error", "match"),
    [
        ({"winner": ["a", "b", "c", "a"]}, DataError, "names 3 winners, a, b, c;.*Keep the rows"),
        (
            {"winner": ["a", "a", "tie", "a"]},
            DataError,
            r"names 1 winner, a;.*If a system never won",
        ),
        ({"rater": ["1", "2", "3", "4"]}, DataError, r"some of them with several judgements\."),
        ({"item": ["1", "1", "1", "1"]}, DataError, "at least two, some of them with several"),
    ],
)
def test_refusals(change, error, match):
    data = {
        "rater": ["1", "1", "2", "2"],
        "item": ["1", "2", "1", "2"],
        "winner": ["a", "b", "a", "b"],
    } | change
    with pytest.raises(error, match=match):
        fit(polars.DataFrame(data))


def test_winners_that_are_places_are_refused():
    """As arenas write them; without the systems' names nothing is known of them."""
    data = polars.read_csv(EXAMPLE)
    for places in (("model_a", "model_b"), ("Left", "Right"), ("first", "second")):
        swap = dict(zip(("base", "new"), places, strict=True))
        other = data.with_columns(polars.col("winner").replace(swap))
        with pytest.raises(
            DataError, match=r"the winner stood, not who it is\. Write the systems'"
        ):
            fit(other)
        assert fit(other, a=places[0], b=places[1]).b == places[1]
    with pytest.raises(ParameterError, match=r"same system\. Name two\."):
        fit(data, a="new", b="new")


def test_judgements_that_come_again_are_counted():
    data = polars.read_csv(EXAMPLE)
    notes = fit(polars.concat([data, data.head(20)])).result.notes
    assert any(note.startswith("20 judgements are by a rater who judged") for note in notes)


def test_as_many_wins_as_losses_are_no_difference():
    """Exactly 0, whatever rounding leaves of a sum."""
    for raters, items in ((5, 20), (7, 6), (6, 10)):
        rows = [
            {"rater": f"r{r}", "item": f"i{i}", "winner": "AB"[(r + i) % 2]}
            for r in range(raters)
            for i in range(items)
        ]
        row = fit(polars.DataFrame(rows)).result["difference"]
        assert row.estimate == 0
        assert row.low == pytest.approx(-row.high)


def test_three_raters_leave_two_degrees_of_freedom():
    rng = np.random.default_rng(3)
    rows = [
        {"rater": f"r{r}", "item": f"i{i}", "winner": "AB"[int(rng.random() < 0.5)]}
        for r in range(3)
        for i in range(30)
    ]
    assert fit(polars.DataFrame(rows)).result["df"].estimate <= 2


def test_refusals_of_names():
    with pytest.raises(DataError, match="no column for the winner;"):
        fit(example_path("ratings.csv"))
    with pytest.raises(DataError, match="Did you mean new"):
        fit(EXAMPLE, b="nwe")
    only = polars.read_csv(EXAMPLE).filter(polars.col("winner") != "base")
    with pytest.raises(DataError, match="never wins, and no mixed model has a"):
        fit(only, a="base", b="new")


def test_edge_raters_who_decide_everything():
    """Two raters, each always for another system: nothing is known, and nothing breaks."""
    data = polars.DataFrame(
        {
            "rater": ["1", "2"] * 8,
            "item": [str(k // 2) for k in range(16)],
            "winner": ["a", "b"] * 8,
        }
    )
    result = fit(data).result
    assert result["difference"].estimate == pytest.approx(0, abs=1e-3)
    assert result["difference"].pvalue > 0.5
    assert np.isnan(result["mde"].estimate)
    assert result.verdict == "open"


def test_missing_rows_are_counted():
    data = polars.read_csv(EXAMPLE)
    data[5, "winner"] = None
    notes = fit(data).result.notes
    assert "Left out: 1 of 300 rows, which lack a value." in notes


@pytest.mark.calibration
@pytest.mark.parametrize("design", [lists(60, 3, 20, pairs=True), complete(40, 5, pairs=True)])
def test_chance_intervals_hold_the_truth(design):
    """Coverage of the effect and of the difference, where raters and items lean."""
    world = Judgements.of(rater=0.6, item=0.8, difference=0.2, tie=0.15)
    inside = np.zeros(2)
    size = 400
    for codes in world.draw(design, np.random.default_rng(8), size):
        data = polars.DataFrame(
            {
                "rater": design.rater.astype(str),
                "item": design.item.astype(str),
                "winner": np.array(["A", "tie", "B"])[codes],
            }
        )
        result = fit(data).result
        rows = [result["effect"], result["difference"]]
        truth = [world.effect, world.points()]
        inside += [row.low <= t <= row.high for row, t in zip(rows, truth, strict=True)]
    assert (inside / size > 0.915).all(), inside / size
    assert (inside / size < 0.985).all(), inside / size


@pytest.mark.slow
def test_the_planned_analysis_is_the_later_one():
    """The p-values of a plan's simulation are those of `claimwise judgements`."""
    from claimwise.power.analyses import analysis
    from claimwise.power.rating_tests import Study

    design = lists(40, 3, 20, pairs=True)
    for tie in (0.0, 0.2):
        world = Judgements.of(rater=0.6, item=0.8, difference=0.2, tie=tie)
        ratings = world.draw(design, np.random.default_rng(2), 5)
        study = Study(design, world, ratings[0], correlated=False)
        names = np.array(["A", "tie", "B"] if tie else ["A", "B"])
        planned = {
            name: analysis(name, "preference").prepare(study)(ratings)
            for name in ("logistic", "linear", "sign")
        }
        for j, codes in enumerate(ratings):
            data = polars.DataFrame(
                {
                    "rater": design.rater.astype(str),
                    "item": design.item.astype(str),
                    "winner": names[codes],
                }
            )
            later = fit(data).result
            for name, row in (("logistic", "effect"), ("linear", "difference"), ("sign", "sign")):
                assert planned[name].pvalue[j] == pytest.approx(later[row].pvalue, rel=5e-3)
                assert planned[name].estimate[j] == pytest.approx(
                    later[row].estimate, rel=2e-3, abs=1e-4
                )


def test_public_names():
    assert cw.fit_judgements is fit

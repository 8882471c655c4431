"""Sentences, agreement and intervals of rating models: each says what it holds for."""

import numpy as np
import polars
import pytest

import claimwise as cw
from claimwise.data import example_path
from claimwise.kernels.alpha import krippendorff
from claimwise.kernels.multiplicity import holm
from claimwise.mixed.bootstrap import bootstrap_interval
from claimwise.mixed.profile import profile_interval
from claimwise.mixed.small_sample import ordinal_df, small_sample

RATINGS = example_path("ratings.csv")
CROSSED = "rating ~ system + (1 | rater) + (1 | item)"
SLOPES = "rating ~ system + (system | rater) + (1 | item)"


def frame(raters=6, items=12, systems=3, seed=1, spread=0.5):
    """Let everyone rate every item of every system; items have names within domains only."""
    rng = np.random.default_rng(seed)
    by_rater, by_item = rng.normal(0, 0.6, raters), rng.normal(0, 0.8, items)
    slopes = rng.normal(0, spread, (raters, systems))
    rows = []
    for r, i, s in np.ndindex(raters, items, systems):
        latent = 0.4 * s + by_rater[r] + by_item[i] + slopes[r, s] + rng.normal()
        rows.append(
            {
                "rater": f"r{r}",
                "item": f"i{i}",
                "dom": f"d{i // 4}",
                "place": f"p{i % 4}",
                "system": f"S{s:02d}",
                "gender": "fm"[r % 2],
                "age": 30.0 + r,
                "length": float(rng.integers(1, 9)),
                "rating": int(np.clip(np.round(latent + 3), 1, 5)),
            }
        )
    return polars.DataFrame(rows)


def alpha_of(data, *by):
    unit = data.select(polars.concat_str(*by, separator="/").rank("dense")).to_series()
    rater = data["rater"].rank("dense").to_numpy().astype(np.int64)
    values = data["rating"].to_numpy() * 1.0
    return krippendorff(unit.to_numpy().astype(np.int64), rater, values, "ordinal")


def notes(found, begin):
    return [note for note in found.result.notes if note.startswith(begin)]


def test_items_can_be_a_product():
    data = frame()
    found = cw.fit_ratings(data, "rating ~ system + (1 | rater) + (1 | dom:place)")
    same = cw.fit_ratings(data, CROSSED)
    for name in ("alpha[ordinal]", "icc[agreement]"):
        assert found.result[name].estimate == pytest.approx(same.result[name].estimate, rel=1e-4)
    (note,) = notes(found, "Agreement")
    assert "dom:place as items; for alpha, each dom:place under each system is a unit" in note


@pytest.mark.parametrize("more", ["gender", "age", "length", "gender + age + length", "dom"])
def test_what_belongs_to_raters_or_is_a_number_splits_no_unit(more):
    data = frame()
    found = cw.fit_ratings(data, CROSSED.replace("system", f"system + {more}"))
    assert found.result["alpha[ordinal]"].estimate == pytest.approx(
        alpha_of(data, "item", "system")
    )
    (note,) = notes(found, "Agreement")
    assert note.endswith("each item under each system is a unit of its own.")


def test_units_are_named_as_they_are():
    data = frame().with_columns(late=polars.Series(["no", "yes"] * 108))
    split = cw.fit_ratings(data, CROSSED.replace("system", "system + late"))
    assert split.result["alpha[ordinal]"].estimate == pytest.approx(
        alpha_of(data, "item", "system", "late")
    )
    assert "each item under each system and late is" in notes(split, "Agreement")[0]
    whole = cw.fit_ratings(data, CROSSED.replace("system", "gender"))
    assert whole.result["alpha[ordinal]"].estimate == pytest.approx(alpha_of(data, "item"))
    assert notes(whole, "Agreement")[0].endswith("for alpha, each item is a unit.")


def test_a_system_makes_units_also_where_each_rater_knows_one_only():
    data = frame(raters=8, systems=2)
    number = polars.col("rater").str.slice(1).cast(int) % 2
    data = data.filter(polars.col("system").str.slice(1).cast(int) == number)
    found = cw.fit_ratings(data, CROSSED)
    assert found.result["alpha[ordinal]"].estimate == pytest.approx(
        alpha_of(data, "item", "system")
    )


def test_without_alpha_nothing_is_said_of_units():
    one_each = frame().filter(
        polars.col("rater").str.slice(1).cast(int)
        == (polars.col("item").str.slice(1).cast(int) + polars.col("system").str.slice(1).cast(int))
        % 6
    )
    several = polars.concat([one_each, one_each.with_columns(rating=6 - polars.col("rating"))])
    data = several.with_columns(version=polars.Series(["a"] * 36 + ["b"] * 36))
    found = cw.fit_ratings(data, CROSSED.replace("system", "system + version"), outcome="linear")
    assert np.isnan(found.result["alpha[interval]"].estimate)
    assert notes(found, "Agreement") == ["Agreement: rater as raters, item as items."]
    assert "Krippendorff" not in str(found)


@pytest.mark.parametrize("outcome", ["ordinal", "linear"])
def test_the_intraclass_correlation_names_what_it_holds_for(outcome):
    data = frame()
    for first in ("S00", "S02"):
        found = cw.fit_ratings(data, SLOPES, outcome=outcome, reference={"system": first})
        assert "icc[agreement]" not in found.result
        share = found.result[f"icc[agreement, {first}]"].estimate
        variances = [c[0, 0] for c in found.fit.covariances()]
        noise = found.fit.sigma**2 if outcome == "linear" else np.pi**2 / 3
        assert share == pytest.approx(variances[1] / (sum(variances) + noise))
    without = cw.fit_ratings(data, CROSSED, outcome=outcome)
    assert "icc[agreement]" in without.result


def test_slopes_of_several_columns_are_all_named():
    formula = "rating ~ system + (system + length || rater) + (1 | item)"
    found = cw.fit_ratings(frame(), formula, outcome="linear")
    assert "icc[consistency, system=S00, length=0]" in found.result


def test_slopes_that_were_made_simpler_still_have_a_reference():
    data = frame(raters=8, spread=0.15, seed=1)
    found = cw.fit_ratings(data, SLOPES, outcome="linear", simplify=True)
    assert found.fit.model.design.factors[0].columns == ("(Intercept)", "systemS01")
    assert "icc[agreement, S00]" in found.result


def awkward():
    names = {"S00": "base [v1], old", "S01": "new [v2], old"}
    return frame(systems=2).with_columns(system=polars.col("system").replace_strict(names))


@pytest.mark.parametrize("outcome", ["ordinal", "linear"])
def test_profile_intervals_reach_every_coefficient(outcome):
    wald = cw.fit_ratings(awkward(), CROSSED, outcome=outcome)
    found = cw.fit_ratings(awkward(), CROSSED, outcome=outcome, interval="profile")
    rows = found.result.select("coefficient")
    assert len(rows) == (2 if outcome == "linear" else 1)
    assert rows[-1].estimand == "coefficient[systemnew (v2); old]"
    for column, row in enumerate(rows):
        ends = profile_interval(found.fit, column, 0.95)
        assert (row.low, row.high) == pytest.approx(ends, abs=1e-6)
        before = wald.result[row.estimand]
        assert row.low != before.low
        assert row.high != before.high
        assert row.pvalue == before.pvalue
    for row in found.result.rows:
        if row.quantity in ("difference", "threshold"):
            assert row == wald.result[row.estimand]


def test_bootstrap_intervals_reach_every_coefficient():
    how = {"outcome": "linear", "interval": "bootstrap", "resamples": 60, "rng": 5}
    found = cw.fit_ratings(awkward(), CROSSED, **how)
    rows = found.result.select("coefficient")
    for column, row in enumerate(rows):
        ends = bootstrap_interval(found.fit, column, 0.95, resamples=60, seed=5)
        assert (row.low, row.high) == (ends.low, ends.high)


def test_which_intervals_changed_is_said():
    said = {}
    for outcome, reml in (("ordinal", None), ("linear", True), ("linear", False)):
        found = cw.fit_ratings(frame(), CROSSED, outcome=outcome, reml=reml, interval="profile")
        (said[outcome, reml],) = notes(found, "Intervals of coefficients: by profile likelihood")
    assert "Those of differences and thresholds are Wald's still" in said["ordinal", None]
    assert "Those of differences are Wald's still" in said["linear", True]
    assert [how for how, note in said.items() if "REML" in note] == [("linear", True)]


def test_up_to_thirty_systems_are_compared_and_more_are_said():
    for systems, pairs in ((13, 78), (31, 0)):
        data = frame(raters=3, items=4, systems=systems)
        found = cw.fit_ratings(data, "rating ~ system + (1 | rater)", outcome="linear")
        differences = found.result.select("difference")
        assert len(differences) == pairs
        assert bool(notes(found, "system has 31 levels: their 465 pairs")) == (systems == 31)


def test_an_ordinal_model_of_many_systems_has_its_note_too():
    found = cw.fit_ratings(frame(systems=31), "rating ~ 0 + system + gender + (1 | rater)")
    compared = [row.estimand for row in found.result.select("difference")]
    assert compared == ["difference[m vs f]"]
    assert notes(found, "system has 31 levels")
    product = cw.fit_ratings(
        frame(systems=31), "rating ~ system * gender + (1 | rater)", outcome="linear"
    )
    assert "f_test[system]" in product.result
    assert notes(product, "system has 31 levels")


def test_value_degrees_of_freedom_of_a_contrast_are_those_of_a_coefficient():
    """With the other system as reference the same difference is a coefficient."""
    early = polars.col("item").str.slice(1).cast(int) < 3
    data = frame(raters=9, items=16, spread=1.0).filter((polars.col("system") != "S02") | early)
    formula = "rating ~ system + length + (system | rater)"
    one = cw.fit_ratings(data, formula).fit
    two = cw.fit_ratings(data, formula, reference={"system": "S01"}).fit
    assert two.model.design.names == ("systemS00", "systemS02", "length")
    df, factor = small_sample(one, np.array([-1.0, 1.0, 0.0]))
    assert (df, factor) == pytest.approx(ordinal_df(two, 1), rel=1e-4)
    for column, contrast in enumerate(np.eye(3)):
        known = ordinal_df(one, column)[0]
        assert df != pytest.approx(known, rel=0.2)
        assert small_sample(one, contrast)[0] == pytest.approx(known, rel=1e-6)
        assert small_sample(one, -7 * contrast)[0] == pytest.approx(known, rel=1e-6)


@pytest.mark.parametrize("correct", ["max-t", "holm", "benjamini-hochberg", "none"])
@pytest.mark.parametrize("outcome", ["ordinal", "linear"])
def test_corrections_of_several_pairs(outcome, correct):
    """By the largest t p and interval belong together; else intervals are each pair's own."""
    result = cw.fit_ratings(frame(), SLOPES, outcome=outcome, correct=correct).result
    alone = cw.fit_ratings(frame(), SLOPES, outcome=outcome, correct="none").result
    rows = result.select("difference")
    raw = [result.select("raw_pvalue", **row.at)[0].estimate for row in rows]
    assert raw == [row.pvalue for row in alone.select("difference")]
    for row, p in zip(rows, raw, strict=True):
        (own,) = alone.select("difference", **row.at)
        (mde,), (own_mde,) = (x.select("mde", **row.at) for x in (result, alone))
        together = correct == "max-t"
        assert (row.low < own.low and row.high > own.high) == together
        assert (mde.estimate > own_mde.estimate) == together
        assert row.pvalue >= p
        if together:
            assert (row.pvalue <= 0.05) == (not row.low <= 0 <= row.high)
            assert row.pvalue <= 3 * p
        (verdict,) = result.select("verdict", **row.at)
        assert verdict.pvalue == row.pvalue
    if correct == "holm":
        assert [row.pvalue for row in rows] == pytest.approx(holm(raw))
    assert result.provenance["settings"]["correct"] == correct


def test_quadrature_has_degrees_of_freedom_too():
    found = cw.fit_ratings(frame(), "rating ~ system + (system | rater)", nodes=3).result
    laplace = cw.fit_ratings(frame(), "rating ~ system + (system | rater)").result
    name = "df[systemS01]"
    assert found[name].estimate == pytest.approx(laplace[name].estimate, rel=0.05)


def test_a_product_without_an_intercept_has_the_same_averages():
    formula = "rating ~ {} system * length + (1 | rater)"
    one, two = (
        cw.fit_ratings(frame(), formula.format(begin), outcome="linear").result
        for begin in ("", "0 +")
    )
    for name in ("difference[S01 vs S00]", "difference[S02 vs S01]"):
        assert two[name].estimate == pytest.approx(one[name].estimate, rel=1e-4)
        assert two[name].pvalue == pytest.approx(one[name].pvalue, rel=1e-3)

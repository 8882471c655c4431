"""Singular fits made simpler: what goes, in which order, and what is said of it."""

import re
from itertools import pairwise

import numpy as np
import polars
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import claimwise as cw
from claimwise.mixed.design import Labels, build_design
from claimwise.mixed.formula import parse
from claimwise.mixed.honesty import singular
from claimwise.mixed.simplify import (
    simplify,
    without_correlations,
    without_effect,
    without_factor,
)

pytestmark = pytest.mark.slow

WINE = "rating ~ temp + contact + (1 | judge)"


def frame(raters=6, items=8, seed=1, sds=(0.0, 0.0), slope=0.0):
    """Ratings of two systems, x is -0.5 or 0.5; spreads of raters, items and raters' slopes."""
    rng = np.random.default_rng(seed)
    by_rater, by_item = rng.normal(0, sds[0], raters), rng.normal(0, sds[1], items)
    slopes = rng.normal(0, slope, raters)
    rows = []
    for r in range(raters):
        for i in range(items):
            for x in (-0.5, 0.5):
                latent = 3 + by_rater[r] + by_item[i] + (0.5 + slopes[r]) * x + rng.normal()
                rows.append((f"r{r}", f"i{i}", x, float(np.clip(round(latent), 1, 5))))
    return polars.DataFrame(rows, schema=["rater", "item", "x", "rating"], orient="row")


def fitted(data, formula, **how):
    return cw.fit_ratings(data, formula, **how).fit


def test_a_real_study_loses_its_correlations_and_nothing_else(shared_data):
    path = shared_data / "ratings" / "pplm_fluency.csv"
    formula = "rating ~ system + (system | participant) + (1 | text)"
    fit = fitted(path, formula, outcome="linear")
    assert singular(fit) == ["participant"]
    found, steps = simplify(fit)
    assert singular(found) == []
    assert found.converged
    assert str(found.model.design.formula) == (
        "rating ~ 1 + system + (1 + system || participant) + (1 | text)"
    )
    assert len(steps) == 1
    assert "the correlations between the random effects of participant" in steps[0]
    fell = float(re.search(r"restricted log-likelihood fell by ([\d.]+);", steps[0])[1])
    assert fell == pytest.approx(fit.loglik - found.loglik, abs=1e-3)


def test_the_wine_loses_its_bottles(shared_data):
    path = shared_data / "ratings" / "wine.csv"
    fit = fitted(path, WINE + " + (1 | bottle)", link="probit", thresholds="symmetric")
    found, steps = simplify(fit)
    assert singular(found) == []
    assert [factor.name for factor in found.model.design.factors] == ["judge"]
    (step,) = steps
    assert step.startswith("Dropped all random effects of bottle (standard deviation ")
    assert "the log-likelihood stayed the same" in step
    assert step.endswith("now rating ~ 1 + temp + contact + (1 | judge).")
    direct = fitted(path, WINE, link="probit", thresholds="symmetric")
    assert found.loglik == pytest.approx(direct.loglik, abs=1e-8)
    assert found.coefficients == pytest.approx(direct.coefficients, abs=1e-5)


@pytest.mark.parametrize("outcome", ["ordinal", "linear"])
def test_a_fit_that_is_not_singular_comes_back_unchanged(outcome):
    fit = fitted(frame(sds=(0.8, 0.7)), "rating ~ x + (1 | rater) + (1 | item)", outcome=outcome)
    assert singular(fit) == []
    found, steps = simplify(fit)
    assert found is fit
    assert steps == []


def alike(raters=5, items=8):
    """All raters have the same mean and the same slope, exactly: both deviations are 0."""
    data = frame(raters, items, seed=4, sds=(0.0, 1.2))
    means = polars.col("rating").mean().over("rater", "x")
    return data.with_columns(rating=polars.col("rating") - means + polars.col("x"))


def test_slopes_go_before_intercepts_and_the_factor_last():
    fit = fitted(alike(), "rating ~ x + (1 | item) + (x | rater)", outcome="linear", reml=False)
    assert singular(fit) == ["rater"]
    found, steps = simplify(fit)
    formulas = [step.split("; now ")[1] for step in steps]
    assert formulas == [
        "rating ~ 1 + x + (1 | item) + (1 + x || rater).",
        "rating ~ 1 + x + (1 | item) + (1 | rater).",
        "rating ~ 1 + x + (1 | item).",
    ]
    assert steps[1].startswith("Dropped the random effect x of rater (standard deviation ")
    assert all("the log-likelihood" in step and "restricted" not in step for step in steps)
    assert singular(found) == []
    assert not any(note.about == "rater" for note in found.model.design.notes)
    assert any(note.startswith("Only 5 raters") for note in fit.model.design.notes)


def test_an_intercept_goes_where_the_slope_is_large():
    data = frame(raters=12, sds=(0.0, 0.8), slope=2.0, seed=2)
    level = polars.col("rating").mean().over("rater")
    data = data.with_columns(rating=polars.col("rating") - level)  # raters are equally strict
    fit = fitted(data, "rating ~ x + (x || rater) + (1 | item)", outcome="linear")
    found, steps = simplify(fit)
    assert len(steps) == 1
    assert "the random effect (Intercept) of rater" in steps[0]
    assert found.model.design.factors[0].columns == ("x",)
    assert steps[0].endswith("now rating ~ 1 + x + (0 + x | rater) + (1 | item).")
    assert singular(found) == []


def test_the_last_random_effect_is_kept_and_said():
    fit = fitted(alike(), "rating ~ x + (x | rater)", outcome="linear")
    found, steps = simplify(fit)
    assert len(steps) == 3
    assert steps[-1].startswith("Kept (Intercept) of rater, though it is at the edge")
    assert singular(found) == ["rater"]
    assert str(found.model.design.formula) == "rating ~ 1 + x + (1 | rater)"


def test_link_thresholds_and_nodes_stay_as_they_are():
    data = frame(seed=7, slope=0.0, sds=(0.6, 0.0))
    how = {"link": "probit", "thresholds": "equidistant", "nodes": 3}
    fit = fitted(data, "rating ~ x + (x | rater)", **how)
    assert singular(fit) == ["rater"]
    found, steps = simplify(fit)
    assert steps
    direct = fitted(data, str(found.model.design.formula), **how)
    assert found.model.nodes == 3
    assert found.loglik == pytest.approx(direct.loglik, abs=1e-9)


@pytest.mark.parametrize("outcome", ["ordinal", "linear"])
@settings(max_examples=10)
@given(seed=st.integers(0, 10**6))
def test_law_it_ends_with_a_fit_as_the_formula_alone_gives_it(outcome, seed):
    """x is a number, so that each formula on the way can be fitted to the table as it is."""
    data = frame(seed=seed, sds=(0.2, 0.2), slope=0.2)
    fit = fitted(data, "rating ~ x + (x | rater) + (x | item)", outcome=outcome)
    found, steps = simplify(fit)
    at_edge = singular(found)
    assert not at_edge or (steps[-1].startswith("Kept") and len(found.theta) == 1)
    dropped = [step for step in steps if step.startswith("Dropped")]
    assert len(found.theta) < len(fit.theta) if dropped else found is fit
    logliks = [fit.loglik]
    for step in dropped:
        formula = step.split("; now ")[1].removesuffix(".")
        logliks.append(fitted(data, formula, outcome=outcome).loglik)
    assert found.loglik == pytest.approx(logliks[-1], abs=1e-5)
    for step, (before, after) in zip(dropped, pairwise(logliks), strict=True):
        assert after < before + 1e-3
        said = re.search(r"(fell|rose) by ([\d.]+);", step)
        assert (float(said[2]) if said else 0.0) == pytest.approx(before - after, abs=2e-3)


def table(seed=0, n=60):
    """Columns of labels and numbers, the coded ones beside them under their own names."""
    rng = np.random.default_rng(seed)
    system = Labels(rng.integers(0, 3, n), ("A", "B", "C"))
    coded = {
        f"system{level}": (system.codes == code).astype(float)
        for code, level in enumerate(system.levels)
    }
    numbers = {"w": rng.normal(size=n), "v": rng.normal(size=n)}
    products = {f"{name}:w": column * numbers["w"] for name, column in coded.items()}
    raters = Labels(np.arange(n) % 4, ("a", "b", "c", "d"))
    items = Labels(np.arange(n) // 10, tuple("stuvwx"))
    return {
        "y": rng.normal(size=n),
        "system": system,
        "rater": raters,
        "item": items,
        **coded,
        **products,
        **numbers,
    }


RANDOM = [
    "(system | rater)",
    "(1 + w + v | rater)",
    "(w * v | rater)",
    "(system + w | rater)",
    "(1 | rater) + (0 + w + v | rater)",
    "(0 + system | rater)",
    "(system * w | rater)",
]


def same(one, two):
    assert one.formula == two.formula
    assert one.names == two.names
    assert one.notes == two.notes
    for a, b in zip(one.factors, two.factors, strict=True):
        assert (a.name, a.levels) == (b.name, b.levels)
        # The order of the effects is free; what they are is not.
        order = [a.columns.index(column) for column in b.columns]
        assert np.array_equal(a.codes, b.codes)
        assert np.array_equal(a.z[:, order], b.z)
        assert sorted(a.entries) == sorted((order[r], order[c]) for r, c in b.entries)


@pytest.mark.parametrize("random", RANDOM)
def test_law_a_smaller_design_is_that_of_its_formula(random):
    columns = table()
    full = build_design(parse(f"y ~ w + (1 | item) + {random}"), columns)
    free = without_correlations(full, 1)
    same(free, build_design(parse(str(free.formula)), columns))
    assert "||" in str(free.formula)
    for effect, gone in enumerate(free.factors[1].columns):
        less = without_effect(free, 1, effect)
        assert gone not in less.factors[1].columns
        assert less.factors[1].z.shape[1] == free.factors[1].z.shape[1] - 1
        same(less, build_design(parse(str(less.formula)), columns))
    alone = without_factor(full, 1)
    same(alone, build_design(parse("y ~ w + (1 | item)"), columns))
    assert np.array_equal(full.x, free.x)
    assert len(full.factors) == 2

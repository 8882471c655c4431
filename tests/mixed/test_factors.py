"""Two fixed factors: whole terms and averages over products, against lmerTest."""

import json
from pathlib import Path

import numpy as np
import polars
import pytest
from statsmodels.stats.multitest import multipletests

import claimwise as cw
from claimwise.report import document, to_text

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "factors.json").read_text())
FORMULAS = {
    "additive": "y ~ system + length + (1 | rater) + (1 | item)",
    "slopes": "y ~ system + length + (system | rater) + (1 | item)",
    "product": "y ~ system * length + (1 | rater) + (1 | item)",
}


def noise(x):
    return np.sin(12.9898 * x) * 1.3


def frame():
    """The ratings of golden/factors.R."""
    k = np.arange(288)
    rater, item, system = k % 8, k // 8 % 12, np.array(list("ABC"))[k // 96]
    length = np.where((rater + 2 * item) % 3 == 0, "long", "short")
    y = 3 + noise(rater + 1) + 0.8 * noise(3 * item + 2) + noise(k + 100)
    y += (system == "B") * (0.3 + noise(rater + 40))
    y += (system == "C") * (0.9 * noise(5 * rater + 7) - 0.2 * (length == "long"))
    data = {"rater": rater.astype(str), "item": item.astype(str), "system": system}
    return polars.DataFrame({**data, "length": length, "y": y}).filter(k % 7 != 3)


@pytest.mark.parametrize("name", FORMULAS)
def test_value_terms_of_several_columns_are_those_of_lmertest(name):
    found = cw.fit_ratings(frame(), FORMULAS[name], outcome="linear").result
    rows = {row.at["term"]: row for row in found.select("f_test")}
    assert set(rows) == ({"system", "system:length"} if name == "product" else {"system"})
    for term, row in rows.items():
        want = GOLDEN[name][term]
        assert row.estimate == pytest.approx(want["f"], rel=1e-4)
        assert row.pvalue == pytest.approx(want["p"], rel=1e-3)
        for end in ("numerator", "denominator"):
            got = found[f"df[{term}, F test, {end}]"].estimate
            assert got == pytest.approx(want[end], rel=1e-3)


def test_value_a_term_of_one_column_is_its_coefficient():
    for name in ("additive", "slopes"):
        found = cw.fit_ratings(frame(), FORMULAS[name], outcome="linear").result
        want = GOLDEN[name]["length"]
        assert found["coefficient[lengthshort]"].pvalue == pytest.approx(want["p"], rel=1e-3)


def test_value_differences_within_a_product_are_averages():
    """R has each pair's own interval; that of all pairs at once is wider."""
    found = cw.fit_ratings(frame(), FORMULAS["product"], outcome="linear", correct="none").result
    together = cw.fit_ratings(frame(), FORMULAS["product"], outcome="linear").result
    for name, want in GOLDEN["averages"].items():
        row = found[f"difference[{name}]"]
        raw = row.pvalue if name == "short vs long" else found[f"raw_pvalue[{name}]"].estimate
        assert raw == pytest.approx(want["p"], rel=1e-3)
        for end in ("estimate", "low", "high"):
            assert getattr(row, end) == pytest.approx(want[end], rel=1e-4)
        wider = together[f"difference[{name}]"]
        assert wider.estimate == row.estimate
        assert (wider.low < row.low and row.high < wider.high) == (name != "short vs long")
    assert any("system acts together with length" in note for note in found.notes)


def test_several_differences_are_corrected_and_single_ones_not():
    found = cw.fit_ratings(frame(), FORMULAS["additive"], outcome="linear", correct="holm").result
    assert {row.at["b"] for row in found.select("raw_pvalue")} == {"B", "C"}
    pairs = found.select("raw_pvalue")
    corrected = multipletests([row.estimate for row in pairs], method="holm")[1]
    assert len(pairs) == 3
    assert [found.select("difference", **row.at)[0].pvalue for row in pairs] == pytest.approx(
        corrected
    )
    assert "corrected by Holm" in document(found, figures=False).brief


def test_law_averages_do_not_depend_on_the_reference_level():
    data = frame().with_columns(y=polars.col("y").round(0).cast(int).clip(1, 5))
    one = cw.fit_ratings(data, FORMULAS["product"], outcome="ordinal").result
    other = cw.fit_ratings(
        data, FORMULAS["product"], outcome="ordinal", reference={"length": "short"}
    ).result
    row, again = one["difference[B vs A]"], other["difference[B vs A]"]
    assert again.estimate == pytest.approx(row.estimate, rel=1e-3)
    assert again.low == pytest.approx(row.low, rel=1e-3)
    assert one["difference[short vs long]"].estimate == pytest.approx(
        -other["difference[long vs short]"].estimate, rel=1e-3
    )
    # A place between cells is nobody's rating.
    assert not one.select("expected_rating", "superiority")


@pytest.mark.parametrize("outcome", ["linear", "ordinal"])
def test_factors_with_the_same_level_names_are_told_apart(outcome):
    data = frame().select(
        "rater",
        "item",
        y=polars.col("y").round(0).cast(int).clip(1, 5),
        hinted=polars.when(polars.col("system") == "B")
        .then(polars.lit("yes"))
        .otherwise(polars.lit("no")),
        long=polars.col("length").replace({"long": "yes", "short": "no"}),
    )
    found = cw.fit_ratings(
        data, "y ~ hinted + long + (1 | rater) + (1 | item)", outcome=outcome
    ).result
    names = [row.estimand for row in found.rows]
    assert len(set(names)) == len(names)
    for factor in ("hinted", "long"):
        row = found[f"difference[{factor}=yes vs {factor}=no]"]
        assert row.estimate == pytest.approx(found[f"coefficient[{factor}yes]"].estimate)
    assert "hinted=yes is rated" in to_text(found)
    assert "long=yes vs long=no" in to_text(found, details=True)


def test_law_without_an_intercept_the_tests_are_of_differences_all_the_same():
    for more in ("", " + length"):
        want, found = (
            cw.fit_ratings(
                frame(), f"y ~ {start}system{more} + (1 | rater) + (1 | item)", outcome="linear"
            ).result
            for start in ("", "0 + ")
        )
        for name in ("f_test[system]", "likelihood_ratio[system]"):
            assert found[name].estimate == pytest.approx(want[name].estimate, rel=1e-5)
            assert found[name].pvalue == pytest.approx(want[name].pvalue, rel=1e-4)
        for end in ("numerator", "denominator"):
            name = f"df[system, F test, {end}]"
            assert found[name].estimate == pytest.approx(want[name].estimate, rel=1e-4)


def test_names_with_vs_in_them_are_told_apart():
    data = frame().with_columns(system=polars.col("system").replace({"C": "B vs C"}))
    found = cw.fit_ratings(data, FORMULAS["additive"], outcome="linear").result
    assert "difference[B v C vs A]" in found
    assert "A vs B vs C" in to_text(found)
    assert {row.at["b"] for row in found.select("verdict", a="A")} == {"B", "B vs C"}

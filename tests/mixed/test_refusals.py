"""Models that say the same thing twice are refused, and what to do is said."""

import numpy as np
import polars
import pytest

import claimwise as cw
from claimwise.core import DataError


def frame():
    rng = np.random.default_rng(2)
    k = np.arange(360)
    system, g = np.array(list("ABC"))[k % 3], np.array(["hi", "lo"])[k // 3 % 2]
    return polars.DataFrame(
        {
            "rater": (k // 6 % 10).astype(str),
            "item": (k // 60).astype(str),
            "system": system,
            "g": g,
            "one": np.ones(360),
            "rating": rng.integers(1, 6, 360),
        }
    )


@pytest.mark.parametrize("outcome", ["linear", "ordinal"])
def test_a_factor_confounded_with_system_is_refused(outcome):
    data = frame().with_columns(rater=polars.col("system"))
    with pytest.raises(DataError, match="rater needs levels that the fixed effects"):
        cw.fit_ratings(data, slopes=False, outcome=outcome)
    with pytest.raises(DataError, match="system needs levels that the fixed effects"):
        cw.fit_ratings(frame(), "rating ~ system + (1 | system)", outcome=outcome)


def test_raters_of_one_system_each_are_not_confounded():
    data = frame().with_columns(rater=polars.col("rater") + polars.col("system"))
    found = cw.fit_ratings(data, "rating ~ system + (1 | rater) + (1 | item)", outcome="linear")
    assert found.fit.converged


@pytest.mark.parametrize("outcome", ["linear", "ordinal"])
def test_a_column_that_never_varies_is_refused(outcome):
    with pytest.raises(DataError, match="found one, which is the same in every row"):
        cw.fit_ratings(frame(), "rating ~ system + one + (1 | rater)", outcome=outcome)


def test_a_combination_without_ratings_is_named_with_a_remedy():
    data = frame().filter(~((polars.col("system") == "C") & (polars.col("g") == "lo")))
    with pytest.raises(DataError, match=r"no rating of C with lo\. Write a sum"):
        cw.fit_ratings(data, "rating ~ system * g + (1 | rater)", outcome="linear")
    data = frame().filter(~((polars.col("system") == "A") & (polars.col("g") == "hi")))
    with pytest.raises(DataError, match=r"no rating of A with hi\. Write a sum"):
        cw.fit_ratings(data, "rating ~ system * g + (1 | rater)", outcome="linear")


def test_law_without_an_intercept_the_first_factor_takes_its_place():
    with_it = cw.fit_ratings(frame(), "rating ~ system + g + (1 | rater)", outcome="linear")
    for formula in (
        "rating ~ 0 + system + g",
        "rating ~ 0 + g + system",
        "rating ~ 0 + system * g",
    ):
        found = cw.fit_ratings(frame(), f"{formula} + (1 | rater)", outcome="linear", reml=False)
        assert len(found.fit.coefficients) == (6 if "*" in formula else 4)
        if "*" not in formula:
            assert found.fit.fitted() == pytest.approx(with_it.fit.fitted(), abs=0.02)


def test_law_an_ordinal_model_has_its_thresholds_with_or_without_an_intercept():
    with_it = cw.fit_ratings(frame(), "rating ~ system + (1 | rater) + (1 | item)").result
    without = cw.fit_ratings(frame(), "rating ~ 0 + system + (1 | rater) + (1 | item)").result
    for name in ("loglik", "coefficient[systemB]", "likelihood_ratio[system]", "parameters"):
        assert without[name].estimate == pytest.approx(with_it[name].estimate)


def test_two_columns_of_one_name_are_refused():
    data = frame().with_columns(
        k=polars.Series(np.where(np.arange(360) % 2, "1b", "0a")),
        k1=polars.Series(np.where(np.arange(360) % 5 > 2, "b", "a")),
    )
    with pytest.raises(DataError, match="k1b for two of them"):
        cw.fit_ratings(data, "rating ~ k + k1 + (1 | rater)")


def test_a_product_alone_is_not_blamed_on_empty_cells():
    with pytest.raises(DataError, match=r"Write a \* b"):
        cw.fit_ratings(frame(), "rating ~ system:g + (1 | rater)", outcome="linear")


def test_two_factors_that_are_the_same_are_refused():
    data = frame().with_columns(again=polars.col("rater"))
    with pytest.raises(DataError, match="different groups; found the same"):
        cw.fit_ratings(data, "rating ~ system + (1 | rater) + (1 | again)")


def test_large_offsets_do_not_make_a_column_follow_from_others():
    data = frame().with_columns(when=1.7e12 + 500 * polars.int_range(360).cast(float))
    found = cw.fit_ratings(data, "rating ~ system + when + (1 | rater)").result
    plain = cw.fit_ratings(
        frame().with_columns(when=polars.int_range(360).cast(float)),
        "rating ~ system + when + (1 | rater)",
    ).result
    assert found["loglik"].estimate == pytest.approx(plain["loglik"].estimate, abs=1e-4)


@pytest.mark.parametrize(
    "wrong", [{"scale": 3}, {"reference": "A"}, {"by": 3}, {"formula": 3}], ids=str
)
def test_things_of_the_wrong_kind_are_refused(wrong):
    with pytest.raises(cw.ParameterError, match=next(iter(wrong))):
        cw.fit_ratings(frame(), **wrong)

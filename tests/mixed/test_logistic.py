"""Two categories: the logistic mixed model, against lme4's glmer (golden/logistic.R)."""

import json
from pathlib import Path

import polars
import pytest

from claimwise.assess.rating_fit import fit_ratings as fit

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "logistic.json").read_text())
MODELS = {
    "wine": ("wine.csv", "rating", 3, "high ~ temp + contact + (1 | judge)"),
    "sim": ("sim_r3_i100.csv", "y", 5, "high ~ x + (1 | participant) + (1 | item)"),
    "slopes": ("sim_r3_i100.csv", "y", 5, "high ~ x + (x | participant) + (1 | item)"),
}


@pytest.mark.parametrize("name", MODELS)
def test_value_two_categories_equal_glmer(shared_data, name):
    file, column, cut, formula = MODELS[name]
    data = polars.read_csv(shared_data / "ratings" / file)
    data = data.with_columns(high=(polars.col(column) >= cut).cast(int))
    found, known = fit(data, formula), GOLDEN[name]
    assert found.fit.loglik == pytest.approx(known["loglik"], abs=1e-4)
    for term, value in known["estimate"].items():
        intercept = term == "(Intercept)"
        row = found.result["threshold[0|1]" if intercept else f"coefficient[{term}]"]
        assert row.estimate == pytest.approx(-value if intercept else value, abs=3e-4)
        error = (row.high - row.low) / 2 / 1.959963984540054
        if not intercept:
            error = found.result[f"standard_error[{term}]"].estimate
        assert error == pytest.approx(known["se"][term], rel=2e-3)
    for factor, sds in known["sd"].items():
        for term, value in sds.items():
            assert found.result[f"sd[{factor},{term}]"].estimate == pytest.approx(value, rel=1e-3)

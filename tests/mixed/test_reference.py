"""Fits of real and simulated ratings against R: lme4 with lmerTest, and ordinal."""

import json

import numpy as np
import pytest

from claimwise.assess.rating_fit import fit_ratings as fit
from claimwise.core import ParameterError

pytestmark = pytest.mark.slow

SIM = "sim_r3_i100"
INTERCEPTS = "y ~ x + (1 | participant) + (1 | item)"
UNCORRELATED = "y ~ x + (x || participant) + (x || item)"
CORRELATED = "y ~ x + (x | participant) + (x | item)"
WINE = "rating ~ temp + contact + (1 | judge)"
PPLM = "rating ~ system + (1 | participant) + (1 | text)"

LINEAR = [
    ("wine", "lmer_reml", WINE, True),
    ("wine", "lmer_ml", WINE, False),
    (SIM, "lmer_reml_int", INTERCEPTS, True),
    (SIM, "lmer_reml_uncorr", UNCORRELATED, True),
    (SIM, "lmer_reml_corr", CORRELATED, True),
    (SIM, "lmer_ml_corr", CORRELATED, False),
    ("pplm_fluency", "lmer_reml_int", PPLM, True),
    ("pplm_fluency", "lmer_ml_int", PPLM, False),
]
ORDINAL = [
    ("wine", "clmm_probit", WINE, {"link": "probit"}),
    ("wine", "clmm_logit", WINE, {"link": "logit"}),
    ("wine", "clmm_probit_equidistant", WINE, {"link": "probit", "thresholds": "equidistant"}),
    ("wine", "clmm_probit_symmetric", WINE, {"link": "probit", "thresholds": "symmetric"}),
    ("wine", "clmm_probit_slope", "rating ~ temp + contact + (temp | judge)", {"link": "probit"}),
    ("wine", "clmm_probit_crossed", WINE + " + (1 | bottle)", {"link": "probit"}),
    (SIM, "clmm_probit_int", INTERCEPTS, {"link": "probit"}),
    (SIM, "clmm_logit_int", INTERCEPTS, {"link": "logit"}),
    (SIM, "clmm_probit_uncorr", UNCORRELATED, {"link": "probit"}),
    (SIM, "clmm_probit_corr", CORRELATED, {"link": "probit"}),
    (SIM, "clmm_probit_corr_tight", CORRELATED, {"link": "probit"}),
    ("pplm_fluency", "clmm_probit_int", PPLM, {"link": "probit"}),
]


def reference(folder, data, block):
    return json.loads((folder / "ratings" / f"{data}.json").read_text())[block]


def sds_of(block):
    """Standard deviations by factor; R lists the parts of a factor with || as item, item.1."""
    found = {}
    for name, part in block["re"].items():
        found.setdefault(name.split(".")[0], {}).update(part["sd"])
    return found


def check_sds(result, block, rel=2e-4):
    for factor, sds in sds_of(block).items():
        for column, sd in sds.items():
            mine = result[f"sd[{factor},{column}]"].estimate
            assert mine == pytest.approx(sd, rel=rel, abs=1e-3 if sd == 0 else 0)


@pytest.mark.parametrize(("data", "block", "formula", "reml"), LINEAR)
def test_value_linear_models_equal_lmer(shared_data, data, block, formula, reml):
    known = reference(shared_data, data, block)
    path = shared_data / "ratings" / f"{data}.csv"
    found = fit(path, formula, outcome="linear", reml=reml)
    assert found.fit.converged
    assert known["objective"] - found.fit.deviance + 1e-5 > -1e-4
    assert found.fit.deviance == pytest.approx(known["objective"], abs=1e-4)
    assert found.fit.sigma == pytest.approx(known["sigma"], rel=2e-4)
    for name in known["estimate"]:
        row = found.result[f"coefficient[{name}]"]
        assert row.estimate == pytest.approx(known["estimate"][name], abs=1e-4)
        error = found.result[f"standard_error[{name}]"].estimate
        assert error == pytest.approx(known["se"][name], rel=1e-4)
        assert found.result[f"df[{name}]"].estimate == pytest.approx(known["df"][name], rel=1e-3)
        assert row.pvalue == pytest.approx(known["p"][name], rel=2e-3)
    check_sds(found.result, known)


def test_value_f_test_of_several_coefficients_equals_lmertest(shared_data):
    known = reference(shared_data, "pplm_fluency", "lmer_reml_int")["anova"]
    found = fit(shared_data / "ratings" / "pplm_fluency.csv", PPLM, outcome="linear").result
    row = found["f_test[system]"]
    first = {key: value[0] if isinstance(value, list) else value for key, value in known.items()}
    assert row.estimate == pytest.approx(first["F value"], rel=1e-4)
    assert row.pvalue == pytest.approx(first["Pr(>F)"], rel=1e-3)
    denominator = found["df[system, F test, denominator]"].estimate
    assert denominator == pytest.approx(first["DenDF"], rel=1e-3)


def test_value_a_singular_fit_is_no_worse_than_lmer(shared_data):
    known = reference(shared_data, "pplm_fluency", "lmer_reml_pslope")
    formula = "rating ~ system + (system | participant) + (1 | text)"
    found = fit(shared_data / "ratings" / "pplm_fluency.csv", formula, outcome="linear")
    assert found.fit.deviance <= known["objective"] + 1e-5
    assert found.result.provenance["settings"]["singular"] == ["participant"]
    assert any(note.startswith("Boundary") for note in found.result.notes)
    for name in known["estimate"]:
        row = found.result[f"coefficient[{name}]"]
        assert row.estimate == pytest.approx(known["estimate"][name], abs=1e-4)


def error_of(result, row):
    """Return the standard error of a coefficient, or of a threshold by its interval."""
    if row.quantity == "coefficient":
        return result[f"standard_error[{row.at['term']}]"].estimate
    return (row.high - row.low) / 2 / 1.959963984540054


@pytest.mark.parametrize(("data", "block", "formula", "how"), ORDINAL)
def test_value_ordinal_models_equal_clmm(shared_data, data, block, formula, how):
    known = reference(shared_data, data, block)
    found = fit(shared_data / "ratings" / f"{data}.csv", formula, **how)
    assert found.fit.converged
    assert found.fit.loglik == pytest.approx(known["logLik"], abs=1e-4)
    assert found.fit.parameters == known["edf"]
    for name in known["estimate"]:
        row = "coefficient" if f"coefficient[{name}]" in found.result else "threshold"
        mine = found.result[f"{row}[{name}]"]
        assert mine.estimate == pytest.approx(known["estimate"][name], abs=1e-4)
        assert error_of(found.result, mine) == pytest.approx(known["se"][name], rel=1e-4)
        if row == "coefficient":
            p = found.result[f"wald_p[{name}]"].pvalue
            assert p == pytest.approx(known["p"][name], rel=2e-3)
    check_sds(found.result, known)


def test_value_loglog_is_what_clmm_calls_cloglog(shared_data):
    """With one random intercept R's clmm and clmm2 exchange the two names of the textbooks.

    R's default stops the search for the random effects early: with gradTol = 1e-8 its
    log-likelihood is -82.72920424, and 1|2 -0.49666568, tempwarm 1.97279729.
    """
    known = reference(shared_data, "wine", "clmm_cloglog")
    found = fit(shared_data / "ratings" / "wine.csv", WINE, link="loglog")
    assert found.fit.loglik == pytest.approx(-82.72920424, abs=1e-6)
    assert found.fit.loglik == pytest.approx(known["logLik"], abs=2e-4)
    assert found.result["threshold[1|2]"].estimate == pytest.approx(-0.49666568, abs=1e-4)
    assert found.result["coefficient[tempwarm]"].estimate == pytest.approx(1.97279729, abs=1e-4)
    other = fit(shared_data / "ratings" / "wine.csv", WINE, link="cloglog")
    assert other.fit.loglik == pytest.approx(-81.54137, abs=2e-4)  # clmm's loglog


def test_value_quadrature_equals_clmm_with_ten_nodes(shared_data):
    known = reference(shared_data, "wine", "clmm_probit_agq10")
    found = fit(shared_data / "ratings" / "wine.csv", WINE, link="probit", nodes=10)
    assert found.fit.loglik == pytest.approx(known["logLik"], abs=1e-6)
    for name in known["estimate"]:
        row = "coefficient" if f"coefficient[{name}]" in found.result else "threshold"
        mine = found.result[f"{row}[{name}]"]
        assert mine.estimate == pytest.approx(known["estimate"][name], abs=1e-4)
        assert error_of(found.result, mine) == pytest.approx(known["se"][name], rel=1e-4)
    check_sds(found.result, known)
    with pytest.raises(ParameterError, match="one grouping factor"):
        fit(shared_data / "ratings" / "wine.csv", WINE + " + (1 | bottle)", nodes=5)


def test_value_the_large_simulated_study(shared_data):
    path = shared_data / "ratings" / "sim_r10_i500.csv"
    known = json.loads(path.with_suffix(".json").read_text())
    linear = fit(path, CORRELATED, outcome="linear").result
    expected = known["lmer_reml_corr"]
    assert linear["coefficient[x]"].estimate == pytest.approx(expected["x"], abs=1e-4)
    assert linear["standard_error[x]"].estimate == pytest.approx(expected["se"], rel=1e-4)
    assert linear["df[x]"].estimate == pytest.approx(expected["df"], rel=1e-3)
    for formula, block in ((UNCORRELATED, "lmer_reml_uncorr"), (INTERCEPTS, "lmer_reml_int")):
        found, expected = fit(path, formula, outcome="linear").result, known[block]
        assert found["coefficient[x]"].estimate == pytest.approx(expected["x"], abs=1e-4)
        assert found["standard_error[x]"].estimate == pytest.approx(expected["se"], rel=1e-4)
        assert found["df[x]"].estimate == pytest.approx(expected["df"], rel=1e-3)
    plain, expected = fit(path, INTERCEPTS, link="probit"), known["clmm_probit_int"]
    assert plain.fit.loglik == pytest.approx(expected["logLik"], abs=1e-4)
    assert plain.fit.cuts == pytest.approx(expected["theta"], abs=1e-4)
    assert plain.result["coefficient[x]"].estimate == pytest.approx(expected["x"], abs=1e-4)
    assert plain.result["standard_error[x]"].estimate == pytest.approx(expected["se"], rel=1e-4)
    for factor in ("item", "participant"):
        sd = plain.result[f"sd[{factor},(Intercept)]"].estimate
        assert sd == pytest.approx(expected[f"sd_{factor}"], rel=2e-4)
    ordinal = fit(path, CORRELATED, link="probit").fit
    expected = known["clmm_proto_corr"]
    assert ordinal.loglik == pytest.approx(expected["logLik"], abs=1e-4)
    assert ordinal.coefficients[0] == pytest.approx(expected["beta"], abs=1e-4)
    assert ordinal.cuts == pytest.approx(expected["theta"], abs=1e-4)
    names = [factor.name for factor in ordinal.model.design.factors]
    by_name = dict(zip(names, ordinal.covariances(), strict=True))
    assert by_name["item"] == pytest.approx(np.array(expected["VC_item"]), abs=2e-4)
    assert by_name["participant"] == pytest.approx(np.array(expected["VC_participant"]), abs=2e-4)


@pytest.mark.parametrize("number", ["001", "002"])
def test_value_studies_without_an_effect(shared_data, number):
    known = json.loads((shared_data / "ratings" / "null_r_p.json").read_text())[f"null_{number}"]
    path = shared_data / "ratings" / f"null_{number}.csv"
    ordinal = fit(path, CORRELATED, link="probit")
    assert ordinal.fit.loglik == pytest.approx(known["clmm_logLik"], abs=1e-4)
    p = ordinal.result["wald_p[x]"].estimate
    assert p == pytest.approx(known["clmm_probit_corr_wald_p"], rel=1e-3)
    for criterion, reml in (("reml", True), ("ml", False)):
        linear = fit(path, CORRELATED, outcome="linear", reml=reml).result
        expected = known[f"lmer_{criterion}_corr_satterthwaite_p"]
        assert linear["coefficient[x]"].pvalue == pytest.approx(expected, rel=1e-3)
    assert fit(path, CORRELATED, outcome="linear").result["df[x]"].estimate == pytest.approx(
        known["df_reml"], rel=1e-3
    )

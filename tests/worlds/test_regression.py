"""Regressions against statsmodels, refits and the published tables."""

import csv

import numpy as np
import pytest
import statsmodels.api as sm

from claimwise.core import DataError, FitError, ParameterError
from claimwise.worlds import fit_agreement, fit_effect
from claimwise.worlds.published import AGREEMENT, EFFECT
from claimwise.worlds.regression import least_squares


@pytest.fixture
def table():
    rng = np.random.default_rng(11)
    x = {"u": rng.normal(size=30), "v": rng.normal(size=30)}
    return 1 + 2 * x["u"] - x["v"] + rng.normal(size=30), x


def test_value_agrees_with_statsmodels(table):
    y, x = table
    ours = least_squares("y", y, x, source="test")
    theirs = sm.OLS(y, sm.add_constant(np.column_stack(list(x.values())))).fit()
    assert ours.coefficients == pytest.approx(theirs.params)
    assert ours.standard_errors == pytest.approx(theirs.bse)
    assert ours.r_squared == pytest.approx(theirs.rsquared)
    assert ours.residual_sd == pytest.approx(np.sqrt(theirs.scale))
    rows = ours.result().rows[:3]
    assert [row.pvalue for row in rows] == pytest.approx(theirs.pvalues)
    assert [[row.low, row.high] for row in rows] == pytest.approx(theirs.conf_int())


def test_value_left_out_errors_are_those_of_refits(table):
    y, x = table
    ours = least_squares("y", y, x, source="test")
    by_refit = []
    for i in range(30):
        keep = np.arange(30) != i
        fit = least_squares("y", y[keep], {k: v[keep] for k, v in x.items()}, source="test")
        by_refit.append(fit.predict(**{k: v[i] for k, v in x.items()}))
    assert ours.left_out == pytest.approx(by_refit)
    result = ours.result()
    assert result.draws["left_out_prediction"] == pytest.approx(by_refit)
    rmse = np.sqrt(np.mean((y - by_refit) ** 2))
    assert result["left_out_error"].estimate == pytest.approx(rmse)


def test_degenerate_tables_are_refused(table):
    y, x = table
    with pytest.raises(FitError, match="more than 3 comparisons; found 3"):
        least_squares("y", y[:3], {k: v[:3] for k, v in x.items()}, source="test")
    with pytest.raises(FitError, match="vary independently"):
        least_squares("y", y, {"u": x["u"], "w": 2 * x["u"]}, source="test")


def read(path, delimiter=","):
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter=delimiter))


def test_value_table_7_from_the_published_annotations(shared_data, tmp_path):
    rows = read(shared_data / "card2020" / "Glue-Paper-Annotations.csv")
    claim = "Claimed Improvement (Bolded or in text)"
    claims = [r for r in rows if r["SOTA.Comparison"] == "Y" and r[claim] == "Y"]
    path = tmp_path / "past.csv"
    with path.open("w") as file:
        file.write("task,baseline,candidate\n")
        for r in claims:
            previous, accuracy = float(r["Previous Best"]), float(r["Model Accuracy"])
            file.write(f"{r['Task']},{previous / 100},{accuracy / 100}\n")
    fitted, published = fit_effect(path), EFFECT["glue"]
    assert fitted.n == published.n == 61
    assert fitted.terms == published.terms
    assert fitted.base_task == published.base_task
    assert fitted.coefficients == pytest.approx(published.coefficients, abs=6e-6)
    assert fitted.standard_errors == pytest.approx(published.standard_errors, rel=0.02)
    assert fitted.r_squared == pytest.approx(0.690, abs=5e-4)
    assert fitted.residual_sd == pytest.approx(0.01309, abs=5e-6)


@pytest.mark.parametrize(
    ("task", "baseline", "gain"),
    [  # card2020.md, section 2.3: the next gain in percentage points
        ("WNLI", 0.945, -1.171),
        ("MRPC", 0.92, 0.033),
        ("SST-2", 0.972, 0.171),
        ("RTE", 0.917, 1.108),
        ("QNLI", 0.975, 0.694),
        ("MNLI-m", 0.916, 0.116),
        ("MNLI-mm", 0.913, 0.345),
        ("QQP", 0.91, 0.080),
    ],
)
def test_value_predicted_gains_of_table_9(task, baseline, gain):
    got = 100 * EFFECT["glue"].predict(task, baseline=baseline)
    assert got == pytest.approx(gain, abs=2e-3)


def test_value_predicted_gain_of_squad():
    assert 100 * EFFECT["squad2"].predict(baseline=0.90724) == pytest.approx(0.528, abs=0.01)


def test_value_agreement_of_all_squad_dev_pairs(shared_data, tmp_path):
    folder = shared_data / "card2020"
    accuracy = [float(r["dev_em"]) / 100 for r in read(folder / "models.tsv", "\t")]
    path = tmp_path / "past.csv"
    with path.open("w") as file:
        file.write("baseline,candidate,agreement\n")
        for r in read(folder / "pairs_dev.tsv", "\t"):
            a, b = accuracy[int(r["i"])], accuracy[int(r["j"])]
            file.write(f"{a},{b},{1 - int(r['dev_disagree']) / 11873}\n")
    fitted = fit_agreement(path)
    assert fitted.n == 10_296
    assert fitted.coefficients == pytest.approx([0.3503, 0.6595, -0.3294], abs=5e-5)
    assert fitted.r_squared == pytest.approx(0.956, abs=5e-4)


@pytest.mark.parametrize("name", ["glue", "squad2"])
def test_published_regressions_print(name):
    result = AGREEMENT[name].result()
    assert result["r_squared"].estimate > 0.9
    assert result["coefficient[min_accuracy]"].low < result["coefficient[min_accuracy]"].estimate
    assert "left_out_error" not in result  # their data are not public


def test_tasks_must_be_known():
    with pytest.raises(ParameterError, match="one of the tasks MNLI-m, MNLI-mm, MRPC"):
        EFFECT["glue"].predict("MRCP", baseline=0.9)
    with pytest.raises(ParameterError, match="one of the tasks"):
        EFFECT["glue"].predict(baseline=0.9)
    with pytest.raises(ParameterError, match="no task; found 'RTE'"):
        EFFECT["squad2"].predict("RTE", baseline=0.9)


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("baseline,agreement\n0.9,0.9\n", "candidate or difference; found neither"),
        ("baseline,candidate\n0.9,0.9\n", "no column for the agreement;.*Recognised are agr"),
        ("baseline,candidate,agreement\n90,91,0.9\n", "'90' in row 1. Divide percentages by 100"),
        ("baseline,candidate,agreement\n0.9,x,0.9\n", "'x' in row 1"),
        ("baseline,candidate,agreement\n-0.9,0.8,0.9\n", "baseline as a share of 1; found '-0.9'"),
        (
            "baseline,candidate,difference,agreement\n0.9,0.92,0.05,0.9\n",
            "0.02 and 0.05 in row 1. Leave one",
        ),
        ("baseline,baseline,agreement\n0.9,0.8,0.9\n", r"several columns 'baseline'\."),
    ],
)
def test_bad_tables_are_refused(tmp_path, text, match):
    path = tmp_path / "past.csv"
    path.write_text(text)
    with pytest.raises(DataError, match=match):
        fit_agreement(path)


def test_a_task_with_one_comparison_has_no_left_out_error(tmp_path):
    path = tmp_path / "past.csv"
    rows = ["x,0.8,0.82", "x,0.7,0.75", "x,0.9,0.9", "x,0.6,0.66", "y,0.5,0.6"]
    path.write_text("task,baseline,candidate\n" + "\n".join(rows))
    fitted = fit_effect(path)
    assert np.isnan(fitted.left_out).tolist() == [False, False, False, False, True]
    assert fitted.tasks == ["x", "y"]
    result = fitted.result()
    assert result["left_out_error"].n == 4
    assert any("1 comparisons are the only ones of their task" in note for note in result.notes)


def test_a_constant_outcome_has_no_r_squared(table):
    _, x = table
    fitted = least_squares("y", np.full(30, 0.9), x, source="test")
    assert np.isnan(fitted.r_squared)


def test_a_task_may_have_any_name(tmp_path):
    path = tmp_path / "past.csv"
    rows = ["A,0.8,0.82", "A,0.7,0.75", "B [dev],0.9,0.9", "B [dev],0.6,0.66", "A,0.5,0.6"]
    path.write_text("task,baseline,candidate\n" + "\n".join(rows))
    assert "coefficient[task=B (dev)]" in fit_effect(path).result()


def test_predictions_need_the_right_numbers():
    with pytest.raises(ParameterError, match="the numbers baseline; found baselin"):
        EFFECT["squad2"].predict(baselin=0.9)

"""The published tables, at the true roots (research notes, section 2.2)."""

import pytest

import claimwise as cw
from claimwise.power import normal
from claimwise.worlds import Lachenbruch

# task, n, accuracy, then detectable differences in percentage points:
# two proportions, Lachenbruch mid, low, high, and the regression with mid-p.
TABLE_9 = [
    ("WNLI", 147, 0.945, 5.379, 5.419, 5.339, 5.446, 5.259),
    ("MRPC", 1725, 0.92, 2.401, 1.908, 0.455, 2.480, 1.615),
    ("SST-2", 1821, 0.972, 1.340, 1.099, 0.431, 1.353, 1.020),
    ("RTE", 3000, 0.917, 1.888, 1.474, 0.262, 1.957, 1.227),
    ("QNLI", 5463, 0.975, 0.771, 0.599, 0.144, 0.779, 0.547),
    ("MNLI-m", 9796, 0.916, 1.077, 0.820, 0.080, 1.121, 0.668),
    ("MNLI-mm", 9847, 0.913, 1.093, 0.833, 0.080, 1.139, 0.677),
    ("QQP", 390965, 0.91, 0.1805, 0.1344, 0.0020, 0.1891, 0.1068),
    ("SQuAD 2.0", 8862, 0.90724, 1.185, 0.906, 0.0886, 1.238, 0.556),
]
TOLERANCE = 0.001  # percentage points: the last digit of the reference values


@pytest.mark.parametrize("row", [TABLE_9[i] for i in (0, 1, 7, 8)], ids=lambda row: row[0])
def test_value_table_9(row):
    task, n, baseline, binomial, mid, low, high, regression = row
    unpaired = cw.plan.proportions(n=n, baseline=baseline, solve="mde", by="normal")
    assert 100 * unpaired["mde"].estimate == pytest.approx(binomial, abs=TOLERANCE)
    expected = {"low": low, "mid": mid, "high": high}
    bounds = cw.plan.accuracy(n=n, baseline=baseline, agreement_from="lachenbruch", solve="mde")
    for name, want in expected.items():
        assert 100 * bounds[f"mde[{name}]"].estimate == pytest.approx(want, abs=TOLERANCE)
    source = "squad2" if task == "SQuAD 2.0" else "glue"
    fitted = cw.plan.accuracy(n=n, baseline=baseline, agreement_from=source, solve="mde")
    assert 100 * fitted["mde"].estimate == pytest.approx(regression, abs=TOLERANCE)


@pytest.mark.parametrize(
    ("task", "want"),
    [("MRPC", 1.670), ("MNLI-m", 0.679)],
)
def test_value_regression_with_the_exact_conditional_test(task, want):
    _, n, baseline, *_ = next(row for row in TABLE_9 if row[0] == task)
    plan = cw.plan.accuracy(
        n=n, baseline=baseline, agreement_from="glue", solve="mde", test="mcnemar-exact"
    )
    assert 100 * plan["mde"].estimate == pytest.approx(want, abs=TOLERANCE)


@pytest.mark.parametrize(
    ("task", "want"),
    [("MRPC", 1.624), ("QQP", 0.1068)],
)
def test_value_regression_with_the_normal_formula(task, want):
    _, n, baseline, *_ = next(row for row in TABLE_9 if row[0] == task)
    plan = cw.plan.accuracy(n=n, baseline=baseline, agreement_from="glue", solve="mde", by="normal")
    assert 100 * plan["mde"].estimate == pytest.approx(want, abs=TOLERANCE)


def test_where_no_gain_is_detectable_that_is_the_answer():
    """WNLI by the normal formula and by the exact test: the root lies above the room left."""
    for settings in ({"by": "normal"}, {"test": "mcnemar-exact"}):
        plan = cw.plan.accuracy(
            n=147, baseline=0.945, agreement_from="glue", solve="mde", **settings
        )
        assert plan["mde"].estimate != plan["mde"].estimate
        assert any("no possible difference reaches power 0.8" in note for note in plan.notes)


def test_value_figure_14_shares_of_claims(shared_data):
    """Of the published claims, how many are at least as large as what could be detected?"""
    import csv

    sizes = {row[0]: row[1] for row in TABLE_9}
    path = shared_data / "card2020" / "Glue-Paper-Annotations.csv"
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    claim = "Claimed Improvement (Bolded or in text)"
    claims = [r for r in rows if r["SOTA.Comparison"] == "Y" and r[claim] == "Y"]
    met = {"binomial": 0, "mid": 0, "high": 0, "low": 0, "regression": 0}
    counted, z = 0, normal.critical_z(0.05, "two-sided")
    for r in claims:
        n = sizes[r["Task"]]
        baseline = float(r["Previous Best"]) / 100
        gain = float(r["Model Accuracy"]) / 100 - baseline
        if gain <= 0:
            continue
        counted += 1
        unpaired = cw.plan.proportions(n=n, baseline=baseline, solve="mde", by="normal")
        fitted = cw.plan.accuracy(
            n=n, baseline=baseline, agreement_from="glue", solve="mde", by="normal"
        )
        met["binomial"] += gain >= unpaired["mde"].estimate
        met["regression"] += gain >= fitted["mde"].estimate
        for bound in ("low", "mid", "high"):
            rule = Lachenbruch(bound, baseline)
            met[bound] += gain >= normal.lachenbruch_difference(rule, n, z, 0.8, 1)
    assert counted == 60
    assert met == {"binomial": 16, "mid": 18, "high": 16, "low": 47, "regression": 22}

"""Reports say what the rows say."""

import io
import json
import re
from math import inf, isnan, nan

import pytest

import claimwise as cw
from claimwise import report
from claimwise.core import ParameterError, Result, Row
from claimwise.report.signature import signature

PLANS = {
    "known": {"n": 500, "difference": 0.02, "agreement": 0.9},
    "solved for n": {"difference": 0.01, "agreement": 0.93, "solve": "n"},
    "solved for mde": {"n": 1725, "baseline": 0.92, "agreement_from": "glue", "solve": "mde"},
    "bounds": {"n": 1725, "baseline": 0.92, "agreement_from": "lachenbruch", "solve": "mde"},
    "curve": {"n": [200, 400], "difference": [0.02, 0.04], "agreement": 0.9},
    "one axis": {"n": [200, 400], "difference": 0.02, "agreement": 0.9},
    "hopeless": {"n": 60, "difference": 0.02, "agreement": 0.97},
    "nothing": {"n": 60, "difference": 0, "agreement": 0.97},
    "simulated": {"n": 60, "difference": 0.1, "agreement": 0.8, "by": "simulation", "rng": 3},
    "formula": {"n": 60, "difference": 0.1, "agreement": 0.8, "by": "normal"},
}


@pytest.fixture(scope="module", params=PLANS, ids=list(PLANS))
def plan(request):
    return cw.plan.accuracy(**PLANS[request.param])


def test_law_json_round_trip(plan):
    text = report.to_json(plan)
    again = report.from_json(text)
    assert report.to_json(again) == text
    assert [row.estimand for row in again.rows] == [row.estimand for row in plan.rows]
    document = json.loads(text)
    assert document["provenance"]["version"] == cw.__version__
    assert "NaN" not in text


def test_json_has_null_for_nan():
    result = Result(kind="test", method="m", rows=(Row(quantity="mde", estimate=nan),))
    assert json.loads(report.to_json(result))["rows"][0]["estimate"] is None
    assert isnan(report.from_json(report.to_json(result)).rows[0].estimate)


def test_json_keeps_infinity():
    result = Result(kind="test", method="m", rows=(Row(quantity="bayes_factor", estimate=inf),))
    assert report.from_json(report.to_json(result)) == result
    assert "infinite" in report.to_markdown(result)


def test_every_form_renders(plan):
    from rich.console import Console

    console = Console(width=120, record=True, file=io.StringIO())
    console.print(report.to_table(plan))
    shown = console.export_text()
    assert all(row.estimand in shown for row in plan.rows)
    for text in (report.to_text(plan), report.to_markdown(plan), str(plan)):
        assert " nan" not in text.lower()
        assert all(note.split()[0] in text for note in plan.notes)


def test_the_numbers_of_the_sentence_are_those_of_the_rows():
    plan = cw.plan.accuracy(n=500, difference=0.02, agreement=0.9, test="mcnemar-exact")
    text = " ".join(report.to_text(plan).split())
    assert f"power {plan['power'].estimate:.4f}, short of the wanted 0.8" in text
    assert f"in {100 * plan['power'].estimate:.1f}% of studies" in text
    assert f"look {plan['type_m'].estimate:.2f} times as large" in text
    assert f"{plan['sample_size'].n:,} items suffice for power 0.8" in text
    assert f"is {100 * plan['mde'].estimate:.4g} points" in text
    assert f"{100 * plan['type_s'].estimate:.2f}% would have the wrong sign" in text
    assert f"difference in {100 * plan['alpha'].estimate:.2f}% of studies" in text


def test_enough_power_is_called_enough():
    text = report.to_text(cw.plan.accuracy(n=3000, difference=0.02, agreement=0.9))
    assert "enough for the wanted 0.8" in " ".join(text.split())


def test_what_was_asked_comes_first():
    text = report.to_text(cw.plan.accuracy(difference=0.01, agreement=0.93, solve="n"))
    assert text.splitlines()[2].startswith("5,476 items suffice for power 0.8")


def test_simulated_numbers_show_their_interval():
    plan = cw.plan.accuracy(**PLANS["simulated"])
    text = " ".join(report.to_text(plan).split())
    row = plan["power"]
    assert f"95% Monte Carlo interval {row.low:.4g} to {row.high:.4g}" in text


def test_a_curve_is_a_table_of_its_points():
    plan = cw.plan.accuracy(**PLANS["curve"])
    lines = report.to_text(plan).splitlines()
    row = next(line for line in lines if line.strip().startswith("400"))
    want = [f"{plan[f'power[n=400, difference={d}]'].estimate:.4g}" for d in (0.02, 0.04)]
    assert row.split()[1:] == want


def test_a_simulated_curve_shows_its_intervals():
    plan = cw.plan.accuracy(
        n=[50, 80], difference=0.1, agreement=0.8, by="simulation", replicates=500, rng=1
    )
    row = plan["power[n=50]"]
    assert f"{row.estimate:.4g} [{row.low:.4g}, {row.high:.4g}]" in report.to_text(plan)


def test_formulas_are_named_in_the_sentence():
    text = " ".join(str(cw.plan.accuracy(**PLANS["bounds"])).split())
    assert "0.8 is 0.455 points (by Lachenbruch's formula)." in text
    assert "[low, exact] With 1,725 items, the smallest difference found with power 0.8 is" in text
    text = " ".join(str(cw.plan.proportions(n=200, baseline=0.8, difference=0.1)).split())
    assert (
        "199 items in each group suffice for power 0.8 at a true difference of 10 points (" in text
    )
    assert "enough for the wanted 0.8 (by the textbook formula)." in text


def test_one_item_is_one_item():
    text = str(cw.plan.accuracy(n=1, difference=0.5, agreement=0.2, solve="power"))
    assert "With 1 item, a true difference" in text


def test_a_regression_reads_as_a_list(tmp_path):
    from claimwise.worlds.published import AGREEMENT

    text = str(AGREEMENT["glue"].result())
    assert "[intercept] coefficient" not in text
    assert "coefficient[min_accuracy]: 0.5819" in text


def test_markdown_has_a_table_and_a_signature():
    plan = cw.plan.accuracy(n=500, difference=0.02, agreement=0.9)
    text = report.to_markdown(plan, title="Plan")
    assert text.startswith("## Plan\n")
    assert re.search(r"\| power \| 0\.2906 \|", text)
    assert signature(plan).startswith(f"claimwise:{cw.__version__}|mcnemar-midp|")
    assert "|n:500|" in signature(plan)
    assert f"`{signature(plan)}`" in text


def test_the_plot_shows_the_rows():
    plan = cw.plan.accuracy(**PLANS["curve"])
    spec = report.vega_lite(plan)
    values = spec["data"]["values"]
    assert len(values) == 4
    for value in values:
        row = plan[f"power[n={value['n']:g}, difference={value['difference']:g}]"]
        assert value["estimate"] == row.estimate
    encoding = spec["layer"][0]["encoding"]
    assert encoding["x"]["field"] == "n"
    assert encoding["y"]["field"] == "estimate"
    assert encoding["color"]["field"] == "difference"
    rule = spec["layer"][2]["data"]["values"]
    assert rule == [{"target": 0.8}]


def test_the_plot_shows_every_case():
    plan = cw.plan.accuracy(
        n=[500, 1000], baseline=0.9, agreement_from="lachenbruch", solve="mde", by="normal"
    )
    spec = report.vega_lite(plan)
    cases = {value["case"] for value in spec["data"]["values"]}
    assert cases == {"low", "mid", "high"}
    assert spec["layer"][0]["encoding"]["color"]["field"] == "case"
    two = cw.plan.proportions(n=[100, 200], difference=[0.1, 0.2], baseline=0.5)
    encoding = report.vega_lite(two)["layer"][0]["encoding"]
    assert encoding["color"]["field"] == "difference"
    assert encoding["strokeDash"]["sort"] == ["by the textbook formula", "by enumeration"]


@pytest.mark.parametrize("ending", ["png", "svg", "pdf", "html", "json"])
def test_plots_are_written(tmp_path, ending):
    plan = cw.plan.accuracy(**PLANS["one axis"])
    path = report.save_figure(plan, tmp_path / f"power.{ending}")
    head = path.read_bytes()[:8]
    starts = {"png": b"\x89PNG", "pdf": b"%PDF", "svg": b"<svg", "json": b"{"}
    assert head.startswith(starts.get(ending, b"<"))


def test_plots_refuse_before_they_compute(tmp_path):
    single = cw.plan.accuracy(**PLANS["known"])
    with pytest.raises(ParameterError, match="--n 200:4000:200"):
        report.save_figure(single, tmp_path / "x.png")
    with pytest.raises(ParameterError, match=r"ending in \.png"):
        report.save_figure(single, tmp_path / "x.gif")
    with pytest.raises(ParameterError, match="an existing folder"):
        report.save_figure(single, tmp_path / "no" / "x.png")


def test_test_results_read_as_a_sentence():
    result = cw.run_test("mcnemar-exact", cw.Pairs([1, 1, 0, 0, 1], [1, 1, 1, 1, 1]))
    text = str(result)
    assert "B minus A: 40 points on 5 items, p = 0.5000 (mcnemar-exact)" in text
    assert "A and B are right equally often" in text
    assert result.provenance["version"] == cw.__version__
    unpaired = cw.run_test("fisher", cw.IndependentCounts.of(12, 40, 23, 55))
    assert unpaired.only.estimate == pytest.approx(23 / 55 - 12 / 40)
    assert unpaired.only.pvalue == pytest.approx(0.284824397226126)  # R's fisher.test


def test_one_study_at_a_time():
    with pytest.raises(cw.DataError, match="one study; found a batch of 2"):
        cw.run_test("sign", cw.PairCounts.of([1, 2], [3, 4], 10))
    with pytest.raises(ParameterError, match="one of boschloo"):
        cw.run_test("sign", cw.IndependentCounts.of(1, 4, 2, 4))

"""The numbers in a figure are those of the rows, in the units that its axes say."""

from dataclasses import replace
from math import nan

import numpy as np
import pytest

import claimwise as cw
from claimwise import report
from claimwise.calibrate.case_rows import histogram_rows
from claimwise.core import ParameterError, spelled
from claimwise.data import example_path
from claimwise.mixed.design import Labels
from claimwise.mixed.observed import observed_rows

from .drawn import drawn


def at(row, point, *names):
    return all(row.point[name] == point[name] for name in names)


def test_power_is_a_line_with_a_band_and_the_wanted_power():
    plan = drawn("simulated")
    chart = report.vega_lite(plan, "power")
    values = chart["data"]["values"]
    assert [value["n"] for value in values] == [100, 200]
    for value in values:
        row = plan[f"power[n={value['n']:g}]"]
        assert (value["estimate"], value["low"], value["high"]) == (row.estimate, row.low, row.high)
    line, band, _, rule, words = chart["layer"]
    assert line["mark"]["type"] == "line"
    assert band["mark"]["type"] == "area"
    assert (band["encoding"]["y"]["field"], band["encoding"]["y2"]["field"]) == ("low", "high")
    assert rule["encoding"]["y"] == {"datum": 0.8}
    assert words["encoding"]["text"]["value"] == "wanted: 80%"
    assert "band: 95% Monte Carlo interval" in chart["title"]["subtitle"]


def test_exact_power_has_no_band():
    chart = report.vega_lite(drawn("exact"), "power")
    assert "area" not in {layer["mark"]["type"] for layer in chart["layer"]}
    assert "band" not in report.caption(drawn("exact"), "power").lower()
    colour = chart["layer"][0]["encoding"]["color"]
    assert colour["title"] == "true difference (points)"
    assert colour["legend"]["labelExpr"].startswith("format(100 *")


@pytest.mark.parametrize(
    ("name", "of", "estimand", "axis"),
    [
        ("mde", "detectable", "mde", "difference found with power 80% (points)"),
        ("size", "sample-size", "sample_size", "items needed for power 80%"),
        ("posterior plan", "width", "interval_width", "width of the interval (points)"),
        ("assured", "assurance", "assurance", "assurance"),
        ("uncertain", "expected-power", "expected_power", "expected power"),
        ("posterior plan", "conclude", "conclude", "probability of a sure posterior"),
    ],
)
def test_curves_draw_their_rows(name, of, estimand, axis):
    plan = drawn(name)
    chart = report.vega_lite(plan, of)
    rows = [
        row for row in plan.rows if row.quantity == estimand and "no effect" not in spelled(row.at)
    ]
    rows = [row for row in rows if not spelled(row.at).startswith("less")]
    assert sorted(v["estimate"] for v in chart["data"]["values"]) == sorted(
        r.estimate for r in rows
    )
    y = chart["layer"][0]["encoding"]["y"]
    assert y["title"] == axis
    assert ("100 *" in str(y.get("axis"))) == axis.endswith("(points)")


def test_errors_stand_side_by_side():
    plan = drawn("simulated")
    m, s = report.vega_lite(plan, "errors")["hconcat"]
    for panel, name in ((m, "type_m"), (s, "type_s")):
        for value in panel["data"]["values"]:
            row = plan[f"{name}[n={value['n']:g}]"]
            assert (value["estimate"], value["low"]) == (row.estimate, row.low)
    assert {"y": {"datum": 1.0}} in [layer["encoding"] for layer in m["layer"]]
    assert s["layer"][0]["encoding"]["y"]["scale"]["zero"]


def test_differences_are_in_points_with_margins_of_the_claim():
    found = drawn("equivalent")
    row = found["difference"]
    chart = report.vega_lite(found, "forest")
    (value,) = chart["data"]["values"]
    assert value["estimate"] == 100 * row.estimate
    assert (value["low"], value["high"]) == (100 * row.low, 100 * row.high)
    assert value["verdict"] == "pass"
    assert "pass" in value["text"]
    zone = chart["layer"][0]
    assert zone["mark"]["type"] == "rect"
    assert zone["data"]["values"] == [{"x": -5, "x2": 5, "what": "equivalent: -5 to 5 points"}]
    bar = next(layer for layer in chart["layer"] if "x2" in layer["encoding"] and layer != zone)
    assert bar["encoding"]["x"]["title"][0] == "albert minus bert (points)"
    low, high = bar["encoding"]["x"]["scale"]["domain"]
    assert low < -5
    assert high > 5
    assert chart["title"]["text"] == "Difference: albert minus bert"


@pytest.mark.parametrize(
    ("name", "edge", "words"),
    [
        ("no worse", -2.0, "\u2190 bert better | albert better \u2192"),
        ("less is better", 2.0, "\u2190 albert better | bert better \u2192"),
    ],
)
def test_direction_of_margins_and_of_better(name, edge, words):
    chart = report.vega_lite(drawn(name), "forest")
    assert {"x": {"datum": edge}} in [layer["encoding"] for layer in chart["layer"]]
    titles = [layer["encoding"].get("x", {}).get("title") for layer in chart["layer"]]
    assert words in next(title for title in titles if title)


def pair_of(found, value, quantity="difference"):
    """Return the row of a line, and whether it is drawn the other way round."""
    names = {value["first"], value["second"]}
    (row,) = (row for row in found.select(quantity) if set(row.at.values()) == names)
    return row, row.at["b"] != value["first"]


def test_direction_the_better_system_of_a_pair_comes_first():
    found = drawn("board")
    values = report.vega_lite(found, "forest")["data"]["values"]
    assert len(values) == 10
    order = [row.at["system"] for row in sorted(found.select("rank"), key=lambda r: r.estimate)]
    for value in values:
        first, second = value["first"], value["second"]
        assert value["name"] == f"{first} over {second}"
        assert order.index(first) < order.index(second)
        gap = found[f"score[{first}]"].estimate - found[f"score[{second}]"].estimate
        assert value["estimate"] == pytest.approx(100 * gap)
        row, turned = pair_of(found, value)
        low, high = (-row.high, -row.low) if turned else (row.low, row.high)
        assert (value["low"], value["high"]) == (100 * low, 100 * high)
        digits = 1 if abs(value["estimate"]) >= 1 else 2
        ends = f"({100 * low:.{digits}f} to {100 * high:.{digits}f})"
        assert ends in value["text"]
        (verdict,) = found.select("verdict", **row.at)
        assert value["verdict"] == ("better" if verdict.estimate else "open")
        assert value["verdict"] != "better" or verdict.estimate == (-1 if turned else 1)
    places = [(order.index(value["first"]), order.index(value["second"])) for value in values]
    assert places == sorted(places)
    shapes = report.vega_lite(found, "forest")["layer"][-2]["encoding"]["shape"]["scale"]
    assert len(set(shapes["range"])) == len(shapes["domain"]) == 2  # told apart without colours


def test_direction_less_is_better_puts_the_lower_score_first():
    found = cw.compare(example_path("leaderboard.csv"), better="lower")
    chart = report.vega_lite(found, "forest")
    for value in chart["data"]["values"]:
        assert value["estimate"] <= 0
        assert value["verdict"] in ("better", "open")
    titles = [layer["encoding"].get("x", {}).get("title") for layer in chart["layer"]]
    assert "\u2190 better | worse \u2192" in next(title for title in titles if title)


def test_direction_a_baseline_and_a_claim_keep_their_order():
    board = example_path("leaderboard.csv")
    against = report.vega_lite(cw.compare(board, baseline="electra"), "forest")
    values = against["data"]["values"]
    assert [value["name"] for value in values] == ["roberta", "bert", "albert", "bow"]
    assert {value["second"] for value in values} == {"electra"}
    assert {value["verdict"] for value in values} == {"open", "worse"}
    claimed = cw.compare(board, claim="non-inferiority", margin=0.02)
    for value in report.vega_lite(claimed, "forest")["data"]["values"]:
        row, turned = pair_of(claimed, value)
        assert not turned
        assert value["estimate"] == 100 * row.estimate


def test_metrics_of_other_units_have_panels_of_their_own():
    found = drawn("gold")
    wins, mae = report.vega_lite(found, "forest")["vconcat"]
    assert [panel["title"]["text"] for panel in (wins, mae)] == ["wins:mae", "mae"]
    for panel, metric in ((wins, "wins:mae"), (mae, "mae")):
        (value,) = panel["data"]["values"]
        assert value["estimate"] == found[f"difference[{metric}]"].estimate
        assert value["verdict"] == "better"
    assert "new better | base better" in mae["layer"][1]["encoding"]["x"]["title"][1]


def test_data_sets_stand_below_each_other():
    found = drawn("datasets")
    values = report.vega_lite(found, "forest")["data"]["values"]
    assert [value["name"] for value in values] == ["challenge", "easy", "all data sets together"]
    assert values[2]["estimate"] == 100 * found["difference[combined]"].estimate


def test_intervals_without_an_end_go_to_the_edge():
    chart = report.vega_lite(drawn("endless"), "forest")
    first, second = chart["data"]["values"]  # the third has no interval
    low, high = chart["layer"][1]["encoding"]["x"]["scale"]["domain"]
    assert (first["high"], first["to"]) == (None, high)
    assert (second["low"], second["from"]) == (None, low)
    assert "(0.50 to infinite)" in first["text"]
    assert "(-infinite to -1.00)" in second["text"]


def test_what_is_believed_is_drawn_with_its_region():
    found = drawn("belief")
    chart = report.vega_lite(found, "forest")
    (value,) = chart["data"]["values"]
    row = found["posterior_difference"]
    assert (value["estimate"], value["low"], value["high"]) == (row.estimate, row.low, row.high)
    assert chart["layer"][0]["data"]["values"] == [{"x": -5, "x2": 5, "what": "ROPE: -5 to 5"}]
    assert value["verdict"] == "different"


def test_a_study_draws_its_comparisons():
    found = drawn("study")
    values = report.vega_lite(found, "forest")["data"]["values"]
    assert [value["name"] for value in values] == [
        "first: big minus base",
        "second: small minus base",
    ]
    for value in values:
        name = value["name"].split(":")[0]
        assert value["estimate"] == 100 * found[f"difference[{name}]"].estimate


def test_a_study_draws_the_power_of_its_comparisons():
    found = drawn("study power")
    chart = report.vega_lite(found, "powers")
    values = {value["name"]: value["estimate"] for value in chart["data"]["values"]}
    assert values == {name: found[f"power[{name}]"].estimate for name in ("first", "second")}
    assert chart["layer"][0]["encoding"]["x"] == {"datum": 0.8}


@pytest.mark.parametrize("name", ["ordinal", "linear"])
def test_ratings_contrast_and_vary(name):
    found = drawn(name)
    shown = "points" if name == "ordinal" else "difference"  # the unit of the headline
    for value in report.vega_lite(found, "forest")["data"]["values"]:
        row, turned = pair_of(found, value, shown)
        ends = (-row.high, -row.low) if turned else (row.low, row.high)
        assert value["estimate"] == abs(row.estimate)
        assert (value["low"], value["high"]) == ends
        decides, _ = pair_of(found, value)
        assert value["verdict"] == ("open" if decides.pvalue > 0.05 else "better")
    sds = [row.estimate for row in found.rows if row.quantity == "sd"]
    chart = report.vega_lite(found, "variances")
    assert [value["estimate"] for value in chart["data"]["values"]] == sds
    unit = {"ordinal": "latent units, logit", "linear": "rating points"}[name]
    assert chart["layer"][1]["encoding"]["x"]["title"] == f"standard deviation ({unit})"


def test_variances_have_intervals_where_rows_have():
    found = drawn("ordinal")
    rows = [
        replace(row, low=0.1, high=2.0, level=0.9) if row.quantity == "sd" else row
        for row in found.rows
    ]
    chart = report.vega_lite(replace(found, rows=tuple(rows)), "variances")
    assert {(value["low"], value["high"]) for value in chart["data"]["values"]} == {(0.1, 2.0)}
    assert "90% interval" in " ".join(chart["title"]["subtitle"])


@pytest.mark.parametrize("name", ["ordinal", "linear"])
def test_value_observed_shares_are_counted_by_hand(name):
    lines = example_path("ratings.csv").read_text().splitlines()
    head = lines[0].split(",")
    cells = [dict(zip(head, line.split(","), strict=True)) for line in lines[1:]]
    found = drawn(name)
    values = report.vega_lite(found, "ratings")["data"]["values"]
    assert len(values) == 15
    for value in values:
        own = [cell for cell in cells if cell["system"] == value["name"]]
        share = sum(cell["rating"] == value["level"] for cell in own) / len(own)
        assert value["share"] == pytest.approx(share)
        row = found[f"observed_share[{value['name']},{value['level']}]"]
        assert (row.estimate, row.n) == (value["share"], len(own))
    assert sum(value["share"] for value in values) == pytest.approx(3)  # systems


def test_observed_shares_of_odd_ratings():
    systems = Labels(np.array([0, 0, 1, 0]), ("a", "b"))
    words = Labels(np.array([1, 0, 2, 1]), ("bad, very", "fair", "good"))
    rows = {row.estimand: row for row in observed_rows(words, systems, ["a", "b"])}
    assert rows["observed_share[a, fair]"].estimate == pytest.approx(2 / 3)
    assert rows["observed_share[a, bad; very]"].estimate == pytest.approx(1 / 3)
    good = rows["observed_share[b, good]"]
    assert (good.estimate, good.n) == (1.0, 1)
    assert observed_rows(np.arange(40.0), Labels(np.zeros(40, int), ("a",)), ["a"]) == []
    assert observed_rows(np.arange(4.0), np.arange(4.0), ["a"]) == []


def test_model_and_observation_are_not_mixed_up():
    found = drawn("ordinal")
    for value in report.vega_lite(found, "categories")["data"]["values"]:
        row = found[f"category[{value['name']},{value['level']}]"]
        assert value["share"] == row.estimate
    shares = report.vega_lite(drawn("judged"), "ratings")["data"]["values"]
    assert [value["level"] for value in shares] == ["base", "tie", "new"]
    assert sum(value["share"] for value in shares) == pytest.approx(1)


def test_ranks_and_tie_groups():
    found = drawn("board")
    values = report.vega_lite(found, "ranks")["data"]["values"]
    names = [value["name"] for value in values]
    assert names == ["roberta", "electra", "bert", "albert", "bow"]
    for value in values:
        row = found[f"rank[{value['name']}]"]
        assert (value["estimate"], value["low"], value["high"]) == (row.estimate, row.low, row.high)
    marks = found.provenance["settings"]["groups"]
    assert {value["name"]: value["group"] for value in values} == marks
    assert all(value["text"].endswith(value["group"]) for value in values)


def test_a_map_of_power_with_what_a_budget_pays_for():
    plan = drawn("surface")
    for panel, metric in zip(
        report.vega_lite(plan, "heatmap")["hconcat"], ("mae", "wins"), strict=True
    ):
        values = panel["data"]["values"]
        for value in values:
            row = plan[f"power[{metric}, items={value['items']:g}, responses={value['answers']:g}]"]
            assert value["power"] == row.estimate
            assert value["enough"] == (row.estimate >= 0.8)
            assert value["text"].startswith("(") == (not value["paid"])
        # A gold answer costs 1: 40 buy 40 items with one answer, 20 with two.
        dear = {(value["items"], value["answers"]) for value in values if not value["paid"]}
        assert dear == {(40, 2)}


def test_a_metric_without_defined_powers_has_no_map():
    plan = drawn("surface")

    def without(*metrics):
        rows = (
            replace(row, estimate=nan)
            if row.quantity == "power" and row.at["metric"] in metrics
            else row
            for row in plan.rows
        )
        return replace(plan, rows=tuple(rows))

    one = report.vega_lite(without("mae"), "heatmap")
    assert "hconcat" not in one  # one panel: of wins
    assert {v["items"] for v in one["data"]["values"]} == {10, 20, 40}
    assert "heatmap" not in report.figures_of(without("mae", "wins"))


def test_value_prices_move_what_a_budget_pays_for():
    sizes = {"items": [10, 20], "responses": [1, 3], "replicates": 10, "resamples": 19, "rng": 1}
    prices = {"price_item": 2.0, "price_gold": 0.5, "price_a": 0.0, "price_b": 0.0}
    plan = cw.plan.responses(solve="power", budget=35, epsilon_b=0.5, **sizes, **prices)
    assert plan["affordable_items[responses=1]"].estimate == pytest.approx(35 / 2.5)
    assert plan["affordable_items[responses=3]"].estimate == pytest.approx(35 / 3.5)
    assert "an item 2, a gold answer 0.5" in " ".join(plan.notes)
    with pytest.raises(ParameterError, match="power with a budget and several items"):
        cw.plan.responses(solve="power", budget=35, items=10, responses=1, epsilon_b=0.5)
    with pytest.raises(ParameterError, match=r"price.item needs"):
        cw.plan.responses(solve="power", price_item=2.0, epsilon_b=0.5, **sizes)


def test_splits_and_costs_are_those_of_the_rows():
    plan = drawn("split")
    for value in report.vega_lite(plan, "split")["data"]["values"]:
        name = "power" if value["by"] == "the test" else "power_known_null"
        where = f"mae, items={value['items']:g}, responses={value['responses']:g}"
        row = plan[f"{name}[{where}]"]
        assert (value["power"], value["low"], value["high"]) == (row.estimate, row.low, row.high)
    plan = drawn("cost")
    for value in report.vega_lite(plan, "cost")["data"]["values"]:
        row = plan[f"cost[mae, responses={value['times']:g}]"]
        assert (value["cost"], value["size"]) == (row.estimate, f"{row.n:,} items")


def test_findings_and_p_values_are_those_of_the_rows():
    found = drawn("calibrated")
    panels = report.vega_lite(found, "findings")["vconcat"]
    shares = [value["estimate"] for panel in panels for value in panel["data"]["values"]]
    rows = [row for row in found.rows if row.quantity in ("false_positives", "power")]
    assert sorted(shares) == sorted(row.estimate for row in rows)
    lines = report.vega_lite(found, "p-values")["vconcat"]
    assert [line["title"]["text"] for line in lines] == [
        "mae, systems that are equally good, both off by 0.6",
        "wins, systems that are equally good, both off by 0.6",
    ]
    for line, metric in zip(lines, ("mae", "wins"), strict=True):
        bars = line["hconcat"][0]["layer"][0]["data"]["values"]
        where = f"[{metric}, item-swap, epsilon=0.6"
        assert len(bars) == 20
        assert sum(bar["share"] for bar in bars) == pytest.approx(1)
        assert bars[0]["share"] == pytest.approx(found[f"false_positives{where}]"].estimate)
        for bar in bars:
            row = found[f"p_histogram{where}, {bar['from']:.2f}-{bar['to']:.2f}]"]
            assert bar["share"] == row.estimate
    assert "p_histogram" not in report.to_markdown(found)
    assert "p_histogram" in report.to_json(found)


def test_value_p_values_are_counted_by_hand():
    ps = np.array([0.0, 0.05, 0.0500001, 0.1, 0.999, 1.0])
    rows = {row.estimand: row.estimate for row in histogram_rows({"analysis": "x"}, ps, 9)}
    assert len(rows) == 20
    assert rows["p_histogram[x, 0.00-0.05]"] == pytest.approx(2 / 6)  # 0.05 counts as found
    assert rows["p_histogram[x, 0.05-0.10]"] == pytest.approx(2 / 6)
    assert rows["p_histogram[x, 0.95-1.00]"] == pytest.approx(2 / 6)
    assert sum(rows.values()) == pytest.approx(1)
    assert histogram_rows({"analysis": "x"}, np.array([]), 9) == []


def test_coverage_is_drawn_against_the_level():
    found = drawn("coverage")
    chart = report.vega_lite(found, "coverage")
    values = chart["data"]["values"]
    assert [(v["name"], v["estimate"], v["low"], v["high"]) for v in values] == [
        ("tango", 0.94, 0.93, 0.95),
        ("wald", 0.88, 0.87, 0.89),
    ]
    assert chart["layer"][0]["encoding"]["x"] == {"datum": 0.95}


@pytest.mark.parametrize("name", ["accuracy calibrated", "means calibrated"])
def test_coverage_findings_and_p_values_of_a_calibration_are_those_of_its_rows(name):
    found = drawn(name)
    values = report.vega_lite(found, "coverage")["data"]["values"]
    rows = [row for row in found.rows if row.quantity == "coverage"]
    assert len(values) == len(rows)
    order = found.provenance["settings"]["intervals"]
    rows = sorted(rows, key=lambda row: order.index(row.at["analysis"]))
    for value, row in zip(values, rows, strict=True):
        assert value["name"].startswith(f"{row.at['analysis']}, ")
        assert value["estimate"] == row.estimate
        assert value.get("low", row.low) == pytest.approx(row.low, nan_ok=True)
    kinds = [value["name"].split(", ")[0] for value in values]
    assert kinds == sorted(kinds, key=found.provenance["settings"]["intervals"].index)
    [panel] = report.vega_lite(found, "findings")["vconcat"]
    shares = [value["estimate"] for value in panel["data"]["values"]]
    rows = [row for row in found.rows if row.quantity in ("false_positives", "power")]
    assert sorted(shares) == sorted(row.estimate for row in rows)
    [line] = report.vega_lite(found, "p-values")["vconcat"]
    assert line["title"]["text"].endswith(", systems that are equally good")
    for panel in line["hconcat"]:
        bars = panel["layer"][0]["data"]["values"]
        assert sum(bar["share"] for bar in bars) == pytest.approx(1)
    exact = name.startswith("accuracy")
    for of in ("findings", "coverage"):
        assert ("Monte Carlo" in report.caption(found, of)) != exact


def test_designs_are_drawn_with_the_cheapest_in_a_ring():
    plan = drawn("frontier")
    values = report.vega_lite(plan, "frontier")["data"]["values"]
    assert [value["cost"] for value in values] == [r.estimate for r in plan.select("frontier_cost")]
    (ring,) = (value for value in values if value["cheapest"])
    assert ring["cost"] == min(value["cost"] for value in values) == plan["cost"].estimate
    assert ring["size"].endswith(f"cost {ring['cost']:g}")


def test_the_posterior_is_drawn_with_its_interval():
    found = drawn("belief")
    chart = report.vega_lite(found, "posterior")
    (curve,) = [
        c for c in found.draws["curves"] if (c["of"], c["stage"]) == ("difference", "posterior")
    ]
    drawn_here = chart["vconcat"][-1]
    points = [v for v in drawn_here["data"]["values"] if v["stage"] == "posterior"]
    assert [point["x"] for point in points] == list(curve["x"])
    bars = [layer["data"]["values"][0] for layer in drawn_here["layer"] if "data" in layer]
    row = found["posterior_difference"]
    assert any(bar.get("x") == row.low and bar.get("x2") == row.high for bar in bars)

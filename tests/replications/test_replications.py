"""Published figures, computed again."""

import json
import math
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from claimwise.replications.howcroft_figures import FIGURES, MODELS

from claimwise import replications, report
from claimwise.core import DataError, Result, Row
from claimwise.replications import card_figure_6
from claimwise.replications.table import append_values, read_values

SHARED = Path(__file__).parents[3] / "shared" / "data"


@pytest.fixture(scope="module")
def figure_6():
    return replications.reproduce("card-figure-6", quick=True)


def test_value_figure_6_of_card_et_al(figure_6):
    """The verdict is that of the stored run of the authors, within Monte Carlo error."""
    assert figure_6.notes[0].startswith("Reproduces: 48 of 48")
    cell = "world=card-high, raters=3, items=100"
    assert figure_6[f"published[{cell}, analysis=linear-z, effect=0.4]"].estimate == 0.885
    honest = figure_6[f"power[{cell}, analysis=linear, effect=0.4]"]
    assert honest.low < 0.46 < honest.high
    null = figure_6[f"power[{cell}, analysis=linear-z, effect=0]"]
    assert null.low < 0.21 < null.high  # twice one side of mean squares' 0.105
    assert null.high < 0.265  # power at the smallest effect is 0.277


def test_direction_a_wrong_test_does_not_reproduce(figure_6):
    """The verdict can fail: the powers of the other analysis are not the published ones."""
    values = [
        value._replace(where=tuple((k, "linear-z" if v == "linear" else v) for k, v in value.where))
        for cell in card_figure_6.FIGURE.cells()[:1]
        for value in _values(figure_6, cell)
        if value.at("analysis") == "linear"
    ]
    others = [v for cell in card_figure_6.FIGURE.cells() for v in _values(figure_6, cell)]
    kept = [v for v in others if v.where not in {w.where for w in values}]
    assert card_figure_6.FIGURE.judge([*kept, *values])[0].startswith("Differs: 44 of 48")


def _values(result, cell):
    """Read values back from rows, as a table would."""
    found = []
    for row in result.rows:
        where = tuple(tuple(part.split("=")) for part in row.qualifier.split(", "))
        if row.name == "power" and set(cell.where) <= set(where):
            value = replications.base.Value(where, "power", row.estimate, row.low, row.high, row.n)
            found.append(value)
    return found


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared data are not there")
def test_value_what_is_called_published_is_the_stored_run():
    lines = (SHARED / "card2020" / "highvar_lowmer_lmer.csv").read_text().splitlines()[1:]
    assert len(lines) == 48
    for line in lines:
        _, half, items, power, raters, _, setting = line.replace('"', "").split(",")
        world = "card-high" if setting.startswith("High") else "card-low"
        at = ("0.1", "0.2", "0.3", "0.4").index(f"{2 * float(half):g}")
        assert card_figure_6.PUBLISHED[world, int(raters), int(items)][at] == float(power)


def test_kept_runs_are_whole():
    for name, found in replications.REPLICATIONS.items():
        result = replications.kept(name)
        assert len({cell.where for cell in found.cells()}) == len(found.cells())
        path = files("claimwise.replications") / "kept" / f"{name}.csv"
        values = read_values(Path(str(path)), found.columns)
        for cell in found.cells():
            here = [v for v in values if set(cell.where) <= set(v.where)]
            if name.startswith("azer"):  # nothing is simulated: one value for each question
                assert len(here) >= 5, cell.where
                assert all(math.isnan(v.low) and v.studies == 0 for v in here)
                continue
            if name.startswith("wein2023"):  # see test_wein2023.py
                assert all(v.low <= v.estimate <= v.high for v in here)
                continue
            assert len(here) == (4 if dict(cell.where).get("test") == "randomisation" else 10), (
                cell.where
            )
            assert all(v.low <= v.estimate <= v.high for v in here)
        assert not any(math.isnan(row.estimate) for row in result.rows)


def test_law_the_kept_run_is_what_the_command_gives():
    """A part of the full grid, computed again with its seed."""
    cell = next(
        c
        for c in FIGURES.cells()
        if dict(c.where)
        == {"world": "low", "ratings_per_item": "3", "items": "50", "design": "published"}
    )
    found = cell.compute(replications.base.Effort(quick=False, seed=1, workers=1))
    kept = replications.kept(FIGURES.name)
    for value in found:
        row = kept[value.row().estimand]
        # One study on the edge of alpha may fall on the other side with another processor.
        assert row.estimate == pytest.approx(value.estimate, abs=0.021)


def test_howcroft_and_rieser_quick():
    result = replications.reproduce(FIGURES.name, quick=True)
    assert {row.qualifier.split(", ")[0] for row in result.rows} == {"world=general"}
    for design in ("published", "published-corrected"):
        where = f"world=general, ratings_per_item=3, items=50, design={design}"
        found = [
            [result[f"power[{where}, analysis={m}, effect={e}]"].estimate for e in ("0", "0.62")]
            for m in MODELS
        ]
        assert all(null < 0.25 and power > 0.45 for null, power in found)


def test_value_the_verdict_counts_cells():
    where = {"world": "low", "ratings_per_item": "3", "items": "50", "design": "published"}
    shares = {"ordinal": (0.1, 0.2, 0.5, 0.8, 0.9), "linear-ml": (0.02, 0.1, 0.6, 0.8, 0.7)}
    values = [
        replications.base.Value(
            (*where.items(), ("analysis", model), ("effect", effect)), "power", share, 0, 1, 100
        )
        for model, found in shares.items()
        for effect, share in zip(("0", "0.155", "0.31", "0.465", "0.62"), found, strict=True)
    ]
    said = " ".join(FIGURES.judge(values))
    assert "in 2 of 4 cells, as much in 1, less in 1; 5.0 points more on average" in said
    assert "the ordinal analysis finds something in 10.0% of 100 studies" in said
    assert "the linear-ml analysis finds something in 2.0% of 100 studies" in said
    assert "low -0.06 and 0.12" in said


def test_chance_shifted_ids_make_for_more_findings_without_an_effect():
    """Noise that no term of the model captures: in the kept run, over cells of both designs."""
    path = Path(str(files("claimwise.replications") / "kept" / f"{FIGURES.name}.csv"))
    values = read_values(path, FIGURES.columns)
    for model in MODELS:
        rate = {}
        for design in ("published", "published-corrected"):
            null = [
                v
                for v in values
                if (v.at("design"), v.at("analysis"), v.at("effect")) == (design, model, "0")
                and (v.at("items"), v.at("ratings_per_item")) != ("500", "10")
            ]
            assert len(null) == 25
            rate[design] = np.mean([v.estimate for v in null])
        assert rate["published"] > rate["published-corrected"]
    assert rate["published"] > 0.1  # linear


def test_a_run_that_was_cut_goes_on(tmp_path):
    """Parts that the table has are taken from it, and not computed again."""
    table = tmp_path / "table.csv"
    found = replications.REPLICATIONS["card-figure-6"]
    done = [
        replications.base.Value(
            (*cell.where, ("analysis", model), ("effect", effect)), "power", 0.5, 0.4, 0.6, 7
        )
        for cell in found.cells()[1:]
        for model in ("linear-z", "linear")
        for effect in ("0", "0.1", "0.2", "0.3", "0.4")
    ]
    append_values(table, found.columns, done)
    said = []
    result = replications.reproduce("card-figure-6", quick=True, table=table, say=said.append)
    assert said == ["part 1 of 1: card-high, 3, 50"]
    assert sum(row.estimate == 0.5 for row in result.rows) == 110
    assert len(read_values(table, found.columns)) == 120
    again = replications.reproduce("card-figure-6", quick=True, table=table, say=said.append)
    assert len(said) == 1
    assert {row.estimand for row in again.rows} == {row.estimand for row in result.rows}
    other = tmp_path / "other.csv"
    other.write_text("a,b\n1,2\n")
    with pytest.raises(DataError, match=r"needs the columns world.*found a, b"):
        replications.reproduce("card-figure-6", quick=True, table=other)


def test_the_figure_has_a_panel_for_each_setting(figure_6):
    chart = report.vega_lite(figure_6)
    assert chart["facet"]["row"]["sort"] == ["card-high", "card-low"]
    names = {value["analysis"] for value in chart["data"]["values"]}
    assert names == {"linear", "linear-z", "linear-z, as published"}
    assert len(chart["data"]["values"]) == 120 + 48
    assert json.dumps(chart)
    text = report.to_text(figure_6)
    assert "(0.885)" in text
    assert "0.4" in report.to_markdown(figure_6)


def test_value_figure_4_of_card_et_al():
    """Powers that were computed with the published process, and the formula."""
    found = replications.kept("card-figure-4")
    assert found.notes[0].startswith("Reproduces: 2,000 sentences")
    where = "metric=BLEU, world=P0 0.13 b0 25.8, test=randomisation"
    for n, difference, power in (
        (2000, "1", 0.746),
        (1000, "1", 0.457),
        (3000, "1", 0.893),
        (5000, "1", 0.984),
        (2000, "0.5", 0.262),
        (5000, "0.5", 0.551),
    ):
        row = found[f"power[{where}, n={n}, difference={difference}]"]
        assert row.estimate == pytest.approx(power, abs=0.02)
    assert found[f"published[{where}, n=2000, difference=1]"].estimate == 0.756
    chart = report.vega_lite(found)
    assert len(chart["data"]["values"]) == 41


def test_value_figure_17_of_card_et_al():
    """More zeros, more power; a larger scale, less."""
    found = replications.kept("card-figure-17")

    def power(share, scale):
        where = (
            f"metric=BLEU, world=P0 {share} b0 {scale}, test=randomisation, n=2000, difference=1"
        )
        return found[f"power[{where}]"].estimate

    by_share = [power(share, "25.8") for share in ("0.05", "0.13", "0.3", "0.6")]
    assert by_share == sorted(by_share)
    by_scale = [power("0.13", scale) for scale in ("12.9", "25.8", "51.6", "103.2")]
    assert by_scale == sorted(by_scale, reverse=True)
    assert any("even 5,000 sentences" in note for note in found.notes)
    # Every panel has points: a grid with holes would put curves under the wrong heads.
    chart = report.vega_lite(found)
    row, column = (chart["facet"][key] for key in ("row", "column"))
    panels = {(value[row["field"]], value[column["field"]]) for value in chart["data"]["values"]}
    assert len(panels) == len(row["sort"]) * len(column["sort"]) == 7


def test_direction_a_wrong_power_does_not_reproduce_figure_4():
    path = Path(str(files("claimwise.replications") / "kept" / "card-figure-4.csv"))
    figure = replications.REPLICATIONS["card-figure-4"]
    values = [value._replace(estimate=0.6) for value in read_values(path, figure.columns)]
    assert figure.judge(values)[0].startswith("Differs")


def test_law_the_kept_figure_17_is_what_the_command_gives():
    figure = replications.REPLICATIONS["card-figure-17"]
    cell = figure.cells()[10]
    assert [value for _, value in cell.where] == ["BLEU", "P0 0.05 b0 25.8", "randomisation", "500"]
    kept = replications.kept(figure.name)
    for value in cell.compute(replications.base.Effort(quick=False, seed=1, workers=1)):
        assert kept[value.row().estimand].estimate == pytest.approx(value.estimate, abs=0.002)


@pytest.mark.parametrize(
    ("name", "studies"), [("card-figure-4", 10_000), ("card-figure-17", 2_000)]
)
def test_the_gap_of_the_formula_is_told_beside_the_noise(name, studies):
    kept = replications.kept(name)
    (said,) = [note for note in kept.notes if note.startswith("The normal approximation")]
    assert (
        f"{studies:,} studies alone leave standard errors of up to {0.5 / studies**0.5:.3f}" in said
    )
    figure = replications.REPLICATIONS[name]
    path = Path(str(files("claimwise.replications") / "kept" / f"{name}.csv"))
    few = [value._replace(studies=500) for value in read_values(path, figure.columns)]
    assert "500 studies alone leave standard errors of up to 0.022" in figure.judge(few)[1]


def test_a_grid_with_holes_keeps_its_curves_under_their_heads():
    """Vega-Lite fills the panels one by one: every one must have a point, if only an empty one."""
    cells = {("w1", "c1"): 0.1, ("w1", "c2"): 0.2, ("w2", "c2"): 0.4, ("w3", "c3"): 0.9}
    chart = {"x": "n", "color": "difference", "dash": "test", "row": "world", "column": "raters"}
    settings = {"verb": "reproduce", "run": "kept", "title": "T", "source": "S", "chart": chart}
    settings["columns"] = list(chart.values())
    rows = [
        Row(estimand=f"power[world={w}, raters={c}, test=t, n={n}, difference=1]", estimate=power)
        for (w, c), power in cells.items()
        for n in (1, 2)
    ]
    drawn = report.vega_lite(Result(method="m", rows=rows, provenance={"settings": settings}))
    values = drawn["data"]["values"]
    panels = [(value["world"], value["raters"]) for value in values]
    assert set(panels) == {(f"w{i}", f"c{j}") for i in (1, 2, 3) for j in (1, 2, 3)}
    known = {(v["world"], v["raters"], v["estimate"]) for v in values if v["estimate"] is not None}
    assert known == {(*where, power) for where, power in cells.items()}
    assert len(values) == 2 * 4 + 5
    assert all(value["n"] is None for value in values if value["estimate"] is None)

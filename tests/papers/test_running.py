"""A run of a replication: parts that are done are kept, and what is drawn has its panels."""

from __future__ import annotations

import json

import pytest

import papers
from claimwise import report
from claimwise.core import DataError, Result, Row
from papers.base import Value
from papers.shown.panels import replication_picture
from papers.table import append_values, read_values

FIGURE = papers.REPLICATIONS["card-figure-6"]


def test_a_run_that_was_cut_goes_on(tmp_path):
    """Parts that the table has are taken from it, and not computed again."""
    table = tmp_path / "table.csv"
    done = [
        Value((*cell.where, ("analysis", model), ("effect", effect)), "power", 0.5, 0.4, 0.6, 7)
        for cell in FIGURE.cells()[1:]
        for model in ("linear-z", "linear")
        for effect in ("0", "0.1", "0.2", "0.3", "0.4")
    ]
    append_values(table, FIGURE.columns, done)
    said = []
    result = papers.reproduce(FIGURE.name, quick=True, table=table, say=said.append)
    assert said == ["card-figure-6, part 1 of 1: card-high, 3, 50"]
    assert sum(row.estimate == 0.5 and row.quantity == "power" for row in result.rows) == 110
    assert len(read_values(table, FIGURE.columns)) == 120
    again = papers.reproduce(FIGURE.name, quick=True, table=table, say=said.append)
    assert len(said) == 1
    assert {row.estimand for row in again.rows} == {row.estimand for row in result.rows}


SMALL = papers.REPLICATIONS["azer-table-3"]  # five parts of five values


def _whole(tmp_path):
    table = tmp_path / "whole.csv"
    papers.reproduce(SMALL.name, table=table)
    return table.read_text()


@pytest.mark.parametrize("old", [False, True], ids=["parts apart", "without empty lines"])
def test_law_a_table_cut_anywhere_is_completed(tmp_path, old):
    """Wherever the writing stopped, the values at the end are those of a run without a break."""
    whole = _whole(tmp_path)
    text = whole.replace("\n\n", "\n") if old else whole
    head = text.index("\n") + 1
    expected = read_values(tmp_path / "whole.csv", SMALL.columns)
    table = tmp_path / "cut.csv"
    for end in (head, *range(head + 1, len(text), 331), len(text) - 2, len(text) - 1):
        table.write_text(text[:end])
        papers.reproduce(SMALL.name, table=table)
        assert sorted(map(repr, read_values(table, SMALL.columns))) == sorted(map(repr, expected))


def test_a_part_that_is_complete_is_not_computed_again(tmp_path):
    text = _whole(tmp_path)
    parts = text.split("\n\n")
    for keep, left in ((2, 3), (5, 0)):
        said, table = [], tmp_path / "some.csv"
        table.write_text("\n\n".join(parts[:keep]) + "\n\n")
        papers.reproduce(SMALL.name, table=table, say=said.append)
        assert len(said) == left
    table.write_text("")
    papers.reproduce(SMALL.name, table=table)
    assert table.read_text() == text


def test_a_line_that_cannot_be_read_is_refused_with_its_number(tmp_path):
    lines = _whole(tmp_path).split("\n")
    lines[3] = lines[3][:9]
    table = tmp_path / "broken.csv"
    table.write_text("\n".join(lines))
    with pytest.raises(DataError, match=r"found line 4: 'low end o'"):
        papers.reproduce(SMALL.name, table=table)


def test_a_table_of_something_else_is_refused(tmp_path):
    other = tmp_path / "other.csv"
    other.write_text("a,b\n1,2\n")
    with pytest.raises(DataError, match=r"needs the columns world.*found a, b"):
        papers.reproduce(FIGURE.name, quick=True, table=other)


def test_law_what_is_written_is_read_again(tmp_path):
    table, columns = tmp_path / "table.csv", ("row", "column")
    where = (("row", "one, two"), ("column", "3"))
    values = [Value(where, "power", 0.25, 0.2, 0.3, 100), Value(where, "their way", 1 / 3)]
    append_values(table, columns, values[:1])
    append_values(table, columns, values[1:])
    first, second = read_values(table, columns)
    assert first == values[0]
    assert second[:2] == values[1][:2]
    assert second.estimate == pytest.approx(1 / 3, rel=1e-5)
    assert second.low != second.low
    assert read_values(tmp_path / "none.csv", columns) == []


def test_rows_stand_beside_what_was_published():
    found = papers.kept(FIGURE.name)
    where = "world=card-high, raters=3, items=100, linear-z, effect=0.4"
    power, published, tolerance = (
        found[f"{name}[{where}]"].estimate for name in ("power", "published", "tolerance")
    )
    assert published == 0.885
    assert abs(power - published) <= tolerance
    settings = found.provenance["settings"]
    assert (settings["run"], settings["verdict"]["numbers"]) == ("kept", 48)


def test_the_figure_has_a_panel_for_each_setting():
    found = papers.kept(FIGURE.name)
    chart = report.vega_lite(found)
    assert chart["facet"]["row"]["sort"] == ["card-high", "card-low"]
    names = {value["analysis"] for value in chart["data"]["values"]}
    assert names == {"linear", "linear-z", "linear-z, as published"}
    assert len(chart["data"]["values"]) == 120 + 48
    assert json.dumps(chart)
    text = report.to_text(found, details=True)
    assert "(0.885)" in text
    assert "0.4" in report.to_markdown(found)


def test_a_grid_with_holes_keeps_its_curves_under_their_heads():
    """Vega-Lite fills the panels one by one: every one must have a point, if only an empty one."""
    cells = {("w1", "c1"): 0.1, ("w1", "c2"): 0.2, ("w2", "c2"): 0.4, ("w3", "c3"): 0.9}
    chart = {"x": "n", "color": "difference", "dash": "test", "row": "world", "column": "raters"}
    settings = {"verb": "reproduce", "run": "kept", "title": "T", "source": "S", "chart": chart}
    settings["columns"] = list(chart.values())
    rows = [
        Row(
            quantity="power",
            at={"world": w, "raters": c, "test": "t", "n": f"{n}", "difference": "1"},
            estimate=power,
        )
        for (w, c), power in cells.items()
        for n in (1, 2)
    ]
    made = Result(kind="replication", method="m", rows=rows, provenance={"settings": settings})
    drawn = replication_picture(made).chart
    values = drawn["data"]["values"]
    panels = [(value["world"], value["raters"]) for value in values]
    assert set(panels) == {(f"w{i}", f"c{j}") for i in (1, 2, 3) for j in (1, 2, 3)}
    known = {(v["world"], v["raters"], v["estimate"]) for v in values if v["estimate"] is not None}
    assert known == {(*where, power) for where, power in cells.items()}
    assert len(values) == 2 * 4 + 5
    assert all(value["n"] is None for value in values if value["estimate"] is None)


def test_a_figure_shows_neither_tolerances_nor_the_paper_s_own_way():
    chart = {"x": "n", "color": "c", "dash": "source", "row": "r", "column": "r"}
    settings = {"verb": "reproduce", "run": "kept", "title": "T", "source": "S", "chart": chart}
    settings["columns"] = ["n", "c", "r"]
    names = ("p", "published", "tolerance", "their way")
    at = {"n": "1", "c": "x", "r": "y"}
    rows = [Row(quantity=name, at=at, estimate=0.1) for name in names]
    made = Result(kind="replication", method="m", rows=rows, provenance={"settings": settings})
    drawn = replication_picture(made).chart
    assert [value["source"] for value in drawn["data"]["values"]] == ["claimwise", "published"]


@pytest.mark.slow
def test_another_seed_draws_other_studies():
    one, two, again = (papers.reproduce("wein-split", quick=True, rng=k).rows for k in (1, 2, 1))
    assert one == again
    assert one != two

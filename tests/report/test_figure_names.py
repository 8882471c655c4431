"""What a figure names: tests, models and systems as they are, and no two alike."""

import json

import pytest

import claimwise as cw
from claimwise import report
from claimwise.core import entries
from claimwise.report.names import LETTERS, short_names

from .drawn import EXAMPLES, drawn, frame

ENDS = [f"organisation/model-family-13b-instruct-dpo-long-run/checkpoint-{k}000" for k in (1, 2, 3)]


def texts(chart):
    return {value["name"]: value["text"] for value in chart["data"]["values"]}


def test_each_line_names_its_own_test():
    totals = cw.compare(EXAMPLES / "arc.csv", a="reading-strategies", b="bert")
    chart = report.vega_lite(totals, "forest")
    found = texts(chart)
    details = totals.provenance["settings"]["details"]
    assert " by stratified z" in found["all data sets together"]
    assert " by " not in found["easy"]  # as most lines, and the method of the answer
    assert details["easy"]["test"] != details["combined"]["test"]
    alone = texts(report.vega_lite(drawn("two"), "forest"))
    assert " by " not in " ".join(alone.values())  # of one test the title says it


def sets(shift=0):
    """Return right and wrong answers of two systems on four data sets; B is better."""
    import polars as pl

    rows = [
        {"dataset": f"d{d}", "item": i, "system": s, "correct": int(right)}
        for d in range(4)
        for i in range(40)
        for s, right in (("old", i % 3 > 0), ("new", i % 3 > 0 or (i + d + shift) % 5 == 0))
    ]
    return pl.DataFrame(rows)


def test_the_line_over_data_sets_is_drawn():
    result = cw.compare(sets(), a="old", b="new")
    row = result["difference[datasets as clusters]"]
    chart = report.vega_lite(result, "forest")
    (value,) = (v for v in chart["data"]["values"] if v["name"] == "data sets like these")
    assert value["estimate"] == 100 * row.estimate
    assert (value["low"], value["high"]) == (100 * row.low, 100 * row.high)
    assert " by cluster-robust" in value["text"]
    assert value["verdict"] == "no verdict"  # there is none in the rows


def test_long_names_keep_both_ends_and_stay_different():
    short = short_names(ENDS)
    assert len(set(short.values())) == 3
    for name, label in short.items():
        assert len(label) == LETTERS
        head, tail = label.split("\u2026")
        assert name.startswith(head)
        assert name.endswith(tail)
    middle = ["a" * 60 + k + "b" * 60 for k in "xyz"]  # differ where they are cut
    assert len(set(short_names(middle).values())) == 3
    assert short_names(["bert", "albert"]) == {"bert": "bert", "albert": "albert"}


@pytest.mark.parametrize("of", ["forest", "ranks"])
def test_a_figure_writes_long_names_so_that_they_differ(of):
    chart = report.vega_lite(cw.compare(frame(ENDS)), of)
    text = json.dumps(chart, ensure_ascii=False)
    for name in ENDS:
        assert short_names(ENDS)[name] in text
    assert '"labelLimit": 340' not in text  # else the picture would cut their ends again


@pytest.mark.parametrize(("name", "of"), [("two", "forest"), ("belief", "posterior")])
def test_no_label_of_a_difference_is_dropped(name, of):
    text = json.dumps(report.vega_lite(drawn(name), of))
    assert '"labelOverlap": false' in text


def test_the_guide_names_every_figure():
    guide = (EXAMPLES.parent / "docs" / "how-to" / "figures.md").read_text(encoding="utf-8")
    table = guide.split("| answer | figures |")[1].split("\n\n")[0]
    for entry in entries("figure"):
        assert f"`{entry.name}`" in table, entry.name

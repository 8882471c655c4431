"""The figures of replications: whole, in the colours of the house, and true to the rows."""

import json
import re
from pathlib import Path

import pytest

import papers
from claimwise import report
from claimwise.report.figures import theme
from papers.shown import gaps


def values(name):
    chart = report.vega_lite(papers.kept(name), "replication-gaps")
    return chart["data"]["values"]


def test_value_every_judged_number_has_a_dot_with_its_verdict():
    """Table 9 without the column of Table 2: the print of QQP's lower bound lies far off."""
    found = {one["number"]: one for one in values("card-table-9")}
    counts = papers.kept_verdict("card-table-9").counts()
    assert len(found) == counts["numbers"] == 36
    assert sum(one["verdict"] == "within tolerance" for one in found.values()) == counts["same"]
    low = found["QQP, 390965, 91.0, Lachenbruch low"]
    assert (low["verdict"], low["gap"]) == ("differs", -5)  # published is below ours, and far
    wnli = found["WNLI, 147, 94.5, Lachenbruch low"]
    # 5.36 is printed to two digits, so that 0.00505 is tolerated; the root is 5.339.
    assert wnli["gap"] == pytest.approx((5.36 - 5.339) / 0.00505, abs=0.2)


def test_many_numbers_are_counted(monkeypatch):
    dots = values("card-table-9")
    monkeypatch.setattr(gaps, "MOST", 10)
    bars = values("card-table-9")
    assert sum(bar["numbers"] for bar in bars) == len(dots)
    for bar in bars:
        inside = [d for d in dots if bar["gap"] <= d["gap"] < bar["end"]]
        assert bar["numbers"] == sum(d["verdict"] == bar["verdict"] for d in inside)


def test_what_has_no_published_numbers_has_no_such_figure():
    assert "replication-gaps" not in report.figures_of(papers.kept("azer-table-3"))
    assert report.figures_of(papers.kept("card-figure-6"))[0] == "replication"


FIGURES = {"replication": "card-figure-6", "replication-marks": "card-figure-10"}
FIGURES |= {"replication-gaps": "card-table-9"}


@pytest.mark.parametrize("of", list(FIGURES))
def test_law_a_figure_is_whole_and_of_the_theme(of, capfd):
    result = papers.kept(FIGURES[of])
    chart = report.vega_lite(result, of)
    assert chart.pop("config") == theme.CONFIG
    assert chart["title"]["text"] == result.provenance["settings"]["title"]
    colours = set(re.findall(r"#[0-9a-fA-F]{6}", json.dumps(chart, allow_nan=False)))
    assert {colour.upper() for colour in colours} <= {one.upper() for one in theme.COLOURS}
    assert report.draw_figure(result, ".svg", of).startswith(b"<svg")
    assert "WARN" not in "".join(capfd.readouterr())
    assert report.caption(result, of).endswith(".")


def test_the_page_on_errors_says_what_the_kept_run_says():
    page = (Path(__file__).parents[2] / "docs" / "conformance.md").read_text(encoding="utf-8")
    notes = " ".join(papers.kept("card-figure-6").notes)
    share = notes.split("it finds one in ")[1].split(" of studies")[0]
    assert share == "10.4% to 23.3%"
    assert f"has {share} false" in " ".join(page.split())

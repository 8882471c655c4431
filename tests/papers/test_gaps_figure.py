"""The figure of how far published numbers lie from ours."""

import pytest

import papers
from claimwise import report
from claimwise.report.figures import replication_gaps


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
    monkeypatch.setattr(replication_gaps, "MOST", 10)
    bars = values("card-table-9")
    assert sum(bar["numbers"] for bar in bars) == len(dots)
    for bar in bars:
        inside = [d for d in dots if bar["gap"] <= d["gap"] < bar["end"]]
        assert bar["numbers"] == sum(d["verdict"] == bar["verdict"] for d in inside)


def test_what_has_no_published_numbers_has_no_such_figure():
    assert "replication-gaps" not in report.figures_of(papers.kept("azer-table-3"))
    assert report.figures_of(papers.kept("card-figure-6"))[0] == "replication"

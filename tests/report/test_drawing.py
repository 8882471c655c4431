"""A renderer that crashes takes no answer along."""

import sys
from pathlib import Path

import pytest

import claimwise as cw
from claimwise import report
from claimwise.report.forms import drawing
from claimwise.report.forms.drawing import FigureError, FigureWarning, draw
from tests.cli.commands import run

pytest.importorskip("vl_convert")
VALIDATION = Path(__file__).parents[2] / "examples" / "validation.csv"
ABORTS = [sys.executable, "-c", "import os; os.abort()"]
SLEEPS = [sys.executable, "-c", "import time; time.sleep(60)"]


def chart(title):
    values = [{"a": 1, "b": 2}]
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "title": title,
        "data": {"values": values},
        "mark": "point",
        "encoding": {"x": {"field": "a"}, "y": {"field": "b"}},
    }


@pytest.fixture
def crashing(monkeypatch):
    monkeypatch.setattr(drawing, "COMMAND", ABORTS)


def test_a_picture_is_what_was_asked_for_also_after_a_crash():
    assert draw(chart("one"), "svg").startswith(b"<svg")
    with pytest.raises(FigureError, match=r"could not be drawn: the renderer crashed \(SIGABRT\)"):
        draw(chart("\x1b[31m"), "svg")  # what no cleaned name holds
    assert draw(chart("two"), "png").startswith(b"\x89PNG")
    assert draw(chart("three"), "pdf").startswith(b"%PDF")


def test_what_the_renderer_refuses_is_a_sentence():
    with pytest.raises(FigureError, match=r"could not be drawn: ValueError"):
        draw({"mark": 3, "vconcat": 1}, "svg")


def test_one_that_takes_too_long_is_ended(monkeypatch):
    monkeypatch.setattr(drawing, "COMMAND", SLEEPS)
    monkeypatch.setattr(drawing, "LONGEST", 0.3)
    with pytest.raises(FigureError, match=r"it took longer than 0\.3 s"):
        draw(chart("slow"), "svg")


def test_where_no_process_can_be_started_it_is_said(monkeypatch):
    monkeypatch.setattr(drawing, "COMMAND", ["/no/such/program"])
    with pytest.raises(FigureError, match=r"could not be drawn: no process can be started"):
        draw(chart("none"), "svg")


def test_a_report_has_everything_but_the_figure(crashing):
    with pytest.warns(FigureWarning, match="could not be drawn"):
        page = report.to_html(cw.compare(VALIDATION))
    assert "could not be drawn" in page
    assert "3.0 points" in page
    with pytest.raises(FigureError):
        report.draw_figure(cw.compare(VALIDATION), ".png")


def test_the_command_answers_and_writes_the_other_files(crashing, tmp_path):
    page, text, plot = (tmp_path / name for name in ("r.html", "r.md", "p.png"))
    done = run(f"compare {VALIDATION} --report {page} --markdown {text} --plot {plot}")
    assert done.returncode == 0
    assert done.stdout.startswith("BETTER")
    first, second = done.stderr.splitlines()
    assert first == "The figure could not be drawn: the renderer crashed (SIGABRT)."
    assert second == f"{first} {plot} is not written."
    assert "3.0 points" in page.read_text()
    assert "3.0 points" in text.read_text()
    assert not plot.exists()

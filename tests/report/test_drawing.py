"""A renderer that crashes takes no answer along."""

import json
import os
import subprocess
import sys
import time
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
def fresh(monkeypatch):
    """Let the next figure start a process."""
    drawing._end()
    drawing._drawer = None
    yield monkeypatch
    drawing._end()
    drawing._drawer = None


@pytest.fixture
def crashing(fresh):
    fresh.setattr(drawing, "COMMAND", ABORTS)


def test_one_process_draws_all_and_a_crash_gets_a_new_one(fresh):
    assert draw(chart("one"), "svg").startswith(b"<svg")
    first = drawing._drawer.process
    assert draw(chart("two"), "png").startswith(b"\x89PNG")
    assert drawing._drawer.process is first
    assert draw(chart("three"), "pdf").startswith(b"%PDF")
    with pytest.raises(FigureError, match=r"could not be drawn: the renderer crashed \(SIGABRT\)"):
        draw(chart("\x1b[31m"), "svg")  # what no cleaned name holds
    assert draw(chart("four"), "svg").startswith(b"<svg")
    assert drawing._drawer.process is not first


def test_what_the_renderer_refuses_is_a_sentence_and_it_goes_on(fresh):
    with pytest.raises(FigureError, match=r"could not be drawn: ValueError"):
        draw({"mark": 3, "vconcat": 1}, "svg")
    first = drawing._drawer.process
    assert draw(chart("next"), "svg").startswith(b"<svg")
    assert drawing._drawer.process is first


def test_one_that_takes_too_long_is_ended(fresh):
    fresh.setattr(drawing, "COMMAND", SLEEPS)
    fresh.setattr(drawing, "LONGEST", 0.3)
    with pytest.raises(FigureError, match=r"it took longer than 0\.3 s"):
        draw(chart("slow"), "svg")
    assert drawing._drawer.process.returncode is not None


def test_after_a_fork_each_has_its_own(fresh):
    draw(chart("mine"), "svg")
    fresh.setattr(drawing._drawer, "owner", os.getpid() + 1)
    before = drawing._drawer
    assert draw(chart("other"), "svg").startswith(b"<svg")
    assert drawing._drawer.process is not before.process
    before.end()


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


def test_the_process_ends_with_the_one_that_asks(tmp_path):
    code = (
        "from claimwise.report.forms import drawing as d; import json, os, sys;"
        "d.draw(json.loads(sys.argv[1]), 'svg'); print(d._drawer.process.pid, flush=True);"
        "os._exit(0)"
    )
    given = [sys.executable, "-c", code, json.dumps(chart("x"))]
    done = subprocess.run(given, capture_output=True, text=True, check=True)
    for _ in range(50):
        if not Path(f"/proc/{int(done.stdout)}").exists():
            break
        time.sleep(0.1)
    else:
        pytest.fail("it still runs")

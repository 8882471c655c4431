"""Every figure is whole: it is drawn, named, in the colours of the house, and JSON."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
import vl_convert

from claimwise import report
from claimwise.core import ParameterError, Result, Row, entries
from claimwise.report import figures
from claimwise.report.figures import theme

from .drawn import LONG, MAKERS, ODD, drawn

VIEWS = ("layer", "hconcat", "vconcat", "concat")
ALL = [
    pytest.param(name, of, id=f"{name}-{of}")
    for name, ofs in {
        "exact": ["power", "errors"],
        "simulated": ["power", "errors"],
        "mde": ["detectable"],
        "cases": ["detectable"],
        "size": ["sample-size"],
        "means": ["power", "errors"],
        "assured": ["assurance"],
        "uncertain": ["expected-power"],
        "posterior plan": ["conclude", "width"],
        "rating plan": ["power", "errors"],
        "frontier": ["frontier"],
        "surface": ["heatmap", "power"],
        "split": ["split"],
        "cost": ["cost"],
        "two": ["forest"],
        "equivalent": ["forest"],
        "no worse": ["forest"],
        "less is better": ["forest"],
        "board": ["forest", "ranks"],
        "long names": ["forest"],
        "odd names": ["forest"],
        "datasets": ["forest"],
        "gold": ["forest"],
        "endless": ["forest"],
        "study": ["forest"],
        "study power": ["powers"],
        "belief": ["posterior", "sensitivity", "predictive", "forest"],
        "weights": ["diagnostics"],
        "ordinal": ["forest", "ratings", "variances", "categories"],
        "linear": ["forest", "ratings", "variances"],
        "judged": ["forest", "ratings", "variances"],
        "calibrated": ["findings", "p-values"],
        "accuracy calibrated": ["findings", "p-values", "coverage"],
        "means calibrated": ["findings", "p-values", "coverage"],
        "surveyed": ["survey-gains", "survey-power"],
        "coverage": ["coverage"],
        "swaps": ["swaps"],
        "answers": ["answers"],
    }.items()
    for of in ofs
]

FIRST = {param.values[1]: param.values[0] for param in reversed(ALL)}  # one is enough for PNG


def parts(value) -> Iterator[dict]:
    """Return every object within a specification."""
    if isinstance(value, dict):
        yield value
        for key, inner in value.items():
            if key not in ("values", "domain"):
                yield from parts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from parts(inner)


def views(chart) -> Iterator[dict]:
    """Return every panel: what has axes of its own."""
    if "spec" in chart:
        yield from views(chart["spec"])
    elif "layer" in chart or "mark" in chart:
        yield chart
    for key in VIEWS[1:]:
        for inner in chart.get(key, []):
            yield from views(inner)


def said_by_vega(chart, capfd):
    """Return the warnings of Vega-Lite."""
    vl_convert.vegalite_to_vega(chart, show_warnings=True)
    out, err = capfd.readouterr()
    return out + err


def test_a_warning_would_be_seen(capfd):
    place = {"field": "a", "type": "nominal"}
    data = {"values": [{"a": 1}]}
    odd = {"mark": "bar", "data": data, "encoding": {"x": place, "shape": place}}
    assert "WARN shape dropped" in said_by_vega(odd, capfd)


def test_names_are_those_of_the_figures_that_fit_the_best_first():
    found = {}
    for param in ALL:
        found.setdefault(param.values[0], []).append(param.values[1])
    assert set(found) == set(MAKERS)
    for name, names in found.items():
        assert report.figures_of(drawn(name)) == names
    drawn_once = {of for names in found.values() for of in names}
    known = {entry.name for entry in entries("figure")}
    assert {name for name in known if not name.startswith("replication")} == drawn_once  # papers/


@pytest.mark.parametrize(("name", "of"), ALL)
def test_a_figure_is_whole(name, of, capfd):
    result = drawn(name)
    chart = report.vega_lite(result, of)
    json.dumps(chart, allow_nan=False)
    assert chart["$schema"].endswith("vega-lite/v5.json")
    assert chart["title"]["text"]
    for view in views(chart):
        layers = [view, *view.get("layer", [])]
        for channel in ("x", "y"):
            used = [layer.get("encoding", {}).get(channel) for layer in layers]
            used = [one for one in used if one is not None and "field" in one]
            if used and not any("axis" in one and one["axis"] is None for one in used):
                assert any(one.get("title") for one in used), (channel, used)
    svg = report.draw_figure(result, ".svg", of).decode()
    assert svg.startswith("<svg")
    if name == FIRST[of]:
        assert report.draw_figure(result, ".png", of).startswith(b"\x89PNG")
    assert "WARN" not in said_by_vega(chart, capfd)
    text = report.caption(result, of)
    assert text.endswith(".")
    assert "nan" not in text.split()


@pytest.mark.parametrize(("name", "of"), ALL)
def test_colours_are_of_the_theme(name, of):
    chart = report.vega_lite(drawn(name), of)
    config = chart.pop("config")
    config["mark"] = {k: v for k, v in config["mark"].items() if k != "aria"}
    assert config == theme.CONFIG  # which a dark page can put its own over
    known = {colour.upper() for colour in theme.COLOURS}
    for part in parts(chart):
        for key, value in part.items():
            if key in ("color", "fill", "stroke") and isinstance(value, str):
                assert value.upper() in known, value
            if key == "scheme":
                assert value == theme.RAMP
            if key == "range" and isinstance(value, list) and str(value[0]).startswith("#"):
                assert {colour.upper() for colour in value} <= known
    assert {c.upper() for c in re.findall(r"#[0-9a-fA-F]{6}", json.dumps(chart))} <= known


@pytest.mark.parametrize(("name", "of"), ALL)
def test_words_of_a_figure_are_those_of_a_reader(name, of):
    """No internal names, no A minus B where systems have names, and no number such as 1e-09."""
    svg = report.draw_figure(drawn(name), ".svg", of).decode()
    words = [unescape(text) for text in re.findall(r">([^<>]+)</text>", svg)]
    for text in [*words, report.caption(drawn(name), of)]:
        assert not re.search(r"\b(type_[ms]|reject_any|mde|sample_size|B vs A|B - A)\b", text), text
        assert not re.search(r"\d[eE][-+]?\d", text), text
        assert not re.search(r"\bp [=<>] 0", text), text


def test_law_nothing_else_of_a_report_waits_for_figures():
    """Figures stand on the room; it imports them within functions, where one is drawn."""
    room = Path(figures.__path__[0]).parent
    drawing = {"figure.py"}  # which is imported where a figure becomes a file
    for file in room.glob("*.py"):
        source = file.read_text(encoding="utf-8")
        early = re.search(r"^(from|import) claimwise\.report\.figures", source, re.MULTILINE)
        assert early is None or file.name in drawing, file.name


def test_names_with_markup_are_harmless():
    result = drawn("odd names")
    for kind in (".svg", ".html"):
        text = report.draw_figure(result, kind).decode()
        assert "<script" not in text
        assert "<b>" not in text
        assert "&lt;script&gt;" in text
    a, b = ODD
    (value,) = report.vega_lite(result)["data"]["values"]
    assert (value["first"], value["second"]) == (b, a)
    assert value["name"] == f"{b} minus {a}"


def test_a_page_needs_no_network():
    text = report.draw_figure(drawn("exact"), ".html").decode()
    links = re.findall(r"https?://[^\s\"'<]+", text)
    assert {link for link in links if "www.w3.org" not in link} == set()


def test_long_names_are_written_whole():
    svg = report.draw_figure(drawn("long names"), ".svg").decode()
    for name in LONG:
        assert name in svg


def test_several_figures_stand_one_below_the_other():
    result = drawn("board")
    both = report.vega_lite(result, "ranks, forest")
    assert [part["title"]["text"] for part in both["vconcat"]] == [
        "Ranks and tie groups",
        "Differences between systems",
    ]
    assert report.vega_lite(result, ["ranks", "forest", "ranks"]) == both
    brief = report.answer_of(result).brief
    assert report.caption(result, "ranks,forest").count(brief) == 1
    assert report.draw_figure(result, ".svg", "ranks,forest").startswith(b"<svg")
    assert report.vega_lite(result) == report.vega_lite(result, "forest")


def test_what_is_no_figure_is_refused():
    board = drawn("board")
    with pytest.raises(ParameterError, match="needs one of forest, ranks; found 'x'"):
        report.vega_lite(board, "x")
    with pytest.raises(ParameterError, match="Did you mean ranks"):
        report.vega_lite(board, "rank")
    with pytest.raises(ParameterError, match=r"--solve mde.* can be drawn as power, errors"):
        report.vega_lite(drawn("exact"), "detectable")
    with pytest.raises(ParameterError, match="at least one name"):
        report.vega_lite(board, " , ")
    single = Result(kind="test", method="m", rows=(Row(quantity="power", estimate=0.5),))
    assert report.figures_of(single) == []
    with pytest.raises(ParameterError, match="several values of n"):
        report.vega_lite(single)
    bare = replace(single, rows=(Row(quantity="difference", estimate=0.5),))
    with pytest.raises(ParameterError, match='Add assess="interval"'):
        report.vega_lite(bare)
    with pytest.raises(ParameterError, match="found 'x'"):
        report.vega_lite(single, "x")


def test_figures_of_rows_come_back_from_json():
    for name in ("simulated", "board", "equivalent", "ordinal", "surface", "calibrated", "study"):
        result = drawn(name)
        again = report.from_json(report.to_json(result))
        assert report.figures_of(again) == report.figures_of(result)
        for of in report.figures_of(result):
            assert report.vega_lite(again, of) == report.vega_lite(result, of)
            assert report.caption(again, of) == report.caption(result, of)


def test_a_notebook_shows_words_and_charts(monkeypatch):
    alt = pytest.importorskip("altair")
    result = drawn("board")
    assert "<table>" in result._repr_html_()
    for name in ("board", "simulated"):
        chart = report.altair_chart(drawn(name))
        assert isinstance(chart, alt.TopLevelMixin)
        assert chart.to_dict()["title"]["text"] == report.vega_lite(drawn(name))["title"]["text"]
    monkeypatch.setitem(__import__("sys").modules, "altair", None)
    with pytest.raises(ParameterError, match=r"claimwise\[plots\]"):
        report.altair_chart(result)

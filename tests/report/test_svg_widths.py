"""Words in a drawn figure take the room that was made for them, in any font."""

from __future__ import annotations

import re
from html import unescape

import pytest

from claimwise import compare
from claimwise.data.examples import example_path
from claimwise.report import to_html
from claimwise.report.forms.svg_widths import width, with_widths

vl_convert = pytest.importorskip("vl_convert")
LINES = [
    "The quick brown fox, +9.33 (5.3 to 13.4)",
    "p < 0.0001, B worse",
    "JUMPS OVER {LAZY} d0gs",
]


def laid_out(words: str, weight: str) -> int:
    """Return how wide a line of letters of size 100 is to the program that lays figures out."""
    axis = {"title": None, "labelLimit": 0, "labelPadding": 0, "ticks": False, "domain": False}
    axis |= {"labelFontSize": 100, "labelFontWeight": weight}
    drawn = vl_convert.vegalite_to_svg(
        {
            "data": {"values": [{"y": words}]},
            "padding": 0,
            "width": 0,
            "height": 10,
            "config": {"font": "Helvetica, Arial, sans-serif", "view": {"stroke": None}},
            "mark": {"type": "point", "opacity": 0, "size": 0},
            "encoding": {"y": {"field": "y", "type": "nominal", "axis": axis}},
        }
    )
    return int(re.search(r'width="(\d+)"', drawn)[1])  # type: ignore[index]


@pytest.mark.parametrize("weight", ["normal", "bold"])
@pytest.mark.parametrize("words", LINES)
def test_widths_are_those_of_the_layout(words: str, weight: str) -> None:
    found = width(words, 100, bold=weight == "bold")
    near = 0.015 if weight == "normal" else 0.05  # pairs may stand closer
    assert found == pytest.approx(laid_out(words, weight), rel=near)


def test_a_letter_of_unknown_width_is_left_to_the_reader() -> None:
    assert width("\u6a21\u578b", 12) is None
    text = '<text font-size="12px">\u6a21\u578b</text>'
    assert with_widths(text) == text


def test_each_line_of_a_text_has_its_place_and_its_width() -> None:
    text = (
        '<text text-anchor="middle" font-size="10px" font-weight="bold">'
        '<tspan>a &lt; b</tspan><tspan x="0" dy="13">c</tspan><tspan x="0" dy="13">d</tspan></text>'
    )
    first, second, third = re.findall("<text.*?</text>", with_widths(text))
    assert 'textLength="24.1"' in first  # 1.07 (556 + 278 + 584 + 278 + 556)
    assert ">a &lt; b</text>" in first
    assert ' y="' not in first
    assert (' y="13"' in second, ' y="26"' in third) == (True, True)


def test_every_word_of_a_report_is_drawn_once_and_has_its_width() -> None:
    found = compare(example_path("leaderboard.csv"))
    page = to_html(found)
    texts = re.findall(r"<text([^>]*)>(.*?)</text>", page)
    assert len(texts) > 30
    assert all("textLength=" in said for said, _ in texts)
    assert not any("<" in inside for _, inside in texts)
    said = [unescape(inside).replace("\u00a0", " ") for _, inside in texts]
    row = found["difference[roberta vs bert]"]
    low, high = 100 * row.low, 100 * row.high
    assert said.count(f"+9.3 ({low:.1f} to {high:.1f}), p < .001, better") == 1

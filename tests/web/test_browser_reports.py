"""Reports and figures in a real browser: nothing is cut, in any font and on a phone."""

from collections.abc import Callable

import pytest

from claimwise import compare
from claimwise.data.examples import example_path
from claimwise.report import to_html

from .browsing import OVERFLOW, skip_without_browser

skip_without_browser()

from playwright.sync_api import Browser, Page, expect  # noqa: E402

# How far words reach beyond their figure, and which.
BEYOND = """() => [...document.querySelectorAll('figure svg')].flatMap((svg) => {
  const whole = svg.getBoundingClientRect();
  return [...svg.querySelectorAll('text')].filter((one) => one.textContent.trim()).map((one) => {
    const own = one.getBoundingClientRect();
    return [Math.max(whole.left - own.left, own.right - whole.right), one.textContent];
  });
}).filter(([far]) => far > 1)"""


@pytest.fixture(scope="module")
def reported() -> str:
    return to_html(compare(example_path("leaderboard.csv")))


@pytest.mark.parametrize("font", ["Helvetica, Arial, sans-serif", "monospace"])
def test_no_word_of_a_figure_is_cut_in_another_font(
    browser: Browser, reported: str, font: str
) -> None:
    page = browser.new_page()
    page.set_content(reported)
    page.add_style_tag(content=f"svg text {{ font-family: {font} !important }}")
    assert page.evaluate(BEYOND) == []
    expect(page.get_by_text("Scroll the figure sideways").first).to_be_hidden()
    page.close()


def test_a_report_on_a_phone_says_that_its_figures_scroll(browser: Browser, reported: str) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 800})
    page.set_content(reported)
    assert page.evaluate(OVERFLOW) == 0
    box = page.locator(".drawing").first
    assert box.evaluate("(e) => e.scrollWidth > e.clientWidth")
    expect(page.get_by_text("Scroll the figure sideways").first).to_be_visible()
    # Its words have the size that they are drawn in.
    assert box.evaluate("(e) => e.querySelector('svg').getBoundingClientRect().width") > 700
    page.close()


def test_a_figure_on_a_phone_says_that_it_scrolls(visit: Callable[..., Page]) -> None:
    path = "/compare?example=leaderboard.csv&a=bert&b=roberta"
    page = visit(path, viewport={"width": 390, "height": 800})
    box = page.locator(".canvas.scrolls").first
    expect(box).to_be_visible()
    assert box.evaluate("(e) => e.scrollWidth > e.clientWidth")
    expect(page.get_by_text("Scroll the figure sideways")).to_be_visible()
    assert page.evaluate(OVERFLOW) == 0
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(page.get_by_text("Scroll the figure sideways")).to_be_hidden()

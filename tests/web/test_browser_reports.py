"""Reports and figures in a real browser: nothing is cut, in any font and on a phone."""

from collections.abc import Callable

import pytest

from claimwise import compare, survey
from claimwise.data.examples import example_path
from claimwise.report import to_html
from claimwise.report.forms.html import SMALLEST

from .browsing import OVERFLOW, skip_without_browser

skip_without_browser()
pytestmark = pytest.mark.slow

from playwright.sync_api import Browser, Page, expect  # noqa: E402

# How far words reach beyond their figure, and which.
BEYOND = """() => [...document.querySelectorAll('figure svg')].flatMap((svg) => {
  const whole = svg.getBoundingClientRect();
  return [...svg.querySelectorAll('text')].filter((one) => one.textContent.trim()).map((one) => {
    const own = one.getBoundingClientRect();
    return [Math.max(whole.left - own.left, own.right - whole.right), one.textContent];
  });
}).filter(([far]) => far > 1)"""


# Of each table its name, its left end, and what of it is out of sight.
TABLES = """() => [...document.querySelectorAll('.scroll')].map((box) => [
  box.getAttribute('aria-label'),
  Math.round(box.querySelector('table').getBoundingClientRect().left),
  box.scrollWidth - box.clientWidth,
])"""
UNFOLD = "() => document.querySelectorAll('details').forEach((one) => { one.open = true; })"
# How wide a figure is shown and how wide it is drawn; its smallest words, in pixels.
WIDTHS = """(e) => [e.querySelector('svg').getBoundingClientRect().width,
  Number(e.querySelector('svg').getAttribute('width'))]"""
LOWEST = """(e) => Math.min(...[...e.querySelectorAll('svg text')].filter(
  (one) => one.textContent.trim()).map((one) => one.getBoundingClientRect().height))"""
TEXT = "() => Math.round(document.querySelector('h1').getBoundingClientRect().left)"


@pytest.fixture(scope="module")
def surveyed() -> str:
    return to_html(survey(example_path("survey.csv"), unpaired=True, resamples=100))


@pytest.mark.parametrize("width", [1280, 1920])
def test_a_wide_table_takes_the_room_of_the_window(
    browser: Browser, surveyed: str, width: int
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.set_content(surveyed)
    page.evaluate(UNFOLD)
    tables = {name: (left, hidden) for name, left, hidden in page.evaluate(TABLES)}
    assert [hidden for _, hidden in tables.values()] == [0] * len(tables)
    assert 0 < tables["By comparison"][0] < page.evaluate(TEXT)
    assert page.evaluate(OVERFLOW) == 0
    page.close()


def test_a_table_that_fits_stands_where_the_text_begins(browser: Browser, reported: str) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.set_content(reported)
    tables = {name: left for name, left, _ in page.evaluate(TABLES)}
    assert tables["Systems"] == tables["Comparisons"] == page.evaluate(TEXT)
    page.close()


def test_a_table_on_a_phone_scrolls_and_its_page_does_not(browser: Browser, surveyed: str) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 800})
    page.set_content(surveyed)
    page.evaluate(UNFOLD)
    tables = {name: (left, hidden) for name, left, hidden in page.evaluate(TABLES)}
    left, hidden = tables["By comparison"]
    assert left == page.evaluate(TEXT)
    assert hidden > 0
    high = "(e) => e.querySelector('thead').offsetHeight - e.querySelector('tbody tr').offsetHeight"
    assert page.get_by_role("region", name="By comparison").evaluate(high) > 10  # heads are wrapped
    assert page.evaluate(OVERFLOW) == 0
    shade = "(e) => getComputedStyle(e).backgroundImage.split('gradient').length - 1"
    assert page.locator(".scroll").first.evaluate(shade) == 4
    page.close()


@pytest.fixture(scope="module")
def reported() -> str:
    return to_html(compare(example_path("leaderboard.csv")))


def test_what_is_folded_is_printed(browser: Browser, reported: str) -> None:
    page = browser.new_page()
    page.set_content(reported)
    folded = page.get_by_text("The questions are recommendations of")
    expect(folded).to_be_hidden()
    page.emulate_media(media="print")
    expect(folded).to_be_visible()
    page.close()


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
    # It is made smaller, but not so small that its words cannot be read.
    shown, drawn = box.evaluate(WIDTHS)
    assert SMALLEST - 0.01 < shown / drawn < 1
    assert box.evaluate(LOWEST) > 7
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

"""The page in a real browser: every view, by mouse, by keyboard, on a phone, in the dark."""

import re
from collections.abc import Callable

import pytest

from .browsing import (
    CONTRAST,
    JUMPS,
    NAMELESS,
    OVERFLOW,
    drag,
    drawn,
    per_cent,
    skip_without_browser,
    until,
    where,
)

skip_without_browser()
pytestmark = pytest.mark.slow

from playwright.sync_api import Page, Route, expect  # noqa: E402

VIEWS = ["/plan", "/plan/means", "/compare", "/ratings", "/responses", "/study"]
LONG = "/plan/responses?replicates=3000&seed=3"
# Count the exact plans that are asked for and not yet answered: the most at any time.
FLYING = """() => {
  const [ask, flying] = [window.fetch, new Set()];
  window.most = 0;
  window.fetch = async (path, init) => {
    if (!String(path).includes('/api/plan')) return ask(path, init);
    const one = Symbol();
    flying.add(one);
    window.most = Math.max(window.most, flying.size);
    const reply = await ask(path, init).catch((problem) => { flying.delete(one); throw problem; });
    const read = reply.json.bind(reply);
    reply.json = () => read().finally(() => flying.delete(one));
    return reply;
  };
}"""
# Keep every text that a button has had, as it has some for a moment only.
LABELS = """(button) => {
  window.labels = [];
  new MutationObserver(() => window.labels.push(button.textContent))
    .observe(button, { childList: true, characterData: true, subtree: true });
}"""


@pytest.mark.parametrize("path", VIEWS)
def test_every_view_opens_named_and_fits_a_phone(visit: Callable[..., Page], path: str) -> None:
    page = visit(path)
    current = page.locator("nav [aria-current=page]")
    expect(current).to_have_count(1)
    expect(page.locator("h1")).to_have_text(current.inner_text())
    assert page.evaluate(NAMELESS) == []
    assert page.evaluate(JUMPS) == []
    if path.startswith("/plan"):
        drawn(page)
        for name in ("on the command line", "in Python"):
            expect(page.get_by_role("heading", name=f"The same {name}")).to_be_visible()
        page.get_by_text("Details", exact=True).click()
        assert page.evaluate(JUMPS) == []
    page.set_viewport_size({"width": 390, "height": 800})  # a phone
    assert page.evaluate(OVERFLOW) == 0


def test_dragging_changes_answer_and_link_one_request_at_a_time(visit: Callable[..., Page]) -> None:
    page = visit("/plan/accuracy")
    drawn(page)
    before, sentence = per_cent(page, "power"), page.locator(".sentence").inner_text()
    entries = page.evaluate("history.length")
    page.evaluate(FLYING)
    drag(page, "Items, slider", 0.6, 0.75, 0.9)
    n = int(page.get_by_label("Items", exact=True).input_value())
    assert n > 5000
    expect(page.locator(".sentence")).to_contain_text(f"{n:,} items")
    expect(page.locator(".elsewhere")).to_contain_text(f"--n {n}")
    assert page.locator(".sentence").inner_text() != sentence
    assert per_cent(page, "power") > before
    assert f"n={n}" in where(page)
    assert page.evaluate("window.most") == 1
    assert page.evaluate("history.length") == entries  # a drag is no trail of pages


def test_after_a_brief_answer_the_curves_come_once_the_hand_rests(
    visit: Callable[..., Page],
) -> None:
    page, asked = visit("/plan/accuracy"), []
    drawn(page)

    def first_in_brief(route: Route) -> None:
        asked.append(route.request.post_data)
        answer = route.fetch()
        told = answer.json() | ({"brief": True, "figures": []} if len(asked) == 1 else {})
        route.fulfill(response=answer, json=told)

    page.route("**/api/plan/accuracy", first_in_brief)
    page.get_by_label("Items", exact=True).fill("612")
    expect(page.locator(".sentence")).to_contain_text("612 items")
    drawn(page)
    until(page, lambda: len(asked) >= 2)
    page.wait_for_timeout(1200)  # and no third time
    assert len(asked) == 2
    assert asked[0] == asked[1]


def test_a_link_reproduces_and_back_goes_back(visit: Callable[..., Page]) -> None:
    page = visit("/plan/accuracy?n=800&agreement=0.95&alpha=0.01")
    expect(page.locator(".sentence")).to_contain_text("800 items")
    expect(page.get_by_label("Alpha", exact=True)).to_have_value("0.01")
    assert "alpha=0.01" in where(page)
    assert "difference" not in where(page)  # only what differs
    told = page.locator(".sentence").inner_text()
    page.get_by_label("Kind of study").select_option("preference")
    expect(page).to_have_url(re.compile("/plan/preference"))
    page.get_by_role("link", name="Compare").click()
    expect(page.locator("h1")).to_have_text("Compare")
    page.go_back()
    expect(page.get_by_label("Kind of study")).to_have_value("preference")
    page.go_back()
    expect(page.locator(".sentence")).to_have_text(told)
    page.go_forward()
    expect(page.get_by_label("Kind of study")).to_have_value("preference")


def test_an_error_is_shown_beside_its_field_and_goes(visit: Callable[..., Page]) -> None:
    page = visit("/plan/accuracy")
    drawn(page)
    last = page.locator(".sentence").inner_text()
    page.get_by_label("Items", exact=True).fill("0")
    said = "Items needs a number of at least 1; found 0."
    expect(page.get_by_role("alert")).to_have_text(said)
    expect(page.locator("#field-n-error")).to_have_text(said)
    expect(page.get_by_label("Items", exact=True)).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".mark")).to_be_visible()  # the last good answer stays, marked
    expect(page.locator(".sentence")).to_have_text(last)
    least, text = page.evaluate(CONTRAST)
    assert least >= 4.5, text
    page.get_by_label("Items", exact=True).fill("700")
    expect(page.locator(".sentence")).to_contain_text("700 items")
    expect(page.locator(".mark, .alert")).to_have_count(2)
    for hidden in (".mark", ".alert"):
        expect(page.locator(hidden)).to_be_hidden()
    expect(page.locator("#field-n-error")).to_be_empty()


def test_a_simulation_streams_narrows_and_can_be_cancelled(visit: Callable[..., Page]) -> None:
    page = visit("/plan")
    with page.expect_response("**/api/jobs") as begun:
        page.goto(LONG)
    job = begun.value.json()["id"]
    expect(page.locator(".answer.partial")).to_be_visible()
    band = "() => Number(document.querySelector('.gauge .band')?.getAttribute('width') ?? 0)"
    first = page.evaluate(band)
    assert first > 0
    page.wait_for_function(f"(first) => ({band})() < first", arg=first)
    expect(page.locator("progress")).to_have_attribute("value", re.compile("."))
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".said")).to_contain_text("Cancelled")
    expect(page.locator(".sentence")).not_to_be_empty()  # what was found so far stays
    # So does the command that gives it: with as many studies as the answer rests on.
    rests = re.search(r"replicates:(\d+)", page.locator(".signature").inner_text())
    assert rests is not None
    assert int(rests[1]) < 3000
    expect(page.locator(".elsewhere")).to_contain_text(f"--replicates {rests[1]}")
    expect(page.locator(".elsewhere")).to_contain_text(f"replicates={rests[1]}")
    events = page.request.get(f"/api/jobs/{job}/events")
    assert events.status == 404 or "event: cancelled" in events.text()
    page.get_by_role("button", name="Run again").click()
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()


def test_keyboard_alone_is_enough(visit: Callable[..., Page]) -> None:
    page = visit("/plan/accuracy")
    drawn(page)
    page.keyboard.press("Tab")
    expect(page.get_by_text("Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    for _ in range(4):  # link, kind of study, number, slider
        page.keyboard.press("Tab")
    slider = page.get_by_label("Items, slider")
    expect(slider).to_be_focused()
    assert slider.evaluate("(e) => getComputedStyle(e).outlineStyle") == "solid"
    page.keyboard.press("ArrowRight")
    value = int(page.get_by_label("Items", exact=True).input_value())
    assert 500 < value < 560
    expect(page.locator(".sentence")).to_contain_text(f"{value} items")
    expect(page.locator("#spoken")).to_contain_text(f"{value} items")  # and it is spoken
    copy = page.get_by_role("button", name="Copy: The same on the command line")
    copy.evaluate(LABELS)
    copy.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("window.labels.includes('Copied')")
    expect(page.locator("#spoken")).to_have_text("Copied: The same on the command line.")
    assert f"--n {value}" in page.evaluate("navigator.clipboard.readText()")


def test_the_numbers_of_a_figure_are_a_table(visit: Callable[..., Page]) -> None:
    page = visit("/plan/accuracy?n=800")
    drawn(page)
    page.get_by_text("Show the numbers").first.click()
    table = page.locator("figure table").first
    expect(table.locator("thead th[scope=col]").first).to_be_visible()
    assert table.locator("tbody tr").count() > 5


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_light_and_dark_are_readable_and_the_choice_is_kept(
    visit: Callable[..., Page], scheme: str
) -> None:
    page = visit("/plan/accuracy", color_scheme=scheme)
    drawn(page)
    page.get_by_text("More settings").click()
    least, text = page.evaluate(CONTRAST)
    assert least >= 4.5, text
    page.get_by_label("Colours").select_option("dark" if scheme == "light" else "light")
    least, text = page.evaluate(CONTRAST)
    assert least >= 4.5, text
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    chosen = page.evaluate(paper)
    page.reload()
    drawn(page)
    assert page.evaluate(paper) == chosen
    page.get_by_label("Colours").select_option("auto")
    assert page.evaluate(paper) != chosen

"""Files, examples, reports and studies on the page, in a real browser."""

import hashlib
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from .browsing import NAMELESS, OVERFLOW, drawn, skip_without_browser, where

skip_without_browser()
pytestmark = pytest.mark.slow

from playwright.sync_api import Page, expect  # noqa: E402

MARKUP = "<img src=x onerror=alert(1)>"  # a system's name that must stay a text
SYSTEMS = (("old", 5), (MARKUP, 7))
REPORTS = (("HTML", ".html", "<html"), ("Markdown", ".md", "#"), ("LaTeX", ".tex", "\\"))
DROPPED = """() => {
  const carried = new DataTransfer();
  carried.items.add(new File([new Uint8Array([0, 1, 2])], 'broken.csv'));
  return carried;
}"""


def test_a_file_is_examined_compared_and_reported(
    visit: Callable[..., Page], tmp_path: Path
) -> None:
    rows = [f"q{k},{name},{int(k % 10 < right)}" for k in range(60) for name, right in SYSTEMS]
    file = tmp_path / "scores.csv"
    file.write_text("item,system,correct\n" + "\n".join(rows) + "\n")
    page = visit("/compare")
    page.get_by_label("Choose files").first.set_input_files(file)
    doctor = page.locator("details.doctor")
    expect(doctor).to_contain_text("120 rows, 2 systems")
    expect(doctor).to_contain_text("Scores are right or wrong")
    expect(page.get_by_label("A", exact=True)).to_have_value("old")  # two systems: the first is A
    expect(page.get_by_label("B", exact=True)).to_have_value(MARKUP)
    page.get_by_label("Claim").select_option("superiority")
    page.get_by_role("spinbutton", name="Margin").fill("1")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".sentence")).to_contain_text(MARKUP)  # as text, never as HTML
    expect(page.locator(".elsewhere")).to_contain_text("--claim superiority --margin 0.01")
    assert page.locator("main img").count() == 0
    # The address names the file and its digest, and asks for it again.
    digest = hashlib.sha256(file.read_bytes()).hexdigest()[:12]
    assert f"file=scores.csv&sha256={digest}" in where(page)
    told = page.locator(".sentence").inner_text()
    for kind, ending, inside in REPORTS:
        with page.expect_download() as download:
            page.get_by_role("button", name=kind).click()
        assert download.value.suggested_filename.endswith(ending)
        assert inside in Path(download.value.path()).read_text()
    page.get_by_role("spinbutton", name="Margin").fill("2")
    expect(page.locator(".mark")).to_contain_text("settings have changed")
    page.get_by_role("spinbutton", name="Margin").fill("1")
    page.reload()
    expect(page.locator(".wanted").first).to_contain_text("scores.csv")
    other = tmp_path / "other" / "scores.csv"
    other.parent.mkdir()
    other.write_text(file.read_text().replace("q1,", "q100,"))
    page.get_by_label("Choose files").first.set_input_files(other)
    expect(page.locator(".held").first).to_contain_text("its digest differs")
    page.get_by_role("button", name="Remove scores.csv").click()
    page.get_by_label("Choose files").first.set_input_files(file)
    expect(page.get_by_label("B", exact=True)).to_have_value(MARKUP)
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".sentence")).to_have_text(told)


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/compare?example=leaderboard.csv&a=bert&b=bow", "bow"),
        pytest.param(  # on a fresh machine the kernels are compiled first
            "/ratings?example=ratings.csv&model=linear", "large", marks=pytest.mark.slow
        ),
        ("/responses?example=responses.csv&metric=wins%3Amae", "wins"),
        ("/plan/f1?example=confusion.toml&replicates=100&resamples=50&seed=1", "1,000 items"),
    ],
)
def test_a_link_with_an_example_brings_the_answer(
    visit: Callable[..., Page], path: str, says: str
) -> None:
    page = visit(path, viewport={"width": 390, "height": 800})
    expect(page.locator(".answer")).to_contain_text(says, timeout=180_000)
    expect(page.locator(".progress")).to_be_hidden()
    expect(page.get_by_role("heading", name="The same in Python")).to_be_visible()
    assert page.evaluate(OVERFLOW) == 0
    assert page.evaluate(NAMELESS) == []


def test_a_bad_file_that_is_dropped_is_refused_and_another_is_taken(
    visit: Callable[..., Page],
) -> None:
    page = visit("/compare")
    dropped = page.evaluate_handle(DROPPED)
    page.locator(".drop").first.dispatch_event("drop", {"dataTransfer": dropped})
    expect(page.locator(".alert:visible, .doctor .field-error")).not_to_have_count(0)
    for remove in page.get_by_role("button", name="Remove broken.csv").all():
        remove.click()
    page.get_by_role("button", name="validation.csv").click()
    expect(page.locator("details.doctor")).to_contain_text("2 systems")
    expect(page.locator(".alert")).to_be_hidden()
    page.get_by_role("link", name="Plan").click()
    drawn(page)
    page.go_back()
    expect(page.locator("details.doctor")).to_contain_text("2 systems")  # still there


def test_a_study_is_declared_edited_assessed_and_saved(visit: Callable[..., Page]) -> None:
    page = visit("/study")
    page.get_by_label("Source").fill("a pilot")
    page.get_by_label("Items", exact=True).fill("400")
    page.get_by_label("True difference", exact=True).locator("visible=true").fill("5")
    page.get_by_role("button", name="Write the study").click()
    expect(page.locator(".answer")).to_contain_text("Complete")
    editor = page.get_by_label("study.toml")
    assert "n = 400" in editor.input_value()
    editor.fill(editor.input_value().replace("alpha = 0.05", "alpha = 7"))
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("alert")).to_contain_text("alpha")
    editor.fill(editor.input_value().replace("alpha = 7", "alpha = 0.01"))
    page.get_by_role("button", name="Power").click()
    expect(page.locator(".elsewhere")).to_contain_text("claimwise study power study.toml")
    page.get_by_role("button", name="validation.csv").click()
    expect(page.locator(".held").first).to_contain_text("validation.csv")
    page.get_by_role("button", name="Assess").click()
    expect(page.locator(".elsewhere")).to_contain_text("study assess study.toml validation.csv")
    told = page.locator(".sentence").inner_text()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    assert Path(download.value.path()).read_text() == editor.input_value()
    expect(page).to_have_url(re.compile("do=assess"))
    again = visit(where(page), viewport={"width": 390, "height": 800})  # the text is in the address
    expect(again.locator(".sentence")).to_have_text(told)
    expect(again.get_by_label("study.toml")).to_have_value(editor.input_value())
    assert again.evaluate(OVERFLOW) == 0

"""What the page says of fields and files that do not fit, in a real browser."""

from collections.abc import Callable
from pathlib import Path

import pytest

from claimwise.data.examples import example_path

from .browsing import drawn, skip_without_browser, where

skip_without_browser()
pytestmark = pytest.mark.slow

from playwright.sync_api import Page, expect  # noqa: E402


def test_every_bad_field_is_said(visit: Callable[..., Page]) -> None:
    page = visit("/plan/accuracy?n=abc&difference=5&agreement=2&alpha=0.5")
    for name, said in {
        "n": "Items must be a number; found abc.",
        "difference": "True difference needs a number of at most 100 points; found 500.",
        "agreement": "Agreement needs a number of at most 100%; found 200.",
        "alpha": "Alpha needs a number below 0.5; found 0.5.",
    }.items():
        expect(page.locator(f"#field-{name}-error")).to_have_text(said)
        expect(page.get_by_role("alert")).to_contain_text(said)
    for name, value in {"n": "500", "difference": "2", "agreement": "90"}.items():
        page.locator(f"#field-{name}").fill(value)
        expect(page.locator(f"#field-{name}-error")).to_be_empty()
    expect(page.locator(".alert")).to_have_text("Alpha needs a number below 0.5; found 0.5.")
    expect(page.locator(".alert")).to_be_visible()
    page.locator("#field-alpha").fill("0.05")
    expect(page.locator(".sentence")).to_contain_text("500 items")
    expect(page.locator("#field-alternative")).to_be_visible()
    page.locator("#field-claim").select_option("non-inferiority")
    page.locator("#field-margin").fill("5")
    expect(page.locator(".elsewhere")).to_contain_text("--margin 0.05")
    expect(page.locator("#field-alternative")).to_be_hidden()
    expect(page.locator(".readings")).to_contain_text("B - A for power 80%")
    expect(page.locator(".readings")).not_to_contain_text("Detectable")


def test_another_file_than_that_of_the_link_takes_its_place(
    visit: Callable[..., Page], tmp_path: Path
) -> None:
    own = tmp_path / "mine.csv"
    own.write_bytes(example_path("validation.csv").read_bytes())
    page = visit("/compare?file=theirs.csv&sha256=9a51aaaaaaaa&a=bert&b=roberta")
    told = page.locator(".wanted").first
    expect(told).to_have_text(
        "This link was made with theirs.csv. A link holds no data: drop or choose the same again."
    )
    page.get_by_label("Choose files").first.set_input_files(own)
    expect(told).to_contain_text("made with theirs.csv, which is not here")
    now = "A is now baseline and B is now candidate."
    expect(told).to_contain_text(f"bert and roberta are not in it: {now}")
    assert "theirs" not in where(page)
    assert "9a51" not in where(page)
    assert "file=mine.csv&" in where(page)
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".elsewhere")).to_contain_text("claimwise compare mine.csv")
    page.get_by_role("button", name="Remove mine.csv").click()
    expect(told).to_be_hidden()


def test_an_example_in_place_of_the_file_of_a_link(visit: Callable[..., Page]) -> None:
    page = visit("/compare?file=theirs.csv&a=baseline")
    page.get_by_role("button", name="validation.csv").click()
    told = page.locator(".wanted").first
    expect(told).to_contain_text("made with theirs.csv, which is not here")
    expect(told).not_to_contain_text("choose")  # A is in it
    expect(page.get_by_label("A", exact=True)).to_have_value("baseline")
    expect(page.get_by_label("B", exact=True)).to_have_value("candidate")
    assert "theirs" not in where(page)


def test_gold_is_not_compared_with_itself_and_an_odd_file_opens_its_field(
    visit: Callable[..., Page], tmp_path: Path
) -> None:
    page = visit("/responses?example=responses.csv")
    drawn(page)
    for name in ("A", "B"):
        listed = page.get_by_label(name, exact=True).locator("option").all_inner_texts()
        assert listed == ["\u2013", "base", "new"]
    page.get_by_role("button", name="Remove responses.csv").click()
    odd = tmp_path / "odd.csv"
    odd.write_text("qid,who,val\n1,a,0.5\n1,b,0.7\n")
    page.get_by_label("Choose files").first.set_input_files(odd)
    expect(page.locator(".held").first).to_contain_text("odd.csv")
    expect(page.get_by_label("Columns")).to_be_hidden()
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".alert")).to_contain_text("response=NAME under “Columns”")
    expect(page.locator(".alert")).to_be_visible()
    expect(page.get_by_label("Columns")).to_be_visible()
    expect(page.get_by_label("Columns")).to_have_attribute("aria-invalid", "true")

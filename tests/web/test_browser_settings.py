"""Settings that are empty, looked for, or make an answer slow, in a real browser."""

from collections.abc import Callable
from pathlib import Path

import pytest

from claimwise.data.examples import example_path

from .browsing import drawn, reading, skip_without_browser, where

skip_without_browser()
pytestmark = pytest.mark.slow

from playwright.sync_api import Page, expect  # noqa: E402


def test_an_empty_field_is_said_and_the_answer_is_old(visit: Callable[..., Page]) -> None:
    page = visit("/plan/accuracy")
    drawn(page)
    before = reading(page, "power")
    field = page.get_by_label("Items", exact=True)
    field.fill("")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#field-n-error")).to_have_text("Items is empty: give a number.")
    expect(page.locator(".answer.old")).to_be_visible()
    assert reading(page, "power") == before
    field.fill("900")
    expect(page.locator(".answer.old")).to_have_count(0)
    expect(field).not_to_have_attribute("aria-invalid", "true")
    assert reading(page, "power") != before


def test_the_detectable_difference_is_in_points_and_figures_have_names(
    visit: Callable[..., Page],
) -> None:
    page = visit("/plan/accuracy")
    warned: list[str] = []
    page.on("console", lambda said: warned.append(said.text) if said.type == "warning" else None)
    drawn(page)
    assert reading(page, "mde") == "3.9"
    expect(page.locator("[data-estimand='mde'] .unit")).to_have_text("points")
    picture = page.get_by_role("img", name=page.locator("figcaption").first.inner_text())
    expect(picture.first).to_be_visible()
    page.get_by_label("Items", exact=True).fill("600")
    expect(page.locator("[data-estimand='mde'] .figure")).not_to_have_text("3.9")
    assert warned == []


def test_what_is_looked_for_is_hidden(visit: Callable[..., Page]) -> None:
    page = visit("/plan/bleu?solve=mde&replicates=20&resamples=20")
    expect(page.locator("#field-difference")).to_be_hidden()
    expect(page.locator("#field-n")).to_be_visible()
    expect(page.locator("[data-estimand='mde']")).to_be_visible()


def test_clusters_are_simulated_with_a_seed(visit: Callable[..., Page]) -> None:
    page = visit("/plan/means?n=40&cluster_size=5&replicates=200")
    expect(page.locator("[data-estimand='power']")).to_be_visible()
    assert page.get_by_label("Seed").input_value() == "0"
    page.get_by_label("Seed").fill("8")
    expect(page.locator(".elsewhere")).to_contain_text("--seed 8")
    assert "seed=8" in where(page)
    page.get_by_label("Items in a cluster").fill("")  # exact again
    expect(page.locator("[data-estimand='mde']")).to_be_visible()
    expect(page.get_by_label("Seed")).to_be_hidden()


def test_a_slow_plan_goes_on_as_a_job_with_cancel(visit: Callable[..., Page]) -> None:
    page = visit("/plan/accuracy?test=mcnemar-unconditional&n=20000")
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()
    page.get_by_label("Items", exact=True).fill("100")  # quick again
    expect(page.get_by_role("button", name="Cancel")).to_be_hidden()
    expect(page.locator(".elsewhere")).to_contain_text("--n 100")


def test_a_link_with_a_file_is_answered_when_the_file_comes(
    visit: Callable[..., Page], tmp_path: Path
) -> None:
    own = tmp_path / "mine.csv"
    own.write_bytes(example_path("validation.csv").read_bytes())
    page = visit("/compare?file=mine.csv&alpha=0.01")
    expect(page.get_by_text("This link was made with mine.csv")).to_be_visible()
    page.locator("input[type=file]").first.set_input_files(own)
    expect(page.locator(".elsewhere")).to_contain_text("--alpha 0.01")

"""Systems, columns, units and links on the page, in a real browser."""

from collections.abc import Callable
from pathlib import Path

import pytest

from .browsing import CONTRAST, OVERFLOW, drawn, reading, skip_without_browser, where
from .test_recognise import ODD

skip_without_browser()
pytestmark = pytest.mark.slow

from playwright.sync_api import Page, expect  # noqa: E402

# Tiles whose value and unit stand in more than one line.
WRAPPED = """() => [...document.querySelectorAll('.reading')].filter((tile) => {
  const boxes = [...tile.querySelectorAll('.figure, .unit')].map((one) => one.getClientRects());
  return boxes.some((one) => one.length > 1) || tile.scrollWidth > tile.clientWidth + 1;
}).map((tile) => tile.innerText)"""
# Where the panels of the figures begin and end, and whether each has level lines and no others.
PANELS = """() => [...document.querySelectorAll('figure svg')].flatMap((svg) => (
  [...svg.querySelectorAll('.mark-group.role-scope, .mark-group.role-frame.root')]
    .filter((one) => one.querySelector(':scope > g > .background'))
    .filter((one) => one.querySelector(':scope > g > g > .role-axis'))
    .map((one) => one.querySelector(':scope > g > .background').getBoundingClientRect())
    .map((box) => [Math.round(box.left), Math.round(box.right)])))"""
GRIDS = """() => [...document.querySelectorAll('figure svg .role-axis-grid')]
  .map((grid) => [...grid.querySelectorAll('line')])
  .map((lines) => lines.some((line) => Number(line.getAttribute('x2'))))"""
# Cells of a table that a reader cannot get to: beyond its frame where it does not scroll.
CUT = """() => [...document.querySelectorAll('.scroll')].filter((box) => {
  box.scrollLeft = 1e6;
  const last = box.querySelector('tr').lastElementChild.getBoundingClientRect();
  const frame = box.getBoundingClientRect();
  return last.right > frame.right + 1 || frame.right > innerWidth;
}).length"""


def test_a_verdict_is_a_word_with_a_colour(visit: Callable[..., Page]) -> None:
    page = visit("/plan/accuracy")
    word = page.locator(".answer .word")
    expect(word).to_have_text("TOO SMALL")
    expect(word).to_have_attribute("data-tone", "bad")
    painted = "(e) => getComputedStyle(e).backgroundColor"
    red = word.evaluate(painted)
    page.get_by_label("Items", exact=True).fill("4000")
    expect(word).to_have_text("ENOUGH")
    expect(word).to_have_attribute("data-tone", "good")
    assert word.evaluate(painted) != red
    expect(page.locator("#spoken")).to_contain_text("ENOUGH. ")
    for name in ("light", "dark"):
        page.get_by_label("Colours").select_option(name)
        least, text = page.evaluate(CONTRAST)
        assert least >= 4.5, text


def test_fields_are_in_points_and_links_in_proportions(visit: Callable[..., Page]) -> None:
    page = visit("/plan/accuracy?difference=0.031&agreement=0.85")
    drawn(page)
    field = page.get_by_label("True difference", exact=True)
    expect(field).to_have_value("3.1")
    expect(page.get_by_label("Agreement", exact=True)).to_have_value("85")
    slider = page.get_by_label("True difference, slider")
    expect(slider).to_have_attribute("aria-valuetext", "3.1 points")
    assert (slider.get_attribute("min"), slider.get_attribute("step")) == ("-20", "0.1")
    field.fill("4.7")
    expect(page.locator(".elsewhere")).to_contain_text("--difference 0.047 --agreement 0.85")
    assert "difference=0.047" in where(page)
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(field).to_have_value("4.8")
    expect(page.locator(".elsewhere")).to_contain_text("difference=0.048")
    page.goto("/plan/means")
    drawn(page)
    expect(page.get_by_label("True difference", exact=True)).to_have_value("0.05")


def test_the_unit_of_a_study_follows_its_kind(visit: Callable[..., Page]) -> None:
    page = visit("/study")
    field = page.get_by_label("True difference", exact=True).locator("visible=true")
    unit = page.locator(".field.number:has(label:text-is('True difference')) .unit")
    expect(field).to_have_value("2")
    expect(unit.locator("visible=true")).to_have_count(1)
    page.get_by_label("Kind of study").select_option("means")
    expect(field).to_have_value("0.05")
    expect(unit.locator("visible=true")).to_have_count(0)
    page.get_by_label("Kind of study").select_option("accuracy")
    expect(field).to_have_value("2")


@pytest.mark.parametrize("width", [390, 1280])
def test_tiles_do_not_wrap_and_panels_share_a_grid(visit: Callable[..., Page], width: int) -> None:
    page = visit("/plan/accuracy", viewport={"width": width, "height": 900})
    drawn(page)
    expect(page.locator("figure .drawing svg")).to_have_count(3)
    assert page.evaluate(WRAPPED) == []
    grids = page.evaluate(GRIDS)
    assert len(grids) == 4  # power, both errors, the detectable difference
    assert all(grids)
    panels = page.evaluate(PANELS)
    assert len(panels) == 4
    assert max(left for left, _ in panels) - min(left for left, _ in panels) <= (
        2 if width == 390 else width
    )
    whole = [panels[0], panels[-1]]
    assert abs(whole[0][0] - whole[1][0]) <= 2
    assert abs(whole[0][1] - whole[1][1]) <= 2
    assert reading(page, "sample_size") == "1,949"


def test_all_pairs_two_systems_or_all_with_a_baseline(visit: Callable[..., Page]) -> None:
    page = visit("/compare?example=leaderboard.csv")
    drawn(page)
    expect(page.get_by_label("All pairs")).to_be_checked()
    expect(page.get_by_label("A", exact=True)).to_be_hidden()
    page.get_by_text("With a baseline", exact=True).click()
    baseline = page.get_by_label("Baseline", exact=True)
    expect(baseline).to_have_value("bert")  # the first in the file, until another is chosen
    baseline.select_option("bow")
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.locator(".elsewhere")).to_contain_text("--baseline bow")
    page.get_by_text("Two systems", exact=True).click()
    assert "baseline" not in where(page)
    one, other = page.get_by_label("A", exact=True), page.get_by_label("B", exact=True)
    expect(one).to_have_value("bow")  # it stays what is compared with
    expect(other).to_have_value("bert")
    before = other.bounding_box()
    one.select_option("")
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.locator("#field-a-error")).to_have_text("A is needed: choose a system.")
    assert other.bounding_box() == before  # an error at A leaves B where it is
    one.select_option("bert")
    other.select_option("roberta")
    page.get_by_role("button", name="Swap A and B").click()
    expect(page.get_by_label("A", exact=True)).to_have_value("roberta")
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.locator(".elsewhere")).to_contain_text("--a roberta --b bert")
    again = visit(where(page))
    expect(again.get_by_label("Two systems")).to_be_checked()
    expect(again.get_by_label("B", exact=True)).to_have_value("bert")


def test_two_systems_of_many_are_the_first_two(visit: Callable[..., Page]) -> None:
    page = visit("/compare?example=leaderboard.csv")
    drawn(page)
    page.get_by_text("Two systems", exact=True).click()
    expect(page.get_by_label("A", exact=True)).to_have_value("bert")
    expect(page.get_by_label("B", exact=True)).to_have_value("roberta")
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.locator(".elsewhere")).to_contain_text("--a bert --b roberta")
    names = page.locator(".sentence b").all_inner_texts()
    assert names == ["roberta", "bert"]
    page.get_by_text("All pairs", exact=True).click()
    assert "a=" not in where(page).partition("?")[2].replace("example", "")


@pytest.mark.parametrize("path", ["/plan/accuracy", "/plan/means?n=20", "/plan/preference"])
def test_the_bar_of_a_phone_says_all_of_it(visit: Callable[..., Page], path: str) -> None:
    page = visit(path, viewport={"width": 390, "height": 900})
    drawn(page)
    ends = "(all) => all.map((one) => one.getBoundingClientRect().right)"
    said = page.locator(".strip > span")
    assert said.count() >= 3
    assert max(said.evaluate_all(ends)) <= 390


def test_two_systems_are_a_and_b_until_there_are_others(
    visit: Callable[..., Page], tmp_path: Path
) -> None:
    files = []
    for name, right in (("old", 3), ("new", 4), ("third", 2)):
        files.append(tmp_path / f"{name}.csv")
        rows = [f"q{k},{name},{int(k % 5 < right)}" for k in range(20)]
        files[-1].write_text("item,system,correct\n" + "\n".join(rows) + "\n")
    page = visit("/compare")
    expect(page.get_by_label("A", exact=True)).to_be_hidden()
    page.get_by_label("Choose files").first.set_input_files(files[:2])
    expect(page.get_by_label("A", exact=True)).to_have_value("old")
    expect(page.get_by_label("B", exact=True)).to_have_value("new")
    assert page.get_by_text("All pairs", exact=True).is_hidden()
    page.get_by_label("Choose files").first.set_input_files(files[2])
    expect(page.get_by_label("All pairs")).to_be_checked()
    expect(page.get_by_label("A", exact=True)).to_be_hidden()
    assert "a=" not in where(page).partition("?")[2].split("file")[0]


def test_columns_are_picked_and_bring_systems_and_points(
    visit: Callable[..., Page], tmp_path: Path
) -> None:
    odd = tmp_path / "odd.csv"
    odd.write_bytes(ODD)
    page = visit("/compare", viewport={"width": 390, "height": 800})
    page.get_by_label("Choose files").first.set_input_files(odd)
    expect(page.locator(".doctor .field-error")).to_contain_text("under “Columns”")
    offered = page.get_by_label("Item", exact=True).locator("option").all_inner_texts()
    assert offered == ["\u2013", "nr", "llm", "was_right", "part"]
    for role, column in {"Item": "nr", "System": "llm", "Score": "was_right"}.items():
        page.get_by_label(role, exact=True).select_option(column)
    expect(page.locator("#field-a")).to_have_value("old")
    expect(page.locator(".doctor .field-error")).to_have_count(0)
    page.get_by_label("Cluster").select_option("part")
    page.get_by_label("Claim").select_option("non-inferiority")
    page.get_by_role("spinbutton", name="Margin").fill("5")
    expect(page.locator(".field:has(#field-margin) .unit")).to_have_text("points")
    page.get_by_role("button", name="Compare", exact=True).click()
    said = page.locator(".elsewhere")
    expect(said).to_contain_text("--column item=nr --column system=llm --column score=was_right")
    expect(said).to_contain_text("--margin 0.05")
    expect(said).to_contain_text("--cluster part")
    assert page.evaluate(OVERFLOW) == 0
    page.reload()
    page.locator("input[type=file]").first.set_input_files(odd)
    expect(page.get_by_label("Score", exact=True)).to_have_value("was_right")
    expect(said).to_contain_text("--column score=was_right")


def test_recognised_columns_are_named_and_others_can_be_typed(
    visit: Callable[..., Page],
) -> None:
    page = visit("/ratings?example=ratings.csv&model=linear")
    page.locator("details.columns summary").click()
    first = page.get_by_label("Rater", exact=True).locator("option").first
    expect(first).to_have_text("auto: rater")
    page.goto("/compare?example=ner.csv")
    page.locator("details.columns summary").click()
    cluster = page.get_by_role("combobox", name="Cluster")
    expect(cluster.locator("option").first).to_have_text("auto: document")
    cluster.select_option(label="Another name …")
    page.get_by_role("textbox", name="Cluster").fill("doc.passage")
    assert "cluster=doc.passage" in where(page)
    cluster.select_option("none")
    assert "cluster=none" in where(page)
    expect(page.get_by_role("textbox", name="Cluster")).to_have_count(0)


def test_a_link_is_copied_and_says_what_it_holds(
    visit: Callable[..., Page], tmp_path: Path
) -> None:
    page = visit("/plan/accuracy?n=700")
    drawn(page)
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#spoken")).to_have_text("Link copied. It opens on this machine.")
    assert page.evaluate("navigator.clipboard.readText()") == where(page)
    odd = tmp_path / "odd.csv"
    odd.write_bytes(ODD)
    page.goto("/compare")
    page.get_by_label("Choose files").first.set_input_files(odd)
    expect(page.locator(".held").first).to_contain_text("odd.csv")
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#spoken")).to_contain_text("works on this machine only")
    expect(page.locator(".link")).to_contain_text("asks for odd.csv again")
    page.goto("/study")
    page.get_by_role("button", name="Example").click()
    expect(page.locator(".answer")).to_be_visible()
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#spoken")).to_contain_text("Link copied")
    assert "#" in page.evaluate("navigator.clipboard.readText()")  # the text of the study


def test_tables_on_a_phone_scroll_and_keep_every_column(visit: Callable[..., Page]) -> None:
    page = visit("/compare?example=leaderboard.csv", viewport={"width": 390, "height": 800})
    drawn(page)
    assert page.locator(".answer .scroll").count() > 0
    assert page.evaluate(CUT) == 0
    assert page.evaluate(OVERFLOW) == 0


def test_fields_of_a_study_stand_beside_its_text(visit: Callable[..., Page]) -> None:
    page = visit("/study")
    first, editor = page.get_by_label("Kind of study"), page.get_by_label("study.toml")
    left, right = first.bounding_box(), editor.bounding_box()
    assert left is not None
    assert right is not None
    assert left["x"] + left["width"] < right["x"]
    assert abs(left["y"] - right["y"]) < 100
    page.get_by_label("Source").fill("a pilot")
    page.get_by_role("button", name="Write the study").click()
    expect(page.locator(".answer")).to_be_visible()
    moved, answer = editor.bounding_box(), page.locator(".answer").bounding_box()
    assert moved is not None
    assert answer is not None
    assert moved["x"] + moved["width"] < answer["x"]  # now the answer stands beside it

"""Parts of the page by themselves, in a real browser: what is rare, or depends on who is first."""

from collections.abc import Callable

import pytest

from .browsing import JUMPS, drawn, skip_without_browser

skip_without_browser()
pytestmark = pytest.mark.slow

from playwright.sync_api import Page, expect  # noqa: E402

NO_STORAGE = """Object.defineProperty(window, 'localStorage',
  { get() { throw new Error('forbidden'); } })"""
# Ask a server that always refuses; return how often it was asked, and what the page was told.
REFUSED = """async (status) => {
  const { newest, Refusal } = await import('/static/api.js');
  const counts = [];
  let asked = 0;
  let told;
  const send = async () => { asked += 1; throw new Refusal('no', null, status); };
  const quick = newest(send, () => {}, (problem) => told(problem.message));
  for (let k = 0; k < 2; k += 1) {
    asked = 0;
    const answer = new Promise((done) => { told = done; });
    quick.ask({});
    counts.push([await answer, asked]);
  }
  return counts;
}"""
# A run that goes on after its view was left; returns what was asked of the server.
LEFT = """async () => {
  const { runner } = await import('/static/runs.js');
  const asked = [];
  window.fetch = (path) => { asked.push(path); return new Promise(() => {}); };
  const one = runner();
  one.stream({ view: 'plan', kind: 'f1', options: {} });
  one.leave();
  asked.push('left');
  one.stream({ view: 'plan', kind: 'f1', options: {} });
  one.quick({ view: 'plan', kind: 'accuracy', options: {} });
  await new Promise((done) => setTimeout(done, 0));
  return asked;
}"""
# Two answers, the newer before the older is drawn; returns the captions that are there.
OVERTAKEN = """async () => {
  const { answerPane } = await import('/static/answers.js');
  const pane = answerPane();
  document.querySelector('main').append(pane.element);
  const spec = { data: { values: [{ x: 1 }] }, mark: 'point', encoding: { x: { field: 'x' } } };
  const of = (...captions) => ({
    figures: captions.map((caption) => ({ name: caption[0], below: caption, spec })) });
  const seen = () => [...pane.element.querySelectorAll('figcaption')].map((one) => one.textContent);
  // The first figure is the same, so that the newer answer gets to its second one before.
  await Promise.all([pane.show(of('a', 'b1'), { partial: true }), pane.show(of('a', 'b2'))]);
  const same = seen();
  await Promise.all([pane.show(of('c', 'd', 'e'), { partial: true }), pane.show(of('f', 'g'))]);
  return [same, seen()];
}"""

# Answers of a hurried server; returns the captions after each, and which of them wait.
BRIEF = """async () => {
  const { answerPane } = await import('/static/answers.js');
  const pane = answerPane();
  document.querySelector('main').append(pane.element);
  const spec = { data: { values: [{ x: 1 }] }, mark: 'point', encoding: { x: { field: 'x' } } };
  const seen = [];
  const told = [[false, 'a1', 'b1'], [true], [true, 'a2'], [false, 'a3', 'b3'], [false]];
  for (const [brief, ...captions] of told) {
    const figures = captions.map((caption) => ({ name: caption[0], below: caption, spec }));
    await pane.show({ brief, figures });
    seen.push([...pane.element.querySelectorAll('figure')].map((one) => (
      one.querySelector('figcaption').textContent + (one.matches('.waiting') ? ' waits' : ''))));
  }
  return seen;
}"""


# An answer in pieces, some of them names; returns its texts, what is bold, what is spoken.
MARKED = """async () => {
  const { answerPane } = await import('/static/answers.js');
  const pane = answerPane();
  document.querySelector('main').append(pane.element);
  const headline = [['new', true], [' beats ', false], ['<b>', true]];
  const pieces = { headline, lines: [[['old', true], [' is old', false]]], method_line: [] };
  const tables = [{ name: 'T', header: ['x'], rows: [['new vs old']] }];
  const details = [{ heading: 'D', style: 'paragraphs', tables: [],
    pieces: [[[['Asked', false]], [['new', true], [' is new', false]]]] }];
  await pane.show({ word: 'BETTER', tone: 'good', headline: 'new beats <b>', pieces, tables,
    details, cautions: ['Mind this.'] });
  const [sentence, cell] = ['.sentence', 'tbody th'].map((one) => pane.element.querySelector(one));
  const all = (chosen) => [...pane.element.querySelectorAll(chosen)];
  await new Promise((done) => setTimeout(done, 1200));
  return [sentence.textContent, cell.textContent, all('b').map((one) => one.textContent),
    document.getElementById('spoken').textContent,
    all('.cautions, .figures').map((one) => one.className)];
}"""


@pytest.mark.parametrize(("status", "times"), [(503, 4), (504, 1), (500, 1), (502, 1)])
def test_only_a_busy_server_is_asked_again(
    visit: Callable[..., Page], status: int, times: int
) -> None:
    page = visit("/study")
    assert page.evaluate(REFUSED, status) == [["no", times], ["no", times]]


def test_a_view_that_was_left_asks_nothing(visit: Callable[..., Page]) -> None:
    page = visit("/study")
    assert page.evaluate(LEFT) == ["/api/jobs", "left"]


def test_an_answer_that_is_overtaken_draws_no_more(visit: Callable[..., Page]) -> None:
    page = visit("/study")
    assert page.evaluate(OVERTAKEN) == [["a", "b2"], ["f", "g"]]


def test_curves_that_a_brief_answer_leaves_out_stay_and_wait(visit: Callable[..., Page]) -> None:
    page = visit("/study")
    first, none, one, whole, empty = page.evaluate(BRIEF)
    assert first == ["a1", "b1"]
    assert none == ["a1 waits", "b1 waits"]
    assert one == ["a2", "b1 waits"]
    assert whole == ["a3", "b3"]
    assert empty == []


def test_colours_can_be_chosen_where_nothing_can_be_kept(visit: Callable[..., Page]) -> None:
    page = visit("/study", color_scheme="light")
    page.add_init_script(NO_STORAGE)
    page.reload()
    page.get_by_label("Colours").select_option("dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_label("Colours").select_option("auto")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


def test_the_rest_of_an_answer_is_folded_under_headings(visit: Callable[..., Page]) -> None:
    page = visit("/compare?example=leaderboard.csv")
    drawn(page)
    folded = page.locator("details.details")
    expect(folded.locator("h3").first).to_be_hidden()
    page.get_by_text("Details", exact=True).click()
    expect(folded.locator("h3").first).to_be_visible()
    expect(folded).to_contain_text("600 of 600")  # what was used
    expect(folded).to_contain_text("Tango (1998)")  # and by which method
    assert page.evaluate(JUMPS) == []


def test_no_paragraph_stands_there_twice(visit: Callable[..., Page]) -> None:
    page = visit("/plan/accuracy")
    drawn(page)
    page.get_by_text("Details", exact=True).click()
    said = page.locator(".sentence, .lines-below p, .method, .notes p, .notes li, .cautions li")
    texts = said.all_inner_texts()
    assert len(texts) == len(set(texts))


def test_names_of_systems_are_set_apart_and_stay_texts(visit: Callable[..., Page]) -> None:
    page = visit("/study")
    headline, cell, bold, spoken, order = page.evaluate(MARKED)
    assert (headline, cell) == ("new beats <b>", "new vs old")
    assert bold == ["new", "<b>", "old", "new"]  # of headline, lines and details
    assert spoken == "BETTER. new beats <b>"
    assert order == ["cautions", "figures"]  # what could turn it round is seen before any figure

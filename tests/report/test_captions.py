"""A figure has one wording: its title and its remarks, beside it or below its title."""

import re
from dataclasses import replace
from html import unescape

import pytest

import claimwise as cw
from claimwise import report
from claimwise.plan.around import curves_around
from claimwise.report.figures import caption, pictures, vega_lite

from .drawn import drawn

STUDY = {"difference": 0.1, "agreement": 0.8}


@pytest.fixture(scope="module")
def board():
    return drawn("board")


def words_of(svg):
    return [unescape(text) for text in re.findall(r">([^<>]+)</text>", svg)]


def test_law_alone_a_picture_has_its_remarks_and_the_method_below_the_title(board):
    (picture,) = pictures(board, "forest", alone=True)
    title = vega_lite(board, "forest")["title"]
    assert title["text"] == picture.title
    assert " ".join(title["subtitle"]) == " ".join(filter(None, picture.remarks))
    assert picture.remarks[-1] == report.answer_of(board).brief
    assert caption(board, "forest") == f"{picture.title}. {picture.below}"


def test_law_in_a_document_nothing_is_said_twice(board):
    made = report.document(board)
    for figure in made.figures:
        assert set(figure.spec["title"]) == {"text", "anchor"}
        assert figure.spec["title"]["text"] == figure.title
        assert made.brief.rstrip(".") not in figure.caption
    page = report.to_html(board)
    for figure in made.figures:
        assert page.count(f"<figcaption>{figure.below}</figcaption>") == 1
        label = re.search(rf'aria-label="({re.escape(figure.caption)})"', unescape(page))
        assert label, figure.name


def test_law_a_page_of_one_figure_says_its_remarks_below_it(board):
    page = report.draw_figure(board, ".html", "forest").decode()
    svg, _, rest = page.partition("</svg>")
    (picture,) = pictures(board, "forest", alone=True)
    assert f"<figcaption>{picture.below}</figcaption>" in rest
    assert not any("bars:" in words for words in words_of(svg))


def test_a_notebook_shows_the_remarks_below_the_picture(board):
    shown = board._repr_html_()
    (picture,) = pictures(board)
    assert f"<figcaption>{picture.below}</figcaption>" in shown
    assert f'aria-label="{picture.caption}"' in shown


@pytest.mark.parametrize(("budget", "dear"), [(500, 0), (120, 2), (10, 4)])
def test_studies_beyond_a_budget_stand_in_brackets(budget, dear):
    plan = cw.plan.responses(
        items=[50, 100],
        responses=[1, 3],
        budget=budget,
        epsilon_b=0.3,
        metric="mae",
        solve="power",
        replicates=20,
        resamples=39,
        rng=1,
    )
    values = vega_lite(plan, "heatmap")["data"]["values"]
    assert sum(value["text"].startswith("(") for value in values) == dear
    assert f"In brackets: more than a budget of {budget}" in caption(plan, "heatmap")


def test_a_curve_says_what_was_held_and_nothing_that_varies():
    options = {"n": 500, "difference": 0.04, "agreement": 0.9}
    power, mde = curves_around(cw.plan.accuracy, options, cw.plan.accuracy(**options))
    assert "true difference 4 points" in caption(power, "power").lower()
    assert "true difference 4" not in caption(mde, "detectable").lower()
    means = caption(cw.plan.means(n=[100, 300], difference=0.05, sd=0.4), "power")
    assert "rue difference 0.05, standard deviation 0.4" in means


def test_a_claim_is_supported_and_a_difference_found():
    claim = {"agreement": 0.85, "claim": "non-inferiority", "margin": 0.05}
    plan = cw.plan.accuracy(n=[300, 600], solve="mde", **claim)
    chart = vega_lite(plan, "detectable")
    title = chart["layer"][0]["encoding"]["y"]["title"]
    assert title == "true difference at which the claim has power 80% (points)"
    assert "on-inferiority, margin 5 points" in caption(plan, "detectable")
    assert "Detectable" not in chart["title"]["text"]
    for more, word in ((claim | {"difference": 0.0}, "support"), (STUDY, "find")):
        found = caption(cw.plan.accuracy(n=[100, 300], **more), "power")
        assert {one for one in ("support", "find") if f"would {one} the" in found} == {word}


def test_undefined_values_are_not_drawn_and_said():
    plan = drawn("exact")
    rows = [
        replace(row, estimate=float("nan")) if not k else row for k, row in enumerate(plan.rows)
    ]
    broken = replace(plan, rows=tuple(rows))
    assert len(vega_lite(broken, "power")["data"]["values"]) == 3
    assert "1 value not defined, and not drawn" in caption(broken, "power")

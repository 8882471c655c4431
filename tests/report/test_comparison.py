"""Every sentence of a comparison holds to its row."""

import re

import numpy as np
import polars
import pytest

import claimwise as cw
from claimwise.core import spelled
from claimwise.data import example_path
from claimwise.report import to_markdown, to_text

ARC = example_path("arc.csv")
BOARD = example_path("leaderboard.csv")


def plain(result):
    return " ".join(to_text(result).split())


def graded(shift, n=50, seed=1):
    rng = np.random.default_rng(seed)
    a = rng.normal(size=n)
    return {"old": a, "new": a + shift + 0.5 * rng.normal(size=n)}


@pytest.mark.parametrize(("a", "b"), [("bert", "roberta"), ("roberta", "bert")])
def test_direction_in_words_is_the_sign_of_the_row(a, b):
    result = cw.compare(BOARD, a=a, b=b)
    row = result["difference"]
    word = "higher" if row.estimate > 0 else "lower"
    better = "better" if row.estimate > 0 else "worse"
    text = plain(result)
    assert f"{b} scores {abs(100 * row.estimate):.4g} points {word} than {a}" in text
    assert f"{b} is {better} than {a} (at alpha 0.05, two-sided)" in text
    ends = re.search(r"interval of B - A (-?[\d.]+) to (-?[\d.]+) points", text)
    assert [float(x) for x in ends.groups()] == pytest.approx(
        [100 * row.low, 100 * row.high], rel=1e-3
    )
    assert "600 items" in text


def test_no_difference_is_never_said_from_a_large_p():
    result = cw.compare(BOARD, a="bert", b="albert")
    assert result["difference"].pvalue > 0.5
    text = plain(result)
    assert "stays open" in text
    assert "no evidence that they are equally good" in text
    assert "no difference between" not in text


def test_where_lower_is_better_the_words_turn_and_the_numbers_do_not():
    result = cw.compare(graded(0.6), better="lower")
    text = plain(result)
    assert "new scores" in text
    assert "higher than old" in text
    assert "new is worse than old" in text


@pytest.mark.parametrize(
    ("claim", "margin", "shift", "words"),
    [
        ("superiority", 0.1, 0.6, "Supported: new is better than old by more than 0.1"),
        ("superiority", 0.1, -0.6, "Contradicted: new is better"),
        ("non-inferiority", 0.3, 0.0, "Supported: new is less than 0.3 worse than old"),
        ("non-inferiority", 0.1, -0.6, "Contradicted"),
        ("equivalence", 0.3, 0.0, "Supported: new and old differ by less than 0.3"),
        ("equivalence", 0.3, 0.9, "Contradicted"),
        ("equivalence", 0.1, 0.1, "Neither supported nor contradicted at alpha"),
    ],
)
def test_verdicts_in_words(claim, margin, shift, words):
    result = cw.compare(graded(shift), claim=claim, margin=margin)
    assert words in plain(result).replace(" at alpha 0.05, one-sided", "")


def test_a_one_sided_difference_says_its_side():
    up = plain(cw.compare(graded(0.6), alternative="greater"))
    assert "Supported at alpha 0.05, one-sided: new scores higher than old" in up
    down = plain(cw.compare(graded(0.6), alternative="less"))
    assert "Contradicted at alpha 0.05, one-sided: new scores lower than old" in down


def test_probabilities_and_factors_in_words():
    text = plain(
        cw.compare(
            ARC,
            a="reading-strategies",
            b="bert",
            dataset="easy",
            margin=0.01,
            assess="posterior,bayes-factor",
        )
    )
    assert "The probability that bert scores higher than reading-strategies is 0.9963" in text
    assert "by more than 1 point is 0.9725" in text
    assert "undecided, by HDI + ROPE" in text
    assert "Two readings differ" in text
    assert (
        "Bayes factor of a difference below 1 point against a larger one: 1.377, so the data "
        "shift the odds 1.377-fold for it" in text
    )
    assert "bert scoring higher by more than 1 point against not: 36.8" in text
    assert "0.8414, so the data shift the odds 1.188-fold against it" in text


def test_shares_never_leave_their_range():
    frame = polars.DataFrame(
        {
            "item": [1, 1, 2, 2] * 2,
            "run": [1, 2] * 4,
            "system": ["x"] * 4 + ["y"] * 4,
            "score": [1, 0, 1, 1, 1, 1, 1, 1],
        }
    )
    row = cw.compare(frame)["difference"]
    assert -1 <= row.low <= row.estimate <= row.high <= 1
    assert "no possible difference is found with power 0.8" in plain(cw.compare(frame))


def test_the_leaderboard_shows_every_comparison_once():
    result = cw.compare(BOARD)
    text = to_text(result)
    for row in (r for r in result.rows if r.quantity == "difference"):
        assert text.count(f"\n{spelled(row.at)} ") == 1
    assert "| roberta vs bert |" in to_markdown(result)


def test_words_of_every_kind_of_row_are_known():
    """A row that no sentence says would be missed by a reader of the text."""
    from claimwise.report.comparison import SENTENCES

    result = cw.compare(
        ARC,
        a="reading-strategies",
        b="bert",
        margin=0.01,
        assess="test,interval,posterior,bayes-factor",
        effects="odds-ratio,cohens-d,superiority",
    )
    silent = {"prior_probability_rope", "prior_probability_greater", "agreement"}
    assert {row.quantity for row in result.rows} - set(SENTENCES) <= silent

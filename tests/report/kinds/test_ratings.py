"""Ratings in words: word and headline by the verdict, numbers by the rows, the model below."""

from dataclasses import replace

import numpy as np
import polars
import pytest

import claimwise as cw
from claimwise import report
from claimwise.core import Row
from claimwise.data import example_path
from claimwise.report.answer import plain
from tests.report.helpers import changed, headline

EXAMPLE = polars.read_csv(example_path("ratings.csv"))
POINTS = {"slopes": False}


def fit(data=EXAMPLE, *formula, **how):
    return cw.fit_ratings(data, *formula, **({} if formula else POINTS) | how).result


def without(*systems):
    return EXAMPLE.filter(~polars.col("system").is_in(systems))


@pytest.fixture(scope="module")
def three():
    return fit()


def pair(result, b, a, quantity="difference"):
    return result[f"{quantity}[{b} vs {a}]"]


def further(result, title):
    """Return the rows of a table of the details, by their first cells."""
    (made,) = [made for made in report.answer_of(result).more if made.title == title]
    return {plain(row[0]): dict(zip(made.header, row, strict=True)) for row in made.rows}


def test_the_headline_has_points_of_the_linear_model_and_p_of_the_ordinal_one(three):
    points = pair(three, "large", "baseline", "points")
    assert pair(three, "large", "baseline").pvalue < 0.001
    assert headline(three) == (
        f"large is rated {points.estimate:.1f} points higher than baseline on the 5-point scale "
        f"(95% CI {points.low:.1f} to {points.high:.1f}, p < .001, raters and items like these)"
    )


def test_value_p_is_of_the_model_that_decides():
    result = fit(without("large"))
    ordinal, points = pair(result, "small", "baseline"), pair(result, "small", "baseline", "points")
    linear = pair(result, "small", "baseline", "linear_points")
    assert ordinal.pvalue == points.pvalue
    assert abs(ordinal.pvalue - linear.pvalue) > 0.002
    assert f"p = {ordinal.pvalue:.3f}".replace("0.", ".") in headline(result)
    (table,) = report.answer_of(result).tables
    assert table.rows[0][4] == f"{ordinal.pvalue:.3f}".removeprefix("0")
    assert table.rows[0][2] == f"{points.estimate:.2f}"


@pytest.mark.parametrize("outcome", ["ordinal", "linear"])
@pytest.mark.parametrize(("reference", "word"), [("baseline", "BETTER"), ("large", "WORSE")])
def test_direction_two_systems_are_read_as_b_against_a(outcome, reference, word):
    result = fit(without("small"), outcome=outcome, reference={"system": reference})
    answer = report.answer_of(result)
    better = word == "BETTER"
    assert (answer.word, answer.tone) == (word, "good" if better else "bad")
    assert result.verdict == ("supported" if better else "contradicted")
    (row,) = result.select("difference")
    assert (row.estimate > 0) == better
    way = "higher" if better else "lower"
    said = headline(result)
    assert said.startswith(f"{row.at['b']} is rated ")
    assert f"points {way} than {row.at['a']} on" in said
    shown = result.select("points") or (row,)
    assert f"95% CI {shown[0].low:.1f} to {shown[0].high:.1f}" in said
    assert answer.tables[0].rows[0][1] == word.lower()


def test_an_open_verdict_says_what_it_is_not():
    result = fit(without("large"))
    answer = report.answer_of(result)
    assert (answer.word, answer.tone, result.verdict) == ("OPEN", "open", "open")
    assert "too close to call" in headline(result)
    assert any("not evidence that they are equal" in line for line in answer.lines)


@pytest.mark.parametrize("always", [1, 5])
@pytest.mark.parametrize("gain", [0.2, 3.0])
def test_a_system_rated_apart_is_left_out_of_the_order(always, gain):
    """One system always has the highest, or the lowest rating: the others are compared."""
    rng = np.random.default_rng(4)
    rater, item = (codes.ravel() for codes in np.indices((6, 12)))
    level = 2.2 + rng.normal(0, 0.3, 72)
    apart = np.full(72, float(always))
    ratings = {"apart": apart}
    ratings |= {
        name: np.clip(np.round(level + own + rng.normal(0, 0.8, 72)), 2, 4)
        for name, own in (("a", 0.0), ("b", gain))
    }
    columns = {"rater": np.tile(rater, 3), "item": np.tile(item, 3)}
    columns |= {"system": np.repeat(list(ratings), 72)}
    result = fit(polars.DataFrame(columns | {"rating": np.concatenate([*ratings.values()])}))
    answer = report.answer_of(result)
    lines = " ".join(map(plain, answer.lines))
    assert "b is rated highest of 2, apart left out" in lines
    assert "of 1 pair cannot be told apart" in lines
    assert headline(result).startswith("b is rated ")
    assert " than a on" in headline(result)
    # That b is the best of all cannot be said: nothing compares it with the third.
    assert (answer.word, result.verdict) == ("OPEN", "open")
    assert (pair(result, "b", "a", "verdict").estimate == 1) == (gain == 3.0)


def test_of_several_the_whole_is_judged(three):
    answer = report.answer_of(three)
    assert (answer.word, three.verdict) == ("BETTER", "supported")
    assert three["verdict"].estimate == 1
    lines = " ".join(map(plain, answer.lines))
    assert "large is rated highest of 3" in lines
    assert "1 of 3 pairs cannot be told apart" in lines
    assert "not evidence that they are equal" in lines
    (table,) = answer.tables
    assert [plain(row[0]) for row in table.rows] == [
        "large vs baseline",
        "large vs small",
        "baseline vs small",
    ]
    assert [row[1] for row in table.rows] == ["better", "better", "open"]
    assert table.rows[1][2] == f"+{-pair(three, 'small', 'large', 'points').estimate:.2f}"
    assert (
        table.rows[1][5]
        == f"{100 - 100 * pair(three, 'small', 'large', 'superiority').estimate:.0f}%"
    )


@pytest.mark.parametrize("reference", ["baseline", "large", "small"])
def test_law_the_order_of_names_turns_no_verdict_round(reference, three):
    """Which of a pair is B follows from names alone: the answer on the whole must not."""
    result = fit(reference={"system": reference})
    assert result.verdict == "supported"
    one, other = report.answer_of(result), report.answer_of(three)
    assert one.word == other.word
    assert [row[1] for row in one.tables[0].rows] == [row[1] for row in other.tables[0].rows]
    assert headline(result).startswith("large is rated")
    assert reference == "large" or f" higher than {reference} on" in headline(result)


def test_several_of_which_the_highest_is_not_told_apart_are_open(three):
    """Baseline and small stay alike; without large, one of them is rated highest, by chance."""
    twin = EXAMPLE.filter(polars.col("system") == "baseline")
    noisy = twin.with_columns(system=polars.lit("twin"), rating=6 - polars.col("rating"))
    data = polars.concat([EXAMPLE.filter(polars.col("system") != "large"), noisy])
    result = fit(data)
    answer = report.answer_of(result)
    assert (answer.word, result.verdict, result["verdict"].estimate) == ("OPEN", "open", 0)
    assert "too close to call" in headline(result)
    open_ = [row.at for row in result.select("verdict") if row.at and row.estimate == 0]
    assert any(all(name in headline(result) for name in at.values()) for at in open_)
    assert "beyond doubt" not in " ".join(answer.lines)


def test_direction_the_least_sure_pair_of_the_highest_is_the_headline(three):
    """Of large, the pair with small is made the doubtful one."""
    at = pair(three, "small", "large").at
    rows = tuple(
        replace(row, estimate=0.0, pvalue=0.3)
        if row.quantity == "verdict" and row.at == at
        else row
        for row in three.rows
    )
    assert " higher than small on" in headline(replace(three, rows=rows))
    assert "too close to call" in headline(replace(three, rows=rows))


def test_who_rated_what_is_counted_in_words(three):
    assert "480 ratings, 12 raters and 40 items" in report.to_text(three, width=80)
    renamed = EXAMPLE.rename({"rater": "who", "item": "doc"})
    result = fit(renamed, rater="who", item="doc")
    assert "raters and items like these" in headline(result)
    batch = cw.fit_ratings(EXAMPLE, by="system", system="item", slopes=False).result
    assert "3 values of system" in report.to_text(batch, width=80)


def test_words_have_latent_units_and_no_points():
    words = ["awful", "poor", "fair", "good", "great"]
    given = polars.col("rating").replace_strict(
        dict(enumerate(words, 1)), return_dtype=polars.String
    )
    result = fit(EXAMPLE.with_columns(rating=given), scale=words)
    row = pair(result, "large", "baseline")
    assert headline(result).startswith(
        f"large is rated {row.estimate:.2f} latent units higher than baseline (95% CI {row.low:.2f}"
    )
    assert "scale" not in headline(result)
    assert report.answer_of(result).tables[0].header[2] == "difference (latent units)"


def test_points_of_the_other_sign_are_not_in_the_headline():
    result = fit(without("small"))
    turned = changed(result, "points", estimate=-0.1, low=-0.4, high=0.2)
    assert "latent units higher" in headline(turned)
    assert report.answer_of(turned).tables[0].rows[0][2] == "-0.10"


def test_what_cannot_be_judged_is_open():
    result = changed(fit(without("small")), "verdict", estimate=float("nan"))
    answer = report.answer_of(result)
    assert (answer.word, result.verdict) == ("OPEN", "open")
    assert "cannot be judged" in headline(result)


def test_few_raters_are_judged_by_t():
    few = without("small").filter(polars.col("rater") < "rater-07")
    result = fit(few)
    (row,), (z,) = result.select("difference"), result.select("wald_p", b="large")
    assert z.pvalue < row.pvalue
    assert result.pvalue == row.pvalue == result.select("verdict")[0].pvalue
    assert "Satterthwaite's t" in report.answer_of(result).brief
    assert "Wald's z" not in report.answer_of(fit(without("small"))).brief


def test_columns_that_are_no_systems_stand_in_the_details():
    data = EXAMPLE.with_columns(
        side=polars.when(polars.col("rater") < "rater-07")
        .then(polars.lit("l"))
        .otherwise(polars.lit("r"))
    )
    formula = "rating ~ side + system + (1 | rater) + (1 | item)"
    result = fit(data, formula)
    answer = report.answer_of(result)
    assert {plain(row[0]) for row in answer.tables[0].rows} == {
        "large vs baseline",
        "large vs small",
        "baseline vs small",
    }
    assert not [row for row in result.select("verdict") if row.at.get("b") == "r"]


def test_without_systems_the_first_term_answers():
    data = EXAMPLE.with_columns(length=polars.arange(EXAMPLE.height) % 7)
    result = fit(data, "rating ~ length + (1 | rater) + (1 | item)")
    test = result["likelihood_ratio[length]"]
    answer = report.answer_of(result)
    assert (answer.word, result.verdict) == ("", None)
    assert test.pvalue > 0.05
    assert headline(result).startswith("It stays open whether ratings differ by length")
    assert f"p = {test.pvalue:.3f}".replace("0.", ".") in headline(result)
    assert answer.tables[0].title == "Fixed effects"
    assert not set(answer.tables) & set(answer.more)  # a table stands once


def test_value_the_model_is_in_the_details(three):
    assert "detectable" not in report.answer_of(three).tables[0].header  # in points not known
    assert not report.answer_of(three).outlook
    assert "rating points or more" in report.answer_of(fit(outcome="linear")).outlook
    for row in three.select("coefficient"):
        cells = further(three, "Fixed effects")[row.at["term"]]
        assert float(cells["estimate"]) == pytest.approx(row.estimate, abs=0.005)
    for row in three.select("sd"):
        cells = further(three, "Random effects")[row.at["group"]]
        assert float(cells["standard deviation"]) == pytest.approx(row.estimate, abs=0.006)
        assert cells["number"] == str(row.n)


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_answer_is_short(three, width):
    lines = report.to_text(three, width=width).splitlines()
    assert len(lines) <= 30
    assert max(map(len, lines)) <= width
    assert lines[0].startswith("BETTER  large is rated")


def test_a_number_of_the_row_is_the_number_of_the_sentence(three):
    """Another estimate makes another headline: nothing is taken from elsewhere."""
    at = pair(three, "large", "baseline", "points").at
    rows = tuple(
        Row(quantity="points", at=at, estimate=1.23, low=1.11, high=1.35, level=0.9)
        if row.quantity == "points" and row.at == at
        else row
        for row in three.rows
    )
    said = headline(replace(three, rows=rows))
    assert "1.2 points higher than baseline on the 5-point scale (90% CI 1.1 to 1.4" in said

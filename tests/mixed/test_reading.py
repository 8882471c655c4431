"""How ratings are read: orders of words, missing cells, factors, and questions refused."""

import re

import numpy as np
import polars
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import claimwise as cw
from claimwise.cli.main import cli
from claimwise.core import ClaimwiseError, DataError, ParameterError
from claimwise.data import example_path
from claimwise.data.fields import read_fields
from claimwise.mixed.formula import parse
from claimwise.mixed.response import check_response
from claimwise.mixed.scale import plain
from claimwise.mixed.table import read_ratings

RATINGS = example_path("ratings.csv")
WORDS = ("terrible", "poor", "okay", "good", "excellent")
FORMULA = "rating ~ system + (1 | rater)"
MISSING = ["NA", "None", "null", "NULL", "n/a", "N/A", "nan", "NaN", "-", "<NA>", ""]


def frame():
    return polars.read_csv(RATINGS)


def worded():
    names = dict(enumerate(WORDS, start=1))
    return frame().with_columns(polars.col("rating").replace_strict(names))


def in_pandas(data):
    pandas = pytest.importorskip("pandas")
    return pandas.DataFrame(data.to_dict(as_series=False))


def fitted(data, formula=FORMULA, **how):
    return cw.fit_ratings(data, formula, **how).result


def run(*args):
    return CliRunner().invoke(cli, ["ratings", *map(str, args)])


def categories(result):
    return [row.at["category"] for row in result.select("category", system="large")]


@pytest.fixture(scope="module")
def numbers():
    return fitted(RATINGS)


@pytest.fixture(scope="module")
def ordinal():
    return cw.fit_ratings(RATINGS, FORMULA)


@pytest.fixture(scope="module")
def linear():
    return cw.fit_ratings(RATINGS, FORMULA, outcome="linear")


@pytest.fixture
def file(tmp_path):
    """Return a file that is the example with some cells of a row replaced."""

    def write(**cells):
        data = frame().cast(polars.String)
        for name, text in cells.items():
            column = data[name].to_list()
            column[3] = text
            data = data.with_columns(polars.Series(name, column))
        path = tmp_path / "changed.csv"
        data.write_csv(path)
        return path

    return write


def test_words_without_an_order_are_refused():
    with pytest.raises(DataError) as error:
        fitted(worded())
    assert "found the words okay, excellent, good, poor, terrible (the first in row 1" in str(
        error.value
    )
    assert 'scale=("WORST", ..., "BEST");' in str(error.value)
    two = frame().with_columns(
        rating=polars.when(polars.col("rating") > 3)
        .then(polars.lit("win"))
        .otherwise(polars.lit("lose"))
    )
    with pytest.raises(DataError, match="words whose order is given; found the words lose, win"):
        fitted(two)
    good = fitted(two, scale=("lose", "win"))
    bad = fitted(two, scale=("win", "lose"))
    name = "coefficient[systemlarge]"
    assert good[name].estimate > 0 > bad[name].estimate
    assert good[name].estimate == pytest.approx(-bad[name].estimate, abs=1e-4)


def test_value_words_in_their_order_are_fitted_as_numbers_are(numbers):
    found = fitted(worded(), scale=WORDS)
    assert found["coefficient[systemlarge]"].estimate == pytest.approx(
        numbers["coefficient[systemlarge]"].estimate, abs=1e-8
    )
    assert categories(found) == list(WORDS)


def test_the_command_takes_the_order_of_words(tmp_path):
    path = tmp_path / "words.csv"
    worded().write_csv(path)
    assert "--scale WORST,...,BEST" in str(run(path, "--no-slopes").exception)
    done = run(path, "--no-slopes", "--scale", ", ".join(WORDS))
    assert done.exit_code == 0
    assert re.search(r"large is rated 1\.\d+ latent units higher than baseline", done.output)


def ordered_pandas():
    data = in_pandas(worded())
    data["rating"] = data["rating"].astype("category").cat.set_categories(WORDS, ordered=True)
    return data


def ordered_duckdb():
    duckdb = pytest.importorskip("duckdb")
    held = in_pandas(worded())  # noqa: F841 (named in the query)
    levels = ", ".join(f"'{word}'" for word in WORDS)
    return duckdb.sql(f"SELECT * REPLACE (rating::ENUM({levels}) AS rating) FROM held")


ORDERED = {
    "polars": lambda: worded().cast({"rating": polars.Enum(WORDS)}),
    "lazy": lambda: worded().cast({"rating": polars.Enum(WORDS)}).lazy(),
    "pandas": ordered_pandas,
    "duckdb": ordered_duckdb,
}


@pytest.mark.parametrize("kind", ORDERED)
def test_an_ordered_categorical_brings_its_order(kind, numbers):
    found = fitted(ORDERED[kind]())
    assert found["loglik"].estimate == pytest.approx(numbers["loglik"].estimate, abs=1e-8)
    assert categories(found) == list(WORDS)


def test_an_unordered_categorical_does_not():
    for data in (worded().cast({"rating": polars.Categorical}), in_pandas(worded())):
        if hasattr(data, "astype"):
            data["rating"] = data["rating"].astype("category")
        with pytest.raises(DataError, match="words whose order is given"):
            fitted(data)


def test_the_scale_goes_before_the_order_of_the_column(numbers):
    turned = worded().cast({"rating": polars.Enum(WORDS[::-1])})
    found, wrong = fitted(turned, scale=WORDS), fitted(turned)
    name = "coefficient[systemlarge]"
    assert found[name].estimate == pytest.approx(numbers[name].estimate, abs=1e-8)
    assert wrong[name].estimate == pytest.approx(-numbers[name].estimate, abs=1e-4)


def test_levels_that_nobody_used_are_said():
    found = fitted(worded(), scale=("awful", *WORDS))
    assert any("No rating is awful" in note for note in found.notes)
    wide = fitted(frame(), scale=(1, 10**9))
    assert any("No rating is 6, 7, 8, 9, 10, 11 and 999,999,989 more" in n for n in wide.notes)


def test_a_rating_off_the_list_is_refused_with_its_row():
    with pytest.raises(
        DataError, match=r"one of terrible.*; found 'excellent' in row 2 of the dat"
    ):
        fitted(worded(), scale=WORDS[:-1])
    for outcome in ("ordinal", "linear"):
        with pytest.raises(DataError, match="numbers from 1 to 4; found 5 in row 2 of the data"):
            fitted(frame(), scale=(1, 4), outcome=outcome)


def test_low_numbers_may_be_the_better_ones(numbers):
    found = fitted(frame(), scale=("5", "4", "3", "2", "1"))
    name = "coefficient[systemlarge]"
    assert found[name].estimate == pytest.approx(-numbers[name].estimate, abs=1e-4)
    assert found["expected_rating[large]"].estimate == pytest.approx(
        numbers["expected_rating[large]"].estimate, abs=1e-3
    )


def test_halves_are_levels_where_they_are_listed(numbers):
    data = frame().with_columns(polars.col("rating") / 2)
    with pytest.raises(
        DataError, match=r'found 0\.5 in row 71 of the data.*to best, such as scale=\("0\.5",'
    ):
        fitted(data)
    found = fitted(data, scale=(0.5, 1, 1.5, 2, 2.5))
    assert found["loglik"].estimate == pytest.approx(numbers["loglik"].estimate, abs=1e-8)


@pytest.mark.parametrize("words", [("false", "true"), ("FALSE", "TRUE")])
def test_truth_values_have_an_order_of_their_own(words):
    data = frame().with_columns(rating=polars.col("rating") > 3)
    found = fitted(data.with_columns(rating=data["rating"].cast(int)))
    names = dict(zip((False, True), words, strict=True))
    other = fitted(data.with_columns(polars.col("rating").replace_strict(names)))
    assert fitted(data)["loglik"].estimate == pytest.approx(found["loglik"].estimate)
    assert other["coefficient[systemlarge]"].estimate == pytest.approx(
        found["coefficient[systemlarge]"].estimate
    )


@pytest.mark.parametrize("outcome", ["ordinal", "linear"])
@pytest.mark.parametrize("word", MISSING)
@pytest.mark.parametrize("column", ["rating", "rater", "system"])
def test_words_for_missing_are_missing(file, column, word, outcome):
    path = file(**{column: word})
    table = read_ratings(path, parse(FORMULA), ordinal=outcome == "ordinal")
    said = f" Taken for missing: {word}." if word else ""
    assert table.notes == (f"Left out: 1 of 480 rows, which lack {column}.{said}",)
    rest = frame().with_row_index().filter(polars.col("index") != 3)
    expected = read_ratings(rest, parse(FORMULA), ordinal=outcome == "ordinal")
    assert table.rows == expected.rows == 479
    for name in ("rating", "rater", "system"):
        mine, other = table.columns[name], expected.columns[name]
        if isinstance(mine, np.ndarray):
            assert np.array_equal(mine, other)
        else:
            assert mine.levels == other.levels
            assert np.array_equal(mine.codes, other.codes)


def test_missing_numbers_of_frames_are_missing():
    ratings = frame()["rating"].to_list()
    ratings[3] = float("nan")
    for data in (
        frame().with_columns(rating=polars.Series(ratings, strict=False, dtype=polars.Float64)),
        in_pandas(frame()).assign(rating=ratings),
    ):
        for outcome in ("ordinal", "linear"):
            found = fitted(data, outcome=outcome)
            assert any("1 of 480 rows, which lack rating" in note for note in found.notes)


def test_a_covariate_of_numbers_may_lack_some():
    minutes = [*("NA" for _ in range(300)), *map(str, range(180))]
    fields = read_fields(frame().with_columns(minutes=polars.Series(minutes)), ["minutes"])
    values = fields.numbers["minutes"]
    assert np.isnan(values[:300]).all()
    assert values[300:].tolist() == list(range(180))
    broken = ["NA", "x", *map(str, range(478))]
    with pytest.raises(DataError, match="'x' in row 2 of the data frame, column minutes, is no"):
        read_fields(frame().with_columns(minutes=polars.Series(broken)), ["minutes"])


def test_a_level_that_is_named_is_not_missing(file):
    path = file(rating="None", system="NA")
    table = read_ratings(
        path,
        parse(FORMULA),
        ordinal=True,
        scale=("None", "1", "2", "3", "4", "5"),
        reference={"system": "NA"},
    )
    assert table.rows == 480
    assert table.columns["rating"].levels == ("None", "1", "2", "3", "4", "5")
    assert table.columns["system"].levels[0] == "NA"


@pytest.mark.parametrize("outcome", ["ordinal", "linear"])
@pytest.mark.parametrize("word", ["inf", "-inf", "Infinity", "1e999"])
def test_infinite_ratings_are_refused(file, word, outcome):
    with pytest.raises(DataError, match=f"'?{word}'? in (row 4|line 5) of"):
        fitted(file(rating=word), outcome=outcome)


def test_a_word_among_numbers_is_refused_with_its_row(file):
    with pytest.raises(DataError, match=r"found the word five \(the first in row 4 of"):
        fitted(file(rating="five"))


def test_the_same_number_is_the_same_category(tmp_path):
    text = RATINGS.read_text().replace(",1\n", ",1.0\n", 3).replace(",2\n", ", 2\n", 2)
    path = tmp_path / "mixed.csv"
    path.write_text(text.replace(",4\n", ",+4\n", 1))
    for data in (path, frame().cast({"rating": polars.Float64})):
        table = read_ratings(data, parse(FORMULA), ordinal=True)
        assert table.columns["rating"].levels == ("1", "2", "3", "4", "5")
        assert np.array_equal(table.columns["rating"].codes, frame()["rating"] - 1)


@given(st.integers(-(10**6), 10**6), st.sampled_from(["{}", "{}.0", " {}", "{}.", "{}e0"]))
def test_law_whole_numbers_have_one_form(value, form):
    assert plain(form.format(value)) == str(value)


@given(st.floats(allow_nan=False, allow_infinity=False), st.text(max_size=5))
def test_law_the_plain_form_is_the_same_number_and_stays(value, text):
    assert float(plain(repr(value))) == value
    assert plain(plain(text)) == plain(text)


@pytest.mark.parametrize("outcome", ["ordinal", "linear"])
def test_systems_that_are_numbers_are_a_factor_unless_in_a_formula(outcome):
    names = {"baseline": 0, "large": 1, "small": 2}
    data = frame().with_columns(polars.col("system").replace_strict(names))
    for how in ({}, {"system": "system"}):
        found = cw.fit_ratings(data, slopes=False, outcome=outcome, **how).result
        assert "coefficient[system1]" in found
        assert "difference[2 vs 1]" in found
    formula = "rating ~ system + (1 | rater) + (1 | item)"
    assert "coefficient[system]" in fitted(data, formula, outcome=outcome)
    assert "coefficient[system1]" in fitted(data, formula, outcome=outcome, factors=["system"])
    turned = cw.fit_ratings(data, slopes=False, outcome=outcome, reference={"system": 1}).result
    assert "coefficient[system0]" in turned


def test_raters_and_items_can_be_named():
    known = cw.fit_ratings(RATINGS, slopes=False).result
    same = cw.fit_ratings(RATINGS, slopes=False, rater="rater", item="item").result
    assert same.rows == known.rows
    other = frame().rename({"rater": "who", "item": "what"})
    named = cw.fit_ratings(other, slopes=False, rater="who", item="what").result
    assert named["loglik"].estimate == pytest.approx(known["loglik"].estimate)
    assert "sd[who,(Intercept)]" in named
    half = cw.fit_ratings(frame().rename({"rater": "Judge"}), slopes=False, item="item").result
    assert "sd[Judge,(Intercept)]" in half
    by_one = cw.fit_ratings(RATINGS, slopes=False, by="rater").result
    assert "sd[item,(Intercept)]" not in by_one


def test_the_command_as_people_write_it():
    columns = ("--system", "system", "--item", "item", "--rater", "rater")
    done = run(RATINGS, *columns, "--no-slopes", "--table")
    assert done.exit_code == 0
    assert done.output == run(RATINGS, "--no-slopes", "--table").output


REFUSED = [
    (("--reference", "rating=3"), r"\(system\); found rating, the outcome.*scale"),
    (("--reference", "foo=bar"), r"levels are compared \(system\); found 'foo'"),
    (("--reference", "systen=large"), "found 'systen'. Did you mean system"),
    (("--reference", "system=huge"), "huge is not in column system; it has baseline, large, small"),
    (("--reference", "rater=rater-01"), "levels are compared"),
    (("--reference", "system"), "COLUMN=VALUE"),
    (("--reference", "system=large", "--reference", "system=small"), "one value of system"),
    (
        ("--factor", "foo"),
        r"--factor needs a column of the.*\(system, rater, item\); found 'foo'\.",
    ),
    (("--factor", "rating"), "found rating, the outcome"),
    (("--scale", "5-1"), "LOW below HIGH.*found 5-1"),
    (("--scale", "3-3"), "LOW below HIGH"),
    (("--scale", "good"), "LOW-HIGH.*worst to best"),
    (("--scale", "a,b,a"), "each once; found a,b,a"),
    (("--scale", "a,"), "at least two levels"),
    (("--scale", "a,b", "--model", "linear"), "LOW-HIGH with the linear model"),
    (("--model", "linear", "--nodes", "1"), "nodes needs the ordinal model"),
    (("--model", "linear", "--link", "logit"), "link needs the ordinal model"),
    (("--model", "linear", "--thresholds", "flexible"), "thresholds needs the ordinal model"),
    (("--ml",), "--ml needs the linear model; found the ordinal model"),
    (("--formula", FORMULA, "--by", "rater"), "--grouping needs a model without a formula"),
    (("--formula", FORMULA, "--rating", "rating"), "rating needs a model without a formula"),
    (("--formula", FORMULA, "--system", "system"), "system needs a model without a formula"),
    (("--formula", FORMULA, "--rater", "rater"), "rater needs a model without a formula"),
    (("--formula", FORMULA, "--item", "item"), "item needs a model without a formula"),
    (("--formula", FORMULA, "--no-slopes"), "--no-slopes.*without a formula"),
    (("--formula", FORMULA, "--independent"), "--independent.*without a formula"),
    (("--by", "rater", "--item", "item"), "--item needs no other parameter of the grouping;"),
    (("--by", "rater", "--rater", "rater"), "--rater needs no other parameter of the grouping;"),
    (("--by", "rating"), "rating on the left only"),
    (("--workers", "0"), "workers needs a whole number of at least 1"),
    (("--formula", "rating ~ system + (1 | rating)"), "rating on the left only"),
    (("--formula", "rating ~ rating + (1 | rater)"), "rating on the left only"),
    (("--formula", "rating ~ system + (rating | rater)"), "rating on the left only"),
]


@pytest.mark.parametrize(("options", "says"), REFUSED)
def test_the_command_refuses_what_it_would_not_heed(options, says):
    refused = run(RATINGS, *options).exception
    assert isinstance(refused, ClaimwiseError)
    assert re.search(says, str(refused)), refused


@pytest.mark.parametrize(
    "how",
    [
        {"outcome": "linear", "nodes": 1},
        {"outcome": "linear", "link": "logit"},
        {"reml": True},
        {"formula": FORMULA, "slopes": True},
        {"formula": FORMULA, "correlated": True},
        {"formula": FORMULA, "by": ("rater", "item")},
        {"by": ("rater",), "item": "item"},
        {"workers": 0},
        {"resamples": 0},
        {"scale": (5, 1)},
        {"scale": "bad"},
        {"scale": (1,)},
        {"scale": (1, float("inf"))},
    ],
)
def test_the_function_refuses_what_it_would_not_heed(how):
    with pytest.raises(ParameterError):
        cw.fit_ratings(RATINGS, **how)


BAD_RESPONSES = [
    (lambda y: y[:-1], r"a response of shape \(480,\); found shape \(479,\)"),
    (lambda y: y[None], r"shape \(480,\); found shape \(1, 480\)"),
    (lambda y: 3, r"found shape \(\)"),
    (lambda y: changed(y, np.nan), "found nan at place 7"),
    (lambda y: changed(y, np.inf), "found inf at place 7"),
    (lambda y: ["x"] * len(y), "needs numbers; found list"),
    (lambda y: [[1, 2], [3]], "needs numbers; found list"),
]
BAD_CODES = [
    (lambda y: changed(y, 5), "whole codes from 0 to 4; found 5 at place 7.*4 for 5"),
    (lambda y: changed(y, -1), "whole codes from 0 to 4; found -1"),
    (lambda y: changed(y, 0.5), "whole codes from 0 to 4; found 0.5"),
    (lambda y: 0 * y, "at least two categories; found only 1"),
]


def changed(y, value, place=7):
    y = np.array(y, float)
    y[..., place] = value
    return y


@pytest.mark.parametrize(("change", "says"), BAD_RESPONSES)
@pytest.mark.parametrize("kind", ["ordinal", "linear"])
def test_a_response_that_does_not_fit_is_refused(kind, change, says, request):
    found = request.getfixturevalue(kind)
    says = says if kind == "linear" or "found nan" not in says else "whole codes.*found nan"
    with pytest.raises(DataError, match=says):
        found.refit(change(found.fit.y))


@pytest.mark.parametrize(("change", "says"), BAD_CODES)
def test_codes_that_are_none_are_refused(ordinal, change, says):
    with pytest.raises(DataError, match=says):
        ordinal.refit(change(ordinal.fit.y))


def test_the_same_response_gives_the_same_fit(ordinal, linear):
    assert ordinal.refit(ordinal.fit.y.astype(float).tolist()).loglik == ordinal.fit.loglik
    assert linear.refit(linear.fit.y.astype(np.float32)).loglik == linear.fit.loglik


def test_many_responses_are_checked_as_one_is(ordinal, linear):
    y = np.stack([linear.fit.y, linear.fit.y])
    model = linear.fit.model
    assert check_response("many", model, y.astype(int), many=True).dtype == np.float64
    holes = changed(y, np.nan)
    assert np.array_equal(check_response("many", model, holes, many=True), holes, equal_nan=True)
    with pytest.raises(DataError, match="found inf at place 7 of response 0"):
        check_response("many", model, changed(y, np.inf), many=True)
    codes = ordinal.fit.model
    assert check_response("many", codes, y - 1, many=True).dtype == np.int64
    for other in (model, codes):
        assert check_response("many", other, np.empty((0, 480)), many=True).shape == (0, 480)
        for shape in ((480,), (2, 479), (1, 2, 480)):
            with pytest.raises(ClaimwiseError, match=r"responses of shape \(studies, 480\)"):
                check_response("many", other, np.ones(shape), many=True)
    with pytest.raises(DataError, match="many needs whole codes from 0 to 4; found nan"):
        check_response("many", codes, changed(y - 1, np.nan), many=True)

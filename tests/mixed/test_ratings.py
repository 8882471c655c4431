"""Ratings through the front door: from Python and from the command line."""

import json

import numpy as np
import polars
import pytest
from click.testing import CliRunner
from scipy import stats

import claimwise as cw
from claimwise.cli.main import cli
from claimwise.core import ClaimwiseError, DataError
from claimwise.data import example_path
from claimwise.kernels.alpha import krippendorff
from claimwise.mixed.batch import fit_many
from claimwise.mixed.formula import parse

RATINGS = example_path("ratings.csv")


def frame(raters=6, items=12, seed=1, shift=0.8, categories=5):
    rng = np.random.default_rng(seed)
    by_rater, by_item = rng.normal(0, 0.6, raters), rng.normal(0, 0.5, items)
    rows = []
    for r in range(raters):
        for i in range(items):
            for s, system in enumerate(("A", "B")):
                latent = s * shift + by_rater[r] + by_item[i] + rng.normal()
                rating = int(np.clip(np.round(latent + 3), 1, categories))
                rows.append((f"r{r}", f"i{i}", system, rating))
    return polars.DataFrame(rows, schema=["rater", "item", "system", "rating"], orient="row")


@pytest.mark.parametrize("outcome", ["ordinal", "linear"])
def test_the_plain_call_equals_the_formula(outcome):
    data = frame()
    plain = cw.fit_ratings(data, outcome=outcome, slopes=False)
    written = cw.fit_ratings(data, "rating ~ system + (1 | rater) + (1 | item)", outcome=outcome)
    assert plain.result.rows == written.result.rows
    independent = cw.fit_ratings(data, outcome=outcome, by=("rater",), correlated=False)
    same = cw.fit_ratings(data, "rating ~ system + (system || rater)", outcome=outcome)
    assert independent.result.rows == same.result.rows


@pytest.mark.parametrize("outcome", ["ordinal", "linear"])
def test_direction_b_above_a(outcome):
    data = frame()
    found = cw.fit_ratings(data, outcome=outcome, slopes=False).result
    assert found["difference[B vs A]"].estimate > 0
    assert found["coefficient[systemB]"].pvalue < 0.01
    turned = cw.fit_ratings(data, outcome=outcome, slopes=False, reference={"system": "B"}).result
    mine, other = found["difference[B vs A]"], turned["difference[A vs B]"]
    assert other.estimate == pytest.approx(-mine.estimate, rel=1e-4)
    assert other.pvalue == pytest.approx(mine.pvalue, rel=1e-3)
    if outcome == "ordinal":
        assert found["superiority[B vs A]"].estimate > 0.5
        above, below = found["expected_rating[B]"], found["expected_rating[A]"]
        assert above.estimate > below.estimate
        categories = [r.estimate for r in found.rows if r.estimand.startswith("category[A,")]
        assert sum(categories) == pytest.approx(1)


def test_order_of_rows_and_names_of_levels_do_not_matter():
    data = frame()
    shuffled = data.sample(fraction=1.0, shuffle=True, seed=5)
    renamed = data.with_columns(item=polars.lit("z") + polars.col("item"))
    one = cw.fit_ratings(data, link="probit").result
    for other in (shuffled, renamed):
        two = cw.fit_ratings(other, link="probit").result
        assert two["loglik"].estimate == pytest.approx(one["loglik"].estimate, abs=1e-6)
        assert two["coefficient[systemB]"].estimate == pytest.approx(
            one["coefficient[systemB]"].estimate, abs=1e-4
        )


def test_law_a_shifted_and_stretched_linear_rating():
    data = frame()
    other = data.with_columns(rating=10 * polars.col("rating") - 7)
    one = cw.fit_ratings(data, outcome="linear").result
    two = cw.fit_ratings(other, outcome="linear").result
    mine, scaled = one["coefficient[systemB]"], two["coefficient[systemB]"]
    assert scaled.estimate == pytest.approx(10 * mine.estimate, rel=1e-4)
    assert scaled.pvalue == pytest.approx(mine.pvalue, rel=1e-3)
    sds = one.select("sd")
    for row in sds:
        assert two[row.estimand].estimate == pytest.approx(10 * row.estimate, rel=1e-2, abs=1e-2)


def test_more_than_two_systems_are_compared_by_holm():
    baseline = {"system": "baseline"}
    found = cw.fit_ratings(RATINGS, slopes=False, reference=baseline, correct="holm").result
    differences = found.select("difference")
    assert len(differences) == 3
    raw = [row.estimate for row in found.select("raw_pvalue")]
    assert min(row.pvalue for row in differences) == pytest.approx(min(raw) * 3)
    large = found["difference[large vs baseline]"].estimate
    small = found["difference[small vs baseline]"].estimate
    assert found["difference[small vs large]"].estimate == pytest.approx(small - large)


def test_two_categories_are_a_logistic_model():
    """Against the closed form: without spread between raters the shares decide."""
    rng = np.random.default_rng(4)
    rows = [
        (f"r{r}", f"i{i}", s, int(rng.random() < p))
        for r in range(8)
        for i in range(20)
        for s, p in (("A", 0.4), ("B", 0.65))
    ]
    data = polars.DataFrame(rows, schema=["rater", "item", "system", "rating"], orient="row")
    found = cw.fit_ratings(data, slopes=False, by=("rater",)).result
    share = data.group_by("system").agg(polars.col("rating").mean()).sort("system")["rating"]
    logits = np.log(share / (1 - share)).to_numpy()
    assert found["sd[rater,(Intercept)]"].estimate < 0.35
    assert found["coefficient[systemB]"].estimate == pytest.approx(logits[1] - logits[0], rel=0.05)
    assert found["threshold[0|1]"].estimate == pytest.approx(-logits[0], abs=0.05)


@pytest.mark.parametrize("outcome", ["ordinal", "linear"])
def test_many_fits_equal_single_ones_for_any_number_of_workers(outcome):
    link = "probit" if outcome == "ordinal" else None
    found = cw.fit_ratings(frame(), outcome=outcome, link=link, slopes=False)
    responses = found.simulate(20, rng=3)
    assert np.array_equal(responses, found.simulate(20, rng=3))
    one, two = (fit_many(found.fit, responses, workers=w) for w in (1, 2))
    assert np.array_equal(one.coefficients, two.coefficients)
    assert one.converged.all()
    for j in (0, 7, 19):
        alone = found.refit(responses[j])
        assert one.loglik[j] == pytest.approx(alone.loglik, abs=1e-5)
        assert one.coefficients[j] == pytest.approx(alone.coefficients, abs=1e-3)
    assert np.nanmin(one.pvalues()) >= 0
    with pytest.raises(ClaimwiseError, match="responses of shape"):
        fit_many(found.fit, responses[:, :-1])


BAD = [
    (
        "rating ~ sytem + (1 | rater)",
        {},
        r"no column sytem; it has rater,.*rating\. Did you mean system\?",
    ),
    ("rating ~ system", {}, "at least one random effect"),
    ("rating ~ system + (1 | rater", {}, r"the formula needs '\)'"),
    ("rating ~ system + (1 | rater)", {"link": "probitt"}, "probitt"),
    ("rating ~ system + (1 | rater) + (1 | rater)", {}, "each random effect of rater once"),
    ("rating ~ system + (1 | rater:item)", {}, "fewer random effects than"),
    ("rating ~ system + (1 | rater)", {"scale": (1, 3)}, "numbers from 1 to 3; found"),
    (
        "rating ~ system + (1 | rater)",
        {"reference": {"system": "C"}},
        r"C is not in column system; it has A, B\.",
    ),
]


@pytest.mark.parametrize(("formula", "how", "says"), BAD)
def test_bad_questions_are_refused_in_a_sentence(formula, how, says):
    data = frame()
    if "rater:item" in formula:
        data = data.gather_every(3)  # every rater and item meet once
    with pytest.raises(ClaimwiseError, match=says):
        cw.fit_ratings(data, formula, **how)


def test_bad_data_are_refused_in_a_sentence():
    data = frame()
    with pytest.raises(DataError, match=r"at least two levels.*Leave rater out"):
        cw.fit_ratings(data.filter(rater="r0"), slopes=False)
    with pytest.raises(DataError, match="effect of system needs at least two levels"):
        cw.fit_ratings(data.filter(system="A"), slopes=False)
    with pytest.raises(DataError, match="at least two levels; found only 3"):
        cw.fit_ratings(data.with_columns(rating=polars.lit(3)), slopes=False)
    with pytest.raises(DataError, match=r"whole numbers as levels; found 1.5"):
        cw.fit_ratings(data.with_columns(rating=polars.col("rating") + 0.5), slopes=False)
    words = data.with_columns(rating=polars.lit("w") + polars.col("rating").cast(str))
    with pytest.raises(DataError, match="numbers; found texts such as"):
        cw.fit_ratings(words, outcome="linear", slopes=False)
    nested = data.filter(
        (polars.col("system") == "A") == polars.col("rater").is_in(["r0", "r1", "r2"])
    )
    with pytest.raises(DataError, match=r"slope of systemB by rater.*Write \(1 \| rater\)"):
        cw.fit_ratings(nested)
    twice = data.with_columns(copy=polars.col("system"))
    with pytest.raises(DataError, match="copyB, which follows from those before it"):
        cw.fit_ratings(twice, "rating ~ system + copy + (1 | rater)")


def test_other_intervals_and_simpler_models_when_asked_for():
    data = frame()
    how = {"outcome": "linear", "slopes": False}
    wald, profile = (cw.fit_ratings(data, interval=i, **how).result for i in ("wald", "profile"))
    name = "coefficient[systemB]"
    assert profile[name].low == pytest.approx(wald[name].low, rel=0.05)
    assert profile[name].low != wald[name].low
    boot = {"interval": "bootstrap", "resamples": 99, "rng": 4}
    one = cw.fit_ratings(data, **how, **boot).result
    two = cw.fit_ratings(data, **how, **boot, workers=2).result
    assert one.rows == two.rows
    assert one[name].high == pytest.approx(wald[name].high, rel=0.25)
    assert any("99 simulated studies" in note for note in one.notes)
    kept = cw.fit_ratings(RATINGS, outcome="linear").result
    simpler = cw.fit_ratings(RATINGS, outcome="linear", simplify=True).result
    assert kept.provenance["settings"]["singular"]
    assert not simpler.provenance["settings"]["singular"]
    assert any(note.startswith("Dropped") for note in simpler.notes)
    assert not any(note.startswith("Dropped") for note in kept.notes)


def test_a_response_that_lacks_a_category_is_fitted_without_it():
    data = frame()
    found = cw.fit_ratings(data, slopes=False, link="probit")
    response = found.simulate(7, rng=2)
    low, high = response.min(), response.max()
    for place, gone, instead in ((0, 2, 3), (2, high, high - 1), (4, low, low + 1)):
        response[place][response[place] == gone] = instead
    response[5] = np.where(response[5] > 2, high, low)
    batch = fit_many(found.fit, response, workers=2)
    assert batch.converged.all()
    for j, codes in enumerate(response):
        _, fewer = np.unique(codes, return_inverse=True)
        alone = cw.fit_ratings(data.with_columns(rating=fewer), slopes=False, link="probit").fit
        again = found.refit(codes)
        assert again.loglik == pytest.approx(alone.loglik, abs=1e-6)
        assert batch.loglik[j] == pytest.approx(alone.loglik, abs=1e-5)
        assert batch.coefficients[j] == pytest.approx(alone.coefficients, abs=1e-3)
        error = np.sqrt(np.diag(alone.covariance))[-1]
        assert batch.errors[j] == pytest.approx([error], rel=1e-3)


def test_responses_that_cannot_be_fitted_are_failures_and_do_not_end_the_run():
    for outcome in ("linear", "ordinal"):
        found = cw.fit_ratings(frame(), slopes=False, outcome=outcome)
        response = found.simulate(4, rng=2)
        alone = fit_many(found.fit, response[3:])
        response[1] = response[1, 0]
        if outcome == "linear":
            response[2] = np.nan
        batch = fit_many(found.fit, response)
        assert batch.converged.tolist() == [True, False, outcome == "ordinal", True]
        assert np.isnan(batch.pvalues()[1]).all()
        assert batch.coefficients[3] == pytest.approx(alone.coefficients[0], rel=1e-9)


def test_missing_ratings_are_left_out_with_a_note():
    data = frame()
    holes = data.with_columns(
        rating=polars.when(polars.int_range(polars.len()) < 5).then(None).otherwise("rating")
    )
    found = cw.fit_ratings(holes, slopes=False).result
    assert any("5 of 144 rows, which lack rating" in note for note in found.notes)
    rest = cw.fit_ratings(data.tail(139), slopes=False).result
    assert found["loglik"].estimate == pytest.approx(rest["loglik"].estimate)


def test_value_agreement_is_that_of_items_among_raters():
    data = frame(raters=12, items=20)
    found = cw.fit_ratings(data, slopes=False).result
    item, rater = (found[f"sd[{name},(Intercept)]"].estimate for name in ("item", "rater"))
    assert item != pytest.approx(rater, rel=0.05)
    noise = np.pi**2 / 3
    assert found["icc[agreement]"].estimate == pytest.approx(item**2 / (item**2 + rater**2 + noise))
    assert found["icc[consistency]"].estimate == pytest.approx(item**2 / (item**2 + noise))
    texts = data.select(polars.concat_str("item", "system"))["item"].rank("dense").to_numpy() - 1
    raters = data["rater"].rank("dense").to_numpy() - 1
    alpha = krippendorff(
        texts.astype(np.int64), raters.astype(np.int64), data["rating"].to_numpy() * 1.0, "ordinal"
    )
    assert found["alpha[ordinal]"].estimate == pytest.approx(alpha)


def test_value_superiority_counts_ties_one_half():
    found = cw.fit_ratings(frame(), slopes=False).result
    a, b = (
        [row.estimate for row in found.rows if row.estimand.startswith(f"category[{name},")]
        for name in "AB"
    )
    table = np.outer(a, b)
    by_hand = np.triu(table, 1).sum() + np.trace(table) / 2
    assert found["superiority[B vs A]"].estimate == pytest.approx(by_hand)


@pytest.mark.parametrize("link", ["logit", "probit", "cloglog", "loglog"])
def test_chance_simulated_categories_have_the_probabilities_of_the_model(link):
    found = cw.fit_ratings(frame(), slopes=False, link=link)
    sd = np.sqrt(sum(float(c[0, 0]) for c in found.fit.covariances()))
    expected = found.fit.probabilities(np.array([0.0]), sd)[0]
    first = found.fit.model.design.x[:, 0] == 0  # ratings of A, whose latent mean is 0
    drawn = found.simulate(600, rng=7)[:, first]
    shares = np.stack([(drawn == k).mean(axis=1) for k in range(len(expected))], axis=1)
    error = shares.std(axis=0) / np.sqrt(len(shares))
    assert (np.abs(shares.mean(axis=0) - expected) < 4.5 * error).all()


def test_p_interval_and_verdict_are_by_t_and_z_stands_aside():
    found = cw.fit_ratings(frame(raters=6), link="probit").result
    row = found["coefficient[systemB]"]
    z, df = found["wald_p[systemB]"].estimate, found["df[systemB]"].estimate
    assert 0 < z < row.pvalue
    assert 2 < df < 100
    error = found["corrected_error[systemB]"].estimate
    assert error > found["standard_error[systemB]"].estimate
    assert row.pvalue == pytest.approx(2 * stats.t.sf(abs(row.estimate) / error, df))
    assert row.high - row.low == pytest.approx(2 * stats.t.ppf(0.975, df) * error)
    difference = found["difference[B vs A]"]
    assert (difference.low, difference.pvalue) == (row.low, row.pvalue)
    assert found["verdict[B vs A]"].pvalue == row.pvalue


def test_unused_levels_and_few_raters_are_said():
    data = frame(raters=4).filter(polars.col("rating") != 3)
    found = cw.fit_ratings(data, slopes=False, scale=(1, 5)).result
    assert any("No rating is 3" in note for note in found.notes)
    assert any(note.startswith("Only 4 raters") for note in found.notes)
    assert "threshold[2|4]" in found


def test_the_formula_reads_back_what_it_writes():
    for text in (
        "y ~ a * b + (a || rater) + (1 | text/item)",
        "`my rating` ~ 0 + system + (0 + system | rater)",
    ):
        assert parse(str(parse(text))) == parse(text)


def run(*args):
    return CliRunner().invoke(cli, ["ratings", *map(str, args)], catch_exceptions=True)


def test_the_command_prints_words_and_rows(shared_data):
    path = shared_data / "ratings" / "sim_r3_i100.csv"
    formula = "y ~ x + (x | participant) + (x | item)"
    done = run(path, "--formula", formula, "--model", "ordinal", "--link", "probit")
    assert done.exit_code == 0, done.output
    assert "Ratings differ by x" in done.output or "whether ratings differ by x" in done.output
    rows = {
        row["estimand"]: row
        for row in json.loads(run(path, "--formula", formula, "--link", "probit", "--json").output)[
            "rows"
        ]
    }
    assert rows["loglik"]["estimate"] == pytest.approx(-929.628332, abs=1e-4)
    assert rows["coefficient[x]"]["estimate"] == pytest.approx(0.242690, abs=1e-4)
    assert rows["sd[participant, x]"]["estimate"] == pytest.approx(0.560147, rel=2e-4)

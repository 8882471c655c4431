"""The closed form of the complete crossed rating study against everything that knows better.

Values: the general compiled fit; a dense restricted likelihood written out here; R
(golden/balanced.R, which writes out what lmerTest does and is itself compared with lmerTest's
own values); and t-tests of raters' or items' means, to which the model reduces at the boundary.
"""

import json
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from claimwise.core import ParameterError
from claimwise.kernels.mixed import deviance, layout
from claimwise.kernels.mixed.strata import (
    fit_balanced,
    mean_squares,
    pool,
    simulate_balanced,
)

R = json.loads((Path(__file__).parents[1] / "golden" / "balanced.json").read_text())
SCALARS = ("intercept", "difference", "error", "df", "pvalue", "sigma", "deviance")
INTERIOR = (0.8, 0.7, 0.9, 1.0)
# Raters, items, the four standard deviations; the residual's is 1.
DESIGNS = (
    (5, 14, INTERIOR),
    (8, 6, INTERIOR),
    (3, 20, (0.5, 0.0, 0.6, 0.8)),
    (6, 10, (0.0, 0.9, 0.0, 0.0)),
    (4, 12, (0.0, 0.0, 0.0, 0.0)),
    (2, 7, (0.4, 0.4, 0.4, 0.4)),
)
designs = st.tuples(
    st.integers(0, 10**6),
    st.integers(2, 6),
    st.integers(2, 9),
    st.tuples(*[st.sampled_from((0.0, 0.3, 1.0, 3.0))] * 4),
)


def draw(seed, raters, items, sds, studies=1, difference=0.4, sigma=1.0):
    return simulate_balanced(
        np.random.default_rng(seed),
        studies,
        raters,
        items,
        difference=difference,
        intercept=3.0,
        sds=sds,
        sigma=sigma,
    )


def columns(y):
    """Rater, item, x and score of every rating of one study."""
    rater, item, system = np.indices(y.shape).reshape(3, -1)
    return rater, item, system - 0.5, y.ravel()


def general(y):
    """Fit one study by the compiled search, which knows nothing of balance."""
    rater, item, x, score = columns(y)
    fixed = np.column_stack([np.ones(len(x)), x])
    plan, order = layout.build([rater, item], [fixed, fixed])
    data = deviance.Linear.of(plan, fixed, score, reml=True)
    place = {factor: at for at, factor in enumerate(order)}
    entries = np.array([(place[g], c, c) for g in range(2) for c in range(2)])
    runs = [
        deviance.fit(plan, data, entries, np.full(4, start), np.eye(4) * 0.01, 1e-12, 400)
        for start in (1.0, 0.3)
    ]
    best, parts = min(runs, key=lambda run: run[0].value)
    return best.value, np.abs(best.x), parts


def restricted(y, sds, sigma):
    """Minus twice the log restricted likelihood, and the covariance of both fixed effects."""
    rater, item, x, score = columns(y)
    fixed = np.column_stack([np.ones(len(x)), x])
    v = sigma**2 * np.eye(len(x))
    for level, scale, sd in zip(
        (rater, rater, item, item), (x * 0 + 1, x, x * 0 + 1, x), sds, strict=True
    ):
        v += sd**2 * np.equal.outer(level, level) * np.outer(scale, scale)
    inverse = np.linalg.inv(v)
    information = fixed.T @ inverse @ fixed
    left = score - fixed @ np.linalg.solve(information, fixed.T @ inverse @ score)
    logs = np.linalg.slogdet(v)[1] + np.linalg.slogdet(information)[1]
    value = logs + left @ inverse @ left + (len(x) - 2) * np.log(2 * np.pi)
    return value, np.linalg.inv(information)


# Value


def test_value_the_route_written_out_in_r_agrees_with_lmertest(shared_data):
    """The route behind golden/balanced.json, on a study of which lmerTest's values are known."""
    known = json.loads((shared_data / "ratings" / "sim_r3_i100.json").read_text())
    known, ours = known["lmer_reml_uncorr"], R["sim_r3_i100"]
    assert ours["deviance"] == pytest.approx(known["objective"], abs=1e-5)
    assert ours["sigma"] == pytest.approx(known["sigma"], rel=1e-4)
    assert ours["difference"] == pytest.approx(known["estimate"]["x"], abs=1e-5)
    assert ours["error"] == pytest.approx(known["se"]["x"], rel=1e-4)
    assert ours["df"] == pytest.approx(known["df"]["x"], rel=1e-3)
    assert ours["pvalue"] == pytest.approx(known["p"]["x"], rel=1e-3)
    sds = [known["re"][name]["sd"] for name in ("participant.1", "participant", "item.1", "item")]
    assert ours["sds"] == pytest.approx([next(iter(sd.values())) for sd in sds], rel=2e-4)


@pytest.mark.parametrize("known", R["balanced"])
def test_value_agrees_with_r(known):
    y = np.array(known["y"]).reshape(1, known["raters"], known["items"], 2)
    fit = fit_balanced(y)
    for name in SCALARS:
        assert getattr(fit, name)[0] == pytest.approx(known[name], rel=1e-7), name
    assert fit.sds[0] == pytest.approx(known["sds"], abs=1e-8)
    assert fit.boundary[0].tolist() == [sd == 0 for sd in known["sds"]]


def test_the_studies_of_r_are_inside_and_at_every_kind_of_boundary():
    at_zero = {(s["sds"][1] == 0, s["sds"][3] == 0) for s in R["balanced"]}
    assert at_zero == {(False, False), (False, True), (True, False), (True, True)}


@pytest.mark.slow  # where nothing is compiled yet
@pytest.mark.parametrize("design", DESIGNS)
def test_value_agrees_with_the_general_fit(design):
    for y in draw(11, *design, studies=6):
        value, theta, parts = general(y)
        fit = fit_balanced(y[None])
        n = y.size
        sigma = np.sqrt(parts.rss / (n - 2))
        assert fit.deviance[0] == pytest.approx(value, abs=1e-6)
        assert fit.deviance[0] <= value + 1e-9  # never the worse of the two
        assert [fit.intercept[0], fit.difference[0]] == pytest.approx(parts.beta, abs=1e-8)
        assert fit.sigma[0] == pytest.approx(sigma, rel=1e-4)
        # The criterion is flat in an sd near 0: its own error there is the root of the search's.
        assert fit.sds[0] == pytest.approx(theta * sigma, abs=3e-3)
        inside = ~fit.boundary[0]
        assert fit.sds[0][inside] == pytest.approx((theta * sigma)[inside], rel=1e-3, abs=1e-3)
        assert fit.error[0] == pytest.approx(sigma * np.sqrt(parts.covariance[1, 1]), rel=1e-4)


def test_the_designs_are_inside_and_at_the_boundary():
    """Otherwise the comparison above would be of one kind alone."""
    seen = np.concatenate(
        [fit_balanced(draw(11, *design, studies=6)).boundary for design in DESIGNS]
    )
    assert (~seen).all(axis=1).sum() >= 5
    assert (seen.sum(axis=0) >= 5).all()


def test_value_by_hand():
    """Two raters, three items: the differences are 2 0 1 and 2 1 0, the sums 8 4 9 and 6 3 8."""
    y = np.array([[[[3, 5], [2, 2], [4, 5]], [[2, 4], [1, 2], [4, 4]]]])
    squares, means = mean_squares(y.astype(float))
    assert squares[0] == pytest.approx([4 / 3, 0, 79 / 12, 3 / 4, 1 / 6])
    assert means[0] == pytest.approx([19 / 6, 1])
    fit = fit_balanced(y)
    assert fit.boundary.tolist() == [[False, True, False, False]]
    assert fit.sigma[0] ** 2 == pytest.approx(2 / 15)  # 4 of 1/6 and 1 of 0
    assert fit.sds[0] ** 2 == pytest.approx([1 / 5, 0, 1.6125, 37 / 60])
    assert fit.error[0] == pytest.approx(1 / 2)
    assert fit.df[0] == pytest.approx(2)
    assert fit.pvalue[0] == pytest.approx(1 - 2 / np.sqrt(6))  # t is 2 with two degrees of freedom
    logs = 5 * np.log(2 / 15) + np.log(4 / 3) + 2 * np.log(79 / 12) + 2 * np.log(3 / 4)
    assert fit.deviance[0] == pytest.approx(logs + 2 * np.log(6) + 10 * (1 + np.log(2 * np.pi)))


@given(designs)
def test_value_the_criterion_and_the_error_are_those_of_the_dense_likelihood(design):
    y = draw(*design)
    fit = fit_balanced(y)
    value, covariance = restricted(y[0], fit.sds[0], fit.sigma[0])
    assert fit.deviance[0] == pytest.approx(value, rel=1e-8, abs=1e-7)
    assert fit.error[0] == pytest.approx(np.sqrt(covariance[1, 1]), rel=1e-7)


@given(designs, st.integers(0, 4), st.floats(0.02, 0.5))
def test_value_no_other_variances_are_likelier(design, which, step):
    y = draw(*design)
    fit = fit_balanced(y)
    best = restricted(y[0], fit.sds[0], fit.sigma[0])[0]
    for sign in (-1, 1):
        sds, sigma = fit.sds[0].copy(), fit.sigma[0]
        if which == 4:
            sigma = sigma * (1 + sign * step)
        else:
            sds[which] = abs(sds[which] + sign * step * sigma)
        assert restricted(y[0], sds, sigma)[0] >= best - 1e-7


def test_value_at_the_boundary_it_is_a_t_test_of_raters_or_of_items():
    y = draw(5, 4, 9, (0.5, 0.3, 0.5, 0.3), studies=400)
    fit = fit_balanced(y)
    d = y[..., 1] - y[..., 0]
    rater, item = fit.boundary[:, 1], fit.boundary[:, 3]
    for chosen, axis in ((item & ~rater, 2), (rater & ~item, 1)):
        assert chosen.sum() > 20
        want = stats.ttest_1samp(d.mean(axis=axis), 0, axis=1)
        assert fit.pvalue[chosen] == pytest.approx(want.pvalue[chosen], rel=1e-9)
        assert fit.df[chosen] == pytest.approx(want.df[chosen])
    # With neither, one variance for all of d and for what is pooled of the sums: the df are whole.
    both = rater & item
    assert both.sum() > 20
    freedom = np.array([3, 3, 8, 8])
    assert fit.df[both] == pytest.approx(48 + fit.boundary[both] @ freedom)
    assert fit.error[both] == pytest.approx(np.sqrt(2 / 36) * fit.sigma[both])


def test_value_inside_the_degrees_of_freedom_are_those_of_three_chi_squares():
    y = draw(6, 5, 20, INTERIOR, studies=50)
    fit, (squares, _) = fit_balanced(y), mean_squares(y)
    inside = ~fit.boundary.any(axis=1)
    assert inside.sum() > 30
    rater, item, rest = squares[inside][:, [1, 3, 4]].T
    want = (rater + item - rest) ** 2 / (rater**2 / 4 + item**2 / 19 + rest**2 / (2 * 4 * 19))
    assert fit.df[inside] == pytest.approx(want)


def test_value_pooling_stops_at_the_first_larger_mean_square():
    freedom = np.array([1, 2, 3, 4])
    squares = np.array([[1.9, 0.5, 4.0, 2.0, 2.0], [9.0, 9.0, 9.0, 9.0, 1.0], [0, 0, 0, 0, 7.0]])
    variance, df, pooled = pool(squares, freedom, 5)
    # 5 of 2.0 and 2 of 0.5 make 11/7, below 1.9: no more are taken in.
    assert variance == pytest.approx([11 / 7, 1, 35 / 15])
    assert df.tolist() == [7, 5, 15]
    assert pooled.tolist() == [[False, True, False, False], [False] * 4, [True] * 4]


def test_value_a_mean_square_equal_to_the_residual_counts_as_residual():
    """The variance is 0 then, and so is its gradient: nothing of its own stays in the df."""
    variance, df, pooled = pool(np.full((1, 5), 0.1), np.array([1, 1, 2, 2]), 4)
    assert variance == pytest.approx([0.1])
    assert df.tolist() == [10]
    assert pooled.all()


# Law


@given(designs)
def test_law_swapping_the_systems_flips_the_sign_and_nothing_else(design):
    y = draw(*design)
    one, other = fit_balanced(y), fit_balanced(y[..., ::-1])
    assert other.difference == pytest.approx(-one.difference)
    for name in ("error", "df", "intercept", "sigma", "deviance", "pvalue"):
        assert getattr(other, name) == pytest.approx(getattr(one, name), rel=1e-7), name
    assert other.sds == pytest.approx(one.sds, abs=1e-7)


@given(designs, st.floats(0.1, 50), st.floats(-20, 20))
def test_law_another_scale_changes_units_alone(design, factor, shift):
    y = draw(*design)
    one, other = fit_balanced(y), fit_balanced(shift + factor * y)
    for name in ("difference", "error", "sigma"):
        want = pytest.approx(factor * getattr(one, name), rel=1e-7, abs=1e-9)
        assert getattr(other, name) == want, name
    assert other.sds == pytest.approx(factor * one.sds, abs=1e-6 * factor)
    assert other.intercept == pytest.approx(shift + factor * one.intercept, abs=1e-9)
    for name in ("df", "pvalue"):
        assert getattr(other, name) == pytest.approx(getattr(one, name), rel=1e-6), name
    change = 2 * (y.size - 2) * np.log(factor)
    assert other.deviance == pytest.approx(one.deviance + change, rel=1e-9, abs=1e-6)


@given(designs)
def test_law_raters_and_items_trade_places(design):
    y = draw(*design)
    one, other = fit_balanced(y), fit_balanced(y.swapaxes(1, 2))
    for name in SCALARS:
        assert getattr(other, name) == pytest.approx(getattr(one, name), rel=1e-7), name
    assert other.sds[:, [2, 3, 0, 1]] == pytest.approx(one.sds, abs=1e-7)


@given(designs)
def test_law_the_order_of_raters_and_items_is_irrelevant(design):
    y, rng = draw(*design), np.random.default_rng(design[0])
    mixed = y[:, rng.permutation(y.shape[1])][:, :, rng.permutation(y.shape[2])]
    one, other = fit_balanced(y), fit_balanced(mixed)
    for name in SCALARS:
        assert getattr(other, name) == pytest.approx(getattr(one, name), rel=1e-7), name


def test_law_a_study_is_the_same_alone_and_among_others():
    """Also across blocks: 3000 studies of 72 ratings are more than one of them."""
    y = draw(8, 4, 9, INTERIOR, studies=3000)
    together = fit_balanced(y)
    for at in (0, 909, 910, 1820, 2999):
        alone = fit_balanced(y[at : at + 1])
        for field in fields(alone):
            one = getattr(alone, field.name)[0]
            assert getattr(together, field.name)[at] == pytest.approx(one, rel=1e-12), field.name


def test_law_a_drawn_study_does_not_depend_on_those_after_it():
    few, many = draw(9, 3, 5, INTERIOR, studies=2), draw(9, 3, 5, INTERIOR, studies=7)
    assert (few == many[:2]).all()
    assert len(np.unique(many)) == many.size


# Direction


def test_direction_the_difference_is_second_minus_first():
    y = draw(10, 4, 30, (0.5, 0.1, 0.5, 0.1), studies=20, difference=2.0)
    fit = fit_balanced(y)
    assert (fit.difference > 1).all()
    assert fit.difference == pytest.approx((y[..., 1] - y[..., 0]).mean(axis=(1, 2)))
    assert fit.intercept == pytest.approx(y.mean(axis=(1, 2, 3)))


@pytest.mark.parametrize("which", range(4))
def test_direction_each_sd_is_found_in_its_own_place(which):
    sds = np.zeros(4)
    sds[which] = 3.0
    found = np.median(fit_balanced(draw(12, 30, 30, sds, studies=20)).sds, axis=0)
    assert found[which] == pytest.approx(3.0, rel=0.15)
    assert (np.delete(found, which) < 0.3).all()


# Chance


def test_chance_mean_squares_have_the_expectations_of_the_model():
    raters, items, studies = 3, 7, 20_000
    sds, sigma = np.array([0.5, 0.9, 0.4, 1.2]), 0.7
    y = draw(13, raters, items, sds, studies=studies, sigma=sigma)
    times = np.array([2 * items, items / 2, 2 * raters, raters / 2, 0])
    expected = sigma**2 + times * np.append(sds, 0) ** 2
    freedom = np.array([2, 2, 6, 6, 24])
    squares = mean_squares(y)[0]
    for k in range(5):
        ratio = squares[:, k] * freedom[k] / expected[k]
        assert stats.kstest(ratio, stats.chi2(freedom[k]).cdf).pvalue > 1e-3
    # Independent of each other: a product of five likelihoods.
    together = np.corrcoef(squares.T)[np.triu_indices(5, 1)]
    assert (np.abs(together) < 4 / np.sqrt(studies)).all()


def rates(seed, raters, items, sds, studies, alphas):
    """How often each level is passed without a difference."""
    hits, done = np.zeros(len(alphas), np.int64), 0
    while done < studies:
        y = draw([seed, done], raters, items, sds, studies=5000, difference=0.0)
        hits += (fit_balanced(y).pvalue[:, None] <= alphas).sum(axis=0)
        done += 5000
    return hits, done


def within(hits, studies, least, most):
    above = stats.binomtest(int(hits), studies, most, alternative="greater").pvalue
    below = stats.binomtest(int(hits), studies, least, alternative="less").pvalue
    return min(above, below) > 1e-3


# Raters, standard deviations, and the least and the most that the rate at 0.05 is said to be.
# Without slopes half of the studies pool, which makes the test careful; with three raters and
# large slopes a few studies take the raters to agree, and count 50 items as 50 witnesses.
SIZES = (
    (3, (0.5, 0.0, 0.5, 0.0), 0.02, 0.05),
    (3, (0.5, 1.0, 0.5, 0.5), 0.05, 0.07),
    (10, (0.5, 0.0, 0.5, 0.0), 0.02, 0.05),
    (10, (0.5, 1.0, 0.5, 0.5), 0.045, 0.055),
)


@pytest.mark.parametrize("size", SIZES)
def test_chance_false_positives(size):
    raters, sds, least, most = size
    (hits,), studies = rates(14, raters, 50, sds, 10_000, np.array([0.05]))
    assert within(hits, studies, least, most)


def test_chance_with_huge_rater_slopes_the_test_is_exact():
    (hits,), studies = rates(15, 3, 50, (0.5, 100.0, 0.5, 0.5), 10_000, np.array([0.05]))
    assert within(hits, studies, 0.05, 0.05)


@pytest.mark.calibration
@pytest.mark.parametrize("raters", [2, 3, 5, 10])
def test_calibration_of_the_t_test(raters):
    """What the reader should know: with 2 or 3 raters small levels are not kept."""
    most = {2: (0.14, 0.10), 3: (0.072, 0.042), 5: (0.058, 0.018), 10: (0.053, 0.012)}[raters]
    for item_slope in (0.0, 0.5):
        for rater_slope in (0.0, 0.2, 0.4, 1.0, 5.0):
            sds = (0.5, rater_slope, 0.5, item_slope)
            hits, studies = rates(16, raters, 50, sds, 100_000, np.array([0.05, 0.01]))
            print(f"{raters} raters, slopes {rater_slope} {item_slope}:", *hits / studies)
            assert within(hits[0], studies, 0.02, most[0])
            assert within(hits[1], studies, 0.003, most[1])


@pytest.mark.calibration
@pytest.mark.parametrize("size", SIZES)
def test_calibration_false_positives_in_many_studies(size):
    raters, sds, least, most = size
    (hits,), studies = rates(17, raters, 50, sds, 200_000, np.array([0.05]))
    print(f"{raters} raters, slopes {sds[1]} {sds[3]}: {hits / studies:.4f}")
    assert within(hits, studies, least, most)


# Undefined, and refused


@pytest.mark.parametrize(
    "y",
    [
        np.full((1, 3, 4, 2), 2.7),
        np.broadcast_to(np.arange(8).reshape(1, 1, 4, 2) / 7, (1, 3, 4, 2)),  # raters all agree
        np.full((1, 3, 4, 2), np.nan),
        np.full((1, 3, 4, 2), np.inf),
    ],
)
def test_undefined_without_a_residual(y):
    fit = fit_balanced(y)
    for name in ("error", "df", "pvalue", "sigma", "deviance", "sds"):
        assert np.isnan(getattr(fit, name)).all(), name
    assert not fit.boundary.any()
    if np.isfinite(y).all():
        assert fit.difference == pytest.approx((y[..., 1] - y[..., 0]).mean(), abs=1e-12)
        assert fit.intercept == pytest.approx(y.mean())


def test_undefined_studies_leave_their_neighbours_alone():
    y = draw(18, 3, 6, INTERIOR, studies=3)
    want = fit_balanced(y[2:])
    y[0], y[1, 0, 0, 0] = 1.0, np.nan
    fit = fit_balanced(y)
    assert np.isnan(fit.pvalue[:2]).all()
    assert fit.pvalue[2] == pytest.approx(want.pvalue[0], rel=1e-12)


def test_no_studies_are_no_error():
    assert fit_balanced(np.empty((0, 3, 4, 2))).sds.shape == (0, 4)


@pytest.mark.parametrize(
    ("shape", "words"),
    [
        ((2, 1, 5, 2), "raters needs at least 2; found 1"),
        ((2, 5, 1, 2), "items needs at least 2; found 1"),
        ((3, 5, 2), r"\(studies, raters, items, 2\); found \(3, 5, 2\).*y\[None\]"),
        ((2, 3, 5, 3), r"found \(2, 3, 5, 3\)"),
    ],
)
def test_refused_shapes(shape, words):
    with pytest.raises(ParameterError, match=words):
        fit_balanced(np.zeros(shape))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"sds": (1, 1, 1)}, "sds needs four numbers; found 3.*rater intercept, rater slope"),
        ({"sds": (1, 1, -1, 1)}, "sds needs a standard deviation of at least 0; found -1"),
        ({"sigma": -0.5}, "sigma needs a standard deviation of at least 0; found -0.5"),
        ({"raters": 1}, "raters needs at least 2; found 1"),
        ({"studies": 0}, "studies needs a whole number of at least 1"),
        ({"difference": np.nan}, "difference needs a finite number"),
    ],
)
def test_refused_worlds(change, words):
    usual = {"studies": 1, "raters": 3, "items": 4, "sds": INTERIOR, "sigma": 1.0}
    usual |= {"difference": 0.0, "intercept": 0.0} | change
    rng = np.random.default_rng(1)
    with pytest.raises(ParameterError, match=words):
        simulate_balanced(rng, **usual)

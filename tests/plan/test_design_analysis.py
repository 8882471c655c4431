"""What will the posterior say? Small studies by hand, laws, directions, chance."""

import math
from math import comb

import numpy as np
import pytest
from scipy import optimize, special, stats

import claimwise as cw
from claimwise.core import ParameterError

STUDY = {"n": 300, "difference": 0.06, "agreement": 0.8, "assess": "posterior", "rng": 4}
QUICK = {"replicates": 120}


def brute(wins, losses, n, level, rope, steps=2001):
    """Interval and region by a grid: d = won - lost, the Dirichlet density summed over `lost`.

    Nothing of the library is used; the prior is uniform over the four cells.
    """
    win, lose, rest = wins + 1, losses + 1, n - wins - losses + 2
    d = np.linspace(-1, 1, steps)
    part = (np.arange(150) + 0.5) / 150
    width = (1 - np.abs(d)) / 2
    small = width[:, None] * part
    large = np.abs(d)[:, None] + small
    won, lost = np.where(d[:, None] > 0, large, small), np.where(d[:, None] > 0, small, large)
    even = np.maximum(1 - won - lost, 0)
    density = (won ** (win - 1) * lost ** (lose - 1) * even ** (rest - 1)).mean(axis=1) * width
    density /= density.sum()
    kept = np.argsort(-density)
    kept = kept[: int(np.searchsorted(np.cumsum(density[kept]), level)) + 1]
    inside = density[np.abs(d) < rope].sum()
    return d[kept.min()], d[kept.max()], inside


def every_table(n, win, lose):
    for w in range(n + 1):
        for x in range(n + 1 - w):
            ways = comb(n, w) * comb(n - w, x)
            yield w, x, ways * win**w * lose**x * (1 - win - lose) ** (n - w - x)


def exact_shares(n, win, lose, level, rope, factor):
    prior = brute(0, 0, 0, level, rope)[2]
    start = prior / (1 - prior)
    shares = dict.fromkeys(["above", "below", "inside", "right", "wrong", "10", "01"], 0.0)
    width = 0.0
    for w, x, p in every_table(n, win, lose):
        low, high, inside = brute(w, x, n, level, rope)
        moved = inside / (1 - inside) / start
        said = {
            "above": low >= rope,
            "below": high <= -rope,
            "inside": low >= -rope and high <= rope,
            "right": low >= 0,
            "wrong": high <= 0,
            "10": moved <= 1 / factor,
            "01": moved >= factor,
        }
        for name, true in said.items():
            shares[name] += p * true
        width += p * (high - low)
    return shares, width


def within(row, truth, of):
    """Whether a share is one that binomial noise would give; false alarm 1 in 10,000."""
    hits = round(row.estimate * of)
    return stats.binomtest(hits, of, min(1.0, max(0.0, truth))).pvalue > 1e-4


@pytest.mark.slow
def test_chance_simulated_shares_agree_with_complete_enumeration():
    n, rope, of = 7, 0.15, 1500
    shares, width = exact_shares(n, 0.6, 0.15, 0.8, rope, 3)
    plan = cw.plan.preference(
        n=n,
        win=0.6,
        lose=0.15,
        assess="posterior",
        margin=rope,
        level=0.8,
        bayes_factor=3,
        replicates=of,
        rng=11,
    )
    for name, share in (
        ("hdi_outside_rope[greater]", shares["above"]),
        ("hdi_outside_rope[less]", shares["below"]),
        ("hdi_inside_rope", shares["inside"]),
        ("hdi_excludes_zero", shares["right"]),
        ("wrong_sign", shares["wrong"]),
        ("bayes_factor_10_above[3]", shares["10"]),
        ("bayes_factor_01_above[3]", shares["01"]),
    ):
        assert within(plan[name], share, of), name
    row = plan["interval_width"]
    error = (row.high - row.low) / 2 / 1.96
    assert row.estimate == pytest.approx(width, abs=4 * error + 1e-3)
    null, _ = exact_shares(n, 0.375, 0.375, 0.8, rope, 3)
    outside = null["above"] + null["below"]
    assert within(plan["hdi_outside_rope[no effect]"], outside, of)
    assert within(plan["bayes_factor_01_above[3, no effect]"], null["01"], of)


def log_density_at_zero(win, lose, rest):
    """The Dirichlet density on the line won = lost, integrated by hand."""
    decided = win + lose
    constant = special.gammaln(decided + rest) - sum(map(special.gammaln, (win, lose, rest)))
    return constant - (decided - 1) * math.log(2) + special.betaln(decided - 1, rest)


@pytest.mark.slow
def test_chance_factors_of_the_point_null_agree_with_complete_enumeration():
    n, win, lose, factor, of = 60, 0.4, 0.25, 2.0, 1500
    start = log_density_at_zero(1, 1, 2)
    shares = {"10": 0.0, "01": 0.0}
    for w, x, p in every_table(n, win, lose):
        moved = log_density_at_zero(w + 1, x + 1, n - w - x + 2) - start
        shares["10"] += p * (moved <= -math.log(factor))
        shares["01"] += p * (moved >= math.log(factor))
    assert min(shares.values()) > 0.05
    plan = cw.plan.preference(
        n=n, win=win, lose=lose, assess="posterior", bayes_factor=factor, replicates=of, rng=8
    )
    for which, share in shares.items():
        assert within(plan[f"bayes_factor_{which}_above[2]"], share, of)


def width_of_a_tie():
    """One item, a tie: Dirichlet(1, 1, 3), density 2 (1 - |d|)^3."""
    return 2 * (1 - 0.05**0.25)


def width_of_a_win():
    """One item, a win: Dirichlet(2, 1, 2), density a polynomial on either side of 0."""

    def density(d):
        a = (1 - abs(d)) / 2
        return 24 * (max(d, 0.0) * a**2 + a**3 / 3)

    def below(d):  # integral of the density from -1
        grid = np.linspace(-1, d, 20_001)
        return np.trapezoid([density(x) for x in grid], grid)

    def upper(low):
        return optimize.brentq(lambda x: density(x) - density(low), 0.3, 1)

    low = optimize.brentq(lambda x: below(upper(x)) - below(x) - 0.95, -0.6, 0.05)
    return upper(low) - low


@pytest.mark.slow
def test_value_of_the_width_of_one_item():
    assert width_of_a_tie() == pytest.approx(1.05426, abs=1e-5)
    always = cw.plan.preference(
        n=1, win=1, lose=0, assess="posterior", replicates=3, rng=1
    )  # each study is the same win
    assert always["interval_width"].estimate == pytest.approx(width_of_a_win(), abs=1e-5)
    even = cw.plan.preference(n=1, win=0, lose=0, tie=1, assess="posterior", replicates=3, rng=1)
    assert even["interval_width"].estimate == pytest.approx(width_of_a_tie(), abs=1e-7)


def test_value_of_the_width_of_two_ties():
    """Dirichlet(1, 1, 4): P(|d| > x) = (1 - x)^5."""
    even = cw.plan.preference(n=2, win=0, lose=0, tie=1, assess="posterior", replicates=3, rng=1)
    assert even["interval_width"].estimate == pytest.approx(2 * (1 - 0.05**0.2), abs=1e-7)


@pytest.mark.slow
def test_the_command_of_the_manual():
    plan = cw.plan.accuracy(
        n=2376, baseline=0.69, difference=0.035, assess="posterior", margin=0.01, rng=1, **QUICK
    )
    assert plan.method == "dirichlet"
    agreement = 0.69 * 0.725 + 0.31 * 0.275
    spread = math.sqrt((1 - agreement - 0.035**2) / 2376)
    for word, margin in (("", 0.0), (", margin", 0.01)):
        normal = stats.norm.sf(1.6449 - (0.035 - margin) / spread)
        assert plan[f"conclude[greater{word}]"].estimate == pytest.approx(normal, abs=0.01)
        null = stats.norm.sf(1.6449 + margin / spread)
        assert plan[f"conclude[greater{word}, no effect]"].estimate == pytest.approx(
            null, abs=0.003
        )
    assert plan["interval_width"].estimate == pytest.approx(2 * 1.96 * spread, rel=0.01)
    assert any("a pessimistic case" in note and "0.5855" in note for note in plan.notes)


@pytest.mark.slow
def test_law_workers_change_nothing_and_seeds_do():
    one = cw.plan.accuracy(**STUDY, margin=0.02, replicates=300)
    two = cw.plan.accuracy(**STUDY, margin=0.02, replicates=300, workers=2)
    other = cw.plan.accuracy(**STUDY | {"rng": 5}, margin=0.02, replicates=300)
    assert one.rows == two.rows
    assert one.rows != other.rows
    assert one.provenance["seed"] == 4


@pytest.mark.slow
@pytest.mark.parametrize("plan", ["accuracy", "proportions", "preference"])
def test_law_decisions_add_up_and_stay_probabilities(plan):
    settings = {
        "accuracy": {"difference": 0.05, "agreement": 0.85},
        "proportions": {"difference": 0.05, "baseline": 0.8},
        "preference": {"win": 0.3, "lose": 0.25},
    }[plan]
    result = getattr(cw.plan, plan)(
        n=400, assess="posterior", rope=0.08, rng=3, **QUICK, **settings
    )
    for truth in (None, "no effect"):
        inside = [r for r in result.rows if r.quantity in ("hdi_inside_rope", "hdi_undecided")]
        outside = [r for r in result.rows if r.quantity == "hdi_outside_rope"]
        every = [r for r in inside + outside if r.at.get("truth") == truth]
        assert sum(row.estimate for row in every) == pytest.approx(1, abs=1e-12)
    for row in result.rows:
        assert 0 <= row.estimate <= 1
        assert row.n == 400
        if row.quantity != "conclude":
            assert row.kind == "monte carlo"
            assert row.low <= row.estimate <= row.high


@pytest.mark.slow
def test_law_swapping_the_sign_mirrors():
    gain = cw.plan.accuracy(**STUDY, margin=0.02, **QUICK)
    loss = cw.plan.accuracy(**STUDY | {"difference": -0.06}, margin=0.02, **QUICK)
    for name, other in (("greater", "less"), ("less", "greater")):
        for word in ("", ", margin"):
            row, mirrored = gain[f"conclude[{name}{word}]"], loss[f"conclude[{other}{word}]"]
            assert row.estimate == pytest.approx(mirrored.estimate, rel=1e-9)
    for row in (gain["hdi_excludes_zero"], gain["hdi_outside_rope[greater]"]):
        other = loss[row.estimand.replace("greater", "less")]
        assert other.low <= row.high
        assert row.low <= other.high


@pytest.mark.slow
def test_direction_of_items_margin_and_region():
    def at(**changed):
        return cw.plan.accuracy(**STUDY | {"margin": 0.02} | changed, **QUICK)

    base, more, wider = at(), at(n=900), at(margin=0.04)
    goal = "conclude[greater, margin]"
    assert wider[goal].estimate < base[goal].estimate < more[goal].estimate
    assert more["interval_width"].estimate < base["interval_width"].estimate
    outside = "hdi_outside_rope[greater]"
    assert more[outside].low > base[outside].high
    assert more["hdi_undecided"].high < base["hdi_undecided"].low
    region = at(n=2000, difference=0.0, rope=0.05)
    assert region["hdi_inside_rope"].estimate > 0.9
    assert region["bayes_factor_01_above[10]"].estimate > 0.9
    strict = at(bayes_factor=100)
    assert (
        strict["bayes_factor_10_above[100]"].estimate < base["bayes_factor_10_above[10]"].estimate
    )


@pytest.mark.slow
def test_no_difference_has_no_right_sign():
    plan = cw.plan.accuracy(**STUDY | {"difference": 0}, margin=0.02, **QUICK)
    assert "wrong_sign" not in plan
    assert not plan.select(truth="no effect")
    assert plan["conclude[greater]"].estimate == pytest.approx(0.05, abs=0.01)
    assert any("no right sign" in note for note in plan.notes)


@pytest.mark.slow
def test_the_test_is_unchanged_and_both_may_stand_side_by_side():
    alone = cw.plan.accuracy(n=300, difference=0.06, agreement=0.8)
    both = cw.plan.accuracy(**STUDY | {"assess": "test,posterior"}, **QUICK)
    for row in alone.rows:
        assert both[row.estimand] == row
    assert both.method == alone.method
    listed = cw.plan.accuracy(**STUDY | {"assess": ["posterior", "test"]}, **QUICK)
    assert listed.rows == both.rows


@pytest.mark.slow
def test_the_sample_size_is_the_smallest_that_reaches_the_target():
    difference = -0.06
    settings = {"difference": difference, "agreement": 0.8, "assess": "posterior", "margin": 0.02}
    plan = cw.plan.accuracy(**settings, solve="n", rng=1, replicates=50)
    n = plan["sample_size[posterior]"].n
    side = "greater" if difference > 0 else "less"
    assert plan[f"conclude[{side}, margin]"].n == n

    def reached(size):
        found = cw.plan.accuracy(n=size, **settings, rng=1, replicates=1)
        return found[f"conclude[{side}, margin]"].estimate >= 0.8

    assert [reached(n - 1), reached(n), reached(n + 7)] == [False, True, True]
    spread = 0.2 - 0.06**2
    about = spread * ((1.6449 + 0.8416) / 0.04) ** 2
    assert n == pytest.approx(about, rel=0.03)


@pytest.mark.slow
def test_value_of_a_saw_tooth_by_trying_every_size():
    """Without ties the critical number of wins is a quantile of Beta(w + 1, n - w + 1)."""
    plan = cw.plan.preference(win=0.6, solve="n", assess="posterior", rng=1, replicates=5)

    def probability(n):
        wins = np.arange(n + 1)
        sure = special.betaincc(wins + 1, n - wins + 1, 0.5) >= 0.95
        return stats.binom.pmf(wins[sure], n, 0.6).sum()

    short = [n for n in range(2, 400) if probability(n) < 0.8]
    assert plan["sample_size[posterior]"].n == max(short) + 1
    first = min(set(range(2, 400)) - set(short))
    assert any(f"first reaches the target at {first} judgements" in note for note in plan.notes)


@pytest.mark.slow
def test_no_size_is_sure_of_a_margin_that_is_not_there():
    settings = {"difference": 0.02, "agreement": 0.8, "assess": "posterior"}
    plan = cw.plan.accuracy(**settings, margin=0.02, solve="n", rng=1)
    assert math.isnan(plan["sample_size[posterior]"].estimate)
    hardly_worse = cw.plan.accuracy(
        **settings | {"difference": -0.01}, margin=-0.05, solve="n", rng=1, replicates=50
    )
    n = hardly_worse["sample_size[posterior]"].n
    assert n == pytest.approx(0.2 * ((1.6449 + 0.8416) / 0.04) ** 2, rel=0.05)
    assert hardly_worse["conclude[greater, margin]"].estimate >= 0.8


@pytest.mark.slow
def test_curves_and_the_words_low_mid_high():
    plan = cw.plan.accuracy(**STUDY | {"n": [100, 200]}, margin=[0.0, 0.02], replicates=40)
    assert plan["conclude[greater, n=100, margin=0]"].estimate > 0
    value = plan["conclude[greater, margin, n=200, margin=0.02]"]
    single = cw.plan.accuracy(**STUDY | {"n": 200}, margin=0.02, replicates=40)
    assert value.estimate == single["conclude[greater, margin]"].estimate
    cases = cw.plan.accuracy(
        n=300, difference=0.05, baseline=0.8, agreement_from="lachenbruch", assess="posterior",
        replicates=40, rng=1,
    )  # fmt: skip
    found = [cases[f"conclude[greater, {case}]"].estimate for case in ("low", "mid", "high")]
    assert found == sorted(found, reverse=True)


@pytest.mark.slow
def test_a_prior_with_an_infinite_density_at_zero_has_no_point_null():
    plan = cw.plan.accuracy(**STUDY, prior="jeffreys", replicates=20)
    assert not any(row.quantity.startswith("bayes_factor") for row in plan.rows)
    assert any("No Bayes factor" in note for note in plan.notes)
    with_region = cw.plan.accuracy(**STUDY, prior="jeffreys", rope=0.02, replicates=20)
    assert "bayes_factor_10_above[10]" in with_region


@pytest.mark.slow
def test_ties_of_preferences_are_an_outcome_of_their_own():
    settings = {"n": 200, "win": 0.4, "lose": 0.3, "assess": "posterior", "rng": 2}
    dropped = cw.plan.preference(**settings, **QUICK)
    split = cw.plan.preference(**settings, ties="split", **QUICK)
    assert dropped.rows == split.rows


@pytest.mark.parametrize(
    ("settings", "match"),
    [
        ({"assess": "posteriors"}, "one of test, posterior; found 'posteriors'. Did you mean"),
        ({"assess": []}, "any of test, posterior; found nothing"),
        ({"assess": 3}, "any of test, posterior; found 3"),
        ({"rope": 0}, "rope needs a number between 0 and 1; found 0"),
        ({"rope": -0.1}, "rope needs a number between 0 and 1"),
        ({"level": 1}, "level needs a number strictly between 0 and 1"),
        ({"margin": 2}, "margin needs a number between -1 and 1; found 2"),
        ({"bayes_factor": 1}, "a threshold above 1"),
        ({"prior": "beta(1,1)"}, "Paired items have a Dirichlet prior"),
        ({"prior": "dirichlet(1,1,1000000,1)", "rope": 0.01}, "some probability inside"),
        ({"solve": "mde", "difference": None}, 'solve="mde" needs assess="test";'),
        ({"alpha": 0.1}, r"alpha=0\.1 needs a test to be assessed;"),
        ({"by": "normal"}, 'by="normal" needs a test to be assessed;'),
        ({"test": "mcnemar-exact"}, 'test="mcnemar-exact" needs a test'),
        ({"assess": "test", "margin": 0.01}, "margin needs a posterior to speak of"),
        ({"agreement": None}, "either the agreement or where to take it from"),
        ({"replicates": 0}, "replicates needs a whole number"),
    ],
)
def test_what_cannot_be_foreseen_is_refused(settings, match):
    with pytest.raises(ParameterError, match=match):
        cw.plan.accuracy(**STUDY | settings)


def test_the_test_still_wants_an_agreement():
    with pytest.raises(ParameterError, match="either the agreement or where to take it from"):
        cw.plan.accuracy(n=500, difference=0.02, baseline=0.8)
    chance = cw.plan.accuracy(
        n=500, difference=0.02, baseline=0.8, agreement_from="independent", solve="power"
    )
    given = cw.plan.accuracy(
        n=500, difference=0.02, agreement=0.8 * 0.82 + 0.2 * 0.18, solve="power"
    )
    assert chance["power"].estimate == pytest.approx(given["power"].estimate, rel=1e-9)

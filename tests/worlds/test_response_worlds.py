"""Worlds of several answers: moments by hand, published numbers, effects, files."""

import tomllib
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import claimwise as cw
from claimwise.core import DataError, ParameterError
from claimwise.data import Answers, Counts, example_path
from claimwise.metrics.responses import find_response_metric, scores
from claimwise.worlds import (
    DirichletResponses,
    Distribution,
    NormalResponses,
    OrdinalResponses,
    PluginResponses,
    ResponseWorld,
    find_response_world,
)
from claimwise.worlds.response_file import _world, choose_pair, response_toml
from claimwise.worlds.response_presets import PUBLISHED, TOXICITY

FIVE = Counts(5, 5, 5)
LATENT = NormalResponses(mean=Distribution.of(0.5), spread=Distribution.of(0.1))
ORDINAL = OrdinalResponses(
    mean=Distribution.of("normal(0, 1)"),
    spread=Distribution.of("uniform(0.3, 0.8)"),
    thresholds=(-1.0, 0.0, 1.0),
)
DIRICHLET = DirichletResponses(base=(0.5, 0.3, 0.2), concentration=4.0)
SEEN = Answers(
    np.array([[1.0, 2.0, np.nan], [4.0, 4.0, 4.0]]),
    np.array([[7.0, np.nan], [8.0, 9.0]]),
    np.array([[5.0], [6.0]]),
)
PLUGIN = PluginResponses(answers=SEEN, kind="continuous")
WORLDS = {
    "published": PUBLISHED,
    "toxicity": TOXICITY,
    "ordinal": ORDINAL,
    "dirichlet": DIRICHLET,
    "plug-in": PLUGIN,
}


def expected_p(world, metric, replicates, seed, block=100):
    """P(null at least as extreme as alternative), strictly and not: `true p` of the paper."""
    rng = np.random.default_rng(seed)
    sides = [[], []]
    for _ in range(replicates // block):
        for side, draw in zip(sides, (world.draw, world.draw_mixed), strict=True):
            score = scores(find_response_metric(metric), draw(1000, FIVE, rng, block))
            side.append(score[:, 1] - score[:, 0])
    real, null = (np.concatenate(side) for side in sides)
    sign = 1 if np.median(real) > np.median(null) else -1
    null = np.sort(sign * null)
    places = [np.searchsorted(null, sign * real, side=side) for side in ("right", "left")]
    return [float(1 - place.mean() / len(null)) for place in places]


@pytest.mark.parametrize("world", WORLDS.values(), ids=WORLDS)
def test_law_worlds_keep_the_protocol(world):
    assert isinstance(world, ResponseWorld)
    moved = world.at(epsilon_b=0.5)
    assert (moved.epsilon_b, moved.epsilon_a) == (0.5, world.epsilon_a)
    assert world.at(epsilon_a=0.25).epsilon_a == 0.25
    counts = Counts(3, 2, 4)
    for draw in (moved.draw, moved.draw_mixed):
        found = draw(7, counts, np.random.default_rng(1), 6)
        assert [source.shape for source in found] == [(6, 7, 3), (6, 7, 2), (6, 7, 4)]
        assert found.counts == counts
        assert not any(np.isnan(source).any() for source in found)
        again = draw(7, counts, np.random.default_rng(1), 6)
        assert all((x == y).all() for x, y in zip(found, again, strict=True))
    assert moved.settings()["epsilon_b"] == 0.5
    gone = replace(world, missing=0.4).draw(300, FIVE, np.random.default_rng(1), 2)
    assert np.isnan(gone.a).mean() == pytest.approx(0.4, abs=0.03)
    assert (~np.isnan(gone.a)).any(axis=-1).all()


@pytest.mark.parametrize("world", WORLDS.values(), ids=WORLDS)
@pytest.mark.parametrize("epsilon", [-0.1, 1.5, np.nan])
def test_epsilon_beyond_the_scale_is_refused(world, epsilon):
    if world is ORDINAL and epsilon == 1.5:  # a latent scale has no ends
        assert world.at(epsilon_b=epsilon).epsilon_b == 1.5
        return
    with pytest.raises(ParameterError, match="epsilon_b needs"):
        world.at(epsilon_b=epsilon)


def test_value_moments_of_the_normal_world():
    world = replace(LATENT, epsilon_b=0.3, bias_b=0.05, bias_a=-0.02)
    found = world.draw(500, FIVE, np.random.default_rng(5), 40)
    assert found.gold.mean() == pytest.approx(0.5, abs=0.002)
    assert found.a.mean() == pytest.approx(0.48, abs=0.002)
    assert found.b.mean() == pytest.approx(0.55, abs=0.006)
    assert found.gold.std() == pytest.approx(0.1, abs=0.002)
    # a uniform error from -e to e has the variance e^2 / 3
    assert found.b.var() == pytest.approx(0.01 + 0.09 / 3, rel=0.03)
    mixed = world.draw_mixed(500, FIVE, np.random.default_rng(5), 40)
    for source in (mixed.a, mixed.b):
        assert source.mean() == pytest.approx(0.515, abs=0.006)
        within = source.var(axis=-1, ddof=1).mean()
        # half of the answers of an item are about A's mean, half about B's
        assert within == pytest.approx(0.01 + (0.03 + 0.07**2) / 4, rel=0.05)


@pytest.mark.parametrize("mixed", [False, True])
def test_value_raters_and_runs_shift_all_items(mixed):
    world = replace(LATENT, rater_sd=0.2, run_sd=0.05)
    draw = world.draw_mixed if mixed else world.draw
    found = draw(100, Counts(4, 4, 4), np.random.default_rng(5), 400)
    spreads = [source.mean(axis=-2).std() for source in found]  # of a rater's mean over items
    sds = [np.sqrt(sd**2 + 0.1**2 / 100) for sd in (0.2, 0.05, 0.05)]
    assert spreads == pytest.approx(sds, rel=0.08)
    ab = np.corrcoef(found.a.mean(axis=-2).ravel(), found.b.mean(axis=-2).ravel())[0, 1]
    assert abs(ab) < 0.1  # seed 1 of A is not seed 1 of B


def test_value_ordinal_levels_have_the_shares_of_the_normal():
    found = ORDINAL.draw(2000, FIVE, np.random.default_rng(2), 5).gold
    spread = np.random.default_rng(1).uniform(0.3, 0.8, 20000)
    up_to = [stats.norm.cdf(t / np.sqrt(1 + spread**2)).mean() for t in (-1, 0, 1)]
    shares = [(found <= level).mean() for level in (1, 2, 3)]
    assert shares == pytest.approx(up_to, abs=0.015)
    named = replace(ORDINAL, values=(0.0, 0.2, 0.5, 1.0))
    assert set(np.unique(named.draw(50, FIVE, np.random.default_rng(2), 5).a)) == {0, 0.2, 0.5, 1}


def test_value_toxicity_has_its_levels_and_moments():
    found = TOXICITY.draw(1000, FIVE, np.random.default_rng(2), 10).gold
    np.testing.assert_allclose(np.unique(found), [0, 0.2, 0.4, 0.6, 0.8])
    # by hand: 0.37 is in [0.2, 0.4), 1.0 is the highest level, below 0 is the lowest
    rated = TOXICITY._rated(np.array([-0.3, 0.0, 0.19, 0.2, 0.37, 0.61, 0.8, 1.0, 1.4]))
    np.testing.assert_allclose(rated, [0, 0, 0, 0.2, 0.2, 0.6, 0.8, 0.8, 0.8])


def test_value_dirichlet_answers_are_dirichlet_multinomial():
    world = DIRICHLET.at(epsilon_a=0.4)
    found = world.draw(20000, Counts(4, 4, 4), np.random.default_rng(8), 1)
    weights = 4.0 * np.array(world.base)
    for source in (found.gold[0], found.a[0]):
        assert [(source == c).mean() for c in range(3)] == pytest.approx(world.base, abs=0.01)
    seen = (found.gold[0] == 0).sum(axis=1)
    exact = stats.betabinom(4, weights[0], weights[1:].sum()).pmf(np.arange(5))
    counts = np.bincount(seen, minlength=5)
    assert stats.chisquare(counts, 20000 * exact).pvalue > 0.001
    # two answers agree: sum of E p^2 = (sum base^2 * c + 1) / (c + 1) for gold with itself;
    # with A this is mixed with answers to another item, which agree by base alone
    base = np.square(world.base).sum()
    own = (4 * base + 1) / 5
    agree = (found.gold[0, :, :1] == found.a[0]).mean()
    assert agree == pytest.approx(0.6 * own + 0.4 * base, abs=0.01)
    mixed = world.draw_mixed(20000, Counts(1, 1, 1), np.random.default_rng(9), 1)
    assert (mixed.gold == mixed.b).mean() == pytest.approx(0.8 * own + 0.2 * base, abs=0.015)


def test_value_the_plugin_draws_items_with_their_answers():
    found = PLUGIN.draw(2000, Counts(2, 2, 2), np.random.default_rng(3), 2)
    first = np.isin(found.gold, (1.0, 2.0)).all(axis=-1)
    assert first.mean() == pytest.approx(0.5, abs=0.04)
    assert (found.gold[~first] == 4).all()
    assert (found.a[first] == 7).all()
    assert set(np.unique(found.a[~first])) == {8, 9}
    assert (found.b[first] == 5).all()
    tilted = PLUGIN.at(epsilon_b=0.25).draw(4000, FIVE, np.random.default_rng(3), 1)
    assert (tilted.b >= 5).mean() == pytest.approx(0.25, abs=0.02)
    like_gold = PLUGIN.at(epsilon_a=0, epsilon_b=0).draw(50, FIVE, np.random.default_rng(3), 1)
    assert like_gold.a.max() <= 4
    mixed = PLUGIN.draw_mixed(4000, FIVE, np.random.default_rng(3), 1)
    for source in (mixed.a, mixed.b):
        assert (source >= 7).mean() == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize("world", [PUBLISHED, ORDINAL, DIRICHLET], ids=lambda w: w.name)
def test_direction_the_system_with_the_larger_error_is_worse(world):
    metric = "mae"
    for a, b, sign in ((0.0, 0.6, 1), (0.6, 0.0, -1)):
        moved = world.at(epsilon_a=a, epsilon_b=b)
        found = scores(
            find_response_metric(metric), moved.draw(400, FIVE, np.random.default_rng(4), 20)
        )
        assert np.sign((found[:, 1] - found[:, 0]).mean()) == sign


@pytest.mark.slow
@pytest.mark.parametrize(
    ("world", "epsilon", "metric", "low", "high"),
    [  # of Wein et al. (2023): the value found again with M = 4000, and three of its errors here
        pytest.param(PUBLISHED, 0.05, "mae", 0.045, 0.095, id="published"),
        pytest.param(PUBLISHED, 0.1, "inverse-mse", 0.002, 0.024, id="published-mse"),
        pytest.param(TOXICITY, 0.05, "mae", 0.18, 0.29, id="toxicity"),
    ],
)
def test_chance_published_p_in_short(world, epsilon, metric, low, high):
    strict, at_least = expected_p(world.at(epsilon_b=epsilon), metric, 300, 20)
    assert low < strict <= at_least < high


@pytest.mark.calibration
@pytest.mark.parametrize(
    ("world", "epsilon", "metric", "expected", "error"),
    [  # error: Monte Carlo, of M = 1000
        pytest.param(PUBLISHED, 0.05, "mae", 0.0697, 0.0054, id="published-mae"),
        pytest.param(PUBLISHED, 0.05, "wins:mae", 0.0022, 0.0006, id="published-wins"),
        pytest.param(PUBLISHED, 0.05, "inverse-mse", 0.2656, 0.011, id="published-mse"),
        pytest.param(PUBLISHED, 0.1, "mae", 4e-6, 2e-5, id="published-mae-0.1"),
        pytest.param(PUBLISHED, 0.1, "inverse-mse", 0.0115, 0.0017, id="published-mse-0.1"),
        pytest.param(TOXICITY, 0.05, "mae", 0.235, 0.011, id="toxicity-mae"),
        pytest.param(TOXICITY, 0.05, "wins:mae", 0.258, 0.011, id="toxicity-wins"),
        pytest.param(TOXICITY, 0.1, "mae", 0.0117, 0.0018, id="toxicity-mae-0.1"),
        pytest.param(TOXICITY, 0.1, "wins:mae", 0.0285, 0.003, id="toxicity-wins-0.1"),
    ],
)
def test_chance_published_p(world, epsilon, metric, expected, error):
    replicates = 4000
    found = expected_p(world.at(epsilon_b=epsilon), metric, replicates, 7)
    both = error * np.sqrt(1000 / replicates + 1000 / 2500)  # of this run, and of the reference
    assert found[0] - 3 * both < expected < found[1] + 3 * both


@pytest.mark.parametrize(
    "world",
    [PUBLISHED.at(epsilon_b=0.1), TOXICITY, ORDINAL, DIRICHLET],
    ids=lambda w: w.name,
)
def test_law_files_round_trip(tmp_path, world):
    path = tmp_path / "world.toml"
    path.write_text(response_toml(world, ["A note."], {"a": "old"}), encoding="utf-8")
    found = find_response_world(str(path))
    assert found == world
    assert path.read_text().startswith("# A note.\n")


@settings(max_examples=30, deadline=None)
@given(st.floats(0, 1), st.floats(-0.5, 0.5), st.floats(0.01, 1), st.floats(0, 0.9))
def test_law_every_number_survives_the_file(epsilon, bias, spread, missing):
    world = replace(
        PUBLISHED,
        epsilon_b=epsilon,
        bias_a=bias,
        spread=Distribution("beta", (2.0, spread, spread)),
        missing=missing,
        rater_sd=spread,
    )
    assert _world(tomllib.loads(response_toml(world)), None) == world


def test_worlds_by_name_and_from_answers(tmp_path):
    assert find_response_world("toxicity") is TOXICITY
    with pytest.raises(ParameterError, match=r"published, toxicity.*'publishd'.*mean published"):
        find_response_world("publishd")
    world = find_response_world(example_path("responses.csv"), a="new", b="base")
    assert (world.a, world.b, world.kind, world.answers.items) == ("new", "base", "continuous", 120)
    with pytest.raises(ParameterError, match=r"old is not in .*; it has base, new"):
        find_response_world(example_path("responses.csv"), a="old")
    file = tmp_path / "world.toml"
    data = tmp_path / "own.csv"
    data.write_bytes(example_path("responses.csv").read_bytes())
    file.write_text('world = "plug-in"\nfile = "own.csv"\na = "base"\nb = "new"\nepsilon_b = 0.5\n')
    assert find_response_world(str(file)).epsilon_b == 0.5
    three = cw.read_responses(data)
    three = replace(three, answers={**three.answers, "third": three.answers["new"]})
    with pytest.raises(ParameterError, match="There are 3 systems"):
        choose_pair(list(three.systems), None, None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('world = "normal"\nmean = 0.5\n', "a value for spread"),
        ('world = "nomral"\n', "one of normal, ordinal, dirichlet, plug-in; found 'nomral'"),
        ('world = "normal"\nmean = 1\nspread = 1\nepsilonb = 2\n', "mean epsilon_b"),
        ('world = "normal"\nmean = "unform(0, 1)"\nspread = 1\n', "world.toml: a distribution"),
        ('world = "normal"\nmean = 1\nspread = -1\n', "spread needs a distribution from 0 on"),
        ('world = "dirichlet"\nbase = [0.5, 0.6]\nconcentration = 1\n', "add up to 1"),
        ('world = "dirichlet"\nbase = [0.5, 0.5]\nconcentration = 0\n', "a number above 0"),
        ('world = "ordinal"\nmean = 1\nspread = 1\nthresholds = [1, 0]\n', "numbers that rise"),
        ('world = "normal"\nmean = 1\nspread = 1\nlimits = [1]\n', "a low and a high number"),
        ('world = "plug-in"\n', "the file of its answers"),
        ("world = \n", "TOML"),
    ],
)
def test_files_that_cannot_be_read(tmp_path, text, said):
    path = tmp_path / "world.toml"
    path.write_text(text)
    with pytest.raises(DataError, match=said):
        find_response_world(path)
    with pytest.raises(DataError, match=r"none\.toml does not exist"):
        find_response_world(tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"rater_sd": -1.0}, "rater_sd needs a number from 0 on"),
        ({"missing": 1.0}, "missing needs a share from 0, below 1"),
        ({"levels": (1.0,)}, "at least two numbers that rise"),
        ({"bias_a": np.inf}, "bias_a needs a finite number"),
    ],
)
def test_refusals_of_worlds(change, said):
    with pytest.raises(ParameterError, match=said):
        replace(LATENT, **change)


def test_a_plugin_needs_an_answer_to_each_item():
    bare = SEEN._replace(b=np.array([[np.nan], [6.0]]))
    with pytest.raises(ParameterError, match="answers of B needs at least one to each item"):
        PluginResponses(answers=bare, kind="continuous")


def test_value_systems_may_vary_less_than_gold():
    world = replace(LATENT, spread_a=0.5, spread_b=2.0)
    found = world.draw(500, FIVE, np.random.default_rng(5), 20)
    assert [s.std() for s in found] == pytest.approx([0.1, 0.05, 0.2], rel=0.02)
    mixed = world.draw_mixed(500, FIVE, np.random.default_rng(5), 20)
    both = np.sqrt((0.05**2 + 0.2**2) / 2)
    assert [s.std() for s in mixed] == pytest.approx([0.1, both, both], rel=0.02)


def test_means_of_the_systems_are_cut_to_the_scale_and_those_of_gold_are_not():
    world = PUBLISHED.at(epsilon_b=0.7)
    drawn = world.draw(4000, Counts(1, 1, 400), np.random.default_rng(0), 1)
    means = drawn.b.mean(axis=-1)
    assert means.min() > -0.06  # 4 standard errors of 400 answers with spreads of up to 0.3
    assert means.max() < 1.06
    assert ((means < 0.05) | (means > 0.95)).mean() > 0.2  # many lie at the ends

"""Studies drawn from a pilot: the weights, the truth, the draws, the world without an effect."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from claimwise.core import ImpossibleError
from claimwise.data import Differences, Outputs, PairCounts, Pairs
from claimwise.metrics import ItemCorpus, Metric, SumCorpus
from claimwise.worlds.pilot import ResampledPilot, StudyList, _settled
from claimwise.worlds.pilot_units import Pilot, copies, pilot_of_outputs, pilot_of_pairs


def geometric(totals):
    """Score like BLEU: a geometric mean of precisions with a penalty for short outputs."""
    precision = np.exp(np.log(totals[..., :2] / totals[..., 2:4]).mean(axis=-1))
    return 100 * precision * np.exp(np.minimum(0.0, 1 - totals[..., 4] / totals[..., 2]))


CURVED = Metric("curved", "text", item_stats=lambda gold, said: None, score=geometric)


def curved_pilot(n=120, seed=3, clusters=0):
    rng = np.random.default_rng(seed)
    words = rng.integers(5, 30, size=n).astype(float)
    stats = []
    for skill in (0.55, 0.6):
        first = rng.binomial(words.astype(int), skill)
        second = rng.binomial(first, skill)
        length = words + rng.integers(-2, 3, size=n)
        stats.append(np.stack([first, second, length, length - 1, words], axis=1))
    table = np.stack(stats).astype(float)
    if not clusters:
        return Pilot(corpus=SumCorpus(CURVED, ("A", "B"), table, n))
    codes = np.arange(n) % clusters
    summed = np.zeros((2, clusters, 5))
    for system in range(2):
        np.add.at(summed[system], codes, table[system])
    corpus = SumCorpus(CURVED, ("A", "B"), summed, n, clusters=clusters)
    return Pilot(corpus=corpus, cluster=codes)


def correlation(gold, said):
    """Return Pearson's correlation: no function of one sum for each item that a test knows of."""
    x, y = gold - gold.mean(-1, keepdims=True), said - said.mean(-1, keepdims=True)
    return (x * y).sum(-1) / np.sqrt((x**2).sum(-1) * (y**2).sum(-1))


def item_pilot(n=60, cluster=None):
    rng = np.random.default_rng(8)
    gold = rng.normal(size=n)
    said = np.stack([gold + 1.2 * rng.normal(size=n), gold + 0.8 * rng.normal(size=n)])
    metric = Metric("correlation", "number", score_items=correlation)
    corpus = ItemCorpus(metric, ("A", "B"), gold, said, n, cluster)
    return Pilot(corpus=corpus, cluster=cluster)


def graded_pilot(n=80, seed=1, cluster=None):
    rng = np.random.default_rng(seed)
    a = rng.normal(size=n)
    return pilot_of_pairs(Pairs(a, a + rng.normal(0.2, 1.0, size=n), cluster=cluster))


def verdicts(wins, losses, both, neither):
    a = [0] * wins + [1] * losses + [1] * both + [0] * neither
    b = [1] * wins + [0] * losses + [1] * both + [0] * neither
    return pilot_of_pairs(Pairs(a, b))


def test_value_influences_of_a_mean_are_the_deviations():
    pilot = graded_pilot()
    a, b = pilot.values
    assert pilot.tilting.influence == pytest.approx((b - a) - (b - a).mean(), abs=1e-10)
    error = (b - a).std(ddof=1) / np.sqrt(80)
    assert pilot.error() == pytest.approx(error)


def test_value_weights_of_verdicts_by_hand():
    """Tilted by x: wins count e^x, losses e^-x, the rest 1 (up to a factor)."""
    pilot = verdicts(20, 10, 60, 10)
    world = ResampledPilot.at(pilot, "binary", 0.2)
    win, lose, tie = world.weights[:20].sum(), world.weights[20:30].sum(), world.weights[30:].sum()
    x = np.exp(np.log(world.weights[0] / world.weights[40]))
    assert world.weights[25] / world.weights[40] == pytest.approx(1 / x)
    assert win - lose == pytest.approx(0.2, abs=1e-12)
    # (20 x - 10 / x) / (20 x + 10 / x + 70) = 0.2, so 16 x^2 - 14 x - 12 = 0
    assert x == pytest.approx((14 + np.sqrt(14**2 + 4 * 16 * 12)) / 32)
    assert tie == pytest.approx(70 / (20 * x + 10 / x + 70))


def test_value_the_pilot_as_it_is_has_equal_weights():
    for pilot in (graded_pilot(), curved_pilot(), item_pilot()):
        world = ResampledPilot.at(pilot, "corpus")
        assert world.weights == pytest.approx(1 / pilot.units)
        assert world.effective() == pytest.approx(pilot.units)
        assert world.scores() == pytest.approx(pilot.corpus.scores(), abs=1e-12)
        assert world.truth() == pytest.approx(float(np.diff(pilot.corpus.scores())[0]), abs=1e-12)


@pytest.mark.slow
@settings(max_examples=12)
@given(share=st.floats(0.02, 0.98), seed=st.integers(0, 30), clusters=st.sampled_from([0, 12]))
def test_law_a_curved_metric_meets_the_difference(share, seed, clusters):
    pilot = curved_pilot(seed=seed, clusters=clusters)
    low, high = pilot.tilting.reach(-1), pilot.tilting.reach(1)
    wanted = low + share * (high - low)
    world = ResampledPilot.at(pilot, "corpus", wanted)
    assert pilot.difference(world.weights) == pytest.approx(wanted, abs=1e-9)
    assert world.weights.sum() == pytest.approx(1)
    assert (world.weights >= 0).all()
    assert 2 <= world.effective() <= pilot.units + 1e-9


@given(tilts=st.lists(st.floats(-3, 3), min_size=2, max_size=6, unique=True))
def test_law_the_difference_rises_with_the_tilt(tilts):
    tilting = graded_pilot().tilting
    values = [tilting.difference(tilting.weights(t)) for t in sorted(tilts)]
    assert (np.diff(values) >= -1e-12).all()
    assert tilting.difference(tilting.weights(1.0)) > tilting.difference(tilting.weights(0.0))


def test_law_the_farther_the_difference_the_fewer_the_items():
    pilot = graded_pilot()
    own = ResampledPilot.at(pilot, "numeric").truth()
    left = [ResampledPilot.at(pilot, "numeric", own + d).effective() for d in (0, 0.2, 0.5, 1.0)]
    assert (np.diff(left) < 0).all()


@settings(max_examples=15)
@given(wanted=st.floats(-0.5, 0.5))
def test_direction_swapping_the_systems_flips_the_sign(wanted):
    pilot = graded_pilot()
    b, a = pilot.values
    turned = pilot_of_pairs(Pairs(a, b))
    there = ResampledPilot.at(pilot, "numeric", wanted)
    back = ResampledPilot.at(turned, "numeric", -wanted)
    assert there.weights == pytest.approx(back.weights, abs=1e-9)
    assert there.scores() == pytest.approx(back.scores()[::-1], abs=1e-9)


def test_counted_items_have_the_weights_of_listed_ones():
    """Items of equal labels are one type: it weighs what they weigh together."""
    rng = np.random.default_rng(2)
    stats = rng.integers(0, 2, size=(2, 6, 2)).astype(float)
    metric = Metric(
        "ratio",
        "label",
        item_stats=lambda gold, said: None,
        score=lambda t: (t[..., 0] + 1) / (t[..., 1] + 3),
    )
    counts = np.array([5, 1, 30, 12, 2, 9])
    counted = Pilot(corpus=SumCorpus(metric, ("A", "B"), stats, 59, counts))
    listed = Pilot(corpus=SumCorpus(metric, ("A", "B"), np.repeat(stats, counts, axis=1), 59))
    middle = (listed.tilting.reach(1) + listed.difference(listed.tilting.weights(0))) / 2
    types, items = (ResampledPilot.at(pilot, "corpus", middle) for pilot in (counted, listed))
    ends = np.cumsum(counts) - 1
    assert types.weights == pytest.approx(np.diff(np.cumsum(items.weights)[ends], prepend=0))
    assert types.effective() == pytest.approx(items.effective())
    study = types.draw(40, np.random.default_rng(1), 3).corpora[0]
    assert study.counts.sum() == study.n == 40


def test_a_difference_out_of_reach_is_refused_with_the_range():
    with pytest.raises(ImpossibleError, match=r"between -1 and 1, .*; found 1\.5"):
        ResampledPilot.at(verdicts(20, 10, 60, 10), "binary", 1.5)
    with pytest.raises(ImpossibleError, match="between 0 and 1"):
        ResampledPilot.at(verdicts(20, 0, 60, 10), "binary", -0.2)
    with pytest.raises(ImpossibleError, match=r"a difference of 0\.5 whatever the items"):
        ResampledPilot.at(pilot_of_pairs(Pairs([1, 2, 3], [1.5, 2.5, 3.5])), "numeric", 0.1)


@pytest.mark.parametrize(
    "pilot", [verdicts(20, 0, 60, 20), verdicts(30, 0, 0, 0)], ids=["some alike", "none alike"]
)
def test_a_pilot_without_losses_is_mirrored_where_nothing_differs(pilot):
    null = ResampledPilot.at(pilot, "binary").null()
    assert null.swapped
    assert null.truth() == 0
    assert null.pilot.difference(null.weights) == pytest.approx(0, abs=1e-12)
    studies = null.draw(500, np.random.default_rng(1), 2000)
    assert abs(studies.effect().mean()) < 4 * studies.effect().std() / np.sqrt(2000)
    assert studies.wins.mean() > 0


@pytest.mark.parametrize("pilot", [curved_pilot(), item_pilot(), curved_pilot(clusters=10)])
def test_law_a_mirrored_pilot_has_no_difference(pilot):
    world = ResampledPilot.at(pilot, "corpus")
    both = world._mirrored()
    assert both.pilot.n == 2 * pilot.n
    assert both.pilot.difference(both.weights) == pytest.approx(0, abs=1e-9)
    a, b = both.draw(30, np.random.default_rng(0), 1).corpora[0].scores()
    assert np.isfinite([a, b]).all()


def test_the_world_without_an_effect_is_tilted_not_mirrored_where_it_can_be():
    for pilot in (curved_pilot(), graded_pilot(), item_pilot()):
        null = ResampledPilot.at(pilot, "corpus", None).null()
        assert not null.swapped
        assert null.truth() == 0
        assert pilot.difference(null.weights) == pytest.approx(0, abs=1e-3)


CLUSTERS = np.repeat(np.arange(20), [1, 3, 5, 7] * 5)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pilot", "outcome", "bias"),
    [
        (verdicts(30, 20, 40, 10), "binary", 0.0),
        (graded_pilot(), "numeric", 0.0),
        (graded_pilot(), "corpus", 0.0),
        (graded_pilot(cluster=CLUSTERS), "numeric", 0.01),
        (graded_pilot(cluster=CLUSTERS), "corpus", 0.01),
        (curved_pilot(), "corpus", 0.02),
        (curved_pilot(clusters=20), "corpus", 0.02),
        (item_pilot(), "corpus", 0.005),
    ],
)
def test_chance_draws_have_the_true_difference(pilot, outcome, bias):
    """Ratios and curved metrics are off by a little in finite studies: `bias` allows for it."""
    own = ResampledPilot.at(pilot, outcome).truth()
    for wanted in (0.5 * own, own + 0.1 * abs(own)):
        world = ResampledPilot.at(pilot, outcome, wanted)
        effects = world.draw(300, np.random.default_rng(5), 500).effect()
        error = effects.std() / np.sqrt(500)
        assert abs(effects.mean() - world.truth()) < 4 * error + bias


def test_chance_draws_vary_as_items_do():
    pilot = graded_pilot()
    effects = ResampledPilot.at(pilot, "numeric").draw(50, np.random.default_rng(1), 4000).effect()
    sd = pilot.tilting.spread() / np.sqrt(50)
    assert effects.std() == pytest.approx(sd, rel=0.05)


def test_clusters_are_drawn_as_a_whole():
    pilot = graded_pilot(cluster=CLUSTERS)
    world = ResampledPilot.at(pilot, "numeric")
    assert world.groups(200) == 50  # of 4 items each, on average
    studies = world.draw(200, np.random.default_rng(3), 5)
    assert isinstance(studies, StudyList)
    d = pilot.values[1] - pilot.values[0]
    for study in studies.studies:
        assert study.clusters == 50
        for code in range(50):
            inside = study.d[0, study.cluster == code]
            home = CLUSTERS[np.flatnonzero(d == inside[0])[0]]
            assert inside == pytest.approx(d[home == CLUSTERS])
    assert len(studies[1:3]) == 2
    assert studies[1:3].streams == (2, 3)


def test_forms_of_studies():
    rng = np.random.default_rng(0)
    pilot = verdicts(3, 2, 4, 1)
    assert isinstance(ResampledPilot.at(pilot, "binary").draw(9, rng, 2), PairCounts)
    assert isinstance(ResampledPilot.at(pilot, "numeric").draw(9, rng, 2), Differences)
    assert len(ResampledPilot.at(pilot, "corpus").draw(9, rng, 2)) == 2
    clustered = graded_pilot(cluster=CLUSTERS)
    study = ResampledPilot.at(clustered, "corpus").draw(40, rng, 1).corpora[0]
    assert study.clusters == 10


def test_copies_are_in_proportion():
    found = np.bincount(copies(np.array([0.5, 0.25, 0.25, 0.0]), 1000), minlength=4)
    assert found.tolist() == [500, 250, 250, 0]


@given(n=st.integers(1, 10**7))
def test_memory_is_bounded(n):
    world = ResampledPilot.at(curved_pilot(), "corpus")
    assert world.at_once(n) == 1 or world.at_once(n) * n * 10 <= 1 << 22


@pytest.mark.slow
@given(values=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=4, max_size=30))
def test_law_any_table_can_be_a_pilot(values):
    a, b = np.array(values, float).T
    assume(np.ptp(b - a) > 0)
    world = ResampledPilot.at(pilot_of_pairs(Pairs(a, b)), "numeric")
    assert world.null().truth() == 0
    assert world.null().draw(20, np.random.default_rng(1), 3).effect().shape == (3,)


def test_outputs_of_a_mean_keep_their_items():
    from claimwise.metrics import find_metric

    outputs = Outputs(
        gold=("x", "y", "x", "y"),
        predicted={"old": ("x", "x", "x", "x"), "new": ("x", "y", "x", "x")},
        cluster=np.array([3, 3, 7, 7]),
    )
    pilot = pilot_of_outputs(find_metric("accuracy"), outputs)
    assert pilot.values.tolist() == [[1, 0, 1, 0], [1, 1, 1, 0]]
    assert pilot.cluster.tolist() == [0, 0, 1, 1]
    assert pilot.right_or_wrong
    assert pilot.corpus.scores() == pytest.approx([0.5, 0.75])


def unequal_pilot():
    """Return 20 clusters of 2 items on which B is worse, and 20 of 30 on which it is better."""
    rng = np.random.default_rng(0)
    sizes = np.repeat([2, 30], 20)
    cluster = np.repeat(np.arange(40), sizes)
    a = rng.normal(size=len(cluster))
    shift = np.where(sizes[cluster] == 30, 0.6, -0.3)
    b = a + shift + rng.normal(0, 0.5, size=len(cluster))
    return pilot_of_pairs(Pairs(a, b, cluster=cluster))


def least_change(pilot, wanted):
    """Return, by a generic optimiser, the weights nearest to equal ones with the difference."""
    from scipy.optimize import minimize

    k = pilot.units
    found = minimize(
        departure,
        np.full(k, 1 / k),
        jac=lambda w: np.log(w * k) + 1,
        method="SLSQP",
        bounds=[(1e-12, 1)] * k,
        constraints=[
            {"type": "eq", "fun": lambda w: w.sum() - 1},
            {"type": "eq", "fun": lambda w: pilot.difference(w / w.sum()) - wanted},
        ],
        options={"maxiter": 1000, "ftol": 1e-13},
    )
    assert found.success
    return found.x


def departure(weights):
    return float(weights @ np.log(weights * len(weights)))


@pytest.mark.slow
def test_value_unequal_clusters_by_a_generic_optimiser():
    pilot, wanted = unequal_pilot(), -0.2
    world = ResampledPilot.at(pilot, "numeric", wanted)
    assert pilot.difference(world.weights) == pytest.approx(wanted, abs=1e-9)
    assert world.weights == pytest.approx(least_change(pilot, wanted), abs=2e-5)


@pytest.mark.parametrize("wanted", [-0.2, 0.0, 0.2, 0.6])
def test_value_unequal_clusters_by_the_exponential_family(wanted):
    """A ratio of sums: sum of w (s - wanted m) is 0, and w is exp(t (s - wanted m))."""
    from scipy.optimize import brentq

    pilot = unequal_pilot()
    a, b = pilot.values
    x = np.bincount(pilot.cluster, b - a) - wanted * pilot.sizes
    tilt = brentq(lambda t: np.exp(t * x - (t * x).max()) @ x, -1, 1, xtol=1e-15)
    raised = np.exp(tilt * x - (tilt * x).max())
    weights = ResampledPilot.at(pilot, "numeric", wanted).weights
    assert weights == pytest.approx(raised / raised.sum(), abs=1e-7)


@pytest.mark.parametrize("wanted", [1.0, 9.0])
def test_value_a_curved_metric_by_a_generic_optimiser(wanted):
    """Without a penalty for short outputs, whose edge a generic optimiser does not get over."""
    pilot = curved_pilot(n=200, clusters=20)
    pilot.corpus.stats[..., 4] = 0
    weights = ResampledPilot.at(pilot, "corpus", wanted).weights
    other = least_change(pilot, wanted)
    assert pilot.difference(other) == pytest.approx(wanted, abs=1e-6)
    assert weights == pytest.approx(other, abs=1e-4)
    assert departure(weights) <= departure(other) * (1 + 1e-6) + 1e-9


@pytest.mark.slow
@settings(max_examples=12)
@given(share=st.floats(0.05, 0.95), seed=st.integers(0, 20))
def test_law_turning_departs_no_farther_than_going_straight(share, seed):
    """Where the influences of the pilot as it is lead there too, they lead there at a cost."""
    pilot = curved_pilot(seed=seed, clusters=12)
    straight = pilot.tilting._replace(gradient=None)
    low, high = straight.reach(-1), straight.reach(1)
    wanted = low + share * (high - low)
    turned = pilot.tilting.towards(wanted)
    assert departure(turned) <= departure(straight.towards(wanted)) + 1e-9


def test_unequal_clusters_reach_what_their_means_allow():
    pilot = unequal_pilot()
    a, b = pilot.values
    means = np.bincount(pilot.cluster, b - a) / pilot.sizes
    low, high = pilot.tilting.reach(-1), pilot.tilting.reach(1)
    assert means.min() < low < np.sort(means)[3]
    assert np.sort(means)[-4] < high < means.max()
    with pytest.raises(ImpossibleError, match="this way of drawing some of its items more often"):
        ResampledPilot.at(pilot, "numeric", means.max() + 0.01)
    null = ResampledPilot.at(pilot, "numeric", 0.2).null()
    assert not null.swapped
    assert null.effective() > 20


@pytest.mark.parametrize(("wanted", "outcome"), [(-0.2, "numeric"), (0.6, "corpus")])
def test_chance_studies_of_unequal_clusters_have_n_items(wanted, outcome):
    """The clusters that are drawn are not those of the pilot, on average."""
    world = ResampledPilot.at(unequal_pilot(), outcome, wanted)
    studies = world.draw(640, np.random.default_rng(3), 400)
    if outcome == "corpus":
        held = np.array([study.n for study in studies.corpora], float)
    else:
        held = np.array([study.d.shape[1] for study in studies.studies], float)
    error = held.std() / np.sqrt(400)
    # The number of clusters is whole: half a cluster may be missing.
    assert abs(held.mean() - 640) < 4 * error + world.unit_size() / 2


def test_direction_the_gradient_is_the_jackknife_where_the_weights_are_equal():
    for pilot in (curved_pilot(n=2000), unequal_pilot(), graded_pilot()):
        tilting = pilot.tilting
        gradient = tilting.gradient(tilting.weights(0.0))
        assert np.corrcoef(gradient, tilting.influence)[0, 1] > 0.999
        assert gradient.std() == pytest.approx(tilting.spread(), rel=0.05)


def test_value_the_gradient_of_a_ratio_of_sums():
    pilot = unequal_pilot()
    rng = np.random.default_rng(1)
    weights = rng.dirichlet(np.ones(40))
    a, b = pilot.values
    gap = np.bincount(pilot.cluster, b - a) - pilot.difference(weights) * pilot.sizes
    assert pilot.gradient(weights) == pytest.approx(gap / (weights @ pilot.sizes), abs=1e-5)


def test_shares_of_few_digits_are_the_same_shares():
    shares = np.random.default_rng(1).dirichlet(np.ones(7))
    settled = _settled(shares)
    assert settled == pytest.approx(shares, abs=1e-8)
    assert settled.sum() == pytest.approx(1, abs=1e-15)
    assert (_settled(shares * (1 + 1e-12)) == settled).all()

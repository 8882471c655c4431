"""Plans from a pilot: against enumeration, against a plain bootstrap, and what is refused."""

import sys
from functools import partial

import cloudpickle
import numpy as np
import pytest
from scipy import stats

from claimwise import plan
from claimwise.core import DataError, ImpossibleError, ParameterError
from claimwise.data import Outputs, Pairs, example_path, read
from claimwise.metrics import ItemCorpus, Metric, SumCorpus
from claimwise.plan.pilot_question import one_by_one
from claimwise.plan.pilot_sources import read_pilot
from claimwise.report import document, to_json, to_text
from claimwise.worlds.pilot import ResampledPilot
from claimwise.worlds.pilot_units import Pilot

FLIP = {"two-sided": "two-sided", "less": "greater", "greater": "less"}


def geometric(totals):
    precision = np.exp(np.log(totals[..., :2] / totals[..., 2:4]).mean(axis=-1))
    return 100 * precision


def _no_stats(gold, said):
    raise NotImplementedError


CURVED = Metric("curved", "text", item_stats=_no_stats, score=geometric)


def curved_pilot(n=150, seed=3, skills=(0.55, 0.6)):
    rng = np.random.default_rng(seed)
    words = rng.integers(5, 30, size=n)
    table = []
    for skill in skills:
        first = rng.binomial(words, skill)
        table.append(np.stack([first, rng.binomial(first, skill), words, words - 1], axis=1))
    return Pilot(corpus=SumCorpus(CURVED, ("old", "new"), np.stack(table).astype(float), n))


def verdict_pairs(wins=24, losses=12, both=120, neither=44):
    a = [0] * wins + [1] * losses + [1] * both + [0] * neither
    b = [1] * wins + [0] * losses + [1] * both + [0] * neither
    return Pairs(a, b)


def graded_pairs(n=90, seed=1, cluster=None):
    rng = np.random.default_rng(seed)
    a = rng.normal(size=n)
    return Pairs(a, a + rng.gamma(1.0, 1.0, size=n) - 0.8, cluster=cluster)


def near(row, truth, replicates):
    return stats.binomtest(round(row.estimate * replicates), replicates, truth).pvalue > 1e-3


@pytest.mark.parametrize(
    ("test", "alternative"),
    [
        ("mcnemar-midp", "two-sided"),
        ("mcnemar-exact", "greater"),
        ("mcnemar-unconditional", "less"),
    ],
)
def test_value_verdicts_as_they_are_have_the_exact_power(test, alternative):
    pairs = verdict_pairs()
    want = plan.accuracy(
        n=300,
        difference=pairs.difference,
        agreement=pairs.agreement,
        test=test,
        alternative=alternative,
        solve="power",
    )
    got = plan.pilot(pairs, n=300, test=test, alternative=alternative, replicates=4000, rng=7)
    assert near(got["power"], want["power"].estimate, 4000)
    assert near(got["reject_any"], want["reject_any"].estimate, 4000)
    if want["type_m"].estimate == want["type_m"].estimate and alternative != "less":
        assert got["type_m"].low - 0.02 < want["type_m"].estimate < got["type_m"].high + 0.02


def test_value_tilted_verdicts_have_the_exact_power_of_their_cells():
    pairs = verdict_pairs()
    got = plan.pilot(pairs, n=400, difference=0.1, replicates=4000, rng=2)
    world = ResampledPilot.at(read_pilot(pairs), "binary", 0.1)
    agreement = world.weights[pairs.a == pairs.b].sum()
    want = plan.accuracy(n=400, difference=0.1, agreement=agreement, solve="power")
    assert near(got["power"], want["power"].estimate, 4000)
    # Without an effect the tilted pilot has its own agreement.
    null = world.null()
    agreement = null.weights[pairs.a == pairs.b].sum()
    equal = plan.accuracy(n=400, difference=0.0, agreement=agreement, solve="power")
    assert near(got["alpha"], equal["reject_any"].estimate, 4000)


def test_value_graded_scores_against_a_plain_bootstrap():
    """The same studies written out in NumPy, tested with SciPy."""
    pairs = graded_pairs()
    got = plan.pilot(pairs, n=60, test="paired-t", replicates=4000, rng=3)
    rng = np.random.default_rng(99)
    d = pairs.b - pairs.a
    drawn = d[rng.integers(0, len(d), size=(4000, 60))]
    found = stats.ttest_1samp(drawn, 0, axis=1).pvalue <= 0.05
    right = (found & (drawn.mean(axis=1) > 0)).mean()
    error = np.sqrt(2 * right * (1 - right) / 4000)
    assert abs(got["power"].estimate - right) < 4 * error
    exaggeration = np.abs(drawn.mean(axis=1))[found].mean() / d.mean()
    assert got["type_m"].estimate == pytest.approx(exaggeration, rel=0.03)


@pytest.mark.slow
def test_value_a_curved_metric_against_a_plain_simulation():
    """Items drawn, swapped and scored one resample at a time."""
    pilot = curved_pilot(60)
    got = plan.pilot(pilot, n=60, difference=4.0, replicates=300, resamples=199, rng=5)
    world = ResampledPilot.at(pilot, "corpus", 4.0)
    rng = np.random.default_rng(17)
    hits = 0
    for _ in range(300):
        a, b = pilot.corpus.stats[:, rng.choice(60, size=60, p=world.weights)]
        observed = geometric(b.sum(0)) - geometric(a.sum(0))
        swap = rng.random((199, 60, 1)) < 0.5
        null = geometric(np.where(swap, a, b).sum(1)) - geometric(np.where(swap, b, a).sum(1))
        hits += (np.abs(null) >= abs(observed)).sum() + 1 <= 0.05 * 200 and observed > 0
    share = hits / 300
    error = np.sqrt(2 * share * (1 - share) / 300)
    assert 0.1 < share < 0.9
    assert abs(got["power"].estimate - share) < 4 * error


@pytest.mark.parametrize("test", ["randomisation", "paired-bootstrap"])
def test_rows_say_what_is_true_in_the_world(test):
    got = plan.pilot(curved_pilot(), n=80, difference=2.0, test=test, replicates=20, rng=1)
    assert got.method == test
    assert got["difference"].estimate == 2.0
    assert got["score[new]"].estimate - got["score[old]"].estimate == pytest.approx(2, abs=1e-9)
    assert 0 < got["effective_items"].estimate < 150
    for name in ("power", "reject_any", "alpha", "type_s"):
        assert got[name].kind == "monte carlo"
        assert got[name].low <= got[name].estimate <= got[name].high


@pytest.mark.slow
@pytest.mark.parametrize(
    ("test", "alternative"),
    [("paired-t", "less"), ("mcnemar-midp", "greater"), ("randomisation", "two-sided")],
)
def test_direction_swapping_the_systems(test, alternative):
    pairs = verdict_pairs()
    turned = Pairs(pairs.b, pairs.a)
    ask = partial(plan.pilot, n=150, test=test, replicates=100, rng=4)
    there = ask(pairs, difference=0.08, alternative=alternative)
    back = ask(turned, difference=-0.08, alternative=FLIP[alternative])
    if test == "mcnemar-midp":  # cells are drawn in the order of wins and losses
        assert there["power"].estimate == pytest.approx(back["power"].estimate, abs=0.2)
    else:
        assert there["power"] == back["power"]
    assert (there["power"].estimate > 0.3) == (alternative != "less")
    assert there["difference"].estimate == -back["difference"].estimate


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pilot", "options"),
    [
        (curved_pilot(), {"n": 60, "difference": 1.5, "replicates": 60, "resamples": 99}),
        (graded_pairs(cluster=np.arange(90) // 4), {"n": 60, "replicates": 300}),
    ],
)
def test_law_workers_do_not_change_the_answer(pilot, options):
    # Processes started for other tests, elsewhere, could not import this file.
    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    one, two = (plan.pilot(pilot, rng=11, workers=w, **options) for w in (1, 2))
    assert one.rows == two.rows
    other = plan.pilot(pilot, rng=12, **options)
    assert other.rows != one.rows


def test_law_more_items_find_more():
    curve = plan.pilot(graded_pairs(), n=[20, 60, 180], test="paired-t", replicates=1000, rng=1)
    powers = [curve[f"power[n={n}]"].estimate for n in (20, 60, 180)]
    assert powers == sorted(powers)
    assert powers[0] < powers[2] - 0.2
    assert curve.provenance["axes"] == ["n"]


def test_curves_of_two_and_impossible_points():
    curve = plan.pilot(verdict_pairs(), n=[100, 200], difference=[0.05, 2.0], rng=1)
    assert np.isnan(curve["power[n=100, difference=2]"].estimate)
    assert curve["power[n=200, difference=0.05]"].estimate > 0
    assert "2 of 4 points are impossible" in curve.notes[0]
    assert " -\n" in to_text(curve)  # where it is not defined


@pytest.mark.slow
def test_solved_n_and_difference_have_the_power():
    pairs = graded_pairs()
    ask = partial(plan.pilot, pairs, test="paired-t", rng=1, replicates=2000)
    size = ask(difference=0.4, solve="n")
    n = size["sample_size"].n
    assert size["sample_size"].low <= n <= size["sample_size"].high + 1
    sd = ResampledPilot.at(read_pilot(pairs), "numeric", 0.4).spread()
    assert n == pytest.approx((2.8 * sd / 0.4) ** 2 + 2, rel=0.15)
    again = plan.pilot(pairs, n=n, difference=0.4, test="paired-t", rng=2, replicates=4000)
    assert again["power"].estimate == pytest.approx(0.8, abs=0.04)
    least = ask(n=n, solve="mde")
    assert least["mde"].estimate == pytest.approx(0.4, rel=0.08)
    assert least["difference"].estimate == least["mde"].estimate
    below = ask(n=n, solve="mde", alternative="less")
    assert below["mde"].estimate < 0
    one_sided = ask(difference=0.4, solve="n", alternative="greater")
    assert one_sided["sample_size"].n < n


def test_solving_where_lower_is_better_looks_below():
    pairs = graded_pairs()
    scores = read({"old": pairs.a.tolist(), "new": pairs.b.tolist()})
    lower = read_pilot(scores)
    from dataclasses import replace

    lower = replace(
        lower, corpus=replace(lower.corpus, metric=replace(lower.metric, better="lower"))
    )
    found = plan.pilot(lower, n=100, solve="mde", test="paired-t", rng=1, replicates=500)
    assert found["mde"].estimate < 0
    assert any(note.startswith("Lower is better") for note in found.notes)


@pytest.mark.slow
def test_clusters_cost_power_and_tests_that_ignore_them_are_called_out():
    rng = np.random.default_rng(5)
    cluster = np.repeat(np.arange(40), 6)
    a = rng.normal(size=240)
    b = a + np.repeat(rng.normal(0.2, 1.0, size=40), 6) + 0.3 * rng.normal(size=240)
    pairs = Pairs(a, b, cluster=cluster)
    honest = plan.pilot(pairs, n=240, difference=0.3, rng=1, replicates=400)
    assert honest.method == "cluster-permutation"
    assert honest["alpha"].estimate < 0.1
    assert "effective_clusters" in honest
    assert any("240 items are 40 clusters of 6" in note for note in honest.notes)
    blind = plan.pilot(pairs, n=240, difference=0.3, test="paired-t", rng=1, replicates=400)
    assert blind["alpha"].estimate > 0.25
    assert any("ignores the clusters" in n and n.kind == "caution" for n in blind.notes)
    corpus = plan.pilot(
        pairs, n=240, difference=0.3, test="randomisation", rng=1, replicates=200, resamples=199
    )
    assert corpus["alpha"].estimate < 0.12


def test_verdicts_in_clusters_can_be_counted():
    rng = np.random.default_rng(3)
    cluster = np.repeat(np.arange(30), [1, 3, 2] * 10)
    a, b = rng.integers(0, 2, size=(2, 60))
    found = plan.pilot(
        Pairs(a, b, cluster=cluster),
        n=80,
        difference=0.2,
        test="mcnemar-midp",
        rng=1,
        replicates=300,
    )
    assert 0.1 < found["power"].estimate < 0.95


def test_law_studies_one_by_one_have_the_pvalues_of_the_test():
    from claimwise.htest import find_test, run_test

    pairs = graded_pairs(cluster=np.arange(90) // 4)
    world = ResampledPilot.at(read_pilot(pairs), "numeric")
    studies = world.draw(50, np.random.default_rng(1), 6)
    got = one_by_one(find_test("cluster-t")).evaluate(studies, "two-sided")
    for study, p in zip(studies.studies, got, strict=True):
        single = type(study)(study.d[0], study.cluster)
        assert run_test("cluster-t", single)["difference"].pvalue == pytest.approx(p)


def test_what_is_noted():
    found = plan.pilot(verdict_pairs(), n=500, rng=1)
    text = "\n".join(found.notes)
    assert "No difference was given" in text
    assert "standard error of 3 points" in text
    assert "2.5 times as large as the pilot" in text
    far = plan.pilot(verdict_pairs(), n=100, difference=0.6, rng=1)
    assert any(n.startswith("To give the difference") and n.kind == "caution" for n in far.notes)
    no_losses = plan.pilot(verdict_pairs(losses=0), n=100, difference=0.1, rng=1)
    assert any("A and B swapped" in note for note in no_losses.notes)
    assert '"verb": "plan pilot"' in to_json(found)


def test_no_difference_has_no_power():
    found = plan.pilot(verdict_pairs(), n=200, difference=0, rng=1)
    assert np.isnan(found["power"].estimate)
    assert found["reject_any"].estimate == pytest.approx(0.05, abs=0.02)
    assert document(found, figures=False).word == ""
    assert "between equal systems" in to_text(found)


@pytest.mark.slow
def test_metrics_of_items_take_the_slow_path():
    rng = np.random.default_rng(8)
    gold = rng.normal(size=50)
    said = np.stack([gold + 1.5 * rng.normal(size=50), gold + 0.7 * rng.normal(size=50)])

    def correlation(gold, said):
        x, y = gold - gold.mean(-1, keepdims=True), said - said.mean(-1, keepdims=True)
        return (x * y).sum(-1) / np.sqrt((x**2).sum(-1) * (y**2).sum(-1))

    metric = Metric("correlation", "number", score_items=correlation)
    pilot = Pilot(corpus=ItemCorpus(metric, ("old", "new"), gold, said, 50))
    found = plan.pilot(pilot, n=50, difference=0.1, resamples=99, replicates=60, rng=1)
    gap = found["score[new]"].estimate - found["score[old]"].estimate
    assert gap == pytest.approx(0.1, abs=1e-3)
    assert any("not a function of sums" in note for note in found.notes)


def test_outputs_and_a_metric():
    outputs = Outputs(
        gold=tuple("xyxyxyxyxy"),
        predicted={"old": tuple("xxxyxyxxxy"), "new": tuple("xyxyyyxyxy")},
    )
    found = plan.pilot(outputs, metric="accuracy", n=200, difference=0.1, rng=1)
    assert found.method == "mcnemar-midp"
    with pytest.raises(ParameterError, match="These are outputs, and there is no metric"):
        plan.pilot(outputs, n=200)


def test_the_bundled_scores():
    file = example_path("validation.csv")
    found = plan.pilot(file, n=500, difference=0.02, a="baseline", b="candidate", rng=1)
    assert found.method == "mcnemar-midp"
    assert found["power"].estimate == pytest.approx(0.33, abs=0.02)
    turned = plan.pilot(file, n=500, a="candidate", b="baseline", replicates=50, rng=1)
    assert turned["difference"].estimate == pytest.approx(-0.03)
    graded = plan.pilot(example_path("latency.csv"), n=60, replicates=50, rng=1)
    assert graded.method == "permutation"
    with pytest.raises(DataError, match="scores item by item; found totals"):
        plan.pilot(example_path("arc.csv"), n=60)


@pytest.mark.parametrize(
    ("options", "error", "match"),
    [
        ({}, ParameterError, r'the number of items, n; found.*Or ask for it with solve="n"\.'),
        ({"n": 9, "solve": "n"}, ParameterError, r'solve="n" looks for what n=9 gives\.'),
        (
            {"n": 9, "difference": 0.1, "solve": "mde"},
            ParameterError,
            r"what difference=0\.1 gives\. Leave one",
        ),
        ({"n": 9, "solve": "items"}, ParameterError, "one of power, mde, n"),
        ({"n": 0.5}, ParameterError, "n needs a whole number"),
        ({"n": 9, "difference": "a"}, ParameterError, "difference needs a finite number"),
        ({"n": 9, "difference": 3}, ImpossibleError, "between -1 and 1"),
        ({"n": 9, "test": "fisher"}, ParameterError, "test needs one of"),
        ({"n": 9, "test": "cluster-t"}, DataError, r'Name their column with cluster="COLUMN"\.'),
        ({"n": 9, "alpha": 0.7}, ParameterError, "alpha needs"),
        ({"n": 9, "power": 0.01}, ParameterError, "a target above alpha"),
        ({"n": 9, "alternative": "more"}, ParameterError, "alternative needs one of"),
        ({"n": 9, "replicates": 0}, ParameterError, "replicates needs"),
        ({"n": 9, "rng": -1}, ParameterError, "rng needs"),
        ({"difference": 0, "solve": "n"}, ParameterError, "a difference; found 0"),
        (
            {"difference": -0.1, "solve": "n", "alternative": "greater"},
            ParameterError,
            "a difference above 0",
        ),
    ],
)
def test_refusals(options, error, match):
    with pytest.raises(error, match=match):
        plan.pilot(verdict_pairs(), **options)


def test_tests_that_do_not_fit_are_refused_with_those_that_do():
    with pytest.raises(
        ParameterError, match=r"right/wrong scores .* graded scores. Tests .*paired-t"
    ):
        plan.pilot(graded_pairs(), n=20, test="mcnemar-midp")
    with pytest.raises(ParameterError, match=r"mean of one number .*paired-bootstrap, random"):
        plan.pilot(curved_pilot(), n=20, test="paired-t")
    with pytest.raises(ParameterError, match="items that differ in what they say"):
        plan.pilot(Pairs([1, 2, 3], [2, 3, 4]), n=20, solve="mde")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("test", "skills"), [("randomisation", (0.55, 0.6)), ("paired-bootstrap", (0.6, 0.52))]
)
def test_chance_false_positives_under_the_tilted_null(test, skills):
    """Equally good by weight, not exchangeable: both tests hold their level at 150 items."""
    pilot = curved_pilot(150, skills=skills)
    studies = 300
    found = plan.pilot(
        pilot, n=150, difference=3.0, test=test, replicates=studies, resamples=199, rng=21
    )
    hits = round(found["alpha"].estimate * studies)
    assert stats.binom.sf(hits - 1, studies, 0.055) > 1e-3
    assert stats.binom.cdf(hits, studies, 0.035) > 1e-3


def test_law_each_study_has_random_numbers_of_its_own():
    from claimwise.htest import find_test
    from claimwise.worlds.pilot import StudyList

    pairs = graded_pairs(cluster=np.arange(90) // 3)
    world = ResampledPilot.at(read_pilot(pairs), "numeric")
    study = world.draw(90, np.random.default_rng(2), 1).studies[0]
    each = one_by_one(find_test("cluster-permutation"))
    p = each.evaluate(StudyList([study] * 8, tuple(range(1, 9))), "two-sided", resamples=99)
    assert len(set(p)) > 1
    alone = each.evaluate(StudyList([study], (3,)), "two-sided", resamples=99)
    assert alone[0] == p[2]


@pytest.mark.parametrize(("alternative", "tail"), [("two-sided", 0.05), ("less", 0.1)])
def test_value_the_tail_that_searches_look_at(alternative, tail):
    from claimwise.plan.pilot_question import PilotQuestion

    question = PilotQuestion.of(
        read_pilot(verdict_pairs()),
        test=None,
        n=10,
        alternative=alternative,
        alpha=0.05,
        power=0.8,
        replicates=None,
        resamples=None,
        seed=1,
        workers=1,
        nulls={},
    )
    assert question.goal.tail == pytest.approx(tail)


def test_resamples_reach_alpha_or_are_refused():
    """The smallest p-value is 1 / (resamples + 1): 19 reach 0.05, and 1,999 reach 0.0005."""
    pairs = graded_pairs()
    told = {"n": 300, "difference": 1.0, "replicates": 20, "rng": 1}
    found = plan.pilot(pairs, alpha=0.0005, **told)
    assert found.provenance["settings"]["resamples"] == 9999
    assert found["power"].estimate > 0.9
    assert any("resampled 9,999 times" in note for note in found.notes)
    assert plan.pilot(pairs, resamples=19, **told)["power"].estimate > 0.9
    with pytest.raises(ParameterError, match=r"resamples needs at least 19, .*; found 18"):
        plan.pilot(pairs, resamples=18, **told)
    with pytest.raises(ParameterError, match="at least 1,999"):
        plan.pilot(pairs, alpha=0.0005, resamples=1000, **told)
    with pytest.raises(ParameterError, match="which takes 4,999,999"):
        plan.pilot(pairs, alpha=1e-6, **told)
    assert plan.pilot(pairs, alpha=1e-6, test="paired-t", **told)["power"].estimate >= 0
    assert not any("resampled" in note for note in plan.pilot(pairs, **told).notes)


def test_unequal_clusters_say_what_is_drawn():
    rng = np.random.default_rng(0)
    sizes = np.repeat([2, 30], 20)
    cluster = np.repeat(np.arange(40), sizes)
    a = rng.normal(size=len(cluster))
    b = a + np.where(sizes[cluster] == 30, 0.6, -0.3) + rng.normal(0, 0.5, size=len(cluster))
    pairs = Pairs(a, b, cluster=cluster)
    found = plan.pilot(pairs, n=640, difference=0.2, rng=1, replicates=50, test="cluster-t")
    assert found["effective_clusters"].estimate == pytest.approx(24, abs=0.5)
    said = "\n".join(found.notes)
    assert "640 items are 135 clusters of 4.75 (204 of 3.14 without a difference)" in said
    assert not any(n.startswith("To give") for n in found.notes if n.kind == "caution")
    even = plan.pilot(pairs, n=640, difference=0, rng=1, replicates=50, test="cluster-t")
    assert even["difference"].estimate == 0
    assert "204 clusters of 3.14;" in "\n".join(even.notes)


@pytest.mark.parametrize("shift", [-1.0, 1.0])
def test_a_pilot_of_one_sign_tells_no_smallest_difference_of_the_other(shift):
    rng = np.random.default_rng(0)
    a = rng.normal(size=60)
    pairs = Pairs(a, a + shift + rng.uniform(-0.5, 0.5, size=60))
    told = {"solve": "mde", "test": "paired-t", "replicates": 200, "rng": 1}
    away = "less" if shift > 0 else "greater"
    none = plan.pilot(pairs, n=50, alternative=away, **told)
    assert np.isnan(none["mde"].estimate)
    assert any("No difference is possible here" in note for note in none.notes)
    there = "greater" if shift > 0 else "less"
    far = plan.pilot(pairs, n=50, alternative=there, **told)
    assert np.isnan(far["mde"].estimate)
    assert any("none nearer to 0 than" in note for note in far.notes)

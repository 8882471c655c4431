"""The test that was planned is the test that is run: laws over the kinds of study."""

import numpy as np
import polars as pl
import pytest
from scipy import stats

from claimwise.data import Differences, IndependentCounts, PairCounts
from claimwise.designs import complete, lists
from claimwise.htest import find_test
from claimwise.power.analyses import analyses
from claimwise.power.rating_tests import Study as Simulated
from claimwise.study.power import headline
from claimwise.worlds.judgements import Judgements
from claimwise.worlds.rating_presets import preset

from .declared import (
    QUICK,
    SLOW,
    accuracy,
    counted,
    judged,
    shares,
    small_accuracy,
    small_preference,
    study,
    verdicts,
)


@pytest.fixture
def no_search(monkeypatch):
    """Leave out what a study could have detected: it takes long, and decides nothing."""
    monkeypatch.setattr("claimwise.assess.one.detectable", lambda *_: ([], []))


def _share_supported(declared, draw, replicates, seed):
    """Count supported claims; each study has resamples of its own, as those of the plan do."""
    rng = np.random.default_rng(seed)
    studies = (declared.but(seed=number) for number in range(replicates))
    return sum(one.assess(draw(rng))["verdict"].estimate == 1 for one in studies)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["means", "means, unpaired"])
def test_chance_the_share_of_supported_claims_is_the_power(name, no_search):
    declared, draw = QUICK[name]
    power = headline(declared.power())
    found = _share_supported(declared, draw, 100, 20260101)
    assert 0.1 < power < 0.95  # elsewhere the law would say little
    assert stats.binomtest(found, 100, power).pvalue > 1e-3


def _row(name, power, found, studies):
    """Print a line of the table of docs/conformance.md."""
    print(f"| {name} | {power:.4f} | {found / studies:.4f} | {studies:,} |")


@pytest.mark.calibration
@pytest.mark.parametrize("name", QUICK)
def test_chance_of_every_quick_kind(name, no_search):
    declared, draw = QUICK[name]
    power = headline(declared.power())
    found = _share_supported(declared, draw, 1000, 20260102)
    _row(name, power, found, 1000)
    assert stats.binomtest(found, 1000, power).pvalue > 1e-3


@pytest.mark.calibration
@pytest.mark.parametrize("name", SLOW)
def test_chance_of_every_slow_kind(name, no_search, tmp_path):
    declared, draw = SLOW[name](tmp_path)
    plan = declared.power()
    row = plan.select("power")[0]
    found = _share_supported(declared, draw, 300, 20260103)
    _row(name, row.estimate, found, 300)
    simulated = row.estimate * plan.provenance["parts"][""]["settings"]["replicates"]
    counts = plan.provenance["parts"][""]["settings"]["replicates"]
    table = [[found, 300 - found], [round(simulated), counts - round(simulated)]]
    assert stats.fisher_exact(table).pvalue > 1e-3


def in_runs(taken, runs=3):
    """Return a study of means over runs, and draws of it: differences with sd 0.4."""
    declared = study(
        "means",
        data={"n": 100, "runs": runs},
        assumptions={"difference": 0.12, "sd": 0.4},
        procedure={} if taken is None else {"runs": taken},
    )

    def draw(rng):
        noise = rng.normal(0, 0.3, (2, runs, 100))
        alone = rng.normal(0.12, np.sqrt(0.4**2 - 2 * 0.3**2 / runs), 100)
        own = rng.normal(size=100)
        columns = {
            "item": np.tile(np.arange(100), 2 * runs),
            "run": np.tile(np.repeat(np.arange(runs), 100), 2),
            "system": np.repeat(["a", "b"], 100 * runs),
            "score": np.concatenate([(own + noise[0]).ravel(), (own + alone + noise[1]).ravel()]),
        }
        return pl.DataFrame(columns)

    return declared, draw


@pytest.mark.parametrize(
    ("taken", "cautioned"), [(None, True), ("separate", True), ("samples", False), ("fixed", False)]
)
def test_direction_a_plan_says_where_the_analysis_takes_runs_otherwise(taken, cautioned):
    said = [n for n in in_runs(taken)[0].power().notes if "share nothing over items" in n]
    assert bool(said) == cautioned
    assert all(n.kind == "caution" and 'procedure.runs = "samples"' in n for n in said)
    assert not [n for n in in_runs(taken, 1)[0].power().notes if "share nothing" in n]


@pytest.mark.slow
def test_chance_runs_as_samples_have_the_power_that_is_planned(no_search):
    declared, draw = in_runs("samples")
    power = headline(declared.power())
    assert stats.binomtest(_share_supported(declared, draw, 80, 5), 80, power).pvalue > 1e-3
    crossed, draw = in_runs(None)
    assert _share_supported(crossed, draw, 80, 5) < 0.9 * 80 * power


@pytest.mark.slow
@pytest.mark.parametrize(
    "declared",
    [
        pytest.param(small_accuracy({"alternative": "greater"}), id="one-sided"),
        pytest.param(small_accuracy({"says": "non-inferiority", "margin": 0.1}), id="margin"),
        pytest.param(small_accuracy({"says": "equivalence", "margin": 0.6}), id="equivalence"),
        pytest.param(small_preference("split"), id="ties split"),
    ],
)
def test_law_summed_over_all_outcomes_the_supported_ones_have_the_power(declared, no_search):
    """Every outcome of a tiny study, assessed and weighted by its probability: no chance left."""
    n, (win, lose) = declared.data["n"], shares(declared)
    table = judged if declared.kind == "preference" else verdicts
    total = 0.0
    for wins in range(n + 1):
        for losses in range(n + 1 - wins):
            found = declared.assess(table(wins, losses, n))
            if found["verdict"].estimate == 1:
                counts = [wins, losses, n - wins - losses]
                total += stats.multinomial.pmf(counts, n, [win, lose, 1 - win - lose])
    assert total > 0.05
    assert total == pytest.approx(headline(declared.power()), rel=1e-9)


@pytest.mark.parametrize(
    ("wins", "losses", "side"), [(40, 20, "two-sided"), (12, 30, "less"), (7, 7, "greater")]
)
def test_law_accuracy_has_the_p_value_of_the_engine(wins, losses, side):
    engine = find_test("mcnemar-midp").evaluate(PairCounts(wins, losses, 300), side)
    found = accuracy(claim={"alternative": side}).assess(verdicts(wins, losses, 300))
    assert found["difference"].pvalue == pytest.approx(float(engine), rel=1e-12)


def test_value_accuracy_by_integer_arithmetic():
    declared = accuracy(procedure={"test": "mcnemar-exact"})
    found = declared.assess(verdicts(40, 8, 300))["difference"]
    assert found.pvalue == pytest.approx(stats.binomtest(8, 48).pvalue, rel=1e-12)
    assert found.estimate == pytest.approx(32 / 300)


def test_law_proportions_have_one_test_however_small_the_counts():
    # Left to itself compare would take boschloo here, which was not planned.
    declared = study(
        "proportions", data={"n": 40}, assumptions={"baseline": 0.9, "difference": 0.1}
    )
    engine = find_test("z-pooled").evaluate(IndependentCounts(36, 40, 40, 40), "two-sided")
    found = declared.assess(counted(36, 40, 40))
    assert found["difference"].pvalue == pytest.approx(float(engine), rel=1e-12)
    assert declared.power().provenance["parts"][""]["settings"]["test"] == "z-pooled"
    assert found.provenance["parts"][""]["settings"]["test"] == "z-pooled"


@pytest.mark.parametrize("ties", ["drop", "split"])
def test_law_preference_has_the_p_value_of_the_engine(ties):
    declared = study(
        "preference",
        data={"n": 101},
        assumptions={"win": 0.5, "lose": 0.3},
        procedure={"ties": ties},
    )
    data = PairCounts(50, 30, 101)
    engine = find_test("sign").evaluate(data.split_ties() if ties == "split" else data, "two-sided")
    found = declared.assess(judged(50, 30, 101))["difference"]
    assert found.pvalue == pytest.approx(float(engine), rel=1e-12)
    assert found.estimate == pytest.approx(20 / 101)


def test_law_resampled_means_have_the_p_value_of_the_engine():
    from claimwise.data import Pairs

    declared = study(
        "means",
        data={"n": 50},
        assumptions={"difference": 0.1, "sd": 0.4},
        procedure={"test": "permutation", "resamples": 499},
    )
    d = np.random.default_rng(2).normal(0.1, 0.4, 50)
    engine = find_test("permutation").evaluate(
        Differences(d), "two-sided", seed=declared.seed, resamples=499
    )
    found = declared.assess(Pairs(np.zeros(50), d, names=("a", "b")))
    assert found["difference"].pvalue == pytest.approx(float(engine), rel=1e-12)


def _rated(design, ratings):
    return pl.DataFrame(
        {
            "rater": [f"r{i}" for i in design.rater],
            "item": [f"i{i}" for i in design.item],
            "system": ["ab"[i] for i in design.system],
            "rating": ratings,
        }
    )


@pytest.mark.parametrize(
    ("model", "correlated"),
    [
        pytest.param("linear", True, id="linear"),
        pytest.param("linear", False, id="linear, independent"),
        pytest.param("ordinal", False, id="ordinal, independent"),
        pytest.param("ordinal-lrt", True, id="ordinal-lrt"),
        pytest.param("t-items", True, id="t-items"),
        pytest.param("wilcoxon-items", True, id="wilcoxon-items"),
    ],
)
def test_law_ratings_have_the_p_value_of_the_engine(model, correlated):
    world = preset("general").at(0.4)
    design = lists(24, 6, 12, rng=np.random.default_rng(4))
    drawn = world.draw(design, np.random.default_rng(5), 2)
    simulated = Simulated(design, world, drawn[0], correlated)
    engine = analyses("ordinal")[model].prepare(simulated)
    ratings = drawn if model.startswith("ordinal") else world.numbers(drawn)
    expected = engine(ratings)
    declared = study(
        "ratings",
        data={"items": 24, "ratings_per_item": 6, "list_length": 12},
        assumptions={"world": "general", "effect": 0.4},
        procedure={"model": model, "correlated": correlated},
    )
    found = declared.assess(_rated(design, world.numbers(drawn)[1]))["difference"]
    assert found.pvalue == pytest.approx(float(expected.pvalue[1]), rel=1e-3)
    assert found.estimate == pytest.approx(float(expected.estimate[1]), rel=1e-3)


@pytest.mark.parametrize("model", ["logistic", "linear", "t-items", "sign-items"])
def test_law_judgements_have_the_p_value_of_the_engine(model):
    world = Judgements.of_shares(0.5, 0.3, rater=0.4, item=0.4)
    design = complete(20, 8, pairs=True)
    drawn = world.draw(design, np.random.default_rng(6), 2)
    engine = analyses("preference")[model].prepare(Simulated(design, world, drawn[0], False))
    expected = engine(drawn)
    declared = study(
        "judgements",
        data={"items": 20, "raters": 8},
        assumptions={"win": 0.5, "lose": 0.3, "rater_sd": 0.4, "item_sd": 0.4},
        procedure={"model": model},
    )
    table = pl.DataFrame(
        {
            "rater": [f"r{i}" for i in design.rater],
            "item": [f"i{i}" for i in design.item],
            "winner": [("a", "tie", "b")[code] for code in drawn[1]],
        }
    )
    found = declared.assess(table)["difference"]
    assert found.pvalue == pytest.approx(float(expected.pvalue[1]), rel=1e-3)
    assert found.estimate == pytest.approx(float(expected.estimate[1]), rel=1e-3)


@pytest.mark.slow
def test_law_the_declared_test_of_ratings_is_that_of_the_verb(examples):
    from claimwise import fit_ratings

    verb = fit_ratings(examples / "ratings.csv", outcome="linear")
    only_two = study(
        "ratings",
        claim={"a": "baseline", "b": "large"},
        data={"items": 40, "ratings_per_item": 4},
        assumptions={"effect": 0.4},
        procedure={"model": "linear"},
    ).assess(examples / "ratings.csv")
    # The verb fits three systems at once: the same difference, nearly the same error.
    row = next(r for r in verb.result.rows if r.estimand == "difference[large vs baseline]")
    assert only_two["difference"].estimate == pytest.approx(row.estimate, abs=0.02)


@pytest.mark.parametrize("swapped", [False, True], ids=["as declared", "swapped"])
def test_direction_is_b_minus_a(swapped):
    wins, losses = (8, 40) if swapped else (40, 8)
    found = accuracy().assess(verdicts(wins, losses, 300))
    sign = -1 if swapped else 1
    assert found["verdict"].estimate == sign
    assert found["difference"].estimate == pytest.approx(sign * 32 / 300)

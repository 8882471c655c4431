"""What `assess_posterior` returns and refuses."""

import math

import numpy as np
import pytest

from claimwise.bayes import PairedPosterior, assess_bayes_factor, assess_posterior, sensitivity
from claimwise.bayes.summary import decide, error_note
from claimwise.core import DataError, ParameterError, entries
from claimwise.data import IndependentCounts, PairCounts, Pairs
from claimwise.report.forms.json import from_json, to_json

PAIRS = PairCounts.of(30, 12, 200)


def test_the_rows_that_are_asked_for():
    plain = [row.estimand for row in assess_posterior(PAIRS).rows]
    assert plain == [
        "posterior_difference",
        "posterior_difference[equal-tailed]",
        "probability_greater",
    ]
    full = [row.estimand for row in assess_posterior(PAIRS, rope=0.02, margin=0.01).rows]
    assert full == [
        *plain,
        "probability_greater[margin]",
        "probability_less[margin]",
        "probability_rope",
        "hdi_rope",
    ]


def test_law_the_three_regions_make_up_the_whole():
    result = assess_posterior(PAIRS, rope=0.03, margin=0.03)
    parts = ("probability_greater[margin]", "probability_less[margin]", "probability_rope")
    assert sum(result[name].estimate for name in parts) == pytest.approx(1, abs=1e-10)


@pytest.mark.parametrize(
    ("data", "rope", "want", "word"),
    [
        (PairCounts.of(90, 10, 200), 0.05, 1, "differ."),
        (PairCounts.of(10, 90, 200), 0.05, 1, "differ."),
        (PairCounts.of(20, 20, 4000), 0.05, -1, "equivalent."),
        (PairCounts.of(12, 9, 100), 0.05, 0, "undecided."),
    ],
)
def test_the_three_way_decision(data, rope, want, word):
    result = assess_posterior(data, rope=rope)
    assert result["hdi_rope"].estimate == want
    assert any(note.endswith(word) for note in result.notes)


def test_value_the_decision_at_the_edges():
    assert [decide(*v) for v in ((0.1, 0.2, 0.1), (-0.2, -0.1, 0.1), (-0.1, 0.1, 0.1))] == [
        1,
        1,
        -1,
    ]
    assert [decide(*v) for v in ((0.05, 0.2, 0.1), (-0.2, 0.2, 0.1), (-0.2, 0.0, 0.1))] == [0, 0, 0]


def test_wide_intervals_hold_more():
    widths = []
    for level in (0.5, 0.8, 0.95, 0.999):
        row = assess_posterior(PAIRS, level=level)["posterior_difference"]
        assert row.level == level
        widths.append(row.high - row.low)
    assert (np.diff(widths) > 0).all()


def test_small_probabilities_keep_their_digits():
    """Only losses: B is better with probability 1 / 2^(n+1), exactly."""
    result = assess_posterior(PairCounts.of(0, 60, 100))
    assert result["probability_greater"].estimate == pytest.approx(0.5**61, rel=1e-9)


def test_pairs_are_counted():
    a, b = [1, 1, 0, 0, 1, 0], [1, 1, 1, 1, 1, 0]
    assert assess_posterior(Pairs(a, b)).rows == assess_posterior(PairCounts.of(2, 0, 6)).rows


def test_one_stratum_is_one_study():
    alone, listed = assess_posterior(PAIRS), assess_posterior([PAIRS])
    assert (alone.rows, alone.method) == (listed.rows, listed.method)


def test_strata_name_their_weights_and_method():
    result = assess_posterior([PAIRS, IndependentCounts.of(20, 40, 30, 40)])
    assert result.method == "stratified"
    assert result["posterior_difference"].n == 280
    assert result.provenance["settings"]["weights"] == pytest.approx([200 / 280, 80 / 280])
    assert any("weighted by their items (0.7143, 0.2857)" in note for note in result.notes)


def test_the_numerical_error_is_in_the_provenance():
    for result in (
        assess_posterior(PAIRS, rope=0.01),
        assess_bayes_factor(PAIRS, rope=0.01),
        sensitivity(PAIRS, rope=0.01),
        assess_posterior([PAIRS, PAIRS]),
    ):
        assert 0 < result.provenance["settings"]["numerical_error"] < 1e-9


def test_results_survive_json():
    for result in (
        assess_posterior(PAIRS, rope=0.02, margin=0.01),
        assess_bayes_factor(PAIRS, prior="jeffreys"),
        sensitivity([PAIRS, PAIRS], ["uniform", "jeffreys"], rope=0.02),
    ):
        assert from_json(to_json(result)).rows == result.rows


def test_notes_on_what_is_special():
    silent = assess_posterior(PairCounts.of(0, 0, 50))
    assert any("agree on every item" in note for note in silent.notes)
    equal = assess_posterior(IndependentCounts.of(3, 10, 4, 10))
    assert any("every possible pairing" in note for note in equal.notes)
    other = assess_posterior(IndependentCounts.of(3, 10, 4, 11))
    assert not any("every possible pairing" in note for note in other.notes)


def test_the_models_are_registered():
    models = {entry.name: entry for entry in entries("model", outcome="binary")}
    assert models["beta-binomial"].traits["paired"] is False
    assert models["dirichlet"].traits["paired"] is True
    posterior, before, prior = models["dirichlet"].thing(PAIRS, "perks")
    assert posterior.win == 30.25
    assert before.win == 0.25
    assert prior.name == "perks"


@pytest.mark.slow
@pytest.mark.parametrize(
    "data",
    [
        PairCounts.of(0, 0, 10**9),
        IndependentCounts.of(10**7, 10**7, 0, 10**7),
        [PairCounts.of(10**6, 0, 10**6), PairCounts.of(3, 0, 3)],
    ],
    ids=str,
)
def test_whole_answers_of_extreme_counts(data):
    posterior = assess_posterior(data, rope=0.01, margin=0.01)
    factors = assess_bayes_factor(data, rope=0.01, margin=0.01)
    for result in (posterior, factors):
        assert not any(math.isnan(row.estimate) for row in result.rows)
        assert result.provenance["settings"]["numerical_error"] < 1e-7
        assert not any("numerical error" in note for note in result.notes)
    row = posterior["posterior_difference"]
    assert -1 <= row.low < row.high <= 1
    assert row.low <= row.estimate <= row.high


def test_a_numerical_error_that_matters_is_said():
    assert error_note(1e-9) == []
    assert error_note(3e-5) == ["The probabilities have a numerical error of up to 3e-05."]


def test_an_error_at_the_ends_of_the_interval_counts(monkeypatch):
    exact = PairedPosterior.sf_with_error

    def blurred(self, x):
        value, error = exact(self, x)
        return value, np.where(np.asarray(x) > 0.1, 1e-3, error)  # only its upper end is there

    monkeypatch.setattr(PairedPosterior, "sf_with_error", blurred)
    for result in (assess_posterior(PAIRS), sensitivity(PAIRS, ["uniform"])):
        assert result.rows[0].high > 0.1
        assert result.provenance["settings"]["numerical_error"] == 1e-3
        assert result.notes[-1].startswith("The probabilities have a numerical error")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"rope": 0}, "rope needs a number between 0 and 1"),
        ({"rope": 2}, "rope needs a number between 0 and 1"),
        ({"rope": "wide"}, "rope needs a finite number"),
        ({"margin": 1}, "margin needs"),
        ({"margin": 5}, "Write 0.05 for 5 percentage points"),
        ({"margin": math.nan}, "a finite number"),
        ({"level": 95}, "Write 0.95 for 95%"),
        ({"level": 1.0}, "strictly between 0 and 1"),
        ({"names": ("A",)}, "the names of A and of B"),
        ({"names": "AB"}, "the names of A and of B"),
        ({"prior": "flat"}, "prior needs"),
    ],
)
def test_bad_questions_are_refused_with_a_sentence(more, said):
    for assess in (assess_posterior, assess_bayes_factor):
        with pytest.raises(ParameterError) as caught:
            assess(PAIRS, **more)
        assert said in str(caught.value)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "of length 0"),
        ("file.csv", "found str"),
        (3, "found int"),
        (None, "found NoneType"),
        ([PAIRS, 3], "Stratum 2 needs PairCounts or IndependentCounts; found int"),
        (PairCounts.of([1, 2], [1, 2], 10), "found a batch of 2. Take one: data[0]"),
        ([PAIRS, PairCounts.of([1, 2], [1, 2], 10)], "Stratum 2 needs one study"),
    ],
)
def test_bad_data_are_refused_with_a_sentence(data, said):
    with pytest.raises(DataError) as caught:
        assess_posterior(data)
    assert said in str(caught.value)


@pytest.mark.parametrize("priors", [[], "uniform"])
def test_bad_lists_of_priors_are_refused(priors):
    with pytest.raises(ParameterError, match="priors needs a list of priors"):
        sensitivity(PAIRS, priors)


def test_direction_a_negative_margin_asks_whether_b_is_not_much_worse():
    data = PairCounts.of(30, 32, 2000)
    result = assess_posterior(data, rope=0.005, margin=-0.02)
    assert result["probability_greater[margin]"].estimate > 0.99
    assert result["probability_greater"].estimate < 0.5
    note = next(note for note in result.notes if "Two readings" in note)
    assert "B scores less than 0.02 below A" in note
    factors = assess_bayes_factor(data, margin=-0.02)
    assert any("B scores less than 0.02 below A, against" in note for note in factors.notes)
    assert factors["bayes_factor_direction"].estimate > 10

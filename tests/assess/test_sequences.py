"""Claims judged by confidence sequences, of verdicts, scores and preferences."""

from __future__ import annotations

from dataclasses import replace
from math import isnan

import numpy as np
import pytest
from scipy import stats

from claimwise.assess.claims import Claim
from claimwise.assess.looks import sequence
from claimwise.core import DataError, ParameterError
from claimwise.data import Pairs
from claimwise.kernels import confidence_sequence as kernel


def verdicts(n=400, win=0.2, lose=0.05, seed=1):
    """Return scores of A and B; `win` and `lose` are the shares where one alone is right."""
    u = np.random.default_rng(seed).random(n)
    return Pairs((u < lose).astype(float), ((u >= lose) & (u < lose + win)).astype(float))


def test_value_rows_are_those_of_the_kernel():
    pairs = verdicts()
    found = sequence(pairs)
    d = pairs.b - pairs.a
    low, high = kernel.bounded_mean(d, 0.95, low=-1, high=1)
    log_e, first = kernel.bounded_evidence(d, 0, 0.05, low=-1, high=1, alternative="two-sided")
    row = found["difference"]
    assert (row.estimate, row.low, row.high) == (d.mean(), low, high)
    assert row.pvalue == pytest.approx(float(np.exp(-log_e)))
    assert found["verdict"].estimate == 1
    assert found["shown_after"].estimate == first + 1
    wins, losses = (d > 0).sum(), (d < 0).sum()
    win = found["win_rate"]
    assert (win.estimate, win.n) == (wins / (wins + losses), wins + losses)
    assert win.low <= win.estimate <= win.high


def test_direction_b_worse_is_contradicted_and_lower_is_better_turns_it():
    worse = verdicts(win=0.05, lose=0.2)
    assert sequence(worse)["verdict"].estimate == -1
    assert sequence(worse, claim=Claim(better="lower"))["verdict"].estimate == 1


def test_direction_what_was_shown_stays_shown():
    # B wins fifty items in a row, then loses until the mean is below zero.
    d = np.concatenate([np.ones(50), -np.ones(70)])
    found = sequence(Pairs((d < 0).astype(float), (d > 0).astype(float)))
    assert found["difference"].estimate < 0
    assert found["shown_after"].estimate < 50
    assert found["verdict"].estimate == 1
    assert any(note.kind == "caution" and "estimate lies outside" in note for note in found.notes)


def test_value_where_no_difference_fits_the_order_there_is_no_interval():
    d = np.concatenate([np.ones(50), -np.ones(300)])
    found = sequence(Pairs((d < 0).astype(float), (d > 0).astype(float)))
    assert isnan(found["difference"].low)
    assert any("No difference fits all items" in note for note in found.notes)


CLAIMS = {
    "superiority": (Claim("superiority", 0.02, ""), 1),
    "too much": (Claim("superiority", 0.5, ""), -1),
    "non-inferiority": (Claim("non-inferiority", 0.02, ""), 1),
    "equivalence": (Claim("equivalence", 0.02, ""), -1),
    "equivalence within much": (Claim("equivalence", 0.6, ""), 1),
    "greater": (Claim(alternative="greater"), 1),
    "less": (Claim(alternative="less"), -1),
}


@pytest.mark.parametrize("case", CLAIMS)
def test_direction_of_every_claim(case):
    claim, verdict = CLAIMS[case]
    found = sequence(verdicts(2000), claim=claim)
    assert found["verdict"].estimate == verdict
    assert 1 <= found["shown_after"].estimate <= 2000


def test_value_preferences_are_judged_by_their_win_rate():
    rng = np.random.default_rng(2)
    signs = rng.choice([-1.0, 0.0, 1.0], p=[0.2, 0.4, 0.4], size=400)
    found = sequence(signs, preference=True)
    log_e, first = kernel.win_rate_evidence(signs, 0.5, 0.05, alternative="two-sided")
    assert found["win_rate"].pvalue == pytest.approx(float(np.exp(-log_e)))
    assert found["difference"].pvalue is None  # which stands with what it is of
    assert found["verdict"].estimate == 1
    assert found["shown_after"].estimate == first + 1
    assert sequence(-signs, preference=True)["verdict"].estimate == -1
    less = sequence(signs, preference=True, claim=Claim(alternative="less"))
    assert less["verdict"].estimate == -1


def test_value_scores_with_and_without_bounds():
    rng = np.random.default_rng(3)
    a = rng.random(300)
    pairs = Pairs(a, np.clip(a + rng.normal(0.1, 0.1, 300), 0, 1))
    bounded, free = sequence(pairs, bounds=(0, 1)), sequence(pairs)
    assert bounded.provenance["settings"]["stopping"]["sequence"] == "difference"
    assert free.provenance["settings"]["stopping"]["sequence"] == "asymptotic"
    assert any("starts at item 100" in note for note in free.notes)
    assert "win_rate" not in free
    width = [found["difference"].high - found["difference"].low for found in (bounded, free)]
    assert width[0] > width[1] > 0


def test_value_too_few_items_for_the_asymptotic_one():
    rng = np.random.default_rng(4)
    found = sequence(Pairs(rng.random(50), rng.random(50)))
    assert isnan(found["verdict"].estimate)
    assert found["difference"].pvalue is None
    assert any("fewer than the 100" in note for note in found.notes)


@pytest.mark.slow
def test_chance_false_claims_at_most_alpha_whenever_one_stops():
    studies = 150
    found = sum(
        sequence(verdicts(500, 0.15, 0.15, seed=s))["verdict"].estimate != 0 for s in range(studies)
    )
    assert stats.binomtest(found, studies, 0.05, alternative="greater").pvalue > 1e-3


REFUSED = {
    "clusters": (
        lambda: sequence(replace(verdicts(4), cluster=[0, 0, 1, 1])),
        DataError,
        "cluster",
    ),
    "bounds": (lambda: sequence(Pairs([0, 3.0], [1, 2.0]), bounds=(0, 1)), DataError, "0 to 3"),
    "bounds turned": (lambda: sequence([0.1, 0.2], bounds=(1, 0)), ParameterError, "higher"),
    "judgements": (lambda: sequence([0.5, 1.0], preference=True), DataError, "1 \\(B\\)"),
    "one item": (lambda: sequence([1.0], preference=True), DataError, "two items"),
    "margin": (
        lambda: sequence([1.0, -1.0], preference=True, claim=Claim("superiority", 0.1, "")),
        ParameterError,
        "without a margin",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(case):
    call, error, match = REFUSED[case]
    with pytest.raises(error, match=match):
        call()

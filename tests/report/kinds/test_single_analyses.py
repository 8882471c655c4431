"""Tests, intervals, posteriors, looks and designs: the first sentence is that of the rows."""

from dataclasses import replace

import numpy as np
import pytest

from claimwise import bayes
from claimwise.assess.looks import at_look
from claimwise.data import Differences, IndependentCounts, Pairs
from claimwise.data.counts import Hits
from claimwise.designs import complete, lists
from claimwise.htest import run_test
from claimwise.intervals import run_interval
from claimwise.report import answer_of, to_text
from claimwise.report.numbers import p_cell, percent
from tests.report.helpers import headline

PAIRS = Pairs([1, 1, 0, 0, 1] * 20, [1, 1, 1, 1, 0] * 20)
EASY = IndependentCounts.of(1637, 2376, 1721, 2376)


def test_a_test_says_size_direction_and_p():
    found = run_test("mcnemar-exact", PAIRS)
    p = p_cell(found.only.pvalue)
    assert headline(found) == f"Difference, B minus A: 20.0 points, p = {p}"
    other = run_test("mcnemar-exact", Pairs(PAIRS.b, PAIRS.a))
    assert headline(other) == f"Difference, B minus A: -20.0 points, p = {p}"
    assert answer_of(found).word == ""
    assert "two-sided" in answer_of(found).brief
    assert "McNemar" in " ".join(answer_of(found).account.references)


def test_scores_are_not_shown_as_points():
    found = run_test("permutation", Differences.of([0.5, 0.1, 0.7, 0.2, 0.9]))
    assert headline(found).startswith("Difference, B minus A: 0.480, p")


def test_an_interval_says_both_ends():
    found = run_interval("tango", PAIRS)
    ends = f"{100 * found.only.low:.1f} to {100 * found.only.high:.1f}"
    assert headline(found) == f"Difference, B minus A: 20.0 points (95% CI {ends})"
    alone = run_interval("wilson", Hits(40, 100))
    ends = f"{100 * alone.only.low:.1f}% to {100 * alone.only.high:.1f}%"
    assert headline(alone) == f"Score: 40.0% (95% CI {ends})"


def test_a_posterior_says_its_probability_and_mean():
    found = bayes.assess_posterior(EASY)
    assert f"probability {percent(found['probability_greater'].estimate)}" in headline(found)
    assert f"{100 * found['posterior_difference'].estimate:.1f} points" in headline(found)
    under = bayes.sensitivity(EASY)
    assert headline(under).endswith("under prior uniform")
    factor = bayes.assess_bayes_factor(EASY)["bayes_factor_direction"].estimate
    assert f"{factor:.0f}-fold towards B being better than A" in headline(
        bayes.assess_bayes_factor(EASY)
    )
    bounds = bayes.pairing_bounds(EASY)
    low = next(iter(bounds.select("probability_greater", end="lowest"))).estimate
    assert headline(bounds).endswith(f"(lowest): {percent(low)}")


def test_models_are_weighed_by_their_factor():
    rng = np.random.default_rng(2)
    scores = {"A": rng.normal(0, 1, 40).tolist(), "B": [*rng.normal(0, 1, 39), 12.0]}
    found = bayes.weigh_models(scores, ["metric", "metric-normal"])
    assert headline(found).startswith("Bayes factor (metric vs metric-normal): ")


def test_a_predictive_check_counts_what_is_strange():
    rng = np.random.default_rng(2)
    scores = {"A": rng.normal(0, 1, 60), "B": np.append(rng.normal(0, 1, 59), 12.0)}
    fitted = bayes.fit(scores, "default", bayes.How(model="metric-normal"))
    found = bayes.predictive_check(fitted, bayes.Groups.of(scores))
    odd = sum(not 0.005 <= row.estimate <= 0.995 for row in found.rows)
    assert odd == len(found.notes) > 0
    assert headline(found).startswith(f"{odd} of {len(found.rows)} statistics")


@pytest.mark.parametrize(
    ("z", "fractions", "word"),
    [(2.5, (0.5,), "GO ON"), (3.5, (0.5,), "STOP"), (1.0, (0.5, 1.0), "END")],
)
def test_a_look_stops_goes_on_or_ends(z, fractions, word):
    found = at_look(z=z, rule="obrien-fleming", fractions=fractions, planned=2)
    told = answer_of(found)
    assert told.word == word
    assert (told.tone == "good") == (found["decision"].estimate == 1)
    assert f"{p_cell(found['boundary_p'].estimate)} asked for" in told.headline


@pytest.mark.parametrize("pairs", [False, True])
def test_a_design_says_its_size(pairs):
    rng = np.random.default_rng(4)
    design = complete(20, 6, pairs=True) if pairs else lists(20, 4, 10, rng=rng)
    found = design.result()
    text = headline(found)
    for name in ("raters", "items", "systems"):
        assert f"{found[name].estimate:.0f} {name}" in text
    load = design.loads().max()
    assert f"each rater gives {load}, " in text
    rows = [replace(r, estimate=99.0) if r.at == {"end": "most"} else r for r in found.rows]
    uneven = headline(replace(found, rows=tuple(rows)))
    assert f"each rater gives {load} to 99, " in uneven
    assert to_text(found)

"""Critical counts that are kept are those of the p-values; sums for several sizes those of each."""

import numpy as np
import pytest

from claimwise.core import names
from claimwise.data import PairCounts
from claimwise.htest import find_test
from claimwise.htest.claims import Claim
from claimwise.kernels.tails import significant
from claimwise.power import exact_power
from claimwise.power.claims import Judge, exact_support, exact_supports
from claimwise.power.exact import false_positives, right_sign
from claimwise.power.regions import BLOCK, counts_given_total
from claimwise.worlds import PairedAccuracy, Preference, Proportions

TESTS = [find_test(name) for name in names("test", outcome="binary")]
CONDITIONAL = [test for test in TESTS if test.conditional]
every_alternative = pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])


def named(test):
    return test.name


def worlds_for(test, difference):
    if not test.paired:
        return [Proportions(0.6, difference)]
    half = difference / 2
    return [
        PairedAccuracy(difference, 0.7),
        Preference(0.3 + half, 0.3 - half),
        Preference(0.3 + half, 0.3 - half, "split"),
    ]


def test_the_sign_test_and_four_of_mcnemars_are_conditional():
    assert {test.name for test in CONDITIONAL} >= {"sign", "mcnemar-midp", "mcnemar-exact"}
    assert all(test.paired and test.any_size for test in CONDITIONAL)


@pytest.mark.parametrize("test", CONDITIONAL, ids=named)
@every_alternative
def test_law_a_conditional_test_does_not_look_at_the_number_of_items(test, alternative):
    wins, losses = (x.ravel() for x in np.mgrid[0:25, 0:25])
    few, many = (test.pvalue(PairCounts(wins, losses, n), alternative) for n in (50, 7000))
    assert few.tolist() == many.tolist()


@pytest.mark.parametrize("test", CONDITIONAL, ids=named)
@every_alternative
def test_value_kept_counts_by_every_outcome(test, alternative):
    """Also from one block of the table to the next; alpha is a p-value that small counts have."""
    alpha = 0.0625
    for total in (np.arange(0, 20), np.arange(BLOCK - 3, BLOCK + 3)):
        lower, upper = (
            counts_given_total(test, alpha, alternative, side, total) for side in ("below", "above")
        )
        for i, m in enumerate(total):
            wins = np.arange(m + 1)
            found = significant(test.pvalue(PairCounts(wins, m - wins, m), alternative), alpha)
            assert wins[found].tolist() == wins[(wins <= lower[i]) | (wins >= upper[i])].tolist()


@pytest.mark.slow
@pytest.mark.parametrize("test", TESTS, ids=named)
@every_alternative
def test_law_several_sizes_have_the_power_of_each(test, alternative):
    how = {"alpha": 0.04, "alternative": alternative}
    sizes = [1, 2, 3, 18, 19, 44]
    for world in worlds_for(test, -0.21):
        want = [exact_power(world, test, n, **how) for n in sizes]
        got = right_sign(world, test, sizes, **how)
        assert got == pytest.approx([study.power for study in want], rel=1e-11, abs=1e-14)
        alone = [right_sign(world, test, [n], **how)[0] for n in sizes]
        assert alone == pytest.approx([study.power for study in want], rel=1e-12, abs=1e-15)
        none = exact_power(world.null(), test, 18, **how).reject_any
        assert false_positives(world, test, 18, **how) == pytest.approx(none, rel=1e-12)


def test_without_an_effect_no_sign_is_right():
    world = PairedAccuracy(0.0, 0.7)
    found = right_sign(world, find_test("sign"), [5, 9], alpha=0.05, alternative="two-sided")
    assert np.isnan(found).all()


@pytest.mark.parametrize("kind", ["superiority", "non-inferiority", "equivalence"])
@pytest.mark.parametrize("name", ["tango", "farrington-manning"])
def test_law_several_sizes_support_a_claim_as_often_as_each(name, kind):
    test = find_test(name)
    judge = Judge(Claim(kind, 0.08, "", 0.1), test)
    sizes = [1, 4, 30, 31, 90]
    for world in worlds_for(test, 0.03)[:2]:
        want = [exact_support(world, judge, n) for n in sizes]
        assert exact_supports(world, judge, sizes) == pytest.approx(want, rel=1e-11, abs=1e-14)
        assert want[-1] > 0

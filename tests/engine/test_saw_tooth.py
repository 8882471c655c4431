"""Solvers against brute force."""

from functools import cache

import numpy as np
import pytest

from claimwise.engine.saw_tooth import smallest_difference, smallest_n
from claimwise.htest import find_test
from claimwise.power import exact_power
from claimwise.worlds import PairedAccuracy, Preference


def at(world, test):
    found = find_test(test, paired=True)
    return lambda n: exact_power(world, found, n, alpha=0.05).power


@pytest.mark.parametrize(
    ("test", "want"),  # card2020.md, section 2.1
    [("mcnemar-exact", 2043), ("mcnemar-midp", 1949), ("mcnemar-asymptotic", 1945)],
)
def test_value_items_needed(test, want):
    found = smallest_n(at(PairedAccuracy(0.02, 0.9), test), 0.8, guess=1960)
    assert found.size == want
    assert not found.saw_tooth


@pytest.mark.slow
@pytest.mark.parametrize(("share", "guess"), [(0.6, 2), (0.65, 97), (0.8, 1000)])
def test_value_saw_tooth_by_brute_force(share, guess):
    power = at(Preference(share, 1 - share), "sign")
    values = np.array([power(n) for n in range(1, 700)])
    enough = values >= 0.8
    first = int(np.argmax(enough)) + 1
    stays = int(np.flatnonzero(~enough)[-1]) + 2
    found = smallest_n(power, 0.8, guess=guess)
    assert (found.first, found.size) == (first, stays)
    assert found.saw_tooth == (first != stays)


@pytest.mark.slow
def test_value_rare_disagreement_by_brute_force():
    power = at(PairedAccuracy(0.02, 0.975), "mcnemar-exact")
    values = np.array([power(n) for n in range(1, 900)])
    enough = values >= 0.8
    found = smallest_n(power, 0.8, guess=500, window=240)
    assert found.first == int(np.argmax(enough)) + 1
    assert found.size == int(np.flatnonzero(~enough)[-1]) + 2


def test_what_no_number_reaches_is_not_found():
    found = smallest_n(lambda n: 0.5, 0.8, guess=100)
    assert not found.found


def test_the_first_item_may_suffice():
    assert smallest_n(lambda n: 1.0, 0.8, guess=100).size == 1


def test_value_smallest_difference_hits_the_target():
    test = find_test("mcnemar-midp", paired=True)

    def power(d):
        return exact_power(PairedAccuracy(d, 0.9), test, 500, alpha=0.05).power

    found = smallest_difference(power, 0.8, largest=0.1)
    assert power(found.size) >= 0.8
    assert power(found.size - 1e-7) < 0.8


def test_a_wavering_power_is_noticed():
    def power(d):  # rises through 0.8 at 0.4, falls back at 0.44, rises again at 0.46
        return 0.8 + 10 * (d - 0.4) * (d - 0.44) * (d - 0.46)

    found = smallest_difference(power, 0.8, largest=1.0)
    assert found.saw_tooth
    assert found.first == pytest.approx(0.4, abs=1e-6)
    assert found.size == pytest.approx(0.46, abs=1e-6)


def test_no_possible_difference():
    found = smallest_difference(lambda d: d, 0.8, largest=0.5)
    assert not found.found
    assert not smallest_difference(lambda d: d, 0.8, largest=0.0).found


def test_a_test_that_rejects_too_much_detects_anything():
    found = smallest_difference(lambda d: 0.9, 0.8, smallest=0.1, largest=0.5)
    assert found.size == pytest.approx(0.1)


@pytest.mark.slow
def test_value_unconditional_saw_tooth_by_brute_force():
    power = cache(at(PairedAccuracy(0.2, 0.3), "mcnemar-unconditional"))
    values = np.array([power(n) for n in range(112, 160)])
    stays = 112 + int(np.flatnonzero(values < 0.8)[-1]) + 1
    assert smallest_n(power, 0.8, guess=150).size == stays


@pytest.mark.parametrize(("guess", "largest"), [(1e-7, 0.1), (0.055, 0.06), (0.4, 0.1)])
def test_law_a_power_that_only_rises_is_crossed_at_the_same_place(guess, largest):
    test = find_test("mcnemar-midp", paired=True)

    def power(d):
        return exact_power(PairedAccuracy(d, 0.9), test, 500, alpha=0.05).power

    want = smallest_difference(power, 0.8, largest=largest)
    got = smallest_difference(power, 0.8, largest=largest, rising_from=guess)
    assert (got.size, got.first) == pytest.approx((want.size, want.first), rel=1e-12)


def test_a_rising_power_is_looked_at_only_near_to_where_it_is_needed():
    looks = []

    def power(d):
        looks.append(d)
        return 1 - np.exp(-20 * d)

    found = smallest_difference(power, 0.8, largest=1.0, rising_from=0.08)
    assert found.size == pytest.approx(np.log(5) / 20, abs=2e-9)
    assert len(looks) < 20
    assert 0.06 < min(looks) < max(looks) < 0.11


def test_a_rising_power_that_is_too_high_or_too_low_everywhere():
    too_low = smallest_difference(lambda d: d, 0.8, largest=0.5, rising_from=0.2)
    assert not too_low.found
    too_high = smallest_difference(lambda d: 0.9 + d / 10, 0.8, largest=0.5, rising_from=0.2)
    assert too_high.size == pytest.approx(0.5e-9)


@pytest.mark.parametrize("share", [0.6, 0.8])
def test_law_sizes_tried_at_once_lead_to_the_same_answer(share):
    power = at(Preference(share, 1 - share), "sign")
    together = []

    def at_once(sizes):
        together.append(len(sizes))
        return np.array([power(n) for n in sizes])

    want = smallest_n(power, 0.8, guess=150)
    assert smallest_n(power, 0.8, guess=150, at_once=at_once) == want
    assert max(together) > 20

"""Calibrations of several answers: what is printed is so, and what cannot be is refused."""

import pytest

import claimwise as cw
from claimwise.core import ParameterError


@pytest.mark.slow
def test_a_test_set_looks_to_the_side_to_which_it_points():
    found = cw.calibrate.responses(
        epsilon_b=[0, 0.001],
        items=40,
        metric="mae",
        procedure="htest",
        replicates=20,
        sets=60,
        draws=60,
    )
    mean = found["estimated_p[mae, htest, epsilon_b=0.001]"]
    assert mean.high < 0.4  # and not about 0.5, though there is as good as no difference
    assert any("without a difference about 0.3 to 0.5 on average" in note for note in found.notes)


def test_resamples_too_few_for_any_finding_are_refused():
    with pytest.raises(ParameterError, match="enough for a p-value of"):
        cw.calibrate.responses(epsilon_b=0.3, procedure="item-swap", resamples=10)

"""Power over sizes: the same numbers as those of the plan at each size."""

import pytest

from claimwise.core import ParameterError
from claimwise.study import declare
from claimwise.study.curve import curve

SAID = {
    "kind": "accuracy",
    "claim": {"a": "base", "b": "new"},
    "data": {"n": 400},
    "procedure": {"test": "mcnemar-midp"},
    "assumptions": {"difference": 0.05, "agreement": 0.9, "source": "a guess"},
}
TWO = {
    "comparison": [{"b": "new"}, {"b": "newer", "difference": 0.06}],
    "multiplicity": {"correct": "holm"},
}


@pytest.mark.parametrize("more", [{}, TWO], ids=["one", "corrected"])
def test_law_each_point_is_the_power_of_a_study_of_that_size(more):
    study = declare(SAID | more)
    drawn = curve(study)
    for size in (100, 400, 800):
        plan = study.but(data={**study.data, "n": size}).power()
        names = [f", {c.name}" for c in study.comparisons] if more else [""]
        for name in names:
            bare = f"power[{name[2:]}]" if name else "power"
            assert drawn[f"power[n={size}{name}]"].estimate == pytest.approx(
                plan[bare].estimate, rel=1e-12
            )


def test_a_study_without_a_size_has_no_curve():
    with pytest.raises(ParameterError, match=r"the size of the study in \[data\]"):
        curve(declare(SAID | {"data": {}}))

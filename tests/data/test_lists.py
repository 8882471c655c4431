"""Tables in memory as mappings of lists."""

import numpy as np
import pytest

from claimwise import fit_agreement, fit_effect, fit_ratings
from claimwise.core import DataError
from claimwise.data.tables import read_roles

PAST = {
    "baseline": [0.6, 0.7, 0.8, 0.9],
    "candidate": [0.65, 0.74, 0.82, 0.905],
    "agreement": [0.7, 0.8, 0.85, 0.93],
}


def test_value_the_same_fit_as_from_a_file(tmp_path):
    path = tmp_path / "past.csv"
    lines = zip(*PAST.values(), strict=True)
    path.write_text("\n".join([",".join(PAST), *(",".join(map(str, line)) for line in lines)]))
    for fit in (fit_effect, fit_agreement):
        from_lists, from_file = fit(PAST), fit(path)
        assert from_lists.coefficients == pytest.approx(from_file.coefficients, rel=1e-12)
        assert from_lists.data is None
    arrays = {name: np.array(values) for name, values in PAST.items()}
    assert fit_effect(arrays).coefficients == pytest.approx(fit_effect(path).coefficients)


def test_missing_cells_are_empty():
    table = {
        "x": [1.5, None, float("nan"), np.float64(2.0), True],
        "task": [1, "b", None, "", " c "],
    }
    _, found = read_roles(table, ("task",), also=["x"])
    assert found["x"] == ["1.5", "", "", "2.0", "true"]
    assert found["task"] == ["1", "b", "", "", "c"]


def test_ratings_of_lists():
    rows = [(s, r, i) for s in "ab" for r in "xyz" for i in range(4)]
    table = {
        "system": [s for s, _, _ in rows],
        "rater": [r for _, r, _ in rows],
        "item": [i for _, _, i in rows],
        "rating": [1 + (k * 7 + (s == "b")) % 5 for k, (s, _, _) in enumerate(rows)],
    }
    fitted = fit_ratings(table, slopes=False, outcome="linear").result
    means = [
        np.mean([x for x, s in zip(table["rating"], table["system"], strict=True) if s == of])
        for of in "ab"
    ]
    assert fitted["difference[b vs a]"].estimate == pytest.approx(means[1] - means[0])


@pytest.mark.parametrize(
    ("table", "match"),
    [
        ({}, r"The table has no rows\."),
        ({"x": []}, r"The table has no rows\."),
        ({"x": [1, 2], "task": ["a"]}, r"columns differ in length: 2 in x, 1 in task\."),
        ({"x": [1], 1: [2], "1": [3]}, r"Two columns of the table have the same name\."),
        ({"x": [1, [2]]}, r"has a list or an object in row 2\."),
        ({"y": [1]}, r"no column x; it has y\."),
    ],
)
def test_bad_mappings_are_refused(table, match):
    with pytest.raises(DataError, match=match):
        read_roles(table, ("task",), also=["x"])

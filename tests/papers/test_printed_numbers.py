"""What Card et al. (2020) print, copied from the paper a second time, line by line.

A number that is copied wrongly, or with a digit less, would otherwise be judged by itself.
"""

from __future__ import annotations

import pytest

from claimwise.worlds import find_rating_world
from papers.card2020 import table_7, tables_2_9, tables_12_16
from papers.card2020.detectable_gains import SETS, WAYS

# Test set, size, SOTA, binomial, Lachenbruch (low, high), regression, next gain, claims (error, n).
TABLE_9 = """
WNLI      | 147    | 94.5   | 5.38 | 5.42 (5.36, 5.45)    | 5.26  | -1.17 | 1.72 (0.917, 4)
MRPC      | 1725   | 92.0   | 2.40 | 1.91 (0.45, 2.48)    | 1.62  | 0.03  | 0.625 (0.234, 8)
SST-2     | 1821   | 97.2   | 1.34 | 1.10 (0.43, 1.35)    | 1.02  | 0.18  | 0.571 (0.197, 7)
RTE       | 3000   | 91.7   | 1.89 | 1.48 (0.26, 1.96)    | 1.23  | 1.11  | 3.89 (1.23, 10)
QNLI      | 5463   | 97.5   | 0.77 | 0.60 (0.14, 0.78)    | 0.55  | 0.69  | 1.31 (0.552, 9)
MNLI-m    | 9796   | 91.6   | 1.08 | 0.82 (0.08, 1.12)    | 0.67  | 0.12  | 0.97 (0.442, 10)
MNLI-mm   | 9847   | 91.3   | 1.09 | 0.84 (0.08, 1.14)    | 0.68  | 0.34  | 1.29 (0.550, 8)
QQP       | 390965 | 91.0   | 0.18 | 0.13 (8.45e-5, 0.19) | 0.11  | 0.08  | 0.36 (0.121, 5)
SQuAD 2.0 | 8862   | 90.724 | 1.18 | 0.91 (0.09, 1.23)    | 0.556 | 0.528 | 2.23 (0.431, 14)
"""
# Test set, detectable, mean claimed gain.
TABLE_2 = """
WNLI | 5.26 | 1.72
MRPC | 1.62 | 0.63
SST-2 | 1.02 | 0.57
RTE | 1.23 | 3.89
QNLI | 0.55 | 1.31
MNLI-m | 0.67 | 0.97
MNLI-mm | 0.68 | 1.29
QQP | 0.11 | 0.36
SQuAD 2.0 | 0.56 | 2.23
"""
TABLE_7 = """
Previous.Best -0.264 (0.032)
TaskMNLI-mm 0.150 (0.621)
TaskMRPC 0.023 (0.622)
TaskQNLI 2.139 (0.639)
TaskQQP -0.195 (0.719)
TaskRTE 1.018 (0.628)
TaskSST-2 1.536 (0.686)
TaskWNLI -0.520 (0.789)
Constant 24.342 (2.837)
"""
OF_THE_FIT = {
    "claims": "61",
    "R squared": "0.690",
    "adjusted R squared": "0.642",
    "residual standard error": "1.309",
    "F": "14.455",
}
# The line of Dathathri et al.; 0 is 0.00 with its zeros dropped, as 0.1 is 0.10 in other lines.
TABLES_12_15 = {
    "Table 12": "15 1358",
    "Table 13": "0.62 0.04 -0.05 -0.03 0.16",
    "Table 14": "0 0.04 0.05 0.05 0.05",
    "Table 15": "0 0.16 0.19 0.16 0.16",
}
TABLE_16 = {"card-low": "0.01 0.04 0.01 0.13 0.16", "card-high": "0.01 0.11 0.04 0.14 0.26"}


def lines(text):
    """Return the cells of each line, without brackets and commas."""
    kept = str.maketrans(dict.fromkeys("(),|", " "))
    for line in text.strip().splitlines():
        name = line.split("|")[0].strip()
        yield name, line.removeprefix(name).translate(kept).split()


def test_value_table_9_is_what_the_paper_prints():
    assert [name for name, _ in lines(TABLE_9)] == list(SETS)
    for name, cells in lines(TABLE_9):
        size, sota, *ways, gain, claimed, _, _ = cells
        found = SETS[name]
        assert (str(found.size), found.sota) == (size, sota)
        assert found.printed == tuple(ways)
        assert (found.predicted, found.claimed) == (float(gain), float(claimed))
    assert WAYS[1:4] == ("Lachenbruch mid", "Lachenbruch low", "Lachenbruch high")


def test_value_table_2_is_what_the_paper_prints():
    for name, (detectable, claimed) in lines(TABLE_2):
        assert tables_2_9.PRINTED_2[name, *SETS[name].place, "regression"] == detectable
        assert SETS[name].claimed == pytest.approx(float(claimed), abs=0.0051)


def test_value_gains_of_table_9_have_all_their_digits():
    """The digits are the tolerance."""
    for name, cells in lines(TABLE_9):
        if name != "SQuAD 2.0":
            assert table_7.GAINS[name] == tuple(cells[-4:])
    assert len(table_7.GAINS) == 8


def test_value_table_7_is_what_the_paper_prints():
    names = {"Previous.Best": "baseline accuracy", "Constant": "constant"}
    found = {}
    for line in TABLE_7.strip().splitlines():
        term, of, error = line.replace("(", "").replace(")", "").split()
        found[names.get(term, term.removeprefix("Task"))] = (of, error)
    assert found == table_7.COEFFICIENTS
    assert table_7.FIT == OF_THE_FIT
    assert len(table_7.PRINTED) == 2 * 9 + 5 + 4 * 8


def test_value_tables_12_to_15_are_what_the_paper_prints():
    found = {}
    for (part, _, _), text in tables_12_16.PRINTED.items():
        found.setdefault(part, []).append("0" if text == "0.00" else text)
    assert {part: " ".join(texts) for part, texts in found.items()} == TABLES_12_15
    numbers = [number for _, _, number in tables_12_16.PRINTED]
    systems = ["B", "BC", "BCR"]
    assert numbers[:7] == ["workers", "texts", "grand mean", *systems, "residual"]
    assert numbers[7:] == 2 * ["all systems", *systems, "BR"]


@pytest.mark.parametrize("name", list(TABLE_16))
def test_value_table_16_is_what_plans_know_by_name(name):
    """Its slopes are of systems coded -1 and 1, those of the world of systems 0 and 1."""
    world = find_rating_world(name)
    rater, item = world.rater, world.item
    found = (rater.intercept, rater.slope / 2, item.intercept, item.slope / 2, world.sigma)
    assert found == pytest.approx([float(x) for x in TABLE_16[name].split()])
    (scenario,) = [key for key, preset in tables_12_16.PRESETS.items() if preset == name]
    kept = [
        v.estimate
        for v in tables_12_16.TABLES.cells()[-1].compute(None)
        if v.at("line") == scenario
    ]
    assert kept == pytest.approx(found)

"""Numbers in notes: p-values and very large factors are written in one way everywhere."""

import ast
import re
from pathlib import Path

import pytest

import claimwise
from claimwise.core import Row
from claimwise.core.words import p_number, p_words, powers_of_ten
from claimwise.report.numbers import NBSP, bound, fold, number, p_cell, pvalue

SOURCE = Path(claimwise.__file__).parent


@pytest.mark.parametrize("p", [0.0, 1e-9, 0.0009, 0.001, 0.0496, 0.05, 0.3, 0.99999, 1.0])
def test_notes_and_tables_show_the_same_p(p):
    assert p_cell(p) == p_number(p)
    assert pvalue(p).replace(NBSP, " ") == p_words(p)
    assert re.fullmatch(r"< \.001|\.\d{3,4}|1", p_number(p))


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (9_999_999.0, "9,999,999"),
        (1e7, "1 × 10^7"),
        (3175420311045657.5, "3.2 × 10^15"),
        (9.97e15, "1 × 10^16"),
        (1e300, "1 × 10^300"),
        (2.5e-9, "2.5 × 10^-9"),
        (0.0009754, "0.00098"),
    ],
)
def test_factors_are_never_written_with_an_e(value, shown):
    assert fold(value).replace(NBSP, " ") == shown
    row = Row(quantity="bayes_factor_01", estimate=value)
    assert bound(row) == fold(value)
    assert "e" not in number(value)
    at_least = Row(
        quantity="bayes_factor_01",
        estimate=float("nan"),
        low=value,
        high=float("inf"),
        kind="bound",
    )
    assert bound(at_least) == f"> {fold(value)}"


@pytest.mark.parametrize("exponent", range(-300, 300, 7))
def test_law_a_power_of_ten_reads_as_the_number(exponent):
    for digits in (1.0, 4.26, 9.949, 9.96):
        value = digits * 10.0**exponent
        mantissa, power = powers_of_ten(value).split(" × 10^")
        assert 1 <= float(mantissa) < 10
        assert float(f"{mantissa}e{power}") == pytest.approx(value, rel=0.051)


def test_no_note_rounds_a_p_value_by_itself():
    """What is below the reports writes p-values with `p_number` or `p_words`."""
    own = [
        f"{path.relative_to(SOURCE)}:{node.lineno}"
        for path in SOURCE.rglob("*.py")
        if path.relative_to(SOURCE).parts[0] != "report"
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FormattedValue)
        and node.format_spec is not None
        and re.search(r"pvalue\b|\bp\b", ast.unparse(node.value))
        and "%" not in ast.unparse(node.format_spec)
    ]
    assert own == []

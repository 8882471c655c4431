"""Many decimal numbers at once."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimwise.data.decimals import decimals


def rows(texts, width=24):
    return np.array([list(text.encode().ljust(width, b"\0")) for text in texts], np.uint8)


def check(texts):
    got = decimals(rows(texts, max(map(len, texts))))
    decided = ~np.isnan(got)
    for text, value, sure in zip(texts, got, decided, strict=True):
        if sure:
            assert value == float(text), text
    return decided


def test_law_random_numbers_are_rounded_as_python_rounds_them():
    rng = np.random.default_rng(8)
    scales = 10.0 ** rng.integers(-3, 4, 40_000)
    texts = [
        f"{x:.{k}f}"
        for x, k in zip(rng.random(40_000) * scales, rng.integers(0, 18, 40_000), strict=True)
    ]
    texts = [text for text in texts if len(text) <= 19]
    assert check(texts).all()
    assert check([repr(x) for x in rng.random(40_000).tolist()]).mean() > 0.9


@given(st.text("0123456789.-", min_size=1, max_size=20))
@settings(max_examples=500)
def test_law_a_text_is_decided_rightly_or_not_at_all(text):
    (value,) = decimals(rows([text]))
    if np.isnan(value):
        return
    assert value == float(text)


def middles():
    """Numbers exactly between two floats, and as near to it as 18 digits allow."""
    for numerator in (2**53 + 1, 2**54 + 2, 2**54 + 6, 2**55 + 4, 2**58 + 32, 2**58 + 96):
        for off in (-1, 0, 1):
            yield str(numerator + off)
            yield f"{(numerator + off) // 10}.{(numerator + off) % 10}"
            yield f"0.{numerator + off:018d}"
    for whole in (2**52, 2**52 + 1, 2**51 + 3):  # ties between two floats, with a point
        yield from (f"{whole}.5", f"{whole}.49", f"{whole}.51", f"{whole}.25", f"{whole}.75")


def test_value_near_the_middle_between_two_floats():
    texts = list(middles())
    decided = check(texts)
    assert decided.any()
    for text, sure in zip(texts, decided, strict=True):
        exact = Fraction(text)
        low, high = np.nextafter(float(text), [-np.inf, np.inf])
        tie = any(
            2 * exact == Fraction(float(text)) + Fraction(float(other)) for other in (low, high)
        )
        assert not (tie and sure and float(text) != decimals(rows([text]))[0])


@pytest.mark.parametrize(
    ("text", "value"),
    [("0", 0), ("-0", -0.0), ("1.", 1), (".5", 0.5), ("-.5", -0.5), ("007", 7), ("9" * 18, 1e18)],
)
def test_value_of_odd_spellings(text, value):
    assert decimals(rows([text]))[0] == value


@pytest.mark.parametrize(
    "text", ["", "-", ".", "-.", "1.2.3", "--1", "1-", "+1", "1e5", "9" * 19, "x"]
)
def test_what_is_left_to_others(text):
    assert np.isnan(decimals(rows([text]))[0])

"""What is shown of a name."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwise.core import DataError, Result, Row, caution, option
from claimwise.core.display import shown, shown_in
from claimwise.core.errors import POINT, Words

HIDDEN = {
    "\x1b[31m": r"\x1b[31m",
    "\x07": r"\x07",
    "\x08": r"\x08",
    "a\nb": r"a\nb",
    "\r": r"\r",
    "\x9b": r"\x9b",
    "\u202e": r"\u202e",
    "\u2066": r"\u2066",
    "\u200b": r"\u200b",
    "\u2028": r"\u2028",
    "\ufffe": r"\ufffe",
    "\ue000": r"\ue000",
    "\ud800": r"\ud800",
    "\U0001ffff": r"\U0001ffff",
}


@pytest.mark.parametrize("name", HIDDEN)
def test_what_acts_is_escaped(name):
    assert shown(f"x{name}") == f"x{HIDDEN[name]}"


@pytest.mark.parametrize("name", ["Größe", "🦙", "👩\u200d🔬", "نام\u200cها", "a\xa0b", "新しい"])
def test_what_people_write_stays(name):
    assert shown(name) == name


@given(st.text())
def test_law_nothing_acts_and_showing_again_changes_nothing(text):
    made = shown(text)
    assert not any(unicodedata.category(c) in ("Cc", "Cs", "Co", "Zl", "Zp") for c in made)
    assert shown(made) == made


def test_values_are_the_same_objects_where_nothing_hides():
    plain = {"a": ["x", 1.5, ("y",)], "b": {"c": [0.5] * 3}}
    assert shown_in(plain) is plain
    assert shown_in({"a\n": ["\x1b", {"b": ("\t", 2)}]}) == {
        "a\\n": ["\\x1b", {"b": ("\\t", 2)}],
    }


def test_an_error_is_one_line_but_for_a_list():
    error = DataError("new\n\x1b[2J", "no\x07thing", "x", "Try " + option("a", "b\n") + ".")
    assert str(error) == r'new\n\x1b[2J needs no\x07thing; found x. Try a="b\n".'
    listed = DataError(Words(("2 faults:", POINT, "one\n", POINT, "two")))
    assert str(listed) == "2 faults:\n- one\\n\n- two"


def test_a_result_keeps_the_names_and_shows_others():
    result = Result(
        kind="comparison",
        method="m",
        rows=(Row(quantity="mean", estimate=1.0, at={"system": "a\x1b"}),),
        notes=(caution("a\x1b is odd, see " + option("a", "a\x1b"), about="a\x1b"),),
        provenance={"settings": {"systems": ["a\x1b"]}},
    )
    seen = result.shown()
    assert seen.rows[0].at == {"system": "a\\x1b"}
    assert str(seen.notes[0]) == 'a\\x1b is odd, see a="a\\x1b"'
    assert seen.notes[0].about == "a\\x1b"
    assert seen.provenance["settings"]["systems"] == ["a\\x1b"]
    assert result.rows[0].at == {"system": "a\x1b"}

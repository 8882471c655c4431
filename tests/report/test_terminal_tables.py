"""Tables on the terminal: aligned whatever the letters, names that stay apart, no control."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

import claimwise as cw
from claimwise import report
from claimwise.core import Result, Row, caution
from claimwise.report.answer import Table, named
from claimwise.report.forms.terminal import one_line, table_lines
from claimwise.report.names import short_names

WIDE = ("漢字モデル", "é́tude", "base", "модель-7b", "🤖-agent")
LONG = tuple(f"organisation/checkpoint-{'x' * 60}-step-{i}000" for i in range(4))


def board(names, columns=6):
    """Return a table of systems with many columns of numbers."""
    header = ("system", *(f"column {i}" for i in range(columns)))
    rows = tuple((named(name), *(f"{i}.{len(name)}" for i in range(columns))) for name in names)
    return Table("Systems", header, rows)


def test_wide_letters_keep_the_columns_in_line():
    lines = table_lines(board(WIDE)).rows
    assert {cell_len(line) for line in lines} == {max(map(cell_len, lines))}


@pytest.mark.parametrize("width", [60, 80, 120])
def test_long_names_lose_their_middle_and_stay_apart(width):
    made = table_lines(board(LONG, columns=4), width)
    assert all(cell_len(line) <= width for line in (*made.header, *made.rows))
    assert len(set(made.rows)) == len(LONG)
    for i, line in enumerate(made.rows):
        assert line.startswith("organ")
        assert f"{i}000" in line
    assert not made.left_out  # a shorter name costs less than a column


def test_names_are_whole_where_there_is_room():
    made = table_lines(board(LONG, columns=1))
    assert all(name in line for name, line in zip(LONG, made.rows, strict=True))
    few = board(("a", "b"), columns=3)
    assert table_lines(few, 60) == table_lines(few)


def test_columns_without_room_are_named():
    made = table_lines(board(("a", "b"), columns=30), 60)
    kept = 30 - len(made.left_out)
    assert made.left_out == [f"column {i}" for i in range(kept, 30)]
    assert all(f"{kept - 1}.1" in line for line in made.rows)
    assert not any(f"{kept}.1" in line for line in made.rows)


def test_a_heading_is_broken_before_a_column_is_left_out():
    table = Table("", ("a", "a heading of several words", "b"), (("x" * 40, "1", "2"),))
    made = table_lines(table, 60)
    assert len(made.header) > 1
    assert not made.left_out
    for word in table.header[1].split():
        assert any(word in line for line in made.header)


def test_names_that_differ_in_the_middle_keep_it():
    names = [f"{'x' * 20}{i}{'y' * 20}" for i in range(3)]
    made = table_lines(board(names, columns=4), 60)
    assert len(set(made.rows)) == 3
    assert all(f"{i}y" in line or f"x{i}" in line for i, line in enumerate(made.rows))


def test_a_board_of_long_names_keeps_its_verdicts_at_the_least_width():
    names = [f"organisation/very-long-model-instruct-{k}-final-version" for k in range(3)]
    scores = [
        {"item": i, "dataset": f"a data set of many letters, {d}", "system": name, "score": right}
        for d in range(2)
        for i in range(60)
        for k, name in enumerate(names)
        for right in [int((7 * i + 3 * d) % 20 < 8 + 4 * k)]
    ]
    board = report.document(cw.compare(scores), figures=False)
    of_pairs = [one for one in (*board.tables, *board.more) if "verdict" in one.header]
    assert [one.title for one in of_pairs] == ["Comparisons", "On each data set"]
    for one in of_pairs:
        made = table_lines(one, 60)
        assert "verdict" in made.header[-1]
        assert all(cell_len(line) <= 60 for line in (*made.header, *made.rows))
        assert len(set(made.rows)) == len(one.rows)


def test_labels_keep_more_than_names():
    table = Table("", ("what", "n"), (("a label of " + "some forty letters or more " * 3, "1"),))
    (line,) = table_lines(table, 60).rows
    assert 40 < cell_len(line) <= 60


@given(st.lists(st.text(min_size=1, max_size=60), min_size=2, max_size=8, unique=True))
def test_law_short_names_are_as_many_as_names(names):
    short = short_names(names, 8)
    assert len(set(short.values())) == len(names)


@given(st.text())
def test_law_no_control_character_is_left(text):
    clean = one_line(text)
    assert not any(letter in clean for letter in "\x1b\n\r\t\x07\x08\x7f\x9b\u202e\u2028")


def test_a_name_cannot_paint_the_terminal():
    """Neither in sentences nor in tables nor in what is to be repeated."""
    name = "evil\x1b[2J\x9b31m\u202egnp"
    rows = tuple(
        Row(quantity="score", at={"system": f"{name}{i}"}, estimate=i, n=3) for i in range(2)
    )
    result = Result(
        kind="mystery", method=name, rows=rows, notes=(caution(f"{name} is odd\nand long."),)
    )
    for details in (False, True):
        text = report.to_text(result, details=details)
        assert not any(x in text for x in ("\x1b", "\x9b", "\u202e"))
        assert "evil\\x1b[2J" in text
    assert "\x1b" not in report.to_table(result)


def test_lines_are_filled_by_their_width_on_the_screen():
    made = report.Document(title="t", question="q", word="OPEN", headline="漢字 " * 60)
    lines = report.text_of(made, width=60).splitlines()
    assert all(50 < cell_len(line) <= 60 for line in lines[:-1])
    assert all(line.startswith(" " * 6) for line in lines[1:])


def test_every_row_has_a_line():
    result = Result(
        kind="mystery",
        method="m",
        rows=tuple(Row(quantity="power", at={"n": n}, estimate=n / 300) for n in range(1, 201)),
    )
    lines = report.to_table(result).splitlines()
    assert len(lines) == 201
    assert lines[1].startswith("Power")


@pytest.mark.parametrize(
    ("set_", "tty", "coloured"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"TERM": "dumb"}, True, False),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, True, False),
    ],
)
def test_colour_follows_the_terminal_and_its_owner(set_, tty, coloured, monkeypatch):
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in set_.items():
        monkeypatch.setenv(name, value)

    class Stream:
        def isatty(self):
            return tty

    assert report.wants_colour(Stream()) == coloured

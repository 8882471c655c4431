"""What a person sees on the terminal: the answer first, within the width, in readable words."""

import re

import pytest

from claimwise import report
from claimwise.core import Result, Row, caution
from claimwise.report.forms.terminal import MOST_LINES, text_of
from claimwise.report.quantities import QUANTITIES

from .corpus import document_of, result_of

UNBROKEN = re.compile(r"\S{40,}")  # a name or digest that no line could break


@pytest.mark.parametrize("width", [60, 80, 120])
def test_law_an_answer_fits_the_terminal(command, width):
    lines = text_of(document_of(command), width=width).splitlines()
    assert len(lines) <= MOST_LINES
    for line in lines:
        assert len(line) <= width or UNBROKEN.search(line), line


def test_law_the_verdict_comes_first(command):
    document = document_of(command)
    text = text_of(document, width=80)
    assert text.startswith(document.word or report.plain(document.headline)[:20])
    assert text.splitlines()[0].strip()


def test_law_no_internal_name_is_shown(command):
    """Quantities have labels; their names are for JSON."""
    text = text_of(document_of(command), width=120, details=True)
    shown = text.rpartition("To repeat this")[0]
    for name in QUANTITIES:
        if "_" in name:
            assert not re.search(rf"(?<![\w`=\[]){name}(?![\w\]=])", shown), name


def test_law_no_number_is_in_the_notation_of_machines(command):
    text = text_of(document_of(command), width=120)
    assert not re.search(r"\d(\.\d+)?e-\d", text)
    assert " nan" not in text.lower()
    assert not re.search(r"\bNone\b(?! of )", text)


def test_details_hold_what_the_answer_leaves_out():
    document = document_of("compare examples/leaderboard.csv")
    short, whole = (text_of(document, width=80, details=d) for d in (False, True))
    assert whole.startswith(short.splitlines()[0])
    for section in document.details:
        assert section.heading in whole
        assert section.heading not in short
    assert "Reporting checklist" in whole


def test_colour_is_for_those_who_want_it():
    result = result_of("compare examples/leaderboard.csv --a bert --b roberta")
    plain, coloured = (
        report.to_text(result, width=80),
        report.to_text(result, width=80, colour=True),
    )
    assert "\x1b[" not in plain
    assert coloured.startswith("\x1b[1;32mBETTER\x1b[0m")
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain


def test_a_table_leaves_out_its_last_columns():
    document = document_of("compare tests/report/sets.csv")
    wide, narrow = (text_of(document, width=width) for width in (120, 60))
    (table,) = document.tables
    assert all(report.plain(name) in wide for name in table.header)
    assert table.header[0] in narrow
    shown, _, left_out = narrow.partition("left out: ")
    assert table.rows[0][-1] not in shown.splitlines()[-1]
    assert f"{table.header[-1]}; --details" in left_out


def test_cautions_stand_apart():
    row = Row(quantity="power", estimate=0.5)
    result = Result(kind="test", method="m", rows=(row,), notes=(caution("Beware of this."),))
    assert "\nCaution: Beware of this." in report.to_text(result)


def test_long_lists_are_cut_and_say_so():
    rows = tuple(Row(quantity="score", at={"system": f"s{i}"}, estimate=i) for i in range(200))
    text = report.to_text(Result(kind="mystery", method="m", rows=rows))
    assert len(text.splitlines()) <= MOST_LINES
    assert "--details" in text.splitlines()[-1]

"""Authors' files of the right name and with wrong content: one sentence, never a traceback."""

from __future__ import annotations

import re

import pytest

import papers
from claimwise.core import ClaimwiseError, DataError
from papers.authors import Line, Table
from papers.base import Effort
from papers.card2020 import glue, rating_survey, squad, table_3_refit, tables_12_16
from papers.howcroft2021 import table_1

TABLE = Table("t.csv", ("name", "score"), rows=2)
NEEDY = [name for name, found in papers.REPLICATIONS.items() if found.needs]
OF_TEXTS = [name for name in NEEDY if table_3_refit.REFERENCE in papers.REPLICATIONS[name].needs]
OF_TABLES = [name for name in NEEDY if name not in OF_TEXTS]
WRONG = {
    "empty": b"",
    "bytes": b"PK\x03\x04\xff\xfe\x00\x81",
    "other columns": b"a,b\n1,2\n",
    "no rows": None,  # the head alone
}


def read(tmp_path, text):
    path = tmp_path / "t.csv"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return TABLE.lines(path)


def test_value_rows_and_lines_of_a_table(tmp_path):
    for end in ("\n", "\r\n", "\r"):  # and as old Macs wrote it
        first, second = read(tmp_path, end.join(["score,name,", "1.5,a,", "", '2,"b, c"', ""]))
        assert (first["name"], first.number("score"), first.at) == ("a", 1.5, 2)
        assert (second["name"], second.whole("score", 0, 2), second.at) == ("b, c", 2, 4)
    assert read(tmp_path, "\ufeffname,score\na,1\nb,2\n")[0]["name"] == "a"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "needs the columns name, score; found none"),
        ("name,points\na,1\nb,2\n", "needs the columns name, score; found name, points"),
        ("name,score\na,1\nb\n", "needs 2 cells or more in each line; found 1 in line 3"),
        ("name,score\na,1\n", "needs the 2 rows of the authors' file; found 1."),
        ("name,score\na,1\nb,2\nc,3\n", "needs the 2 rows of the authors' file; found 3."),
        ("name,score\n", "needs the 2 rows of the authors' file; found 0."),
        ('name,score\na,"1\n', "needs lines of a table; found line 2"),
        (b"\xff\xfe\x00", "needs text in UTF-8; found other bytes at position 0"),
    ],
)
def test_a_table_that_is_not_theirs_is_refused(tmp_path, text, said):
    with pytest.raises(DataError, match=re.escape(said)) as error:
        read(tmp_path, text)
    assert str(error.value).startswith(f"the authors' file {tmp_path / 't.csv'} needs")
    assert "Fetch the file again" in str(error.value)


@pytest.mark.parametrize(
    ("cell", "ask", "said"),
    [
        ("abc", lambda line: line.number("x"), "a number in the column x; found 'abc' in line 7"),
        ("nan", lambda line: line.number("x"), "a number in the column x; found 'nan'"),
        ("", lambda line: line.number("x"), "a number in the column x; found ''"),
        ("2.5", lambda line: line.whole("x", 1, 5), "a whole number from 1 to 5"),
        ("6", lambda line: line.whole("x", 1, 5), "a whole number from 1 to 5"),
        ("0", lambda line: line.whole("x", 1, 5), "a whole number from 1 to 5"),
        ("maybe", lambda line: line.one_of("x", "Y", "N"), "Y or N in the column x; found 'maybe'"),
    ],
)
def test_a_cell_that_cannot_be_used_is_refused_with_its_line(tmp_path, cell, ask, said):
    with pytest.raises(DataError, match=re.escape(said)):
        ask(Line(tmp_path / "t.csv", 7, {"x": cell}))


@pytest.mark.parametrize("wrong", list(WRONG))
@pytest.mark.parametrize("name", OF_TABLES)
def test_law_no_replication_is_computed_from_something_else(tmp_path, name, wrong):
    files = papers.REPLICATIONS[name].needs
    for file in files:
        (tmp_path / file).write_bytes(_head(file) if WRONG[wrong] is None else WRONG[wrong])
    with pytest.raises(DataError, match="authors' file") as error:
        papers.reproduce(name, quick=True, data=tmp_path)
    assert any(str(tmp_path / file) in str(error.value) for file in files)


def _head(file):
    tables = (glue.TABLE, squad.SCORES, squad.COUNTS, rating_survey.MASTER, rating_survey.LIKERT)
    of_ratings = (tables_12_16.RATED, table_1.JUDGED)
    table = next(one for one in (*tables, *of_ratings) if one.name == file)
    return (table.delimiter.join(table.columns) + "\n").encode()


@pytest.mark.parametrize("wrong", ["empty", "bytes"])
@pytest.mark.parametrize("name", OF_TEXTS)
def test_texts_that_are_none_are_refused(tmp_path, name, wrong):
    for file in papers.REPLICATIONS[name].needs:
        (tmp_path / file).write_bytes(WRONG[wrong])
    with pytest.raises(ClaimwiseError):
        papers.reproduce(name, quick=True, data=tmp_path)


@pytest.mark.parametrize("name", NEEDY)
def test_a_folder_of_that_name_is_no_file(tmp_path, name):
    for file in papers.REPLICATIONS[name].needs:
        (tmp_path / file).mkdir()
    with pytest.raises(DataError, match="authors' file"):
        papers.reproduce(name, quick=True, data=tmp_path)
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / file).write_text("x")
    effort = Effort(quick=True, seed=1, workers=1, data=tmp_path)
    assert effort.file(file) == tmp_path / "deep" / file


def test_pairs_that_are_there_twice_are_refused(tmp_path):
    models = "\n".join(f"2018-05-{1 + k % 30:02d}\t60\t60" for k in range(squad.SYSTEMS))
    (tmp_path / "models.tsv").write_text(f"date\tdev_em\ttest_em\n{models}\n")
    pairs = "0\t1\t5\t50\n" * squad.COUNTS.rows
    (tmp_path / "pairs_dev.tsv").write_text(f"i\tj\tdev_delta\tdev_disagree\n{pairs}")
    with pytest.raises(DataError, match="each system after 0 once in the column j; found '1' in"):
        squad.leaderboard(Effort(quick=True, seed=1, workers=1, data=tmp_path))
    (tmp_path / "models.tsv").write_text(
        f"date\tdev_em\ttest_em\n{models.replace('2018-05-03', 'May', 1)}\n"
    )
    with pytest.raises(DataError, match=r"a date such as .* found 'May' in line 4"):
        squad.leaderboard(Effort(quick=True, seed=1, workers=1, data=tmp_path))


def test_a_scale_of_ratings_is_two_numbers(tmp_path):
    columns = rating_survey.LIKERT.columns
    cells = dict.fromkeys(columns, "1") | {"Response": "five", "Value": "3"}
    rows = [
        ",".join((cells | {"Category": kind})[name] for name in columns)
        for kind in ("baseline", "new") * (rating_survey.LIKERT.rows // 2)
    ]
    (tmp_path / rating_survey.RATINGS).write_text("\n".join([",".join(columns), *rows]))
    with pytest.raises(DataError, match="a scale such as 1_5 in the column Response; found 'five'"):
        rating_survey.comparisons(Effort(quick=True, seed=1, workers=1, data=tmp_path))

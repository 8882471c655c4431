"""python -m papers: the list, one by name, and what is refused."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from statistics import median

import pytest
from click.testing import CliRunner

import papers
from claimwise.cli.main import cli
from papers.__main__ import without_files

from .kept import run

ROOT = Path(__file__).parents[2]
NAMES = list(papers.REPLICATIONS)


def test_the_list_has_every_replication_and_its_verdict():
    done = run("")
    assert done.returncode == 0
    for name in NAMES:
        word = papers.kept_verdict(name).word
        line = next(x for x in done.stdout.splitlines() if x.startswith(f"{name} "))
        assert word in line
    said = " ".join(done.stdout.split())
    assert "351 further published numbers are single draws of chance" in said
    one = " ".join(run("wein-tables-5-9 --details").stdout.split())
    assert one.startswith("DIFFERS IN PART 211 of 211 published numbers and 0 of 1 sentence")
    assert "Reproduces: 211 of 211 published numbers lie within tolerance." in one
    assert "211 further published numbers are single draws of chance" in one


def test_the_list_as_json():
    done = run("--json")
    found = json.loads(done.stdout)
    assert done.returncode == 0
    assert [line["name"] for line in found["provenance"]["settings"]["list"]] == NAMES
    rows = {row["estimand"]: row["estimate"] for row in found["rows"]}
    for name in NAMES:
        counts = papers.kept_verdict(name).counts()
        assert rows[f"numbers[{name}]"] == counts["numbers"]
        assert rows[f"numbers_reproduced[{name}]"] == counts["same"]
        assert rows[f"sentences[{name}]"] == counts["claims"]
        assert rows[f"sentences_held[{name}]"] == counts["held"]
        assert rows[f"single_draws[{name}]"] == counts["draws"]
        assert rows[f"single_draws_plausible[{name}]"] == counts["plausible"]
        tolerances = [one.tolerance for one in papers.kept_verdict(name).numbers]
        assert rows.get(f"tolerance_widest[{name}]") == pytest.approx(max(tolerances, default=None))
        middle = median(tolerances) if tolerances else None
        assert rows.get(f"tolerance_median[{name}]") == pytest.approx(middle)


def test_one_as_json_has_published_numbers_beside():
    found = json.loads(run("azer-figure-2 --json").stdout)
    rows = {row["estimand"]: row["estimate"] for row in found["rows"]}
    where = "[question=P(better) (Example 3), data=easy]"
    assert rows[f"published{where}"] == 0.996
    assert abs(rows[f"value{where}"] - 0.996) <= rows[f"tolerance{where}"]
    assert found["provenance"]["settings"]["run"] == "kept"


def test_a_quick_run_says_so():
    found = json.loads(run("azer-figure-6 --quick --json").stdout)
    assert found["provenance"]["settings"]["run"] == "quick"


@pytest.mark.parametrize("how", ["", "--quick", "--full"])
def test_an_unknown_name_is_refused_with_the_nearest(how):
    done = run(f"card-figure-66 {how}")
    assert done.returncode == 2
    assert done.stdout == ""
    assert "card-figure-6" in done.stderr
    assert "'card-figure-66'" in done.stderr or "card-figure-66" in done.stderr


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("azer-figure-2 --quick --full", "exclude each other"),
        ("azer-figure-2 --keep t.csv", "--keep needs --full"),
        ("azer-figure-2 --quick --keep t.csv", "--keep needs --full"),
        ("azer-figure-2 --data .", "--data needs --quick or --full"),
        ("azer-figure-2 --quick --data nowhere", "nowhere"),
        ("azer-figure-2 --full --keep folder/that/is/not/t.csv", "--keep"),
        ("--plot x.png", "NAME"),
        ("azer-figure-2 --seed 7", "--seed needs --quick or --full"),
        ("--seed 7", "--seed needs --quick or --full"),
        ("azer-figure-2 --workers 2", "--workers needs --quick or --full"),
        ("azer-table-3 --plot x.png", "found azer-table-3, which has none"),
        ("card-table-3-refit --plot x.png", "found card-table-3-refit, which has none"),
        ("--full --keep new --report bad.txt", "--report needs a file ending in"),
        ("--quick --data .", "--data needs a folder with some of the authors' files"),
    ],
)
def test_options_that_do_not_go_together_are_refused(tmp_path, options, said):
    done = run(f"{options}", cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stdout == ""
    assert not list(tmp_path.iterdir())


def test_a_folder_without_the_files_is_refused(tmp_path):
    needy = [name for name, found in papers.REPLICATIONS.items() if found.needs]
    for name in needy[:2]:
        for data in ("", "--data ."):
            done = run(f"{name} --quick {data}", cwd=tmp_path)
            assert done.returncode == 2
            assert papers.REPLICATIONS[name].needs[0] in done.stderr
            assert "--data" in done.stderr


def test_a_file_with_another_content_is_refused_in_a_sentence(tmp_path):
    (tmp_path / "models.tsv").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "pairs_dev.tsv").write_text("")
    done = run("card-figure-9 --quick --data .", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "models.tsv needs text in UTF-8" in done.stderr
    assert "Traceback" not in done.stderr


def test_keep_adds_parts_and_goes_on(tmp_path):
    first = run("azer-figure-6 --full --keep t.csv --json", cwd=tmp_path)
    table = (tmp_path / "t.csv").read_text()
    assert table.startswith("question,data,quantity,estimate,low,high,studies\n")
    # What is there is not computed again: a number that was changed stays.
    (tmp_path / "t.csv").write_text(
        table.replace("P(better) (Figure 6),both,value,0.9", "P(better) (Figure 6),both,value,0.1")
    )
    again = run("azer-figure-6 --full --keep t.csv --json", cwd=tmp_path)
    numbers = [
        {row["estimand"]: row["estimate"] for row in json.loads(done.stdout)["rows"]}
        for done in (first, again)
    ]
    name = "value[question=P(better) (Figure 6), data=both]"
    assert numbers[0][name] > 0.9 > 0.2 > numbers[1][name]
    other = run("azer-figure-2 --full --keep t.csv", cwd=tmp_path)
    assert other.returncode == 0  # the same columns: its own parts are added
    wrong = run("card-figure-4 --full --keep t.csv", cwd=tmp_path)
    assert wrong.returncode == 2
    assert "columns" in wrong.stderr


def test_keep_of_all_needs_a_folder(tmp_path):
    (tmp_path / "t.csv").write_text("x\n")
    done = run("--full --keep t.csv", cwd=tmp_path)
    assert done.returncode == 2
    assert "needs a folder" in done.stderr


def test_what_is_taken_from_the_kept_run_is_said(tmp_path, capsys):
    for file in ("models.tsv", "pairs_dev.tsv"):
        (tmp_path / file).write_text("x\n")
    taken = without_files(str(tmp_path))
    needs = {name: found.needs for name, found in papers.REPLICATIONS.items()}
    assert taken == [name for name in NAMES if needs[name] and "models.tsv" not in needs[name]]
    said = capsys.readouterr()
    assert said.out == ""
    assert "shown from the kept run, for want of humaneval_master.csv" in said.err
    assert all(name in said.err for name in taken)
    assert "models.tsv" not in said.err
    assert without_files(None) == [name for name in NAMES if needs[name]]


@pytest.mark.slow
def test_the_report_of_the_list_has_every_replication(tmp_path):
    done = run("--report list.html", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "list.html").read_text(encoding="utf-8")
    for name, found in papers.REPLICATIONS.items():
        assert name in page
        assert escape(found.title) in page


def test_the_verb_of_claimwise_says_where_it_went():
    done = CliRunner().invoke(cli, ["reproduce", "card-figure-6", "--full", "--help"])
    assert done.exit_code != 0
    assert "make papers PAPER=card-figure-6" in str(done.exception)


def test_the_page_shows_what_is_printed():
    page = (ROOT / "docs" / "papers.md").read_text("utf-8")
    shown = page.split("```text\n$ python -m papers\n")[1].split("\n```")[0]
    assert run("").stdout.strip() == shown

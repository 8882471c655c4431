"""Every verb that prints a result writes reports of it; nothing is written by halves."""

import io
import json
import re
import shlex
from dataclasses import replace

import click
import polars
import pytest
from click.testing import CliRunner

import claimwise as cw
from claimwise.assess import compare
from claimwise.cli.main import main
from claimwise.cli.output import Output, command_line, output_options
from claimwise.core import Option, ParameterError, caution, meaning, option
from claimwise.core.writing import write_atomically
from claimwise.data import example_path
from claimwise.report import report_forms

from .commands import run

PLAN = "plan accuracy --n 500 --difference 0.02 --agreement 0.9"
EXAMPLES = {
    "plan accuracy": PLAN,
    "plan means": "plan means --n 300 --difference 0.05 --sd 0.4",
    "compare": "compare examples/validation.csv",
    "judgements": "judgements examples/judgements.csv --a base --b new",
    "study assess": "study assess examples/study.toml examples/validation.csv",
    "doctor": "doctor examples/validation.csv",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_every_form_is_written(name, tmp_path):
    page, text, fragment = (tmp_path / f"out.{ending}" for ending in ("html", "md", "tex"))
    options = f"--report {page} --markdown {text} --latex {fragment}"
    done = run(f"{EXAMPLES[name]} {options}")
    assert done.returncode == 0, done.stderr
    assert page.read_text().startswith("<!DOCTYPE html>")
    assert text.read_text().startswith("## ")
    assert fragment.read_text().startswith("% A report by claimwise.")
    command = shlex.join(["claimwise", *shlex.split(f"{EXAMPLES[name]} {options}")])
    assert command in text.read_text()
    for path in (page, text, fragment):
        assert f"Written: {path}" in done.stdout


def _commands(group, words=()):
    for name in group.list_commands(None):
        command = group.get_command(None, name)
        if isinstance(command, click.Group):
            yield from _commands(command, (*words, name))
        else:
            yield " ".join((*words, name)), command


# Verbs that print no Result: they write files, lists or tables, or keep house.
OTHERS = re.compile(
    r"^(demo|serve|runs.*|study (new|freeze)|"
    r"fit (f1|precision|recall|mcc|kappa|confusion))$"
)


# Their results have no figure.
UNDRAWN = ("doctor", "study check", "design ratings", "design judgements")


def test_law_every_verb_that_prints_a_result_takes_every_output():
    from claimwise.cli.main import cli

    wanted = {
        "--details",
        "--json",
        "--table",
        *(f"--{one.option}" for one in report_forms().values()),
    }
    drawn = {"--plot", "--plot-of"}
    found = {}
    for name, command in _commands(cli):
        options = {opt for param in command.params for opt in param.opts}
        found[name] = wanted - options if name in UNDRAWN else (wanted | drawn) - options
        assert name not in UNDRAWN or not drawn & options  # what cannot be done is not offered
    assert len(found) > 20
    for name, lacking in found.items():
        if not OTHERS.match(name):
            assert not lacking, name


def test_json_is_one_object_whatever_else_is_asked_for(tmp_path):
    done = run(f"{PLAN} --json --details --report {tmp_path / 'x.html'}")
    assert json.loads(done.stdout)["method"] == "mcnemar-midp"
    assert (tmp_path / "x.html").exists()


@pytest.mark.parametrize("verb", [PLAN, "compare examples/leaderboard.csv"])
def test_the_answer_is_printed_before_anything_is_drawn(verb, tmp_path, monkeypatch, capsys):
    printed = []

    def draw(*_):
        printed.append(capsys.readouterr().out)
        return b"drawn"

    monkeypatch.setattr("claimwise.report.draw_figure", draw)
    monkeypatch.setattr("sys.argv", ["claimwise", *verb.split(), "--plot", f"{tmp_path}/x.png"])
    with pytest.raises(SystemExit):
        main()
    (answer,) = printed
    assert "alpha .05" in answer  # all of it, to the method
    assert capsys.readouterr().out.strip() == f"Written: {tmp_path}/x.png"


def test_details_hold_the_command(tmp_path):
    short, whole = run(PLAN), run(f"{PLAN} --details")
    assert whole.stdout.startswith(short.stdout.rstrip("\n"))
    assert f"claimwise {PLAN} --details" in whole.stdout
    assert "cw.plan.accuracy(" in whole.stdout
    assert "cw.plan.accuracy(" not in short.stdout


def test_all_rows_as_a_table():
    done = run("compare examples/leaderboard.csv --table")
    found = json.loads(run("compare examples/leaderboard.csv --json").stdout)
    assert len(done.stdout.splitlines()) == 1 + len(found["rows"])


@pytest.mark.parametrize(("columns", "width"), [("40", 60), ("100", 100), ("300", 120)])
def test_the_answer_is_as_wide_as_the_terminal(columns, width, monkeypatch):
    monkeypatch.setenv("COLUMNS", columns)
    lines = run("compare examples/leaderboard.csv --correct max-t --resamples 200").stdout
    assert width - 25 < max(map(len, lines.splitlines())) <= width


def test_what_goes_into_a_pipe_is_plain_and_80_wide(monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    done = run("compare examples/leaderboard.csv")
    assert "\x1b" not in done.stdout
    assert 60 < max(map(len, done.stdout.splitlines())) <= 80
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[1;32mBETTER" in run("compare examples/leaderboard.csv --a bert --b roberta").stdout


def test_a_terminal_without_the_letters_still_shows_the_answer(monkeypatch, capfd):
    plain = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr("sys.stdout", plain)
    Output().say(compare("examples/leaderboard.csv"))
    plain.flush()
    assert plain.buffer.getvalue().startswith(b"1-2 roberta 68.7%, electra 66.2%  ?  3-4 bert")


def test_two_outputs_are_two_files(tmp_path):
    done = run(f"{PLAN} --report {tmp_path / 'x.html'} --markdown {tmp_path}/./x.html")
    assert done.returncode == 2
    assert "--markdown needs another file than --report" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("option", ["--report", "--markdown", "--latex", "--plot"])
def test_files_are_checked_before_anything_is_computed(option, tmp_path):
    done = run(f"compare no-such-file.csv {option} {tmp_path}/no/x.html")
    assert done.returncode == 2
    assert f"{option} needs a file in an existing folder" in done.stderr


def test_a_figure_that_cannot_be_drawn_leaves_no_report(tmp_path):
    page, plot = tmp_path / "x.html", tmp_path / "x.json"
    done = run(f"compare examples/validation.csv --assess test --report {page} --plot {plot}")
    assert done.returncode == 2
    assert "a plot needs differences with intervals, or shares; found none" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_single_plan_is_plotted_as_the_first_figure_of_its_report(tmp_path):
    page, plot = tmp_path / "x.md", tmp_path / "x.json"
    done = run(f"{PLAN} --plot {plot} --markdown {page}")
    assert done.returncode == 0
    assert "power" in done.stdout
    spec = json.loads(plot.read_text())
    assert spec["title"]["text"] == "Power by items"
    text = page.read_text()
    assert text.index("- power: ") < text.index("- detectable: ")
    assert run(f"{PLAN} --plot {plot} --plot-of detectable").returncode == 0
    assert json.loads(plot.read_text())["title"]["text"] == "Detectable difference by items"


def test_a_single_plan_that_takes_long_is_refused_a_figure_before_it_is_run(tmp_path):
    refused = run(f"{PLAN} --by simulation --plot {tmp_path / 'x.png'}")
    assert refused.returncode == 2
    assert "--plot needs an option with several values; found a single study" in refused.stderr
    assert refused.stdout == ""


def test_a_plan_without_a_figure_still_answers_and_is_reported(tmp_path):
    page, plot = tmp_path / "x.md", tmp_path / "x.json"
    how = "--test wilcoxon --replicates 40 --solve power --seed 1"
    done = run(f"plan means --n 20 --difference 0.5 --sd 1 {how} --markdown {page} --plot {plot}")
    assert done.returncode == 2
    assert "--plot needs an option with several values; found a single study" in done.stderr
    assert "power" in done.stdout
    assert page.exists()
    assert not plot.exists()


def test_a_slow_plan_has_no_curve(tmp_path):
    page = tmp_path / "x.html"
    how = "--by simulation --replicates 200 --seed 1"
    assert run(f"{PLAN} {how} --report {page}").returncode == 0
    assert 'role="img"' not in page.read_text()


def test_a_plan_that_simulates_unasked_is_run_once(tmp_path, monkeypatch):
    from claimwise.cli.plan import show_plan
    from claimwise.kinds import find_plan
    from claimwise.plan import means

    calls = []
    monkeypatch.setattr(
        "claimwise.plan.means", lambda **given: calls.append(given) or means(**given)
    )
    kind = find_plan("means")
    given = {field.called: field.default for field in kind.fields}
    given |= {"n": 20, "difference": 0.2, "sd": 0.4, "test": "wilcoxon", "replicates": 50}
    show_plan(kind, (), given, Output(reports={"html": str(tmp_path / "x.html")}))
    assert len(calls) == 1


def test_the_report_of_a_declared_study_has_its_curve(tmp_path):
    page = tmp_path / "x.html"
    assert run(f"study power examples/study.toml --report {page}").returncode == 0
    assert "<figcaption>Other values around the one asked about." in page.read_text()


@pytest.mark.slow
def test_plot_of_names_figures_that_there_are(tmp_path):
    plot = tmp_path / "x.json"
    done = run(f"compare examples/leaderboard.csv --plot {plot} --plot-of ranks")
    assert done.returncode == 0, done.stderr
    ranks = plot.read_text()
    assert run(f"compare examples/leaderboard.csv --plot {plot}").returncode == 0
    assert plot.read_text() != ranks
    unknown = run(f"compare no-such-file.csv --plot {plot} --plot-of nothing")
    assert unknown.returncode == 2
    assert "--plot-of needs one of" in unknown.stderr
    alone = run("compare examples/leaderboard.csv --plot-of ranks")
    assert "--plot-of needs a file to draw into" in alone.stderr


@pytest.mark.parametrize(
    "verb",
    [
        "plan accuracy --n 60 --difference 0.1 --agreement 0.8 --by simulation --replicates 50",
        "plan bleu --n 100 --difference 2 --replicates 20 --solve power",
    ],
)
def test_law_the_seed_stands_in_both_ways_to_repeat_unless_it_is_the_usual_one(verb, tmp_path):
    text = tmp_path / "x.md"
    assert run(f"{verb} --no-store --markdown {text}").returncode == 0
    shown = text.read_text()
    assert "|seed:0" in shown
    assert "--seed" not in shown
    assert "rng=" not in shown
    assert run(f"{verb} --no-store --seed 5 --markdown {text}").returncode == 0
    assert "--seed 5 " in text.read_text()
    assert "rng=5" in text.read_text()


def test_where_nothing_was_drawn_no_seed_is_told(tmp_path):
    text = tmp_path / "x.md"
    assert run(f"{PLAN} --markdown {text}").returncode == 0
    assert "seed" not in text.read_text().partition("To repeat this")[2]
    assert "rng" not in text.read_text()


def test_commands_are_quoted(monkeypatch):
    monkeypatch.setattr("sys.argv", ["claimwise", "compare", "my file.csv", "--a", "it's"])
    assert command_line() == "claimwise compare 'my file.csv' --a 'it'\"'\"'s'"


@pytest.mark.slow
def test_the_demo_is_a_page_too(tmp_path):
    done = run(f"demo --out {tmp_path / 'd.md'} --report {tmp_path / 'd.html'}")
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "d.html").read_text()
    assert page.count("<article") == 4
    same = run(f"demo --out {tmp_path / 'd.md'} --report {tmp_path / 'd.md'}")
    assert same.returncode == 2


def test_an_output_knows_its_files():
    output = Output(reports={"html": "a.html"}, plot="b.png")
    assert output.paths == {"--report": "a.html", "--plot": "b.png"}
    assert Output(plot="x.png", plot_of="forest, ranks").figures == ["forest", "ranks"]


@pytest.mark.parametrize("option", ["--markdown", "--plot"])
def test_an_output_never_replaces_what_is_read(tmp_path, examples, option):
    source = tmp_path / "scores.json"
    source.write_bytes((examples / "validation.csv").read_bytes())
    done = run(f"compare {source} {option} {source}")
    assert done.returncode == 2
    assert "which is read by this command" in done.stderr
    assert source.read_bytes() == (examples / "validation.csv").read_bytes()


def test_an_output_never_replaces_a_file_of_a_folder_that_is_read(tmp_path, examples):
    log = tmp_path / "logs" / "samples_x.md"
    log.parent.mkdir()
    log.write_text("kept")
    done = run(f"compare {log.parent} --markdown {log}")
    assert done.returncode == 2
    assert log.read_text() == "kept"


def test_a_study_is_not_replaced_by_its_report(tmp_path, examples):
    study = tmp_path / "study.toml"
    study.write_bytes((examples / "study.toml").read_bytes())
    assert run(f"study check {study} --markdown {study}").returncode == 2
    assert study.read_bytes() == (examples / "study.toml").read_bytes()


def test_of_two_files_none_is_written_where_one_cannot_be(tmp_path, examples, monkeypatch):
    good, bad = tmp_path / "good.html", tmp_path / "bad.tex"
    monkeypatch.setattr("claimwise.cli.output.check_file", lambda who, path: None)
    bad.mkdir()
    done = run(f"compare {examples / 'validation.csv'} --report {good} --latex {bad}")
    assert done.returncode == 2
    assert "bad.tex" in done.stderr
    assert not good.exists()


@pytest.mark.parametrize("given", ["--report x.txt", "--latex x.html"])
def test_a_report_is_named_as_what_it_is(tmp_path, examples, given):
    done = run(f"compare {examples / 'validation.csv'} {given}", cwd=tmp_path)
    assert done.returncode == 2
    assert "a file ending in" in done.stderr
    assert not list(tmp_path.iterdir())


NOTES = (
    caution("more " + option("resamples") + " decide."),
    meaning("Add " + option("even", True) + ", or " + option("elsewhere", 2) + "."),
)


def test_notes_mention_the_options_of_the_verb_that_prints_them(tmp_path):
    scores = {"item": [1, 2, 3] * 2, "system": list("aaabbb"), "score": [1] * 5 + [0]}
    result = replace(cw.compare(polars.DataFrame(scores)), notes=NOTES)
    page = tmp_path / "page.md"

    @click.command()
    @click.option("--resamples")
    @click.option("--even", is_flag=True)
    @output_options
    def verb(output, **_):
        output.show(result)

    told = CliRunner().invoke(verb, ["--json", "--markdown", str(page)], catch_exceptions=False)
    said = [note["text"] for note in json.loads(told.output)["notes"]]
    assert said == ["more --resamples decide.", "Add --even, or elsewhere=2."]
    assert "more --resamples decide." in page.read_text().replace("\\-", "-")
    assert [str(note) for note in result.notes] == [
        "more resamples decide.",
        "Add even=True, or elsewhere=2.",
    ]


def test_the_doctor_mentions_the_options_of_a_comparison():
    told = json.loads(run("doctor examples/leaderboard.csv --json").stdout)
    assert any("--baseline NAME" in note["text"] for note in told["notes"])
    found = cw.doctor(example_path("leaderboard.csv"))
    assert Option("baseline", "NAME") in [one for n in found.notes for one in n.words.options]
    assert not any("--" in note for note in found.notes)


def test_all_files_are_written_or_none(tmp_path):
    folder, fresh = tmp_path / "folder", tmp_path / "fresh.html"
    folder.mkdir()
    with pytest.raises(ParameterError) as refused:
        write_atomically({str(fresh): b"page", str(folder): b"text"})
    assert str(refused.value).startswith(f"{folder} cannot be written: ")
    assert refused.value.remedy
    assert not fresh.exists()
    with pytest.raises(ParameterError) as alone:
        write_atomically({str(folder): b"text"})
    assert str(alone.value) == str(refused.value)

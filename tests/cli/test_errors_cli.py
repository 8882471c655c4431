"""What the command line refuses: a sentence on the user's thing, in the words of its options."""

import click
import polars
import pytest

import claimwise as cw
from claimwise.cli.spelling import in_options
from claimwise.core import Option

from .commands import run

PAIRED = "item,system,score\n" + "".join(f"q{i},base,{i % 2}\nq{i},mine,1\n" for i in range(20))
CATEGORIES = "item,model,acc,category\n" + "".join(
    f"q{i},{name},{i % 2},{'math' if i < 10 else 'law'}\n" for i in range(20) for name in "ab"
)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "scores.csv").write_text(PAIRED)
    (tmp_path / "by-category.csv").write_text(CATEGORIES)
    (tmp_path / "empty.csv").write_text("")
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "a.csv").write_text(PAIRED)
    return tmp_path


def refused(command, folder):
    before = sorted(folder.rglob("*"))
    done = run(command, cwd=folder)
    assert done.returncode == 2, done.stdout
    assert done.stdout == ""
    assert done.stderr.startswith("Error: ")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    assert sorted(folder.rglob("*")) == before
    return done.stderr.removeprefix("Error: ").strip()


@pytest.mark.parametrize(
    ("command", "said"),
    [
        # What is not a number, or not a figure.
        (
            "compare scores.csv --alpha five",
            "five is not a number; --alpha needs one, such as 0.0",
        ),
        ("compare scores.csv --margin x", "x is not a number; --margin needs one."),
        (
            "compare scores.csv --seed 1.5",
            "1.5 is not a whole number; --seed needs one, such as",
        ),
        ("ratings scores.csv --model x", "--model needs one of ordinal, linear; found 'x'."),
        (
            "compare scores.csv --plot x.gif",
            "--plot needs a file ending in .png, .svg, .pdf, .html or .json; found x.gif.",
        ),
        (
            "plan accuracy --n 500 --difference 0.02",
            "; or a pilot with --pilot FILE.",
        ),
        # What is not there, and what is.
        ("compare score.csv", "score.csv does not exist. Similar here: scores.csv."),
        ("compare Scores.CSV", "Scores.CSV does not exist. Similar here: scores.csv."),
        ("compare runs/b.csv", "runs/b.csv does not exist. Similar in runs: a.csv."),
        ("compare none/b.csv", "none/b.csv does not exist, nor does the folder none."),
        ("compare http://x.org/a.csv", "http://x.org/a.csv is an address"),
        ("compare empty.csv", "empty.csv is empty; a table needs a header line and rows."),
        ("compare scores.csv --b gpt-5", "gpt-5 is not in scores.csv; it has base, mine."),
        ("compare scores.csv --a bas", "it has base, mine. Did you mean base?"),
        ("compare scores.csv --column score=f1", "scores.csv has no column f1; it has item, sys"),
        ("compare scores.csv --metric f1x", "scores.csv has no metric f1x; it has item, system"),
        ("ratings scores.csv", "Name it with --rater COLUMN."),
        ("judgements scores.csv", "Name it with --winner COLUMN."),
        ("plan accuracy --pilot scores.csv --n 9 --a gpt-5", "gpt-5 is not in scores.csv; it has"),
        ("survey nosuch.csv", "nosuch.csv does not exist."),
        ("study check nosuch.toml", "nosuch.toml does not exist."),
        ("plan f1 --tables nosuch.toml --n 9", "nosuch.toml does not exist."),
        ("plan ratings --world nosuch.toml --items 9", "nosuch.toml does not exist."),
        # Parameters are options here.
        ("plan accuracy --n 9", "needs a true difference to look for, --difference"),
        ("plan accuracy --difference 0.1 --agreement 0.8", "Or ask for it with --solve n."),
        ("plan accuracy --n 9 --difference 0.1", "Give --agreement 0.9, or --agreement-from glue"),
        (
            "plan accuracy --n 9 --difference 0.1 --agreement-from glue",
            "--agreement-from needs --baseline, the accuracy of A",
        ),
        (
            "plan accuracy --n 9 --difference 0.1 --agreement 0.8 --solve n",
            "--solve n looks for what --n 9 gives.",
        ),
        ("plan accuracy --n 9 --difference 0.1 --agreement 0.8 --alpha 2", "--alpha needs a numb"),
        (
            "plan accuracy --n 9 --difference 0.1 --agreement 0.8 --seed -1 --by simulation",
            "--seed",
        ),
        ("plan ratings --items 9 --effect 0.1 --design lists --raters 3", "--design lists needs"),
        ("design judgements --items 9 --per-item 0", "--per-item needs a whole number"),
        ("compare scores.csv --claim equivalence", "such as --margin 0.01."),
        ("compare scores.csv --runs each", "--runs needs one of crossed, separate, samples, fixed"),
        ("compare scores.csv --planned-n 9", "Name it with --spending."),
        ("ratings scores.csv --chains 2", "--chains needs --assess posterior"),
        ("ratings scores.csv --assess posterior --ml", "--ml needs the mixed model"),
        ("ratings scores.csv --assess posterior --simplify", "--simplify needs the mixed model"),
        # The stumbles of a first-time user.
        (
            "compare scores.csv --claim non-inferiority --margin 1",
            "--margin needs a size below 1; found 1. Write 0.01 for 1 percentage point.",
        ),
        (
            "compare by-category.csv --dataset math",
            "There is no column of data sets, and so no math. Name the column: "
            "--column dataset=category.",
        ),
        (
            "compare by-category.csv --column dataset=category --dataset maths",
            "by-category.csv has no data set maths; it has math, law. Did you mean math?",
        ),
        ("compare scores.csv --test ttest", "Did you mean paired-t?"),
        ("compare scores.csv --test paired-permutation", "Did you mean permutation?"),
        ("compare scores.csv --test wilcoxon-signed-rank", "Did you mean wilcoxon?"),
        ("compare scores.csv --test chi2", "Did you mean z-pooled?"),
        (
            "compare scores.csv --correct bonferroni",
            "--correct bonferroni is not offered: holm keeps the same promise and is never weaker. "
            "Use --correct holm.",
        ),
    ],
)
def test_a_refusal_is_a_sentence_about_what_the_user_gave(folder, command, said):
    assert said in refused(command, folder)


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        (
            "85%",
            "Column score mixes numbers and per cent: '85%' in line 3 of x.csv is of the",
        ),
        (
            '"0,5"',
            "'0,5' in line 3 of x.csv, column score, is not a finite number. Write 0.5 for 0,5",
        ),
        ("n/k", "leave the cell empty for none"),
    ],
)
def test_a_cell_that_is_no_score_says_how_to_write_it(tmp_path, cell, said):
    (tmp_path / "x.csv").write_text(f"item,system,score\n1,a,0.5\n1,b,{cell}\n")
    assert said in refused("compare x.csv", tmp_path)


def test_advice_on_a_margin_can_be_followed(folder):
    done = run("compare scores.csv --claim non-inferiority --margin 0.01", cwd=folder)
    assert done.returncode == 0, done.stderr


def test_mcnemar_is_the_mid_p_test(folder):
    short = run("compare scores.csv --test mcnemar --json", cwd=folder)
    full = run("compare scores.csv --test mcnemar-midp --json", cwd=folder)
    assert short.returncode == 0, short.stderr
    assert short.stdout == full.stdout.replace("--test mcnemar-midp", "--test mcnemar")
    plan = "plan accuracy --n 60 --difference 0.1 --agreement 0.8 --json --test mcnemar"
    assert run(plan).stdout == run(plan + "-midp").stdout
    assert run("calibrate accuracy --n 20 --agreement 0.8 --test mcnemar").returncode == 0


def command(*options):
    return click.Command("verb", params=[click.Option(*given, **more) for given, more in options])


SPELLED = in_options(
    command(
        ((["--seed", "rng"],), {}),
        ((["--agreement-from"],), {}),
        ((["--unpaired", "paired"],), {"flag_value": False, "default": None}),
        ((["--uncertain"],), {"is_flag": True}),
        ((["--percent/--no-percent"],), {"default": None}),
        ((["--column", "columns"],), {"multiple": True}),
        ((["--system"],), {"multiple": True}),
        ((["--scale"],), {}),
    )
)


@pytest.mark.parametrize(
    ("mentioned", "said"),
    [
        (Option("rng"), "--seed"),
        (Option("rng", 7), "--seed 7"),
        (Option("seed", 7), "--seed 7"),
        (Option("agreement_from", "glue"), "--agreement-from glue"),
        (Option("agreement_from", "my file.csv"), "--agreement-from 'my file.csv'"),
        (Option("paired"), "--unpaired"),
        (Option("paired", False), "--unpaired"),
        (Option("paired", True), None),
        (Option("uncertain"), "--uncertain"),
        (Option("uncertain", True), "--uncertain"),
        (Option("percent", True), "--percent"),
        (Option("percent", False), "--no-percent"),
        (Option("columns", {"item": "qid", "run": "seed"}), "--column item=qid --column run=seed"),
        (Option("system", ["a", "b"]), "--system a --system b"),
        (Option("scale", ("bad", ..., "good")), "--scale bad,...,good"),
        (Option("scale", 0.5), "--scale 0.5"),
        (Option("nothing", 1), None),
    ],
)
def test_parameters_are_looked_up_in_the_command(mentioned, said):
    assert SPELLED(mentioned) == said


def test_python_has_its_own_words():
    with pytest.raises(cw.ParameterError) as caught:
        cw.plan.accuracy(difference=0.1, agreement=0.8)
    assert str(caught.value).endswith('Or ask for it with solve="n".')
    assert "--" not in str(caught.value)
    frame = polars.DataFrame({"foo": [1], "bar": ["x"]})
    with pytest.raises(cw.DataError, match=r'Name it: columns=\{"item": "NAME"\}'):
        cw.compare(frame)


def test_standard_input_that_is_a_terminal_is_not_waited_for(folder, monkeypatch):
    class Terminal:
        def isatty(self):
            return True

    monkeypatch.setattr("sys.stdin", Terminal())
    assert refused("compare -", folder).startswith("- is standard input, and nothing is piped")


def test_a_limit_is_spelled_as_an_option_and_can_be_raised(folder):
    names = ",".join(["item", *(f"s{k}" for k in range(4100))])
    (folder / "wide.csv").write_text(f"{names}\n{','.join(['1'] * 4101)}\n")
    said = refused("compare wide.csv --a s1 --b s2", folder)
    assert said.endswith("4,101 columns; the limit is 4,096. Raise it: --limit columns=4101.")
    assert "NAME=NUMBER" in refused("doctor wide.csv --limit columns", folder)

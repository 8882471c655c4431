"""The command line as a person meets it."""

import subprocess
import sys

import pytest

import claimwise as cw

from .commands import rows, run


def test_the_commands_of_the_readme(examples):
    got = rows("plan accuracy --n 500 --difference 0.02 --agreement 0.9 --test mcnemar-exact")
    assert got["power"]["estimate"] == pytest.approx(0.2494, abs=5e-5)
    assert got["type_m"]["estimate"] == pytest.approx(1.892, abs=5e-4)
    assert {"power", "type_m", "type_s", "mde", "sample_size", "reject_any", "alpha"} == set(got)
    got = rows("plan accuracy --n 2000 --difference 0.02 --agreement 0.9")
    assert got["power"]["estimate"] == pytest.approx(0.81, abs=5e-5)
    got = rows("plan accuracy --n 1725 --baseline 0.92 --agreement-from glue --solve mde")
    assert got["mde"]["estimate"] == pytest.approx(0.01615, abs=1e-5)
    got = rows("plan accuracy --n 1725 --baseline 0.92 --agreement-from lachenbruch --solve mde")
    found = [got[f"mde[{bound}]"]["estimate"] for bound in ("low", "mid", "high")]
    assert found == pytest.approx([0.00455, 0.01908, 0.02480], abs=1e-5)
    got = rows("plan accuracy --difference 0.01 --agreement 0.93 --power 0.8 --solve n")
    assert got["sample_size"]["estimate"] == 5476
    got = rows("plan accuracy --pilot examples/validation.csv --n 3000", cwd=examples.parent)
    assert got["power"]["estimate"] > 0.99
    got = rows("plan proportions --n 1725 --baseline 0.92 --solve mde")
    assert got["mde"]["estimate"] == pytest.approx(0.02401, abs=1e-5)
    got = rows("plan preference --n 100 --win 0.65 --lose 0.35")
    assert got["power"]["estimate"] == pytest.approx(0.82758, abs=1e-5)


@pytest.mark.slow
def test_the_curve_command_draws(tmp_path):
    grid = "--n 200:4000:200 --difference 0.01,0.02,0.03 --agreement 0.9"
    done = run(f"plan accuracy {grid} --plot power.png", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "power.png").read_bytes().startswith(b"\x89PNG")
    assert "Written: power.png" in done.stdout
    assert "4,000" in done.stdout


def test_printed_text_is_the_text_of_the_result():
    done = run("plan accuracy --n 500 --difference 0.02 --agreement 0.9")
    assert done.stdout.strip() == str(cw.plan.accuracy(n=500, difference=0.02, agreement=0.9))


def test_table_and_markdown(tmp_path):
    study = "--n 500 --difference 0.02 --agreement 0.9"
    done = run(f"plan accuracy {study} --table --markdown plan.md", cwd=tmp_path)
    assert "Size needed" in done.stdout
    assert "**TOO SMALL**" in (tmp_path / "plan.md").read_text()


@pytest.mark.slow
def test_seed_and_workers():
    study = (
        "plan accuracy --n 200 --difference 0.05 --agreement 0.85 --by simulation --replicates 300"
    )
    one, two = rows(f"{study} --seed 0"), rows(f"{study} --seed 0 --workers 2")
    assert one == two
    assert one != rows(f"{study} --seed 1")


BAD = [
    ("plan accuracy --n 500 --difference 2 --agreement 0.9", "Write 0.02 for 2 percentage points"),
    ("plan accuracy --n 500 --difference 0.02 --agreement 90", "Write 0.9 for 90%"),
    (
        "plan accuracy --n 0 --difference 0.02 --agreement 0.9",
        "whole number of at least 1; found 0",
    ),
    ("plan accuracy --n 10.5 --difference 0.02 --agreement 0.9", "found 10.5"),
    ("plan accuracy --n abc --difference 0.02 --agreement 0.9", "--n needs a number, a list"),
    ("plan accuracy --n 5:1:1 --difference 0.02 --agreement 0.9", "a range start:stop:step"),
    ("plan accuracy --n 1:2 --difference 0.02 --agreement 0.9", "a range start:stop:step"),
    ("plan accuracy --n 1:9:0 --difference 0.02 --agreement 0.9", "a range start:stop:step"),
    ("plan accuracy --n 1:1e9:1 --difference 0.02 --agreement 0.9", "at most 10,000 values"),
    (
        "plan accuracy --n 500 --difference 0.2 --agreement 0.9",
        "--difference 0.2 cannot be with --agreement 0.9",
    ),
    (
        "plan accuracy --n 500 --difference 0.02 --agreement 0.97 --baseline 0.99",
        "most --difference 0.01",
    ),
    (
        "plan accuracy --n 500 --difference 0.02 --agreement 0.9 --test mcnemar-mid",
        "Did you mean mcn",
    ),
    ("plan accuracy --n 500 --difference 0.02 --agreement 0.9 --alpha 0.7", "alpha needs"),
    ("plan accuracy --n 500", "needs a true difference"),
    ("plan accuracy --n 1e18 --difference 0.02 --agreement 0.9", "n needs at most 1,000,000,000"),
    ("plan accuracy --n 500 --agreement 0.95 --solve mde --baseline 0.98", "--agreement 0.96"),
    ("plan accuracy --n 1:inf:1 --difference 0.02 --agreement 0.9", "--n needs a number"),
    ("plan accuracy --n 5 --difference 0.02 --agreement 0.9 --markdown .", "a folder at ."),
    (
        "plan accuracy --n 500 --difference 0.02 --agreement 0.9 --seed -1 --by simulation",
        "--seed needs a whole number from 0 on; found -1",
    ),
    ("plan accuracy --n 5 --difference 0.02 --agreement 0.9 --workers 0", "workers"),
    ("plan accuracy --n 500 --difference nan --agreement 0.9", "--difference needs a number"),
    ("plan accuracy --pilot none.csv --n 300", "none.csv does not exist."),
    ("plan accuracy --pilot . --n 300", ". has no file of scores in it."),
    ("plan accuracy --n 500 --agreement 0.9 --pilot x.csv --plot x.png", "several values"),
    ("plan accuracy --n 1:9:1 --difference 0.02 --agreement 0.9 --plot x.gif", "ending in .png"),
    (
        "plan accuracy --n 1:9:1 --difference 0.02 --agreement 0.9 --plot no/x.png",
        "existing folder",
    ),
    ("plan accuracy --n 5 --difference 0.02 --agreement 0.9 --markdown no/x.md", "existing folder"),
    ("plan accuracy --nn 500", "No such option"),
    ("plan accurcy --n 500", "Did you mean accuracy?"),
    ("pln", "Did you mean plan?"),
    ("plan preference --n 100 --win 0.7 --lose 0.7", "= 1.4"),
    ("plan proportions --n 100 --baseline 0.95 --difference 0.1", "= 1.05"),
    ("fit agreement none.csv", "none.csv does not exist."),
    ("demo --out no/where.md", "existing folder"),
]


@pytest.mark.parametrize(("command", "message"), BAD, ids=[c for c, _ in BAD])
def test_bad_input_is_one_sentence_and_exit_2(command, message, tmp_path):
    done = run(command, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("Error: ")
    assert message in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_when_one_output_is_refused(tmp_path):
    grid = "plan accuracy --n 100,200 --difference 0 --agreement 0.9"
    done = run(f"{grid} --markdown y.md --plot z.png", cwd=tmp_path)
    assert done.returncode == 2
    assert "at least one defined value" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="needs a folder that nobody can write to")
@pytest.mark.parametrize("output", ["--markdown /proc/x.md", "--plot /proc/x.png"])
def test_what_the_system_refuses_is_one_sentence(output):
    done = run(f"plan accuracy --n 100,200 --difference 0.1 --agreement 0.8 {output}")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("Error: ")


def test_bad_pilots_from_the_command_line(tmp_path):
    path = tmp_path / "pilot.csv"
    for text, message in (
        ("", "is empty; a table needs a header line"),
        ("item,system,correct\nq1,x,1\n", "one system, x, and a comparison needs"),
        (
            "item,system,correct\nq1,x,1\nq2,y,1\n",
            "x and y were scored on different items: 1 of x alone and 1 of y alone",
        ),
    ):
        path.write_text(text)
        done = run(f"plan accuracy --pilot {path} --n 300")
        assert done.returncode == 2
        assert message in done.stderr
        assert done.stderr.count("\n") == 1


def test_fit_prints_coefficients(tmp_path):
    path = tmp_path / "past.csv"
    path.write_text(
        "baseline,candidate,agreement\n0.70,0.72,0.80\n0.80,0.83,0.86\n0.90,0.91,0.93\n"
        "0.60,0.66,0.70\n0.75,0.75,0.84\n"
    )
    got = rows(f"fit agreement {path}")
    assert {"coefficient[min_accuracy]", "r_squared", "left_out_error"} <= set(got)
    got = rows(f"fit effect {path}")
    assert got["coefficient[baseline]"]["estimate"] < 0
    assert "R squared" in run(f"fit effect {path}").stdout


@pytest.mark.slow
def test_demo_prints_and_writes(tmp_path):
    done = run("demo", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "ENOUGH  3,000 items find a 3-point gain" in done.stdout
    written = (tmp_path / "claimwise-demo.md").read_text()
    assert written.startswith("# claimwise demo")
    assert "| 10,000 |" in written
    assert rows("demo", cwd=tmp_path)["power"]["n"] == 3000


@pytest.mark.parametrize("command", ["", "plan bleu", "fit"])
def test_help_answers_without_numpy(command):
    code = (
        "import sys; from claimwise.cli.main import cli\n"
        f"try: cli.main({[*command.split(), '--help']!r})\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'scipy', 'rich', 'numba', 'joblib', 'narwhals'} & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Usage:" in done.stdout
    if len(command.split()) != 1 or command == "demo":
        assert "Example: claimwise" in done.stdout


def test_help_lists_procedures_in_their_own_words():
    text = run("plan proportions --help method").stdout
    assert text.index("Tests:") < text.index("z-pooled") < text.index("boschloo")
    assert "Fisher's exact test, given the total of right answers;" in text


@pytest.mark.parametrize(
    ("command", "heading"), [("", "Everyday:"), ("plan", "Commands:"), ("fit", "Commands:")]
)
def test_a_bare_verb_shows_its_help(command, heading):
    done = run(command)
    assert done.returncode == 0
    assert done.stderr == ""
    assert heading in done.stdout.splitlines()


def test_version():
    assert cw.__version__ in run("--version").stdout

"""claimwise plan pilot on the command line: outputs, tables, curves, and what is refused."""

import json

import pytest
from click.testing import CliRunner

from claimwise.cli.main import cli
from claimwise.core import ClaimwiseError


def run(*arguments):
    done = CliRunner().invoke(cli, ["plan", "pilot", *map(str, arguments)])
    if isinstance(done.exception, ClaimwiseError):
        return str(done.exception)
    assert done.exit_code == 0, done.output
    return " ".join(done.output.split())


def rows(*arguments):
    found = json.loads(run(*arguments, "--json", "--seed", 1))
    return {row["estimand"]: row for row in found["rows"]} | {"": found}


@pytest.fixture
def texts(examples):
    folder = examples / "translations"
    return [folder / "base.txt", folder / "new.txt", "--references", folder / "reference.txt"]


def test_outputs_with_references(texts):
    found = rows(*texts, "--metric", "bleu", "--n", 200, "--difference", 3, "--replicates", 40)
    assert found[""]["method"] == "randomisation"
    assert found["score[new]"]["estimate"] - found["score[base]"]["estimate"] == pytest.approx(3)
    assert found["power"]["n"] == 200
    assert "BLEU|" in found[""]["provenance"]["settings"]["signature"]


def test_documents_of_lines(texts, examples):
    documents = examples / "translations" / "documents.txt"
    found = rows(*texts, "--metric", "chrf", "--cluster", documents, "--n", 200, "--replicates", 20)
    assert found["effective_clusters"]["estimate"] > 10
    assert any("clusters" in note for note in [n["text"] for n in found[""]["notes"]])


@pytest.mark.slow
def test_a_table_of_labels(examples):
    file = examples / "ner.csv"
    ask = [file, "--metric", "f1:macro", "--n", 500, "--difference", 0.03, "--replicates", 30]
    both = rows(*ask), rows(*ask, "--cluster", "none")
    assert "effective_clusters" in both[0]
    assert "effective_items" in both[1]
    turned = rows(
        file, "--metric", "mcc", "--n", 300, "--a", "new", "--b", "base", "--replicates", 9
    )
    assert turned["difference"]["estimate"] < 0


@pytest.mark.slow
def test_ranks_take_the_slow_path(tmp_path):
    lines = ["item,system,gold,prediction"]
    for i in range(40):
        lines += [f"{i},old,{i},{(7 * i) % 40 + i}", f"{i},new,{i},{i + (i * i) % 11}"]
    file = tmp_path / "ranks.csv"
    file.write_text("\n".join(lines))
    ask = [file, "--metric", "spearman", "--n", 40, "--resamples", 19, "--replicates", 4]
    found = rows(*ask, "--difference", 0.2)
    gap = found["score[new]"]["estimate"] - found["score[old]"]["estimate"]
    assert gap == pytest.approx(0.2, abs=1e-3)


def test_curves_tables_and_figures(examples, tmp_path):
    figure = tmp_path / "curve.json"
    said = run(
        examples / "validation.csv",
        "--n",
        "200,400",
        "--difference",
        "0.02,0.05",
        "--seed",
        1,
        "--plot",
        figure,
    )
    assert "difference 5 points" in said
    assert json.loads(figure.read_text())["data"]["values"]


def test_words(examples):
    said = run(examples / "validation.csv", "--n", 500, "--difference", 0.02, "--seed", 1)
    assert "TOO SMALL 500 items miss a 2-point gain" in said
    said = run(examples / "latency.csv", "--n", 50, "--solve", "mde", "--test", "paired-t")
    assert said.startswith("50 items find gains of")
    said = run(examples / "latency.csv", "--difference", -5, "--solve", "n", "--test", "paired-t")
    assert "items find a loss of 5 with power 80%" in said


@pytest.mark.parametrize(
    ("arguments", "match"),
    [
        (["validation.csv"], "Or ask for it with --solve n"),
        (["validation.csv", "--n", "9", "--difference", "3"], "between -1 and 1"),
        (["validation.csv", "--n", "9", "--a", "nobody", "--b", "candidate"], "nobody"),
        (["ner.csv", "--n", "9", "--metric", "f1:macro", "--test", "paired-t"], "mean of one"),
        (["ner.csv", "--n", "9", "--metric", "f1:macro,mcc"], "one metric; found 2"),
        (["ner.csv", "--n", "9", "--metric", "f1:macro", "--a", "x"], "ner.csv; it has base, new."),
        (["validation.csv", "--n", "9", "--column", "score"], "--column needs ROLE=NAME"),
        (["validation.csv", "--n", "9", "--plot", "p.png"], "--plot needs"),
        (["nothing.csv", "--n", "9"], "nothing.csv"),
    ],
)
def test_refusals(arguments, match, examples):
    arguments = [examples / arguments[0], *arguments[1:]]
    assert match in run(*arguments)


def test_one_file_of_outputs_is_refused(texts):
    bleu = ("--metric", "bleu", "--n", 100)
    assert "only one system, base, and a comparison" in run(texts[0], *texts[2:], *bleu)
    assert "These are outputs, and there is no metric" in run(*texts, "--n", 100)
    assert "needs references to score them by" in run(*texts[:2], "--metric", "bleu", "--n", 100)


@pytest.mark.slow
def test_value_bleu_of_real_systems(shared_data):
    """Tilted to half a point: the difference is met on the real metric."""
    folder = shared_data / "mt"
    found = rows(
        folder / "LMU-nmt-single.de",
        folder / "uedin-nmt.de",
        "--references",
        folder / "reference.de",
        "--metric",
        "bleu",
        "--n",
        500,
        "--difference",
        0.5,
        "--replicates",
        2,
        "--resamples",
        19,
    )
    gap = found["score[uedin-nmt]"]["estimate"] - found["score[LMU-nmt-single]"]["estimate"]
    assert gap == pytest.approx(0.5, abs=1e-9)
    assert found["effective_items"]["estimate"] > 1500

"""Freezing: the fingerprint is of the meaning, the file keeps its bytes."""

import hashlib
import json
from dataclasses import replace
from datetime import date

import pytest

from claimwise.core import Option, ParameterError
from claimwise.kinds import find_kind
from claimwise.study import declare, read
from claimwise.study.freeze import freeze_file, verify
from claimwise.study.meaning import canonical, fingerprint, meaning

from .toy import document, known

DAY = date(2026, 1, 31)
TEXT = """\
# our study
kind = "toy"
[claim]
a = "base"
b = "new"   # the candidate
[data]
n = 100
[assumptions]
difference = 0.9
source = "a guess"
"""


@pytest.fixture(autouse=True, scope="module")
def _toy():
    with known():
        yield


def hash_of(text, folder):
    file = folder / "other.toml"
    file.write_text(text, encoding="utf-8")
    return verify(read(file)).hash


def test_value_of_the_fingerprint_is_that_of_plain_json():
    said = {
        "assumptions.difference": 0.9,
        "assumptions.source": "a guess",
        "claim.a": "base",
        "claim.alpha": 0.05,
        "claim.alternative": "two-sided",
        "claim.b": "new",
        "claim.power": 0.8,
        "claim.says": "difference",
        "claimwise": 1,
        "comparisons": ["new against base"],
        "data.n": 100,
        "data.paired": True,
        "kind": "toy",
        "procedure.test": "exact",
        "seed": 0,
        "stopping.looks": [1],
        "stopping.rule": "fixed",
        "title": "",
    }
    text = json.dumps(said, sort_keys=True, separators=(",", ":"))
    by_hand = "sha256:" + hashlib.sha256(text.encode()).hexdigest()
    assert verify(declare(document())).hash == by_hand


@pytest.mark.parametrize(
    "rewritten",
    [
        TEXT.replace("# our study\n", "").replace("   # the candidate", ""),
        TEXT.replace("n = 100", "n = 100.0"),
        TEXT.replace("0.9", "9e-1"),
        TEXT.replace('a = "base"\nb = "new"', "b = 'new'\na = 'base'"),
        TEXT.replace("[data]\n", "[data]\npaired = true\n"),
        TEXT.replace("[data]\n", "[procedure]\ntest = 'exact'\n[data]\n"),
        TEXT.replace("[claim]\n", "claimwise = 1\nseed = 0\n[claim]\nalpha = 0.050\n"),
        TEXT.replace("[claim]\n", "[claim]\nsays = 'difference'\nalternative = 'two-sided'\n"),
        TEXT + "[stopping]\nrule = 'fixed'\nlooks = 1\n",
        TEXT + "[[comparison]]\nname = 'new against base'\n",
        TEXT + "[multiplicity]\ncorrect = 'none'\n",
    ],
    ids=lambda text: str(len(text)),
)
def test_law_another_way_to_say_it_has_the_same_fingerprint(rewritten, tmp_path):
    assert rewritten != TEXT
    assert hash_of(rewritten, tmp_path) == hash_of(TEXT, tmp_path)


@pytest.mark.parametrize(
    ("rewritten", "said"),
    [
        (TEXT.replace("100", "101"), "data.n was 100, is 101"),
        (TEXT.replace("0.9", "0.91"), "assumptions.difference was 0.9, is 0.91"),
        (TEXT.replace("a guess", "a pilot"), 'assumptions.source was "a guess", is "a pilot"'),
        (
            TEXT.replace("[data]", 'says = "superiority"\nmargin = 0.5\n[data]'),
            "claim.margin was not said, is 0.5",
        ),
        (TEXT.replace('"base"', '"new"').replace('b = "new"', 'b = "base"'), 'claim.a was "base"'),
        (TEXT.replace("[claim]", "seed = 1\n[claim]"), "seed was 0, is 1"),
        (TEXT.replace("[data]", "[data]\npaired = false"), "data.paired was true, is false"),
    ],
    ids=["n", "difference", "source", "margin", "systems", "seed", "paired"],
)
def test_a_changed_value_is_found_and_named(rewritten, said, tmp_path):
    file = tmp_path / "study.toml"
    file.write_text(TEXT)
    freeze_file(file, DAY)
    block = file.read_text().removeprefix(TEXT)
    file.write_text(rewritten + block)
    seal = verify(read(file))
    assert seal.state == "changed"
    assert any(said in change for change in seal.changes), seal.changes
    before = file.read_bytes()
    with pytest.raises(ParameterError, match="2026-01-31") as refused:
        freeze_file(file, DAY)
    assert said in str(refused.value)
    assert Option("again", True) in refused.value.words.options
    assert file.read_bytes() == before


@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "bom"])
@pytest.mark.parametrize("end", ["", "\n", "\n# the end"], ids=["line", "blank", "comment"])
def test_every_other_byte_stays(newline, mark, end, tmp_path):
    file = tmp_path / "study.toml"
    before = (mark + (TEXT + end).replace("\n", newline)).encode()
    file.write_bytes(before)
    done = freeze_file(file, DAY)
    after = file.read_bytes()
    assert after.startswith(before)
    added = after.removeprefix(before).decode()
    assert added.count("\n") == added.count(newline)
    assert read(file) == done
    assert verify(read(file)).state == "unchanged"
    freeze_file(file, date(2027, 1, 1))
    assert file.read_bytes() == after


def test_frozen_again_replaces_the_seal_and_nothing_else(tmp_path):
    file = tmp_path / "study.toml"
    file.write_text(TEXT)
    freeze_file(file, DAY)
    file.write_text(file.read_text().replace("n = 100", "n = 200") + "# a last word\n")
    freeze_file(file, date(2026, 2, 1), again=True)
    text = file.read_text()
    assert text.startswith(TEXT.replace("n = 100", "n = 200"))
    assert text.count("[frozen]") == 1
    assert "# a last word" in text
    assert verify(read(file)).state == "unchanged"
    assert read(file).frozen.date == date(2026, 2, 1)


def test_a_seal_without_its_copy_still_finds_the_change():
    done = declare(document()).freeze(DAY)
    assert verify(done).state == "unchanged"
    without = done.but(alpha=0.01, frozen=replace(done.frozen, declared=""))
    assert verify(without).state == "changed"
    assert verify(without).changes == ()
    forged = done.but(alpha=0.01, frozen=replace(done.frozen, declared='{"claim.alpha":0.01}'))
    assert verify(forged).changes == ()


@pytest.mark.parametrize("record", ["no json", '{"claim.alpha":0.01}', "[]"], ids=repr)
def test_a_damaged_record_is_reported_and_the_hash_decides(record):
    from claimwise.report import to_text

    study = declare(document(assumptions={"difference": 0.9, "source": "x"})).freeze()
    torn = study.but(frozen=replace(study.frozen, declared=record))
    assert (verify(torn).state, verify(torn).damaged) == ("unchanged", True)
    said = to_text(torn.check()).replace("\n", " ")
    assert "(frozen.declared) is damaged" in said
    assert said.startswith("READY") or "changed since" not in said
    other = torn.but(alpha=0.01)
    assert (verify(other).state, verify(other).damaged) == ("changed", True)
    assert not verify(study).damaged
    assert "damaged" not in to_text(study.check())
    assert not verify(study.but(frozen=replace(study.frozen, declared=""))).damaged


def test_content_of_named_files_is_part_of_it_and_the_folder_is_not(tmp_path):
    seals = []
    for name, content in (("one", "1\n"), ("two", "1\n"), ("three", "2\n")):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "pilot.csv").write_text(content)
        (folder / "own.py").write_text("model = 1\n")
        said = document(procedure={"model": "own.py"})
        said["assumptions"] = said["assumptions"] | {"pilot": "pilot.csv"}
        seals.append(declare(said, folder=folder).freeze(DAY))
    one, two, three = (study.frozen.hash for study in seals)
    assert one == two != three
    (tmp_path / "one" / "own.py").write_text("model = 2\n")
    assert verify(seals[0]).changes == ("the content of procedure.model is not the same",)
    (tmp_path / "two" / "pilot.csv").unlink()
    assert verify(seals[1]).changes == ("the content of assumptions.pilot is not the same",)


def test_an_incomplete_or_inconsistent_study_is_not_frozen():
    with pytest.raises(ParameterError, match=r"no data\.n \(items\); no assumptions\.source"):
        declare(document(data={}, assumptions={"difference": 1})).freeze(DAY)
    with pytest.raises(ParameterError, match=r"consistent study\. data\.clusters needs at most"):
        declare(document(data={"n": 10, "clusters": 11})).freeze(DAY)


def test_several_comparisons_are_told_apart():
    two = {"comparison": [{"b": "x"}, {"b": "y", "sd": 2}], "multiplicity": {"correct": "holm"}}
    study = declare(document(**two))
    meant = meaning(study)
    assert meant["comparison[y against base].sd"] == 2
    assert meant["multiplicity.correct"] == "holm"
    assert fingerprint(canonical(meant)) == verify(study).hash
    two["multiplicity"] = {"correct": "none"}
    assert verify(declare(document(**two))).hash != verify(study).hash


def test_a_fingerprint_of_something_else_is_a_change_that_cannot_be_known():
    study = declare(document()).freeze(DAY)
    other = replace(study.frozen, hash=fingerprint("no JSON"), declared="no JSON")
    seal = verify(study.but(frozen=other))
    assert (seal.state, seal.changes) == ("changed", ())


MEANS = {
    "kind": "means",
    "claim": {"a": "base", "b": "new"},
    "data": {"n": 100},
    "assumptions": {"difference": 0.1, "sd": 1.0, "source": "a guess"},
}
SPREADS = {"sd_a": 1.0, "sd_b": 1.0, "icc": 0.1}  # of items of their own, and of clusters


@pytest.mark.parametrize(
    ("data", "claim", "taken"),
    [
        ({}, {}, {"test": "paired-t"}),
        ({"unpaired": True}, {}, {"test": "welch"}),
        ({"cluster": "c", "clusters": 9}, {}, {"test": "cluster-permutation", "resamples": 1000}),
        ({}, {"says": "non-inferiority", "margin": 0.2}, {"test": "paired-t"}),
    ],
)
def test_the_usual_test_is_part_of_the_fingerprint_said_or_not(data, claim, taken):
    said = MEANS | {"data": MEANS["data"] | data, "claim": MEANS["claim"] | claim}
    said |= {"assumptions": MEANS["assumptions"] | SPREADS}
    frozen = declare(said).freeze(DAY).frozen
    assert {f"procedure.{k}": v for k, v in taken.items()}.items() <= json.loads(
        frozen.declared
    ).items()
    assert declare(said | {"procedure": taken}).freeze(DAY).frozen == frozen


def test_a_version_with_another_usual_test_counts_as_a_change(monkeypatch):
    study = declare(MEANS).freeze(DAY)
    other = replace(find_kind("means"), usual=lambda *_: {"test": "permutation"})
    monkeypatch.setattr("claimwise.kinds.means.KIND", other)
    assert verify(study).changes == ('procedure.test was "paired-t", is "permutation"',)


def test_comparisons_with_usual_tests_of_their_own_are_told_apart():
    two = [{"name": "x", "b": "x"}, {"name": "y", "b": "y", "says": "equivalence", "margin": 0.1}]
    said = MEANS | {"kind": "accuracy", "comparison": two, "multiplicity": {"correct": "holm"}}
    said |= {"claim": {"a": "base"}, "assumptions": {}}
    assert meaning(declare(said))["procedure.test"] == {"x": "mcnemar-midp", "y": "tango"}

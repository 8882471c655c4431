"""Reading a declaration: what is wrong is named with its place, all at once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwise.core import DataError, ParameterError
from claimwise.study import declare, read

from .toy import document, known


@pytest.fixture(autouse=True, scope="module")
def _toy():
    with known():
        yield


def refusal(**sections):
    with pytest.raises(ParameterError) as refused:
        declare(document(**sections))
    return str(refused.value)


CLAIM = {"a": "base", "b": "new"}


@pytest.mark.parametrize(
    ("sections", "said"),
    [
        ({"kind": "toi"}, ["kind needs one of", "'toi'", "Did you mean toy?"]),
        ({"kind": 3}, ["kind needs one of", "found 3"]),
        ({"claimwise": 2}, ["claimwise needs the format 1", "found 2"]),
        ({"clam": {}}, ["found 'clam'", "Did you mean claim?"]),
        ({"alpha": 0.1}, ["found 'alpha'", "belongs under [claim]"]),
        ({"data": 5}, ["[data] needs keys", "found 5"]),
        ({"data": {"n": 10, "clutser": "x"}}, ["[data] needs only n", "Did you mean cluster?"]),
        ({"data": {"n": "400"}}, ["data.n needs a whole number", "found '400'"]),
        (
            {"frozen": {"hash": "sha256:" + 64 * "0", "date": "yesterday"}},
            ["frozen.date", "found 'yesterday'."],
        ),
        ({"procedure": 7}, ["[procedure] needs keys", "found 7"]),
        ({"claim": CLAIM | {"margin": 0.02}}, ["difference needs no margin", "found 0.02"]),
        ({"data": {"n": 0}}, ["data.n needs a whole number", "found 0"]),
        ({"claim": CLAIM | {"alpha": 0.7}}, ["claim.alpha needs", "0.7", "The usual is 0.05"]),
        ({"claim": CLAIM | {"alpha": "5%"}}, ["claim.alpha needs a finite number", "'5%'"]),
        ({"claim": CLAIM | {"power": 0.2}}, ["claim.power needs", "0.2", "more likely to miss"]),
        ({"claim": CLAIM | {"power": 80}}, ["claim.power needs", "Write 0.8 for 80%"]),
        ({"claim": CLAIM | {"a": 7}}, ["claim.a needs a text in quotes", "found 7"]),
        ({"claim": CLAIM | {"says": "equivalance"}}, ["claim.says needs one of", "equivalence?"]),
        ({"claim": CLAIM | {"margin": -0.1}}, ["claim.margin needs a size", "-0.1"]),
        ({"claim": {"a": "base"}}, ["[claim] needs b", "none"]),
        ({"claim": {"a": "x", "b": "x"}}, ["[claim] needs two systems", "'x' as a and as b"]),
        ({"claim": CLAIM | {"says": "equivalence"}}, ["equivalence needs a margin above 0"]),
        (
            {"claim": CLAIM | {"says": "non-inferiority", "margin": 1, "alternative": "less"}},
            ["non-inferiority needs no alternative", "'less'"],
        ),
        ({"assumptions": {"difference": float("nan")}}, ["assumptions.difference", "finite"]),
        ({"seed": -1}, ["seed needs a whole number", "-1"]),
        ({"stopping": {"rule": "pocok"}}, ["stopping.rule", "Did you mean pocock?"]),
        ({"stopping": {"rule": "pocock"}}, ["pocock needs at least two looks", "looks = 4"]),
        (
            {"stopping": {"rule": "anytime", "looks": 4}},
            ["anytime needs no looks, since every item is one", "Take looks out"],
        ),
        (
            {"stopping": {"rule": "anytime"}, "procedure": {"test": "exact"}},
            ["anytime needs no test", "'exact'", "Take procedure.test out"],
        ),
        (
            {
                "kind": "accuracy",
                "stopping": {"rule": "anytime"},
                "procedure": {"interval": "tango"},
            },
            ["anytime needs no interval", "'tango'"],
        ),
        (
            {"kind": "accuracy", "procedure": {"sequence": "win-rate"}},
            ["procedure.sequence needs stopping.rule anytime", "found fixed"],
        ),
        ({"stopping": {"looks": 3}}, ["fixed needs a single look", "found 3"]),
        ({"stopping": {"rule": "pocock", "looks": [0.5, 0.5, 1]}}, ["rising shares"]),
        ({"stopping": {"rule": "pocock", "looks": [0.5, 0.9]}}, ["the last of them 1"]),
        ({"stopping": {"rule": "pocock", "looks": [500, 1000]}}, ["at most 1", "Divide"]),
        ({"multiplicity": {"correct": "max-t"}}, ["multiplicity.correct needs one of holm"]),
        ({"comparison": {"b": "x"}}, ["[[comparison]] needs", "single brackets"]),
        ({"comparison": [{"alpha": 0.1}]}, ["comparison 1 needs no alpha", "under [claim]"]),
        ({"comparison": [{"nam": "x"}]}, ["comparison 1 needs only", "Did you mean name?"]),
        ({"comparison": [{"name": "all"}]}, ["a name other than all"]),
        ({"frozen": {"hash": "abc", "date": "2026-01-01"}}, ["frozen.hash needs sha256:"]),
        ({"frozen": {"date": "2026-01-01"}}, ["[frozen] needs a hash"]),
        ({"stopping": 5}, ["[stopping] needs keys", "found 5"]),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_refusals_name_the_place_and_the_remedy(sections, said):
    message = refusal(**sections)
    assert all(part in message for part in said), message
    assert "\n" not in message


@pytest.mark.parametrize("given", [[], None, 3, "study.toml"], ids=repr)
def test_what_is_no_mapping_is_no_declaration(given):
    with pytest.raises(ParameterError, match="declare needs a mapping of sections"):
        declare(given)


def test_a_difference_among_claims_with_margins_takes_no_margin():
    shared = {"a": "base", "says": "non-inferiority", "margin": 0.1}
    read_back = declare(
        document(
            claim=shared,
            comparison=[{"b": "new"}, {"b": "other", "says": "difference"}],
            multiplicity={"correct": "holm"},
        )
    )
    assert [one.margin for one in read_back.comparisons] == [0.1, None]


def test_every_fault_is_named_at_once():
    message = refusal(claim=CLAIM | {"alpha": 2}, data={"n": -1, "x": 1}, seed="one")
    assert "has 4 faults" in message
    for part in ("claim.alpha", "data.n", "'x'", "seed"):
        assert part in message


def test_a_type_that_a_check_does_not_foresee_is_refused():
    assert "data.columns needs another value (roles); found 5" in refusal(
        data={"n": 1, "columns": 5}
    )


def test_several_comparisons_need_a_correction_and_names():
    two = [{"b": "x"}, {"b": "y"}]
    message = refusal(comparison=two)
    assert all(word in message for word in ("holm", "bonferroni", "benjamini-hochberg", "or none"))
    found = declare(document(comparison=two, multiplicity={"correct": "holm"}))
    assert [c.name for c in found.comparisons] == ["x against base", "y against base"]
    assert found.correct == "holm"
    twice = [{"b": "x", "name": "same"}, {"b": "y", "name": "same"}]
    assert "'same' twice" in refusal(comparison=twice, multiplicity={"correct": "holm"})


def test_a_comparison_says_what_differs():
    said = document(
        claim=CLAIM | {"alternative": "greater"},
        comparison=[
            {"name": "first", "difference": 0.5},
            {"name": "second", "b": "old", "says": "equivalence", "margin": 1},
        ],
        multiplicity={"correct": "none"},
    )
    first, second = declare(said).comparisons
    assert (first.b, first.alternative, first.assumptions["difference"]) == ("new", "greater", 0.5)
    assert (second.b, second.alternative, second.margin) == ("old", None, 1.0)
    assert second.assumptions["difference"] == 0.9


def test_defaults_are_filled_in():
    found = declare(document())
    assert (found.alpha, found.target, found.seed, found.correct) == (0.05, 0.8, 0, None)
    assert found.procedure == {"test": "exact"}
    assert found.data == {"n": 100, "paired": True}
    assert found.comparisons[0].alternative == "two-sided"
    assert declare(document(stopping={"rule": "pocock", "looks": 4})).stopping.looks == (
        0.25,
        0.5,
        0.75,
        1.0,
    )


def test_files_as_people_save_them(tmp_path):
    file = tmp_path / "studie.toml"
    text = 'kind = "toy"\n[claim]\na = "Größe"\nb = "新"\n[data]\nn = 5\n'
    for content in (text.encode(), text.replace("\n", "\r\n").encode(), text.encode("utf-8-sig")):
        file.write_bytes(content)
        assert read(file).comparisons[0].name == "新 against Größe"
    assert read(file).folder == tmp_path


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "an empty file. Write one with claimwise study new."),
        (b"kind = accuracy", "line 1"),
        (b'kind = "toy"\nkind = "toy"\n', "line 2"),
        (b'kind = "toy"\n[claim]\n[claim]\n', "line 3"),
        (b'kind = "toy"\n# \xff\n', "is not in UTF-8"),
        (b"x = " + b"[" * 50_000, "nested more than 50 deep"),
        (b"x = " + b"9" * 5000, "valid TOML"),
        (b"#" * 10_000_001, "10 MB"),
    ],
    ids=["empty", "no quotes", "key twice", "section twice", "bytes", "deep", "digits", "huge"],
)
def test_files_that_are_no_declarations(tmp_path, content, said):
    file = tmp_path / "study.toml"
    file.write_bytes(content)
    with pytest.raises((DataError, ParameterError), match=r"study\.toml") as refused:
        read(file)
    assert said in str(refused.value)


def test_places_that_are_no_files(tmp_path):
    with pytest.raises(DataError, match=r"is a folder, not a file\."):
        read(tmp_path)
    with pytest.raises(DataError, match=r"exist\. Write one with claimwise study new\."):
        read(tmp_path / "none.toml")
    with pytest.raises(DataError, match=r"does not exist\."):
        read("a\0b")


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.dates()
anything = st.recursive(
    scalars, lambda x: st.lists(x, max_size=3) | st.dictionaries(st.text(), x, max_size=3)
)
SAID = {
    "claim": ["a", "b", "metric", "says", "alternative", "margin", "better", "alpha", "power"],
    "data": ["n", "clusters", "columns"],
    "stopping": ["rule", "looks"],
    "multiplicity": ["correct"],
    "frozen": ["hash", "date", "declared"],
}


@pytest.mark.slow
@given(
    st.sampled_from([*SAID, "title", "seed", "claimwise", "kind", "comparison", "procedure"]),
    anything,
    st.data(),
)
def test_law_whatever_is_said_is_either_read_or_refused_in_words(section, value, data):
    said = {section: value}
    if section in SAID and data.draw(st.booleans()):
        key = data.draw(st.sampled_from(SAID[section]))
        said = {section: dict(document().get(section, {})) | {key: value}}
    if section == "comparison" and data.draw(st.booleans()):
        said = {section: [{"b": value}, {"difference": value}], "multiplicity": {"correct": "none"}}
    refused = ""
    try:
        found = declare(document(**said))
    except ParameterError as error:
        refused = str(error)
    assert "needs" in refused or found.comparisons


@pytest.mark.parametrize("metric", ["evil.py", "f1:/evil.py", "f1:evil.PY", "evil.py,f1"])
def test_code_that_a_declaration_names_never_runs(tmp_path, monkeypatch, metric):
    """A study.toml may be somebody else's."""
    monkeypatch.chdir(tmp_path)
    marker = "from pathlib import Path\nPath('ran').touch()\n"
    (tmp_path / "evil.py").write_text(marker)
    (tmp_path / "f1:").mkdir()
    (tmp_path / "f1:" / "evil.py").write_text(marker)
    for kind in ("pilot", "labels", "corpus"):
        (tmp_path / "study.toml").write_text(
            f'kind = "{kind}"\n[claim]\na = "base"\nb = "new"\nmetric = "{metric}"\n'
            '[assumptions]\npilot = "scores.csv"\ntables = "tables.toml"\n'
        )
        with pytest.raises(ParameterError, match=r"claim\.metric .*never runs code"):
            read(tmp_path / "study.toml").check()
    assert not (tmp_path / "ran").exists()

"""Writing a declaration: it reads back as the same study, and keeps what is there."""

import os
import stat
import tomllib
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwise.core import ParameterError, writing
from claimwise.core.toml import value_of
from claimwise.study import declare
from claimwise.study.writer import to_toml

from .toy import document, known


@pytest.fixture(autouse=True, scope="module")
def _toy():
    with known():
        yield


names = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1)
names = names.filter(str.strip)
numbers = st.floats(0.001, 1e6)
values = st.recursive(
    st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False) | names | st.dates(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.slow
@given(values)
def test_law_a_value_reads_back(value):
    found = tomllib.loads(f"value = {value_of(value)}")["value"]
    assert found == value
    assert repr(found) == repr(value)


@st.composite
def documents(draw):
    pair = draw(st.lists(names, min_size=2, max_size=2, unique=True))
    claim = {"a": pair[0], "b": pair[1], "alpha": draw(st.floats(0.001, 0.4))}
    claim["says"] = draw(st.sampled_from(["difference", "superiority", "equivalence"]))
    claim["power"] = draw(st.floats(0.5, 0.99))
    if claim["says"] == "difference":
        claim |= draw(st.sampled_from([{}, {"alternative": "less"}, {"better": "lower"}]))
    else:
        claim["margin"] = draw(numbers)
    optional = {"sd": numbers, "difference": numbers}
    said = {
        "title": draw(names | st.just("")),
        "seed": draw(st.integers(0, 2**63 - 1)),
        "claim": claim,
        "data": draw(
            st.fixed_dictionaries(
                {},
                optional={
                    "n": st.integers(1, 10**9),
                    "columns": st.dictionaries(names, names, max_size=3),
                    "paired": st.booleans(),
                },
            )
        ),
        "procedure": draw(st.sampled_from([{}, {"test": "it's"}, {"model": [1, 0.5]}]).map(dict)),
        "assumptions": draw(st.fixed_dictionaries({}, optional=optional | {"source": names})),
        "stopping": draw(
            st.sampled_from(
                [
                    {},
                    {"rule": "pocock", "looks": 7},
                    {"rule": "obrien-fleming", "looks": [0.1, 0.3, 1]},
                    {"rule": "anytime"},
                ]
            )
        ),
    }
    if said["stopping"].get("rule") == "anytime":  # a procedure of its own
        said["procedure"].pop("test", None)
    several = draw(st.integers(0, 3))
    if several:
        own = st.fixed_dictionaries(
            {}, optional=optional | {"metric": names, "better": st.just("higher")}
        )
        said["comparison"] = [{"name": f"no. {i}"} | draw(own) for i in range(several)]
        said["multiplicity"] = {"correct": "holm"}
    return document(**said)


@pytest.mark.slow
@given(documents())
def test_law_a_study_reads_back(said):
    study = declare(said)
    again = declare(tomllib.loads(to_toml(study)))
    assert again == study


def test_the_file_explains_itself():
    text = to_toml(declare(document(data={}, assumptions={})))
    assert "# n = 100" in text
    assert "# needed: items" in text
    assert "n" not in tomllib.loads(text)["data"]
    assert "# side of a difference: two-sided, less or greater" in text


def test_a_file_is_never_overwritten_unless_told(tmp_path):
    study, file = declare(document()), tmp_path / "study.toml"
    study.write(file)
    first = file.read_text()
    file.write_text("# mine\n")
    with pytest.raises(
        ParameterError, match=r"exists already\. Choose another.*write over it with force=True\."
    ):
        study.write(file)
    assert file.read_text() == "# mine\n"
    file.chmod(0o640)
    study.write(file, force=True)
    assert file.read_text() == first
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert [path.name for path in tmp_path.iterdir()] == ["study.toml"]
    with pytest.raises(ParameterError, match=r"study\.toml cannot be written: there is no folder"):
        study.write(tmp_path / "none" / "study.toml")


def test_a_write_that_fails_leaves_the_old_file(tmp_path, monkeypatch):
    study, file = declare(document()), tmp_path / "study.toml"
    file.write_text("# mine\n")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writing, "os", SimpleNamespace(**vars(os) | {"fsync": full}))
    with pytest.raises(ParameterError, match=r"no space left on device\."):
        study.write(file, force=True)
    assert file.read_text() == "# mine\n"
    assert [path.name for path in tmp_path.iterdir()] == ["study.toml"]

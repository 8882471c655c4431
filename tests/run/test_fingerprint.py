"""Names of work: whatever could change a result changes the name, and nothing else does."""

import enum
import functools
import sys
import threading
import types
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import PurePosixPath
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwise.core import check_count
from claimwise.htest import find_test
from claimwise.power.conclusions import Conclusion
from claimwise.run import fingerprint as module
from claimwise.run.fingerprint import UnnameableError, fingerprint
from claimwise.run.versions import code_version, files_digest
from claimwise.worlds import PairedAccuracy


@pytest.fixture(autouse=True)
def _tests_are_named(monkeypatch):
    """Classes of this file stand for those of the package."""
    monkeypatch.setattr(module, "NAMED", module.NAMED | {__name__.partition(".")[0]})


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Pair(NamedTuple):
    a: int
    b: int


@dataclass(frozen=True, slots=True)
class Slotted:
    x: float
    y: np.ndarray = field(default=None, compare=False)


@dataclass
class Cached:
    x: int
    memo: dict = field(default_factory=dict, metadata={"cache": True})

    @cached_property
    def square(self):
        return self.x**2


class Plain:
    def __init__(self, x):
        self.x = x

    def times(self, k):
        return self.x * k


def made(k, by=1):
    return lambda x: x + k * by


def pair():
    return (lambda x: x + 1), (lambda x: x + 2)


DIFFERENT = {
    "numbers": [0, 1, True, False, None, 1.0, 0.0, -0.0, float("nan"), float("inf"), 1j, 2**70],
    "texts": ["", "a", "b", b"a", PurePosixPath("a"), "\ud800"],
    "lists": [[], (), [1], (1,), {1}, frozenset({1}), [[1]], [1, 2], [2, 1], [(1, 2)], [1, [2]]],
    "dicts": [{}, {1: 2}, {2: 1}, {"1": 2}, {1: 2, 3: 4}, {3: 4, 1: 2}, Counter({1: 2})],
    "arrays": [
        np.zeros(4),
        np.zeros(4, np.float32),
        np.zeros((2, 2)),
        np.asfortranarray(np.zeros((2, 2))),
        np.zeros(8)[::2],
        np.zeros(4, ">f8"),
        np.ones(4),
        np.zeros(4, object),
        np.array(["a", "b"]),
        np.zeros(4, [("x", "f8")]),
    ],
    "scalars": [np.float64(1), np.float32(1), np.int64(1), np.bool_(True), 1.0, 1, True],
    "objects": [
        *(Colour.RED, Colour.BLUE, Pair(1, 2), Pair(2, 1), (1, 2)),
        *(Slotted(1.0), Slotted(1), Slotted(1.0, np.zeros(1))),
        *(Plain(1), Plain(2), Cached(1), Plain(1).times, Plain(2).times),
    ],
    "code": [
        *(check_count, find_test, Plain, Slotted, sorted, np.mean),
        *(made(1), made(2), made(1, by=2), *pair()),
        *(partial(made, 1), partial(made, k=1), partial(check_count, 1)),
    ],
    "worlds": [PairedAccuracy(0.05, 0.8), PairedAccuracy(0.05, 0.9), PairedAccuracy(-0.05, 0.8)],
}


@pytest.mark.parametrize("kind", sorted(DIFFERENT))
def test_law_different_values_have_different_names_and_the_same_one_always(kind):
    names = [fingerprint(value) for value in DIFFERENT[kind]]
    assert len(set(names)) == len(names)
    assert [fingerprint(value) for value in DIFFERENT[kind]] == names


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=8))
def test_law_what_is_equal_and_of_one_type_has_one_name(value):
    again = eval(repr(value))
    assert fingerprint(again) == fingerprint(value)
    assert fingerprint([value]) != fingerprint(value)


def test_what_was_worked_out_on_the_way_is_no_part_of_the_name():
    used, fresh = Cached(3), Cached(3)
    assert used.square == 9
    used.memo["x"] = 1
    assert fingerprint(used) == fingerprint(fresh)
    assert any(f.metadata.get("cache") for f in Conclusion.__dataclass_fields__.values())


def written(text):
    """Return the function f of a file that a user may have written, and changed since."""
    script = types.ModuleType("a_file_of_theirs")
    exec(text, vars(script))
    return script.f


THEIRS = written("def f(x):\n    return x + 1\n")
PRETENDS = functools.wraps(check_count)(written("def f(x):\n    return x\n"))


@pytest.mark.parametrize(
    "value",
    [THEIRS, partial(check_count, THEIRS), Slotted(THEIRS), [made(THEIRS)], PRETENDS],
    ids=["function", "argument", "field", "closure", "under our name"],
)
def test_code_from_elsewhere_has_no_name_and_is_named_in_the_reason(value):
    expected = r"the simulation runs a_file_of_theirs\.\w+, which is not part of claimwise"
    with pytest.raises(UnnameableError, match=expected):
        fingerprint(value)


@pytest.mark.parametrize("name", ["statistics", "numpy", "claimwise.core", "platform"])
def test_a_file_of_theirs_under_the_name_of_another_has_no_name(name):
    space = {"__name__": name}
    exec("def f(x):\n    return x\n", space)
    with pytest.raises(UnnameableError, match=rf"{name}\.f, which is not part of claimwise"):
        fingerprint(space["f"])


def test_a_module_that_shadows_one_of_python_has_no_name(monkeypatch, tmp_path):
    script = types.ModuleType("statistics")
    script.__file__ = str(tmp_path / "statistics.py")
    exec("def f(x):\n    return x\n", vars(script))
    monkeypatch.setitem(sys.modules, "statistics", script)
    with pytest.raises(UnnameableError, match=r"statistics\.f, which is not part of claimwise"):
        fingerprint(script.f)


def test_a_class_from_elsewhere_has_no_name(monkeypatch):
    monkeypatch.setattr(module, "NAMED", {"claimwise"})
    with pytest.raises(UnnameableError, match=r"test_fingerprint\.Plain, which is not part of"):
        fingerprint(Plain(1))


def test_hidden_state_has_no_name(tmp_path):
    endless = []
    endless.append(endless)
    hidden = [threading.Lock(), np.random.default_rng(1), iter([1]), endless, [1].append]
    with (tmp_path / "x").open("w") as file:
        for value in (*hidden, file):
            with pytest.raises(UnnameableError, match="the simulation "):
                fingerprint(value)


def test_an_edited_checkout_is_another_version(tmp_path):
    (tmp_path / "a.py").write_text("x = 1\n")
    before = files_digest(tmp_path)
    assert files_digest(tmp_path) == before
    (tmp_path / "a.py").write_text("x = 2\n")
    edited = files_digest(tmp_path)
    (tmp_path / "a.py").rename(tmp_path / "b.py")
    assert len({before, edited, files_digest(tmp_path)}) == 3
    assert "claimwise " in code_version()
    assert all(name in code_version() for name in ("numpy ", "scipy ", "numba ", "python "))

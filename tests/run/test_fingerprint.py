"""Names of work: whatever could change a result changes the name, and nothing else does."""

import enum
import os
import subprocess
import sys
import threading
import types
from collections import Counter, OrderedDict
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from claimwise.power.conclusions import Conclusion
from claimwise.run.fingerprint import UnnameableError, fingerprint
from claimwise.run.versions import code_version, files_digest
from claimwise.worlds import PairedAccuracy

THRESHOLD = 3


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

    @cached_property
    def square(self):
        return self.x**2

    def times(self, k):
        return self.x * k


def above(x):
    return x > THRESHOLD


def made(k, by=1):
    return lambda x: x + k * by


def written(text, **names):
    """Return the function f of a script that a user may have written and changed since."""
    module = types.ModuleType("a_script_of_theirs")
    vars(module).update(names)
    exec(text, vars(module))
    return module.f


DIFFERENT = {
    "numbers": [0, 1, True, False, None, 1.0, 0.0, -0.0, float("nan"), float("inf"), 1j, 2**70],
    "texts": ["", "a", "b", b"a", bytearray(b"a"), PurePosixPath("a"), "\ud800"],
    "lists": [[], (), [1], (1,), {1}, frozenset({1}), [[1]], [1, 2], [2, 1], [(1, 2)], [1, [2]]],
    "dicts": [{}, {1: 2}, {2: 1}, {"1": 2}, {1: 2, 3: 4}, OrderedDict({1: 2}), Counter({1: 2})],
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
    "generators": [
        np.random.default_rng(1),
        np.random.default_rng(2),
        np.random.Generator(np.random.MT19937(1)),
        np.random.RandomState(1),
        np.random.SeedSequence(1),
    ],
    "distributions": [
        stats.norm(0, 1),
        stats.norm(0, 2),
        stats.norm(loc=0, scale=1),
        stats.gamma(2),
        stats.multivariate_normal([0, 0]),
        stats.multivariate_normal([0, 1]),
        stats.norm,
    ],
    "objects": [
        Colour.RED,
        Colour.BLUE,
        Pair(1, 2),
        Pair(2, 1),
        (1, 2),
        Slotted(1.0),
        Slotted(1),
        Slotted(1.0, np.zeros(1)),
        Plain(1),
        Plain(2),
        Cached(1),
        Plain(1).times,
        Plain(2).times,
        Plain,
        Cached,
    ],
    "functions": [
        above,
        made(1),
        made(2),
        made(1, by=2),
        partial(above, 1),
        partial(above, x=1),
        len,
        max,
        np.mean,
        np.add,
        "".join,
        "a".join,
        lambda x: x + 1,
        lambda x: x + 2,
        lambda x: x - 1,
        lambda x, y=1: x + 1,
        lambda x: x.real,
        lambda x: x.imag,
        lambda x: lambda y: y + 1,
        lambda x: lambda y: y + 2,
        lru_cache(above),
    ],
}


@pytest.mark.parametrize("kind", sorted(DIFFERENT))
def test_value_different_things_have_different_names(kind):
    things = DIFFERENT[kind]
    names = [fingerprint(thing) for thing in things]
    same = [
        (things[i], things[k]) for k in range(len(names)) for i in range(k) if names[i] == names[k]
    ]
    assert same == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(float("nan"), -float("nan"), id="not a number"),
        pytest.param({"a", "b", "c"}, {"c", "b", "a"}, id="sets"),
        pytest.param(np.zeros(3), np.zeros(3), id="arrays"),
        pytest.param(made(3), made(3), id="closures"),
        pytest.param(lambda x: x + 1, (lambda x: x + 1), id="lambdas on a line"),
        pytest.param(np.random.default_rng(1), np.random.default_rng(1), id="generators"),
        pytest.param(stats.gamma(2, scale=3), stats.gamma(2, scale=3), id="distributions"),
        pytest.param(PairedAccuracy(0.1, 0.8), PairedAccuracy(0.1, 0.8), id="worlds"),
        pytest.param(Plain(1), Plain(1), id="objects"),
    ],
)
def test_value_equal_things_have_equal_names(one, other):
    if isinstance(one, types.FunctionType):
        other.__qualname__ = one.__qualname__
    assert fingerprint(one) == fingerprint(other)


def test_what_a_draw_changes_in_a_generator_changes_its_name():
    rng = np.random.default_rng(1)
    before = fingerprint(rng)
    rng.random()
    drawn = fingerprint(rng)
    rng = np.random.default_rng(1)
    rng.spawn(1)
    assert len({before, drawn, fingerprint(rng)}) == 3


@pytest.mark.parametrize("make", [Cached, Plain])
def test_what_is_worked_out_from_the_rest_is_no_part_of_the_name(make):
    thing = make(3)
    before = fingerprint(thing)
    assert thing.square == 9
    assert "square" in vars(thing)
    assert fingerprint(thing) == before


def test_a_cache_is_no_part_of_the_name_but_a_field_that_is_not_compared_is():
    assert fingerprint(Cached(1, {1: 2})) == fingerprint(Cached(1))
    assert Slotted(1.0, np.zeros(2)) == Slotted(1.0, np.ones(2))
    assert fingerprint(Slotted(1.0, np.zeros(2))) != fingerprint(Slotted(1.0, np.ones(2)))


def test_critical_counts_that_were_found_do_not_change_the_name_of_a_conclusion():
    from claimwise.bayes.priors import dirichlet_prior

    rule = Conclusion(50, dirichlet_prior("uniform"), 0.0, 0.95)
    before = fingerprint(rule)
    rule.probability(PairedAccuracy(0.1, 0.8))
    assert rule._known
    assert fingerprint(rule) == before


def test_an_attribute_set_later_changes_the_name():
    thing = Plain(1)
    thing.more = 2
    assert fingerprint(thing) != fingerprint(Plain(1))


CHANGES = {
    "constant": "def f(x): return x + 2",
    "global it reads": "LIMIT = 2\ndef f(x): return x + LIMIT",
    "function it calls": "def g(x): return x + 2\ndef f(x): return g(x)",
    "method of a class it makes": "class C:\n    def m(self, x): return x + 2\n"
    "def f(x): return C().m(x)",
    "attribute of a class it makes": "class C:\n    k = 2\ndef f(x): return x + C.k",
    "inner function": "def f(x):\n    def g(): return x + 2\n    return g()",
}


@pytest.mark.parametrize("what", sorted(CHANGES))
def test_a_change_of_what_a_script_says_changes_the_name(what):
    now = CHANGES[what]
    before = now.replace("2", "1")
    assert fingerprint(written(now)) == fingerprint(written(now))
    assert fingerprint(written(now)) != fingerprint(written(before))


def test_what_a_function_does_not_read_is_no_part_of_its_name():
    text = "def f(x): return x + LIMIT"
    some = fingerprint(written(text, LIMIT=1, other=1))
    assert some == fingerprint(written("\n\n" + text, LIMIT=1, other=2))
    assert some != fingerprint(written(text, LIMIT=2, other=1))


def test_a_module_of_theirs_is_named_by_its_text(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    names = set()
    for k in (1, 2):
        (tmp_path / "their_numbers.py").write_text(f"K = {k}  # {'!' * k}\n")
        (tmp_path / "their_model.py").write_text("import their_numbers\n")
        for name in ("their_numbers", "their_model"):
            sys.modules.pop(name, None)
        import their_model

        names.add(fingerprint(written("def f(x): return m.score(x)", m=their_model)))
    assert len(names) == 2


def test_things_that_contain_themselves_have_names():
    def down(n):
        return down(n - 1) if n else 0

    loop = [1]
    loop.append(loop)
    assert fingerprint(loop) != fingerprint([1, [1]])
    assert len(fingerprint(down)) == 64


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(threading.Lock, id="lock"),
        pytest.param(lambda: sys.__stdout__, id="file"),
        pytest.param(lambda: (x for x in "ab"), id="generator"),
        pytest.param(lambda: sys._getframe(), id="frame"),
    ],
)
def test_what_has_no_name_is_refused_wherever_it_stands(make):
    thing = make()
    for whole in (thing, [thing], partial(above, thing), lambda x: thing):
        with pytest.raises(UnnameableError, match="has no name"):
            fingerprint(whole)


def test_what_is_too_deep_is_refused():
    deep = []
    for _ in range(5000):
        deep = [deep]
    with pytest.raises(UnnameableError, match="too deeply"):
        fingerprint(deep)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner) | st.tuples(inner, inner),
    max_leaves=8,
)


@given(values, values)
def test_law_names_are_equal_if_and_only_if_the_values_are_written_alike(one, other):
    assert (fingerprint(one) == fingerprint(other)) == (repr(one) == repr(other))


def test_law_names_do_not_depend_on_the_process():
    code = (
        "import numpy as np\nfrom pathlib import Path\n"
        "from claimwise.run.fingerprint import fingerprint\n"
        "print(fingerprint([{'a', 'b', 'c', 'dd'}, frozenset({1.5, 'x', None}), {'k': {1, 2}},"
        " np.arange(3.0), Path('x'), len, np.mean, lambda x: x in {'p', 'q', 'r'}]))"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(printed) == 1


def test_the_version_changes_with_any_file_of_the_package(tmp_path):
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "a.py").write_text("x = 1")
    (tmp_path / "b.py").write_text("y = 1")
    seen = [files_digest(tmp_path)]
    (tmp_path / "room" / "a.py").write_text("x = 2")
    seen.append(files_digest(tmp_path))
    (tmp_path / "room" / "a.py").rename(tmp_path / "room" / "c.py")
    seen.append(files_digest(tmp_path))
    assert len(set(seen)) == 3


def test_the_version_names_all_that_computes():
    for what in (f"numpy {np.__version__}", "scipy 1", "numba 0", "python 3.", "claimwise 0"):
        assert what in code_version()
    assert files_digest(Path(sys.modules["claimwise"].__file__).parent) in code_version()

"""Results of blocks: what is read is what was written, bit for bit, and nothing is run."""

import json
from collections import Counter
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from claimwise.engine.simulate import Tally
from claimwise.run import Failures
from claimwise.run.results import from_text, to_text

PLAIN = st.none() | st.booleans() | st.integers() | st.text() | st.floats()
NUMBERS = arrays.arrays(
    st.sampled_from([np.dtype(x) for x in ("f8", "f4", "i8", "u1", "?", ">f8")]),
    arrays.array_shapes(min_dims=0, min_side=0, max_side=3),
)
NESTED = st.recursive(
    PLAIN | NUMBERS,
    lambda inner: (
        st.lists(inner)
        | st.lists(inner).map(tuple)
        | st.dictionaries(st.text() | st.tuples(st.floats(), st.text()), inner)
    ),
    max_leaves=6,
)


@given(NESTED)
def test_law_what_is_read_is_what_was_written(value):
    back = from_text(to_text(value))
    assert repr(back) == repr(value)
    assert to_text(back) == to_text(value)


def test_classes_of_the_package_come_back():
    tally = Tally(done=3, rejected=1, sizes=0.1, failures=Failures({("test", "oops"): 2}))
    for value in (tally, Counter({"a": 2}), np.float64(0.1), np.asfortranarray(np.eye(2))):
        back = from_text(to_text(value))
        assert type(back) is type(value)
        assert repr(back) == repr(value)
    assert back.flags.f_contiguous
    assert from_text(to_text(tally)) == tally


@dataclass
class Theirs:
    x: int


@pytest.mark.parametrize(
    "value", [{1}, Theirs(1), np.array([object()]), np.array(["a"]), b"x", 1j, print]
)
def test_what_cannot_be_read_again_is_not_written(value):
    with pytest.raises(TypeError, match="in a result"):
        to_text([value])


@pytest.mark.parametrize("name", ["os:system", "claimwise.run.store:Path", "claimwise.run:nothing"])
def test_nothing_is_called_by_name(name):
    with pytest.raises(TypeError, match="not a dataclass or counter of claimwise"):
        from_text(json.dumps([name, ["x", 1]]))


def test_an_array_of_objects_is_not_read():
    import base64
    import io

    file = io.BytesIO()
    np.save(file, np.array([print]), allow_pickle=True)
    with pytest.raises(ValueError, match="allow_pickle=False"):
        from_text(json.dumps(["array", base64.b64encode(file.getvalue()).decode()]))

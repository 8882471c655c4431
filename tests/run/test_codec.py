"""Results as JSON and raw bytes: exactly what was written comes back, and nothing is called."""

import json
import math
import struct
from collections import Counter, OrderedDict
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from claimwise.core import Row
from claimwise.data.responses import Counts
from claimwise.power.engine import Tally
from claimwise.power.ratings import Count
from claimwise.run import Failures
from claimwise.run.codec import CodecError, Written, decode, encode

DTYPES = [f"{order}{kind}" for kind in ("f2", "f4", "f8", "i2", "u4", "i8") for order in "<>"]


def same(one, other):
    """Whether two results are the same, to the last bit and the last type."""
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray | np.generic):
        form = (one.dtype.str, one.shape) == (other.dtype.str, other.shape)
        return form and one.tobytes() == other.tobytes()
    if isinstance(one, float):
        return struct.pack("<d", one) == struct.pack("<d", other)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return same(list(one.items()), list(other.items()))
    if hasattr(one, "__dataclass_fields__"):
        return all(same(getattr(one, k), getattr(other, k)) for k in one.__dataclass_fields__)
    return one == other


keys = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
plain = keys | st.floats() | st.integers(-(2**200), 2**200) | st.text(st.characters())
numbers = st.sampled_from([*DTYPES, "?", "i1"]).flatmap(
    lambda kind: arrays.arrays(kind, arrays.array_shapes(min_dims=0, max_dims=3, min_side=0))
)
counts = st.dictionaries(st.tuples(st.text(), st.text()), st.integers(0, 9)).map(Failures)
tallies = st.builds(Tally, st.integers(), sizes=st.floats(), failures=counts)
results = st.recursive(
    plain | numbers | counts | tallies | st.builds(np.float64, st.floats()),
    lambda inner: (
        st.lists(inner)
        | st.tuples(inner, inner)
        | st.dictionaries(keys | st.tuples(keys, keys), inner)
    ),
    max_leaves=10,
)


@given(results)
def test_law_what_was_written_comes_back(result):
    written = encode(result)
    assert same(decode(written), result)
    json.loads(written.text, parse_constant=lambda name: pytest.fail(name))


@pytest.mark.parametrize(
    "result",
    [
        pytest.param(float("nan"), id="nan"),
        pytest.param(struct.unpack("<d", b"\x01\0\0\0\0\0\xf8\xff")[0], id="another nan"),
        pytest.param([math.inf, -math.inf, -0.0, 5e-324], id="floats"),
        pytest.param([2**63, -(2**63), 10**5000], id="large numbers"),
        pytest.param({1: "int", "1": "text", (1, "a"): None}, id="keys"),
        pytest.param(Counter("aab"), id="counter"),
        pytest.param({(0.1, "linear"): Count(3, sizes=0.3)}, id="counts of ratings"),
        pytest.param(Counts(1, 2, 3), id="named tuple"),
        pytest.param(Row(estimand="x", estimate=float("nan"), n=3), id="frozen with slots"),
        pytest.param(np.zeros((3, 4)).T, id="columns"),
        pytest.param(np.arange(10.0)[::3], id="every third"),
        pytest.param(np.array(5), id="no dimension"),
        pytest.param(np.zeros((0, 3)), id="empty"),
        pytest.param(np.arange(3, dtype=">i4"), id="big-endian"),
        pytest.param((np.bool_(True), np.int8(-3), np.float32(0.1)), id="scalars"),
        pytest.param(["\ud800", "ä", "\0"], id="texts"),
    ],
)
def test_value_special_results_come_back(result):
    assert same(decode(encode(result)), result)


def test_value_the_bytes_are_little_endian_wherever_they_were_made():
    assert encode(np.array([1, 2], ">i2")).arrays == b"\x01\x00\x02\x00"
    assert encode(np.array([1, 2], "<i2")).arrays == b"\x01\x00\x02\x00"


def test_columns_stay_columns_in_memory():
    back = decode(encode(np.zeros((3, 4)).T))
    assert back.flags.f_contiguous
    assert not back.flags.c_contiguous


def test_arrays_that_come_back_can_be_changed():
    back = decode(encode(np.zeros(3)))
    back += 1
    assert back.tolist() == [1, 1, 1]


def test_a_dataclass_is_filled_and_not_called(monkeypatch):
    written = encode(Tally(3))
    monkeypatch.setattr(Tally, "__init__", lambda self: pytest.fail("called"))
    assert decode(written).done == 3


@dataclass
class Foreign:
    x: int = 1


class OwnList(list):
    pass


@pytest.mark.parametrize(
    "result",
    [
        pytest.param(Foreign(), id="dataclass of theirs"),
        pytest.param(OwnList(), id="list of theirs"),
        pytest.param(OrderedDict(), id="ordered dict"),
        pytest.param({1, 2}, id="set"),
        pytest.param(b"x", id="bytes"),
        pytest.param(1j, id="complex"),
        pytest.param(Fraction(1, 2), id="fraction"),
        pytest.param(np.zeros(2, object), id="objects"),
        pytest.param(np.zeros(2, np.longdouble), id="long floats"),
        pytest.param(np.array(["a"]), id="text array"),
        pytest.param(np.ma.zeros(2), id="masked array"),
        pytest.param(len, id="function"),
    ],
)
def test_what_would_not_come_back_is_refused(result):
    for whole in (result, [result], {"a": (1, result)}):
        with pytest.raises(CodecError, match=r"is not kept"):
            encode(whole)


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ('["dataclass","os:system",["x","ls"]]', "not of this package"),
        ('["dataclass","subprocess:Popen"]', "not of this package"),
        ('["dataclass","claimwise_evil:X"]', "not of this package"),
        ('["dataclass","claimwise.__main__:main"]', "not of this package"),
        ('["dataclass","claimwise.nowhere:X"]', "there is no"),
        ('["dataclass","claimwise.run.store:os.system"]', "is no class"),
        ('["dataclass","claimwise.run.store:SqliteStore"]', "no dataclass, named tuple or counter"),
        ('["dataclass","claimwise.run.store:Path"]', "is no class"),
        ('["dataclass","claimwise.run.store:open_store"]', "is no class"),
        ('["counter","claimwise.power.engine:Tally"]', "no counter"),
        ('["named","claimwise.power.engine:Tally"]', "no named"),
        ('["dataclass","collections:Counter"]', "no dataclass"),
        ('["dataclass","claimwise.power.engine:Tally",["done",1]]', "other fields"),
        ('["named","claimwise.data.responses:Counts",1]', "3 fields"),
        ('["array","|O","C",[1]]', "no array of object"),
        ('["array","<f8","C",[9]]', "fewer bytes"),
        ('["array","<f8","C",[0]]', "more bytes"),
        ('["array","<f8","C",[-1,-1]]', "no result"),
        ('["exec","1"]', "written as 'exec'"),
        ('{"a":1}', "as an object"),
        ("NaN", "by its name"),
        ('["dict",[["list"],1]]', "unhashable"),
        ("[", "no result"),
        ("[]", "no result"),
    ],
)
def test_a_doctored_text_calls_nothing_and_is_refused(text, match):
    with pytest.raises(CodecError, match=match):
        decode(Written(text, b"12345678"))

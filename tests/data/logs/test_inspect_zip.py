"""Members of a zip file: three ways of packing, and everything that can be wrong with them."""

import importlib
import io
import json
import re
import struct
import sys
import time
import tracemalloc
import zipfile
from types import SimpleNamespace

import pytest

from claimwise.core import DataError
from claimwise.core.limits import using
from claimwise.data.logs import inspect_zip, read_log
from claimwise.data.logs.inspect_zip import Members

TEXT = json.dumps({"a": list(range(2000))}).encode()


@pytest.fixture
def members(tmp_path):
    def open_bytes(content):
        path = tmp_path / "x.eval"
        path.write_bytes(content)
        return Members(path, "the log")

    return open_bytes


@pytest.mark.parametrize("method", [0, 8, 93])
def test_three_ways_of_packing(members, make_zip, method):
    with members(make_zip([("a.json", TEXT), ("b.json", b"[1]")], method)) as found:
        assert found.read("a.json") == TEXT
        assert found.json("b.json") == [1]
        assert "a.json" in found
        assert "c.json" not in found
        assert found.names("a") == ["a.json"]


@pytest.mark.parametrize("method", [0, 8])
def test_our_zip_files_are_zip_files(make_zip, method):
    """The standard library reads what the tests write."""
    with zipfile.ZipFile(io.BytesIO(make_zip([("a", TEXT)], method))) as archive:
        assert archive.read("a") == TEXT


def test_a_zip_of_the_standard_library(members):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.json", TEXT)
        with archive.open("b.json", "w", force_zip64=True) as stream:  # as Inspect writes samples
            stream.write(TEXT)
    with members(buffer.getvalue()) as found:
        assert found.read("a.json") == found.read("b.json") == TEXT


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_the_last_of_several_with_one_name(members, make_zip):
    with members(make_zip([("a", b"1"), ("a", b"2")])) as found:
        assert found.read("a") == b"2"


@pytest.mark.parametrize("method", [8, 93])
def test_whole_logs_in_every_packing(write_eval, make_inspect, by_item, method):
    rows = [make_inspect(i, "C" if i % 2 else "I") for i in range(50)]
    scores = read_log(write_eval(rows, method=method), kind="inspect")
    assert by_item(scores) == {str(i): float(i % 2) for i in range(50)}


def refuse(missing, monkeypatch):
    """Make some packages impossible to import."""
    importing = importlib.import_module

    def import_module(name, package=None):
        if name in missing:
            raise ImportError(name)
        return importing(name, package)

    monkeypatch.setattr(inspect_zip, "importlib", SimpleNamespace(import_module=import_module))


def test_zstandard_without_a_package(members, make_zip, monkeypatch):
    content = make_zip([("a.json", TEXT)], 93)
    refuse({"zstandard", "compression.zstd"}, monkeypatch)
    with members(content) as found, pytest.raises(DataError, match=r"claimwise\[data\]"):
        found.read("a.json")
    with members(make_zip([("a.json", TEXT)], 8)) as found:  # which is not needed here
        assert found.read("a.json") == TEXT


def test_zstandard_of_newer_pythons(members, make_zip, monkeypatch):
    """Python 3.14 has a module of its own; here a stand-in with the same interface."""
    zstandard = pytest.importorskip("zstandard")

    class StandIn:
        ZstdError = zstandard.ZstdError

        class ZstdDecompressor:
            def decompress(self, data, max_length=-1):
                return zstandard.ZstdDecompressor().stream_reader(data).read(max_length)

    monkeypatch.setitem(sys.modules, "compression.zstd", StandIn)
    refuse({"zstandard"}, monkeypatch)
    with members(make_zip([("a.json", TEXT)], 93)) as found:
        assert found.read("a.json") == TEXT
    broken = make_zip([("a.json", TEXT)], 93).replace(b"\x28\xb5\x2f\xfd", b"\0\0\0\0")
    with members(broken) as found, pytest.raises(DataError, match=r"damaged bytes in a.json"):
        found.read("a.json")


@pytest.mark.parametrize("method", [0, 8, 93])
def test_damage(members, make_zip, method):
    whole = make_zip([("a.json", TEXT)], method)
    place = 30 + len("a.json") + 40
    for bit in (1, 128):
        broken = bytearray(whole)
        broken[place] ^= bit
        with members(bytes(broken)) as found, pytest.raises(DataError, match=r"in a\.json"):
            found.read("a.json")


@pytest.mark.parametrize("method", [0, 8, 93])
def test_wrong_checksums_and_sizes(members, make_zip, method):
    for content in (
        make_zip([("a.json", TEXT)], method, wrong_crc=("a.json",)),
        make_zip([("a.json", TEXT)], method, sizes={"a.json": len(TEXT) - 1}),
        make_zip([("a.json", TEXT)], method, sizes={"a.json": len(TEXT) + 1}),
    ):
        with members(content) as found, pytest.raises(DataError, match="size or checksum"):
            found.read("a.json")


@pytest.mark.parametrize("method", [8, 93])
def test_a_boast_takes_no_memory(members, make_zip, method):
    content = make_zip([("a.json", TEXT)], method, sizes={"a.json": 99 << 20})
    with members(content) as found:
        tracemalloc.start()
        with pytest.raises(DataError, match="size or checksum"):
            found.read("a.json")
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < 8 << 20


@pytest.mark.parametrize("method", [8, 93])
def test_a_bomb_is_unpacked_no_further_than_declared(members, make_zip, method):
    bomb = make_zip([("a.json", b"\0" * (64 << 20))], method, sizes={"a.json": 100})
    assert len(bomb) < 200_000
    with members(bomb) as found:
        tracemalloc.start()
        with pytest.raises(DataError, match="size or checksum"):
            found.read("a.json")
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < 8 << 20


@pytest.mark.parametrize(
    ("sizes", "said"),
    [
        ({"a.json": 2 << 30}, r"200 times the packed size.*limits\(zip_ratio="),
        ({"a.json": 99 << 20, "b.json": 99 << 20}, r"all members together of .*zip_ratio="),
    ],
)
def test_what_declares_too_much_is_refused_before_it_is_unpacked(members, make_zip, sizes, said):
    content = make_zip([(name, TEXT) for name in sizes], 8, sizes=sizes)
    with pytest.raises(DataError, match=said):
        members(content)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"zip_member": 1000}, rf"at most 1,000 bytes of one member.*zip_member={len(TEXT)}"),
        ({"zip_total": 2 * len(TEXT) - 1}, rf"of all members.*zip_total={2 * len(TEXT)}"),
        ({"zip_entries": 1}, r"with 2 members; at most 1 members.*zip_entries=2"),
    ],
)
def test_each_limit_is_named_with_the_value_that_lets_it_in(members, make_zip, values, said):
    content = make_zip([("a.json", TEXT), ("b.json", TEXT)])
    with using(**values), pytest.raises(DataError, match=said) as refused:
        members(content)
    name, value = re.search(r"limits\((\w+)=(\d+)\)", str(refused.value)).groups()
    with using(**{**values, name: int(value)}), members(content) as found:
        assert found.read("b.json") == TEXT


def test_a_bomb_is_refused_at_once(tmp_path):
    """0.3 MB on disk; members of real zeros, so that the sizes are true."""
    path = tmp_path / "bomb.eval"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("header.json", "{}")
        with archive.open("summaries.json", "w", force_zip64=True) as member:
            for _ in range(300):
                member.write(bytes(1 << 20))
    began = time.monotonic()
    tracemalloc.start()
    with pytest.raises(DataError, match=r"314,572,800 bytes, 1,\d+ times"):
        read_log(path, kind="inspect")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8 << 20
    assert time.monotonic() - began < 1


def test_a_directory_that_hides_members(members, make_zip):
    """A wrong length makes the standard library skip the entries that follow."""
    broken = bytearray(make_zip([("a", b"1"), ("b", b"2"), ("c", b"3")]))
    first = broken.index(b"PK\1\2")
    second = broken.index(b"PK\1\2", first + 4)
    struct.pack_into("<H", broken, first + 32, second - first)  # a comment as long as an entry
    with zipfile.ZipFile(io.BytesIO(bytes(broken))) as archive:
        assert archive.namelist() == ["a", "c"]
    with pytest.raises(DataError, match="a damaged directory"):
        members(bytes(broken))


@pytest.mark.slow
def test_more_members_than_the_old_directory_can_count(members):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for i in range(66_000):
            archive.writestr(str(i), b"")
    with members(buffer.getvalue()) as found:
        assert len(found.names("")) == 66_000


def test_encrypted_members(members, make_zip):
    for content in (make_zip([("a", b"1")], flags=1), make_zip([("a", b"1")], 99)):
        with members(content) as found, pytest.raises(DataError, match="a encrypted"):
            found.read("a")


def test_unknown_packing(members, make_zip):
    content = make_zip([("a", b"1")], 12)
    with members(content) as found, pytest.raises(DataError, match="a in zip method 12"):
        found.read("a")


def test_a_place_outside_the_file(members, make_zip):
    whole = bytearray(make_zip([("a", TEXT)], 0))
    directory = whole.index(b"PK\1\2")
    for place, value in ((20, 1 << 30), (42, 1 << 30), (42, 5)):  # packed size, place of header
        broken = bytearray(whole)
        struct.pack_into("<I", broken, directory + place, value)
        tracemalloc.start()
        with members(bytes(broken)) as found, pytest.raises(DataError, match="in a"):
            found.read("a")
        assert tracemalloc.get_traced_memory()[1] < 8 << 20
        tracemalloc.stop()


@pytest.mark.parametrize("share", [0.0, 0.01, 0.3, 0.9, 0.99])
def test_truncated_files(logs, tmp_path, share):
    content = (logs / "inspect" / "popularity_2.eval").read_bytes()
    path = tmp_path / "x.eval"
    path.write_bytes(content[: int(len(content) * share)])
    with pytest.raises(DataError, match=r"a whole zip file.*Is the file truncated"):
        read_log(path, kind="inspect")


def test_missing_members(members, make_zip, tmp_path):
    path = tmp_path / "x.eval"
    path.write_bytes(make_zip([("summaries.json", b"[]")]))
    with pytest.raises(DataError, match=r"header\.json or _journal/start\.json in the zip"):
        read_log(path, kind="inspect")
    path.write_bytes(make_zip([("header.json", b'{"status": "error"}')]))
    with pytest.raises(DataError, match=r"at least one sample; found none .*error"):
        read_log(path, kind="inspect")
    path.write_bytes(make_zip([("header.json", b'{"status": ')]))
    with pytest.raises(DataError, match=r"no JSON in header\.json"):
        read_log(path, kind="inspect")


def test_no_file(tmp_path):
    with pytest.raises(DataError, match="no such file"):
        read_log(tmp_path / "absent.eval", kind="inspect")
    with pytest.raises(DataError, match="is a directory"):
        read_log(tmp_path, kind="inspect")


def test_files_are_closed(logs):
    """Otherwise Windows cannot delete them."""
    with Members(logs / "inspect" / "log_formats.eval", "x") as found:
        file = found._file
    assert file.closed

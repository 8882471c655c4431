"""Compiled code is kept, dropped when stale, and its making is announced."""

import io
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from claimwise.kernels import compiled
from claimwise.kernels.mixed import warm
from claimwise.kernels.mixed.vectors import dot


class Terminal(io.StringIO):
    def isatty(self):
        return True


def about(function):
    return SimpleNamespace(data={"dispatcher": SimpleNamespace(py_func=function)})


def compiling(monkeypatch, stream):
    """Announce `dot`, which compiles a function of Numba's own; return what was written."""
    monkeypatch.setattr(compiled, "sys", SimpleNamespace(stderr=stream))
    announcer = compiled.Announcer()
    announcer.on_start(about(dot.py_func))
    announcer.on_start(about(os.path.join))
    announcer.on_end(None)
    half = stream.getvalue()
    announcer.on_end(None)
    return half, stream.getvalue()


def test_a_person_sees_what_is_compiled_and_then_a_clean_line(monkeypatch):
    half, whole = compiling(monkeypatch, Terminal())
    assert "compiles for this machine, once" in half
    assert half.endswith("dot\033[K")
    assert whole == half + "\r\033[K"


def test_nothing_is_said_to_a_file(monkeypatch):
    assert compiling(monkeypatch, io.StringIO()) == ("", "")


def test_code_older_than_a_source_is_dropped(tmp_path):
    cache = tmp_path / "mixed" / "__pycache__"
    cache.mkdir(parents=True)
    files = {
        tmp_path / "a.py": 200,
        tmp_path / "mixed" / "b.py": 100,
        cache / "old.nbi": 150,
        cache / "old.nbc": 150,
        cache / "new.nbi": 250,
        cache / "new.nbc": 250,
        cache / "b.cpython-311.pyc": 50,
    }
    for path, written in files.items():
        path.touch()
        os.utime(path, (written, written))
    assert compiled.drop_stale(tmp_path) == 2
    left = {path.name for path in cache.iterdir()}
    assert left == {"new.nbi", "new.nbc", "b.cpython-311.pyc"}


@pytest.mark.slow
def test_both_models_compile_by_themselves():
    for kind in (warm.LINEAR, warm.ORDINAL):
        command = [sys.executable, "-m", "claimwise.kernels.mixed.warm", kind]
        assert subprocess.run(command, check=False).returncode == 0
        assert warm.compile_aside(kind) is None  # it is there now


def test_what_was_never_compiled_is_compiled_aside(monkeypatch):
    started = []
    monkeypatch.setattr(warm, "KEPT", dict.fromkeys(warm.KEPT, "nothing-*.nbi"))
    aside = SimpleNamespace(Popen=lambda command, **_: started.append(command), DEVNULL=None)
    monkeypatch.setattr(warm, "subprocess", aside)
    warm.compile_aside(warm.LINEAR)
    assert started[0][1:] == ["-m", "claimwise.kernels.mixed.warm", "linear"]
    monkeypatch.setattr(warm, "sys", SimpleNamespace(executable=""))
    assert warm.compile_aside(warm.LINEAR) is None

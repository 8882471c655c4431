"""Connections that never say what they want, and folders of servers that were killed."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn")

from claimwise.run.private_folder import OWNER, delete_abandoned, make_private_folder
from claimwise.web import connections

from .serving import serving, wait_for


def dripping(port: int, count: int) -> list[socket.socket]:
    """Return connections that have sent half of their headers."""
    made = []
    for _ in range(count):
        one = socket.create_connection(("127.0.0.1", port))
        one.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        made.append(one)
    return made


def is_closed(one: socket.socket) -> bool:
    one.settimeout(0.01)
    try:
        return one.recv(1) == b""
    except TimeoutError:
        return False
    except OSError:
        return True


def test_slow_headers_are_closed_and_others_are_answered(monkeypatch: Any) -> None:
    monkeypatch.setattr(connections, "SECONDS", 2.0)
    with serving() as client, contextlib.ExitStack() as stack:
        slow = [stack.enter_context(one) for one in dripping(client.settings.port, 50)]
        began = time.monotonic()
        while time.monotonic() - began < 6 and not all(map(is_closed, slow)):
            for one in slow:
                with contextlib.suppress(OSError):
                    one.sendall(b"X")
            assert client.get("/api/forms").status_code == 200
        assert all(map(is_closed, slow))
        assert client.get("/api/forms").status_code == 200, "a connection that is kept goes on"


def test_a_second_request_on_a_kept_connection_has_a_time_too(monkeypatch: Any) -> None:
    monkeypatch.setattr(connections, "SECONDS", 1.0)
    with serving() as client:
        port = client.settings.port
        with socket.create_connection(("127.0.0.1", port)) as one:
            one.sendall(f"GET /api/forms HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            assert one.recv(1 << 20).startswith(b"HTTP/1.1 200")
            one.settimeout(0.3)
            with contextlib.suppress(TimeoutError):
                while one.recv(1 << 20):
                    pass
            one.sendall(b"GET /api/forms HT")
            wait_for(lambda: is_closed(one), 5)


def test_of_too_many_that_wait_the_oldest_makes_room(monkeypatch: Any) -> None:
    monkeypatch.setattr(connections, "MOST", 20)
    with serving() as client, contextlib.ExitStack() as stack:
        slow = [stack.enter_context(one) for one in dripping(client.settings.port, 60)]
        wait_for(lambda: sum(map(is_closed, slow)) >= 40, 10)
        assert not is_closed(slow[-1])
        assert client.get("/api/forms").status_code == 200


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: Any) -> Path:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def test_the_folder_of_a_server_that_was_killed_is_deleted_at_the_next_start(
    temporary: Path,
) -> None:
    code = (
        "import sys, tempfile; tempfile.tempdir = sys.argv[1]\n"
        "from claimwise.run.private_folder import make_private_folder\n"
        "folder = make_private_folder(); (folder / 'x.csv').touch(); print(folder)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(temporary)], capture_output=True, text=True, check=True
    )
    dead = Path(done.stdout.strip())
    assert (dead / "x.csv").exists()
    mine = make_private_folder()
    assert not dead.exists()
    assert mine.stat().st_mode & 0o777 == 0o700
    assert delete_abandoned() == []
    assert mine.exists(), "one whose server runs stays"


def test_folders_of_others_are_left(temporary: Path) -> None:
    dead = {"pid": 2**22 - 1, "born": "1", "host": os.uname().nodename}
    cases = {
        "claimwise-foreign": {},
        "claimwise-elsewhere": {**dead, "host": "another machine"},
        "claimwise-odd": {"pid": "x"},
        "other-folder": dead,
    }
    for name, owner in cases.items():
        (temporary / name).mkdir(mode=0o700)
        (temporary / name / OWNER).write_text(json.dumps(owner))
    (temporary / "claimwise-open").mkdir(mode=0o755)
    (temporary / "claimwise-open" / OWNER).write_text(json.dumps(dead))
    (temporary / "real").mkdir(mode=0o700)
    (temporary / "real" / OWNER).write_text(json.dumps(dead))
    (temporary / "claimwise-link").symlink_to(temporary / "real")
    before = set(temporary.iterdir())
    assert delete_abandoned() == []
    assert set(temporary.iterdir()) == before
    (temporary / "claimwise-dead").mkdir(mode=0o700)
    (temporary / "claimwise-dead" / OWNER).write_text(json.dumps(dead))
    assert delete_abandoned() == [temporary / "claimwise-dead"]

"""claimwise serve: starts, says where, refuses in one sentence, and leaves nothing behind."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from claimwise.cli.main import cli
from claimwise.core.errors import ParameterError

from .serving import PATIENCE, wait_for

pytestmark = pytest.mark.slow


def start(*options: str, folder: Path) -> tuple[subprocess.Popen[str], str]:
    command = [sys.executable, "-m", "claimwise", "serve", "--no-open", "--port", "0", *options]
    server = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(folder)},
    )
    assert server.stdout is not None
    found = re.search(r"http://\S+", server.stdout.readline())
    assert found is not None
    return server, found.group(0)


def answers(address: str) -> bool:
    try:
        return httpx.get(address).status_code == 200
    except httpx.TransportError:
        return False


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_and_leaves_nothing_behind(tmp_path: Path, number: signal.Signals) -> None:
    server, address = start(folder=tmp_path)
    try:
        assert address.startswith("http://127.0.0.1:")
        wait_for(lambda: answers(address))
        uploaded = httpx.post(f"{address}api/examples/arc.csv", timeout=120)
        assert uploaded.status_code == 200
        assert len(list(tmp_path.glob("claimwise-*/files/*/arc.csv"))) == 1
        server.send_signal(number)
        server.wait(PATIENCE)
        assert not list(tmp_path.glob("claimwise-*"))
        assert server.stderr is not None
        assert "Traceback" not in server.stderr.read()
    finally:
        server.kill()
        server.wait()
        for stream in (server.stdout, server.stderr):
            assert stream is not None
            stream.close()


def test_an_upload_that_is_on_its_way_ends_without_a_traceback(tmp_path: Path) -> None:
    server, address = start(folder=tmp_path)
    try:
        wait_for(lambda: answers(address))
        with socket.create_connection(("127.0.0.1", httpx.URL(address).port or 0)) as half:
            host = address.removeprefix("http://").rstrip("/")
            head = f"POST /api/files?name=x.csv HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1000"
            half.sendall(head.encode() + b"\r\n\r\nitem,")
            wait_for(lambda: list(tmp_path.glob("claimwise-*/files/*/x.csv")))
            server.send_signal(signal.SIGTERM)
            _, said = server.communicate(timeout=PATIENCE)
        assert "Traceback" not in said
    finally:
        server.kill()
        server.communicate()


def test_a_port_that_is_taken_is_said() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        found = CliRunner().invoke(cli, ["serve", "--no-open", "--port", str(port)])
    assert isinstance(found.exception, ParameterError)
    assert str(port) in str(found.exception)
    assert "--port 0" in str(found.exception)


def test_without_the_packages_one_sentence_says_how_to_install_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "claimwise.web.running", None)
    found = CliRunner().invoke(cli, ["serve", "--no-open", "--port", "0"])
    assert isinstance(found.exception, ParameterError)
    assert "pip install 'claimwise[web]'" in str(found.exception)


def test_help_loads_no_web_framework() -> None:
    code = (
        "import sys\nfrom claimwise.cli.main import cli\n"
        "try:\n    cli.main(['serve', '--help'])\nexcept SystemExit:\n    pass\n"
        "sys.exit(any(name.split('.')[0] in ('fastapi', 'uvicorn', 'numpy', 'pydantic')"
        " for name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "--max-upload" in done.stdout


def test_another_address_is_warned_of(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(
        "claimwise.web.running.run", lambda settings, sock, browse: asked.append(settings)
    )
    found = CliRunner().invoke(cli, ["serve", "--host", "0.0.0.0", "--port", "0", "--no-open"])
    assert "no password" in found.stderr
    assert asked[0].host == "0.0.0.0"
    quiet = CliRunner().invoke(cli, ["serve", "--port", "0", "--no-open", "--max-upload", "3"])
    assert quiet.stderr == ""
    assert asked[1].max_upload == 3_000_000

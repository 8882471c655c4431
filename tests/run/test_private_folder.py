"""What was piped into a command that was killed does not stay."""

import json
import signal
import subprocess
import sys
from pathlib import Path

from claimwise.run.private_folder import OWNER, make_private_folder

CODE = """
import os, signal, sys, tempfile
tempfile.tempdir = sys.argv[1]
from claimwise.data.content import standard_input
print(standard_input(), flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_standard_input_of_a_command_that_was_killed_goes_with_the_next_one(
    tmp_path: Path, monkeypatch
):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-c", CODE, str(tmp_path)],
        input=b"item,system,score\n",
        capture_output=True,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    left = Path(done.stdout.decode().strip())
    assert left.read_bytes() == b"item,system,score\n"
    assert json.loads((left.parent / OWNER).read_text())["pid"]
    make_private_folder()
    assert not left.parent.exists()

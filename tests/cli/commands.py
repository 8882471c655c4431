"""Run the command line in a process of its own."""

import json
import shlex
import subprocess
import sys


def run(command, cwd=None):
    """Return what the command printed, and its exit code."""
    return subprocess.run(
        [sys.executable, "-m", "claimwise", *shlex.split(command)],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
    )


def rows(command, cwd=None):
    """Return the rows of its JSON by their names; nothing else may be printed."""
    done = run(f"{command} --json", cwd=cwd)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return {row["estimand"]: row for row in json.loads(done.stdout)["rows"]}

"""Run the command line in this process: a process of its own takes a second to start."""

import io
import json
import shlex
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest import mock

from claimwise.cli.main import main


def run(command, cwd=None):
    """Return what the command printed, and its exit code."""
    out, err, code = io.StringIO(), io.StringIO(), 0
    given = mock.patch.object(sys, "argv", ["claimwise", *shlex.split(command)])
    with redirect_stdout(out), redirect_stderr(err), chdir(cwd or Path.cwd()), given:
        try:
            main()
        except SystemExit as left:
            code = left.code or 0
    return subprocess.CompletedProcess(command, code, out.getvalue(), err.getvalue())


def rows(command, cwd=None):
    """Return the rows of its JSON by their names; nothing else may be printed."""
    done = run(f"{command} --json", cwd=cwd)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return {row["estimand"]: row for row in json.loads(done.stdout)["rows"]}

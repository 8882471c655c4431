"""What tests of replications share."""

from __future__ import annotations

import io
import shlex
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from importlib.resources import files
from pathlib import Path
from unittest import mock

import papers
from papers.__main__ import main
from papers.base import Effort
from papers.run import kept_values
from papers.verdict import verdict

FULL = Effort(quick=False, seed=1, workers=1)
FOLDER = Path(str(files("papers") / "kept"))


def judged(name, change):
    """Return the verdict on the kept values after a change of each."""
    values = [change(value) for value in kept_values(name)]
    return verdict(papers.REPLICATIONS[name], values)


def cell_of(name, **where):
    """Return the one cell that has these."""
    found = papers.REPLICATIONS[name].cells()
    (cell,) = [cell for cell in found if dict(cell.where) == where]
    return cell


def run(words, cwd=None):
    """Return what `python -m papers` printed, and its exit code."""
    out, err, code = io.StringIO(), io.StringIO(), 0
    given = mock.patch.object(sys, "argv", ["papers", *shlex.split(words)])
    with redirect_stdout(out), redirect_stderr(err), chdir(cwd or Path.cwd()), given:
        try:
            main()
        except SystemExit as left:
            code = left.code or 0
    return subprocess.CompletedProcess(words, code, out.getvalue(), err.getvalue())

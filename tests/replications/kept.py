"""What tests of replications share."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from claimwise import replications
from claimwise.replications.base import Effort
from claimwise.replications.run import kept_values
from claimwise.replications.verdict import verdict

FULL = Effort(quick=False, seed=1, workers=1)
FOLDER = Path(str(files("claimwise.replications") / "kept"))


def judged(name, change):
    """Return the verdict on the kept values after a change of each."""
    values = [change(value) for value in kept_values(name)]
    return verdict(replications.REPLICATIONS[name], values)


def cell_of(name, **where):
    """Return the one cell that has these."""
    found = replications.REPLICATIONS[name].cells()
    (cell,) = [cell for cell in found if dict(cell.where) == where]
    return cell

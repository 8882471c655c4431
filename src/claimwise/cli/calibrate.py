"""claimwise calibrate: is this procedure honest on data like mine?"""

from __future__ import annotations

import click

from claimwise.cli.grouped import Declared
from claimwise.verbs.calibrate import VERBS


@click.group(cls=Declared, verbs=VERBS)
def calibrate() -> None:
    """False positives, power, coverage and errors of p-values, on data like yours."""

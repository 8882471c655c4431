"""claimwise design: who rates what."""

from __future__ import annotations

from typing import Any

import click

from claimwise.cli.files import check_apart, check_file
from claimwise.cli.grouped import Declared
from claimwise.cli.output import Output
from claimwise.core.display import shown
from claimwise.verbs.design import JUDGEMENTS, VERBS
from claimwise.verbs.verb import Verb


def run(verb: Verb, files: tuple[str, ...], given: dict[str, Any], output: Output) -> None:
    """Make the design, write it where it is wanted, and say what it is."""
    output.check()
    rng, out = given.pop("rng"), given.pop("out")
    if out is not None:
        check_file("--out", out)
        check_apart({"--out": out, **output.paths})
    from claimwise.core import root_seed

    found = verb.find()(pairs=verb is JUDGEMENTS, **given).make(root_seed(rng), shuffled=True)
    output.show(found.result())
    if out is not None:
        found.write(out)
    if not output.as_json:
        click.echo(f"\nWritten: {shown(out)}" if out else "\nWrite the assignment with --out FILE.")


@click.group(cls=Declared, verbs=VERBS, runs={verb.name: run for verb in VERBS})
def design() -> None:
    """Lay out a study before it is run: who rates what, under which system."""

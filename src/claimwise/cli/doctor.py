"""claimwise doctor: what is in this file, and what is wrong with it?"""

from __future__ import annotations

from typing import Any

from claimwise.cli.compare import compare
from claimwise.cli.grouped import command_of
from claimwise.cli.output import Output, in_own_options
from claimwise.verbs.doctor import DOCTOR
from claimwise.verbs.verb import Verb


def run(verb: Verb, files: tuple[str, ...], given: dict[str, Any], output: Output) -> None:
    """Look into the files; what is advised is for a comparison, and spelled with its options."""
    output.check()
    from claimwise.report.python_lines import python_lines

    examine = verb.find()
    result = in_own_options(examine(*files, **given), compare)
    output.show(result, python=python_lines("cw.doctor", examine, *files, result=result, **given))


doctor = command_of(DOCTOR, run)

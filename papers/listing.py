"""What all replications come to, as one list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from claimwise.core import Note, Result, Row, meaning, provenance
from papers.origin import BESIDE
from papers.run import SEED

COUNTED = {  # rows of the list
    "numbers": "numbers",
    "same": "numbers_reproduced",
    "stored": "numbers_stored",
    "claims": "sentences",
    "held": "sentences_held",
    "draws": "single_draws",
    "plausible": "single_draws_plausible",
    "unexplained": "unexplained",
}
OF_EACH = ("name", "title", "source", "run", "parts", "stored", "zeros", "unexplained", "reasons")
WEIN = "Wein et al. (2023)"


def listed(results: Sequence[Result]) -> Result:
    """Return what all these replications come to, as one list."""
    lines = []
    rows = []
    for result in results:
        settings = result.provenance["settings"]
        widths = settings["tolerances"] or {}
        line = {key: settings[key] for key in OF_EACH} | settings["verdict"]
        line |= {"beside": settings["name"] in BESIDE, "tolerances": widths}
        lines.append(line)
        numbers = {called: float(line[key]) for key, called in COUNTED.items()}
        numbers |= {f"tolerance_{key}": x for key, x in widths.items()}
        at = {"part": line["name"]}
        rows += [Row(quantity=key, at=at, estimate=x) for key, x in numbers.items()]
    seed = results[0].provenance["seed"] if results else SEED
    return Result(
        kind="replications",
        method="replications",
        rows=tuple(rows),
        notes=tuple(_notes(lines)),
        provenance=provenance({"verb": "replications", "list": lines}, seed=seed),
    )


def _notes(lines: Sequence[Mapping[str, Any]]) -> list[Note]:
    """Say what the numbers are, which entries are no table of a paper, and what is not computed."""
    theirs = [line for line in lines if f"{WEIN}, Table" in line["source"]]
    wein, zeros = (sum(line[key] for line in theirs) for key in ("numbers", "zeros"))
    stored = sum(line["stored"] for line in lines)
    notes = []
    if wein:
        notes.append(
            meaning(
                f"{wein} of the numbers are true p of {WEIN}, each judged once for every sampler "
                f"beside which it is printed; {zeros} of them are published as 0."
            )
        )
    if stored:
        notes.append(
            meaning(
                f"{stored} numbers are not printed in the paper but stored with the authors' code: "
                f"{', '.join(line['name'] for line in lines if line['stored'])}."
            )
        )
    beside = [line["name"] for line in lines if line["beside"]]
    if beside:
        notes.append(meaning(f"No table or figure of a paper: {', '.join(beside)}."))
    shown = [line["name"] for line in lines if line["run"] == "kept"]
    if 0 < len(shown) < len(lines):
        notes.append(
            meaning(
                "Not computed now but taken from the full run that is kept in papers/kept: "
                f"{', '.join(shown)}."
            )
        )
    return notes

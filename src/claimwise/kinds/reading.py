"""Fields of how files are read: which columns, which systems, which part of a log."""

from __future__ import annotations

from claimwise.core.field import READING, Field, column, file, text
from claimwise.verbs.verb import later

NAME = r"^[^/\\\x00-\x1f\x7f]{1,200}$"  # of a system or column: never a path
SYSTEM_A = Field(
    name="a",
    type="system",
    title="A",
    help="Baseline system (A).",
    group=READING,
    metavar="SYSTEM",
    pattern=NAME,
)
SYSTEMS = (SYSTEM_A, SYSTEM_A.but(name="b", title="B", help="Candidate system (B)."))
COLUMN = Field(
    name="column",
    type="columns",
    title="Columns",
    help="Columns that play a role, such as score=f1 or item=qid.",
    group=READING,
    parameter="columns",
    several=True,
    reads=later("verbs.texts:columns"),
    metavar="ROLE=NAME",
)
NAMES = text(
    "system",
    "Names",
    "Name of the system in a file; once for each file.",
    group=READING,
    several=True,
    metavar="NAME",
    pattern=NAME,
)
REFERENCES = file(
    "references",
    "References",
    "References of the outputs, line by line; once for each reference translation.",
    group=READING,
    several=True,
)
CLUSTER = column(
    "cluster",
    "Cluster",
    "Column of the items' clusters, such as doc.passage, or none; of outputs a file with the "
    "document of each line.",
    group=READING,
    suggestions=("none",),
)
DATASET = text(
    "dataset", "Data set", "Data set to use.", group=READING, metavar="NAME", pattern=NAME
)
FILTER = text(
    "filter",
    "Filter",
    "Filter of an lm-eval log, or split of a HELM log.",
    group=READING,
    metavar="NAME",
    pattern=NAME,
)
GOLD = text(
    "gold",
    "Gold",
    "Source of the gold answers, in a file of answers.",
    group=READING,
    metavar="NAME",
    pattern=NAME,
)

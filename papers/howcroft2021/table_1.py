"""Table 1 of Howcroft and Rieser (2021): how many systems, items, texts and ratings the data have.

Of seven data sets one is at hand whole, the ratings of fluency of Dathathri et al. (2020), as one
file of the authors' ten. Of those of Novikova et al. (2017) the outputs and the medians of their
ratings are; reNEM has new ratings of the same outputs. Counts that need single ratings of these,
and those of the three HUSE data sets, cannot be computed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from statistics import fmean, median

from papers.authors import Line, Table
from papers.base import Claim, Effort, Value
from papers.card2020.tables_12_16 import RATED, SYSTEMS
from papers.declared import Part, declared
from papers.found import numbers

TABLE_1, ALL, MEDIANS = "Table 1", "ratings of all data sets", "medians of ratings"
PPLM, NEM_1, NEM_2, RE_NEM = "PPLM", "NEM1", "NEM2", "reNEM"
SCALE, SYSTEM, ITEM, TEXT = "scale", "systems", "items", "texts"
PEOPLE, RATING, PER_TEXT, PER_PERSON = (
    "participants",
    "ratings",
    "ratings of a text",
    "ratings of a participant",
)
JUDGED = Table("emnlp_data_medians.csv", ("dataset", "system", "mr", "sys_ref", "quality"), 2460)
SOURCES = {NEM_1: ("BAGEL",), NEM_2: ("SFRES", "SFHOT"), RE_NEM: ("BAGEL", "SFRES", "SFHOT")}
PEOPLE_OF_NEM = 3  # who rated each output, as the paper says
NAMELESS = ("A12", "A13")  # two columns of the authors' files that have no name at their head
THOUSANDS = "thousands"
OUTPUTS, BETWEEN = "outputs", "medians between two points"
RATINGS = {  # as printed
    "HUSE1": 4000,
    "HUSE2": 4000,
    "HUSE3": 12000,
    PPLM: 19486,
    NEM_1: 2967,
    NEM_2: 40965,
    RE_NEM: 7380,
}
LINES = {
    PPLM: (5, 4, 1361, 1361, 14, 19486, 9, 1356),
    NEM_1: (6, 2, 202, 296),
    NEM_2: (6, 2, 972, 1954),
    RE_NEM: (6, 3, 1174, 2250),
}
NUMBERS = (SCALE, SYSTEM, ITEM, TEXT, PEOPLE, RATING, PER_TEXT, PER_PERSON)
PRINTED = {
    **{
        (TABLE_1, line, number): str(x)
        for line, counts in LINES.items()
        for number, x in zip(NUMBERS, counts, strict=False)
    },
    (TABLE_1, RE_NEM, RATING): "7380",
    (ALL, THOUSANDS, "fewest"): "4",
    (ALL, THOUSANDS, "most"): "41",
    (ALL, THOUSANDS, "median"): "7.4",
    (ALL, THOUSANDS, "mean"): "13",
}
Found = dict[tuple[str, str], float]


def _in(part: str, found: Mapping[str, float]) -> Found:
    return {(part, number): x for number, x in found.items()}


def _fluency(effort: Effort, **_: str) -> tuple[Found, Found]:
    """Return the counts of the ratings of fluency; their way, two columns are one person."""
    rows = RATED.read(effort)
    texts = Counter(row["text"] for row in rows)
    found = {
        SCALE: len({row.whole("rating", 1, 5) for row in rows}),
        SYSTEM: len({row.one_of("system", *SYSTEMS) for row in rows}),
        ITEM: len(texts),
        TEXT: len(texts),
        RATING: len(rows),
        PER_TEXT: Counter(texts.values()).most_common(1)[0][0],
    }
    ours = _people(row["participant"] for row in rows)
    theirs = _people(
        NAMELESS[0] if row["participant"] in NAMELESS else row["participant"] for row in rows
    )
    return _in(TABLE_1, found | ours), _in(TABLE_1, theirs)


def _people(names: Iterable[str]) -> dict[str, float]:
    counts = Counter(names)
    return {PEOPLE: len(counts), PER_PERSON: median(counts.values())}


def _outputs(effort: Effort, line: str) -> Found:
    """Return the counts of outputs; the ratings of reNEM are as many as the paper has of each."""
    rows = [row for row in JUDGED.read(effort) if row["dataset"] in SOURCES[line]]
    found: dict[str, float] = {
        SCALE: len({x for x in map(_quality, rows) if x.is_integer()}),
        SYSTEM: len({row["system"] for row in rows}),
        ITEM: len({row["mr"] for row in rows}),
        TEXT: len({row["sys_ref"] for row in rows}),
    }
    if line == RE_NEM:
        return _in(TABLE_1, found | {RATING: PEOPLE_OF_NEM * len(rows)})
    halves = sum(not x.is_integer() for x in map(_quality, rows))
    return _in(TABLE_1, found) | _in(MEDIANS, {OUTPUTS: len(rows), BETWEEN: halves})


def _quality(row: Line) -> float:
    return row.number("quality")


def _ratings(_: Effort, **__: str) -> tuple[Found, Found]:
    """Return how the printed numbers of ratings vary; their way, NEM1 and NEM2 are one data set."""
    joined = {**RATINGS, NEM_1: RATINGS[NEM_1] + RATINGS[NEM_2]}
    del joined[NEM_2]
    fewest = _spread(joined.values())["fewest"]
    return _in(THOUSANDS, _spread(RATINGS.values())), {(THOUSANDS, "fewest"): fewest}


def _spread(ratings: Iterable[int]) -> dict[str, float]:
    every = [x / 1000 for x in ratings]
    return {"fewest": min(every), "most": max(every), "median": median(every), "mean": fmean(every)}


def _claim(values: list[Value]) -> Claim:
    """Hold what Appendix A says of the ratings of Novikova et al. (2017)."""
    outputs, halves = (numbers(values, "line", number=x) for x in (OUTPUTS, BETWEEN))
    shown = " and ".join(
        f"{RATINGS[line] / n:.1f} for each of the {n:,.0f} outputs of {line}"
        for line, n in outputs.items()
    )
    return Claim(
        "each text of NEM1 and NEM2 was scored by 3 different crowdworkers",
        not any(halves.values()),
        f"The median of three whole ratings is whole: {sum(halves.values()):.0f} of "
        f"{sum(outputs.values()):,.0f} medians are not. The ratings of Table 1 are {shown}.",
        because="some were scored by an even number",
    )


TABLE = declared(
    name="howcroft-table-1",
    source="Howcroft and Rieser (2021), Table 1",
    title="Data sets of ratings",
    columns=("part", "line", "number"),
    parts=[
        Part(_fluency, {"line": [PPLM]}),
        Part(_outputs, {"line": list(SOURCES)}),
        Part(_ratings, {"part": [ALL]}),
    ],
    printed=PRINTED,
    reasons=[
        (
            {"number": (PEOPLE, PER_PERSON)},
            "two columns of raters that have no name count as one person in the paper",
        ),
        (
            {"number": (ITEM, TEXT)},
            "three texts occur with two kinds of line ends, which count as two texts in the paper",
        ),
        ({}, "NEM1 and NEM2 count as one data set here, and as two in the rest of the sentence"),
    ],
    claims=_claim,
    remarks=[
        "The lines of HUSE1 to HUSE3 cannot be computed: their ratings are on a server that is not "
        "at hand, and those in the authors' repository are of another round. Nor can numbers of "
        "ratings of NEM1 and NEM2: the file of single ratings is not at hand.",
        "Line ends can be seen in the ten files of Dathathri et al. only, not in the joined one: "
        "there 1,361 texts are 1,358 where both kinds of line ends are one.",
        "reNEM was never published. Its systems, items and texts are those of NEM1 and NEM2 "
        "together, which is how they are counted here, and its ratings three of each output.",
        "Table 1 has seven lines and the text speaks of six data sets.",
    ],
    measures="Counts",
    tables="part",
    needs=(RATED.name, JUDGED.name),
)

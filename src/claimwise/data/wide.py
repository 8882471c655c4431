"""Wide tables: a row for each item and a column of scores for each system."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError, Note, as_words, caution, option
from claimwise.core.missing import listed, not_in
from claimwise.data.columns import Table, kind
from claimwise.data.hints import percent_hints
from claimwise.data.long import KEPT, missing_column, no_label
from claimwise.data.numbers import kind_of, way_of_writing
from claimwise.data.role_names import is_id
from claimwise.data.roles import Roles
from claimwise.data.scores import Coded, Scores

FEWEST = 8  # rows from which distinct whole numbers look like ids
FEWEST_IN_STEP = 4  # and from which numbers at a constant step do
NEARLY_ALL = 0.95
FAR = 10.0  # times as large
MEASURED = frozenset(  # words in names of columns that are not the scores of a system
    (
        *("cost", "price", "token", "tokens", "length", "chars", "characters", "words", "time"),
        *("timestamp", "date", "year", "month", "day", "published", "seconds", "duration"),
        *("latency", "difficulty", "level", "fold", "split", "temperature", "weight", "confidence"),
        *("shots", "average", "avg", "total", "rank", "turns", "steps", "answerable"),
    )
)


def read_wide(table: Table, roles: Roles, systems: Sequence[str] | None) -> Scores:
    """Read a wide table.

    Every column that plays no role and holds numbers or verdicts is a system, unless the
    systems are named. Without a column for the items they are numbered, row by row.
    """
    others = [n for n in table.names if n and n not in roles.columns.values()]
    item = roles.get("item")
    inferred: list[str] = [g for g in roles.inferred if g.role in ("item", *KEPT)]
    names = list(systems) if systems is not None else numeric_columns(table, roles)
    for name in names:
        if name not in table.names:
            raise DataError(*not_in(name, others, table.name))
    _refuse_too_few(table, names, item, others)
    if systems is None and all(map(is_measured, names)) and _partly(table, _left(others, names)):
        raise missing_column(table, "score")
    kept = [role for role in KEPT if roles.get(role)]
    labels = [roles.columns[role] for role in (["item"] if item else []) + kept]
    loaded = table.load(labels, names)
    if systems is None:
        _refuse_odd_columns(table, {name: loaded.scores[name] for name in names}, item)
    n, k = loaded.rows, len(names)
    notes: list[Note] = percent_hints([table.sample()[name] for name in names])
    if item is None:
        items = Coded(np.arange(n, dtype=np.int32), tuple(str(i + 1) for i in range(n)))
        inferred.append("item: the number of the row, as no column names the items")
    else:
        items = loaded.labels[item]
        empty = np.flatnonzero(items.codes < 0)
        if len(empty):
            raise no_label(table, "item", item, int(empty[0]))
    if systems is None:
        inferred.append(f"systems: columns {', '.join(names)}")
        ignored = [name for name in others if name not in names]
        if ignored:
            inferred.append(f"ignored: columns {', '.join(ignored)}")
            notes += _partly(table, _left(others, names))
    more: dict[str, Any] = {role: _repeat(loaded.labels[roles.columns[role]], k) for role in kept}
    return Scores(
        item=_repeat(items, k),
        system=Coded(np.repeat(np.arange(k, dtype=np.int32), n), tuple(names)),
        score=np.concatenate([loaded.scores[name] for name in names]),
        inferred=tuple(inferred),
        notes=tuple(notes),
        sources=tuple((f"column {name} of {table.name}", n) for name in names),
        **more,
    )


def _refuse_odd_columns(
    table: Table, columns: Mapping[str, NDArray[np.float64]], item: str | None
) -> None:
    """Refuse a column that would become a system though it does not look like the others.

    One that looks like an id: different whole numbers where the others repeat theirs. One on
    another scale: nothing of it lies where the others lie; where no column names the items, so
    that anything may be counted, its size alone is enough. One that is called like something else
    that is measured, such as a cost. Or one that never varies, next to others that do.
    """
    ids = _ids(columns)
    odd: dict[str, list[str]] = {}  # by the reason, in words for one and for several
    for why, found in (
        ("looks like an id|look like ids", ids),
        ("is not called like a system|are not called like systems", _measured(columns)),
        ("never varies|never vary", _constant(columns)),
        ("is written otherwise than the others|are written otherwise", _written(table, columns)),
    ):
        found = [name for name in found if not any(name in others for others in odd.values())]
        if found and len(found) < len(columns):
            odd[why] = found
    likely = [name for name in columns if not any(name in others for others in odd.values())]
    rest = {name: columns[name] for name in likely}
    apart = _apart(rest) or ([] if item else _large(rest))
    if len(rest) - len(apart) < 2 <= len(apart) < len(rest):  # then the others are odd
        apart = [name for name in rest if name not in apart]
    if apart and len(apart) < len(columns):
        odd["is on another scale than the others|are on another scale"] = apart
        likely = [name for name in likely if name not in apart]
    if odd:
        _ask(table, odd, likely if len(likely) > 1 else list(columns), ids)


def _ask(table: Table, odd: Mapping[str, list[str]], likely: list[str], ids: list[str]) -> None:
    said = [f"{listed(names)} {why.split('|')[len(names) > 1]}" for why, names in odd.items()]
    named = "Name the systems: " + option("system", likely)
    items = "; or the items: " + option("columns", {"item": ids[0]}) if ids else as_words("")
    raise DataError(
        f"Which columns of {table.name} are systems? {'; '.join(said)}.", named + items + "."
    )


def _left(others: Sequence[str], names: Sequence[str]) -> list[str]:
    return [name for name in others if name not in names and not is_id(name)]


def _partly(table: Table, names: Sequence[str]) -> list[Note]:
    """Say which columns are not systems though some of their cells could be scores."""
    sample = table.sample()
    odd = [name for name in names if any(map(_could_be_score, sample[name]))]
    if not odd:
        return []
    said = f"Left out: {listed(odd)}, whose cells are not all scores."
    return [caution(said + " If it is a system, write numbers, or true and false.")]


def _could_be_score(text: str) -> bool:
    """Whether a cell is a number, a verdict, or Y and N."""
    plain = text.strip().lower()
    return kind_of(plain) in ("number", "verdict") or plain in ("y", "n")


def _ids(columns: Mapping[str, NDArray[np.float64]]) -> list[str]:
    return [name for name, values in columns.items() if _counts_up(values)]


def _written(table: Table, columns: Mapping[str, NDArray[np.float64]]) -> list[str]:
    """Return the columns that are written otherwise than most: true or false next to yes or no."""
    sample = table.sample()
    ways = {name: way for name in columns if (way := way_of_writing(sample[name]))}
    often = Counter(ways.values())
    usual = max(often, key=lambda way: often[way], default="")

    def odd(way: str) -> bool:
        """Whether it is seldomer; of two that are as frequent, 1 and yes may stand together."""
        alike = "number" in (way, usual) and "percent" not in (way, usual)
        return often[way] < often[usual] or (way != usual and not alike)

    return [name for name, way in ways.items() if odd(way)]


def _measured(columns: Mapping[str, NDArray[np.float64]]) -> list[str]:
    """Return the columns whose name has a word for something that is not a score of a system."""
    return [name for name in columns if is_measured(name)]


def is_measured(name: str) -> bool:
    """Whether a column is called like something else that is measured or said of an item.

    >>> is_measured("cost_usd"), is_measured("is_multilingual"), is_measured("gpt-4")
    (True, True, False)
    """
    words = re.split(r"[^a-z]+", name.lower())
    return bool(MEASURED & set(words)) or (len(words) > 1 and words[0] in ("is", "has"))


def _constant(columns: Mapping[str, NDArray[np.float64]]) -> list[str]:
    """Return the columns of one value that is neither right nor wrong, where others vary."""
    same = {name: np.unique(values[~np.isnan(values)]) for name, values in columns.items()}
    odd = [name for name, known in same.items() if len(known) == 1 and known[0] not in (0.0, 1.0)]
    return odd if any(len(known) > 1 for known in same.values()) else []


def _counts_up(values: NDArray[np.float64]) -> bool:
    """Whether nearly all values are whole numbers, each of them once.

    Of a few rows only numbers that rise or fall by the same step each time look like ids.
    """
    known = values[~np.isnan(values)]
    if len(known) < FEWEST_IN_STEP or not (known == np.rint(known)).all():
        return False
    steps = np.unique(np.diff(known))
    if len(steps) == 1 and steps[0] != 0:
        return True
    return len(known) >= FEWEST and len(np.unique(known)) >= NEARLY_ALL * len(known)


def _apart(columns: Mapping[str, NDArray[np.float64]]) -> list[str]:
    """Return the columns on another scale than the others.

    Those whose range meets that of no other one, where the others meet; those with values beyond 0
    and 1 next to right and wrong; and those that lie with each other, far from all others.
    """
    known = {name: values[~np.isnan(values)] for name, values in columns.items()}
    known = {name: values for name, values in known.items() if len(values)}
    ends = {name: (float(values.min()), float(values.max())) for name, values in known.items()}
    verdicts = [name for name, values in known.items() if set(np.unique(values)) == {0.0, 1.0}]
    beyond = [name for name, (low, high) in ends.items() if low < 0 or high > 1]
    if verdicts and beyond:
        return beyond
    far = _far(known, ends)
    if far:
        return far
    if len(ends) > 2:
        alone = {
            name: not any(_meet(own, other) for key, other in ends.items() if key != name)
            for name, own in ends.items()
        }
        odd = [name for name, is_alone in alone.items() if is_alone]
        return odd if len(odd) < len(ends) - 1 else []
    # Two systems may lie apart; but a share and a count do not belong together.
    shares = [name for name, (low, high) in ends.items() if low >= 0 and high <= 1]
    counts = [name for name, (low, _) in ends.items() if low > 1]
    return counts if shares else []


def _far(
    known: Mapping[str, NDArray[np.float64]], ends: Mapping[str, tuple[float, float]]
) -> list[str]:
    """Return columns whose ranges meet each other, and are ten times as large as all others."""
    sizes = {name: float(np.median(np.abs(values))) for name, values in known.items()}
    least = min(sizes.values(), default=0.0)
    small = [name for name, size in sizes.items() if size <= FAR * least or size <= 1]
    top = max((ends[name][1] for name in small), default=0.0)
    return [name for name in ends if name not in small and ends[name][0] > top]


def _large(columns: Mapping[str, NDArray[np.float64]]) -> list[str]:
    """Return columns of numbers above 1 that are more than ten times as large as the least."""
    sizes = {name: float(np.nanmedian(np.abs(v))) for name, v in columns.items() if not _no(v)}
    least = max(1.0, min(sizes.values(), default=0.0))
    return [name for name, size in sizes.items() if size > FAR * least]


def _no(values: NDArray[np.float64]) -> bool:
    return bool(np.isnan(values).all())


def _meet(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


def numeric_columns(table: Table, roles: Roles) -> list[str]:
    """Return the columns of numbers or verdicts that play no role, and are not called like ids."""
    sample, taken = table.sample(), set(roles.columns.values())
    return [
        name
        for name in table.names
        if name
        and name not in taken
        and not is_id(name)
        and kind(sample[name]) in ("number", "verdict")
    ]


def _repeat(column: Coded, times: int) -> Coded:
    return Coded(np.tile(column.codes, times), column.labels)


def _refuse_too_few(
    table: Table, names: Sequence[str], item: str | None, others: Sequence[str]
) -> None:
    if item is None and table.names and all(kind_of(n) in ("number", "empty") for n in table.names):
        raise DataError(
            f"The first line of {table.name} has numbers alone.",
            "Add a header line that names the columns.",
        )
    if names and (item is not None or len(names) >= 2):
        return
    if item is not None or len(others) < 2:
        raise missing_column(table, "score")
    raise missing_column(table, "item")

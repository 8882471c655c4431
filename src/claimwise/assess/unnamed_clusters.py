"""Would a finding stand if the items of a group that nobody named were alike?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from claimwise.core import (
    ClaimwiseError,
    DataError,
    Note,
    Result,
    Row,
    as_words,
    caution,
    option,
    spelled,
)
from claimwise.core.missing import listed
from claimwise.core.words import p_words
from claimwise.data import Scores
from claimwise.data.groupings import can_group, could_group, groups_items

SETTING = "could_be_clusters"  # the column by which a finding would not stand


def with_unnamed_clusters(
    result: Result,
    compare: Callable[..., Result],
    given: Mapping[str, Any],
    guesses: Iterable[str] = (),
    read: Callable[[str], Any] | None = None,
) -> Result:
    """Add a caution, before all others, where a finding would be open with a column as clusters.

    Findings alone are tried: where the verdict is open already, nothing is claimed that clusters
    could take back. The verdict stays as it is, since a column may repeat for other reasons.

    Parameters
    ----------
    result : Result
        What was found with the items as independent.
    compare : callable
        Compares; the function of that name.
    given : mapping
        Its arguments, and `sources`. Nothing is tried where clusters were named, or denied.
    guesses : iterable of str
        Columns that were found to have a role.
    read : callable, optional
        Reads scores with a column as clusters: they are compared only if it can hold clusters.
    """
    found, asked = _findings(result), dict(given)
    if not found or asked["cluster"] is not None or _sizes(result)[0]:
        return result
    asked |= _by_verdict_alone(result.settings["assess"])
    sources = asked.pop("sources")
    taken = {*guesses, *dict(asked.get("columns") or {}).values()}
    taken |= {row.at["system"] for row in result.select("score")}
    for name in could_group(sources, taken):
        try:
            tried = _again(compare, sources, asked, name, read)
        except ClaimwiseError:
            continue  # no clusters of these items
        groups, items = _sizes(tried)
        if not can_group(groups, items):
            continue
        after = {spelled(row.at): row.estimate for row in tried.select("verdict")}
        lost = [row for row in found if after.get(spelled(row.at)) != row.estimate]
        if lost:
            of = f"with the {groups:,} values of {name} over {items:,} items as clusters"
            said = _caution(name, of, lost, len(found), tried)
            kept = dict(result.provenance)
            kept["settings"] = {**kept["settings"], SETTING: name}
            return replace(result, notes=(said, *result.notes), provenance=kept)
    return result


def _by_verdict_alone(ways: Sequence[str]) -> dict[str, Any]:
    """Return options of `compare` that leave its verdict alone, by the default test or interval."""
    way = "test" if "test" in ways else "interval"
    given: dict[str, Any] = {"assess": way, "test": None, "interval": None, "effects": ()}
    return given | {"plot_of": (), "check": False, "earlier": None, "earlier_dataset": None}


def _again(
    compare: Callable[..., Result],
    sources: Sequence[Any],
    asked: Mapping[str, Any],
    name: str,
    read: Callable[[str], Any] | None,
) -> Result:
    """Compare once more, with a column as clusters."""
    if read is None:
        return compare(*sources, **{**asked, "cluster": name})
    data = read(name)
    if not isinstance(data, Scores) or not groups_items(data):
        raise DataError(option("cluster", name), "clusters of items", "none")
    return compare(data, **{**asked, **dict.fromkeys(("columns", "filter", "system"))})


def refuse_unnamed(settings: Mapping[str, Any]) -> None:
    """Refuse a gate that would pass on a guess of what is independent."""
    if settings.get(SETTING):
        raise _refusal(settings[SETTING])


def _refusal(name: str) -> ClaimwiseError:
    return DataError(
        f"A gate has to know which items are independent: with {name} as clusters the verdict "
        "would be open.",
        "Say so with " + option("cluster", name) + ", or " + option("cluster", "none") + ".",
    )


def _findings(result: Result) -> list[Row]:
    """Return the verdicts that are not open: of two systems on all data sets, or of each pair."""
    rows = [row for row in result.select("verdict") if "dataset" not in row.at]
    if "systems" in result.settings:
        rows = [row for row in rows if row.at]
    return [row for row in rows if row.estimate in (1, -1)]


def _sizes(tried: Result) -> tuple[int, int]:
    """Return how many clusters and items there were, at most; (0, 0) where none were used."""
    shapes = [one for one in tried.settings["details"].values() if "clusters" in one]
    return max(((int(one["clusters"]), int(one["n_a"])) for one in shapes), default=(0, 0))


def _caution(name: str, of: str, lost: list[Row], found: int, tried: Result) -> Note:
    places = [spelled(row.at) for row in lost if {"b", "metric"} & set(row.at)]
    if places:
        said = f"{len(lost):,} of {found:,} findings would not stand {of}: {listed(places, 3)}."
    else:
        (row,) = [r for r in tried.select("difference") if r.at == lost[0].at]
        p = "" if row.pvalue is None else f" ({p_words(row.pvalue)})"
        said = f"The verdict would be open {of}{p}."
    remedy = " If items of one value belong together, use " + option("cluster", name)
    return caution(as_words(said) + remedy + "; if not, " + option("cluster", "none") + ".")

"""What the lines of a plan with looks are called: how many looks, and how they were worked out."""

from __future__ import annotations

from claimwise.core import Result, Row

ONE = {
    "exact": "exact",
    "textbook": "exact",
    "normal": "normal approximation",
    "simulation": "simulated",
}


def is_looked(result: Result) -> bool:
    """Whether some lines are of a study that is looked at before its end."""
    return any("stopping" in row.at for row in result.select("power"))


def look_words(result: Result, row: Row) -> str:
    """Return what a line is called in the legend of a plan with looks."""
    settings = result.provenance["settings"]
    simulated = f"simulated ({settings.get('looks_replicates') or 0:,} studies)"
    stopping = row.at.get("stopping")
    if stopping == "sequential":
        how = simulated if row.at.get("by") == "simulated" else "by normal theory"
        return f"{_looks(result)}, {how}"
    if stopping == "anytime":
        sequence = f" ({row.at['analysis']})" if "analysis" in row.at else ""
        return f"a look after every item{sequence}, {simulated}"
    return ", ".join(part for part in ("one look", ONE.get(settings.get("by", ""), "")) if part)


def _looks(result: Result) -> str:
    numbers = {row.at["look"] for row in result.select("stop") if "look" in row.at}
    return f"{len(numbers)} looks" if numbers else "several looks"

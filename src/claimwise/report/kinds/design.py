"""Who rates what: how many ratings, raters and items, and how evenly."""

from __future__ import annotations

from claimwise.core import Result
from claimwise.report.answer import Answer


def present(result: Result) -> Answer:
    """Return the size of the design, what each rater gives and each text gets."""
    counts = {row.quantity: f"{row.estimate:,.0f}" for row in result.rows if not row.at}
    pairs = bool(result.select("ratings_per_item"))
    given, text = ("judgements", "item") if pairs else ("ratings", "text")
    load, each = _range(result, "load"), _range(result, f"ratings_per_{text}")
    again = counts["met_twice"]
    return Answer(
        title=f"Who rates what: {result.method}",
        question="Who rates what, and how evenly?",
        headline=(
            f"{counts['ratings']} {given}: {counts['raters']} raters, {counts['items']} items, "
            f"{counts['systems']} systems; each rater gives {load}, each {text} gets {each}"
        ),
        lines=(
            f"Raters meet an item again {again} times."
            if again != "0"
            else "No rater meets an item twice.",
        ),
        brief=result.method,
    )


def _range(result: Result, quantity: str) -> str:
    low, high = (result.select(quantity, end=end)[0].estimate for end in ("fewest", "most"))
    return f"{low:,.0f}" if low == high else f"{low:,.0f} to {high:,.0f}"

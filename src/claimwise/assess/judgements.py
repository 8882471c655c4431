"""Which system do raters prefer, head to head? Judgements, answered by mixed models."""

from __future__ import annotations

from typing import Any

from claimwise.assess.judgement_fit import fit_judgements
from claimwise.core import Result
from claimwise.core.former import formerly


def judgements(
    data: Any,
    *,
    winner: str | None = None,
    rater: str | None = None,
    item: str | None = None,
    a: str | None = None,
    b: str | None = None,
    level: float = 0.95,
) -> Result:
    """Say which of two systems raters prefer.

    Fit for raters who judge several items each, and items judged several times. Unfit for one
    judgement of each item by raters who come once: use a sign test.
    `claimwise.fit_judgements` takes the same, and returns the fitted models too.

    Parameters
    ----------
    data : path or data frame
        One row for each judgement.
    winner, rater, item : str, optional
        Columns of the system that won (or a tie: tie, draw, both, ...), of who judged and of
        what was judged; known names are recognised.
    a, b : str, optional
        The baseline and the candidate, as the winner's column calls them; by default in order.
    level : float
        Of the intervals.

    Returns
    -------
    Result
        Rows ``difference`` (share of wins less share of losses), ``effect`` (the logit),
        ``superiority``, ``share[NAME]``, ``sd[GROUP,TERM]``, ``mde``, ``sign``, ...
    """
    named = {"winner": winner, "rater": rater, "item": item}
    return fit_judgements(data, **named, a=a, b=b, level=level).result


judgements.fit = formerly(  # type: ignore[attr-defined]
    "cw.judgements.fit", "cw.fit_judgements", fit_judgements
)

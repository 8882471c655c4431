"""A world of a corpus metric: what swaps of single items do to it."""

from __future__ import annotations

from claimwise.core import Result
from claimwise.report.answer import Answer, named
from claimwise.report.method import fit_of
from claimwise.report.numbers import number, percent
from claimwise.report.scale import metric_name, scale_of


def present(result: Result) -> Answer:
    """Return a world of a corpus metric: the share of swaps without effect, and the scale."""
    settings, scale = result.settings, scale_of(result.settings)
    difference, none = result["difference"], percent(result["zero_share"].estimate)
    a, b, metric = settings["a"], settings["b"], metric_name(settings["metric"])
    way = "higher" if difference.estimate >= 0 else "lower"
    return Answer(
        title=f"A world of {metric}, fitted to {b} and {a}",
        question=f"From which world could the outputs of two systems come under {metric}?",
        headline=(
            f"On {difference.n:,} {settings['unit']}, {named(b)} scores "
            f"{scale.size(abs(difference.estimate))} {way} than {named(a)} on {metric}; swapping "
            f"one changes nothing for {none} of them, and the other effects have the scale b0 = "
            f"{number(settings['scale'])}"
        ),
        lines=(
            "The difference of a small pilot is a poor guess: plan for the smallest that matters.",
            f"A plan takes the world that fit prints: claimwise {settings['taken_by']}",
        ),
        account=fit_of(result),
        scale=scale,
    )

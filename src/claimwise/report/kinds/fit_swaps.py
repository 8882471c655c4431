"""A world of a corpus metric: what swaps of single items do to it."""

from __future__ import annotations

from claimwise.core import Result
from claimwise.core.references import CARD
from claimwise.report.answer import Answer, named
from claimwise.report.method import Account
from claimwise.report.numbers import number, percent
from claimwise.report.scale import metric_name, scale_of

LIKE_THESE = "Items are independent of each other, and a study's items are like these."
POOR = "The difference of a small pilot is a poor guess: plan for the smallest that matters."


def present(result: Result) -> Answer:
    """Return a world of a corpus metric: the share of swaps without effect, and the scale."""
    settings = result.settings
    difference, none = result["difference"], result["zero_share"]
    metric = metric_name(settings["metric"])
    a, b = named(settings["a"]), named(settings["b"])
    size = scale_of(settings).size(abs(difference.estimate))
    way = "higher" if difference.estimate >= 0 else "lower"
    account = Account()
    account.say(
        "Each item was swapped between the systems by itself; the effects that are not zero are "
        "described by a Laplace distribution, and random subsets were swapped to see whether "
        f"effects add up{account.cited(CARD)}."
    )
    account.assume(LIKE_THESE)
    account.assume("Swapping many items changes the difference by the sum of their effects.")
    name = settings["metric"].partition(":")[0]
    return Answer(
        title=f"A world of {metric}, fitted to {settings['b']} and {settings['a']}",
        question=f"From which world could the outputs of two systems come under {metric}?",
        headline=(
            f"On {difference.n:,} {settings['unit']}, {b} scores {size} {way} than {a} on "
            f"{metric}; swapping one changes nothing for {percent(none.estimate)} of them, and the "
            f"other effects have the scale b0 = {number(settings['scale'])}"
        ),
        lines=(POOR, taken_by(f"plan {name}", "--n 3000 --difference 1")),
        account=account,
        scale=scale_of(settings),
    )


def taken_by(verb: str, options: str) -> str:
    """Return the command that plans with the world that was fitted."""
    return f"A plan takes the world that fit prints: claimwise {verb} --world world.toml {options}"

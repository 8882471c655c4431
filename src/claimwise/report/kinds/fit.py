"""A model fitted to past data: what it was fitted to, and which values a plan takes from it."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from math import isnan
from typing import Any

from claimwise.core import Result, Row
from claimwise.core.references import CARD, WEIN
from claimwise.report.account import Account
from claimwise.report.answer import Answer, named
from claimwise.report.compared import chosen_interval
from claimwise.report.kinds.rows import present as plain_rows
from claimwise.report.numbers import fixed, number, percent
from claimwise.report.quantities import ends, value
from claimwise.report.scale import metric_name, scale_of
from claimwise.report.tabled import Column, tabled

Settings = Mapping[str, Any]
LIKE_THESE = "Items are independent of each other, and a study's items are like these."
TERMS = {
    "min_accuracy": "the lower accuracy",
    "difference": "the difference",
    "baseline": "the baseline's accuracy",
}
OPTIONS = {
    "agreement": "--difference 0.02 --agreement-from",
    "difference": "--agreement 0.9 --difference-from",
}
STRANGE = 0.05  # predictive p below which the data do not look like the world
POOR = "The difference of a small pilot is a poor guess: plan for the smallest that matters."


def present(result: Result) -> Answer:
    """Return the fitted values, by the method that fitted them."""
    return METHODS.get(result.method, plain_rows)(result)


def _line(result: Result) -> Answer:
    """Return a line through past comparisons as an equation, and how well it predicts."""
    settings = result.provenance["settings"]
    outcome = "gain" if settings["outcome"] == "difference" else str(settings["outcome"])
    account = Account()
    cited = account.cited(CARD)
    account.say(f"Past comparisons were fitted by ordinary least squares{cited}.")
    account.assume("The next comparison is like those of the table.")
    fit = result["r_squared"]
    known = "" if isnan(fit.estimate) else f", R squared {fixed(fit.estimate, 2)}"
    return Answer(
        title=f"The usual {outcome} in {settings['source']}",
        question=f"Which {outcome} is usual in such comparisons?",
        headline=(
            f"The usual {outcome} is {_equation(result)} ({fit.n:,} comparisons of "
            f"{settings['source']}{known})"
        ),
        lines=_used(result),
        tables=tabled(
            "Coefficients",
            result.rows,
            by={"term": "term"},
            columns=[
                Column("coefficient", "coefficient"),
                Column(
                    "coefficient", chosen_interval(result.select("coefficient")[0]), shows="ends"
                ),
                Column("coefficient", "p", shows="p"),
            ],
        ),
        account=account,
    )


def _used(result: Result) -> tuple[str, ...]:
    """Return the command that plans with the line; none where it was fitted to no file."""
    file = result.provenance.get("file")
    if not file:
        return ()
    options = OPTIONS[result.provenance["settings"]["outcome"]]
    plan = "claimwise plan accuracy --n 1000 --baseline 0.8"
    return (f"A plan takes it: {plan} {options} {shlex.quote(file)}",)


def _equation(result: Result) -> str:
    """Return the line as a sum; shifts of tasks are left to the table."""
    tasks = [f"task={name}" for name in result.provenance["settings"]["tasks"]]
    rows = [row for row in result.select("coefficient") if row.at["term"] not in tasks]
    first, *others = rows
    text = value(first)
    for row in others:
        sign = "-" if row.estimate < 0 else "+"
        term = str(row.at["term"])
        text += f" {sign} {value(row).removeprefix('-')} x {TERMS.get(term, term)}"
    return f"{text}, shifted by task" if tasks else text


def _swaps(result: Result) -> Answer:
    """Return a world of a corpus metric: the share of swaps without effect, and the scale."""
    settings = result.provenance["settings"]
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
        lines=(POOR, _next(f"plan {name}", "--n 3000 --difference 1")),
        account=account,
        scale=scale_of(settings),
    )


def _answers(result: Result) -> Answer:
    """Return a world of several answers to each item: its values, and whether data look like it."""
    settings = result.provenance["settings"]
    checks = result.select("distance")
    odd = sum((row.pvalue or 0.0) < STRANGE for row in checks)
    like = "The data look like this world" if not odd else "The data do not look like this world"
    account = Account()
    account.say(
        "A world of several answers to each item was fitted: how items differ, how far answers to "
        f"an item spread, and how far A and B are from the gold standard{account.cited(WEIN)}."
    )
    account.say(
        f"{settings['replicates']:,} data sets simulated from it were laid next to the data."
    )
    account.assume(LIKE_THESE)
    account.assume("The answers to an item are independent draws, given the item and who answers.")
    far = [
        f"{named(settings[letter])} is {value(row)}{_aside(row)}"
        for letter in ("a", "b")
        for row in result.select(f"epsilon_{letter}")
    ]
    return Answer(
        title=f"A world of answers, fitted to {settings['b']} and {settings['a']}",
        question=(
            f"From which world could the answers come? {settings['gold']} is the gold standard, "
            f"{settings['a']} is A, {settings['b']} is B."
        ),
        headline=(
            f"On {settings['items']:,} items, {' and '.join(far)} off the gold standard (epsilon)"
        ),
        lines=(
            f"{like}: {odd or 'none'} of {len(checks)} statistics {'is' if odd < 2 else 'are'} "
            f"farther off than in 95% of simulated data sets.",
            _next("plan responses", "--items 100 --responses 3"),
        ),
        tables=tabled(
            "Do the data look like it?",
            checks,
            by={"statistic": "statistic"},
            columns=[Column("distance", "distance"), Column("distance", "p", shows="p")],
        ),
        account=account,
    )


def _aside(row: Row) -> str:
    return f" ({chosen_interval(row)} {ends(row)})" if ends(row) else ""


def _next(verb: str, options: str) -> str:
    return f"A plan takes the world that fit prints: claimwise {verb} --world world.toml {options}"


METHODS: dict[str, Callable[[Result], Answer]] = {
    "ordinary least squares": _line,
    "delta-laplace": _swaps,
    "fit responses": _answers,
}

"""Two systems judged head to head: which one raters prefer."""

from __future__ import annotations

from claimwise.core import Result
from claimwise.report.answer import Answer, named
from claimwise.report.comparison_rows import PREFERRED, Compared, comparisons
from claimwise.report.method import Account, brief_line, short_name
from claimwise.report.numbers import percent
from claimwise.report.rating_rows import (
    rated_answer,
    rated_of,
    variation_table,
)

TIE = "tie"
NULL = "Null hypothesis: raters prefer either system as often as the other."


def present(result: Result) -> Answer:
    """Return which system is preferred, and how often; the models are in the details."""
    (c,) = comparisons(result)
    rated = rated_of([c], (c.a, c.b), PREFERRED)
    shares = {row.at["category"]: percent(row.estimate) for row in result.select("share")}
    called = {c.b: named(c.b), TIE: "ties", c.a: named(c.a)}
    return rated_answer(
        rated,
        "judgement",
        shares="".join(f"{called[name]} {shares[name]}   " for name in called if name in shares),
        title="Which system raters prefer",
        brief=brief_line({**c.settings, "test": short_name("analysis", "linear")}),
        more=variation_table("How they lean to a system (logits)", result),
        account=_account(c),
    )


def _account(c: Compared) -> Account:
    account = Account()
    account.procedure("The difference and its verdict are by", "analysis", "linear")
    account.procedure("The effect is by", "analysis", "logistic")
    account.say(f"The formula of both is {c.settings['formula']}.")
    account.procedure(
        "To show what it would claim, one more test is", "analysis", "sign", aside=True
    )
    account.say("Superiority is the probability that B is preferred; ties count one half.")
    account.assume(NULL)
    return account

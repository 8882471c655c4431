"""Two systems judged head to head: which one raters prefer."""

from __future__ import annotations

from math import isnan

from claimwise.core import Result, Row
from claimwise.report.account import Account
from claimwise.report.answer import BAD, GOOD, OPEN, Answer, Table, named, table
from claimwise.report.claim_words import checks_of
from claimwise.report.compared import Compared, comparisons, evidence_of
from claimwise.report.method import read_columns
from claimwise.report.numbers import decimal, number, p_cell, percent, percents
from claimwise.report.raters import counts_of, like_these
from claimwise.report.verdicts import NOT_EQUAL, Verdict, target_often

TIE = "tie"
NULL = "Null hypothesis: raters prefer either system as often as the other."


def present(result: Result) -> Answer:
    """Return which system is preferred, and how often; the models are in the details."""
    (c,) = comparisons(result)
    shares = {str(row.at["category"]): row.estimate for row in result.select("share")}
    verdict = _verdict(c, shares)
    size = f"{c.settings['n']:,} judgements, {counts_of(c.settings)}"
    shown = [
        f"{named(name) if name != TIE else 'ties'} {percent(shares[name])}"
        for name in (c.b, TIE, c.a)
        if name in shares
    ]
    lines = (verdict.line, "   ".join([*shown, size]), _preferred(c, result))
    return Answer(
        title="Which system raters prefer",
        question=f"Claim: raters prefer one of {c.b} and {c.a} (alpha {decimal(_alpha(c))}).",
        word=verdict.word,
        tone=verdict.tone,
        headline=verdict.headline,
        lines=tuple(line for line in lines if line),
        outlook=_outlook(c),
        brief=_brief(c),
        more=(*_tests(result), *_leanings(result)),
        account=_account(c),
        checks=checks_of(c, [c], f"{size}.", rated=True),
        scale=c.scale,
    )


def _alpha(c: Compared) -> float:
    return float(c.settings["alpha"])


def _verdict(c: Compared, shares: dict[str, float]) -> Verdict:
    a, b = c.names()
    row, verdict = c.difference, c.verdict
    if verdict is None or isnan(verdict):
        return Verdict("OPEN", OPEN, f"Whether raters prefer {b} to {a} cannot be judged")
    often = f"{percent(shares[c.b])} of judgements to {percent(shares[c.a])}"
    net = f"wins minus losses {c.scale.size(row.estimate, c.scale.decimals(row))}"
    aside = f"({net}, {evidence_of(row, c.scale)}, {like_these(c.settings)})"
    if verdict > 0:
        return Verdict("BETTER", GOOD, f"{b} is preferred to {a}: {often} {aside}")
    if verdict < 0:
        return Verdict("WORSE", BAD, f"{b} is preferred less often than {a}: {often} {aside}")
    lead = f"{b} is {'behind' if row.estimate < 0 else 'ahead of'} {a}, too close to call"
    return Verdict("OPEN", OPEN, f"{lead}: {often} {aside}", NOT_EQUAL)


def _preferred(c: Compared, result: Result) -> str:
    """Return how often B is preferred by raters like these, which the logistic model says."""
    row = next(row for row in result.select("superiority") if not row.at)
    interval = f" ({percent(row.level or 0)} CI {percents(row.low, row.high)})"
    return (
        f"Over {like_these(c.settings)}, {named(c.b)} is preferred with probability "
        f"{percent(row.estimate)}{'' if isnan(row.low) else interval}; ties count one half."
    )


def _outlook(c: Compared) -> str:
    row = c.row("mde")
    if row is None or isnan(row.estimate):
        return ""
    return (
        f"A study of this size finds true differences of {c.scale.size(row.estimate)} or more "
        f"between wins and losses {target_often(c.settings['target'])}."
    )


def _tests(result: Result) -> tuple[Table, ...]:
    tests = {
        "linear mixed model, which decides": result["difference"],
        "logistic mixed model": result["effect"],
        "sign test, all judgements as unrelated": result["sign"],
    }
    body = [[name, _p(row)] for name, row in tests.items()]
    return table("Is there a preference?", ["test", "p"], body)


def _p(row: Row) -> str:
    return "none" if row.pvalue is None else p_cell(row.pvalue)


def _leanings(result: Result) -> tuple[Table, ...]:
    body = [
        [str(row.at["group"]), number(row.estimate), f"{row.n:,}"] for row in result.select("sd")
    ]
    return table("How they lean to a system (logits)", ["", "standard deviation", "number"], body)


def _brief(c: Compared) -> str:
    parts = ["Linear mixed model", "t with Satterthwaite's df", "two-sided"]
    first = ", ".join([*parts, f"alpha {decimal(_alpha(c))}"])
    return " · ".join(part for part in (first, read_columns(c.settings)) if part)


def _account(c: Compared) -> Account:
    account = Account()
    account.procedure("The difference and its verdict are by", "analysis", "linear")
    account.procedure("The effect is by", "analysis", "logistic")
    account.say(f"The formula of both is {c.settings['formula']}.")
    account.procedure(
        "To show what it would claim, one more test is", "analysis", "sign", aside=True
    )
    account.assume(NULL)
    return account

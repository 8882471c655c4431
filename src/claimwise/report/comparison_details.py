"""What else a comparison says: pairings, effects, looks, beliefs, data sets, a sentence each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isnan

from claimwise.core import Result, Row
from claimwise.report.account import Account
from claimwise.report.answer import Checks
from claimwise.report.belief import BELIEFS, Sentence
from claimwise.report.claim_words import meaning, significance
from claimwise.report.compared import Compared, chosen_interval
from claimwise.report.look_words import LOOKS
from claimwise.report.method import (
    datasets_used,
    metrics_used,
    posterior_used,
    tests_used,
)
from claimwise.report.numbers import decimal, number, p_cell, percent, pvalue
from claimwise.report.quantities import quantity_of


def _pairings(row: Row, c: Compared) -> str:
    """Say what holds whatever the pairing of totals."""
    parts = []
    if row.pvalue is not None:
        p = p_cell(row.pvalue)
        most = f"below {p.removeprefix('< ')}" if p.startswith("<") else f"at most {p}"
        parts.append(f"the p-value of a paired test ({c.settings['pairing_test']}) is {most}")
    if not isnan(row.low):
        parts.append(f"the paired interval (tango) lies within {c.scale.ends(row)}")
    return f"Whatever the pairing of the items, {' and '.join(parts)}."


def _simulated(row: Row, c: Compared) -> str:
    if row.kind != "monte carlo":
        return ""
    low, high = p_cell(row.low), p_cell(row.high)
    where = f"is {low}" if low == high else f"lies between {low} and {high}"
    return (
        f"The p-value is from {c.settings['resamples']:,} resamples and {where} "
        f"({percent(row.level or 0)} Monte Carlo interval)."
    )


def _runs(row: Row, c: Compared) -> str:
    if row.at.get("part") != "runs":
        return ""
    if row.estimate > 0.9995:
        return "All of the variance of the difference can come from runs."
    return (
        f"{percent(row.estimate)} of the variance of the difference comes from runs, the rest from "
        "items."
    )


def _plain_size(row: Row, c: Compared) -> str:
    return f"{quantity_of(row).label}: {number(row.estimate)}."


SENTENCES: dict[str, Sentence] = {  # in the order in which they are read
    "pvalue": _simulated,
    "odds_ratio": _plain_size,
    "cohens_d": _plain_size,
    "superiority": _plain_size,
    "variance_share": _runs,
    **LOOKS,
    **BELIEFS,
}
# The quantities with which a new paragraph begins.
TOPICS = ("decision", "posterior_difference", "bayes_factor_01")


def details_of(c: Compared, *, label: bool) -> list[str]:
    """Return what else is known of a comparison, a string for each paragraph."""
    order = list(SENTENCES)
    rows = [row for row in c.rows if row.quantity in SENTENCES and "prior" not in row.at]
    paragraphs: list[list[str]] = [
        [_pairings(row, c)]
        for row in c.rows
        if row.quantity == "difference" and "pairing" in row.at
    ]
    topic = -1
    for row in sorted(rows, key=lambda row: order.index(row.quantity)):
        text = SENTENCES[row.quantity](row, c)
        if not text:
            continue
        here = sum(order.index(row.quantity) >= order.index(first) for first in TOPICS)
        if here != topic or not paragraphs:
            paragraphs.append([])
            topic = here
        paragraphs[-1].append(text)
    texts = [" ".join(parts) for parts in paragraphs]
    return [f"[{c.label}] {text}" if label else text for text in texts]


def account_of(result: Result) -> Account:
    """Return how a comparison of two or many systems was made."""
    account, settings = Account(), result.provenance["settings"]
    tests_used(account, settings)
    posterior_used(account, settings)
    metrics_used(account, settings)
    datasets_used(account, result)
    return account


def checks_of(main: Compared, found: Sequence[Compared], evaluated: str) -> Checks:
    """Return what the checklist asks of a comparison; `main` is the one that answers."""
    margin = main.settings.get("margin") or 0.0
    ordered = [main, *(c for c in found if c is not main)]
    return Checks(
        planned=False,
        ways=frozenset(main.settings.get("assess", ["test", "interval"])),
        evaluated=evaluated,
        significant=significance(main),
        meaning=meaning(main, together=main.settings.get("correct") == "max-t"),
        practical=main.scale.given(abs(margin)) if margin else "",
        margins=tuple(
            f"{c.label}: {c.scale.size(c.difference.estimate, c.scale.decimals(c.difference))}, "
            f"{chosen_interval(c.difference)} {c.scale.ends(c.difference)}"
            for c in ordered
            if not isnan(c.difference.low)
        ),
    )


def over_datasets(result: Result, c: Compared) -> list[str]:
    """Return what is known over data sets, for a comparison of two systems."""
    said = []
    for row in result.select("datasets_better"):
        said.append(f"{c.b} does better on {row.estimate:.0f} of {row.n} data sets.")
    for row in result.select("over_datasets"):
        if row.pvalue is not None:
            name = {"sign-scores": "sign"}.get(str(row.at["analysis"]), str(row.at["analysis"]))
            said.append(f"Over the data sets, {name} test: {pvalue(row.pvalue)}.")
    for row in result.select("difference", over="datasets as clusters"):
        said.append(
            f"Over data sets like these {row.n}, the mean difference is "
            f"{c.scale.size(row.estimate, c.scale.decimals(row))} ({chosen_interval(row)} "
            f"{c.scale.ends(row)}{_p(row)})."
        )
    said += _conjunction(result.select("better_on_at_least"), c)
    return [" ".join(said)] if said else []


def _p(row: Row) -> str:
    return "" if row.pvalue is None else f", {pvalue(row.pvalue)}"


def _conjunction(rows: Iterable[Row], c: Compared) -> list[str]:
    alpha = c.settings["alpha"] / (2 if c.settings["alternative"] == "two-sided" else 1)
    how = f"partial conjunction, one-sided at {decimal(alpha)}"
    whole = [row for row in rows if not row.at]
    return [
        f"The claim holds on at least {row.estimate:.0f} of the {row.n} data sets ({how})."
        if row.estimate
        else f"The claim is not shown for even one of the {row.n} data sets ({how})."
        for row in whole
    ]


def ranks_over_datasets(result: Result) -> list[str]:
    """Return Friedman's test over data sets, of many systems."""
    said = []
    for row in result.select("friedman"):
        if row.pvalue is not None:
            said.append(
                f"Over {row.n} data sets, Friedman's test of the systems' ranks: chi-square "
                f"{number(row.estimate)}, {pvalue(row.pvalue)}."
            )
    for row in result.select("nemenyi_difference"):
        said.append(f"Mean ranks further apart than {number(row.estimate)} differ (Nemenyi).")
    for row in result.select("mean_rank"):
        said.append(f"{row.at['system']}: mean rank {number(row.estimate)}.")
    return [" ".join(said)] if said else []

"""The words of a claim: what is to be supported, and how that is judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isnan
from typing import Any

from claimwise.report.answer import Checks
from claimwise.report.comparison_rows import Compared, evidence_of
from claimwise.report.numbers import decimal, given_percent
from claimwise.report.plan_rows import margin_claim

SEQUENCE = "confidence sequence"


def claim_text(c: Compared) -> str:
    """Return the claim as a clause: what is supported, contradicted or left open."""
    a, b, on = c.a, c.b, c.on
    if c.alike:
        return f"{b} and {a} do not answer alike"
    if c.settings["claim"] != "difference":
        return margin_claim(c.settings, c.scale.given, a, b) + on
    if c.two_sided:
        return f"one of {b} and {a} is {c.lead.better}{on}{'' if is_decided_at(c) else c.beyond}"
    direction = {"greater": "higher", "less": "lower"}[c.settings["alternative"]]
    return f"{b} scores {direction} than {a}{on}"


def is_decided_at(c: Compared) -> bool:
    """Whether a level decides on the claim: something other than beliefs was asked for."""
    return bool({"test", "interval", SEQUENCE} & set(c.settings.get("assess", ["test"])))


def look_name(rule: Mapping[str, Any]) -> str:
    """Return which look it is, and of how many or that it ends the study before all are taken.

    >>> look_name({"look": 2, "of": 4, "final": False})
    'look 2 of 4'
    >>> look_name({"look": 2, "of": 4, "final": True})
    'look 2 (the last)'
    """
    early = rule["final"] and rule["look"] < rule["of"]
    return f"look {rule['look']} " + ("(the last)" if early else f"of {rule['of']}")


def claim_question(c: Compared, each: str = "") -> str:
    """Return the claim as a report states it, with its level where one decides.

    Of many comparisons it is general, and `each` says of which: "for each pair of systems".
    """
    aside = [f"alpha {decimal(c.settings['alpha'])}"] if is_decided_at(c) else []
    aside += ["lower scores are better"] if c.lower else []
    at = f" ({'; '.join(aside)})" if aside else ""
    general = replace(c, a="A", b="B", settings={**c.settings, "measure": None}) if each else c
    return f"Claim: {claim_text(general)}{at}{each and f', {each}'}."


def checks_of(main: Compared, every: Sequence[Compared], evaluated: str) -> Checks:
    """Return what the checklist asks of a comparison; `main` is the one that answers."""
    margin = main.settings.get("margin") or 0.0
    sizes = [(c.label, *c.shown()) for c in (main, *(c for c in every if c is not main))]
    return Checks(
        planned=False,
        ways=frozenset(main.settings.get("assess", ["test", "interval"])),
        evaluated=evaluated,
        significant=_significance(main) if "alpha" in main.settings else "",
        meaning=_meaning(main),
        practical=main.scale.given(abs(margin)) if margin else "",
        margins=tuple(
            f"{label}: {scale.size(row.estimate, scale.decimals(row))}, "
            f"{evidence_of(replace(row, pvalue=None), scale)}"
            for label, row, scale in sizes
            if not isnan(row.low)
        ),
    )


def _significance(c: Compared) -> str:
    """Return from which p-value on a difference is called significant."""
    rule = c.settings.get("stopping") or {}
    if "level" in rule:
        return (
            f"a p-value of at most {decimal(rule['level'])} at {look_name(rule)}, so that over "
            f"all looks alpha ({decimal(rule['alpha'])}) is kept"
        )
    valid = ", valid at every item at once," if rule else ""
    return f"a p-value{valid} of at most alpha ({decimal(c.settings['alpha'])})"


def _meaning(c: Compared) -> str:
    """Return what p-value and interval mean here."""
    row, sentences = c.difference, []
    if row.pvalue is not None:
        says = "is the probability of a difference at least as extreme as the observed one"
        if SEQUENCE in c.settings.get("assess", []):
            says = "falls to alpha or below at any item with a probability of at most alpha"
        sentences.append(
            f"If the null hypothesis holds, the p-value {says}; it is not the probability of that "
            "hypothesis."
        )
    if row.level is not None and row.kind == "confidence":
        sentences.append(
            f"Over many studies done like this one, in about {given_percent(row.level)} of them or "
            "more such intervals hold the true value; of this one interval that is no probability."
        )
    return " ".join(sentences) or "No p-value and no confidence interval of data is reported."

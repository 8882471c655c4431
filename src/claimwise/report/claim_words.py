"""The words of a claim: what is to be supported, and how that is judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan
from typing import Any

from claimwise.report.answer import Checks
from claimwise.report.comparison_rows import Compared
from claimwise.report.numbers import decimal, given_percent
from claimwise.report.plan_rows import margin_claim
from claimwise.report.quantities import chosen_interval

SEQUENCE = "confidence sequence"


def claim_text(c: Compared) -> str:
    """Return the claim as a clause: what is supported, contradicted or left open."""
    a, b, on = c.a, c.b, c.on
    if c.alike:
        return f"{b} and {a} do not answer alike"
    if c.settings["claim"] != "difference":
        return margin_claim(c.settings, c.scale.given, a, b) + on
    if c.two_sided:
        return f"one of {b} and {a} is better{on}"
    direction = {"greater": "higher", "less": "lower"}[c.settings["alternative"]]
    return f"{b} scores {direction} than {a}{on}"


def look_name(rule: Mapping[str, Any]) -> str:
    """Return which look it is, and of how many or that it ends the study before all are taken.

    >>> look_name({"look": 2, "of": 4, "final": False})
    'look 2 of 4'
    >>> look_name({"look": 2, "of": 4, "final": True})
    'look 2 (the last)'
    """
    early = rule["final"] and rule["look"] < rule["of"]
    return f"look {rule['look']} " + ("(the last)" if early else f"of {rule['of']}")


def claim_question(c: Compared) -> str:
    """Return the claim as a report states it, with its level where one decides."""
    decides = bool({"test", "interval", SEQUENCE} & set(c.settings.get("assess", ["test"])))
    aside = [f"alpha {decimal(c.settings['alpha'])}"] if decides else []
    aside += ["lower scores are better"] if c.lower else []
    at = f" ({'; '.join(aside)})" if aside else ""
    return f"Claim: {claim_text(c)}{at}."


def checks_of(
    main: Compared, every: Sequence[Compared], evaluated: str, *, rated: bool = False
) -> Checks:
    """Return what the checklist asks of a comparison; `main` is the one that answers."""
    margin = main.settings.get("margin") or 0.0
    sizes = [(c.label, *c.shown()) for c in (main, *(c for c in every if c is not main))]
    return Checks(
        planned=False,
        ways=frozenset(main.settings.get("assess", ["test", "interval"])),
        rated=rated,
        evaluated=evaluated,
        significant=_significance(main) if "alpha" in main.settings else "",
        meaning=_meaning(main),
        practical=main.scale.given(abs(margin)) if margin else "",
        margins=tuple(
            f"{label}: {scale.size(row.estimate, scale.decimals(row))}, {chosen_interval(row)} "
            f"{scale.ends(row)}"
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
    alpha = decimal(c.settings["alpha"])
    if rule:
        return f"a p-value, valid at every item at once, of at most alpha ({alpha})"
    return f"a p-value of at most alpha ({alpha})"


def _meaning(c: Compared) -> str:
    """Return what p-value and interval mean here."""
    row, rule = c.difference, c.settings.get("stopping") or {}
    together = c.settings.get("correct") == "max-t"  # whose intervals hold at once
    sentences = []
    if row.pvalue is not None and SEQUENCE in c.settings.get("assess", []):
        sentences.append(
            "If the null hypothesis holds, the p-value falls to alpha or below at any item, "
            "however often one looks, with a probability of at most alpha; it is not the "
            "probability of that hypothesis."
        )
    elif row.pvalue is not None:
        sentences.append(
            "A p-value is the probability of a difference at least as extreme as the observed one "
            "if the null hypothesis holds; it is not the probability of that hypothesis."
        )
    if "level" in rule:
        sentences.append(
            f"It is held against what this look asks for, {decimal(rule['level'])}; the intervals "
            "of all looks together, each of its own level, hold the true value in at least "
            f"{given_percent(1 - float(rule['alpha']))} of studies done like this one."
        )
    elif row.level is not None and row.kind == "confidence":
        many = "all such intervals hold the true values together" if together else "such intervals"
        hold = "" if together else " hold the true value"
        sentences.append(
            f"Over many studies done like this one, in about {given_percent(row.level)} of them "
            f"{many}{hold}; of this one interval that is no probability."
        )
    return " ".join(sentences) or "No p-value and no confidence interval of data is reported."

"""A planned study of ratings or judgements: is it large enough, or how large must it be?"""

from __future__ import annotations

from collections.abc import Callable
from math import isnan

from claimwise.core import Result, Row
from claimwise.report.account import Account
from claimwise.report.answer import Answer, Checks
from claimwise.report.citations import CARD, HOWCROFT
from claimwise.report.cited_methods import RATINGS
from claimwise.report.method import power_found
from claimwise.report.numbers import decimal, number, percent, rate
from claimwise.report.rating_plan_tables import analyses_table, designs_table
from claimwise.report.rating_study import POINTS, RatingStudy
from claimwise.report.simulated import (
    NOT_YET,
    chance,
    digits,
    powered,
    studies_words,
    too_large,
    unclear,
    word_of,
)

Words = tuple[str, list[str]]  # the headline and the lines below it


def present(result: Result) -> Answer:
    """Return what was asked for, then what each analysis finds."""
    study = RatingStudy(result)
    word, tone = word_of(result)
    headline, lines = ANSWERS[study.settings["solve"]](study)
    lines += [_assured(study)]
    several = len(study.analyses) * len(study.effects) > 1
    analyses = analyses_table(study)
    return Answer(
        title=f"What a study of {study.settings['unit']} could show",
        question=_question(study),
        word=word,
        tone=tone,
        headline=headline,
        lines=tuple(line for line in lines if line),
        tables=(*designs_table(study), *(analyses if several else ())),
        brief=_brief(study),
        more=(*(() if several else analyses), *designs_table(study, all_of_them=True)),
        detectable=_detectable(study),
        account=_account(study),
        checks=_checks(study),
    )


def _power(study: RatingStudy) -> Words:
    """The power of one study at one effect, or at several."""
    if len(study.effects) > 1:
        return _powers(study)
    row = study.row("power")
    if row is None or isnan(row.estimate):
        null = study.row("alpha")
        if null is None or isnan(null.estimate):
            return f"{study.size} could not be analysed", []
        return f"Without an effect, {study.size} find one in {_false(study, null)}", []
    headline = f"{study.size} {chance(study.gain(), row.estimate, study.target, study.by)}"
    larger = ""
    if row.estimate < study.target:
        larger = "To see how many are enough: --solve items, or --solve raters."
    return headline, [
        study.translated(),
        " ".join(text for text in (too_large(study.row("type_m"), row), larger) if text),
        unclear(row, study.target),
        _found_at_zero(study),
    ]


def _powers(study: RatingStudy) -> Words:
    """How many of several effects are found often enough."""
    rows = [study.row("power", None, i) for i in range(len(study.effects))]
    powers = {i: r.estimate for i, r in enumerate(rows) if r is not None and not isnan(r.estimate)}
    enough = [i for i, power in powers.items() if power >= study.target]
    if enough:
        least = min(enough, key=lambda i: abs(study.effects[i]))
        what = f"{len(enough)} of {len(rows)} effects with {study.power}"
        return f"{study.size} find {what}, the smallest {study.gain(least)}", []
    if not powers:
        return f"{study.size} find no effect: none of those given is one", []
    most = max(powers, key=lambda i: powers[i])
    return (
        f"{study.size} find none of {len(rows)} effects with {study.power}; "
        f"{study.gain(most)} is found in {percent(powers[most])} of studies",
        [],
    )


def _sized(study: RatingStudy) -> Words:
    """The fewest items or raters."""
    row, solve = study.whole("sample_size"), study.settings["solve"]
    if isnan(row.estimate):
        what = "items" if solve == "items" else "raters"
        return f"No number of {what} finds {study.gain()} with {study.power}", []
    items, raters = study.part("items"), study.part("raters")
    times = study.rated(study.part("ratings_per_item"))
    headline = (
        f"{items:,} items, each {times} by {raters:,} raters in all, find {study.gain()} with "
        f"{study.power}"
    )
    ends = f"; simulation leaves open {row.low:,.0f} to {row.high:,.0f} {solve}"
    line = f"In all {row.n:,} {study.settings['unit']}{'' if isnan(row.low) else ends}."
    return headline, [line, _found_at_zero(study)]


def _smallest(study: RatingStudy) -> Words:
    """The smallest effect that is found."""
    row = study.whole("mde")
    if isnan(row.estimate):
        return f"No effect that was tried is found with {study.power}", []
    ends = f"imulation leaves open {digits(row.low)} to {digits(row.high)}"
    line = f"The effect is {study.in_units(row.estimate)}; s{ends}."
    if study.unit == POINTS.unit:
        line = f"S{ends}."
    headline = f"{study.size} can show {study.gain()} with {study.power}"
    return headline, [line, _found_at_zero(study)]


def _cheapest(study: RatingStudy) -> Words:
    """The cheapest design."""
    row = study.whole("cost")
    if isnan(row.estimate):
        return f"No design that was tried finds {study.gain()} with {study.power}", []
    length = study.settings.get("list_length")
    each = "everything" if study.settings["design"] == "complete" else f"{length} items"
    size = f"{study.part('items'):,} items and {study.part('raters'):,} raters"
    headline = f"{size} at a cost of {number(row.estimate)} find {study.gain()} with {study.power}"
    verb = "judges" if study.judged else "rates"
    return headline, [
        "That is the cheapest design: each item is "
        f"{study.rated(study.part('ratings_per_item'))}, each rater {verb} {each}, "
        f"{study.part('ratings'):,} {study.settings['unit']} in all.",
        _found_at_zero(study),
    ]


ANSWERS: dict[str, Callable[[RatingStudy], Words]] = {
    "power": _power,
    "items": _sized,
    "raters": _sized,
    "mde": _smallest,
    "budget": _cheapest,
}


def _assured(study: RatingStudy) -> str:
    row = study.row("assurance")
    if row is None or isnan(row.estimate):
        return ""
    return (
        f"Averaged over true {study.settings['prior_of']}s from {study.settings['effect_prior']}, "
        f"the study finds which system is better in {percent(row.estimate)} of cases (assurance)."
    )


def _found_at_zero(study: RatingStudy) -> str:
    """Return that the deciding analysis finds too much where there is nothing to find, if so."""
    row = study.row("alpha")
    if row is None or not row.low > study.settings["alpha"]:
        return ""
    return f"Without an effect {study.analyses[0]} would find one in {_false(study, row)}."


def _false(study: RatingStudy, row: Row) -> str:
    promised = percent(study.settings["alpha"])
    return f"{rate(row.estimate)} of studies, where {promised} are promised"


def _question(study: RatingStudy) -> str:
    wanted = f"{study.power} at alpha {decimal(study.settings['alpha'])}"
    if study.settings["solve"] == "mde":
        return f"Which effect would such a study find with {wanted}?"
    what = "these effects" if len(study.effects) > 1 else study.gain()
    if study.settings["solve"] == "power":
        return f"Would such a study find {what} with {wanted}?"
    return f"What does it take to find {what} with {wanted}?"


def _brief(study: RatingStudy) -> str:
    first, *others = (study.settings["says"][name] for name in study.analyses)
    ran = next(iter(study.result.select("studies")), None)
    count = study.settings["replicates"] if ran is None else ran.estimate
    powers = list(study.result.select("power"))
    parts = [
        f"{first[:1].upper()}{first[1:]}{f' (and {len(others)} more)' if others else ''}, alpha "
        f"{decimal(study.settings['alpha'])}, power {percent(study.target)} wanted",
        studies_words(count, powers),
        study.world,
    ]
    return " · ".join(parts)


def _detectable(study: RatingStudy) -> tuple[str, ...]:
    rows = [row for row in study.result.select("mde") if not isnan(row.estimate)]
    if not rows:
        return ()
    return (f"{study.size} find {study.gain()} with {study.power}.",)


def _account(study: RatingStudy) -> Account:
    account = Account()
    several = len(study.analyses) > 1
    for name in study.analyses:
        account.procedure("One analysis is" if several else "The analysis is", name, RATINGS)
    cited = account.cited(CARD, HOWCROFT) if study.settings.get("source") else ""
    account.say(f"{study.settings['unit'].capitalize()} are simulated{cited}: {study.world}.")
    power_found(account, study.settings, {row.quantity for row in study.result.rows})
    return account


def _checks(study: RatingStudy) -> Checks:
    row = study.row("power")
    size = study.size if any(r.n for r in study.result.rows) else ""
    solved = study.settings["solve"] != "power"
    reached = (
        f"The study was solved for {study.power}. A smaller effect would be missed more often."
    )
    return Checks(
        planned=True,
        ways=frozenset(["test"]),
        rated=True,
        hypothesis="Claim: one of A and B is rated higher",
        evaluated=f"{size}." if size else "",
        powered=reached if solved and row is not None else powered(row, study.target),
        significant=f"a p-value of at most alpha ({decimal(study.settings['alpha'])})",
        meaning=NOT_YET,
    )

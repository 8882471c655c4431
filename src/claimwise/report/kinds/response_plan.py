"""A planned study with several answers to each item: is it large enough, by which metric?"""

from __future__ import annotations

from math import isnan, prod

from claimwise.core import Result, Row
from claimwise.report.account import Account
from claimwise.report.answer import Answer, Checks, Table
from claimwise.report.answers_to_items import place_words, size_words, world_words
from claimwise.report.citations import WEIN
from claimwise.report.cited_tests import TESTS
from claimwise.report.compared import OF_ALIKE
from claimwise.report.method import metrics_used, power_found, short_name
from claimwise.report.metric_plan import MetricPlan
from claimwise.report.numbers import decimal, percent
from claimwise.report.response_plan_tables import (
    affordable_table,
    costs_table,
    metrics_table,
    sizes_table,
    studies_tables,
)
from claimwise.report.response_sizes import best_spent, sizes_needed
from claimwise.report.simulated import (
    NOT_YET,
    chance,
    powered,
    studies_words,
    too_large,
    unclear,
    word_of,
)

Words = tuple[str, list[str]]  # the headline and the lines below it
SIZES = ("items", "responses", "responses_gold", "responses_a", "responses_b")
FEW = 3  # metrics that a sentence names


def present(result: Result) -> Answer:
    """Return what was asked for, by each metric."""
    settings = result.provenance["settings"]
    plans = [MetricPlan(result, metric) for metric in settings["metrics"]]
    word, tone = word_of(result)
    headline, lines = _words(plans)
    tables, more = _tables(plans)
    return Answer(
        title="What a study of several answers could show",
        question=_question(plans),
        word=word,
        tone=tone,
        headline=headline,
        lines=tuple(line for line in lines if line),
        tables=tables,
        brief=_brief(plans),
        paragraphs=tuple(text for p in plans if (text := f"{p.equal} {p.expected}".strip())),
        more=more,
        account=_account(result),
        checks=_checks(plans),
    )


def _words(plans: list[MetricPlan]) -> Words:
    settings = plans[0].settings
    if settings["solve"] in ("items", "responses"):
        return sizes_needed(plans)
    if settings["solve"] in ("split", "budget"):
        return best_spent(plans)
    if plans[0].result.provenance.get("axes"):
        return _several(plans)
    known = [plan for plan in plans if _defined(plan.row("power"))]
    if not known:
        return _nothing(plans)
    return _one(plans[0]) if len(plans) == 1 else _each(plans)


def _tables(plans: list[MetricPlan]) -> tuple[tuple[Table, ...], tuple[Table, ...]]:
    """Return the tables that are shown, and those for the details."""
    solve, several = plans[0].settings["solve"], len(plans) > 1
    if solve in ("items", "responses"):
        sizes = sizes_table(plans)
        return (sizes if several else ()), (*(() if several else sizes), *metrics_table(plans))
    if solve == "budget":
        return costs_table(plans), ()
    first, *others = studies_tables(plans) or (None,)
    if first is not None:
        return (first,), (*(one for one in others if one), *affordable_table(plans[0].result))
    return (metrics_table(plans), ()) if several else ((), metrics_table(plans))


def _one(plan: MetricPlan) -> Words:
    """The power by one metric."""
    power, target = plan.row("power"), plan.settings["target"]
    assert power is not None  # only called where it is defined
    headline = f"{size_words(plan.settings)} {chance(plan.what, power.estimate, target)}"
    found = " ".join(text for text in (plan.truth, too_large(plan.row("type_m"), power)) if text)
    return headline, [found, unclear(power, target), _assured([plan])]


def _each(plans: list[MetricPlan]) -> Words:
    """The power by several metrics, from the least to the most."""
    settings, target = plans[0].settings, plans[0].settings["target"]
    powers = [(row.estimate, p.name) for p in plans if (row := p.row("power")) and _defined(row)]
    enough = [(power, name) for power, name in powers if power >= target]
    few = [(power, name) for power, name in powers if power < target]
    size = size_words(settings)
    alike = "do not answer alike" if plans[0].result.method in OF_ALIKE else "differ"
    if enough and few:
        headline = f"{size} are enough {_named(enough)}, too few {_named(few)}"
    else:
        (least, by), (most, most_by) = min(powers), max(powers)
        span = f"{percent(least)} ({by}) to {percent(most)} ({most_by})"
        span = f"{percent(least)}" if percent(least) == percent(most) else span
        found = f"find that {plans[0].a} and {plans[0].b} {alike} in {span} of studies"
        headline = f"{size} {found if enough else f'are too few: power {span}'}"
    near = [p.name for p in plans if (row := p.row("power")) and unclear(row, target)]
    wanted = f"the {percent(target)} wanted"
    open_ = f"The simulation cannot tell the power on {_listed(near)} from {wanted}."
    return headline, [_truths(plans), open_ if near else "", _assured(plans)]


def _truths(plans: list[MetricPlan]) -> str:
    """Return on which metrics B is better, and on which worse."""
    verb = "scores" if plans[0].settings.get("unequal") else "is"
    known = {
        "better": [plan.name for plan in plans if plan.sure and plan.better == "better"],
        "worse": [plan.name for plan in plans if plan.sure and plan.better == "worse"],
    }
    clauses = [f"{word} on {_listed(names)}" for word, names in known.items() if names]
    return f"In truth {plans[0].b} {verb} {', '.join(clauses)}." if clauses else ""


def _named(powers: list[tuple[float, str]]) -> str:
    """Return by which metrics, with their power; of many, how many."""
    if len(powers) > FEW:
        return f"on {len(powers)} metrics"
    first, *others = (f"{name} ({percent(power)})" for power, name in powers)
    return f"on {', '.join([first, *others])}"


def _listed(names: list[str]) -> str:
    return ", ".join(names) if len(names) <= FEW else f"{len(names)} metrics"


def _nothing(plans: list[MetricPlan]) -> Words:
    """What is found where there is nothing to find."""
    rows = [(row.estimate, p.name) for p in plans if (row := p.row("alpha")) and _defined(row)]
    if not rows:
        return f"{size_words(plans[0].settings)} could not be scored", []
    (least, _), (most, by) = min(rows), max(rows)
    span = percent(most) if least == most else f"{percent(least)} to {percent(most)} ({by})"
    first, promised = plans[0], percent(plans[0].settings["alpha"])
    headline = f"{first.a} and {first.b} are equally good, and {first.result.method} finds a "
    return f"{headline}difference in {span} of studies, where {promised} are promised", []


def _several(plans: list[MetricPlan]) -> Words:
    """How many of several studies are large enough."""
    target, counts, lines = plans[0].settings["target"], [], []
    total = 0
    for plan in plans:
        rows = [row for row in plan.rows("power") if _defined(row)]
        enough = [row for row in rows if row.estimate >= target]
        total = max(total, len(plan.rows("power")) or len(plan.rows("alpha")))
        counts.append(f"{len(enough) or 'none'} on {plan.name}")
        if enough and all(key in SIZES for key in enough[0].point):
            least = min(enough, key=lambda row: prod(row.point.values()))
            lines.append(
                f"The smallest on {plan.name}: {place_words(least.point)} "
                f"(power {percent(least.estimate)})."
            )
    many = counts if len(counts) <= FEW else [*counts[:FEW], "the table has the others"]
    headline = f"Of {total} studies, power {percent(target)} is reached by {', '.join(many)}"
    return headline, lines[:FEW]


def _assured(plans: list[MetricPlan]) -> str:
    known = [(row.estimate, p.name) for p in plans if (row := p.row("assurance")) and _defined(row)]
    if not known:
        return ""
    shares = ", ".join(f"{percent(share)} ({name})" for share, name in known[:FEW])
    return (
        f"Averaged over errors of B that exceed those of A by {plans[0].settings['effect_prior']}, "
        f"the study finds which is better in {shares} of cases (assurance)."
    )


def _defined(row: Row | None) -> bool:
    return row is not None and not isnan(row.estimate)


def _question(plans: list[MetricPlan]) -> str:
    settings = plans[0].settings
    wanted = f"power {percent(settings['target'])} at alpha {decimal(settings['alpha'])}"
    asked = {
        "items": f"How many items reach {wanted}?",
        "responses": f"How many answers to each item reach {wanted}?",
        "split": "How is the budget best spent?",
        "budget": f"What is the cheapest study with {wanted}?",
    }
    return asked.get(settings["solve"], f"Would such a study find the difference with {wanted}?")


def _brief(plans: list[MetricPlan]) -> str:
    settings, result = plans[0].settings, plans[0].result
    test = short_name(result.method, TESTS)
    side = settings["alternative"]
    sided = "two-sided" if side == "two-sided" else f"one-sided ({side})"
    wanted = f"alpha {decimal(settings['alpha'])}, power {percent(settings['target'])} wanted"
    rows = list(result.select("power") or result.select("alpha"))
    of = "power" if result.select("power") else "shares"
    studies = studies_words(settings["replicates"], rows, of)
    return " · ".join(
        [f"{test[:1].upper()}{test[1:]}, {sided}, {wanted}", studies, world_words(settings)]
    )


def _account(result: Result) -> Account:
    account, settings = Account(), result.provenance["settings"]
    account.procedure("The test is", result.method, TESTS)
    metrics_used(account, settings)
    account.say(f"Answers are simulated{account.cited(WEIN)}: {world_words(settings)}.")
    power_found(account, settings, {row.quantity for row in result.rows})
    return account


def _checks(plans: list[MetricPlan]) -> Checks:
    settings = plans[0].settings
    one = settings["solve"] == "power" and not plans[0].result.provenance.get("axes")
    sentences = [f"[{p.name}] {powered(p.row('power'), settings['target'])}" for p in plans]
    if len(plans) == 1:
        sentences = [powered(plans[0].row("power"), settings["target"])]
    solved = f"Sizes were compared for their power; {percent(settings['target'])} is wanted."
    known = isinstance(settings.get("items"), int) and "answers" in settings
    return Checks(
        planned=True,
        ways=frozenset(["test"]),
        hypothesis=f"Claim: one of {plans[0].a} and {plans[0].b} is better",
        evaluated=f"{size_words(settings)}." if known else "",
        powered=" ".join(sentences) if one else solved,
        significant=f"a p-value of at most alpha ({decimal(settings['alpha'])})",
        meaning=NOT_YET,
    )

"""A planned study with several answers to each item: is it large enough, by which metric?"""

from __future__ import annotations

from math import prod

from claimwise.core import Result
from claimwise.core.references import WEIN
from claimwise.report.account import Account
from claimwise.report.answer import Answer, Table
from claimwise.report.answers_to_items import (
    SOURCES,
    answers_words,
    place_words,
    size_words,
    world_words,
)
from claimwise.report.method import metrics_used, power_found, short_name
from claimwise.report.metric_plan import MetricPlan, metric_plans
from claimwise.report.numbers import chance, decimal, number, percent
from claimwise.report.response_plan_tables import costs_table, metrics_table, studies_tables
from claimwise.report.simulated import (
    averaged,
    brief_of,
    checks_of,
    found_in,
    too_large,
    unclear,
    word_of,
)

Words = tuple[str, list[str]]  # the headline and the lines below it
SIZES = ("items", "responses", "responses_gold", "responses_a", "responses_b")
FEW = 3  # metrics that a sentence names


def present(result: Result) -> Answer:
    """Return what was asked for, by each metric."""
    settings, plans = result.provenance["settings"], metric_plans(result)
    word, tone = word_of(result)
    headline, lines = _words(plans)
    tables, more = _tables(result)
    known = isinstance(settings.get("items"), int) and "answers" in settings
    return Answer(
        title="What a study of several answers could show",
        question=_question(plans[0]),
        word=word,
        tone=tone,
        headline=headline,
        lines=tuple(line for line in lines if line),
        tables=tables,
        brief=_brief(plans[0]),
        more=more,
        account=_account(result),
        checks=checks_of(
            plans[0],
            headline,
            hypothesis=f"Claim: one of {plans[0].a} and {plans[0].b} is better",
            evaluated=f"{size_words(settings)}." if known else "",
        ),
    )


def _words(plans: list[MetricPlan]) -> Words:
    solve = plans[0].settings["solve"]
    if solve in ("items", "responses"):
        return _sizes(plans)
    if solve in ("split", "budget"):
        return _best(plans)
    if plans[0].result.provenance.get("axes"):
        return _several(plans)
    known = [plan for plan in plans if plan.known("power")]
    if not known:
        return _nothing(plans), [_assured(plans)]
    return _one(known[0]) if len(plans) == 1 else _each(known)


def _tables(result: Result) -> tuple[tuple[Table, ...], tuple[Table, ...]]:
    """Return the tables that are shown, and those for the details."""
    settings = result.provenance["settings"]
    if settings["solve"] == "budget":
        return costs_table(result), ()
    if studies := studies_tables(result):
        return studies[:1], studies[1:]
    metrics, one = metrics_table(result), len(settings["metrics"]) == 1
    return ((), metrics) if one and settings["solve"] == "power" else (metrics, ())


def _one(plan: MetricPlan) -> Words:
    """Return the power by one metric."""
    power = plan.row("power")
    assert power is not None  # only called where it is defined
    headline = f"{size_words(plan.settings)} {found_in(plan.what, power, plan.target)}"
    parts = [part for part in (plan.truly, too_large(plan)) if part]
    return headline, [" ".join(parts), unclear(power, plan.target), _assured([plan])]


def _each(plans: list[MetricPlan]) -> Words:
    """Return by which of several metrics the power suffices."""
    target, power = plans[0].target, f"power {percent(plans[0].target)}"
    rows = [(row, plan.name) for plan in plans if (row := plan.known("power"))]
    enough = [f"{name} ({chance(row)})" for row, name in rows if row.estimate >= target]
    few = [f"{name} ({chance(row)})" for row, name in rows if row.estimate < target]
    clauses = [f"reach {power} on {_listed(enough)}"] if enough else []
    clauses += [f"miss {'it' if enough else power} on {_listed(few)}"] if few else []
    near = [name for row, name in rows if unclear(row, target)]
    wanted = f"the {percent(target)} wanted"
    open_ = f"The simulation cannot tell the power on {_listed(near)} from {wanted}."
    headline = f"{size_words(plans[0].settings)} {', '.join(clauses)}"
    return headline, [_truths(plans), open_ if near else "", _assured(plans)]


def _truths(plans: list[MetricPlan]) -> str:
    """Return on which metrics B is better, and on which worse."""
    known: dict[str, list[str]] = {}
    for plan in plans:
        if plan.sure:
            known.setdefault(plan.better, []).append(plan.name)
    clauses = [f"{word} on {_listed(names)}" for word, names in sorted(known.items())]
    return f"In truth {plans[0].b} {plans[0].verb} {', '.join(clauses)}." if clauses else ""


def _listed(names: list[str]) -> str:
    return ", ".join(names) if len(names) <= FEW else f"{len(names)} metrics"


def _nothing(plans: list[MetricPlan]) -> str:
    """Return what is found where there is nothing to find."""
    first = plans[0]
    rows = [row for plan in plans if (row := plan.known("alpha"))]
    if not rows:
        return f"{size_words(first.settings)} could not be scored"
    shares = sorted(row.estimate for row in rows)
    span = " to ".join(dict.fromkeys(percent(share) for share in (shares[0], shares[-1])))
    return (
        f"{first.a} and {first.b} are equally good, and {first.result.method} finds a difference "
        f"in {span} of studies, where {percent(first.settings['alpha'])} are promised"
    )


def _several(plans: list[MetricPlan]) -> Words:
    """Return how many of several studies are large enough."""
    result, target = plans[0].result, plans[0].target
    counts, lines = [], []
    for plan in plans:
        rows = result.select("power", **plan.at)
        enough = [row for row in rows if row.estimate >= target]
        counts.append(f"{len(enough) or 'none'} on {plan.name}")
        if enough and all(key in SIZES for key in enough[0].point):
            least = min(enough, key=lambda row: prod(row.point.values()))
            where = f"{place_words(least.point)} (power {chance(least)})"
            lines.append(f"The smallest on {plan.name}: {where}.")
    studies = {tuple(row.point.items()) for row in result.select("power", "alpha")}
    many = counts if len(counts) <= FEW else [*counts[:FEW], "the table has the others"]
    reached = f"power {percent(target)} is reached by {', '.join(many)}"
    return f"Of {len(studies)} studies, {reached}", lines[:FEW]


def _sizes(plans: list[MetricPlan]) -> Words:
    """Return the fewest items, or answers, by each metric."""
    settings, power = plans[0].settings, f"power {percent(plans[0].target)}"
    own, unit = {}, "items"
    if settings["solve"] == "responses":
        own = {s: k for s in SOURCES if (k := settings.get(f"responses_{s}"))}
        free = [words for source, words in SOURCES.items() if source not in own]
        unit = " and as many ".join(free) if own else "answers"
    known = [(row, plan.name) for plan in plans if (row := plan.known("sample_size"))]
    if not known:
        names = _listed([plan.name for plan in plans])
        return f"No number of {unit} that was tried reaches {power} on {names}", []
    (row, name), *others = known
    enough = f"{row.estimate:,.0f} {unit} are enough on {name}"
    enough += "".join(f", {row.estimate:,.0f} on {name}" for row, name in others)
    never = ", ".join(plan.name for plan in plans if not plan.known("sample_size"))
    none = f"; no number that was tried on {never}" if never else ""
    fixed = f"{row.n:,} items"
    if unit == "items":
        fixed = f"{answers_words(settings['answers'])} to each"
    given = " and ".join(f"{k} {SOURCES[source]}" for source, k in own.items())
    return f"{enough}, for {power} with {fixed}{none}", [
        _truths(plans),
        f"Given are {given}." if given else "",
    ]


def _best(plans: list[MetricPlan]) -> Words:
    """Return the split of a budget with the most power, or the cheapest study, by each metric."""
    settings, target = plans[0].settings, percent(plans[0].target)
    sizes: dict[str, list[str]] = {}
    lines = []
    for plan in plans:
        (size, power), cost = plan.best(), plan.known("cost")
        if not size:
            lines.append(f"No study that was tried reaches the power on {plan.name}.")
            continue
        spent = f"cost {number(cost.estimate)} on " if cost else ""
        spent = f"power {chance(power)} on " if power and not spent else spent
        sizes.setdefault(size, []).append(f"{spent}{plan.name}")
        if power and not cost and unclear(power, plan.target):
            lines.append(f"On {plan.name} the simulation cannot tell it from the {target} wanted.")
        elif power and not cost and power.estimate < plan.target:
            lines.append(f"The {target} wanted is not reached on {plan.name}.")
    if not sizes:
        return f"No study that was tried reaches power {target}", lines
    start = f"The cheapest study with power {target} has"
    if settings["solve"] == "split":
        start = f"A budget of {number(settings['budget'])} is best spent on"
    clauses = [f"{size} ({', '.join(metrics)})" for size, metrics in sizes.items()]
    return f"{start} {'; '.join(clauses)}", lines


def _assured(plans: list[MetricPlan]) -> str:
    known = [(row, plan.name) for plan in plans if (row := plan.known("assurance"))]
    shares = [percent(row.estimate) + f" ({name})" * (len(plans) > 1) for row, name in known]
    over = f"errors of B that exceed those of A by {plans[0].settings.get('effect_prior')}"
    return averaged(over, shares[:FEW])


def _question(plan: MetricPlan) -> str:
    wanted = f"power {percent(plan.target)} at alpha {decimal(plan.settings['alpha'])}"
    asked = {
        "items": f"How many items reach {wanted}?",
        "responses": f"How many answers to each item reach {wanted}?",
        "split": "How is the budget best spent?",
        "budget": f"What is the cheapest study with {wanted}?",
    }
    usual = f"Would such a study find the difference with {wanted}?"
    return asked.get(plan.settings["solve"], usual)


def _brief(plan: MetricPlan) -> str:
    test, side = short_name("test", plan.result.method), plan.settings["alternative"]
    sided = "two-sided" if side == "two-sided" else f"one-sided ({side})"
    return brief_of(plan, f"{test}, {sided}", world_words(plan.settings))


def _account(result: Result) -> Account:
    account, settings = Account(), result.provenance["settings"]
    account.procedure("The test is", "test", result.method)
    metrics_used(account, settings)
    account.say(f"Answers are simulated{account.cited(WEIN)}: {world_words(settings)}.")
    power_found(account, settings, {row.quantity for row in result.rows})
    return account

"""A planned study of ratings or judgements: is it large enough, or how large must it be?"""

from __future__ import annotations

from math import isnan

from claimwise.core import Result, Row
from claimwise.core.references import CARD, HOWCROFT
from claimwise.report.account import Account
from claimwise.report.answer import Answer, Table
from claimwise.report.method import power_found
from claimwise.report.numbers import chance, decimal, given, number, percent, rate
from claimwise.report.planned import Plan
from claimwise.report.rating_study import RatingStudy, rating_study
from claimwise.report.simulated import (
    averaged,
    brief_of,
    checks_of,
    found_in,
    telling,
    too_large,
    unclear,
    word_of,
)
from claimwise.report.tabled import Column, tabled

Words = tuple[str, list[str]]  # the headline and the lines below it
SHOWN = 10  # designs without details
RARE = {  # shares that are shown where at least one is not 0
    "type_s": "wrong sign",
    "boundary": "fits at the edge",
    "failed": "failed fits",
    "failed_null": "failed without an effect",
}


def present(result: Result) -> Answer:
    """Return what was asked for, then what each analysis finds."""
    study = rating_study(result)
    word, tone = word_of(result)
    headline, lines = _words(study)
    row = study.known("assurance")
    over = f"true {study.settings.get('prior_of')}s from {study.settings.get('effect_prior')}"
    lines += [_found_at_zero(study), averaged(over, [percent(row.estimate)] if row else [])]
    several = len(study.settings["models"]) * len(study.effects) > 1
    analyses, designs = _analyses(study), _designs(result)
    least = sorted(designs, key=lambda row: row.estimate)[:SHOWN]
    cheapest = _costs(study, "The cheapest designs", [row for row in designs if row in least])
    every = _costs(study, "All designs", designs) if len(designs) > SHOWN else ()
    return Answer(
        title=f"What a study of {study.unit} could show",
        question=_question(study),
        word=word,
        tone=tone,
        headline=headline,
        lines=tuple(line for line in lines if line),
        tables=(*cheapest, *(analyses if several else ())),
        brief=_brief(study),
        more=(*(() if several else analyses), *every),
        account=_account(study),
        checks=checks_of(
            study,
            headline,
            rated=True,
            hypothesis="Claim: one of A and B is rated higher",
            evaluated=f"{study.made_of}.",
        ),
    )


def _words(study: RatingStudy) -> Words:
    """Return the answer to what was asked, and what else is to be known of it."""
    solve = study.settings["solve"]
    if solve == "power":
        return _power(study) if len(study.effects) == 1 else (_powers(study), [])
    row = _solved(study, {"mde": "mde", "budget": "cost"}.get(solve, "sample_size"))
    if isnan(row.estimate):
        none = {"mde": "effect that was tried is found", "budget": "design that was tried finds"}
        what = "" if solve == "mde" else f" {study.gain()}"
        return f"No {none.get(solve, f'number of {solve} finds')}{what} with {study.power}", []
    finds = f"{'can show' if solve == 'mde' else 'find'} {study.gain()} with {study.power}"
    ends = "" if isnan(row.low) else "; simulation leaves open "
    if solve == "mde":
        size, span = study.units.size(row.estimate), study.units.ends(row) if ends else ""
        return f"{study.made_of} {finds}", [f"The effect is {size}{ends}{span}."]
    items, raters = f"{study.part('items'):,} items", f"{study.part('raters'):,} raters"
    if solve == "budget":
        length = study.settings.get("list_length")
        each = "everything" if study.settings["design"] == "complete" else f"{length} items"
        verb = "judges" if study.judged else "rates"
        return f"{items} and {raters} at a cost of {number(row.estimate)} {finds}", [
            f"That is the cheapest design: each item is {study.rated}, each rater {verb} {each}, "
            f"{study.items(study.part('ratings'))} in all."
        ]
    span = f"{ends}{row.low:,.0f} to {row.high:,.0f} {solve}" if ends else ""
    headline = f"{items}, each {study.rated} by {raters} in all, {finds}"
    return headline, [f"In all {study.items(row.n)}{span}."]


def _solved(study: RatingStudy, quantity: str) -> Row:
    """Return what was solved for, of the study as a whole."""
    return Plan(study.result).row(quantity) or Row(quantity=quantity, estimate=float("nan"))


def _power(study: RatingStudy) -> Words:
    """Return the power of one study at one effect."""
    row = study.known("power")
    if row is None:
        null = study.known("alpha")
        if null is None:
            return f"{study.made_of} could not be analysed", []
        return f"Without an effect, {study.made_of} find one in {_false(study, null)}", []
    larger = "To see how many are enough: --solve items, or --solve raters."
    parts = [too_large(study), larger if row.estimate < study.target else ""]
    return f"{study.made_of} {found_in(study.gain(), row, study.target, study.by)}", [
        _in_points(study),
        " ".join(part for part in parts if part),
        unclear(row, study.target),
    ]


def _in_points(study: RatingStudy) -> str:
    """Return what an effect on a latent scale is in rating points; empty of plain points."""
    scale_points = study.settings["effects_in"].get("scale_points")
    if not scale_points:
        return ""
    return (
        f"An effect of {study.units.size(study.effects[0])} moves expected ratings by "
        f"{study.size(study.points())} on this {scale_points}-point scale."
    )


def _powers(study: RatingStudy) -> str:
    """Return how many of several effects are found often enough."""
    rows = study.result.select("power", **study.at)
    powers = {i: row for i, row in enumerate(rows) if not isnan(row.estimate)}
    enough = [i for i, row in powers.items() if row.estimate >= study.target]
    if enough:
        least = min(enough, key=lambda i: abs(study.effects[i]))
        what = f"{len(enough)} of {len(rows)} effects with {study.power}"
        return f"{study.made_of} find {what}, the smallest {study.gain(least)}"
    if not powers:
        return f"{study.made_of} find no effect: none of those given is one"
    most = max(powers, key=lambda i: powers[i].estimate)
    return (
        f"{study.made_of} find none of {len(rows)} effects with {study.power}; "
        f"{study.gain(most)} is found in {chance(powers[most])} of studies"
    )


def _found_at_zero(study: RatingStudy) -> str:
    """Return that the deciding analysis finds too much where there is nothing to find, if so."""
    row = study.row("alpha")
    if row is None or study.row("power") is None or not row.low > study.settings["alpha"]:
        return ""
    name = study.settings["models"][0]
    return f"Without an effect {name} would find one in {_false(study, row)}."


def _false(study: RatingStudy, row: Row) -> str:
    promised = percent(study.settings["alpha"])
    return f"{rate(row.estimate)} of studies, where {promised} are promised"


def _analyses(study: RatingStudy) -> tuple[Table, ...]:
    """Return a line for each analysis and effect."""
    places = [float(f"{effect:.12g}") for effect in study.effects]
    order = study.settings["models"]
    rows = sorted(
        telling(study.result), key=lambda row: order.index(row.at.get("analysis", order[0]))
    )

    def difference(row: Row) -> str:
        if "effect" not in row.at:
            return ""
        i = places.index(row.point["effect"])
        if study.judged:
            wins, losses = study.shares(i)
            return percent(wins - losses)
        return study.size(study.points(i)).removesuffix(f" {study.scale.unit}")

    seen = {row.quantity for row in study.result.rows if row.estimate > 0}
    return tabled(
        "Analyses",
        rows,
        by={"analysis": "analysis", "effect": None},
        columns=[
            Column("power", "wins less losses" if study.judged else "difference", shows=difference),
            Column("power", "power"),
            Column("assurance", "assurance"),
            Column("alpha", "without an effect"),
            Column("type_m", "times too large"),
            *(Column(name, heading) for name, heading in RARE.items() if name in seen),
        ],
    )


def _designs(result: Result) -> list[Row]:
    """Return what designs cost: the cheapest for each number of ratings of an item."""
    least: dict[float, Row] = {}
    for row in result.select("frontier_cost"):
        key = row.point["ratings_per_item"]
        if key not in least or row.estimate < least[key].estimate:
            least[key] = row
    return [least[key] for key in sorted(least)]


def _costs(study: RatingStudy, title: str, designs: list[Row]) -> tuple[Table, ...]:
    """Return a line for each design."""
    places = [row.at for row in designs]
    sizes = study.result.select("frontier_items", "frontier_raters")

    def length(row: Row) -> str:
        return given(row.point["list_length"]) if "list_length" in row.at else "all"

    return tabled(
        f"{title}, by {study.unit} per item",
        [*designs, *(row for row in sizes if row.at in places)],
        by={"ratings_per_item": f"{study.unit} per item", "list_length": None},
        columns=[
            Column("frontier_cost", "cost"),
            Column("frontier_items", "items"),
            Column("frontier_raters", "raters"),
            Column("frontier_cost", study.unit, shows="n"),
            Column("frontier_cost", "items a rater", shows=length),
            Column("frontier_cost", "cost is", shows=lambda row: row.kind or ""),
        ],
    )


def _question(study: RatingStudy) -> str:
    wanted = f"{study.power} at alpha {decimal(study.settings['alpha'])}"
    what = "these effects" if len(study.effects) > 1 else study.gain()
    asked = {
        "mde": f"Which effect would such a study find with {wanted}?",
        "power": f"Would such a study find {what} with {wanted}?",
    }
    return asked.get(study.settings["solve"], f"What does it take to find {what} with {wanted}?")


def _brief(study: RatingStudy) -> str:
    first, *others = (study.settings["says"][name] for name in study.settings["models"])
    return brief_of(study, f"{first} (and {len(others)} more)" if others else first, study.world)


def _account(study: RatingStudy) -> Account:
    account = Account()
    start = "One analysis is" if study.at else "The analysis is"
    for name in study.settings["models"]:
        account.procedure(start, "analysis", name)
    cited = account.cited(CARD, HOWCROFT) if study.settings.get("source") else ""
    account.say(f"{study.unit.capitalize()} are simulated{cited}: {study.world}.")
    power_found(account, study.settings, {row.quantity for row in study.result.rows})
    return account

"""What is believed of rated systems: how probable it is that one is rated higher than another."""

from __future__ import annotations

from collections.abc import Sequence
from math import isinf, isnan

from claimwise.core import Result, Row
from claimwise.report.account import Account
from claimwise.report.answer import Answer, Table, named, table
from claimwise.report.claim_words import checks_of
from claimwise.report.compared import Compared, chosen_interval, comparisons
from claimwise.report.comparison_tables import belief_table, predictive_table, prior_table, signed
from claimwise.report.method import brief_line, posterior_used
from claimwise.report.numbers import chance, compact, fold, given, number
from claimwise.report.quantities import ends
from claimwise.report.rated import higher_first, near
from claimwise.report.raters import counts_of, like_these
from claimwise.report.rating_details import shares_table
from claimwise.report.scale import RATING_POINTS, Scale


def present(result: Result) -> Answer:
    """Return the probability first, then a line for each pair."""
    settings = result.provenance["settings"]
    pairs = comparisons(result, "posterior_difference", "bayes_factor_direction")
    order = _order(settings["names"], pairs)
    higher = higher_first(pairs, order)
    shown = near(higher, order)
    size = f"{settings['n']:,} ratings, {counts_of(settings)}"
    weighed = "bayes-factor" in settings["assess"] or settings["rope"] is not None
    beliefs, few = belief_table(pairs), len(shown) == len(higher)
    return Answer(
        title="What is to be believed of the ratings",
        question=_claim(pairs),
        headline=_of_pair(_main(higher, order)),
        lines=(*_highest(order), size),
        tables=(*_pair_table("Comparisons", shown), *(beliefs if weighed and few else ())),
        brief=brief_line(settings),
        more=(
            *(() if few else _pair_table("All comparisons", higher)),
            *(() if weighed and few else beliefs),
            *_spread(result),
            *_ratings(result),
            *prior_table(pairs),
            *predictive_table(result),
        ),
        account=_account(settings),
        checks=checks_of(pairs[0], pairs, f"{size}.", rated=True),
    )


def _order(names: Sequence[str], pairs: Sequence[Compared]) -> list[str]:
    """Return the systems, the one that is rated highest first; none where that is not known."""
    means = {
        c.b: row.estimate
        for c in pairs
        if c.a == names[0] and (row := c.row("posterior_difference")) is not None
    }
    return sorted(names, key=lambda name: -means.get(name, 0.0)) if means else []


def _main(higher: Sequence[Compared], order: Sequence[str]) -> Compared:
    """Return the pair of the headline: of several, the least sure one of the highest rated."""
    if not order:
        return higher[0]
    return min((c for c in higher if order[0] in (c.a, c.b)), key=_chance_of)


def _highest(order: Sequence[str]) -> tuple[str, ...]:
    if len(order) < 3:
        return ()
    highest = f"{named(order[0])} is rated highest of {len(order)}"
    return (f"{highest}; of its pairs this is the least sure.",)


def _greater(c: Compared) -> Row | None:
    return c.row("probability_greater")


def _chance_of(c: Compared) -> float:
    row = _greater(c)
    return row.estimate if row is not None else 0.0


def _of_pair(c: Compared) -> str:
    """Return what is believed of one pair: a probability, or how the data shift the odds."""
    a, b = c.names()
    row, points = _greater(c), c.row("points")
    if row is None or points is None:
        return _odds(c)
    levels = c.settings.get("scale_points")
    scale = Scale("points" if levels else "rating points", places=1)
    on = f" on the {levels}-point scale" if levels else ""
    places = scale.decimals(points)
    turned = row.estimate < 0.5
    sure = chance(_complement(row) if turned else row)
    inner = (
        f"mean difference {scale.size(points.estimate, places)}{on}, {chosen_interval(points)} "
        f"{scale.ends(points, places)}, {like_these(c.settings)}"
    )
    way = "lower" if turned else "higher"
    return f"{b} is rated {way} than {a} with probability {sure} ({inner})"


def _complement(row: Row) -> Row:
    return Row(
        quantity=row.quantity,
        estimate=1 - row.estimate,
        low=1 - row.high,
        high=1 - row.low,
        kind=row.kind,
    )


def _odds(c: Compared) -> str:
    a, b = c.names()
    row = c.row("bayes_factor_direction")
    if row is None or (row.kind != "bound" and isnan(row.estimate)):
        return f"How the data shift the odds that {b} is rated higher than {a} is not known"
    least, factor = "", row.estimate
    if row.kind == "bound":
        least, factor = "more than ", row.low if isinf(row.high) else row.high
    way, strength = ("towards", factor) if factor >= 1 else ("away from", 1 / factor)
    return (
        f"The data shift the odds {least}{fold(strength)}-fold {way} {b} being rated higher than "
        f"{a}{_by_margin(c)} ({like_these(c.settings)})"
    )


def _by_margin(c: Compared) -> str:
    margin = c.settings.get("margin") or 0.0
    return f" by more than {given(margin)} levels" if margin else ""


def _pair_table(title: str, pairs: Sequence[Compared]) -> tuple[Table, ...]:
    """Return a line for each pair: the chance, the difference in points, and one new rating."""
    known = [(c, row) for c in pairs if (row := c.row("points")) is not None]
    level = chosen_interval(known[0][1]) if known else ""
    header = ["comparison", "rated higher", "points", level, "one rating above", "below"]
    body = []
    for c, points in known:
        places = RATING_POINTS.decimals(points)
        body.append(
            [
                f"{named(c.b)} vs {named(c.a)}",
                _cell(c.row("probability_greater")),
                signed(RATING_POINTS.bare(points.estimate, places)),
                RATING_POINTS.ends(points, places),
                *(_cell(c.row(side)) for side in ("above", "below")),
            ]
        )
    return table(title, header, body)


def _cell(row: Row | None) -> str:
    return "" if row is None else compact(chance(row))


def _spread(result: Result) -> tuple[Table, ...]:
    """Return how raters, items and single ratings vary."""
    body = [
        [
            str(row.at.get("group", row.at.get("system", ""))),
            str(row.at.get("term", "")),
            number(row.estimate),
            ends(row),
        ]
        for row in result.select("sd")
    ]
    return table("How they vary, in latent units", ["", "term", "standard deviation", "HDI"], body)


def _ratings(result: Result) -> tuple[Table, ...]:
    expected = {str(row.at["system"]): row for row in result.select("expected_rating")}
    title = "Ratings of new items by new raters"
    return (
        *shares_table(title, result.select("category"), expected),
        *shares_table("Ratings as they were given", result.select("observed_share"), {}),
    )


def _claim(pairs: Sequence[Compared]) -> str:
    if len(pairs) > 1:
        return "Claim: one of the systems is rated higher than each other one."
    c = pairs[0]
    return f"Claim: {c.b} is rated higher than {c.a}{_by_margin(c)}."


def _account(settings: dict[str, object]) -> Account:
    account = Account()
    posterior_used(account, settings)
    account.say(f"The formula of the model is {settings['formula']}.")
    return account

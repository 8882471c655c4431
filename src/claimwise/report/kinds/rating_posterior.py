"""What is believed of rated systems: how probable it is that one is rated higher than another."""

from __future__ import annotations

from dataclasses import replace

from claimwise.core import Result, Settings
from claimwise.report.answer import Answer, named
from claimwise.report.claim_words import checks_of
from claimwise.report.comparison_rows import Compared, comparisons, evidence_of
from claimwise.report.comparison_tables import belief_table, predictive_table, prior_table
from claimwise.report.method import Account, brief_line, posterior_used
from claimwise.report.numbers import chance
from claimwise.report.rating_rows import (
    Rated,
    beyond,
    claim_of,
    in_points,
    like_these,
    pair_table,
    rated_of,
    shares_table,
    size_of,
    spoken,
    variation_table,
)
from claimwise.report.verdicts import RATED, odds_shift


def present(result: Result) -> Answer:
    """Return the probability first, then a line for each pair."""
    settings = result.settings
    pairs = comparisons(result, "posterior_difference", "bayes_factor_direction")
    rated = rated_of(pairs, settings["names"])
    size = size_of(settings, "rating")
    beliefs = belief_table(pairs)
    weighed = "bayes-factor" in settings["assess"] or settings["rope"] is not None
    return Answer(
        title="What is to be believed of the ratings",
        question=claim_of(rated, RATED),
        headline=_believed(rated.main),
        lines=(*_highest(rated), size),
        tables=(*pair_table("Comparisons", rated.pairs), *(beliefs if weighed else ())),
        brief=brief_line(settings),
        more=(
            *(() if weighed else beliefs),
            *variation_table("How they vary, in latent units", result),
            *shares_table("Ratings of new items by new raters", result, "category"),
            *shares_table("Ratings as they were given", result, "observed_share"),
            *prior_table(pairs),
            *predictive_table(result),
        ),
        account=_account(settings),
        checks=checks_of(pairs[0], pairs, f"{size}.", rated=True),
    )


def _believed(c: Compared) -> str:
    """Return what is believed of one pair: a probability, or how the data shift the odds."""
    a, b = c.names()
    greater, whom = c.row("probability_greater"), like_these(c.settings)
    if greater is None:
        odds = odds_shift(
            c.row("bayes_factor_direction"), f"{b} being rated higher than {a}{beyond(c)}"
        )
        return f"{odds or f'How the data shift the odds between {b} and {a} is not known'} ({whom})"
    way, estimate, low, high = "higher", greater.estimate, greater.low, greater.high
    if estimate < 0.5:
        way, estimate, low, high = "lower", 1 - estimate, 1 - high, 1 - low
    sure = chance(replace(greater, estimate=estimate, low=low, high=high))
    shown = spoken(in_points(c))
    mean = f"mean difference {shown.size(shown.difference.estimate)}{shown.on}"
    evidence = evidence_of(shown.difference, shown.scale)
    return f"{b} is rated {way} than {a} with probability {sure} ({mean}, {evidence}, {whom})"


def _highest(rated: Rated) -> tuple[str, ...]:
    if len(rated.order) < 3 or rated.main.row("probability_greater") is None:
        return ()
    highest = f"{named(rated.order[0])} is rated highest of {len(rated.order)}"
    return (f"{highest}; of its pairs this is the least sure.",)


def _account(settings: Settings) -> Account:
    account = Account()
    posterior_used(account, settings)
    account.say(f"The formula of the model is {settings['formula']}.")
    account.say("Rated higher: one rating of a new item by a new rater; ties count one half.")
    return account

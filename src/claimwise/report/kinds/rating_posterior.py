"""What is believed of rated systems: how probable it is that one is rated higher than another."""

from __future__ import annotations

from claimwise.core import Result, Settings
from claimwise.report.answer import Answer, named
from claimwise.report.claim_words import checks_of
from claimwise.report.comparison_rows import RATED, comparisons
from claimwise.report.comparison_tables import belief_table, predictive_table, prior_table
from claimwise.report.method import Account, brief_line, posterior_used
from claimwise.report.rating_rows import (
    claim_of,
    pair_table,
    rated_of,
    size_of,
    spoken,
    variation_table,
)
from claimwise.report.verdicts import verdict_of


def present(result: Result) -> Answer:
    """Return the probability first, then a line for each pair."""
    settings = result.settings
    pairs = comparisons(result, "posterior_difference", "bayes_factor_direction")
    rated = rated_of(pairs, settings["names"], RATED)
    size = size_of(settings, "rating")
    beliefs = belief_table(pairs)
    weighed = "bayes-factor" in settings["assess"] or settings["rope"] is not None
    highest = f"{named(rated.order[0])} is rated highest of {len(rated.order)}"
    several = len(rated.order) > 2 and rated.main.row("probability_greater") is not None
    return Answer(
        title="What is to be believed of the ratings",
        question=claim_of(rated),
        headline=verdict_of(spoken(rated.main)).headline,
        lines=(*([f"{highest}; of its pairs this is the least sure."] if several else []), size),
        tables=(*pair_table("Comparisons", rated.pairs), *(beliefs if weighed else ())),
        brief=brief_line(settings),
        more=(
            *(() if weighed else beliefs),
            *variation_table("How they vary, in latent units", result),
            *prior_table(pairs),
            *predictive_table(result),
        ),
        account=_account(settings),
        checks=checks_of(rated.main, rated.pairs, f"{size}."),
    )


def _account(settings: Settings) -> Account:
    account = Account()
    posterior_used(account, settings)
    account.say(f"The formula of the model is {settings['formula']}.")
    account.say("Superiority: one rating of a new item by a new rater; ties count one half.")
    return account

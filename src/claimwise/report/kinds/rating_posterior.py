"""What is believed of rated systems: how probable it is that one is rated higher than another."""

from __future__ import annotations

from claimwise.core import Result, Settings
from claimwise.report.answer import Answer
from claimwise.report.comparison_rows import RATED, comparisons
from claimwise.report.comparison_tables import belief_table, predictive_table, prior_table
from claimwise.report.method import Account, brief_line, posterior_used
from claimwise.report.rating_rows import (
    pair_table,
    rated_answer,
    rated_of,
    variation_table,
)


def present(result: Result) -> Answer:
    """Return the probability first, then a line for each pair."""
    settings = result.settings
    pairs = comparisons(result, "posterior_difference", "bayes_factor_direction")
    rated = rated_of(pairs, settings["names"], RATED)
    beliefs = belief_table(pairs)
    weighed = "bayes-factor" in settings["assess"] or settings["rope"] is not None
    return rated_answer(
        rated,
        "rating",
        title="What is to be believed of the ratings",
        tables=(*pair_table(rated.pairs), *(beliefs if weighed else ())),
        brief=brief_line(settings),
        more=(
            *(() if weighed else beliefs),
            *variation_table("How they vary, in latent units", result),
            *prior_table(pairs),
            *predictive_table(result),
        ),
        account=_account(settings),
    )


def _account(settings: Settings) -> Account:
    account = Account()
    posterior_used(account, settings)
    account.say(f"The formula of the model is {settings['formula']}.")
    account.say("Superiority: one rating of a new item by a new rater; ties count one half.")
    return account

"""Systems rated by raters: who is rated highest, and which pairs can be told apart."""

from __future__ import annotations

from claimwise.core import Result, Settings
from claimwise.core.references import HOTHORN
from claimwise.report.answer import Answer
from claimwise.report.comparison_rows import RATED, comparisons
from claimwise.report.method import Account, brief_line, short_name
from claimwise.report.numbers import pvalue
from claimwise.report.rating_rows import (
    Rated,
    model_tables,
    rated_answer,
    rated_of,
    size_of,
)
from claimwise.report.scale import scale_of

MAX_T = "max-t"
TITLE = "What the raters say"
ASSUMED = {
    "ordinal": (
        "A system shifts the latent scale by the same amount at every threshold between two "
        "ratings (with a logit link: proportional odds).",
        "The effects of raters and of items are normally distributed, on the latent scale.",
        "Null hypothesis of each comparison: both systems lie at the same place of the latent "
        "scale.",
    ),
    "linear": (
        "The effects of raters and of items are normally distributed, and so is what is left of a "
        "rating (rating points are spaced evenly).",
        "Null hypothesis of each comparison: both systems have the same mean rating.",
    ),
}


def present(result: Result) -> Answer:
    """Return what the systems come to, then a line for each pair; the model is in the details."""
    settings = result.settings
    names = next(iter(settings["compared"].values()), None)
    if names is None:
        return _without_pairs(result)
    rated = rated_of([c for c in comparisons(result) if {c.a, c.b} <= {*names}], names, RATED)
    return rated_answer(
        rated,
        "rating",
        title=TITLE,
        brief=_brief({**settings, "interval": None}),
        more=model_tables(result),
        account=_of_pairs(_account(settings), rated),
    )


def _without_pairs(result: Result) -> Answer:
    """Return an answer where no two systems are compared: the first term that was tested."""
    settings = result.settings
    tested = [row for row in result.select("f_test", "likelihood_ratio") if row.pvalue is not None]
    effects, *more = model_tables(result)
    headline = "The model has no effect that could be tested"
    if tested:
        found = (tested[0].pvalue or 0.0) <= settings["alpha"]
        start = "Ratings differ by" if found else "It stays open whether ratings differ by"
        headline = f"{start} {tested[0].at['term']} ({pvalue(tested[0].pvalue)})"
    return Answer(
        title=TITLE,
        question=f"What does the model {settings['formula']} say?",
        headline=headline,
        lines=(size_of(settings, "rating"),),
        tables=(effects,),
        brief=_brief({**settings, "interval": None, "alternative": None}),
        more=tuple(more),
        account=_account(settings),
        scale=scale_of(settings),
    )


def _brief(settings: Settings) -> str:
    return brief_line({**settings, "test": short_name("analysis", _model(settings))})


def _model(settings: Settings) -> str:
    """Return the name of the analysis that the model is."""
    if settings["model"] == "ordinal":
        return "ordinal"
    return "linear" if settings["criterion"] == "REML" else "linear-ml"


def _account(settings: Settings) -> Account:
    """Return which model it is, and what it assumes."""
    account = Account()
    account.procedure("The model is", "analysis", _model(settings))
    account.say(f"Its formula is {settings['formula']}.")
    if settings["model"] == "ordinal":
        account.say(f"Its link is {settings['link']}, its thresholds {settings['thresholds']}.")
    for sentence in ASSUMED[settings["model"]]:
        account.assume(sentence)
    return account


def _of_pairs(account: Account, rated: Rated) -> Account:
    """Say by what pairs of systems are judged, and in which units they are shown."""
    how = str(rated.main.settings.get("correct", "none"))
    several = len(rated.pairs) > 1
    if several and how == MAX_T:
        account.say(
            "P-values and intervals are those of the largest t of all pairs, in one step"
            f"{account.cited(HOTHORN)}: the intervals hold for all pairs at once."
        )
    elif several and how == "none":
        account.say("Nothing is corrected for the number of pairs.")
    elif several:
        account.procedure("P-values are corrected by", "correction", how)
        account.say("Intervals are not adjusted: each holds for its own pair, not all at once.")
    if rated.main.row("points") is not None:
        account.say(
            "Rating points are what the latent difference and the ends of its interval come to in "
            "the mean rating, over raters and items like these; thresholds and deviations are "
            "taken as estimated."
        )
    if rated.main.row("superiority") is not None:
        account.say(
            "Superiority is how often B is rated higher by a typical rater of a typical item, with "
            "other columns at their means; ties count one half."
        )
    return account

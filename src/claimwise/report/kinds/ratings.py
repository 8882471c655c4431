"""Systems rated by raters: who is rated highest, and which pairs can be told apart."""

from __future__ import annotations

from claimwise.core import Result
from claimwise.report.account import Account
from claimwise.report.answer import Answer
from claimwise.report.claim_words import checks_of, claim_question
from claimwise.report.compared import Compared
from claimwise.report.method import read_columns
from claimwise.report.numbers import decimal, number
from claimwise.report.rated import (
    Rated,
    models_table,
    near,
    pair_table,
    rated_of,
    verdict_of,
)
from claimwise.report.raters import counts_of
from claimwise.report.rating_details import (
    coefficient_table,
    fitted_tables,
    term_test,
)
from claimwise.report.scale import scale_of
from claimwise.report.verdicts import outlook_of

# Standard deviations of the errors of each link.
NOISE = {"logit": "1.81", "probit": "1", "cloglog": "1.28", "loglog": "1.28"}
NORMAL = "The effects of raters and of items are normally distributed"
ORDINAL = (
    "A system shifts the latent scale by the same amount at every threshold between two ratings"
)
NULLS = {
    "ordinal": "Null hypothesis of each comparison: both systems lie at the same place of the "
    "latent scale.",
    "linear": "Null hypothesis of each comparison: both systems have the same mean rating.",
}


def present(result: Result) -> Answer:
    """Return what the systems come to, then a line for each pair; the model is in the details."""
    settings = result.provenance["settings"]
    rated = rated_of(result)
    size = f"{settings['n']:,} ratings, {counts_of(settings)}"
    if rated is None:
        return _without_pairs(result, size)
    verdict, main = verdict_of(rated), rated.main
    shown = near(rated.pairs, rated.order)
    title = "Comparisons" if len(shown) == len(rated.pairs) else "Neighbours"
    return Answer(
        title="What the raters say",
        question=_question(rated),
        word=verdict.word,
        tone=verdict.tone,
        headline=verdict.headline,
        lines=tuple(line for line in (verdict.line, size) if line),
        outlook=outlook_of(main),
        tables=pair_table(title, shown),
        brief=_brief(result, rated),
        more=(
            *(pair_table("All comparisons", rated.pairs) if len(shown) < len(rated.pairs) else ()),
            *(t for name, own in rated.others.items() for t in pair_table(f"By {name}", own)),
            *models_table([*rated.pairs, *(c for own in rated.others.values() for c in own)]),
            *fitted_tables(result),
        ),
        account=_account(result, rated),
        checks=checks_of(rated.main, rated.pairs, f"{size}.", rated=True),
        scale=scale_of(settings),
    )


def _without_pairs(result: Result, size: str) -> Answer:
    """Return an answer where no two systems are compared: the first term that was tested."""
    settings = result.provenance["settings"]
    tested = [row for row in result.select("f_test", "likelihood_ratio") if row.pvalue is not None]
    mean = result.select("coefficient", term="(Intercept)")
    headline = "The model has no effect that could be tested"
    if tested:
        row = tested[0]
        found = row.pvalue is not None and row.pvalue <= settings["alpha"]
        start = "Ratings differ by" if found else "It stays open whether ratings differ by"
        headline = f"{start} {row.at['term']} ({term_test(result, row)})"
    elif mean:
        headline = f"The mean rating is {number(mean[0].estimate)}"
    return Answer(
        title="What the raters say",
        question=f"What does the model {settings['formula']} say?",
        headline=headline,
        lines=(size,),
        tables=coefficient_table(result),
        brief=_brief(result, None),
        more=fitted_tables(result),
        account=_account(result, None),
        scale=scale_of(settings),
    )


def _question(rated: Rated) -> str:
    if len(rated.order) == 2:
        return claim_question(rated.main)
    alpha = decimal(rated.main.settings["alpha"])
    return f"Claim: one of {len(rated.order)} is rated higher than each other one (alpha {alpha})."


def _by_t(pairs: tuple[Compared, ...]) -> bool:
    """Whether verdicts on an ordinal model go by t, since raters or items are few."""
    return any(c.row("small_sample") is not None for c in pairs)


def _brief(result: Result, rated: Rated | None) -> str:
    settings = result.provenance["settings"]
    ordinal = settings["model"] == "ordinal"
    parts = [f"Ordinal mixed model ({settings['link']})" if ordinal else "Linear mixed model"]
    if rated is not None:
        wald = ordinal and not _by_t(rated.pairs)
        parts.append("Wald's z" if wald else "t with Satterthwaite's df")
        if len(rated.pairs) > 1:
            parts.append(f"Holm over {len(rated.pairs)} pairs")
        parts += ["two-sided", f"alpha {decimal(settings['alpha'])}"]
    first = ", ".join(parts)
    if rated is not None and rated.main.row("points") is not None:
        first += "; points by a linear mixed model"
    return " · ".join(part for part in (first, read_columns(settings)) if part)


def _account(result: Result, rated: Rated | None) -> Account:
    account, settings = Account(), result.provenance["settings"]
    ordinal = settings["model"] == "ordinal"
    name = "ordinal" if ordinal else "linear" if settings["criterion"] == "REML" else "linear-ml"
    account.procedure("The model is", "analysis", name)
    account.say(f"Its formula is {settings['formula']}.")
    if ordinal:
        account.say(f"Its link is {settings['link']}, its thresholds {settings['thresholds']}.")
        account.say(
            f"On its latent scale one rating varies by {NOISE[settings['link']]} beyond rater and "
            "item."
        )
    if rated is not None:
        _pairs_used(account, rated)
    if result.select("small_sample"):
        account.say(
            "In the table of fixed effects, df are Satterthwaite's degrees of freedom, and p (t) "
            "the p-value by Student's t with these, which allows for few raters or items."
        )
    if ordinal:
        odds = ": proportional odds" if settings["link"] == "logit" else ""
        account.assume(f"{ORDINAL}{odds}.")
        account.assume(f"{NORMAL}, on the latent scale.")
    else:
        account.assume(
            f"{NORMAL}, and so is what is left of a rating (rating points are spaced evenly)."
        )
    account.assume(NULLS[settings["model"]])
    return account


def _pairs_used(account: Account, rated: Rated) -> None:
    """Say by what pairs of systems are judged, and in which units they are shown."""
    if _by_t(rated.pairs):
        account.say(
            "Raters or items are few, so that differences are judged by t, not by Wald's z."
        )
    if len(rated.pairs) > 1:
        account.procedure("P-values are corrected by", "correction", "holm")
        account.say("Each interval holds for its own pair, not for all at once.")
    if rated.main.row("points") is not None:
        start = "Verdicts and p-values are by this model; rating points and their intervals are by"
        account.procedure(start, "analysis", "linear", aside=True)
    if rated.main.row("latent") is not None:
        account.say("Latent units are by an ordinal mixed model with a probit link.")

"""What is a quantity called, in which unit is it, and how is it rounded? Each once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import isfinite, isnan
from typing import NamedTuple

from claimwise.core import Row, spelled
from claimwise.report.numbers import (
    LARGE,
    NBSP,
    TINY,
    UNDEFINED,
    bound,
    chance,
    compact,
    fixed,
    fold,
    given,
    given_percent,
    number,
    p_cell,
    percent,
    pvalue,
)
from claimwise.report.scale import PLAIN, Scale, score_places

STOPS = {1.0: "yes", 0.0: "no", -1.0: "no, and none is left"}
VERDICTS = {1.0: "supported", 0.0: "open", -1.0: "contradicted"}
REGION = {1.0: "outside", 0.0: "partly inside", -1.0: "inside"}


class Quantity(NamedTuple):
    """A label for tables, and the form in which values are shown.

    Forms: share and rate (per cent), difference and score (in the scale of the answer), count,
    p, times, factor (Bayes factors), yes, stop, verdict, region, number.
    """

    label: str
    form: str = "number"


def _shown_as(form: str, names: str = "", **labels: str) -> dict[str, Quantity]:
    """Return quantities of one form: those that are called by their own names, then the others."""
    own = {name: in_words(name) for name in names.split()}
    return {name: Quantity(label, form) for name, label in {**own, **labels}.items()}


def in_words(name: str) -> str:
    """Return a name as a label.

    >>> in_words("odds_ratio")
    'Odds ratio'
    """
    return name[:1].upper() + name[1:].replace("_", " ")


QUANTITIES: dict[str, Quantity] = {
    **_shown_as(
        "share",
        "power expected_power mean_expected_power share observed_share agreement "
        "variance_share level_share",
        reject_any="Significant in either direction",
        support="Claim supported",
        assurance="Assurance: power averaged over the prior",
        power_interval="Power over what the pilot leaves open",
        probability_powered="Probability of enough power",
        power_known_null="Power with a known null",
        conclude="Posterior sure",
        hdi_excludes_zero="HDI excludes 0",
        hdi_outside_rope="HDI outside the region",
        hdi_inside_rope="HDI inside the region",
        hdi_undecided="HDI undecided",
        bayes_factor_10_above="Bayes factor for a difference",
        bayes_factor_01_above="Bayes factor against one",
        probability_greater="Probability that B scores higher",
        probability_less="Probability that B scores lower",
        probability_rope="Probability of practical equivalence",
        prior_probability_greater="Prior probability that B scores higher",
        prior_probability_rope="Prior probability of practical equivalence",
        never="Never stops",
        stop="Stops at this look",
        futile="Stops for futility at this look",
        win_rate="Wins among decided items",
        zero_share="Share of swaps without effect",
        category="Share of the category",
        superiority="Superiority (ties count half)",
        above="Rated above",
        below="Rated below",
        icc="Intraclass correlation",
        predictive="Drawn data above the real ones (fitted model)",
        prior_predictive="Drawn data above the real ones (prior)",
    ),
    **_shown_as(
        "rate",
        "wrong_sign coverage undefined",
        alpha="Findings without a difference",
        type_s="Wrong sign (Type-S)",
        false_positives="False findings",
        failed="Failed fits",
        failed_null="Failed fits without an effect",
        boundary="Fits at the edge",
    ),
    **_shown_as(
        "difference",
        "expected_difference",
        difference="Difference, B minus A",
        mean_difference="Mean reported difference, new minus baseline",
        mde="Detectable difference",
        posterior_difference="Posterior mean of the difference",
        adjusted_difference="Difference, allowing for the looks",
        fixed_difference="Difference, for these raters or runs",
        random_difference="Difference, for raters or runs like these",
        repeated_difference="Difference, at all looks together",
        difference_new="Difference on new data sets",
        median_mde="Median detectable difference",
        sd_difference="Standard deviation of differences",
        implied_difference="Difference implied by the fit",
        interval_width="Width of the interval",
        width="Width of the interval",
        over_datasets="Difference over data sets",
    ),
    **_shown_as("score", "score posterior_mean", expected_rating="Rating"),
    **_shown_as(
        "count",
        "rank parameters items rows systems metrics runs clusters deviations "
        "effective_items effective_clusters affordable_items responders answers samples "
        "epochs errors met_twice ratings raters comparisons studies",
        sample_size="Size needed",
        expected_n="Expected size at the end",
        median_n="Median size",
        flips="Items that changed",
        shown_after="Settled after",
        datasets_better="Data sets on which B does better",
        better_on_at_least="Data sets on which the claim holds, at least",
        worse_on_at_least="Data sets on which B is worse, at least",
        datasets="Data sets",
        missing="Missing scores",
        best_items="Best number of items",
        best_responses="Best number of answers",
        best_responses_a="Best number of answers of A",
        best_responses_b="Best number of answers of B",
        frontier_items="Items",
        frontier_raters="Raters",
        unscored="Samples without a score",
        load="Ratings by a rater",
        ratings_per_text="Ratings of a text",
        ratings_per_item="Judgements of an item",
    ),
    **_shown_as(
        "p",
        "estimated_p",
        pvalue="p",
        raw_pvalue="p, uncorrected",
        boundary_p="p asked for at this look",
        spent="Alpha spent",
        left="Alpha left",
        true_p="Expected p",
        estimated_p_sd="Standard deviation of estimated p",
        p_error="Error of p",
        wald_p="p (z)",
    ),
    **_shown_as("times", type_m="Exaggeration (Type-M)", inflation="Size, times that of one look"),
    **_shown_as(
        "factor",
        "bayes_factor",
        bayes_factor_01="Bayes factor of equivalence",
        bayes_factor_rope_encompassing="Bayes factor of equivalence against any difference",
        bayes_factor_direction="Bayes factor of the direction",
    ),
    **_shown_as(
        "yes",
        "complete consistent frozen recommended_interval",
        powered="Enough power",
        honest="Keeps alpha",
        keeps_level="Keeps its level",
        recommended="Recommended test",
        deviation="Deviates",
    ),
    **_shown_as("verdict", "verdict"),
    **_shown_as("stop", decision="Stops at this look"),
    **_shown_as("region", hdi_rope="Interval and region of equivalence"),
    **_shown_as(
        "number",
        "coefficient threshold standard_error correlation likelihood_ratio "
        "largest_gradient effect_size odds_ratio scale skewness normality nemenyi "
        "mean_rank cost slope log_marginal r_squared",
        boundary_z="z asked for at this look",
        futility_z="z below which it is futile to go on",
        sd="Standard deviation",
        corrected_error="Standard error, corrected for few raters and items",
        df="Degrees of freedom",
        f_test="F",
        loglik="Log-likelihood",
        condition="Condition number",
        points="Difference in rating points",
        linear_points="Difference in rating points, linear model",
        latent="Difference in latent units",
        difference_rating="Difference in mean ratings",
        effect="Effect (logit)",
        sign="Wins minus losses, all judgements as unrelated",
        cohens_d="Cohen's d",
        ratio="Ratio of means",
        concentration="Concentration of answers to an item",
        variation="Variation beyond Poisson",
        item_spread="Spread of items",
        logit_spread="Standard deviation on the logit scale",
        kendall_tau="Kendall's tau",
        friedman="Friedman's chi-square",
        nemenyi_difference="Mean ranks that differ (Nemenyi)",
        frontier_cost="Cost",
        distance="Distance from the data",
        bias_a="Bias of A",
        bias_b="Bias of B",
        epsilon_a="Error of A",
        epsilon_b="Error of B",
        spread_a="Spread of A",
        spread_b="Spread of B",
        rater_sd="Standard deviation of raters",
        random_sd="Standard deviation",
        residual_sd="Residual standard deviation",
        run_sd="Standard deviation of runs",
        sd_ratio="Ratio of standard deviations",
        left_out_error="Error on left-out data",
        p_histogram="Share of p-values",
    ),
}
AGREEMENT = Quantity("Krippendorff's alpha")  # another alpha than that of tests
MEASURES = ("ordinal", "interval")  # by which ratings are taken to differ


def quantity_of(row: Row) -> Quantity:
    """Return what is known of a row's quantity; one that nobody registered has its own name."""
    if row.quantity == "alpha" and row.at.get("by") in MEASURES:
        return AGREEMENT
    return QUANTITIES.get(row.quantity) or Quantity(row.quantity.replace("_", " "))


def value(row: Row, scale: Scale = PLAIN) -> str:
    """Return the estimate as a table shows it, in the scale of the answer."""
    if row.kind == "bound":
        return bound(row)
    if row.kind == "monte carlo" and row.estimate == 0 and quantity_of(row).form == "p":
        return p_cell(0.0) if row.high < 0.001 else f"< {p_cell(row.high)}"  # none was as extreme
    if quantity_of(row).form == "share":
        return compact(chance(row))
    return _shown(row, row.estimate, scale)


def ends(row: Row, scale: Scale = PLAIN) -> str:
    """Return both ends of the interval in the same form; empty without one."""
    if isnan(row.low) or isnan(row.high) or row.kind == "bound":
        return ""
    return f"{_shown(row, row.low, scale)} to {_shown(row, row.high, scale)}"


def chosen_interval(row: Row) -> str:
    """Return what an interval is called: "95% CI", of a posterior "95% HDI"."""
    if row.level is None:
        return ""
    kind = {"credible": "HDI", "monte carlo": "Monte Carlo interval"}.get(row.kind or "", "CI")
    return f"{given_percent(row.level)}{NBSP}{kind}"


def with_interval(shown: str, row: Row, scale: Scale = PLAIN) -> str:
    """Return what is shown of a row, with its interval in brackets; as it is without one."""
    inside = ends(row, scale)
    return f"{shown} ({chosen_interval(row)} {inside})" if inside else shown


def negative(row: Row) -> Row:
    """Return a difference with its sign turned."""
    return replace(row, estimate=-row.estimate, low=-row.high, high=-row.low)


def labelled(row: Row, scale: Scale = PLAIN) -> str:
    """Return a row as a clause: its label, where, and its value with interval and p.

    >>> row = Row(quantity="power", at={"n": 200}, estimate=0.8, low=0.78, high=0.82, level=0.95)
    >>> labelled(row).replace(NBSP, " ")
    'Power (n=200): 80% (95% CI 78% to 82%)'
    """
    where = f" ({spelled(row.at)})" if row.at else ""
    p = f", {pvalue(row.pvalue)}" if row.pvalue is not None else ""
    unit = f" {scale.unit}" if scale.unit and quantity_of(row).form == "difference" else ""
    shown = with_interval(f"{value(row, scale)}{unit}", row, scale)
    return f"{quantity_of(row).label}{where}: {shown}{p}"


def _shown(row: Row, x: float, scale: Scale) -> str:
    """Return a value in the form of its row's quantity."""
    form = quantity_of(row).form
    if isnan(x):
        return UNDEFINED
    if form == "difference":
        return scale.bare(x, scale.decimals(row))
    if form == "score":
        return scale.score(x, score_places(row))
    sizes = [abs(x) for x in (row.estimate, row.low, row.high)]
    if form == "number" and all(isfinite(x) and (x == 0 or TINY <= x < LARGE) for x in sizes):
        return fixed(x, PLAIN.decimals(row))
    if form in WORDS:
        return WORDS[form].get(x, given(x))
    return FORMS[form](x)


WORDS = {"verdict": VERDICTS, "region": REGION, "stop": STOPS, "yes": {1.0: "yes", 0.0: "no"}}
FORMS: dict[str, Callable[[float], str]] = {
    "share": lambda x: compact(percent(x)),
    "rate": lambda x: compact(percent(x, 1)),
    "count": lambda x: f"{x:,.0f}" if abs(x) < 1e15 else number(x),
    "p": p_cell,
    "times": lambda x: fixed(x, 1),
    "factor": fold,
    "number": number,
}

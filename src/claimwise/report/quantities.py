"""What is a quantity called, in which unit is it, and how is it rounded? Each once."""

from __future__ import annotations

from math import isfinite, isnan
from typing import NamedTuple

from claimwise.core import Row, spelled
from claimwise.report.numbers import (
    UNDEFINED,
    bound,
    chance,
    compact,
    fold,
    given,
    level_percent,
    number,
    p_cell,
    percent,
    pvalue,
    rate,
    times,
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


def _forms(form: str, **labels: str) -> dict[str, Quantity]:
    return {name: Quantity(label, form) for name, label in labels.items()}


QUANTITIES: dict[str, Quantity] = {
    **_forms(
        "share",
        power="Power",
        reject_any="Significant in either direction",
        support="Claim supported",
        assurance="Assurance: power averaged over the prior",
        expected_power="Expected power",
        mean_expected_power="Mean expected power",
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
        win_rate="Wins among decided items",
        share="Share",
        zero_share="Share of swaps without effect",
        observed_share="Observed share",
        category="Share of the category",
        superiority="Rated higher (ties count half)",
        above="Rated above",
        below="Rated below",
        agreement="Agreement",
        variance_share="Share of the variance",
        icc="Intraclass correlation",
        predictive="Drawn data above the real ones (fitted model)",
        prior_predictive="Drawn data above the real ones (prior)",
        level_share="Share of the rating",
    ),
    **_forms(
        "rate",
        alpha="Findings without a difference",
        type_s="Wrong sign (Type-S)",
        wrong_sign="Wrong sign",
        false_positives="False findings",
        coverage="Coverage",
        failed="Failed fits",
        failed_null="Failed fits without an effect",
        boundary="Fits at the edge",
        undefined="Undefined",
    ),
    **_forms(
        "difference",
        difference="Difference",
        mde="Detectable difference",
        posterior_difference="Posterior mean of the difference",
        adjusted_difference="Difference, allowing for the looks",
        repeated_difference="Difference, at all looks together",
        difference_new="Difference on new data sets",
        mean_difference="Mean difference",
        expected_difference="Expected difference",
        median_mde="Median detectable difference",
        sd_difference="Standard deviation of differences",
        implied_difference="Difference implied by the fit",
        interval_width="Width of the interval",
        width="Width of the interval",
        over_datasets="Difference over data sets",
    ),
    **_forms("score", score="Score", posterior_mean="Posterior mean", expected_rating="Rating"),
    **_forms(
        "count",
        sample_size="Size needed",
        expected_n="Expected size at the end",
        median_n="Median size",
        flips="Items that changed",
        shown_after="Settled after",
        datasets_better="Data sets on which B does better",
        better_on_at_least="Data sets on which the claim holds, at least",
        rank="Rank",
        studies="Simulated studies",
        parameters="Parameters",
        items="Items",
        rows="Rows",
        systems="Systems",
        metrics="Metrics",
        runs="Runs",
        clusters="Clusters",
        datasets="Data sets",
        missing="Missing scores",
        deviations="Deviations",
        effective_items="Effective items",
        effective_clusters="Effective clusters",
        best_items="Best number of items",
        best_responses="Best number of answers",
        best_responses_a="Best number of answers of A",
        best_responses_b="Best number of answers of B",
        frontier_items="Items",
        frontier_raters="Raters",
        affordable_items="Affordable items",
        responders="Responders",
        answers="Answers",
        samples="Samples",
        epochs="Epochs",
        errors="Errors",
        unscored="Samples without a score",
        met_twice="Met twice",
        ratings="Ratings",
        raters="Raters",
        load="Ratings by a rater",
        ratings_per_text="Ratings of a text",
        ratings_per_item="Judgements of an item",
    ),
    **_forms(
        "p",
        pvalue="p",
        raw_pvalue="p, uncorrected",
        boundary_p="p asked for at this look",
        spent="Alpha spent",
        left="Alpha left",
        true_p="Expected p",
        estimated_p="Estimated p",
        estimated_p_sd="Standard deviation of estimated p",
        p_error="Error of p",
        small_sample="p by t",
    ),
    **_forms(
        "times",
        type_m="Exaggeration (Type-M)",
        inflation="Size, times that of one look",
    ),
    **_forms(
        "factor",
        bayes_factor="Bayes factor",
        bayes_factor_01="Bayes factor of equivalence",
        bayes_factor_rope_encompassing="Bayes factor of equivalence against any difference",
        bayes_factor_direction="Bayes factor of the direction",
    ),
    **_forms(
        "yes",
        powered="Enough power",
        complete="Complete",
        consistent="Consistent",
        frozen="Frozen",
        honest="Keeps alpha",
        keeps_level="Keeps its level",
        recommended="Recommended test",
        recommended_interval="Recommended interval",
        deviation="Deviates",
    ),
    **_forms("verdict", verdict="Verdict"),
    **_forms("stop", decision="Stops at this look"),
    **_forms("region", hdi_rope="Interval and region of equivalence"),
    **_forms(
        "number",
        boundary_z="z asked for at this look",
        coefficient="Coefficient",
        threshold="Threshold",
        standard_error="Standard error",
        sd="Standard deviation",
        correlation="Correlation",
        df="Degrees of freedom",
        f_test="F",
        likelihood_ratio="Likelihood ratio",
        loglik="Log-likelihood",
        log_marginal="Log marginal likelihood",
        condition="Condition number",
        largest_gradient="Largest gradient",
        points="Difference in rating points",
        latent="Difference in latent units",
        difference_rating="Difference in mean ratings",
        effect="Effect (logit)",
        effect_size="Effect size",
        sign="Wins minus losses, all judgements as unrelated",
        cohens_d="Cohen's d",
        odds_ratio="Odds ratio",
        ratio="Ratio of means",
        scale="Scale",
        skewness="Skewness",
        concentration="Concentration of answers to an item",
        variation="Variation beyond Poisson",
        normality="Normality",
        item_spread="Spread of items",
        logit_spread="Standard deviation on the logit scale",
        kendall_tau="Kendall's tau",
        friedman="Friedman's chi-square",
        nemenyi="Nemenyi",
        nemenyi_difference="Mean ranks that differ (Nemenyi)",
        mean_rank="Mean rank",
        cost="Cost",
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
        slope="Slope",
        r_squared="R-squared",
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
    form = quantity_of(row).form
    if form == "difference":
        return scale.ends(row)
    if form == "score":
        return scale.scores(row)
    return f"{_shown(row, row.low, scale)} to {_shown(row, row.high, scale)}"


def labelled(row: Row, scale: Scale = PLAIN) -> str:
    """Return a row as a clause: its label, where, and its value with interval and p.

    >>> labelled(Row(quantity="power", at={"n": 200}, estimate=0.8, low=0.78, high=0.82,
    ...     level=0.95))
    'Power (n=200) 80% (95% interval 78% to 82%)'
    """
    where = f" ({spelled(row.at)})" if row.at else ""
    shown = ends(row, scale)
    aside = [f"{level_percent(row.level or 0)} interval {shown}"] if shown else []
    aside += [pvalue(row.pvalue)] if row.pvalue is not None else []
    more = f" ({', '.join(aside)})" if aside else ""
    return f"{quantity_of(row).label}{where} {value(row, scale)}{more}"


def _shown(row: Row, x: float, scale: Scale) -> str:
    """Return a value in the form of its row's quantity."""
    form = quantity_of(row).form
    if isnan(x):
        return UNDEFINED
    if form == "difference":
        return scale.bare(x, scale.decimals(row)) if isfinite(x) else number(x)
    if form == "score":
        return scale.score(x, score_places(row))
    if form in WORDS:
        return WORDS[form].get(x, given(x))
    return FORMS[form](x)


WORDS = {"verdict": VERDICTS, "region": REGION, "stop": STOPS, "yes": {1.0: "yes", 0.0: "no"}}
FORMS = {
    "share": lambda x: compact(percent(x)),
    "rate": lambda x: compact(rate(x)),
    "count": lambda x: f"{x:,.0f}" if abs(x) < 1e15 else number(x),
    "p": p_cell,
    "times": times,
    "factor": fold,
    "number": number,
}

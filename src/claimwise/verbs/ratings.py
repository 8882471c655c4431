"""What do the raters say?"""

from __future__ import annotations

from typing import Any

from claimwise.core.field import (
    AUTO,
    BAYES,
    METHOD,
    READING,
    RUN,
    Field,
    choice,
    count,
    flag,
    number,
    text,
)
from claimwise.kinds.shared import WORD, resamples
from claimwise.verbs import texts
from claimwise.verbs.shared import (
    FILE,
    ITEM,
    LEVEL,
    RATED_SYSTEM,
    RATER,
    RATING,
    ROPE,
    SEED,
    sampled,
)
from claimwise.verbs.verb import Verb

FREE = r"^[^\x00-\x1f\x7f]{1,200}$"
WAYS = ("posterior", "bayes-factor", "posterior,bayes-factor")
BELIEVED = {"assess": list(WAYS)}
MIXED = {"assess": [AUTO]}
ORDERED = {**MIXED, "model": ["ordinal"]}
DRAWN = {**MIXED, "interval": ["bootstrap"]}
FITTED: dict[str, Any] = {"group": METHOD, "shown_when": MIXED}
COLUMNS = (RATING, RATED_SYSTEM, RATER, ITEM)
MODEL = choice(
    "model",
    "Model",
    "Model of the ratings: ordinal (as ordered categories) or linear (as numbers).",
    parameter="outcome",
    aliases=("--outcome",),
    main=True,
    choices=("ordinal", "linear"),
    default="ordinal",
    metavar="NAME",
)
NO_SLOPES = flag(
    "no_slopes",
    "No slopes",
    "Use random intercepts only: raters and items differ in level, not in how they see systems.",
    group=METHOD,
    parameter="slopes",
    means=False,
)
LINK = choice(
    "link",
    "Link",
    "Link of the ordinal model: logit, probit, cloglog or loglog.",
    group=METHOD,
    choices=("logit", "probit", "cloglog", "loglog"),
    usual="logit",
    metavar="NAME",
    shown_when=ORDERED,
)
MODELLED = (
    MODEL.but(shown_when=MIXED),
    text(
        "formula",
        "Formula",
        "Formula in lme4's notation: rating ~ system + (1 | rater).",
        metavar="TEXT",
        pattern=FREE,
        shown_when=MIXED,
    ),
    LINK,
    choice(
        "thresholds",
        "Thresholds",
        "Thresholds of the ordinal model: flexible, symmetric or equidistant.",
        choices=("flexible", "symmetric", "equidistant"),
        usual="flexible",
        metavar="NAME",
        **FITTED | {"shown_when": ORDERED},
    ),
    count(
        "nodes",
        "Nodes",
        "Quadrature nodes of the ordinal model, for one grouping factor.",
        most=100,
        usual="1, Laplace's approximation",
        **FITTED | {"shown_when": ORDERED},
    ),
    flag(
        "ml",
        "Maximum likelihood",
        "Fit the linear model by maximum likelihood, not REML.",
        parameter="reml",
        means=False,
        **FITTED | {"shown_when": {**MIXED, "model": ["linear"]}},
    ),
    text(
        "grouping",
        "Grouping",
        "Columns with random effects.",
        parameter="by",
        aliases=("--by",),
        metavar="NAMES",
        usual="rater,item",
        pattern=FREE,
        reads=texts.names,
        **FITTED,
    ),
    NO_SLOPES,
    flag(
        "independent",
        "Independent",
        "Take intercepts and slopes as uncorrelated.",
        parameter="correlated",
        means=False,
        **FITTED,
    ),
    choice(
        "interval",
        "Interval",
        "Interval of the coefficients: wald, profile or bootstrap.",
        choices=("wald", "profile", "bootstrap"),
        default="wald",
        metavar="NAME",
        **FITTED,
    ),
    choice(
        "correct",
        "Correct",
        "Correction for several pairs of systems: max-t (the intervals hold all at once), holm, "
        "benjamini-hochberg or none.",
        choices=("max-t", "holm", "benjamini-hochberg", "none"),
        default="max-t",
        metavar="HOW",
        **FITTED,
    ),
    flag(
        "simplify",
        "Simplify",
        "Drop random effects at the edge, step by step.",
        default=False,
        **FITTED,
    ),
    resamples(999, "Resamples of the bootstrap interval.").but(most=20_000, shown_when=DRAWN),
)
BELIEF: tuple[Field, ...] = (
    text(
        "prior",
        "Prior",
        "Prior of a posterior: anchored, anchored:0.25 or published. Of several, with commas, the "
        "first answers and all are compared.",
        group=BAYES,
        default="default",
        metavar="NAMES",
        pattern=WORD,
        suggestions=("default", "anchored", "published"),
        shown_when=BELIEVED,
    ),
    ROPE.but(shown_when=BELIEVED),
    number(
        "margin",
        "Margin",
        "Margin in levels by which B is to exceed A, of a posterior.",
        group=BAYES,
        low=-100,
        most=100,
        shown_when=BELIEVED,
    ),
    *(
        one.but(usual="0.9") if one.name == "target_accept" else one
        for one in sampled(shown_when=BELIEVED)
    ),
)
RATINGS = Verb(
    name="ratings",
    function="ratings",
    title="Ratings",
    question="What do the raters say?",
    short="What do the raters say? Mixed models for ratings.",
    about="""Fit a mixed model to the ratings in FILE, one row for each rating.

Without a formula: the systems' differences, with random effects of raters and items. The
first call on a machine compiles the kernels, which takes some 20 seconds. With --assess: how
probable it is that a system is rated higher, by MCMC, which takes a minute or so.""",
    example='examples/ratings.csv --formula "rating ~ system + (system | rater) + (1 | item)"',
    fields=(
        FILE.but(help="One row for each rating: rater, item, system, rating."),
        *COLUMNS,
        text(
            "reference",
            "Reference",
            "Value that the others of a column are compared with: system=baseline.",
            several=True,
            metavar="COLUMN=VALUE",
            pattern=FREE,
            reads=texts.reference,
        ),
        text(
            "factor",
            "Factors",
            "Column whose numbers are names, not quantities.",
            group=READING,
            parameter="factors",
            several=True,
            metavar="COLUMN",
            pattern=FREE,
            shown_when=MIXED,
        ),
        text(
            "scale",
            "Scale",
            "Ratings that could be given: 1-5, or words in their order, bad,fair,good.",
            metavar="LOW-HIGH|WORST,...,BEST",
            pattern=FREE,
            reads=texts.scale,
        ),
        choice(
            "assess",
            "Assess by",
            "Ways to assess by a Bayesian model (MCMC) in place of the mixed model: posterior, "
            "bayes-factor or both.",
            choices=WAYS,
            metavar="WAYS",
        ),
        LEVEL,
        *MODELLED,
        *BELIEF,
        SEED.but(shown_when=(DRAWN, BELIEVED)),
        count(
            "workers",
            "Threads",
            "Number of threads.",
            group=RUN,
            default=1,
            most=1024,
            of_command=True,
        ),
    ),
)
VERBS = (RATINGS,)

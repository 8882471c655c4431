"""After the data: is B better than A?"""

from __future__ import annotations

from dataclasses import replace

from claimwise.core.field import (
    BAYES,
    GIVEN,
    LOOKS,
    METHOD,
    READING,
    STUDY,
    Field,
    choice,
    count,
    file,
    flag,
    number,
    text,
)
from claimwise.kinds.reading import (
    CLUSTER,
    COLUMN,
    DATASET,
    FILTER,
    GOLD,
    NAMES,
    REFERENCES,
    SYSTEMS,
)
from claimwise.kinds.shared import (
    ALPHA,
    CLAIM,
    CLAIMS,
    FREE_ALTERNATIVE,
    LOOKED,
    MARGIN,
    POWER,
    SAMPLER,
    WITH_MARGIN,
    WORD,
    resamples,
)
from claimwise.verbs import texts
from claimwise.verbs.shared import FITS, HIGHER, LEVEL, ROPE, SEED, UNPAIRED, sampled
from claimwise.verbs.verb import Verb

WAYS = (
    "test,interval",
    "test",
    "interval",
    "posterior",
    "bayes-factor",
    "test,interval,posterior",
    "test,interval,posterior,bayes-factor",
)
BELIEVED = {"assess": [way for way in WAYS if "posterior" in way or "factor" in way]}
OF_SCORES = {"metric": [None]}  # then a margin is in the unit of the scores of the file
LOOKED_AT = {"looks": [GIVEN]}
ROLES = {
    "item": "Item",
    "system": "System",
    "score": "Score",
    "dataset": "Data set",
    "metric": "Metric",
    "run": "Run",
    "rater": "Rater",
    "gold": "Gold answer",
    "prediction": "Prediction",
    "correct": "Right answers, in totals",
    "n": "Items, in totals",
}
ANSWERS = {
    "item": "Item",
    "source": "System or gold",
    "response": "Answer",
    "responder": "Who answers",
}
LEVELS = text(
    "levels",
    "Levels",
    "Levels of the ordinal model, 1:5; of gold answers names in order, low,mid,high.",
    group=BAYES,
    metavar="FIRST:LAST|LIST",
    pattern=r"^[^\x00-\x1f\x7f]{1,200}$",
    reads=texts.levels,
    shown_when={"model": ["ordinal"]},
)
ASKED = (
    file(
        "files",
        "Files",
        "One table (item, system, score), one file for each system, totals, or logs.",
        main=True,
        argument=True,
        several=True,
        required=True,
    ),
    *(one.but(group=STUDY, main=True) for one in SYSTEMS),
    SYSTEMS[0].but(
        name="baseline",
        title="Baseline",
        help="Baseline that every other system is compared with.",
        group=STUDY,
        main=True,
    ),
    text(
        "metric",
        "Metric",
        "Metric, if the file has several; or the one to compute from outputs: bleu, chrf, "
        "chrf++, ter, f1:macro, mcc, kappa, exact-match, token-f1, perplexity, pass@5, ndcg@10, "
        "auroc, ..., with options as in bleu:tokenize=none, several with commas, or a Python file, "
        "whose code is run.",
        metavar="NAME",
        pattern=WORD,
        suggestions=("bleu", "chrf", "f1:macro", "mcc", "exact-match", "token-f1"),
    ),
    CLAIM.but(help=f"Claim to make: {', '.join(CLAIMS[:-1])} or {CLAIMS[-1]}.", main=True),
    number(
        "margin",
        "Margin",
        MARGIN,
        main=True,
        above=0,
        high=1e9,
        by_data=True,
        scaled_when=OF_SCORES,
        shown_when=(WITH_MARGIN, BELIEVED),
    ),
    choice(
        "assess",
        "Assess by",
        "Ways to assess the claim: any of test, interval, posterior, bayes-factor.",
        main=True,
        choices=WAYS,
        default=WAYS[0],
        metavar="WAYS",
    ),
    flag(
        "gate",
        "Gate",
        "Exit with 0 if the claim is supported, 3 if contradicted, 4 if open.",
        of_command=True,
    ),
)
HOW = (
    text("test", "Test", "Test, by name.", group=METHOD, metavar="NAME", usual=FITS, pattern=WORD),
    text(
        "interval",
        "Interval",
        "Interval, by name.",
        group=METHOD,
        metavar="NAME",
        usual=FITS,
        pattern=WORD,
    ),
    FREE_ALTERNATIVE.but(
        help=f"Side of the test: {HIGHER}.",
        default=None,
        usual="two-sided",
        shown_when={"claim": [CLAIMS[0]]},
    ),
    ALPHA.but(varies=False, slider=None, step=0.005),
    LEVEL.but(default=None, usual="1 - alpha, one-sided 1 - 2 alpha", group=METHOD),
    choice(
        "correct",
        "Correct",
        "Correction for several comparisons: max-t (intervals too), holm, benjamini-hochberg (bh) "
        "or none.",
        group=METHOD,
        choices=("max-t", "holm", "benjamini-hochberg", "none"),
        usual="max-t",
        metavar="HOW",
    ),
    choice(
        "pairs",
        "Pairs",
        "Pairs of systems to compare: all, neighbours (in rank), best (each with the best).",
        group=METHOD,
        choices=("all", "neighbours", "best", "neighbours,best"),
        usual="all; of more than 60 systems neighbours,best",
        metavar="WHICH",
    ),
    text(
        "effects",
        "Effect sizes",
        "Effect sizes to add: any of odds-ratio, cohens-d, superiority.",
        group=METHOD,
        metavar="LIST",
        pattern=WORD,
        suggestions=("odds-ratio", "cohens-d", "superiority"),
    ),
    choice(
        "raters",
        "Raters",
        "Raters of the data: random (a sample of raters like these) or fixed (these alone).",
        group=METHOD,
        choices=("random", "fixed"),
        default="random",
        metavar="HOW",
    ),
    choice(
        "runs",
        "Runs",
        "Runs of the data: crossed (a sample; of the same names compared one by one), "
        "separate (a sample for each system), samples (independent answers of one model) or fixed.",
        group=METHOD,
        choices=("crossed", "separate", "samples", "fixed"),
        default="crossed",
        metavar="HOW",
    ),
    POWER.but(
        title="Power",
        help="Power of the detectable difference.",
        group=METHOD,
        varies=False,
        slider=None,
        reads=texts.power,
    ),
    resamples(10_000, "Resamples of tests and intervals.").but(low=1, high=200_000),
    SEED,
)
BELIEF: tuple[Field, ...] = (
    choice(
        "model",
        "Model",
        "Model of the posterior: binary, binary-probit, binomial, means, robust (or metric: "
        "centres that wild scores do not move), metric-normal, count, count-poisson, ordinal, "
        "hierarchical (over data sets), or a file with a NumPyro model, whose code is run. Of "
        "several, with commas, the first answers and all are weighed.",
        group=BAYES,
        choices=(
            *("binary", "binary-probit", "binomial", "means", "metric", "metric-normal"),
            *("count", "count-poisson", "ordinal", "hierarchical"),
        ),
        usual="binary of right and wrong, means of graded scores",
        metavar="NAME",
        shown_when=BELIEVED,
    ),
    text(
        "prior",
        "Prior",
        "Prior: uniform, jeffreys, informed:9:3, beta(2,2), ...; unit, wide, kruschke, "
        "hybayes (metric); factor, hybayes (count); anchored, published (ordinal). Of several, "
        "with commas, the first answers and all are compared.",
        group=BAYES,
        default="default",
        metavar="NAMES",
        pattern=WORD,
        suggestions=("default", "uniform", "jeffreys"),
        shown_when=BELIEVED,
    ),
    ROPE.but(by_data=True, scaled_when=OF_SCORES, shown_when=BELIEVED),
    LEVELS,
    choice(
        "engine",
        "Engine",
        "Engine of the posterior: exact (closed form, quadrature, importance sampling) or "
        "mcmc (NUTS).",
        group=BAYES,
        choices=("exact", "mcmc"),
        default="exact",
        metavar="NAME",
        shown_when=BELIEVED,
    ),
    file(
        "earlier",
        "Earlier data",
        "Earlier data, whose posterior is the prior.",
        group=BAYES,
        shown_when=BELIEVED,
    ),
    DATASET.but(
        name="earlier_dataset",
        title="Earlier data set",
        help="Data set of the earlier data.",
        group=BAYES,
        shown_when=BELIEVED,
    ),
    flag(
        "check",
        "Check",
        "Add prior and posterior predictive checks.",
        group=BAYES,
        default=False,
        shown_when=BELIEVED,
    ),
    *sampled(shown_when={"engine": ["mcmc"]}),
)
ITEMS_BEFORE = text(
    "looked_at",
    "Items at looks before",
    "Items at the looks before, where they were not at the planned shares: 500,1000.",
    group=LOOKS,
    metavar="LIST",
    pattern=r"^[0-9., ]{1,200}$",
    reads=texts.items,
    shown_when=LOOKED_AT,
)
LOOKING = (
    *(one.but(simulates=()) for one in LOOKED),
    count(
        "look",
        "Look",
        "Number of this look: 1, 2, ...",
        group=LOOKS,
        high=1000,
        shown_when=LOOKED_AT,
    ),
    count(
        "planned_n",
        "Planned items",
        "Items planned for the last look; of each system, if unpaired.",
        group=LOOKS,
        shown_when=(LOOKED_AT, {"spending": [GIVEN]}),
    ),
    ITEMS_BEFORE,
    text(
        "bounds",
        "Bounds",
        "Lowest and highest possible score, for looks at any time; known of right/wrong.",
        group=LOOKS,
        metavar="LOW,HIGH",
        pattern=r"^[-0-9.eE+]{1,30}, ?[-0-9.eE+]{1,30}$",
        reads=texts.bounds,
        shown_when={"spending": ["anytime"]},
    ),
    choice(
        "sequence",
        "Sequence",
        "Confidence sequence that decides at any time, of right and wrong: difference or win-rate.",
        group=LOOKS,
        choices=("difference", "win-rate"),
        usual="difference",
        metavar="NAME",
        shown_when={"spending": ["anytime"]},
    ),
)
READ = (
    REFERENCES,
    GOLD.but(
        help="Source of the gold answers, where items have several; the metric is then one of mae, "
        "wins:mae, spearman, mean-emd, accuracy, mean-tv, ...",
    ),
    choice(
        "kind",
        "Answers",
        "Kind of answers to several gold ones: continuous, ordinal or categorical.",
        group=READING,
        choices=("continuous", "ordinal", "categorical"),
        usual="as they look",
        metavar="KIND",
    ),
    flag(
        "even",
        "Even",
        "Use as many answers of each system, the first ones, with gold answers.",
        group=READING,
        default=False,
    ),
    text(
        "sampler",
        "Sampler",
        "Sampler of the estimated p (HTEST) of several answers, such as bootstrap,all or "
        "all,sample(5): adds what the test set says of the expected p, which is no p-value.",
        group=METHOD,
        metavar="ITEMS,ANSWERS",
        pattern=SAMPLER,
        suggestions=("bootstrap,all", "bootstrap,first", "all,sample(5)"),
    ),
    DATASET,
    CLUSTER,
    FILTER,
    COLUMN.but(roles=ROLES),
    NAMES,
    UNPAIRED,
    choice(
        "better",
        "Better",
        "Which scores are better: higher or lower.",
        group=READING,
        choices=("higher", "lower"),
        usual="as the file or the name says",
        metavar="WHICH",
    ),
)
COMPARE = Verb(
    name="compare",
    function="compare",
    title="Compare",
    question="Is B better than A?",
    short="Is B better than A? Tests, intervals, posteriors.",
    about="""Say what scores show about a claim.

FILES: one table (item, system, score), one file for each system, totals (system, correct,
n), or logs of lm-eval, Inspect, HELM and Every Eval Ever; or outputs: text files, one for each
system, with --references, or a table (item, system, gold, prediction), with --metric; or
several answers to each item (item, source, response, and who gave it), with --gold.
Differences are B minus A.""",
    example="examples/arc.csv --a reading-strategies --b bert "
    "--assess test,interval,posterior,bayes-factor --margin 0.01",
    fields=(*ASKED, *HOW, *LOOKING, *BELIEF, *READ),
    ways={"Two systems": ("a", "b"), "With a baseline": ("baseline",), "All pairs": ()},
)
# The form of the page for several answers to each item: what does not go with them is left out.
GOLD_ALONE = ("gold", "kind", "even", "sampler")
NOT_WITH_GOLD = (
    *("references", "dataset", "cluster", "filter", "system", "unpaired", "better", "raters"),
    *("runs", "earlier", "earlier_dataset", *(one.name for one in LOOKING)),
)
METRICS = ("mae", "wins:mae", "rmse", "spearman", "pearson", "mean-emd", "mean-tv")
SCORES_FORM = replace(COMPARE, fields=COMPARE.but(*GOLD_ALONE))
GOLD_FORM = replace(
    COMPARE,
    title="Against gold answers",
    question="Several answers to each item: which system is nearer to the gold answers?",
    fields=COMPARE.but(
        *NOT_WITH_GOLD,
        files={"help": "One row for each answer: item, source (a system or gold), response."},
        metric={
            "help": "Metric of answers against gold answers: mae, wins, spearman, mean-emd, ...",
            "main": True,
            "example": METRICS[0],
            "suggestions": METRICS,
        },
        gold={
            "help": "The source that is the gold standard.",
            "main": True,
            "example": "gold",
        },
        column={"roles": ANSWERS},
        levels={"shown_when": ()},
    ),
)
VERBS = (COMPARE,)

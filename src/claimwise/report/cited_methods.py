"""Intervals, models, corrections, rules of stopping, metrics: what each does, whom to cite."""

from __future__ import annotations

from claimwise.report.citations import (
    AZER,
    BATES,
    BELL,
    CARD,
    DAVISON,
    EFRON_1979,
    EFRON_1987,
    FAI,
    FARRINGTON,
    HALL,
    HOWCROFT,
    KUZNETSOVA,
    LAN,
    LIANG,
    MCCULLAGH,
    OBRIEN,
    OWEN,
    POCOCK,
    RATED,
    ROBBINS,
    SAME_ITEMS,
    STUDENT,
    TANGO,
    TUKEY,
    WAUDBY,
    WELCH,
    Procedure,
)

MEE = "Mee (1984), Biometrics 40, 1175-1176"
NEWCOMBE_PAIRED = "Newcombe (1998), Stat. Med. 17, 2635-2650"
NEWCOMBE = "Newcombe (1998), Stat. Med. 17, 873-890"
INTERVALS: dict[str, Procedure] = {
    "tango": Procedure("Tango's score interval", (TANGO,), short="Tango interval"),
    "newcombe-paired": Procedure(
        "Newcombe's hybrid score interval for pairs", (NEWCOMBE_PAIRED,), short="Newcombe interval"
    ),
    "bonett-price": Procedure(
        "the adjusted Wald interval of Bonett and Price",
        ("Bonett and Price (2012), J. Educ. Behav. Stat. 37, 479-488",),
        short="Bonett-Price interval",
    ),
    "wald-paired": Procedure(
        "the Wald interval for pairs", (NEWCOMBE_PAIRED,), short="Wald interval"
    ),
    "newcombe": Procedure(
        "Newcombe's hybrid score interval", (NEWCOMBE,), short="Newcombe interval"
    ),
    "agresti-caffo": Procedure(
        "the interval of Agresti and Caffo",
        ("Agresti and Caffo (2000), Am. Stat. 54, 280-288",),
        short="Agresti-Caffo interval",
    ),
    "score": Procedure("the score interval", (MEE, FARRINGTON), short="score interval"),
    "miettinen-nurminen": Procedure(
        "the score interval of Miettinen and Nurminen",
        ("Miettinen and Nurminen (1985), Stat. Med. 4, 213-226",),
        short="Miettinen-Nurminen interval",
    ),
    "wald": Procedure("the Wald interval", (NEWCOMBE,), short="Wald interval"),
    "wilson": Procedure(
        "Wilson's score interval",
        ("Wilson (1927), J. Am. Stat. Assoc. 22, 209-212",),
        short="Wilson interval",
    ),
    "clopper-pearson": Procedure(
        "the exact interval of Clopper and Pearson",
        ("Clopper and Pearson (1934), Biometrika 26, 404-413",),
        short="Clopper-Pearson interval",
    ),
    "jeffreys": Procedure(
        "Jeffreys' interval",
        ("Brown, Cai and DasGupta (2001), Stat. Sci. 16, 101-133",),
        short="Jeffreys interval",
    ),
    "t": Procedure("Student's t interval of the mean difference", (STUDENT,), short="t interval"),
    "welch": Procedure("Welch's t interval", (WELCH,), short="Welch interval"),
    "pooled-t": Procedure(
        "Student's t interval with pooled variance", (STUDENT,), short="pooled t interval"
    ),
    "percentile": Procedure(
        "the percentile bootstrap interval", (EFRON_1979,), short="percentile interval"
    ),
    "bca": Procedure("the BCa bootstrap interval", (EFRON_1987,), short="BCa interval"),
    "studentised": Procedure(
        "the studentised bootstrap interval", (EFRON_1979, HALL), short="studentised interval"
    ),
    "unpaired-percentile": Procedure(
        "the percentile bootstrap interval of two samples",
        (f"{DAVISON}, section 5.3",),
        short="percentile interval",
    ),
    "unpaired-bca": Procedure(
        "the BCa bootstrap interval of two samples",
        (f"{DAVISON}, section 5.3",),
        short="BCa interval",
    ),
    "cluster-t": Procedure(
        "a t interval with a cluster-robust standard error",
        (LIANG,),
        short="cluster-robust interval",
    ),
    "cluster-cr2": Procedure(
        "a t interval with the CR2 cluster-robust standard error",
        (BELL,),
        short="cluster-robust interval (CR2)",
    ),
    "cluster-bootstrap": Procedure(
        "the bootstrap interval with clusters drawn anew",
        (f"{DAVISON}, section 3.8",),
        short="cluster bootstrap interval",
    ),
    "jackknife": Procedure(
        "a t interval with the jackknife's standard error",
        (TUKEY,),
        short="jackknife interval",
        of_clusters="a t interval with the jackknife's standard error, clusters left out in turn",
    ),
    "answers": Procedure(
        "the bootstrap interval with the answers to each item drawn anew",
        (f"{DAVISON}, chapter 2 and section 3.2",),
        short="bootstrap interval over answers",
    ),
    "responders": Procedure(
        "the bootstrap interval with responders drawn anew",
        (f"{DAVISON}, section 3.8",),
        short="bootstrap interval over responders",
    ),
    "two-way": Procedure(
        "the pigeonhole bootstrap interval, items and responders drawn anew",
        (OWEN,),
        short="two-way bootstrap interval",
    ),
}

MODELS: dict[str, Procedure] = {
    "binary": Procedure("a conjugate model of right and wrong answers in closed form", (AZER,)),
    "dirichlet": Procedure(
        "a Dirichlet posterior over both right, only A, only B and both wrong", (AZER,)
    ),
    "beta-binomial": Procedure("independent Beta posteriors of both accuracies", (AZER,)),
    "binary-probit": Procedure("a bivariate probit model of paired verdicts", (AZER,)),
    "binomial": Procedure("a binomial model with Beta priors", (AZER,)),
    "metric": Procedure(
        "a robust model of graded scores by Student's t distribution",
        ("Kruschke (2013), J. Exp. Psychol. Gen. 142, 573-603", AZER),
    ),
    "metric-normal": Procedure("a normal model of graded scores", (AZER,)),
    "count": Procedure("a negative binomial model of counts", (AZER,)),
    "count-poisson": Procedure("a Poisson model of counts", (AZER,)),
    "ordinal": Procedure("an ordered probit model", (MCCULLAGH, AZER)),
    "hierarchical": Procedure("a hierarchical model over data sets", (AZER,)),
    "crossed-ordinal": Procedure(
        "an ordered probit model with raters and items crossed", (MCCULLAGH, HOWCROFT)
    ),
}

CORRECTIONS: dict[str, Procedure] = {
    "holm": Procedure(
        "Holm's step-down procedure", ("Holm (1979), Scand. J. Statist. 6, 65-70",), short="Holm"
    ),
    "bonferroni": Procedure(
        "Bonferroni's inequality",
        ("Dunn (1961), J. Am. Stat. Assoc. 56, 52-64",),
        short="Bonferroni",
    ),
    "benjamini-hochberg": Procedure(
        "the false discovery rate of Benjamini and Hochberg",
        ("Benjamini and Hochberg (1995), J. R. Statist. Soc. B 57, 289-300",),
        short="Benjamini-Hochberg",
    ),
    "max-t": Procedure(
        "each mean difference over its standard error, held against the largest of all comparisons "
        "where the items' deviations have random signs; in one step where intervals stand beside, "
        "and step-down elsewhere",
        (
            "Westfall and Young (1993), Resampling-based multiple testing, algorithm 2.8",
            "Romano and Wolf (2005), J. Amer. Statist. Assoc. 100, 94-108",
        ),
        (SAME_ITEMS, "The observed means are near enough to normally distributed."),
        short="max-t",
    ),
}

STOPPING: dict[str, Procedure] = {
    "obrien-fleming": Procedure(
        "the alpha-spending function of O'Brien-Fleming type",
        (LAN, OBRIEN),
        short="O'Brien-Fleming",
    ),
    "pocock": Procedure(
        "the alpha-spending function of Pocock type", (LAN, POCOCK), short="Pocock"
    ),
    "anytime": Procedure(
        "a confidence sequence that holds at every item",
        (WAUDBY, ROBBINS),
        (
            "The items are a random sample of those that the claim is about, both systems answered "
            "the same ones, and they come in an order that does not depend on their scores.",
        ),
        short="at any time",
    ),
}

RATINGS: dict[str, Procedure] = {
    "linear": Procedure(
        "a linear mixed model by REML with Satterthwaite's degrees of freedom",
        (BATES, KUZNETSOVA, FAI),
        (RATED,),
    ),
    "ordinal": Procedure("an ordinal mixed model with Wald's z", (MCCULLAGH,), (RATED,)),
    "ordinal-lrt": Procedure("an ordinal mixed model by likelihood ratio", (MCCULLAGH,), (RATED,)),
    "linear-ml": Procedure(
        "a linear mixed model by maximum likelihood with Satterthwaite's degrees of freedom",
        (BATES, KUZNETSOVA),
        (RATED,),
    ),
    "linear-z": Procedure(
        "a linear mixed model by maximum likelihood with Wald's z", (BATES, CARD), (RATED,)
    ),
    "logistic": Procedure(
        "a logistic mixed model with Satterthwaite's degrees of freedom; ties are a category "
        "between",
        (MCCULLAGH, KUZNETSOVA),
        (RATED,),
    ),
    "logistic-z": Procedure("a logistic mixed model with Wald's z", (MCCULLAGH,), (RATED,)),
    "t-items": Procedure("a paired t test of the items' means", (STUDENT,)),
    "wilcoxon-items": Procedure(
        "Wilcoxon's signed-rank test of the items' means",
        ("Wilcoxon (1945), Biometrics Bulletin 1, 80-83",),
    ),
    "t-ratings": Procedure("a t test of all ratings, as if unrelated", (STUDENT,)),
    "sign-items": Procedure(
        "a sign test of the items' majorities",
        ("Dixon and Mood (1946), J. Am. Stat. Assoc. 41, 557-566",),
    ),
    "sign": Procedure(
        "a sign test of all judgements, as if unrelated",
        ("Dixon and Mood (1946), J. Am. Stat. Assoc. 41, 557-566",),
    ),
}

METRICS: dict[str, tuple[str, ...]] = {
    "bleu": (
        "Papineni, Roukos, Ward and Zhu (2002), Proc. ACL, 311-318",
        "Post (2018), Proc. WMT, 186-191",
    ),
    "chrf": ("Popović (2015), Proc. WMT, 392-395", "Post (2018), Proc. WMT, 186-191"),
    "chrf++": ("Popović (2017), Proc. WMT, 612-618", "Post (2018), Proc. WMT, 186-191"),
    "ter": (
        "Snover, Dorr, Schwartz, Micciulla and Makhoul (2006), Proc. AMTA, 223-231",
        "Post (2018), Proc. WMT, 186-191",
    ),
}

"""Tests: what each does, whom to cite for it, and what it takes for granted."""

from __future__ import annotations

from claimwise.report.citations import (
    BELL,
    CLUSTERS,
    DAVISON,
    EFRON_TIBSHIRANI,
    FAGERLAND,
    FARRINGTON,
    FISHER,
    KOEHN,
    LIANG,
    MCNEMAR,
    MILLER,
    NEAR_NORMAL,
    OTHER_ITEMS,
    OWEN,
    PITMAN,
    RIEZLER,
    SAME_ITEMS,
    STUDENT,
    SWAPPED,
    TANGO,
    TUKEY,
    WEIN,
    WELCH,
    Procedure,
)

TESTS: dict[str, Procedure] = {
    "mcnemar-midp": Procedure(
        "McNemar's test with the mid-p value, given the number of items on which the systems "
        "disagree",
        (MCNEMAR, FAGERLAND),
        (SAME_ITEMS,),
        short="McNemar mid-p",
    ),
    "mcnemar-exact": Procedure(
        "McNemar's exact test, given the number of items on which the systems disagree",
        (MCNEMAR, FAGERLAND),
        (SAME_ITEMS,),
        short="exact McNemar",
    ),
    "mcnemar-asymptotic": Procedure(
        "McNemar's chi-square test without continuity correction",
        (MCNEMAR,),
        (SAME_ITEMS,),
        short="McNemar",
    ),
    "mcnemar-corrected": Procedure(
        "McNemar's chi-square test with continuity correction",
        (MCNEMAR, "Edwards (1948), Psychometrika 13, 185-187"),
        (SAME_ITEMS,),
        short="McNemar with continuity correction",
    ),
    "mcnemar-unconditional": Procedure(
        "the exact unconditional test of paired verdicts, at the rate of disagreement that is "
        "least favourable",
        ("Suissa and Shuster (1991), Biometrics 47, 361-372",),
        (SAME_ITEMS,),
        short="unconditional exact test",
    ),
    "sign": Procedure(
        "the exact sign test of wins against losses",
        ("Dixon and Mood (1946), J. Am. Stat. Assoc. 41, 557-566",),
        ("The judgements or items are independent of each other.",),
        short="sign test",
    ),
    "tango": Procedure(
        "Tango's score test of paired proportions",
        (TANGO,),
        (SAME_ITEMS,),
        short="Tango score test",
    ),
    "z-pooled": Procedure(
        "the z test of two proportions with pooled variance",
        ("Fleiss, Levin and Paik (2003), Statistical methods for rates and proportions, 3rd ed.",),
        (OTHER_ITEMS,),
        short="pooled z",
    ),
    "fisher": Procedure(
        "Fisher's exact test, given the total of right answers",
        ("Fisher (1935), J. R. Statist. Soc. 98, 39-82",),
        (OTHER_ITEMS,),
        short="Fisher exact",
    ),
    "boschloo": Procedure(
        "Boschloo's exact unconditional test, with Fisher's p-value as its statistic",
        ("Boschloo (1970), Stat. Neerl. 24, 1-35",),
        (OTHER_ITEMS,),
    ),
    "farrington-manning": Procedure(
        "Farrington and Manning's score test of two proportions", (FARRINGTON,), (OTHER_ITEMS,)
    ),
    "stratified-score": Procedure(
        "a z test over all data sets, each weighted by its items, with the variances that the "
        "hypothesis implies",
        (FARRINGTON, "Zou and Donner (2008), Stat. Med. 27, 1693-1702"),
        (OTHER_ITEMS,),
    ),
    "stratified-exact": Procedure(
        "an exact test over all data sets, given the total of right answers in each",
        ("Mantel and Haenszel (1959), J. Natl. Cancer Inst. 22, 719-748",),
        (OTHER_ITEMS,),
    ),
    "permutation": Procedure(
        "a permutation test of the mean difference, the systems swapped on each item",
        (FISHER, PITMAN),
        (
            SAME_ITEMS,
            SWAPPED,
        ),
        short="permutation of items",
    ),
    "paired-t": Procedure(
        "the paired t test",
        (STUDENT,),
        (
            SAME_ITEMS,
            NEAR_NORMAL,
        ),
        short="paired t",
    ),
    "wilcoxon": Procedure(
        "Wilcoxon's signed-rank test",
        ("Wilcoxon (1945), Biometrics Bulletin 1, 80-83",),
        (SAME_ITEMS, "Differences are spread symmetrically about their median."),
        short="Wilcoxon signed-rank",
    ),
    "sign-scores": Procedure(
        "the sign test of the items' differences",
        ("Dixon and Mood (1946), J. Am. Stat. Assoc. 41, 557-566",),
        (SAME_ITEMS,),
    ),
    "bootstrap": Procedure(
        "a bootstrap test of the mean difference, items drawn anew",
        (EFRON_TIBSHIRANI,),
        (SAME_ITEMS,),
        short="bootstrap",
        of_clusters="a bootstrap test of the mean difference, clusters drawn anew",
    ),
    "t": Procedure(
        "the t test of two samples with equal variances",
        (STUDENT,),
        (f"{OTHER_ITEMS}{NEAR_NORMAL} Scores of both systems vary equally.",),
        short="t",
    ),
    "welch": Procedure(
        "Welch's t test of two samples",
        (WELCH,),
        (
            OTHER_ITEMS,
            NEAR_NORMAL,
        ),
        short="Welch t",
    ),
    "mann-whitney": Procedure(
        "the Mann-Whitney test of two samples",
        ("Mann and Whitney (1947), Ann. Math. Statist. 18, 50-60",),
        (OTHER_ITEMS,),
    ),
    "unpaired-permutation": Procedure(
        "a permutation test of the difference of means, items shuffled between the systems",
        (PITMAN,),
        (OTHER_ITEMS,),
    ),
    "cluster-permutation": Procedure(
        "a permutation test of the mean difference, the systems swapped in whole clusters",
        (FISHER, PITMAN),
        (CLUSTERS,),
        short="permutation of clusters",
    ),
    "cluster-t": Procedure(
        "a t test with a cluster-robust standard error",
        (LIANG, MILLER),
        (CLUSTERS,),
        short="cluster-robust t",
    ),
    "cluster-cr2": Procedure(
        "a t test with the CR2 cluster-robust standard error and degrees of freedom to match",
        (BELL,),
        (CLUSTERS,),
        short="cluster-robust t (CR2)",
    ),
    "randomisation": Procedure(
        "the systems' outputs are swapped at random on each item, and the metric of the whole is "
        "computed anew",
        ("Noreen (1989), Computer-intensive methods for testing hypotheses", RIEZLER),
        (
            SAME_ITEMS,
            SWAPPED,
        ),
        short="randomisation of outputs",
        of_clusters="the systems' outputs are swapped at random on each cluster as a whole, and "
        "the metric of the whole is computed again",
    ),
    "jackknife-t": Procedure(
        "a t test with the jackknife's standard error of the metric",
        (TUKEY,),
        (
            SAME_ITEMS,
            NEAR_NORMAL,
        ),
        short="jackknife t",
        of_clusters="a t test with the jackknife's standard error of the metric, clusters left out "
        "in turn",
    ),
    "paired-bootstrap": Procedure(
        "a paired bootstrap test of the metric, items drawn anew and centred",
        (EFRON_TIBSHIRANI, RIEZLER),
        (SAME_ITEMS,),
        short="paired bootstrap",
        of_clusters="a paired bootstrap test of the metric, clusters drawn anew and centred",
    ),
    "moses-bootstrap": Procedure(
        "the paired bootstrap as in Moses, whose false positives exceed alpha",
        (KOEHN,),
        (SAME_ITEMS,),
    ),
    "item-swap": Procedure(
        "a randomisation test that swaps the answers of both systems on whole items",
        (FISHER, WEIN),
        (
            SAME_ITEMS,
            SWAPPED,
        ),
        short="swaps of items",
        of_clusters="a randomisation test that swaps the answers in whole clusters",
    ),
    "item-bootstrap": Procedure(
        "a bootstrap test of the metric, items drawn anew with their answers",
        (EFRON_TIBSHIRANI, WEIN),
        (SAME_ITEMS,),
        of_clusters="a bootstrap test of the metric, clusters drawn anew with their answers",
    ),
    "response-permutation": Procedure(
        "a permutation test that shuffles the answers to each item between the systems",
        (FISHER, WEIN),
        (SAME_ITEMS, "Under the null hypothesis the systems answer alike."),
    ),
    "responder-permutation": Procedure(
        "a permutation test that shuffles whole responders between the systems",
        (FISHER, WEIN),
        (SAME_ITEMS, "Under the null hypothesis the systems answer alike."),
    ),
    "responder-bootstrap": Procedure(
        "a bootstrap test of the metric, responders drawn anew",
        (f"{DAVISON}, section 3.8",),
        ("The responders are a random sample of those that the claim is about.",),
    ),
    "two-way-bootstrap": Procedure(
        "the pigeonhole bootstrap: items and responders drawn anew",
        (OWEN,),
        ("Items and responders are random samples of those that the claim is about.",),
    ),
}

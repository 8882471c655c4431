"""What the page calls the values that can be chosen; what is sent stays the value itself."""

from __future__ import annotations

from claimwise.core import described

TESTS = ("test",)  # fields whose values are names of tests
_COMPARISONS = {
    "difference": "Difference: one is better",
    "superiority": "Superiority: better by a margin",
    "non-inferiority": "Non-inferiority: not much worse",
    "equivalence": "Equivalence: nearly equal",
    "two-sided": "Two-sided",
    "less": "One-sided: B below A",
    "greater": "One-sided: B above A",
    "better": "One-sided: B better than A",
    "worse": "One-sided: B worse than A",
    "higher": "Higher scores",
    "lower": "Lower scores",
    "test,interval": "Test and interval",
    "test": "Test",
    "interval": "Interval",
    "posterior": "Posterior",
    "bayes-factor": "Bayes factor",
    "test,interval,posterior": "Test, interval and posterior",
    "test,interval,posterior,bayes-factor": "Test, interval, posterior and Bayes factor",
    "posterior,bayes-factor": "Posterior and Bayes factor",
    "holm": "Holm",
    "benjamini-hochberg": "Benjamini-Hochberg",
    "max-t": "Max-T, intervals too",
    "none": "No correction",
    "test,posterior": "Test and posterior",
    "crossed": "A sample of runs, compared by name",
    "separate": "A sample of runs for each system",
    "samples": "Independent answers of one model",
    "all": "Every pair",
    "neighbours": "Neighbours in rank",
    "best": "Each with the best",
    "neighbours,best": "Neighbours in rank, and each with the best",
    "win-rate": "Share of wins",
    "drop": "Leave ties out",
    "split": "Half a tie to each side",
}
_MODELS = {
    "binary": "Right or wrong",
    "binary-probit": "Right or wrong, probit",
    "binomial": "Binomial counts",
    "metric": "Graded scores, robust centre",
    "metric-normal": "Graded scores, normal",
    "count": "Counts, negative binomial",
    "count-poisson": "Counts, Poisson",
    "ordinal": "Ordered categories",
    "hierarchical": "Hierarchical, over data sets",
    "linear": "Linear",
    "exact": "Closed form",
    "mcmc": "Sampling (NUTS)",
    "logit": "Logit",
    "probit": "Probit",
    "cloglog": "Complementary log-log",
    "loglog": "Log-log",
    "flexible": "Free",
    "symmetric": "Symmetric",
    "equidistant": "Equal distances",
    "wald": "Wald",
    "profile": "Profile likelihood",
    "bootstrap": "Bootstrap",
    "continuous": "Numbers",
    "categorical": "Categories",
    "micro": "Micro",
    "macro": "Macro",
    "weighted": "Weighted by class",
}
_STUDIES = {
    "accuracy": "Accuracy, same items",
    "proportions": "Accuracy, different items",
    "preference": "Preference",
    "means": "Mean scores",
    "corpus": "BLEU",
    "ratings": "Ratings",
    "judgements": "Judgements",
    "fixed": "Once, at the end",
    "obrien-fleming": "Several times, O'Brien-Fleming",
    "pocock": "Several times, Pocock",
    "anytime": "At any time",
    "everything": "Everything",
    "power": "Power",
    "mde": "Detectable difference",
    "n": "Sample size",
    "items": "Number of items",
    "raters": "Number of raters",
    "budget": "Cheapest design",
    "simulation": "Simulation",
    "glue": "GLUE (published regression)",
    "squad2": "SQuAD 2.0 (published regression)",
    "lachenbruch": "None: low, middle and high",
    "independent": "As if by chance",
    "skewed": "Skewed",
    "responses": "Answers to an item",
    "complete": "Everyone rates everything",
    "lists": "Lists of items",
    "random": "At random",
}
_WORLDS = {
    "wmt-average": "WMT, average",
    "wmt19": "WMT 2019",
    "wmt18": "WMT 2018",
    "wmt17": "WMT 2017",
    "wmt16": "WMT 2016",
    "extreme-low": "Least variation (Howcroft and Rieser 2021)",
    "low": "Little variation (Howcroft and Rieser 2021)",
    "general": "Usual variation (Howcroft and Rieser 2021)",
    "high": "Much variation (Howcroft and Rieser 2021)",
    "extreme-high": "Most variation (Howcroft and Rieser 2021)",
    "card-low": "Little variation (Card et al. 2020)",
    "card-high": "Much variation (Card et al. 2020)",
    "hashimoto-lm": "Language models (Hashimoto et al. 2019)",
    "published": "As published (Wein et al. 2023)",
    "toxicity": "Toxicity of comments (Kumar et al. 2021)",
}
_METRICS = {
    "mae": "Mean absolute error",
    "mse": "Mean squared error",
    "rmse": "Root mean squared error",
    "wins": "Items won",
    "cosine": "Cosine",
    "spearman": "Spearman correlation",
    "pearson": "Pearson correlation",
    "mean-emd": "Earth mover's distance, mean over items",
    "emd-means": "Earth mover's distance of item means",
    "mae,wins,spearman": "Mean absolute error, items won and Spearman",
}
LABELS = {
    "auto": "Automatic",
    **_COMPARISONS,
    **_MODELS,
    **_STUDIES,
    **_WORLDS,
    **_METRICS,
}
# Where a value means something else than elsewhere, by field and value.
OWN = {
    ("average", "binary"): "One class",
    ("solve", "split"): "Best split of a budget",
    ("kind", "ordinal"): "Ordered categories",
    ("by", "exact"): "Enumeration",
    ("by", "normal"): "Formula",
    ("by", "quadrature"): "Law of the test",
    ("shape", "normal"): "Normal",
    ("spending", "obrien-fleming"): "O'Brien-Fleming: little at first",
    ("spending", "pocock"): "Pocock: evenly",
    ("spending", "anytime"): "After each item",
    ("raters", "random"): "A sample of raters",
    ("raters", "fixed"): "These raters alone",
    ("runs", "fixed"): "These runs alone",
    ("sequence", "difference"): "Difference",
}


def label(field: str, value: str) -> str:
    """Return what the page calls a value of a field; a test is called as reports call it.

    >>> label("assess", "test,interval"), label("solve", "split"), label("ties", "split")
    ('Test and interval', 'Best split of a budget', 'Half a tie to each side')
    """
    if field in TESTS and value not in LABELS:
        says = described("test", value)
        called = (says and says.short) or value
        return called[:1].upper() + called[1:]
    return OWN.get((field, value)) or LABELS[value]

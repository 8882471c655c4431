"""Why a kind of study lacks a part, and why two parts of it do not go together."""

from __future__ import annotations

from dataclasses import dataclass

ALL = (
    "accuracy",
    "proportions",
    "preference",
    "means",
    "corpus",
    "labels",
    "pilot",
    "ratings",
    "judgements",
    "responses",
)
RATED = ("ratings", "judgements")
COUNTED = ("accuracy", "proportions", "preference")


@dataclass(frozen=True, slots=True)
class Clash:
    """Parts that do not go together, with the reason; `says` is in the refusal."""

    one: tuple[str, ...]
    other: tuple[str, ...]
    reason: str
    says: str
    kinds: tuple[str, ...] = ALL

    @property
    def both(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The parts on either side."""
        return self.one, self.other

    def is_of(self, kind: str, one: str, other: str) -> bool:
        """Whether it is about these parts of a kind, in either order."""
        straight = one in self.one and other in self.other
        return kind in self.kinds and (straight or (other in self.one and one in self.other))


def missing(*lacking: tuple[str, tuple[str, ...], str]) -> dict[tuple[str, str], str]:
    """Return the reasons by part and kind."""
    return {(part, kind): why for part, kinds, why in lacking for kind in kinds}


MARGINS = ("superiority", "non-inferiority", "equivalence")
OWN_MARGIN = (
    "Not yet: ratings and judgements are judged against no difference, by this plan and by the "
    "analysis of their data alike."
)
OF_SWAPS = (
    "Its world says what swaps of items do, which is all that a test of no difference asks; a "
    "margin is planned from outputs, by plan pilot."
)
OF_ANSWERS = (
    "Not yet: what can be moved is how far a system is off the gold answers, and a margin of the "
    "metric has no place there."
)
NO_FIT = (
    "A posterior of it is a fit for every simulated study, minutes each: plan the test, and read "
    "the posterior of the data."
)
SOME_RATERS = (
    "Raters who judge many items share what they know between the looks: what is known grows more "
    "slowly than the ratings, and no rule of spending holds."
)
LOOKS = ("obrien-fleming", "pocock", "futility", "anytime")
MISSING = missing(
    *((margin, RATED, OWN_MARGIN) for margin in MARGINS),
    *((margin, ("corpus",), OF_SWAPS) for margin in MARGINS),
    *((margin, ("responses",), OF_ANSWERS) for margin in MARGINS),
    ("test", RATED, "What decides is an analysis of all ratings, by its name: model."),
    (
        "interval",
        ("corpus", "labels", "pilot", *RATED, "responses"),
        "An interval decides a claim with a margin in place of a test; here a test decides it, or "
        "there is no such claim.",
    ),
    *(
        (part, ("corpus", "labels", "pilot", *RATED, "responses"), NO_FIT)
        for part in ("posterior", "rope", "bayes-factor")
    ),
    (
        "mixed",
        tuple(kind for kind in ALL if kind not in RATED),
        "A mixed model is of ratings, where raters and items are crossed: use plan ratings or plan "
        "judgements.",
    ),
    *((part, RATED, SOME_RATERS) for part in LOOKS),
    *(
        (
            part,
            ("responses",),
            "Not yet: its studies are simulated under several metrics, and looks are of one.",
        )
        for part in LOOKS
    ),
    (
        "anytime",
        ("corpus", "labels"),
        "A score of the whole corpus is no sum of what each item adds, which a confidence sequence "
        "asks for: use looks.",
    ),
    (
        "uncertain",
        ("proportions", "corpus", "labels", "responses"),
        "Its worlds are declared, and no pilot is read: plan pilot carries what a pilot leaves "
        "open.",
    ),
    (
        "clusters",
        ("accuracy", "proportions", "preference", "corpus", "labels", "responses"),
        "Counts know no clusters: plan pilot draws whole clusters of a pilot, and plan means takes "
        "the size of clusters and the correlation within them.",
    ),
    (
        "clusters",
        RATED,
        "Not yet: items are drawn one by one; several ratings of an item are a level of their own.",
    ),
    (
        "runs",
        ("accuracy", "proportions", "preference", "corpus", "labels", "pilot", *RATED),
        "One verdict of each item and system: for several runs plan the means over them, with plan "
        "means and a pilot with runs, or plan responses.",
    ),
    (
        "raters",
        tuple(kind for kind in ALL if kind not in RATED),
        "Who judged an item is not known here: use plan ratings or plan judgements.",
    ),
    (
        "unpaired",
        ("accuracy", "preference", "corpus", "labels", "pilot", *RATED, "responses"),
        "Both systems have the same items here: use plan proportions, or plan means with unpaired.",
    ),
    (
        "unequal",
        ALL,
        "Not yet: both systems have as many items. Of two sizes plan with their harmonic mean, "
        "which is close.",
    ),
    (
        "several",
        ALL,
        "Not yet: plan one pair, with alpha divided by the number of pairs (Bonferroni), which is "
        "a little more than a leaderboard asks.",
    ),
    (
        "budget",
        (*COUNTED, "means", "corpus", "labels", "pilot"),
        "Every item costs alike: the cheapest study is the smallest, solve n.",
    ),
    (
        "over-n",
        RATED,
        "Not yet: a size has items, ratings and raters; give one design after the other.",
    ),
    (
        "declared",
        ("proportions", "preference", "corpus", "labels", "pilot", *RATED),
        "Row alpha of every plan is the false positives in its world; calibrate goes through "
        "several procedures for accuracy, means and responses.",
    ),
    (
        "own-data",
        ("proportions", "preference", "corpus", "labels", *RATED),
        "Not yet: calibrate reads scores of the same items, or answers.",
    ),
)

SEARCHES = ("n", "mde", "budget")
CLASHES = (
    Clash(
        MARGINS,
        ("posterior", "rope", "bayes-factor"),
        "A posterior has a margin of its own, and decides no claim of a test.",
        "A posterior has a margin of its own",
        (*COUNTED, "means"),
    ),
    Clash(
        ("equivalence",),
        ("mde",),
        "Equivalence is truest where nothing differs: there is no detectable difference.",
        "a claim that a larger difference supports",
    ),
    Clash(
        ("equivalence",),
        LOOKS,
        "Equivalence needs two tests, and looks are of one.",
        "a claim that one test decides",
    ),
    Clash(
        ("superiority", "non-inferiority", "interval"),
        ("anytime",),
        "A confidence sequence is about a difference from none here.",
        "the claim of a difference",
    ),
    Clash(
        ("posterior", "rope", "bayes-factor"),
        ("mde",),
        "A posterior is planned at a difference: ask for the size.",
        "a posterior",
    ),
    Clash(
        ("effect-prior",),
        SEARCHES,
        "An average over effects belongs to a study of known size.",
        "does not go with|a prior of it",
    ),
    Clash(
        ("uncertain",),
        ("n", "mde"),
        "The power over what a pilot leaves open is that of a known size.",
        "the number of items",
        ("accuracy", "preference", "means", "pilot"),
    ),
    Clash(
        ("uncertain",),
        ("over-effect",),
        "A pilot that is left open says the effect itself.",
        "takes all from the pilot|gives the shares",
        ("accuracy", "preference", "means", "pilot"),
    ),
    Clash(
        ("uncertain",),
        ("effect-prior",),
        "A world that is drawn anew has no one scale for a prior: leave one out.",
        "a world that is taken as it is",
        RATED,
    ),
    Clash(
        ("uncertain",),
        MARGINS,
        "Not yet: use a prior of the effect.",
        "uncertain",
        ("pilot",),
    ),
    Clash(
        ("over-effect",),
        ("effect-prior",),
        "A prior takes the place of the effects of a curve.",
        "at most one",
        (*RATED, "responses"),
    ),
    Clash(
        ("over-effect",),
        ("n", "budget"),
        "A search starts from one effect.",
        "one ",
        (*RATED, "responses"),
    ),
    Clash(
        ("over-effect",),
        ("mde",),
        "The effect is what is looked for.",
        "looks for what|only the share of ties|one epsilon_b",
    ),
    Clash(
        ("over-n",),
        ("n", "budget"),
        "The size is what is looked for.",
        "looks for what|one |prices alone|split",
    ),
    Clash(
        ("over-n",),
        ("mde",),
        "Not yet: ask for one size after the other.",
        "one items",
        ("responses",),
    ),
    Clash(
        ("anytime",),
        ("clusters", "unpaired"),
        "A confidence sequence needs items that add up one by one.",
        "differences add up one by one",
        ("means", "pilot"),
    ),
    Clash(
        ("unpaired",),
        ("clusters",),
        "Not yet: clusters are of items that both systems have.",
        "no clusters",
        ("means",),
    ),
    Clash(
        ("uncertain",),
        ("clusters", "unpaired", "runs"),
        "The posterior of a pilot is that of differences of single items: use plan pilot.",
        "known exactly|takes all from the pilot|as many runs",
        ("means",),
    ),
    Clash(
        ("posterior", "rope", "bayes-factor"),
        ("clusters", "unpaired"),
        "Not yet: of normal differences of single items the posterior is Student's t, and exact.",
        "differences of single items",
        ("means",),
    ),
)

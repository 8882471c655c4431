"""How an answer was reached: which procedures gave its numbers, whom to cite, what is assumed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan

from claimwise.core import Result, Settings, described
from claimwise.core.procedure import OF_CLUSTERS
from claimwise.core.references import (
    CARD,
    DICKEY,
    GELMAN,
    HOFFMAN,
    KRUSCHKE_2018,
    VEHTARI,
    cite,
)
from claimwise.report.numbers import decimal
from claimwise.report.scale import PLAIN, scale_of

ROUTES = {
    "exact": "by enumeration",
    "normal": "by the normal approximation",
    "quadrature": "by quadrature",
    "textbook": "by the textbook formula",
    "numeric": "exact for normal scores",
}
OVER_DATA_SETS = {
    "sign-scores": "the sign test, a data set taken as an item",
    "wilcoxon": "Wilcoxon's signed-rank test, a data set taken as an item",
}
TESTED = frozenset(["test", "interval"])  # ways of judging
SEQUENCE = "confidence sequence"
BELIEVED = frozenset(["posterior", "bayes-factor"])
FIXED = "The rule by which the study stops was fixed before the data."
# What is said where there are rows of these quantities, and whom to cite.
OF_QUANTITIES = {
    "type_m": (
        "Type-M is the mean size of the observed difference over that of the true one, among "
        "significant ones; Type-S the share of these with the wrong sign",
        (GELMAN,),
    ),
    "better_on_at_least": (
        "The number of data sets on which the claim holds is by partial conjunction",
        (
            "Benjamini and Heller (2008), Biometrics 64, 1215-1222",
            "Dror, Baumer, Bogomolov and Reichart (2017), TACL 5, 471-486",
        ),
    ),
    "friedman": (
        "Ranks over data sets are by Friedman's test",
        (
            "Friedman (1937), J. Am. Stat. Assoc. 32, 675-701",
            "Demsar (2006), J. Mach. Learn. Res. 7, 1-30",
        ),
    ),
    "expected_difference": (
        "Power is that of the expected, never of the reported, gain",
        (CARD,),
    ),
    "kendall_tau": (
        "Difference and size are related by Kendall's tau-b",
        ("Kendall (1938), Biometrika 30, 81-93",),
    ),
}
PLANNED = {"power", "mde", "sample_size", "expected_power"}  # of which the way is told
DATA_SETS = (
    "Where data sets are the units: they are a random sample of those that the claim is about, and "
    "independent of each other."
)


@dataclass(slots=True)
class Account:
    """Sentences on the method, references in the order in which they are cited, assumptions."""

    sentences: list[str] = field(default_factory=list)
    references: dict[str, None] = field(default_factory=dict)
    assumed: dict[str, None] = field(default_factory=dict)

    def say(self, sentence: str) -> None:
        """Add a sentence, once."""
        if sentence not in self.sentences:
            self.sentences.append(sentence)

    def cite(self, clause: str, *references: str) -> None:
        """Add a clause as a sentence, with its references."""
        self.say(f"{clause}{self.cited(*references)}.")

    def assume(self, sentence: str) -> None:
        """Add an assumption, once."""
        self.assumed[sentence] = None

    def cited(self, *references: str) -> str:
        """Return the citations in brackets, and keep their references."""
        self.references |= dict.fromkeys(references)
        return f" ({'; '.join(cite(r) for r in references)})" if references else ""

    def procedure(
        self,
        start: str,
        kind: str,
        name: str,
        *,
        does: str | None = None,
        clusters: bool = False,
        aside: bool = False,
    ) -> None:
        """Say that a procedure was used, and what it does: as it says itself, or as said here.

        `clusters` are drawn and swapped as a whole; what stands `aside` of the answer assumes
        nothing for it.
        """
        used = described(kind, name)
        if used is None:
            self.say(f"{start} {name}.")
            return
        does = does or (clusters and used.of_clusters) or used.does
        self.cite(f"{start} {name}: {does}", *used.references)
        for sentence in () if aside else used.assumes:
            self.assume(OF_CLUSTERS.get(sentence, sentence) if clusters else sentence)


def brief_method(settings: Settings) -> list[str]:
    """Return procedures, sidedness and alpha, for one line of text."""
    ways = set(settings.get("assess", TESTED))
    tested, judged = ways & TESTED, ways & {*TESTED, SEQUENCE}
    alpha, parts = settings.get("alpha"), []
    if settings.get("test") and tested:
        parts.append(short_name("test", str(settings["test"])))
    if SEQUENCE in ways:
        parts.append(str(settings.get("test", SEQUENCE)))
    elif settings.get("interval"):
        shown = short_name("interval", str(settings["interval"]))
        parts.append(shown if "interval" in shown or "(" in shown else f"{shown} interval")
    if ways & BELIEVED and settings.get("prior"):
        parts.append(f"posterior under prior {settings['prior']}")
    if settings.get("correct") not in (None, "none") and tested:
        how = str(settings["correct"])
        what = "p and intervals" if how == "max-t" else "p"
        parts.append(f"{what} corrected by {short_name('correction', how)}")
    if settings.get("alternative") and judged:
        parts.append("two-sided" if settings["alternative"] == "two-sided" else "one-sided")
    if isinstance(alpha, float) and judged:
        parts.append(f"alpha {decimal(alpha)}")
    if settings.get("better_by") == "guess":
        parts.append(f"{settings['better']} taken as better")
    return parts


def claim_name(settings: Settings) -> str:
    """Return a claim with its margin in a few words; empty of a claim without one.

    >>> claim_name({"claim": "equivalence", "margin": 0.05, "outcome": "binary"})
    'equivalence within 5 points'
    """
    claim, margin = settings.get("claim", "difference"), settings.get("margin")
    if claim == "difference" or not margin:
        return ""
    scale = PLAIN if settings.get("metrics") else scale_of(settings)
    return f"{claim} {'by more than' if claim == 'superiority' else 'within'} {scale.given(margin)}"


def short_name(kind: str, name: str) -> str:
    """Return a procedure as a line of text calls it."""
    says = described(kind, name)
    return (says and says.short) or name


def brief_line(settings: Settings, *more: str) -> str:
    """Return the method in one line: procedures, then what was read from the file."""
    columns = settings.get("columns")
    roles = columns.items() if isinstance(columns, Mapping) else ()
    parts = [claim_name(settings), *brief_method(settings), *more]
    return one_line(parts, ", ".join(f"{role}={name}" for role, name in roles))


def one_line(first: Sequence[str], *others: str) -> str:
    """Return parts of a method in one line, those that there are; the first begin a sentence.

    >>> one_line(["exact test", "", "alpha .05"], "", "300 items")
    'Exact test, alpha .05 · 300 items'
    """
    start = ", ".join(filter(None, first))
    return " · ".join(filter(None, (start[:1].upper() + start[1:], *others)))


def account_of(result: Result) -> Account:
    """Return how a comparison, a plan or a survey was made, as its settings and its rows say."""
    account, settings = Account(), result.settings
    known = {row.quantity for row in result.rows if not isnan(row.estimate)}
    names, drawn = settings.get("analyses", {}), settings.get("simulated")
    for name in names:
        account.procedure(f"{'One' if len(names) > 1 else 'The'} analysis is", "analysis", name)
    tests_used(account, settings)
    posterior_used(account, settings)
    metrics = settings.get("metrics") or [settings.get("points") or settings.get("metric")]
    for metric in filter(None, metrics):
        says = described("metric", str(metric).split(":")[0].lower())
        account.cite(f"The metric is {metric}", *(says.references if says else ()))
    if drawn:
        account.say(f"Data are simulated{account.cited(*drawn['references'])}: {drawn['data']}.")
    if known & PLANNED:
        route, studies = route_of(settings), settings.get("replicates")
        if route:
            account.say(f"Power is {route}.")
        elif studies:
            account.cite(f"Power was found by simulation of {studies:,.0f} studies", CARD)
    datasets_used(account, result)
    for quantity, (clause, references) in OF_QUANTITIES.items():
        if quantity in known:
            account.cite(clause, *references)
    return account


def tests_used(account: Account, settings: Settings) -> None:
    """Say which tests, intervals, corrections and rules of stopping were used."""
    ways = set(settings.get("assess", TESTED))
    looked = settings.get("stopping") or {}
    rule = settings.get("spending") or looked
    rule = str((rule.get("rule") if isinstance(rule, Mapping) else rule) or "")
    sequence, tested = SEQUENCE in ways, settings.get("test")
    clusters = any(one.get("clusters") for one in settings.get("details", {}).values())
    if tested and ways & TESTED:
        _used(account, "test", settings, clusters=clusters)
    if sequence:
        account.procedure("Test and interval are by", "stopping", rule)
    side, level = settings.get("alternative"), settings.get("alpha")
    if tested and ways & {*TESTED, SEQUENCE} and side:
        at = f" at alpha {decimal(level)}" if isinstance(level, float) else ""
        way = side if side in ("two-sided", "one-sided") else f"one-sided ({side})"
        account.say(f"It is {way}{at}.")
    if settings.get("interval") and not sequence:
        _used(account, "interval", settings, clusters=clusters)
    correct = settings.get("correct")
    if correct == "none":
        account.say("Nothing is corrected for the number of comparisons.")
    elif correct:
        start = "P-values and intervals are" if correct == "max-t" else "P-values are"
        start += " corrected by"
        account.procedure(start, "correction", str(correct), clusters=clusters)
    if rule and not sequence and described("stopping", rule):
        account.procedure("Looks before the end are allowed for by", "stopping", rule)
    if isinstance(settings.get("stopping"), Mapping):
        known = looked.get("declared")
        account.assume(FIXED if known else f"{FIXED} Whether it was is not known here.")


def _used(account: Account, what: str, settings: Settings, *, clusters: bool) -> None:
    """Say one kind of procedure; where data sets or metrics have others, of which it is."""
    used: dict[str, list[str]] = {}
    for where, one in settings.get("details", {}).items():
        if one.get(what):
            used.setdefault(str(one[what]), []).append(str(one.get("called") or where))
    if len(used) < 2:
        account.procedure(f"The {what} is", what, str(settings[what]), clusters=clusters)
        return
    for name, places in used.items():
        of = ", ".join(places) if len(places) < 5 else f"{len(places)} comparisons"
        account.procedure(f"The {what} of {of} is", what, name, clusters=clusters)


def posterior_used(account: Account, settings: Settings) -> None:
    """Say of which model the posterior is, under which prior, and how it was computed."""
    ways = set(settings.get("assess", []))
    if not ways & BELIEVED:
        return
    model = settings.get("model") or ("dirichlet" if settings.get("paired", True) else "")
    account.procedure("The posterior is of", "model", str(model or "beta-binomial"))
    account.say(f"Its prior is {settings.get('prior')}.")
    by = settings.get("by")
    if "mcmc" in (settings.get("engine"), by):
        nuts = f"It was sampled by NUTS{account.cited(HOFFMAN)}"
        account.cite(f"{nuts} and judged by R-hat and effective sample sizes", VEHTARI)
    elif by and by not in ROUTES:
        account.say(f"It was computed by {by}.")
    if settings.get("rope"):
        held = "The highest-density interval is held against a region of practical equivalence"
        account.cite(held, KRUSCHKE_2018)
    if "bayes-factor" in ways:
        factors = "Bayes factors are ratios of odds or densities after and before the data"
        account.cite(factors, DICKEY)


def fit_of(result: Result) -> Account:
    """Return how a world or a line was fitted, and what that assumes."""
    account, says = Account(), described("fit", result.method)
    if says is not None:
        account.cite(f"Fitted: {says.does}", *says.references)
        account.assumed |= dict.fromkeys(says.assumes)
    return account


def route_of(settings: Settings) -> str:
    """Return how the power of a plan was found; empty where it was simulated."""
    by, outcome = settings.get("by", ""), settings.get("outcome", "")
    return ROUTES.get(outcome if by == "exact" else by, "") or ROUTES.get(by, "")


def datasets_used(account: Account, result: Result) -> None:
    """Say what was tested over data sets, or over pairings of items, next to the answer."""
    pairing = result.settings.get("pairing_test")
    if pairing and any("pairing" in row.at for row in result.rows):
        start = "Over every pairing of the items, the test is"
        account.procedure(start, "test", pairing, aside=True)
    clusters = result.select("difference", over="datasets as clusters")
    if clusters:
        start = "Over data sets like these, test and interval are by"
        account.procedure(start, "test", "cluster-cr2", aside=True)
    combined = result.select("over_datasets")
    for row in combined:
        if row.pvalue is not None:
            start = "Of the differences of the data sets, one test is"
            name = str(row.at["analysis"])
            account.procedure(start, "test", name, does=OVER_DATA_SETS.get(name), aside=True)
    if clusters or combined:
        account.assume(DATA_SETS)

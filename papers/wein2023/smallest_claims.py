"""What Wein et al. (2023) read from their Tables 1 to 4, held against many test sets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from papers.base import Claim, Value
from papers.found import numbers
from papers.wein2023.setting import EPSILONS, OF_ONE, PRECISION, SAMPLERS

MEAN, SPREAD, BEST = "mean of test sets", "SD of test sets", "share that are best"
CLOSE = EPSILONS[:3]  # where the errors are not all next to 0
OFF = EPSILONS[1:]
OF_FIVE = tuple(name for name in SAMPLERS if name not in OF_ONE)


class Smallest:
    """Mean errors, and how often each is the best, by table, method and epsilon."""

    def __init__(self, values: Sequence[Value]) -> None:
        """Sort the values of a run."""
        names = ("table", "method", "epsilon")
        self.mean, self.best = (numbers(values, *names, value=kind) for kind in (MEAN, BEST))

    def at(self, table: str, epsilon: str) -> dict[str, float]:
        """Return the mean errors of a table's column."""
        return {m: x for (t, m, e), x in self.mean.items() if (t, e) == (table, epsilon)}

    def line(self, table: str, method: str) -> list[float]:
        """Return the mean errors of a table's line."""
        return [self.mean[table, method, epsilon] for epsilon in EPSILONS]

    def leads(self, table: str, method: str, epsilons: Iterable[str]) -> bool:
        """Whether the mean error of a method is the smallest of its table, or as small."""
        each = (self.at(table, epsilon) for epsilon in epsilons)
        return all(found[method] <= min(found.values()) + PRECISION for found in each)

    def shares(self, table: str, method: str, epsilons: Iterable[str]) -> str:
        """Return in how many test sets it is the best, in words."""
        return ", ".join(f"{self.best[table, method, e]:.0%} at {e}" for e in epsilons)

    def overall(self, table: str) -> list[str]:
        """Return the methods of a table by their mean errors over all epsilons, best first."""
        methods = dict.fromkeys(m for t, m, _ in self.mean if t == table)
        return sorted(methods, key=lambda method: sum(self.line(table, method)))


def claims(values: list[Value]) -> list[Claim]:
    """Judge each reading by mean errors over test sets; a quick run has not all of them."""
    if len({(v.at("table"), v.at("epsilon")) for v in values}) < 4 * len(EPSILONS):
        return []
    of = Smallest(values)
    return [
        _samplers(of),
        _bootstrap_all(of, "1"),
        _wins(of),
        _falling(of),
        _up_and_down(of),
        _bootstrap_all(of, "3"),
        _one_answer(of),
        _spearman(of),
    ]


def _samplers(of: Smallest) -> Claim:
    holds = True
    for epsilon in OFF:
        found = of.at("1", epsilon)
        worst = max(found[name] for name in OF_FIVE)
        holds &= worst <= min(found[name] for name in OF_ONE) + PRECISION
    shown = "; ".join(f"{n} {of.mean['1', n, '0.05']:.4f}" for n in (*OF_FIVE, *OF_ONE))
    tied = [e for e in OFF if max(errors := of.at("1", e).values()) - min(errors) <= PRECISION]
    same = f" At {' and '.join(tied)} all six have the same." if tied else ""
    return Claim(
        "the samplers that keep five answers are clearly the best for every epsilon above 0 "
        "(Table 1)",
        holds,
        f"Mean errors at 0.05: {shown}.{same}",
        because="on average one that keeps a single answer is as good somewhere",
    )


def _bootstrap_all(of: Smallest, table: str) -> Claim:
    name = "bootstrap,all"
    return Claim(
        f"{name} is the best sampler (Table {table})",
        of.leads(table, name, CLOSE),
        "In a test set its error is the smallest, or as small, in "
        f"{of.shares(table, name, CLOSE)}.",
        because="on average over test sets another one has a smaller error at one of these",
    )


def _wins(of: Smallest) -> Claim:
    return Claim(
        "wins have the smallest error for every epsilon above 0 (Table 2)",
        of.leads("2", "wins", OFF),
        f"In a test set they have it, or as small a one, in {of.shares('2', 'wins', OFF)}.",
        because="on average over test sets another metric has a smaller error somewhere",
    )


def _falls(line: Sequence[float]) -> bool:
    """Whether each number is less than the one before it, until nothing is left."""
    return all(b < a or b <= PRECISION for a, b in pairwise(line))


def _falling(of: Smallest) -> Claim:
    named = ("cosine", "wins", "spearman")
    falling = [name for name in of.overall("2") if _falls(of.line("2", name))]
    return Claim(
        "the errors of cosine, wins and Spearman, unlike those of others, fall with each larger "
        "epsilon (Table 2)",
        set(named) == set(falling),
        f"On average over test sets those of {', '.join(falling) or 'none'} do.",
        because="which metrics do so in one test set is chance",
    )


def _up_and_down(of: Smallest) -> Claim:
    line = of.line("2", "emd-responses-published")
    steps = [b - a for a, b in pairwise(line)]
    turns = sum((a > 0) != (b > 0) for a, b in pairwise(steps))
    return Claim(
        "the error of emd-responses rises, falls and rises again (Table 2)",
        steps[0] > 0 and turns >= 2,
        f"Means over test sets: {', '.join(f'{x:.4f}' for x in line)}.",
        because="its own line of the table falls, rises twice and falls, as the means here do",
    )


def _one_answer(of: Smallest) -> Claim:
    order = of.overall("3")
    return Claim(
        "samplers that take only one answer do the worst (Table 3)",
        set(order[3:]) == set(OF_ONE),
        f"By mean errors, from best to worst: {'; '.join(order)}.",
        because="in simulated test sets another one does worse",
    )


def _spearman(of: Smallest) -> Claim:
    order = of.overall("4")
    return Claim(
        "Spearman's rho has the best overall performance (Table 4)",
        order[0] == "spearman",
        f"By mean errors, from best to worst: {', '.join(order)}.",
        because="one test set does not tell, and theirs is of real ratings",
    )


def remarks(values: list[Value]) -> list[str]:
    """Say what the tables are, and how often a test set has the same winner."""
    of = Smallest(values)
    sets = max(v.studies for v in values)
    said = [
        "The paper's numbers are the smallest of several errors of one test set: minima of noise.",
        "For toxicity the paper's test set is 1,000 real ratings; here test sets are drawn from "
        "the world that was fitted to them.",
    ]
    for table, what in (("1", "sampler"), ("2", "metric"), ("3", "sampler"), ("4", "metric")):
        shares = {m: x for (t, m, e), x in of.best.items() if (t, e) == (table, "0.05")}
        order = sorted(shares, key=lambda method: -shares[method])[:3]
        shown = ", ".join(f"{name} in {shares[name]:.0%}" for name in order)
        said.append(f"Table {table}, epsilon 0.05: of {sets} test sets the best {what} is {shown}.")
    return said

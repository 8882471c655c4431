"""Many items with few answers each, or few items with many? The best split of a budget."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import floor, hypot, inf, isnan, nan
from typing import Any

from claimwise.core import (
    At,
    Note,
    ParameterError,
    Row,
    assumed,
    caution,
    check_number,
    dropped,
    meaning,
    option,
)
from claimwise.data.responses import Counts
from claimwise.engine.monte_carlo import NORMAL
from claimwise.engine.planned import Answer
from claimwise.plan.grid import is_list
from claimwise.plan.response_question import (
    OWN,
    SHARED,
    Place,
    ResponseQuestion,
    at,
    counts_of,
)
from claimwise.plan.response_rows import place_rows
from claimwise.plan.response_sizes import FEWEST, MOST, of_items, searched
from claimwise.worlds.response_even import is_even

# Answers to each item that are tried.
ANSWERS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
DEARER = 2.0  # times the cheapest study: what is dearer need not be looked at
PRICES = ("price_item", "price_gold", "price_a", "price_b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """What an item costs, and an answer of each source."""

    item: float
    gold: float
    a: float
    b: float

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Prices:
        """Return the prices; by default a gold answer costs 1, and nothing else does."""
        prices = {name: given.get(name) for name in PRICES}
        if all(value is None for value in prices.values()):
            prices["price_gold"] = 1.0
        known = {
            name.removeprefix("price_"): check_number(name, 0.0 if value is None else value)
            for name, value in prices.items()
        }
        if any(value < 0 for value in known.values()) or not sum(known.values()):
            raise ParameterError(
                "prices",
                "numbers from 0 on, at least one above 0",
                ", ".join(f"{name} {value:g}" for name, value in known.items()),
            )
        return cls(**known)

    def of_item(self, counts: Counts) -> float:
        """Return what an item with its answers costs."""
        return self.item + self.gold * counts.gold + self.a * counts.a + self.b * counts.b

    def words(self) -> str:
        """Return the prices in words."""
        named = {
            "an item": self.item,
            "a gold answer": self.gold,
            "an answer of A": self.a,
            "an answer of B": self.b,
        }
        return ", ".join(f"{name} {value:g}" for name, value in named.items() if value)


def candidates(question: ResponseQuestion, given: Mapping[str, Any]) -> list[Counts]:
    """Return the numbers of answers that are compared: those given, or the usual ones."""
    asked = given.get("responses")
    tried: Sequence[Any] = ANSWERS if asked is None else list(asked) if is_list(asked) else [asked]
    found = []
    for k in tried:
        counts = counts_of(dict(given) | {"responses": k})
        if counts not in found:
            found.append(counts)
    question.check(found[0])
    return found


def split(
    question: ResponseQuestion, given: Mapping[str, Any]
) -> tuple[list[Row], list[Note], list[Place]]:
    """Return the power of every split of the budget, and the best of each metric."""
    prices = Prices.of(given)
    budget = check_number("budget", given["budget"])
    world = at(question.world, given)
    _refuse_same(question, world)
    found: list[Place] = []
    capped = False
    for counts in candidates(question, given):
        of_item = prices.of_item(counts)
        bought = floor(budget / of_item + 1e-9) if of_item else MOST + 1
        items, capped = min(MOST, bought), capped or bought > MOST
        if items >= FEWEST:
            found.append(Place(world, items, counts, {"items": items, **_where(counts, given)}))
    if not found:
        raise ParameterError(
            "budget", f"enough for {FEWEST} items", f"{budget:g} at {prices.words()}"
        )
    rows: list[Row] = []
    notes = [assumed(f"Prices: {prices.words()}; items are what the budget of {budget:g} buys.")]
    if capped:
        more = f"The budget buys more than {MOST:,} items, the most that are simulated."
        notes.append(caution(more))
    for number, place in enumerate(found):
        new, heed = place_rows(question, place, number, brief=True)
        rows += new
        notes += heed
    for metric in question.metrics:
        rows += _best(metric.name, found, rows, notes)
    return rows, notes, found


def affordable(places: Sequence[Place], given: Mapping[str, Any]) -> Answer:
    """Return the items that a budget buys, for each number of answers to them."""
    prices = Prices.of(given)
    budget = check_number("budget", given["budget"])
    rows = []
    for place in places:
        k = {key: value for key, value in place.at.items() if key in (SHARED, *OWN)}
        cost = prices.of_item(place.counts)
        if cost > 0:
            rows.append(Row(quantity="affordable_items", at=k, estimate=budget / cost))
    said = f"Prices: {prices.words()}; affordable_items are what the budget of {budget:g} buys."
    return list(dict.fromkeys(rows)), [assumed(said)]


def _where(counts: Counts, given: Mapping[str, Any]) -> dict[str, int]:
    """Return the answers to each item: one number, or those of each source."""
    if all(given.get(name) is None for name in OWN):
        return {SHARED: counts.gold}
    return {name: getattr(counts, source) for name, source in OWN.items()}


def _best(metric: str, found: Sequence[Place], rows: Sequence[Row], notes: list[Note]) -> list[Row]:
    """Return the split with the most power, and say which ones may be as good."""
    known = [
        (place, row)
        for place in found
        for row in rows
        if row.quantity == "power"
        and row.at == {"metric": metric, **place.at}
        and not isnan(row.estimate)
    ]
    if not known:
        return [Row(quantity="best_items", at={"metric": metric}, estimate=nan)]
    best, top = max(known, key=lambda one: one[1].estimate)
    alike = [place for place, row in known if place is not best and not _below(row, top)]
    if alike:
        others = "; ".join(_words(place) for place in alike)
        said = f"as good as the best as far as these simulations show: {others}."
        notes.append(meaning(said).of(metric))
    ends = (known[0][0], known[-1][0])
    if len(known) > 1 and any(best is end for end in ends) and min(best.counts) > 1:
        end = f"the best split lies at the end of those compared ({_words(best)}); "
        notes.append(meaning(end + option("responses") + " names others.").of(metric))
    return _best_rows(metric, best.items, best.counts)


def _best_rows(metric: str, items: int, counts: Counts) -> list[Row]:
    """Return the best items, and answers to each: one number, or those of each source."""
    k = {"best_items": items, "best_responses": counts.gold}
    if not counts.same:
        k |= {"best_responses_a": counts.a, "best_responses_b": counts.b}
    return [
        Row(quantity=name, at={"metric": metric}, estimate=size, n=items)
        for name, size in k.items()
    ]


def _below(row: Row, top: Row) -> bool:
    """Whether one power lies below another, beyond what simulation leaves open."""
    reach = [(r.high - r.low) / 2 / NORMAL for r in (row, top)]
    return top.estimate - row.estimate > NORMAL * hypot(*reach)


def _words(place: Place) -> str:
    return f"{place.items:,} items x {place.counts.words()}"


def cheapest(
    question: ResponseQuestion, given: Mapping[str, Any]
) -> tuple[list[Row], list[Note], list[Place]]:
    """Return the cheapest items and answers that reach the power, for each metric."""
    prices = Prices.of(given)
    world = at(question.world, given)
    _refuse_same(question, world)
    rows: list[Row] = []
    notes = [assumed(f"Prices: {prices.words()}.")]
    tried = candidates(question, given)
    notes += [said for counts in tried for said in counts.caution()]
    for metric in question.metrics:
        one, name = question.only(metric), metric.name
        costs: list[tuple[float, int, Counts]] = []
        passed: list[Counts] = []
        for counts in tried:
            least = min((cost for cost, _, _ in costs), default=inf)
            if FEWEST * prices.of_item(counts) > DEARER * least:
                passed.append(counts)
                continue
            reached, _ = searched(of_items(one, world, counts))
            if not reached.found:
                continue
            items = int(reached.size)
            cost = items * prices.of_item(counts)
            costs.append((cost, items, counts))
            point: At = {"metric": name, **_where(counts, given)}
            rows += [
                reached.row("sample_size", items, at=point),
                Row(quantity="cost", at=point, estimate=cost, n=items),
            ]
        if not costs:
            notes.append(meaning(f"no study of up to {MOST:,} items reaches the power.").of(name))
            rows.append(Row(quantity="cost", at={"metric": name}, estimate=nan))
            continue
        cost, items, counts = min(costs, key=lambda found: (found[0], found[1]))
        rows += [
            Row(quantity="cost", at={"metric": name}, estimate=cost, n=items),
            *_best_rows(name, items, counts),
        ]
        if passed:
            said = (
                f"{', '.join(k.words() for k in passed)} answers to each of even {FEWEST} items "
                f"cost more than {DEARER:g} times the cheapest, and were not simulated."
            )
            notes.append(dropped(said).of(name))
        if len(costs) > 1 and counts in (tried[0], tried[-1]):
            end = "the cheapest lies at the end of the numbers of answers compared; "
            notes.append(meaning(end + option("responses") + " names others.").of(name))
    return rows, notes, []


def _refuse_same(question: ResponseQuestion, world: Any) -> None:
    if is_even(world):
        raise ParameterError(
            option("solve", question.solve),
            "systems that differ",
            "A and B off by as much",
            "Give " + option("epsilon_b") + ".",
        )

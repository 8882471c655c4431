"""Plan a study in which gold and systems answer each item several times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from claimwise.core import Note, ParameterError, Result, Row, assumed, meaning, option
from claimwise.core.parts import Reading
from claimwise.core.study_parts import PRIOR, Answers, Prices, Run, grouped
from claimwise.engine.effect_prior import EffectPrior
from claimwise.plan.gaps import saying_why
from claimwise.plan.grid import is_list
from claimwise.plan.response_question import OWN, WHO, Place, ResponseQuestion, at, places, varied
from claimwise.plan.response_rows import place_rows
from claimwise.plan.response_sizes import assured, effects, possible, read_belief, sizes
from claimwise.plan.response_split import PRICES, affordable, cheapest, split
from claimwise.plan.result import plan_result
from claimwise.worlds.response_even import even, is_alike
from claimwise.worlds.response_words import simulated_from

AXES = (
    "items",
    "responses",
    "responses_gold",
    "responses_a",
    "responses_b",
    "epsilon_a",
    "epsilon_b",
)


@saying_why
@grouped(
    answers=(Answers, "responses_gold responses_a responses_b"),
    costs=(Prices, "budget price_item price_gold price_a price_b"),
    reading=(Reading, "gold columns"),
    belief=PRIOR,
    run=(Run, "replicates resamples sets workers"),
)
def responses(
    *,
    items: Any = None,
    responses: Any = None,
    responses_gold: Any = None,
    responses_a: Any = None,
    responses_b: Any = None,
    world: Any = "published",
    epsilon_a: Any = None,
    epsilon_b: Any = None,
    metric: str | Sequence[str] = "mae",
    procedure: str = "item-swap",
    sampler: str = "bootstrap,all",
    alternative: str = "two-sided",
    alpha: float = 0.05,
    power: float = 0.8,
    solve: str | None = None,
    budget: float | None = None,
    price_item: float | None = None,
    price_gold: float | None = None,
    price_a: float | None = None,
    price_b: float | None = None,
    replicates: int | None = None,
    resamples: int | None = None,
    sets: int | None = None,
    gold: str | None = None,
    a: str | None = None,
    b: str | None = None,
    columns: Mapping[str, str] | None = None,
    effect_prior: str | None = None,
    rng: Any = None,
    workers: int = 1,
) -> Result:
    """Plan a comparison of two systems against gold answers, several of each to every item.

    Parameters
    ----------
    items, responses : int or list
        Items, and answers to each of gold, A and B alike. Lists give a surface.
    responses_gold, responses_a, responses_b : int or list, optional
        Answers of one source, where it has a number of its own.
    world : str or ResponseWorld
        ``published`` or ``toxicity`` (Wein et al. 2023), a file from `claimwise fit responses`,
        or a file of answers, whose items are drawn anew.
    epsilon_a, epsilon_b : float or list, optional
        How far each system is off the gold standard, on the scale of the answers.
    metric : str or list
        One or several, such as ``mae,wins,spearman``.
    procedure : str
        The test: item-swap (default), item-bootstrap, response-permutation, ...
    sampler : str
        How the expected p is estimated from one test set, as in Wein et al. (2023).
    alternative : {"two-sided", "less", "greater", "better", "worse"}
        Of B minus A; better and worse heed the metric's direction.
    alpha, power : float
        Significance level, and the power to reach.
    solve : {"power", "mde", "split", "items", "responses", "budget"}, optional
        ``mde``: how much farther off than A a B must be to be found; ``split``: the best items x
        answers for `budget`; ``items`` or ``responses``: the fewest that reach the power;
        ``budget``: the cheapest items and answers that do.
    budget, price_item, price_gold, price_a, price_b : float, optional
        By default a gold answer costs 1, and nothing else does. With ``solve="power"`` and
        several numbers of items the budget is drawn as a line through their power.
    replicates, resamples, sets : int, optional
        Simulated studies, resamples within each, and test sets of the estimated p.
    gold, a, b, columns
        Which sources and columns of a file of answers.
    effect_prior : str, optional
        ``normal:MEAN:SD`` or ``uniform:LOW:HIGH``, what is believed of epsilon_b minus epsilon_a:
        for the assurance, the power averaged over it. Above 0 B is the worse.
    rng, workers
        Seed, and processes.

    Returns
    -------
    Result
        For each metric `difference`, `power`, `type_m`, `type_s`, `alpha` (findings between
        systems that are equally good, not alike), `true_p` and `estimated_p` (expected p-values),
        `power_known_null` (one-sided, by a test that knows how the metric varies without a
        difference). With several sizes each row is qualified by its own.

    Examples
    --------
    >>> plan = responses(items=100, responses=5, epsilon_b=0.3, metric="wins", replicates=100,
    ...                  resamples=99, sets=2, rng=1)
    >>> plan["power[wins]"].estimate > 0.9
    True
    """
    given: dict[str, Any] = {
        "items": items,
        "responses": responses,
        "responses_gold": responses_gold,
        "responses_a": responses_a,
        "responses_b": responses_b,
        "epsilon_a": epsilon_a,
        "epsilon_b": epsilon_b,
        "budget": budget,
        "price_item": price_item,
        "price_gold": price_gold,
        "price_a": price_a,
        "price_b": price_b,
    }
    axes = varied({name: given[name] for name in AXES})
    question = ResponseQuestion.of(
        world=world,
        metric=metric,
        procedure=procedure,
        sampler=sampler,
        alternative=alternative,
        alpha=alpha,
        power=power,
        solve="split" if solve is None and budget is not None else solve,
        replicates=replicates,
        resamples=resamples,
        sets=sets,
        rng=rng,
        workers=workers,
        gold=gold,
        a=a,
        b=b,
        columns=columns,
    )
    _refuse(question.solve, given)
    belief = read_belief(effect_prior, question.solve, epsilon_b)
    if question.solve == "split":
        rows, notes, found = split(question, given)
        axes = {"items": [], "responses": []}
    elif question.solve == "budget":
        rows, notes, found = cheapest(question, given)
    elif question.solve == "mde":
        rows, notes, found = effects(question, given)
    elif question.solve in ("items", "responses"):
        rows, notes, found = sizes(question, given)
    else:
        rows, notes, found = _power(question, given, belief)
        if budget is not None:
            bought, said = affordable(found, given)
            rows, notes = rows + bought, notes + said
    given["effect_prior"] = None if belief is None else belief.words
    return _result(question, given, axes, rows, notes, found)


def _power(
    question: ResponseQuestion, given: Mapping[str, Any], belief: EffectPrior | None
) -> tuple[list[Row], list[Note], list[Place]]:
    found = places(question, {name: given[name] for name in AXES})
    for place in found:
        if belief is not None:  # refuses before long work begins
            belief.confined([(-possible(place.world, -1)[1], possible(place.world, 1)[1])])
    rows: list[Row] = []
    notes: list[Note] = []
    for number, place in enumerate(found):
        new, heed = place_rows(question, place, number, brief=len(found) > 1)
        rows, notes = rows + new, notes + heed
        if belief is not None:
            new, heed = assured(question, place, belief)
            rows, notes = rows + new, notes + heed
    return rows, notes, found


def _refuse(solve: str, given: Mapping[str, Any]) -> None:
    """Refuse options that nothing would heed, and a split of nothing."""
    if solve == "split":
        if given["budget"] is None:
            raise ParameterError(
                option("solve", "split"), "a budget to split, " + option("budget"), "none"
            )
        if given["items"] is not None:
            raise ParameterError(
                option("solve", "split"),
                "items to look for",
                option("items", given["items"]),
                "Leave them out: the budget says how many there can be.",
            )
    unused = [name for name in ("budget", *PRICES) if given[name] is not None]
    line = solve == "power" and given["budget"] is not None and is_list(given["items"])
    if solve not in ("split", "budget") and unused and not line:
        raise ParameterError(
            unused[0],
            option("solve", "split") + " or budget, or power with a budget and several items",
            option("solve", solve),
        )
    if solve == "budget" and (given["budget"] is not None or given["items"] is not None):
        what = "budget" if given["budget"] is not None else "items"
        raise ParameterError(
            option("solve", "budget"),
            "prices alone: it looks for the least budget that reaches the power",
            option(what, given[what]),
            "To split a given budget, use " + option("solve", "split") + ".",
        )
    lists = [name for name in ("epsilon_a", "epsilon_b", "items") if is_list(given[name])]
    if solve != "power" and lists:
        raise ParameterError(option("solve", solve), "one " + option(lists[0]), "several values")


def _result(
    question: ResponseQuestion,
    given: Mapping[str, Any],
    axes: Mapping[str, Any],
    rows: list[Row],
    notes: list[Note],
    found: Sequence[Place],
) -> Result:
    one = found[0] if len(found) == 1 else None
    world = found[0].world if found else at(question.world, given)
    counts = {place.counts for place in found}
    settings = {
        "verb": WHO,
        **world.settings(),
        "metrics": [metric.name for metric in question.metrics],
        "directions": {metric.name: metric.better for metric in question.metrics},
        "simulated": simulated_from(world),
        "test": question.test.name,
        "sampler": question.sampler.name,
        "alternative": question.alternative,
        "alpha": question.alpha,
        "target": question.target,
        "solve": question.solve,
        "by": "simulation",
        "items": one.items if one else None,
        "responses": one.counts.words() if one else None,
        "answers": counts.pop()._asdict() if len(counts) == 1 else None,
        "unequal": True if one and one.counts.a != one.counts.b else None,
        "replicates": question.replicates,
        "resamples": question.resamples if question.test.resampled else None,
        "sets": question.sets if one else None,
        "null": "alike" if is_alike(even(world)) else "equally good",
        **{name: given[name] for name in ("budget", *PRICES, *OWN, "effect_prior")},
        **{name: list(values) for name, values in axes.items() if values},
    }
    return plan_result(
        question.test.name,
        rows,
        [*notes, *_heed(question, world)],
        settings,
        seed=question.seed,
        kind="response plan",
        axes=axes,
    )


def _heed(question: ResponseQuestion, world: Any) -> list[Note]:
    """Say what the numbers mean."""
    null = question.test.null
    remarks = question.test.remarks
    return [
        *(remarks(None) if remarks is not None else ()),
        assumed(f"Null hypothesis of {question.test.name}: {null}.", "null"),
        meaning(
            "The expected p is not a p-value of a study but the mean of one-sided p-values over "
            "studies (the HTEST of Wein et al. 2023, which is about 0.5 without a difference)."
        ),
    ]

"""Tables 12 to 16 of Card et al. (2020): mixed models of ratings, and settings taken from them.

Of the six data sets one is at hand: ratings of fluency by Dathathri et al. (2020), four systems.
The authors publish ten files of them; here they are one, with text, system, participant, rating.
Tables 13 to 15 have its fit with `(model || item) + (model || worker)`, which lme4 does not split
for a factor: items and workers have a deviation for each system, correlated, and one for all.
"""

from __future__ import annotations

from math import sqrt
from typing import cast

from claimwise import Mixed, fit_ratings
from claimwise.worlds import LinearRatings, find_rating_world
from papers.authors import Table
from papers.base import Claim, Effort, Value
from papers.declared import Part, declared
from papers.found import number

FILE = "pplm_fluency.csv"
SYSTEMS = ("B", "BC", "BCR", "BR")
RATED = Table(FILE, ("text", "system", "participant", "rating"), rows=19_486)
COUNTS, MEANS, WORKERS, TEXTS = "Table 12", "Table 13", "Table 14", "Table 15"
SETTINGS = "Table 16"
Found = dict[tuple[str, str], float]
PUBLISHED, SPLIT = "as published", "split"  # the two ways to fit
EFFECTS = {
    PUBLISHED: "(1 | text) + (0 + system | text) + (1 | participant) + (0 + system | participant)",
    SPLIT: "(1 | text) + (1 | participant) + (1 | participant:system)",
}
TEXTS_ALONE = "texts of one system only"
SCALE = 4  # ratings of 1 to 5 are put on 0 to 1
PRESETS = {"low variance": "card-low", "high variance": "card-high"}
# Deviations of workers (level, slope) and items (level, slope), and the residual.
OF_16 = ("worker", "worker slope", "item", "item slope", "residual")
PRINTED = {
    (COUNTS, "counts", "workers"): "15",
    (COUNTS, "counts", "texts"): "1358",
    (MEANS, PUBLISHED, "grand mean"): "0.62",
    (MEANS, PUBLISHED, "B"): "0.04",
    (MEANS, PUBLISHED, "BC"): "-0.05",
    (MEANS, PUBLISHED, "BCR"): "-0.03",
    (MEANS, PUBLISHED, "residual"): "0.16",
    (WORKERS, PUBLISHED, "all systems"): "0.00",
    (WORKERS, PUBLISHED, "B"): "0.04",
    (WORKERS, PUBLISHED, "BC"): "0.05",
    (WORKERS, PUBLISHED, "BCR"): "0.05",
    (WORKERS, PUBLISHED, "BR"): "0.05",
    (TEXTS, PUBLISHED, "all systems"): "0.00",
    (TEXTS, PUBLISHED, "B"): "0.16",
    (TEXTS, PUBLISHED, "BC"): "0.19",
    (TEXTS, PUBLISHED, "BCR"): "0.16",
    (TEXTS, PUBLISHED, "BR"): "0.16",
}


def _read(effort: Effort) -> dict[str, list[str] | list[float]]:
    rows = RATED.read(effort)
    return {
        "rating": [(row.whole("rating", 1, 1 + SCALE) - 1) / SCALE for row in rows],
        "system": [row.one_of("system", *SYSTEMS) for row in rows],
        **{name: [row[name] for row in rows] for name in ("text", "participant")},
    }


def _counts(effort: Effort, **_: str) -> Found:
    table = _read(effort)
    systems: dict[str, set[str]] = {}
    for text, system in zip(table["text"], table["system"], strict=True):
        systems.setdefault(str(text), set()).add(str(system))
    return {
        ("counts", "ratings"): len(table["rating"]),
        ("counts", "workers"): len(set(table["participant"])),
        ("counts", "texts"): len(systems),
        ("counts", TEXTS_ALONE): sum(len(of) == 1 for of in systems.values()),
    }


def _fit(effort: Effort, line: str) -> Found:
    """Return means as deviations from the grand mean, and deviations of workers and texts."""
    formula = f"rating ~ system + {EFFECTS[line]}"
    model = Mixed(outcome="linear", reml=False)
    found = fit_ratings(_read(effort), formula, model=model).result
    base = found["coefficient[(Intercept)]"].estimate
    means = {SYSTEMS[0]: base}
    means |= {name: base + found[f"coefficient[system{name}]"].estimate for name in SYSTEMS[1:]}
    grand = sum(means.values()) / len(means)
    shown = {
        (MEANS, "grand mean"): grand,
        **{(MEANS, name): x - grand for name, x in means.items()},
        (MEANS, "residual"): found["sd[residual]"].estimate,
    }
    for part, factor in ((WORKERS, "participant"), (TEXTS, "text")):
        spread = {"all systems": found[f"sd[{factor},(Intercept)]"].estimate}
        if line == PUBLISHED:
            spread |= {name: found[f"sd[{factor},system{name}]"].estimate for name in SYSTEMS}
        elif factor == "participant":
            own = found["sd[participant:system,(Intercept)]"].estimate
            spread |= {"each system": own, "slope of systems coded -1 and 1": own / sqrt(2)}
        shown |= {(part, name): x for name, x in spread.items()}
    return shown


def _settings(_: Effort, **__: str) -> Found:
    """Return the settings that plans know by name; slopes are those of systems coded -1 and 1."""
    found: Found = {}
    for scenario, name in PRESETS.items():
        world = cast(LinearRatings, find_rating_world(name))
        deviations = (
            world.rater.intercept,
            world.rater.slope / 2,
            world.item.intercept,
            world.item.slope / 2,
            world.sigma,
        )
        found |= {(scenario, of): x for of, x in zip(OF_16, deviations, strict=True)}
    return found


def _claims(values: list[Value]) -> list[Claim]:
    """Hold what Tables 14 and 15 call their columns."""
    level, own, slope = (
        number(values, part=WORKERS, line=SPLIT, number=of)
        for of in ("all systems", "each system", "slope of systems coded -1 and 1")
    )
    alone, texts = (number(values, part=COUNTS, number=name) for name in (TEXTS_ALONE, "texts"))
    return [
        Claim(
            "the first column of Table 14 is how workers vary in level, and the others are slopes "
            "(0.04 to 0.05 for this data set)",
            level < 0.005 and slope > 0.035,
            f"With both apart, workers vary by {level:.3f} in level, and by {own:.3f} in what they "
            f"make of each system: a slope of {slope:.3f}, of systems coded -1 and 1.",
            because="`||` does not split the terms of a factor in lme4: the columns are deviations "
            "of the ratings of each system, level and all, whose correlations are not printed",
        ),
        Claim(
            "Table 15 has the slopes of items",
            alone < texts / 2,
            f"{alone:,.0f} of {texts:,.0f} texts were written by one system only, and it "
            f"is unknown how their ratings differ between systems; texts vary by "
            f"{number(values, part=TEXTS, line=SPLIT, number='all systems'):.3f} in all.",
            because="an item is a single text, not a prompt that each system answers",
        ),
    ]


def _remarks(values: list[Value]) -> list[str]:
    slope = number(values, part=WORKERS, number="slope of systems coded -1 and 1")
    low = number(values, line="low variance", number="worker slope")
    return [
        "Only the line of Dathathri et al. (2020) is computed: the others' ratings are not at hand "
        "(those of Holtzman et al., 2020, were never public).",
        f"In the coding of Table 16 the workers of this data set have a slope of {slope:.3f}; its "
        f"low variance takes {low:.2f}.",
        "Table 16 is not computed: it was set by its authors, and plans of ratings know it by name "
        "(card-low, card-high). It stands here for comparison and is not judged.",
        "The command reads ratings of 1 to 5 as they are, so that its deviations are four times "
        "these.",
    ]


TABLES = declared(
    name="card-tables-12-16",
    source="Card et al. (2020), Tables 12 to 15, Dathathri et al. (2020), and Table 16",
    title="Mixed models of ratings on a scale from 0 to 1",
    columns=("part", "line", "number"),
    parts=[
        Part(_counts, {"part": [COUNTS]}),
        Part(_fit, {"line": [SPLIT, PUBLISHED]}, quick=lambda line: line == SPLIT),
        Part(_settings, {"part": [SETTINGS]}),
    ],
    printed=PRINTED,
    claims=_claims,
    remarks=_remarks,
    measures="Estimates",
    tables="part",
    needs=(FILE,),
    commands=(
        'claimwise ratings pplm_fluency.csv --formula "rating ~ system + '
        f'{EFFECTS[SPLIT]}" --model linear --ml',
    ),
)

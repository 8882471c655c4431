"""What a declaration lacks, and what in it does not go together."""

from __future__ import annotations

from typing import Any

from claimwise.core import ClaimwiseError, names, sentence
from claimwise.kinds import find_kind
from claimwise.study.declaration import FIXED, Comparison, Study
from claimwise.study.files import is_file
from claimwise.study.meaning import named_files
from claimwise.study.needs import lacking
from claimwise.study.schema import SOURCE

SIZES = ("n", "items")


def missing(study: Study) -> list[tuple[str, str]]:
    """Return the place of everything that is needed and not said, with what it is needed for."""
    lacks = lacking(find_kind(study.kind), study)
    if not study.source:
        lacks.append(("assumptions.source", SOURCE.about))
    for place, path in named_files(study):
        if not is_file(path):
            lacks.append((place, f"{path.name} does not exist in the folder of the study"))
    return lacks


def size_of(study: Study) -> str | None:
    """Return the key of [data] that says how many items there will be."""
    return next((key for key in SIZES if _counted(study.data.get(key))), None)


def faults_of(study: Study) -> list[str]:
    """Return a sentence for everything that does not go together."""
    faults = []
    size = size_of(study)
    n = study.data[size] if size else None
    clusters = study.data.get("clusters")
    if _counted(clusters) and n is not None and clusters > n:
        faults.append(sentence("data.clusters", f"at most the {n:,} items", f"{clusters:,}"))
    first = study.stopping.looks[0]
    if study.stopping.rule != FIXED and n is not None and first * n < 2:
        needs = f"at least two of the {n:,} items at the first look"
        faults.append(sentence("stopping.looks", needs, f"{first * n:.2g}"))
    if study.stopping.rule != FIXED and n is not None and len(study.stopping.looks) > n:
        needs = f"no more looks than items, {n:,}"
        faults.append(sentence("stopping.looks", needs, f"{len(study.stopping.looks):,}"))
    faults += _of_clusters(study)
    for comparison in study.comparisons:
        faults += _of_claim(study, comparison)
    return faults


def _of_clusters(study: Study) -> list[str]:
    """Return that the named test would take items of a cluster as independent."""
    test, column = study.procedure.get("test"), study.cluster
    single = {name for kind in ("binary", "numeric") for name in names("test", outcome=kind)}
    clustered = names("test", clustered=True)
    if not column or test not in single.difference(clustered):
        return []
    needs = f"a test of clusters ({', '.join(clustered)}), as data.cluster is {column}"
    return [sentence("procedure.test", needs, f"{test}", "Or leave test out, for the usual one.")]


def _of_claim(study: Study, comparison: Comparison) -> list[str]:
    """Return where the assumed difference is not the one that is claimed."""
    if not _counted(comparison.assumptions.get("difference")):
        return []
    difference = float(comparison.assumptions["difference"])
    place = comparison.name if len(study.comparisons) > 1 else "[claim]"
    better = better_of(study, comparison)
    gain = -difference if better == "lower" else difference
    margin = comparison.margin or 0.0
    shown = f"assumptions.difference {difference:g}"
    if comparison.says == "superiority" and better and gain <= margin:
        needs = f"an assumed gain of more than its margin {margin:g}"
        return [sentence(f"{place}: superiority", needs, shown)]
    if comparison.says == "non-inferiority" and better and gain <= -margin:
        needs = f"an assumed loss of less than its margin {margin:g}"
        return [sentence(f"{place}: non-inferiority", needs, shown)]
    if comparison.says == "equivalence" and abs(difference) >= margin:
        needs = f"an assumed difference within its margin {margin:g}"
        return [sentence(f"{place}: equivalence", needs, shown)]
    if comparison.says == "difference":
        if difference == 0:
            needs = "an assumed difference other than 0"
            return [
                sentence(f"{place}: difference", needs, shown, "At 0 there is nothing to find.")
            ]
        ahead = {"greater": 1, "less": -1}.get(comparison.alternative or "", 0)
        if ahead * difference < 0:
            needs = "an assumed difference in the direction of its alternative"
            found = f"{shown} with alternative {comparison.alternative}"
            return [sentence(f"{place}: difference", needs, found, "Differences are B minus A.")]
    return []


def better_of(study: Study, comparison: Comparison) -> str | None:
    """Return which scores are better, as declared or as the metric says; None if neither does."""
    metric = comparison.metric or find_kind(study.kind).metric
    if comparison.better is not None or metric is None:
        return comparison.better
    from claimwise.metrics import find_metric

    try:
        return find_metric(metric).better
    except (ClaimwiseError, OSError):  # scores of the user's own, or a file of another place
        return None


def _counted(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)

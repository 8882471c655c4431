"""What plan and analysis both take from the declaration, each under its own word for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from claimwise.core import ParameterError, Result, option
from claimwise.data.clusters import NO_CLUSTERS
from claimwise.study.declaration import FIXED, Comparison, Study
from claimwise.study.files import is_file

ANYTIME = "anytime"
LOOK = "look"  # among the procedure's settings: which look this is
LOOKED_AT = "looked_at"  # likewise: the items at those before, if they are known
CHOSEN = "chosen"  # in place of a test's name: the one that fits what is compared


def said(given: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    """Return those of the keys that were declared."""
    return {key: given[key] for key in keys if given.get(key) is not None}


def cluster_of(study: Study) -> str | None:
    """Return the declared column of the items' clusters; None where the items are independent."""
    column = study.data.get("cluster")
    return None if column in (None, NO_CLUSTERS) else str(column)


def beside(study: Study, path: Any) -> Any:
    """Return a file that the declaration names: it is looked for beside the declaration."""
    if isinstance(path, Sequence) and not isinstance(path, str):
        return [beside(study, one) for one in path]
    return str(study.folder / Path(path)) if isinstance(path, str | Path) else path


def beside_if_file(study: Study, name: Any) -> Any:
    """Return a name as it is, unless it is that of a file beside the declaration."""
    if isinstance(name, str) and (Path(name).suffix or is_file(study.folder / name)):
        return beside(study, name)
    return name


def has_margin(comparison: Comparison) -> bool:
    """Whether the claim is about a margin other than 0."""
    return comparison.says != "difference" and bool(comparison.margin)


def sided(comparison: Comparison, better: str = "higher") -> dict[str, Any]:
    """Return the side of the test, for a claim without a margin."""
    if comparison.says == "difference":
        return {"alternative": comparison.alternative or "two-sided"}
    if comparison.says == "superiority" and not comparison.margin:
        direction = comparison.better or better
        return {"alternative": "greater" if direction == "higher" else "less"}
    raise ParameterError(
        option("says", comparison.says),
        "a kind of study whose plan knows margins",
        "one that plans differences alone",
        "Claim a difference, or superiority without a margin.",
    )


def claimed(comparison: Comparison) -> dict[str, Any]:
    """Return the claim as plans with margins take it."""
    if not has_margin(comparison):
        return sided(comparison)
    if comparison.better == "lower":
        raise ParameterError(
            f"the plan of {comparison.says} by a margin",
            "scores of which higher ones are better",
            "better lower",
            "Turn the scores round, such as right for wrong.",
        )
    return {"claim": comparison.says, "margin": comparison.margin}


def reaching(study: Study, alpha: float) -> dict[str, Any]:
    """Return alpha, the power to reach, the seed, and the simulated studies if declared."""
    more = said(study.procedure, "replicates")
    return {"alpha": alpha, "power": study.target, "rng": study.seed, **more}


def looking(study: Study) -> dict[str, Any]:
    """Return the looks, as plans of scores take them."""
    rule = study.stopping.rule
    if rule == FIXED:
        return {}
    return {"spending": rule} | ({} if rule == ANYTIME else {"looks": list(study.stopping.looks)})


def looked(study: Study) -> dict[str, Any]:
    """Return the looks, as the analysis of scores takes them."""
    found = looking(study)
    if not found:
        return {}
    if study.stopping.rule != ANYTIME:
        found["look"] = study.procedure.get(LOOK) or len(study.stopping.looks)
        found |= said(study.procedure, LOOKED_AT)
    return found | said(study.procedure, "sequence") | {"planned_n": study.data.get("n")}


def analysed(study: Study, key: str = "n") -> int:
    """Return the items that the plan counts on: those declared, less those that may be missing."""
    if study.data.get(key) is None:
        raise ParameterError(
            f"data.{key}", "the size of the study", "none", "Write it into [data]."
        )
    return max(1, int(study.data[key] * (1 - float(study.data.get("missing") or 0.0))))


def compared(
    study: Study,
    comparison: Comparison,
    data: Sequence[Any],
    *,
    test: str,
    better: str | None = "higher",
    **more: Any,
) -> Result:
    """Compare two systems of the data with exactly what was declared.

    Where the declaration does not say that the items are independent, columns by which they might
    not be are tried.
    """
    from claimwise.assess import compare
    from claimwise.assess.unnamed_clusters import with_unnamed_clusters

    options: dict[str, Any] = {
        "a": comparison.a,
        "b": comparison.b,
        "metric": comparison.metric,
        "cluster": cluster_of(study) or NO_CLUSTERS,
        **said(study.data, "columns", "dataset"),
        "claim": comparison.says,
        "margin": comparison.margin if comparison.says != "difference" else None,
        "alternative": comparison.alternative if comparison.says == "difference" else None,
        "better": comparison.better or better,
        "alpha": study.alpha,
        "power": study.target,
        "assess": study.procedure.get("assess") or ["test", "interval"],
        "test": None if test == CHOSEN else test,
        **said(study.procedure, "interval", "resamples", "raters", "runs"),
        "rng": study.seed,
        **more,
    }
    if options.get("spending") == ANYTIME:  # a procedure of its own
        options |= {"test": None, "interval": None}
    options = {key: value for key, value in options.items() if value is not None}
    result = compare(*data, **options)
    declared = study.data.get("cluster") is not None or options.get("paired") is False
    if declared or {"references", "gold"} & set(options):  # texts and several answers have none
        return result
    given = {**options, "sources": data, "cluster": None}
    return with_unnamed_clusters(result, compare, given)

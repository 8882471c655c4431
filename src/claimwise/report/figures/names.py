"""Names along an axis, written so that they have room and can be told apart."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from claimwise.report.figures.theme import LIST, Chart
from claimwise.report.names import short_names


def list_axis(names: Sequence[str]) -> Chart:
    """Return an axis of names, written so that they have room and can be told apart."""
    return with_labels({name: short for name, short in short_names(names).items() if name != short})


def with_labels(labels: Mapping[str, str | Sequence[str]]) -> Chart:
    """Return an axis of names on which some are written otherwise: shorter, or in lines."""
    if not labels:
        return dict(LIST)
    names = json.dumps(list(labels), ensure_ascii=False)
    written = json.dumps(list(labels.values()), ensure_ascii=False)
    return LIST | {"labelExpr": f"{written}[indexof({names}, datum.label)] || datum.label"}

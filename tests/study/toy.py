"""A kind of study that only tests know: a key of every type, and a plan without computing."""

from contextlib import contextmanager

from claimwise.core import Result, Row, check_count, check_number, check_one_of, provenance
from claimwise.study.kind import KINDS, Field, Kind, register


def _text(who, value):
    return check_one_of(who, value, ["exact", "resampled", "it's"])


def _columns(who, value):
    return dict(value)


def _any(who, value):
    return value


def _plan(study, comparison, alpha):
    """Power is the assumed difference: easy to know beforehand."""
    found = comparison.assumptions["difference"]
    return Result(
        kind="plan",
        method="toy",
        rows=(Row(quantity="power", estimate=found, n=study.data["n"]),),
        provenance=provenance({"target": study.target}),
    )


TOY = Kind(
    name="toy",
    about="a study for tests",
    data={
        "n": Field(check=check_count, about="items", required=True, example=100),
        "clusters": Field(check=check_count, about="how many clusters"),
        "cluster": Field(check=_any, about="the column of clusters"),
        "columns": Field(check=_columns, about="roles"),
        "paired": Field(check=_any, about="whether the items are the same", default=True),
    },
    procedure={
        "test": Field(check=_text, about="the test", default="exact"),
        "model": Field(check=_any, about="a name or a file"),
    },
    assumptions={
        "difference": Field(check=check_number, about="B minus A", required=True, example=0.02),
        "sd": Field(check=check_number, about="of differences"),
        "pilot": Field(check=_any, about="a file", file=True),
    },
    claims=("difference", "superiority", "non-inferiority", "equivalence"),
    plan=_plan,
    assess=lambda *_: None,
)


@contextmanager
def known():
    """Make the kind known within."""
    register(TOY)
    try:
        yield TOY
    finally:
        del KINDS["toy"]


def document(**sections):
    """Return a small declaration, with sections put in place of its own."""
    said = {
        "kind": "toy",
        "claim": {"a": "base", "b": "new"},
        "data": {"n": 100},
        "assumptions": {"difference": 0.9, "source": "a guess"},
    }
    return said | sections

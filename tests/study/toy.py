"""A kind of study that only tests know: a key of every type, and a plan without computing."""

from contextlib import contextmanager

from claimwise.core import Result, Row, check_one_of, provenance, registry
from claimwise.core.field import count, file, flag, number, text
from claimwise.kinds import REGISTERED, Kind, Need, Plan, register
from claimwise.kinds.keys import COLUMNS


def _test(who, value):
    return check_one_of(who, value, ["exact", "resampled", "it's"])


def _columns(who, value):
    return dict(value)


def _any(who, value):
    return value


def toy(*, n, difference, power=0.8, **_):
    """Power is the assumed difference: easy to know beforehand."""
    return Result(
        kind="plan",
        method="toy",
        rows=(Row(quantity="power", estimate=difference, n=n),),
        provenance=provenance({"target": power}),
    )


TOY = Kind(
    name="toy",
    about="a study for tests",
    plans=(
        Plan(
            name="toy",
            function=toy,
            short="A plan for tests.",
            example="",
            fields=(
                count("n", "Items", "Items.", place="data", example=100),
                number("difference", "Difference", "B minus A.", place="assumptions", example=0.02),
                number("sd", "Spread", "Of differences.", place="assumptions"),
                file("pilot", "Pilot", "A file.", place="assumptions", check=_any),
            ),
        ),
    ),
    keys=(
        count("clusters", "Clusters", "How many clusters.", place="data"),
        text("cluster", "Cluster", "The column of clusters.", place="data", check=_any),
        COLUMNS.but(help="Roles.", check=_columns),
        flag("paired", "Paired", "Same items?", place="data", default=True, always=True),
        text(
            "test",
            "Test",
            "The test.",
            place="procedure",
            check=_test,
            default="exact",
            always=True,
        ),
        text("model", "Model", "A name or a file.", place="procedure", check=_any),
    ),
    claims=("difference", "superiority", "non-inferiority", "equivalence"),
    needs=(Need(("n",), "data"), Need(("difference",))),
    solves=False,
    assess=lambda *_: None,
    found=None,
)


@contextmanager
def known():
    """Make the kind known within."""
    register(TOY)
    try:
        yield TOY
    finally:
        del registry._entries[REGISTERED, "toy"]


def document(**sections):
    """Return a small declaration, with sections put in place of its own."""
    said = {
        "kind": "toy",
        "claim": {"a": "base", "b": "new"},
        "data": {"n": 100},
        "assumptions": {"difference": 0.9, "source": "a guess"},
    }
    return said | sections

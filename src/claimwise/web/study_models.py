"""What can be asked of a study: declare, check, foresee, assess."""

from __future__ import annotations

from dataclasses import replace

from claimwise.core.field import STUDY, Field, count, file, points
from claimwise.kinds import kinds
from claimwise.kinds.reading import NAME
from claimwise.kinds.shared import WITH_MARGIN
from claimwise.study.settings import SIZE, Setting, settings
from claimwise.verbs import Verb
from claimwise.web.kind_models import model_of

FREE = r"^[^\x00-\x1f\x7f]{0,200}$"
LONGEST = 100_000  # characters of a declaration
OF_SHARES = {"kind": ["accuracy", "proportions", "preference"]}  # differences are of proportions
PLACED = ("title", "a", "b", "n", "says", "alternative", "margin", "source")  # stand above
FORMER = {"difference_corpus": ("--points",)}


def offered() -> list[Field]:
    """Return a field for each key that a new declaration of some kind offers."""
    return [
        _field(name, way, number)
        for name, ways in settings().items()
        for number, way in enumerate(way for way in ways if way.kinds and way.field.main)
        if name not in PLACED
    ]


def _field(name: str, way: Setting, number: int) -> Field:
    """Return the field of a form; that of other kinds, with other limits, has their name."""
    called = f"{name}_{way.kinds[0]}" if number else name
    return way.field.but(
        name=called,
        type="text" if way.field.type in ("file", "world", "column") else way.field.type,
        group=STUDY,
        argument=False,
        several=False,
        required=False,
        parameter=name,
        default=None,
        aliases=FORMER.get(called, ()),
        pattern=way.field.pattern if way.field.type == "text" else FREE,
        shown_when={"kind": list(way.kinds)},
    )


def shared(name: str, **changes: object) -> Field:
    """Return the field of a key that all kinds have."""
    own = settings()[name][0].field
    return replace(own, **{"title": own.name.capitalize(), "main": True, **changes})  # type: ignore[arg-type]


NEW = Verb(
    name="study new",
    function="study.declare",
    title="New study",
    question="What will be compared, and what is assumed?",
    short="A new declaration.",
    example="",
    fields=(
        Field(
            name="kind",
            type="choice",
            title="Kind of study",
            help="Outcome by which the systems are compared.",
            choices=tuple(kinds()),
            default="accuracy",
            main=True,
        ),
        shared("title", pattern=FREE),
        shared("a", example="baseline", required=False, pattern=NAME),
        shared("b", example="candidate", required=False, pattern=NAME),
        SIZE,
        shared("says", title="Claim"),
        shared(
            "alternative",
            main=False,
            default="two-sided",
            shown_when={"says": ["difference"]},
        ),
        points(
            "margin",
            "Margin",
            "Amount by which B must exceed A, or may differ from it.",
            main=True,
            above=0,
            most=1e9,
            scaled_when=OF_SHARES,
            shown_when={"says": WITH_MARGIN["claim"]},
        ),
        *offered(),
        shared("source", title="Source", example=None, required=False, pattern=FREE),
        shared("alpha", type="number", main=False, above=0, below=0.5),
        shared("power", type="number", main=False, above=0, below=1, unit="%", factor=100),
        shared("rule", title="Looks", main=False),
        shared("seed", title="Seed", main=False, parameter="rng"),
    ),
)
TEXT = Field(
    name="text",
    type="toml",
    title="Declaration",
    help="The text of study.toml.",
    required=True,
    main=True,
    longest=LONGEST,
)
NAMED = file(
    "files",
    "Files that it names",
    "A pilot or a world, uploaded under that name.",
    several=True,
)
DATA = file("data", "Data", "The data of the study.", several=True, required=True, main=True)
LOOK = count("look", "Look", "Number of this look: 1, 2, ...", most=100)


def _about(name: str, title: str, question: str, *more: Field) -> Verb:
    """Return what is asked about a study that is there, as a text."""
    return Verb(
        name=f"study {name}",
        function="study.read",
        title=title,
        question=question,
        short=question,
        example="",
        fields=(TEXT, NAMED, *more),
    )


VERBS = (
    NEW,
    _about("check", "Check", "Is the study complete, consistent, frozen and powered?"),
    _about("power", "Power", "What could the study show, by the analysis that it declares?"),
    _about(
        "assess",
        "Assess",
        "What do the data show about the claims, by what was declared?",
        DATA,
        LOOK,
    ),
)
MODELS = {verb.words[-1]: model_of(verb, verb.words[-1].capitalize()) for verb in VERBS}
New = MODELS["new"]

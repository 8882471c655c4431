"""Packages that import what they offer when it is asked for, and names found in their own file."""

import importlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

import claimwise
from claimwise.core import registry
from claimwise.core.lazy import LazyPackage, _homes

SOURCE = Path(claimwise.__file__).parent
PACKAGES = sorted(
    ".".join(("claimwise", *path.parent.relative_to(SOURCE).parts))
    for path in SOURCE.rglob("__init__.py")
    if "lazy(__name__)" in path.read_text()
)
MOST = 150  # modules of ours that a plan may touch


def loaded_after(code):
    """Return the modules of ours that a program has imported."""
    said = "import json, sys; print(json.dumps([m for m in sys.modules if m[:9] == 'claimwise']))"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{said}"], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout.splitlines()[-1])


def test_there_are_such_packages():
    assert len(PACKAGES) > 10


@pytest.mark.parametrize("name", PACKAGES)
def test_law_what_is_listed_is_what_is_there(name):
    package = importlib.import_module(name)
    assert isinstance(package, LazyPackage)
    known = set(package.__dict__) | set(_homes(name))
    assert set(package.__all__) <= known
    for one in package.__all__:
        assert getattr(package, one) is not None
    assert set(package.__all__) <= set(dir(package))
    with pytest.raises(AttributeError, match=f"{name} has no 'nothing'; it has "):
        package.nothing  # noqa: B018


def test_a_function_goes_before_the_file_of_its_name():
    code = (
        "import claimwise.plan.accuracy as first, claimwise.plan as plan, claimwise as cw\n"
        "import sys; assert callable(plan.accuracy) and callable(cw.plan.accuracy)\n"
        "from claimwise.plan import accuracy; assert accuracy is plan.accuracy"
    )
    assert "claimwise.plan.accuracy" in loaded_after(code)


def test_one_name_of_a_room_does_not_import_the_others():
    found = loaded_after("from claimwise.htest import find_test; find_test('mcnemar-midp')")
    assert "claimwise.htest.mcnemar" in found
    assert "claimwise.htest.ranks" not in found


def test_a_name_in_a_file_of_another_name_is_found_all_the_same():
    assert "claimwise.htest.score" in loaded_after(
        "from claimwise.htest import find_test; assert find_test('tango').name == 'tango'"
    )


@pytest.mark.parametrize("kind", sorted(registry.ROOMS))
def test_law_every_entry_is_found_by_its_name_alone(kind):
    """As it is in a list of all: whichever is asked for first."""
    for name in registry.names(kind):
        assert registry.lookup(kind, name).thing is not None


def test_a_plan_imports_little():
    """Most of what a plan of right and wrong answers waits for would be imports."""
    words = ["plan", "accuracy", "--n", "500", "--difference", "0.02", "--agreement", "0.9"]
    code = (
        f"import sys; sys.argv = ['claimwise', *{words}]\n"
        "from claimwise.cli.main import main\n"
        "try: main()\nexcept SystemExit as end: assert not end.code"
    )
    found = loaded_after(code)
    assert "claimwise.plan.accuracy" in found
    assert len(found) <= MOST
    others = {"bayes", "mixed", "assess", "metrics", "surveys", "web"}
    assert not {name.split(".")[1] for name in found if "." in name} & others

"""Names of what users write: a change of anything that their functions use changes the name."""

import sys
import types

import pytest

from claimwise.run.code_places import version_of
from claimwise.run.fingerprint import fingerprint


def written(text):
    """Return the function f of a script that a user may have written and changed since."""
    module = types.ModuleType("a_script_of_theirs")
    sys.modules.setdefault("a_script_of_theirs", module)  # where a dataclass looks for it
    exec(text, vars(module))
    return module.f


DATACLASS = "from dataclasses import dataclass, field\n"
CHANGES = {
    "default of a field in slots": DATACLASS
    + "@dataclass(slots=True)\nclass C:\n    k: int = 2\ndef f(x): return x + C().k",
    "default that a function makes": DATACLASS
    + "@dataclass\nclass C:\n    k: list = field(default_factory=lambda: [2])\n"
    "def f(x): return C().k",
    "order of a dataclass": DATACLASS
    + "@dataclass(order=2 > 1)\nclass C:\n    k: int\ndef f(x): return C(x)",
    "method of an enumeration": "import enum\nclass E(enum.Enum):\n    A = 3\n"
    "    def m(self): return 2\ne = E.A\ndef f(x): return e.m()",
    "metaclass": "class M(type):\n    def m(cls): return 2\nclass C(metaclass=M): pass\n"
    "def f(x): return C.m()",
    "what a dataclass holds as a list": DATACLASS
    + "@dataclass\nclass C(list):\n    k: int = 3\nc = C()\nc.append(2)\ndef f(x): return c",
    "attribute of a named tuple": "from collections import namedtuple\n"
    "class C(namedtuple('C', 'a')): pass\nc = C(3)\nc.k = 2\ndef f(x): return c.k",
}


@pytest.mark.parametrize("what", sorted(CHANGES))
def test_a_change_of_a_class_changes_the_name(what):
    now = CHANGES[what]
    assert fingerprint(written(now)) == fingerprint(written(now))
    assert fingerprint(written(now)) != fingerprint(written(now.replace("2", "1")))


@pytest.fixture
def theirs(tmp_path, monkeypatch):
    """Return a function that writes a module of theirs anew, and loads it when it is asked for."""
    monkeypatch.syspath_prepend(tmp_path)

    def write(name, text):
        place = tmp_path.joinpath(*name.split(".")).with_suffix(".py")
        place.parent.mkdir(exist_ok=True)
        place.write_text(text)
        for known in [one for one in sys.modules if one.partition(".")[0] == name.split(".")[0]]:
            monkeypatch.delitem(sys.modules, known)

    return write


@pytest.mark.parametrize(
    "line", ["import room.model as m", "from room import model as m", "from room.model import K"]
)
def test_a_module_imported_within_a_function_is_part_of_its_name(theirs, line):
    text = f"def f(x):\n    {line}\n    return x"
    names = set()
    for k in (1, 2):
        theirs("room.model", f"K = {k}  # {'!' * k}\n")
        before = fingerprint(written(text))
        assert fingerprint(written(text)) == before  # now that it is loaded
        names.add(before)
    assert len(names) == 2


def test_a_value_set_in_a_module_of_theirs_is_part_of_the_name(theirs):
    theirs("settings_of_theirs", "K = 1\nOTHER = 1\n")
    function = written("import settings_of_theirs as s\ndef f(x): return x + s.K")
    import settings_of_theirs

    before = fingerprint(function)
    settings_of_theirs.OTHER = 2
    assert fingerprint(function) == before
    settings_of_theirs.K = 2
    assert fingerprint(function) != before


def test_a_module_that_is_not_there_does_no_harm():
    text = "def f(x):\n    from ..nowhere import a\n    import nothing_of_this_name\n    return x"
    assert fingerprint(written(text)) == fingerprint(written(text))


def test_versions_are_known_of_what_is_not_loaded_or_has_another_name():
    assert version_of("numpy.linalg").startswith(sys.modules["numpy"].__version__)
    pytest.importorskip("yaml")
    assert version_of("_yaml") == version_of("yaml") != ""  # installed as PyYAML
    assert version_of("a_script_of_theirs") == ""

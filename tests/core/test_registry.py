"""Names to things."""

import pytest

from claimwise.core import ParameterError, entries, lookup, names, register


def test_unknown_names_list_the_known_and_the_nearest():
    with pytest.raises(
        ParameterError, match=r"name of a test; found 'mcnemar-mdip'\. Did you mean mcnemar-midp\?"
    ):
        lookup("test", "mcnemar-mdip")


def test_traits_filter():
    assert "fisher" in names("test", paired=False)
    assert "fisher" not in names("test", paired=True)
    with pytest.raises(ParameterError, match="one of"):
        lookup("test", "fisher", paired=True)


def test_a_name_is_taken_once():
    with pytest.raises(ValueError, match="already"):
        register("test", "fisher")(object())


def test_worlds_and_reports_register_themselves():
    assert {"paired-accuracy", "preference", "proportions"} <= set(names("world"))
    assert {"text", "dict", "frame", "notebook", "file"} <= set(names("report"))
    assert all(entry.name for entry in entries("world"))


def test_a_plugin_is_loaded_by_its_entry_point(tmp_path, monkeypatch):
    """A third party adds a test in one file of its own."""
    import subprocess
    import sys

    (tmp_path / "coin.py").write_text(
        "import numpy as np\n"
        "from claimwise.htest import htest\n"
        "@htest('coin', paired=True, size='near alpha', null='nothing')\n"
        "def coin(data, alternative):\n"
        "    return np.full(np.shape(data.wins), 0.5)\n"
    )
    meta = tmp_path / "coin-1.dist-info"
    meta.mkdir()
    (meta / "METADATA").write_text("Metadata-Version: 2.1\nName: coin\nVersion: 1\n")
    (meta / "entry_points.txt").write_text("[claimwise.plugins]\ncoin = coin\n")
    code = (
        "import claimwise as cw;"
        "print(cw.plan.accuracy(n=50, difference=0.1, agreement=0.8, test='coin',"
        " solve='power')['reject_any'].estimate)"
    )
    found = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(tmp_path), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.stdout.strip() == "0.0", found.stderr

"""claimwise fit responses, as a user types it."""

import json
import shlex
import sys

import numpy as np
import pytest

from claimwise.cli.main import main
from claimwise.data import example_path
from claimwise.worlds import find_response_world

FILE = example_path("responses.csv")


@pytest.fixture
def typed(monkeypatch, capsys):
    """Run a command in this process: exit code, standard output, standard error."""

    def run_here(command):
        monkeypatch.setattr(sys, "argv", ["claimwise", *shlex.split(command)])
        with pytest.raises(SystemExit) as ended:
            main()
        return ended.value.code, *capsys.readouterr()

    return run_here


@pytest.mark.slow
def test_the_world_of_the_example_can_be_read_again(typed, tmp_path):
    plot = tmp_path / "fit.json"
    code, out, err = typed(f"fit responses {FILE} --replicates 19 --plot {plot}")
    assert (code, err) == (0, "")
    path = tmp_path / "world.toml"
    path.write_text(out)
    world = find_response_world(str(path))
    # as it was made: errors up to 0.25 and 0.12, raters 0.03 apart, answers cut to 0 to 1
    assert (world.epsilon_a, world.epsilon_b) == pytest.approx((0.25, 0.12), abs=0.05)
    assert world.rater_sd == pytest.approx(0.03, abs=0.02)
    assert world.limits == (0, 1)
    said = " ".join(line.removeprefix("# ") for line in out.splitlines() if line[0] == "#")
    assert f"Epsilon of new (B): {world.epsilon_b:.3g}, 95% interval" in said
    assert "A is base, B is new" in said
    assert "item SDs of gold" in said
    spec = json.loads(plot.read_text())
    panels = spec["concat"]
    assert len(panels) == 5
    for panel in panels:
        assert sum(bar["observed"] for bar in panel["data"]["values"]) == pytest.approx(1)
        assert np.all(
            [bar["low"] <= bar["middle"] <= bar["high"] for bar in panel["data"]["values"]]
        )


def test_categories_by_json_and_systems_the_other_way_round(typed, tmp_path):
    rng = np.random.default_rng(1)
    lines = ["item,source,label"]
    for item in range(80):
        true = rng.integers(3)
        for name, right in (("human", 0.9), ("one", 0.8), ("two", 0.4)):
            for _ in range(3):
                seen = true if rng.random() < right else rng.integers(3)
                lines.append(f"{item},{name},{'xyz'[seen]}")
    path = tmp_path / "labels.csv"
    path.write_text("\n".join(lines))
    found = []
    for pair in ("--a one --b two", "--a two --b one"):
        code, out, err = typed(f"fit responses {path} {pair} --replicates 19 --json")
        assert (code, err) == (0, "")
        rows = {row["estimand"]: row for row in json.loads(out)["rows"]}
        found.append([rows[f"epsilon_{letter}"]["estimate"] for letter in "ab"])
    assert found[0] == found[1][::-1]
    assert found[0][1] > found[0][0] + 0.2


@pytest.mark.parametrize(
    ("command", "said"),
    [
        pytest.param("fit responses none.csv", "none.csv", id="file"),
        pytest.param(f"fit responses {FILE} --gold base --a x", "x is not in ", id="a"),
        pytest.param(f"fit responses {FILE} --plot fit.gif", "ending in .png", id="plot"),
        pytest.param(f"fit responses {FILE} --levels low,high", "levels low, high", id="levels"),
    ],
)
def test_refusals_are_one_sentence(typed, command, said):
    code, out, err = typed(command)
    assert (code, out) == (2, "")
    assert said in " ".join(err.split())

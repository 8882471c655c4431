"""Plans for BLEU and fits of its world, as a person meets them."""

import json

import pytest

from claimwise.worlds import DeltaLaplace
from claimwise.worlds.delta_file import DeltaPilot

from .commands import rows, run

FILES = "examples/translations/base.txt examples/translations/new.txt"
REFERENCES = "--references examples/translations/reference.txt"


@pytest.mark.slow
def test_the_flagship():
    got = rows("plan bleu --n 2000 --difference 1 --solve power --replicates 400 --seed 1")
    assert got["power"]["estimate"] == pytest.approx(0.746, abs=0.072)  # 3.3 errors of 400
    assert got["type_m"]["estimate"] == pytest.approx(1.157, abs=0.05)
    assert got["power"]["low"] < got["power"]["estimate"] < got["power"]["high"]
    assert got["power"]["kind"] == "monte carlo"


def test_by_formula_and_in_words():
    got = rows("plan bleu --n 2000 --difference 1 --by normal")
    assert got["power"]["estimate"] == pytest.approx(0.7467, abs=1e-4)
    assert got["mde"]["estimate"] == pytest.approx(1.068, abs=1e-3)
    assert got["sample_size"]["estimate"] == 2280
    done = run("plan bleu --n 2000 --difference=-1 --by normal --world wmt18 --details")
    assert "a 1-point loss in BLEU" in done.stdout
    assert "World wmt18: Card et al. (2020), Table 3" in done.stdout
    assert "by the normal approximation" in done.stdout


def test_a_curve_is_drawn(tmp_path):
    command = "plan bleu --n 100:300:100 --difference 2,4 --replicates 50 --seed 1"
    done = run(f"{command} --plot bleu.json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    chart = json.loads((tmp_path / "bleu.json").read_text())
    assert len(chart["data"]["values"]) == 6
    assert "BLEU points" in chart["layer"][0]["encoding"]["color"]["title"]
    assert "difference 4" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["bleu", "ter"])
def test_from_outputs_to_a_plan(metric, examples, tmp_path):
    done = run(f"fit {metric} {FILES} {REFERENCES}", cwd=examples.parent)
    assert done.returncode == 0, done.stderr
    assert f'metric = "{metric}"' in done.stdout
    assert "b0 is" in done.stdout
    assert "Swaps add up" in done.stdout
    world = tmp_path / "world.toml"
    world.write_text(done.stdout)
    got = rows(f"plan {metric} --world {world} --n 500 --difference=-1 --by normal")
    assert got["mde"]["estimate"] < 0
    fitted = rows(f"fit {metric} {FILES} {REFERENCES}", cwd=examples.parent)
    assert {"zero_share", "scale[matched]", "scale[published]", "slope"} < set(fitted)
    told = run(
        f"plan {metric} --world {world} --n 500 --difference=-1 --by normal --details"
    ).stdout
    assert "World fitted to new (B) and base (A) on 200 items." in told
    assert ("Lower TER is better" in told) == (metric == "ter")


def test_a_caution_names_the_option_that_heeds_it(tmp_path):
    added = {"slope": 1.1, "correlation": 0.95, "sd_ratio": 1.2}
    world = DeltaLaplace(0, 0.2, 20.0)
    pilot = DeltaPilot(world, "bleu", scales={"matched": 20.0}, additivity=added)
    (tmp_path / "world.toml").write_text(pilot.toml())
    plan = "plan bleu --world world.toml --n 100 --difference 1 --by normal"
    assert "--scale 24" in " ".join(run(plan, cwd=tmp_path).stdout.split())
    assert "too high" not in run(f"{plan} --scale 24", cwd=tmp_path).stdout


def test_a_picture_of_the_swaps(examples, tmp_path):
    plot = tmp_path / "swaps.json"
    done = run(f"fit bleu {FILES} {REFERENCES} --plot {plot}", cwd=examples.parent)
    assert done.returncode == 0, done.stderr
    added, effects = json.loads(plot.read_text())["hconcat"]
    assert len(added["layer"][0]["data"]["values"]) == 2000
    drawn = effects["layer"][0]
    low, high, height = (drawn["encoding"][side]["field"] for side in ("x", "x2", "y"))
    area = sum(bar[height] * (bar[high] - bar[low]) for bar in drawn["data"]["values"])
    assert 0.97 < area <= 1.0001


def test_options_of_a_fit(examples):
    plain = rows(f"fit bleu {FILES} {REFERENCES}", cwd=examples.parent)
    other = rows(f"fit bleu {FILES} {REFERENCES} --a new --b base", cwd=examples.parent)
    assert other["difference"]["estimate"] == pytest.approx(-plain["difference"]["estimate"])
    by_characters = rows(
        f"fit bleu {FILES} {REFERENCES} --metric bleu:tokenize=char", cwd=examples.parent
    )
    assert by_characters["scale[matched]"]["estimate"] != plain["scale[matched]"]["estimate"]
    documents = run(
        f"fit bleu {FILES} {REFERENCES} --cluster examples/translations/documents.txt",
        cwd=examples.parent,
    )
    assert 'unit = "clusters"' in documents.stdout
    published = run(f"fit bleu {FILES} {REFERENCES} --scale published", cwd=examples.parent)
    value = plain["scale[published]"]["estimate"]
    assert f"scale = {value:.8g} " in published.stdout


BAD = [
    ("plan bleu --n 2000", "needs a true difference to look for"),
    ("plan bleu --n 2000 --difference 1 --plot x.png", "Give a range"),
    ("plan bleu --n 2000 --difference 1 --world nowhere.toml", "nowhere.toml does not exist."),
    ("plan bleu --n 2000 --difference 1 --world examples/ner.csv", "one of wmt19"),
    ("plan chrf --n 2000 --difference 1", "claimwise fit chrf makes one"),
    ("plan ter --n 2000 --difference 1 --zero-share 0.1", "none is published"),
    (f"fit bleu {FILES}", "a text, line by line, and needs references."),
    (
        f"fit bleu examples/translations/base.txt {REFERENCES}",
        "one system, base, and a comparison needs",
    ),
    (f"fit bleu {FILES} {REFERENCES} --a other", "other is not in examples/"),
    (f"fit bleu {FILES} {REFERENCES} --metric ter", "ter is another metric than bleu"),
    (f"fit bleu {FILES} {REFERENCES} --subsets 5", "at least 100"),
    (f"fit bleu {FILES} {REFERENCES} --plot swaps.doc", "a file ending in"),
    (
        "fit bleu examples/translations/base.txt examples/translations/base.txt "
        f"--system one --system two {REFERENCES}",
        "swaps with different effects",
    ),
]


@pytest.mark.parametrize(("command", "message"), BAD, ids=[c for c, _ in BAD])
def test_bad_input_is_one_sentence_and_exit_2(command, message, examples):
    done = run(command, cwd=examples.parent)
    assert done.returncode == 2, done.stdout
    assert message in done.stderr
    assert done.stderr.startswith("Error: ")
    assert len(done.stderr.strip().splitlines()) == 1

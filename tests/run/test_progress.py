"""Progress: what counts as speed, what is shown, and what a stopped run knows."""

import io

import pytest

import claimwise as cw
from claimwise.run import map_blocks, progress, using
from claimwise.run.progress import Pace


class Clock:
    def __init__(self):
        self.now = 100.0

    def monotonic(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr(progress, "time", made)
    return made


def test_pace_by_hand(clock):
    pace = Pace([1000, 1000, 1000, 500])
    clock.now += 2
    pace.advance()
    assert pace.rate() == 500.0
    assert pace.left() == 5.0
    assert pace.words() == "1/4 blocks, 500 replicates/s, 5 s left"
    for _ in range(3):
        pace.advance()
    assert pace.left() == 0.0


def test_kept_blocks_are_no_speed(clock):
    pace = Pace([0, 0, 1000, 1000])
    clock.now += 50  # reading them
    pace.advance()
    pace.advance()
    assert pace.rate() == 0.0
    assert pace.left() is None
    assert pace.words() == "2/4"
    clock.now += 4
    pace.advance()
    assert pace.rate() == 250.0
    assert pace.left() == 4.0


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_the_line_has_the_estimate_and_goes_away(monkeypatch):
    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setenv("COLUMNS", "160")
    total = 0

    def tell():
        return f"sum {total}"

    for size in map_blocks(lambda rng, size: size, 30, seed=1, block=10, label="work", tell=tell):
        total += size
    shown = screen.getvalue()
    assert "work" in shown
    assert "0/3" in shown
    assert shown.endswith("\x1b[2K")  # the line is wiped


def test_what_is_known_goes_on_with_the_blocks():
    total = 0
    seen = []
    with using() as session:
        tell = lambda: f"sum {total}"  # noqa: E731
        blocks = map_blocks(lambda rng, size: size, 25, seed=1, block=10, label="work", tell=tell)
        for size in blocks:
            seen.append(session.latest)
            total += size
        latest = session.latest
    assert [one.done for one in seen] == [0, 1, 2]
    assert [one.said for one in seen] == ["", "sum 10", "sum 20"]
    assert (latest.label, latest.done, latest.total, latest.said) == ("work", 3, 3, "sum 25")


def test_the_last_word_is_the_row():
    """What a run tells at its end is what its answer says."""
    with using() as session:
        found = cw.simulate_power(
            cw.PairedAccuracy(0.05, 0.8), "mcnemar-midp", 100, replicates=3000, rng=3
        )
        row = {row.estimand: row for row in found.rows}["alpha"]
    want = f"alpha {row.estimate:.3f} ({row.low:.3f} to {row.high:.3f})"
    assert session.latest.said == want


def test_power_is_told_with_its_sign():
    from claimwise.engine.monte_carlo import so_far
    from claimwise.engine.simulate import Tally, _so_far

    tally = Tally(done=100, rejected=50, above=43, below=7)
    assert so_far(_so_far(tally, 0.1, 10)).startswith("power 0.430 (0.331 to 0.533)")
    assert so_far(_so_far(tally, -0.1, 10)).startswith("power 0.070")
    assert so_far(_so_far(tally, 0.0, 10)).startswith("alpha 0.500")
    assert so_far(_so_far(Tally(), 0.1, 10)) == ""


def test_simulations_within_a_block_stay_there():
    """They are computed where the block is, and the block alone is counted."""

    def outer(rng, size):
        return sum(map_blocks(lambda rng, size: size, 40, seed=1, block=10, workers=7))

    with using() as session:
        assert list(map_blocks(outer, 3, seed=1, block=1, label="outer")) == [40] * 3
        assert (session.latest.label, session.latest.total) == ("outer", 3)


def test_a_session_within_a_session_keeps_what_it_does_not_say():
    with using(workers=2) as outer, using() as inner:
        assert inner.workers == 2
        list(map_blocks(lambda rng, size: size, 2, seed=1, backend="serial", label="deep"))
    assert outer.latest.label == "deep"
    with pytest.raises(cw.ParameterError, match="workers needs a whole number of at least 1"):
        using(workers=0).__enter__()

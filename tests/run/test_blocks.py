"""Blocks: the same answer for any number of workers, in order, with failures counted."""

import io
import tracemalloc

import numpy as np
import pytest

from claimwise.core import FitError, ParameterError
from claimwise.engine.simulate import simulate_power
from claimwise.run import BACKENDS, Failures, map_blocks
from claimwise.run.progress import track
from claimwise.worlds import PairedAccuracy


def heavy_task():
    """A matrix product: the kind of work whose last bits depend on BLAS threads."""

    def total(rng, size):  # made here, so that it travels to the workers by value
        x = rng.standard_normal((size, 300))
        return float((x @ x.T).sum())

    return total


def test_law_workers_do_not_change_a_single_bit():
    total = heavy_task()
    one = list(map_blocks(total, 2500, seed=5, block=400, workers=1))
    two = list(map_blocks(total, 2500, seed=5, block=400, workers=2))
    three = list(map_blocks(total, 2500, seed=5, block=400, workers=3))
    assert one == two == three
    assert len(one) == 7


def test_sizes_add_up_and_the_last_block_is_the_rest():
    sizes = list(map_blocks(lambda rng, size: size, 2500, seed=1, block=1000))
    assert sizes == [1000, 1000, 500]


def test_results_come_one_by_one():
    """Memory is bounded by the block: the first result is there before the second is made."""
    made = []

    def task(rng, size):
        made.append(size)
        return size

    blocks = map_blocks(task, 5000, seed=1, block=1000)
    next(blocks)
    assert made == [1000]


def test_backends_are_named():
    assert set(BACKENDS) == {"serial", "processes", "dask"}
    with pytest.raises(ParameterError, match="one of serial, processes, dask; found 'ray'"):
        map_blocks(heavy_task(), 10, seed=1, backend="ray")


def test_unexpected_errors_pass_through():
    def broken(rng, size):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        list(map_blocks(broken, 10, seed=1))


def test_law_simulated_power_does_not_depend_on_workers():
    world = PairedAccuracy(0.05, 0.8)
    pvalue = picky_test()
    one = simulate_power(world, pvalue, 100, replicates=4000, rng=3, workers=1)
    two = simulate_power(world, pvalue, 100, replicates=4000, rng=3, workers=2)
    assert one.rows == two.rows
    assert one.notes == two.notes


def picky_test():
    """A test that cannot handle some studies, in two ways."""

    def picky(studies):
        from claimwise.kernels import discordant

        if (studies.wins == 12).any():
            raise FitError("twelve wins are too many for me")
        p = discordant.midp(studies.wins, studies.losses, "two-sided")
        return np.where(studies.losses == 8, np.nan, p)

    return picky


def test_failed_replicates_are_counted_by_stage_and_message():
    world = PairedAccuracy(0.05, 0.8)
    result = simulate_power(world, picky_test(), 100, replicates=3000, rng=3)
    studies = [world.draw(100, rng, 1000) for rng in _streams(3, 3)]
    twelve = sum(int((s.wins == 12).sum()) for s in studies)
    eight = sum(int(((s.losses == 8) & (s.wins != 12)).sum()) for s in studies)
    assert twelve > 100
    assert eight > 100
    notes = " ".join(result.notes)
    assert f"{twelve:,} of 3,000 simulated studies failed at the stage 'test'" in notes
    assert "twelve wins are too many for me" in notes
    assert f"{eight:,} of 3,000" in notes
    assert "p-value is not defined" in notes


def _streams(seed, blocks):
    from claimwise.core import block_rng

    return [block_rng(seed, 0, block) for block in range(blocks)]


def test_a_draw_that_fails_is_counted_too():
    class Broken:
        def truth(self):
            return 0.1

        def null(self):
            return PairedAccuracy(0, 0.8)

        def draw(self, n, rng, size):
            raise FitError("no such world")

    with pytest.raises(ParameterError, match=r"None of 2,000 .* 'draw', no such world"):
        simulate_power(Broken(), picky_test(), 10, replicates=2000, rng=1)


def test_a_simulation_without_end_takes_no_memory_before_it_begins():
    """A million blocks are not listed: what is too long is asked about after the first ones."""
    tracemalloc.start()
    blocks = map_blocks(lambda rng, size: size, 10**7, seed=1, block=10)
    assert next(blocks) == 10
    blocks.close()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1 << 20


def test_failures_speak():
    failures = Failures({("test", "oops"): 2})
    assert failures.notes(10) == (
        "2 of 10 simulated studies failed at the stage 'test' and are left out: oops",
    )


def test_progress_is_silent_without_a_terminal(capsys):
    assert list(track([1, 2, 3], sizes=[5, 5, 5], label="work", show=None)) == [1, 2, 3]
    assert capsys.readouterr().err == ""


def test_progress_goes_to_a_terminal_only(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)
    list(track([1, 2], sizes=[5, 5], label="work", show=None))
    assert "0/2" in screen.getvalue()

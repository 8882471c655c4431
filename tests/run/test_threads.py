"""BLAS on one thread: in blocks run here too, and until the last who asked is done."""

import threading

import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from claimwise.run import map_blocks
from claimwise.run.threads import one_thread


def blas():
    return {one["num_threads"] for one in threadpool_info() if one["user_api"] == "blas"}


@pytest.fixture
def two_threads():
    import scipy.linalg  # noqa: F401

    with threadpool_limits(2):
        if blas() != {2}:
            pytest.skip("this BLAS does not let its threads be counted")
        yield


@pytest.mark.usefixtures("two_threads")
def test_a_block_that_is_run_here_has_one_thread():
    assert list(map_blocks(lambda rng, size: blas(), 2, seed=1, block=1)) == [{1}, {1}]
    assert blas() == {2}


@pytest.mark.usefixtures("two_threads")
def test_the_last_user_puts_the_threads_back():
    """The first ends while the second is in the midst of its work."""
    inside, first_done, seen = threading.Event(), threading.Event(), []

    def second():
        with one_thread():
            inside.set()
            first_done.wait(5)
            seen.append(blas())

    with one_thread():
        other = threading.Thread(target=second)
        other.start()
        assert inside.wait(5)
    first_done.set()
    other.join()
    assert seen == [{1}]
    assert blas() == {2}


@pytest.mark.usefixtures("two_threads")
def test_an_inner_user_does_not_let_more_threads_in():
    with one_thread():
        with one_thread():
            pass
        assert blas() == {1}
    assert blas() == {2}


@pytest.mark.usefixtures("two_threads")
def test_the_threads_come_back_after_an_error():
    with pytest.raises(ZeroDivisionError), one_thread():
        raise ZeroDivisionError
    assert blas() == {2}


@pytest.mark.usefixtures("two_threads")
def test_last_bits_do_not_depend_on_the_threads_there_are():
    def product(rng, size):
        x = rng.standard_normal((size, 700))
        return (x @ x.T).tobytes()

    several = list(map_blocks(product, 900, seed=3, block=300))
    with threadpool_limits(1):
        single = list(map_blocks(product, 900, seed=3, block=300))
    assert several == single

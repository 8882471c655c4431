"""Dask: real schedulers and workers, the same bits, and what is said when they are gone."""

import subprocess
import sys
from importlib import import_module

import pytest

from claimwise.core import FitError, ParameterError
from claimwise.run import dask, dask_connect, map_blocks, parcel, using

from .clusters import machines

pytest.importorskip("distributed")
pytestmark = pytest.mark.slow


def products(seconds=0.0):
    """Matrix products, whose last bits depend on the threads of BLAS; made to take a while."""

    def total(rng, size):
        x = rng.standard_normal((size, 300))
        found = float((x @ x.T).sum())
        import time as clock

        clock.sleep(seconds)
        return found

    return total


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with machines(tmp_path_factory.mktemp("dask")) as found:
        found.add_worker(threads=2)  # two blocks at a time in one process
        yield found


def test_a_worker_that_is_killed_in_the_middle_changes_nothing(cluster):
    serial = list(map_blocks(products(), 50 * 60, seed=5, block=50))
    task = products(0.1)
    doomed = cluster.add_worker()
    found, died_at = [], 0
    with using(dask=cluster.address) as session:
        client = session.cluster.client()
        client.wait_for_workers(2, timeout=30)
        client.run(import_module, "claimwise.run.parcel")  # or the first does all blocks
        for value in map_blocks(task, 50 * 60, seed=5, block=50):
            found.append(value)
            busy = [who for who, keys in client.processing().items() if keys]
            if not died_at and len(found) > 5 and len(busy) == 2:
                doomed.kill()
                doomed.wait()
                died_at = len(found)
        left = client.nthreads()
    assert 5 < died_at < 55, "both workers had blocks when one of them died"
    assert list(left.values()) == [2]
    assert found == serial


def test_mixed_models_on_threads_of_a_worker_give_the_same_bits(cluster):
    from claimwise.plan import ratings

    asked = {"items": 12, "list_length": 6, "effect": "0.5t", "model": "ordinal,linear"}
    run = {"ratings_per_item": 2, "replicates": 100, "rng": 3}
    here = ratings(**asked, **run)
    with using(workers=2):
        beside = ratings(**asked, **run)
    with using(dask=cluster.address):
        there = ratings(**asked, **run)
    assert repr(there.rows) == repr(beside.rows) == repr(here.rows)


def test_errors_of_a_block_come_back_as_they_are(cluster):
    def refuses(rng, size):
        from claimwise.core import FitError

        raise FitError("the third cannot be fitted")

    with using(dask=cluster.address), pytest.raises(FitError, match="third cannot be fitted"):
        list(map_blocks(refuses, 10, seed=1, block=5))


def test_the_task_travels_once(cluster, monkeypatch):
    import cloudpickle
    import numpy as np

    heavy = np.arange(300_000.0)

    def task(rng, size):
        return float(heavy[:size].sum())

    sent = []
    with using(dask=cluster.address) as session:
        client = session.cluster.client()
        submit = client.submit

        def weighed(function, *args, **kw):
            given = [arg for arg in args if not hasattr(arg, "add_done_callback")]
            sent.append(len(cloudpickle.dumps(given)))
            return submit(function, *args, **kw)

        monkeypatch.setattr(client, "submit", weighed)
        found = list(map_blocks(task, 400, seed=1, block=10))
    assert found == [45.0] * 40
    assert len(sent) == 41
    assert sent[0] > heavy.nbytes
    assert max(sent[1:]) < 1000


def test_workers_with_other_code_are_refused(cluster, monkeypatch):
    here = parcel.code_version().replace("numpy ", "numpy 9")
    monkeypatch.setattr(dask, "code_version", lambda: here)
    with using(dask=cluster.address), pytest.raises(ParameterError) as refused:
        list(map_blocks(products(), 10, seed=1))
    assert "workers with the versions of this machine (numpy 9" in str(refused.value)
    assert "on tcp://127.0.0.1" in str(refused.value)
    assert "claimwise" not in str(refused.value)


def test_a_worker_that_came_later_is_asked_too():
    packed = parcel.Parcel.of(lambda job: job)
    assert parcel.compute(packed, 3, 5, parcel.code_version()) == (3, 5)
    with pytest.raises(ParameterError, match=r"this machine \(numpy 0\.1\); found .*numpy \d"):
        parcel.compute(packed, 3, 5, "numpy 0.1")


def test_a_cluster_without_workers_and_one_that_is_gone(tmp_path, monkeypatch):
    monkeypatch.setattr(dask, "PATIENCE", 1.0)
    monkeypatch.setattr(dask, "LOOK", 0.2)
    with machines(tmp_path) as found:
        with using(dask=found.address), pytest.raises(dask.ClusterError, match="one worker; found"):
            list(map_blocks(products(), 10, seed=1))
        monkeypatch.setattr(dask, "PATIENCE", 30.0)
        worker = found.add_worker()
        with using(dask=found.address) as session:
            blocks = map_blocks(products(0.05), 100, seed=1, block=1)
            next(blocks)
            monkeypatch.setattr(dask, "PATIENCE", 1.0)
            worker.kill()
            with pytest.raises(dask.ClusterError, match=r"no worker for 1 .* were not kept"):
                list(blocks)
            assert session.latest.done >= 1
        found.add_worker()
        monkeypatch.setattr(dask, "PATIENCE", 30.0)
        with using(dask=found.address):
            blocks = map_blocks(products(0.05), 100, seed=1, block=1)
            next(blocks)
            monkeypatch.setattr(dask, "PATIENCE", 1.0)
            found.scheduler.kill()
            with pytest.raises(dask.ClusterError, match=r"were not kept"):
                list(blocks)


def test_addresses_that_cannot_be():
    with pytest.raises(ParameterError, match="an address such as tcp://host:8786; found 'there'"):
        using(dask="there").__enter__()
    with (
        pytest.raises(ParameterError, match="workers needs dask local, or no dask; found 2 and"),
        using(dask="tcp://127.0.0.1:1", workers=2),
    ):
        pass


def test_nobody_answers(monkeypatch):
    monkeypatch.setattr(dask_connect, "CONNECT", 0.5)
    with (
        using(dask="tcp://127.0.0.1:1"),
        pytest.raises(dask.ClusterError, match="scheduler that answers; found none at tcp://127"),
    ):
        list(map_blocks(products(), 10, seed=1))


def test_distributed_is_an_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        using(dask="local"),
        pytest.raises(dask.ClusterError, match=r"pip install claimwise\[dask\]"),
    ):
        list(map_blocks(products(), 10, seed=1))


def test_the_command_line_on_a_local_cluster():
    study = "plan accuracy --n 200 --difference 0.05 --agreement 0.85 --by simulation --json"
    command = [sys.executable, "-m", "claimwise", *study.split(), "--replicates", "3000"]
    command += ["--seed", "0", "--no-store"]
    here = subprocess.run(command, capture_output=True, text=True, check=True)
    there = subprocess.run(
        [*command, "--dask", "local", "--workers", "2"], capture_output=True, text=True, check=True
    )
    assert there.stdout == here.stdout
    assert there.stderr == ""

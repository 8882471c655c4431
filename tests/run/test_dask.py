"""Dask: real schedulers and workers, the same bits, and what is said when they are gone."""

import json
import subprocess
import sys
from importlib import import_module
from types import SimpleNamespace

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
def cluster():
    """A cluster of threads in this process, which is quick; machines of their own come below."""
    import distributed

    how = {"n_workers": 1, "threads_per_worker": 2, "processes": False, "protocol": "tcp://"}
    with distributed.LocalCluster(**how, host="127.0.0.1", dashboard_address=None) as made:
        yield SimpleNamespace(address=made.scheduler_address)


def test_mixed_models_on_threads_of_a_worker_give_the_same_bits(cluster):
    from claimwise.plan import ratings

    asked = {"items": 12, "list_length": 6, "effect": "0.5t", "model": "ordinal,linear"}
    run = {"ratings_per_item": 2, "replicates": 40, "rng": 3}
    here = ratings(**asked, **run)
    with using(workers=2):
        processes = ratings(**asked, **run)
    with using(dask=cluster.address):
        threads = ratings(**asked, **run)
    assert repr(threads.rows) == repr(processes.rows) == repr(here.rows)


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


def patience(monkeypatch, seconds):
    monkeypatch.setattr(dask, "PATIENCE", seconds)


def test_machines_that_are_not_there_that_die_and_that_are_gone(tmp_path, monkeypatch):
    """One cluster of processes of their own, from its beginning to its end."""
    serial = list(map_blocks(products(), 50 * 40, seed=5, block=50))
    monkeypatch.setattr(dask, "LOOK", 0.2)
    with machines(tmp_path) as found:
        patience(monkeypatch, 1.0)
        with using(dask=found.address), pytest.raises(dask.ClusterError, match="one worker; found"):
            list(map_blocks(products(), 10, seed=1))

        patience(monkeypatch, 60.0)
        found.add_worker(threads=2)
        doomed, got, died_at = found.add_worker(), [], 0
        with using(dask=found.address) as session:
            client = session.cluster.client()
            client.wait_for_workers(2, timeout=60)
            client.run(import_module, "claimwise.run.parcel")  # or the first does all blocks
            for value in map_blocks(products(0.1), 50 * 40, seed=5, block=50):
                got.append(value)
                busy = [who for who, keys in client.processing().items() if keys]
                if not died_at and len(got) > 5 and len(busy) == 2:
                    doomed.kill()
                    doomed.wait()
                    died_at = len(got)
            left = client.nthreads()
        assert 5 < died_at < 35, "both workers had blocks when one of them died"
        assert list(left.values()) == [2]
        assert got == serial, "nothing is changed by it"

        for victim in (found.workers[0], found.scheduler):
            patience(monkeypatch, 60.0)
            if victim is found.scheduler:
                found.add_worker()
            with using(dask=found.address) as session:
                blocks = map_blocks(products(0.05), 100, seed=1, block=1)
                next(blocks)
                patience(monkeypatch, 1.0)
                victim.kill()
                with pytest.raises(dask.ClusterError, match="were not kept"):
                    list(blocks)
                assert session.latest.done >= 1


def test_addresses_that_cannot_be():
    with pytest.raises(ParameterError, match="an address such as tcp://host:8786; found 'there'"):
        using(dask="there").__enter__()
    with (
        pytest.raises(ParameterError, match='workers needs dask="local", or none; found 2 and'),
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
    from claimwise.plan import accuracy
    from claimwise.report import to_json

    here = accuracy(n=200, difference=0.05, agreement=0.85, by="simulation", replicates=3000)
    study = "plan accuracy --n 200 --difference 0.05 --agreement 0.85 --by simulation --json"
    command = [sys.executable, "-m", "claimwise", *study.split(), "--replicates", "3000"]
    command += ["--no-store", "--dask", "local", "--workers", "2"]
    there = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(there.stdout)["rows"] == json.loads(to_json(here))["rows"]
    assert there.stderr == ""

"""The same report on a Dask cluster: real schedulers and workers, in processes of their own on this machine.

Nothing here leaves the loopback interface.
"""

import importlib.util
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from cascadesim.cli import main
from cascadesim.report import cluster as cluster_module
from cascadesim.report.batch import report
from cascadesim.report.store import Store

distributed = pytest.importorskip("distributed", reason="cascadesim[dask] is not installed")

HOW = {"method": "simulate", "trials": 500}
N_LISTS = 8


@pytest.fixture(scope="module")
def lists(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lists")
    for n in range(N_LISTS):
        (folder / f"{n:02}.txt").write_text(
            f"4 Shardless Agent\n4 Crashing Footfalls\n4 Made Up Card\n{n + 20} Forest\n"
        )
    (folder / "bad.txt").write_text("4 Bloodbriad Elf\n")
    rows = "".join(f"Made Up Card {n},{{2}}\n" for n in range(2000))  # a table too large to go with every task
    (folder / "cards.csv").write_text(f"name,mana_costs\nMade Up Card,{{1}}\n{rows}")
    return folder


@pytest.fixture(scope="module")
def whole(lists, tmp_path_factory):
    out = tmp_path_factory.mktemp("whole")
    report([lists], out, **HOW)
    return files_of(out)


def files_of(out):
    return {path.name: path.read_bytes() for path in Path(out).iterdir() if path.is_file()}


class Cluster:
    """A scheduler and workers, each a process."""

    def __init__(self):
        self.processes = []
        command = ["--port", "0", "--host", "127.0.0.1", "--no-dashboard"]
        scheduler = self._start("dask_scheduler", *command)
        self.scheduler = scheduler
        for line in scheduler.stderr:
            if found := re.search(r"Scheduler at:\s+(tcp://\S+)", line):
                self.address = found[1]
                break
        threading.Thread(target=scheduler.stderr.read, daemon=True).start()

    def _start(self, name, *arguments):
        program = importlib.util.find_spec(f"distributed.cli.{name}").origin
        process = subprocess.Popen([sys.executable, program, *arguments], stderr=subprocess.PIPE, text=True)
        self.processes.append(process)
        return process

    def worker(self):
        worker = self._start("dask_worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
        for line in worker.stderr:
            if "Registered to" in line:
                break
        threading.Thread(target=worker.stderr.read, daemon=True).start()
        return worker

    def close(self):
        for process in reversed(self.processes):
            process.kill()
            process.communicate()


@pytest.fixture
def cluster():
    cluster = Cluster()
    yield cluster
    cluster.close()


def test_a_local_cluster_writes_the_same_bytes(lists, whole, tmp_path):
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(host="127.0.0.1", **options) as local:
        done = report([lists], tmp_path, **HOW, dask=local.scheduler_address)
        assert (len(done.decks), len(done.failures), done.skipped) == (N_LISTS, 1, 0)
        assert files_of(tmp_path) == whole
        assert report([lists], tmp_path, **HOW, dask=local.scheduler_address).skipped == N_LISTS + 1


def test_a_worker_that_is_killed_costs_time_and_nothing_else(lists, whole, tmp_path, cluster):
    first, _ = cluster.worker(), cluster.worker()

    def progress(n_finished, n_lists):
        if n_finished == 3:
            first.kill()

    report([lists], tmp_path, **HOW, dask=cluster.address, progress=progress)
    assert first.wait() != 0
    assert files_of(tmp_path) == whole


def test_all_workers_may_be_replaced(lists, whole, tmp_path, cluster):
    workers = [cluster.worker(), cluster.worker()]

    def progress(n_finished, n_lists):
        if n_finished == 3 and workers:
            cluster.worker()
            workers.pop().kill()
            workers.pop().kill()

    report([lists], tmp_path, **HOW, dask=cluster.address, progress=progress)
    assert files_of(tmp_path) == whole


def test_a_scheduler_that_goes_away_is_one_line_and_nothing_is_lost(
    lists, whole, tmp_path, cluster, monkeypatch, capfd
):
    cluster.worker()
    n_put = 0
    put = Store.put

    def put_and_kill(self, key, data):
        nonlocal n_put
        put(self, key, data)
        n_put += 1
        if n_put == 2:
            cluster.scheduler.kill()

    monkeypatch.setattr(Store, "put", put_and_kill)
    arguments = ["report", str(lists), "--out", str(tmp_path), "--method", "simulate", "--trials", "500"]
    assert main([*arguments, "--dask", cluster.address]) == 1
    err = capfd.readouterr().err
    assert err == "the Dask scheduler went away; what is finished is kept: run it again to go on\n"
    monkeypatch.undo()
    assert report([lists], tmp_path, **HOW).skipped >= 2
    assert files_of(tmp_path) == whole


def test_a_cluster_without_workers_is_said(lists, tmp_path, cluster, capsys, monkeypatch):
    monkeypatch.setattr(cluster_module, "CONNECT_SECONDS", 1)
    assert main(["report", str(lists), "--out", str(tmp_path), "--dask", cluster.address]) == 1
    assert capsys.readouterr().err.startswith("the Dask cluster has no worker; start some")


@pytest.mark.parametrize(
    ("address", "status", "said"),
    [
        ("tcp://127.0.0.1:1", 1, "no Dask scheduler answers at tcp://127.0.0.1:1\n"),
        (
            "nonsense",
            2,
            "cascadesim: dask must be the address of a scheduler, e.g. 'tcp://127.0.0.1:8786', got 'nonsense'\n",
        ),
    ],
)
def test_an_address_where_nobody_answers_is_one_line(lists, tmp_path, monkeypatch, capfd, address, status, said):
    monkeypatch.setattr(cluster_module, "CONNECT_SECONDS", 1)
    assert main(["report", str(lists), "--out", str(tmp_path), "--dask", address]) == status
    assert capfd.readouterr().err == said


def test_without_dask_installed_it_is_said(lists, tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["report", str(lists), "--out", str(tmp_path), "--dask", "tcp://127.0.0.1:8786"]) == 1
    assert capsys.readouterr().err == 'Dask is not installed; python -m pip install "cascadesim[dask]"\n'

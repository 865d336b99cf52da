"""Have tasks done: in this process, in several on this machine, or on a Dask cluster, through joblib.

Where a worker is ended from outside, what it was at is given to another one. A list that ends every worker that it is
given to is reported and stops nothing.
"""

from __future__ import annotations

import pickle
import warnings
from collections import OrderedDict
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cascadesim.cards import CardDatabase
from cascadesim.errors import ReportError
from cascadesim.report.task import Task, code_digest, finish
from cascadesim.studies.processes import deaf_to_ctrl_c, processes

if TYPE_CHECKING:
    from distributed import Client

AHEAD = 4  # tasks that each worker has waiting, so that none is idle
TABLES_KEPT = 4
_IN_MEMORY = 10_000  # bytes: a larger card table is handed over as a file that all processes share

Left = Callable[[], Iterable[tuple[Task, CardDatabase]]]
Shipped = NDArray[np.uint8]


class Done(NamedTuple):
    """What came of a task: packed under its key, or why nothing came of it."""

    path: str
    key: str
    data: bytes
    fault: str = ""


def work(left: Left, jobs: int, client: Client | None) -> Generator[Done, None, None]:
    """Yield what comes of tasks as they are done, in no order.

    Parameters
    ----------
    left : callable
        Returns the tasks that are not done yet, with the card table of each; asked again after a worker was ended.
    jobs : int
        Processes on this machine.
    client : distributed.Client, optional
        Of the cluster that works in their place.

    Raises
    ------
    ReportError
        If the cluster cannot do it.
    """
    if client is None and jobs == 1:
        return (_done(task, table) for task, table in left())
    return _in_workers(left, jobs, client)


def _in_workers(left: Left, jobs: int, client: Client | None) -> Generator[Done, None, None]:
    parallel = partial(_parallel, jobs=jobs, client=client)
    faults: dict[str, Done] = {}
    while True:
        n_done = 0
        tasks = ((task, _shipped(table)) for task, table in left() if task.key not in faults)
        try:
            for done in parallel(tasks):
                n_done += 1
                yield done
        except TimeoutError as error:
            if client is None:
                raise
            message = "the Dask cluster has no worker; start some, e.g. with 'dask worker ADDRESS --nthreads 1'"
            raise ReportError(message) from error
        except BrokenExecutor as error:
            if client is not None and client.status != "running":
                message = "the Dask scheduler went away; what is finished is kept: run it again to go on"
                raise ReportError(message) from error
            if n_done:
                continue
            first, table = next(((task, table) for task, table in left() if task.key not in faults), (None, None))
            if first is None or table is None:
                return  # what was left has vanished meanwhile
            try:
                yield from parallel([(first, _shipped(table))])
            except BrokenExecutor:
                fault = "its process was ended from outside each time, for want of memory perhaps"
                faults[first.key] = Done(first.path, first.key, b"", fault)
                yield faults[first.key]
            continue
        return


def _parallel(tasks: Iterable[tuple[Task, Shipped]], *, jobs: int, client: Client | None) -> Iterator[Done]:
    from joblib import Parallel, delayed, parallel_config

    from cascadesim.report.cluster import backend

    with processes(jobs) if client is None else parallel_config(n_jobs=-1, backend=backend(client)):
        run = Parallel(
            return_as="generator_unordered", batch_size=1, pre_dispatch=f"{AHEAD}*n_jobs", max_nbytes=_IN_MEMORY
        )
        with deaf_to_ctrl_c():
            results: Any = run(delayed(_done_in_worker)(task, table) for task, table in tasks)
        try:
            while (done := next(results, None)) is not None:
                yield done
        finally:
            with warnings.catch_warnings():  # of the work that is thrown away when a run is ended
                warnings.filterwarnings("ignore", message=".*tasks", category=UserWarning)
                results.close()


def _done(task: Task, table: CardDatabase) -> Done:
    try:
        return Done(task.path, task.key, finish(task, table).packed(task.key))
    except Exception as error:  # a fault of ours in one list must not stop the others; it is reported with the list
        return Done(task.path, task.key, b"", f"no answer, for a fault of cascadesim: {type(error).__name__}: {error}")


def _done_in_worker(task: Task, table: Shipped) -> Done:
    if task.code != code_digest():
        message = "a worker has another version of cascadesim, numpy, matplotlib or jinja2; install the same on all"
        raise ReportError(message)
    return _done(task, _unpacked(task.table, table))


@lru_cache(maxsize=TABLES_KEPT)
def _shipped(table: CardDatabase) -> Shipped:
    """Return a card table as an array, which joblib hands to each worker once and not with every task."""
    return np.frombuffer(pickle.dumps(table), np.uint8)


_unpacked_tables: OrderedDict[str, CardDatabase] = OrderedDict()


def _unpacked(digest: str, table: Shipped) -> CardDatabase:
    unpacked = _unpacked_tables.get(digest)
    if unpacked is None:
        unpacked = _unpacked_tables[digest] = pickle.loads(table.tobytes())
        if len(_unpacked_tables) > TABLES_KEPT:
            _unpacked_tables.popitem(last=False)
    return unpacked

"""A Dask cluster that works in the place of this machine's processes, through joblib's backend for it."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from cascadesim.errors import QuestionError, ReportError

if TYPE_CHECKING:
    from distributed import Client
    from joblib.parallel import ParallelBackendBase

CONNECT_SECONDS = 10
_ADDRESS = re.compile(r"(?:(?:tcp|tls|ucx|ws|wss)://)?[^/\s]+:\d{1,5}")


@contextmanager
def cluster(address: str | None) -> Iterator[Client | None]:
    """Connect to a Dask scheduler; None where no address is given.

    Raises
    ------
    QuestionError
        If it is no address.
    ReportError
        If ``cascadesim[dask]`` is not installed, nobody answers there, or the scheduler goes away.
    """
    if address is None:
        yield None
        return
    if not _ADDRESS.fullmatch(address):
        message = f"dask must be the address of a scheduler, e.g. 'tcp://127.0.0.1:8786', got {address!r}"
        raise QuestionError(message)
    try:
        from distributed import Client
    except ImportError as error:
        message = 'Dask is not installed; python -m pip install "cascadesim[dask]"'
        raise ReportError(message) from error
    with _quiet():
        try:
            client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except OSError as error:
            message = f"no Dask scheduler answers at {address}"
            raise ReportError(message) from error
        with client:
            yield client


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask from telling of every lost connection, with tracebacks: what a user can mend is said in one line."""
    logs = [logging.getLogger(name) for name in ("distributed", "distributed.client", "distributed.core")]
    levels = [log.level for log in logs]
    for log in logs:
        log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for log, level in zip(logs, levels, strict=True):
            log.setLevel(level)


def backend(client: Client) -> ParallelBackendBase:
    """Return joblib's backend for a cluster.

    joblib's own does not tell of a task that no worker survived, and its caller waits for ever; this one tells.
    """
    from joblib._dask import DaskDistributedBackend

    class Backend(DaskDistributedBackend):
        def effective_n_jobs(self, n_jobs: int = 1) -> int:
            return max(super().effective_n_jobs(n_jobs), 2)  # with one, joblib would work here and not there

        def submit(self, func: Callable[[], Any], callback: Callable[[Any], Any] | None = None) -> Any:
            task: Any = super().submit(func, callback)
            task.add_done_callback(lambda task: callback(task) if callback and task.exception() else None)
            return task

        def retrieve_result_callback(self, out: Any) -> Any:
            if isinstance(out, Future):
                message = f"{type(out.exception()).__name__}: {out.exception()}"
                raise BrokenExecutor(message) from out.exception()
            if isinstance(out, CancelledError):
                raise BrokenExecutor(str(out)) from out
            return super().retrieve_result_callback(out)

    return Backend(client=client, wait_for_workers_timeout=CONNECT_SECONDS)

"""Processes that work for this one: what joblib leaves to its callers."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def processes(jobs: int) -> Iterator[None]:
    """Let joblib work in so many processes, which end with this one, whatever ends it."""
    from joblib import parallel_config

    with parallel_config(backend="loky", n_jobs=jobs, initializer=_follow, initargs=(os.getpid(),)):
        yield


@contextmanager
def deaf_to_ctrl_c() -> Iterator[None]:
    """Start processes that do not hear Ctrl-C: it is this one that ends them, and they have nothing to say to it.

    A process inherits that a signal is ignored. Only the main thread may say so.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


def _follow(leader: int) -> None:
    """End this process when the one that started it is gone, even if it was killed and could not say so."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(leader,), daemon=True).start()


def _end_with(leader: int) -> None:
    while os.getppid() == leader:
        time.sleep(1)
    os._exit(1)

"""Processes that work for this one: what joblib leaves to its callers."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


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

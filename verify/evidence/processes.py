"""The processes of a run: as many as cores, one thread in each, and none of them left behind."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager

from verify.evidence.limits import end_with_parent
from verify.evidence.threads import one_thread
from verify.model.errors import InputError

__all__ = ["processes"]


@contextmanager
def processes(jobs: int | None, tasks: int) -> Iterator[Executor]:
    """Yield processes for some tasks; on the way out they are killed if work is left.

    Parameters
    ----------
    jobs : int or None
        How many, >= 1; one per core by default, and never more than tasks.
    tasks : int

    Raises
    ------
    InputError
        Fewer than one.
    """
    if jobs is not None and jobs < 1:
        raise InputError("jobs", "be at least 1", jobs)
    size = min(jobs or multiprocessing.cpu_count(), tasks)
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(size, mp_context=multiprocessing.get_context("spawn"), initializer=end_with_parent)
    try:
        with _one_thread_each():
            yield pool
    finally:
        workers = [child for child in multiprocessing.active_children() if child not in before]
        pool.shutdown(wait=False, cancel_futures=True)
        for child in workers:
            child.join(0.5)
            child.kill()
            child.join()


@contextmanager
def _one_thread_each() -> Iterator[None]:
    """Let processes that start now compute with one BLAS thread, where the user has not said otherwise.

    They fill the cores already: two threads in each of two processes take twice as long as one.
    """
    chosen = one_thread()
    try:
        yield
    finally:
        for name in chosen:
            os.environ.pop(name, None)

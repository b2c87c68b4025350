"""The processes of a run have one thread each, and leave the caller as it was."""

from __future__ import annotations

import multiprocessing
import os
import time

import pytest

from verify.evidence.processes import processes
from verify.model.errors import InputError


def test_processes_compute_with_one_thread_each(monkeypatch):
    """What the user has chosen stays; the caller's own environment is as before."""
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    monkeypatch.setenv("OMP_NUM_THREADS", "2")
    before = dict(os.environ)
    with processes(1, 1) as pool:
        told = [pool.submit(os.getenv, name).result() for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")]
    assert told == ["1", "2"]
    assert dict(os.environ) == before


def test_processes_that_still_work_are_killed():
    """Whoever leaves does not wait, and nobody stays."""
    before = set(multiprocessing.active_children())
    begin = time.monotonic()
    with processes(1, 1) as pool:
        pool.submit(time.sleep, 600)
    assert time.monotonic() - begin < 300
    assert set(multiprocessing.active_children()) <= before


def test_no_process_at_all_is_refused():
    """Work needs a process."""
    with pytest.raises(InputError, match="jobs must be at least 1"), processes(0, 3):
        pass

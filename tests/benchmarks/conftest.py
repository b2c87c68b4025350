"""Benchmarks are scripts beside each other: what is tested is imported by its path, as they import one another."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "benchmarks"), str(ROOT / "docs" / "_ext")]


@pytest.fixture(scope="session")
def repo_root():
    """Return the folder of the repository."""
    return ROOT


@pytest.fixture
def kept_process(monkeypatch):
    """Undo what a script sets for its whole process: variables of threads, and the processors that it may use."""
    for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "VECLIB_MAXIMUM_THREADS", "XLA_FLAGS"):
        monkeypatch.setenv(name, os.environ.get(name, ""))
    allowed = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else None
    yield
    if allowed is not None:
        os.sched_setaffinity(0, allowed)

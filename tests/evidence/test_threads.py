"""One thread for BLAS, unless the user has chosen."""

from __future__ import annotations

import os

from verify.evidence.threads import one_thread


def test_one_thread_is_asked_for_where_nothing_was_said(monkeypatch):
    """What the user has set stays; the rest is 1, and named, so that it can be taken back."""
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("MKL_NUM_THREADS", "3")
    chosen = one_thread()
    assert chosen == ["OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"]
    assert [os.environ[name] for name in chosen] == ["1", "1"]
    assert os.environ["MKL_NUM_THREADS"] == "3"
    assert one_thread() == []
    for name in chosen:
        monkeypatch.delenv(name)

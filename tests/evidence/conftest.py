"""Kernel documents and an executor that runs at once, for the tests of evidence."""

from __future__ import annotations

import json
from concurrent.futures import Executor, Future

import pytest

from verify.evidence.examples import Example


class Inline(Executor):
    """Runs each call when it is submitted, in this process."""

    def submit(self, fn, /, *args, **kwargs):
        """Return a future that is done."""
        future = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - an executor hands every exception on
            future.set_exception(error)
        return future


@pytest.fixture
def inline():
    """Return a fresh inline executor."""
    return Inline()


@pytest.fixture
def constant_kernel():
    """Return the document of k = 1 on two atoms: every maximiser is collapsed, in both views."""
    return {
        "family": "factor",
        "d": 3,
        "profile": {"usa": 1},
        "labels": {"kind": "atoms", "weights": ["1/2", "1/2"]},
        "k": [["1", "1"], ["1", "1"]],
    }


@pytest.fixture
def example(tmp_path):
    """Return a function that writes a document as an example file."""

    def write(name, document):
        path = tmp_path / f"{name}.kernel.json"
        path.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
        return Example(name, "kernel", path)

    return write

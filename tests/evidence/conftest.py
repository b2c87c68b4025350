"""Kernel documents and an executor that runs at once, for the tests of evidence."""

from __future__ import annotations

import importlib.util
import json
import multiprocessing
import shutil
import sys
from concurrent.futures import Executor, Future
from pathlib import Path

import pytest

from verify.evidence.examples import Example

HERE = Path(__file__).parent
_SPEC = importlib.util.spec_from_file_location("resultants", HERE / "resultants.py")
RESULTANTS = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(RESULTANTS)


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


@pytest.fixture
def resultants():
    """Return a small theorem, X1, with two computed steps, a cited one, a claim and a mutant."""
    return RESULTANTS.THEOREM


@pytest.fixture
def resultants_with():
    """Return a function that makes X1 with changes."""
    return RESULTANTS.theorem


@pytest.fixture
def second_package(tmp_path, monkeypatch):
    """Install a second package of theorems, of one file, and return its folder: what another project would do."""
    site = tmp_path / "site"
    metadata = site / "resultants-1.0.dist-info"
    metadata.mkdir(parents=True)
    shutil.copy(HERE / "resultants.py", site / "resultants_of_another_project.py")
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: resultants\nVersion: 1.0\n", encoding="utf-8")
    place = "X1 = resultants_of_another_project:THEOREM"
    (metadata / "entry_points.txt").write_text(f"[verify.theorems]\n{place}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setenv("PYTHONPATH", str(site))
    yield site
    sys.modules.pop("resultants_of_another_project", None)


@pytest.fixture(autouse=True)
def _forked(monkeypatch, request):
    """Fork: what a test puts in place of a part of the engine is there in the worker, whatever threads ran before."""
    if not request.path.stem.startswith("test_limits"):  # where the choice itself is tested
        monkeypatch.setattr("verify.evidence.limits._context", lambda: multiprocessing.get_context("fork"))

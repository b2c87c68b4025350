"""The command in this process and in one of its own."""

from __future__ import annotations

import json
import multiprocessing
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from verify.cli.app import app

#: k = 1 on two atoms: every maximiser is collapsed, in both views.
CONSTANT = {
    "family": "factor",
    "d": 3,
    "profile": {"usa": 1},
    "labels": {"kind": "atoms", "weights": ["1/2", "1/2"]},
    "k": [["1", "1"], ["1", "1"]],
}


@pytest.fixture
def constant():
    """Return the document of the constant kernel."""
    return json.loads(json.dumps(CONSTANT))


@pytest.fixture
def verify(monkeypatch):
    """Return a function that runs a command in this process; no line of a message is a traceback."""
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments, stdin=None):
        result = CliRunner().invoke(app, [str(a) for a in arguments], input=stdin, prog_name="verify")
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        assert "Traceback" not in result.output
        return result

    return run


@pytest.fixture
def process(tmp_path):
    """Return a function that runs a command in a process of its own, in an empty folder."""

    def run(*arguments, **options):
        command = [sys.executable, "-c", "from verify.cli import main; main()", *map(str, arguments)]
        settings = {"cwd": tmp_path, "capture_output": True, "text": True, "timeout": 600}
        return subprocess.run(command, check=False, **settings | options)

    return run


@pytest.fixture
def write(tmp_path):
    """Return a function that writes a document, text or bytes to a file and returns its path."""

    def write_file(content, name="input.json"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return path

    return write_file


@pytest.fixture(autouse=True)
def _forked(monkeypatch):
    """Fork: what a test puts in place of a part of the engine is there in the worker, whatever threads ran before."""
    monkeypatch.setattr("verify.evidence.limits._context", lambda: multiprocessing.get_context("fork"))

"""What the tests of the repository read: its files, parsed once."""

from __future__ import annotations

import ast
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


@cache
def _parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


class Repository:
    """The files of the repository by what they are."""

    root = ROOT

    @staticmethod
    def modules(*folders: str) -> list[Path]:
        """Return the Python files below the given top folders, sorted."""
        found = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
        return sorted(path for path in found if "_examples" not in path.parts)

    @staticmethod
    def tree(path: Path) -> ast.Module:
        """Return the syntax tree of one module."""
        return _parse(path)

    @staticmethod
    def read(name: str) -> str:
        """Return the text of a file, named from the root."""
        return (ROOT / name).read_text(encoding="utf-8")

    @staticmethod
    def pyproject() -> dict[str, Any]:
        """Return pyproject.toml as data."""
        return tomllib.loads(Repository.read("pyproject.toml"))

    @staticmethod
    def name(path: Path) -> str:
        """Return a path as it is written from the root."""
        return path.relative_to(ROOT).as_posix()


@pytest.fixture(scope="session")
def repo() -> Repository:
    """Return the repository that these tests belong to."""
    return Repository()

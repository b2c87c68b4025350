"""The reference names what exists: every function and class of docs/api is found where it is said to be."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

PAGES = sorted((Path(__file__).parents[2] / "docs" / "api").glob("*.md"))
DIRECTIVE = re.compile(r"^\.\. (currentmodule|autofunction|autoclass|autodata|autoexception)::\s*(\S+)", re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_every_name_of_the_reference_exists(page):
    """After `currentmodule`, each name is one of that module, or a full one."""
    module = ""
    for kind, name in DIRECTIVE.findall(page.read_text(encoding="utf-8")):
        if kind == "currentmodule":
            module = name
            continue
        owner, _, last = (name if "." in name and not module else f"{module}.{name}").rpartition(".")
        assert hasattr(importlib.import_module(owner), last), f"{page.name}: {name} is not in {owner}"

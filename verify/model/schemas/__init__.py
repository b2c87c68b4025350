"""JSON Schemas (draft 2020-12) of the four kinds of document that other programs read and write."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

__all__ = ["SCHEMAS", "load_schema"]

SCHEMAS = ("kernel", "verdict", "certificate", "optimum")


def load_schema(which: str) -> dict[str, Any]:
    """Return the schema of ``kernel`` files, ``verdict`` documents, ``certificate`` files or ``optimum`` documents.

    Examples
    --------
    >>> load_schema("certificate")["title"]
    'Certificate'
    """
    if which not in SCHEMAS:
        raise KeyError(f"load_schema: which must be one of {', '.join(SCHEMAS)}; got {which!r}")
    schema: dict[str, Any] = json.loads(
        (resources.files("verify.model.schemas") / f"{which}.schema.json").read_text(encoding="utf-8")
    )
    return schema

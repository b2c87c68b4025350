"""The shipped JSON Schemas are schemas, and say what the reader of kernel files says."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from verify.model.kernels import FAMILIES
from verify.model.schemas import SCHEMAS, load_schema

ROOT = Path(__file__).parents[2]
KERNELS = sorted((ROOT / "examples").rglob("*.kernel.json")) + sorted((ROOT / "tests").rglob("*.kernel.json"))
FACTOR = {
    "family": "factor",
    "d": 3,
    "profile": {"usa": 1},
    "labels": {"kind": "circle"},
    "k": "cos(xi - zeta)",
}


def _validator(which):
    return jsonschema.Draft202012Validator(load_schema(which))


@pytest.mark.parametrize("which", SCHEMAS)
def test_each_schema_is_a_schema(which):
    """Draft 2020-12, with an identifier of its own."""
    schema = load_schema(which)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$id"].endswith(f":{which}:1")


def test_an_unknown_schema_is_named():
    """The message lists the names."""
    with pytest.raises(KeyError, match="kernel, verdict, certificate"):
        load_schema("theorem")


@pytest.mark.parametrize("path", KERNELS, ids=lambda path: path.name.removesuffix(".kernel.json"))
def test_every_kernel_file_is_valid(path):
    """Examples and test cases satisfy the schema."""
    _validator("kernel").validate(json.loads(path.read_text(encoding="utf-8")))


def test_the_schema_knows_every_family():
    """The families of the schema are those of the reader."""
    assert load_schema("kernel")["properties"]["family"]["enum"] == list(FAMILIES)


@pytest.mark.parametrize(
    "change",
    [
        {"d": 1},
        {"family": "facto"},
        {"profile": {"relu": 1}},
        {"labels": {"kind": "sphere"}},
        {"labels": {"kind": "positions", "n": 4, "shape": [2, 2]}},
        {"labels": {"kind": "positions"}},
        {"bias": "0"},
        {"expect": {"graph_laws": "maybe"}},
        {"unknown": 1},
        {"name": 3},
    ],
)
def test_a_fault_is_invalid(change):
    """What the reader refuses by shape, the schema refuses."""
    _validator("kernel").validate(FACTOR)
    assert not _validator("kernel").is_valid({**FACTOR, **change})

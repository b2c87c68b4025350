"""`verify list`: every name that `verify kernel` knows."""

from __future__ import annotations

import json

from verify.evidence import list_examples, list_theorems


def test_every_example_is_listed(verify):
    """Kernels, configs and theorems."""
    data = json.loads(verify("list", "--json").stdout)
    names = [entry["name"] for entry in data["kernels"] + data["configs"]]
    assert names == [example.name for example in list_examples()]
    assert [entry["id"] for entry in data["theorems"]] == [entry.id for entry in list_theorems()]


def test_the_table_fits(verify):
    """80 columns."""
    result = verify("list")
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert "partial-rope" in result.stdout

"""`verify diff`: 0 where verdicts agree, 1 where they differ."""

from __future__ import annotations

import json

import pytest


def test_a_kernel_agrees_with_itself(verify):
    """No difference, exit status 0."""
    result = verify("diff", "usa", "usa")
    assert (result.exit_code, result.stdout) == (
        0,
        "The verdicts agree: views, rungs, hypotheses, energies and spreads.\n",
    )


@pytest.mark.slow
def test_the_near_miss_is_told_apart(verify, write):
    """The triangle 1, 1, -1/2 collapses, with 10^-12 less it does not; the difference says so."""
    paths = []
    for index, edge in enumerate(("-1/2", "-1/2 - 1/10**12")):
        document = {
            "family": "factor",
            "d": 3,
            "profile": "exp(2*t)",
            "labels": {"kind": "atoms", "weights": ["1/3", "1/3", "1/3"]},
            "k": [["0", "1", edge], ["1", "0", "1"], [edge, "1", "0"]],
        }
        paths.append(write(document, f"{index}.json"))
    result = verify("diff", *paths, "--json")
    assert result.exit_code == 1
    found = {entry["where"]: (entry["first"], entry["second"]) for entry in json.loads(result.stdout)["differences"]}
    assert found["graph laws: collapse"] == ("all", "none")
    shown = verify("diff", *paths)
    assert "graph laws: collapse" in shown.stdout
    assert max(map(len, shown.stdout.splitlines())) <= 80


def test_bad_input_exits_with_2(verify):
    """A name that does not exist is named."""
    result = verify("diff", "usa", "nothing-like-it")
    assert (result.exit_code, result.stdout) == (2, "")

"""What a search returns, as data."""

from __future__ import annotations

import json
from dataclasses import replace

import jsonschema
import pytest

from verify.model.kernels import read_kernel
from verify.model.schemas import load_schema
from verify.model.verdict import Num, Status
from verify.optimize import Bound, maximise


@pytest.fixture(scope="module")
def optimum():
    """Return the optimum of two repelling labels."""
    labels = {"kind": "atoms", "weights": ["1/2", "1/2"]}
    document = {"family": "factor", "d": 2, "profile": "t", "k": [[0, -1], [-1, 0]], "labels": labels}
    return maximise(read_kernel(document), 2)


def test_the_json_is_plain_and_holds_both_views(optimum):
    """Found on rung numeric, bound on a proved rung, and the gap."""
    data = json.loads(json.dumps(optimum.to_json(), allow_nan=False))
    assert data["graph_laws"]["found"]["status"] == "numeric"
    assert data["graph_laws"]["bound"]["num"]["status"] in {"exact", "enclosed"}
    assert abs(data["all_laws"]["gap"]) < 1e-15
    assert data["laws"][0]["shape"]["name"] == "2 arcs"
    assert data["seed"] == 0


def test_the_bound_of_a_view_is_the_least_that_holds_there(optimum):
    """A bound over all laws holds over graph laws; not the other way round."""
    graph = Bound("graph_laws", Num("0.3", None, None, Status.EXACT), "elementary", None, "x")
    every = Bound("all_laws", Num("0.28", None, None, Status.EXACT), "elementary", None, "x")
    both = replace(optimum, bounds=(graph, every))
    assert both.bound("graph_laws") is every
    assert both.bound("all_laws") is every
    assert replace(optimum, bounds=(graph,)).bound("all_laws") is None
    assert replace(optimum, bounds=()).gap("graph_laws") is None


def test_numeric_evidence_is_no_bound():
    """A Bound is refused on rung numeric."""
    with pytest.raises(ValueError, match="num must be exact or enclosed"):
        Bound("graph_laws", Num.of_float(0.3), "elementary", None, "x")


def _errors(data):
    return list(jsonschema.Draft202012Validator(load_schema("optimum")).iter_errors(data))


@pytest.mark.slow
def test_the_optimum_of_each_family_satisfies_the_schema(family):
    """What is quantised, what has no bound, and gauges too."""
    found = maximise(family, 0, n=6, bounds=family.labels.size is not None)
    assert _errors(json.loads(json.dumps(found.to_json(), allow_nan=False))) == []


def test_contents_that_are_finitely_many_satisfy_the_schema():
    """A vertex, and slices over indices."""
    labels = {"kind": "atoms", "weights": ["1/2", "1/2"]}
    h = [[0, 0, 1, 5], [0, 0, 2, 3], [1, 2, 0, 0], [5, 3, 0, 0]]
    found = maximise(read_kernel({"family": "matrix", "d": 2, "h": h, "contents": 2, "labels": labels}))
    assert found.vertex is not None
    assert _errors(json.loads(json.dumps(found.to_json()))) == []


@pytest.mark.parametrize(
    "change",
    [
        {"schema": 2}, {"end": "done"}, {"graph_laws": {"found": None, "bound": None}}, {"seconds": -1.0},
        {"laws": [{"energy": 1.0}]}, {"more": 0}, {"bounds": [{"view": "all_laws", "num": None}]},
    ],
)  # fmt: skip
def test_another_document_does_not_satisfy_the_schema(change, optimum):
    """One field changed."""
    assert _errors(optimum.to_json() | change)


def test_a_numeric_bound_does_not_satisfy_the_schema(optimum):
    """A bound is exact or enclosed."""
    data = optimum.to_json()
    data["bounds"][0]["num"]["status"] = "numeric"
    assert _errors(data)

"""What a search returns, as data."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from verify.model.verdict import Num, Status
from verify.optimize import Bound, maximise


@pytest.fixture(scope="module")
def optimum():
    """Return the optimum of two repelling labels."""
    from verify.model.kernels import read_kernel

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

"""Names from invariants."""

from __future__ import annotations

import numpy as np
import pytest

from verify.model.kernels import read_kernel
from verify.model.sphere import sample_uniform
from verify.optimize.nodes import nodes_of
from verify.optimize.shapes import shape_of
from verify.optimize.starts import arcs, latitude, open_arc, winding


@pytest.fixture
def nodes():
    """Return 48 nodes of the circle."""
    document = {"family": "factor", "d": 2, "profile": "t", "k": "1", "labels": {"kind": "circle"}}
    return nodes_of(read_kernel(document), 48)


CASES = {
    "collapsed": lambda p, d: winding(p, d, 0),
    "great circle": lambda p, d: winding(p, d, -1),
    "winding 2": lambda p, d: winding(p, d, 2),
    "2 arcs": lambda p, d: arcs(p, d, 2),
    "3 arcs": lambda p, d: arcs(p, d, 3),
    "5 arcs": lambda p, d: arcs(p, d, 5),
    "horseshoe": lambda p, d: open_arc(p, d, 3.9),
}


@pytest.mark.parametrize("d", [2, 3, 4])
@pytest.mark.parametrize("name", sorted(CASES))
def test_a_law_has_its_name_in_every_frame(name, d, nodes):
    """Rotated and, for cyclic labels, begun at another label."""
    x = CASES[name](nodes.phases, d)
    frame = np.linalg.qr(np.random.default_rng(d).standard_normal((d, d)))[0]
    found = shape_of(x @ frame, nodes)
    assert found.name == (
        name.replace(" ", " -") if name == "winding 2" and np.linalg.det(frame) < 0 and d == 2 else name
    )
    shifted = shape_of(np.roll(x @ frame, 5, axis=0), nodes)
    assert shifted.name == found.name


@pytest.mark.parametrize("height", [0.2, 0.5, 0.9])
def test_a_latitude_circle_has_its_height(height, nodes):
    """d = 3, in a random frame."""
    frame = np.linalg.qr(np.random.default_rng(0).standard_normal((3, 3)))[0]
    found = shape_of(latitude(nodes.phases, 3, height) @ frame, nodes)
    assert (found.name, found.detail) == ("latitude circle", f"height {height:.6g}")
    assert not found.planar


def test_unequal_clusters_are_no_arcs(nodes):
    """Two clusters, one of a quarter of the labels; three at unequal angles."""
    angles = np.where(nodes.phases < np.pi / 2, 0.0, 2.0)
    assert shape_of(np.stack([np.cos(angles), np.sin(angles)], axis=1), nodes).name == "clusters"


def test_random_contents_are_other(nodes):
    """No name is forced."""
    found = shape_of(sample_uniform(48, 3, np.random.default_rng(0)), nodes)
    assert (found.name, found.winding, found.planar) == ("other", None, False)


def test_the_winding_number_of_an_open_arc_is_0(nodes):
    """Also where the jump is the shorter way around."""
    for angle in (2.0, 4.4):
        assert shape_of(open_arc(nodes.phases, 2, angle), nodes).winding == 0
    assert shape_of(winding(nodes.phases, 2, 3), nodes).winding == 3


def test_an_orbit_is_named_by_its_gauge(nodes):
    """Contents turn, and Q x does not."""
    u = np.tile([1.0, 0.0], (48, 1))
    assert shape_of(winding(nodes.phases, 2, 1), nodes, u).name == "gauge orbit"


def test_one_label_is_collapsed():
    """n = 1, also for d > n."""
    labels = {"kind": "atoms", "weights": [1]}
    kernel = read_kernel({"family": "factor", "d": 3, "profile": "t", "k": [[1]], "labels": labels})
    assert shape_of(np.array([[0.0, 0.0, 1.0]]), nodes_of(kernel)).name == "collapsed"

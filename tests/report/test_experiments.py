"""Tables and pictures of runs: drawn from plain data, and nothing from what is not of that form."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import numpy as np
import pytest

from verify.report.experiments import flow_picture, run_table


@pytest.fixture
def data():
    """Return a function that makes the picture data of n tokens in dimension d."""

    def make(d=3, n=7, **changed):
        rng = np.random.default_rng(0)
        x = rng.standard_normal((n, d))
        x /= np.linalg.norm(x, axis=1, keepdims=True)
        course = {"time": [0.0, 1.0, 2.0], "energy": [0.1, 0.2, 0.3], "spread": [1.0, 0.5, 0.0]}
        places = {"initial": x.tolist(), "final": x.tolist(), "predicted": x.tolist(), "ranks": list(range(n))}
        return {**places, **course, "level": 0.3, "projected": False} | changed

    return make


def circles(picture, radius):
    """Return the circles of a radius in the picture."""
    root = ET.fromstring(picture.svg)
    return [node for node in root.iter() if node.tag.endswith("circle") and node.get("r") == radius]


@pytest.mark.parametrize("d", [2, 3])
def test_a_picture_has_every_token_and_the_predicted_law(data, d):
    """Two states of seven tokens, seven rings, all inside the frame; well-formed XML."""
    picture = flow_picture(data(d), "T8, rope")
    tokens = circles(picture, "2.6")
    assert len(tokens) == 14
    assert len(circles(picture, "4.4")) == 7
    assert all(0 < float(c.get("cx")) < 640 and 0 < float(c.get("cy")) < 190 for c in tokens)
    assert "Rings" in picture.caption


def test_on_the_circle_places_are_coordinates(data):
    """(1, 0) is on the right, (0, 1) on top."""
    places = [[1.0, 0.0], [0.0, 1.0]]
    made = data(2, 2, initial=places, final=places, predicted=None)
    right, top = circles(flow_picture(made, "x"), "2.6")[:2]
    assert float(right.get("cx")) - 92 == pytest.approx(78)
    assert 90 - float(top.get("cy")) == pytest.approx(78)


def test_far_sides_are_faint(data):
    """A point and its antipode differ in opacity."""
    places = [[0.6, 0.8, 0.0], [-0.6, -0.8, 0.0]]
    tokens = circles(flow_picture(data(3, 2, initial=places, final=places, predicted=None), "x"), "2.6")
    assert {c.get("fill-opacity") for c in tokens} == {"0.35", "0.85"}


def test_the_title_is_escaped(data):
    """It comes from elsewhere."""
    assert "<script>" not in flow_picture(data(), '"><script>').svg
    assert "<b>" not in flow_picture(data(moment="<b>"), "x").svg


@pytest.mark.parametrize(
    "changed",
    [
        {"initial": "text"}, {"initial": [[1.0]]}, {"final": [[float("nan"), 0.0, 0.0]] * 7}, {"ranks": [1]},
        {"time": [1.0]}, {"energy": None}, {"level": "high"}, {"predicted": [[1, 2, 3, 4]]},
    ],
)  # fmt: skip
def test_what_is_no_flow_is_not_drawn(data, changed):
    """Data of another form, of somebody else's claims."""
    assert flow_picture(data(**changed), "x") is None
    assert flow_picture([1], "x") is None
    assert flow_picture({"initial": []}, "x") is None


def test_tables_are_text():
    """Numbers become text; what is no table is none."""
    table = run_table({"columns": ["n", "end"], "rows": [[64, "collapsed"]]})
    assert table.rows == (("64", "collapsed"),)
    for other in (None, {"columns": 3}, {"columns": ["n"], "rows": ["text"]}, {"columns": ["n"]}):
        assert run_table(other) is None

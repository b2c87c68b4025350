"""Phase diagrams: drawn from plain data, and nothing from what is not of that form."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from verify.report.phases import phase_picture


def row(**changed):
    """Return one row: a great circle up to 1.6, a horseshoe beyond."""
    winners = [{"beta": beta, "name": "great circle" if beta < 1.6 else "horseshoe"} for beta in (1.0, 1.5, 2.0)]
    return {"d": 2, "winners": winners, "transitions": [1.6]} | changed


def test_bars_end_where_the_best_law_changes():
    """From beta = 1 to 2 over 560 units: the first bar ends at six tenths; one dot for each search."""
    picture = phase_picture([row()], "T6, phases")
    nodes = list(ET.fromstring(picture.svg).iter())
    bars = [n for n in nodes if n.tag.endswith("rect") and n.get("fill-opacity")]
    assert [float(bar.get("width")) for bar in bars] == pytest.approx([336.0, 224.0])
    assert sum(n.tag.endswith("circle") for n in nodes) == 3
    assert {"great circle", "horseshoe", "1.6", "d = 2"} <= {n.text for n in nodes}


@pytest.mark.parametrize(
    "data",
    [None, [], {}, [row(transitions=[])], [row(transitions=[1.6, 1.2])], [row(winners=[])], [{"d": 2}], [row(d="x")],
     [row(transitions=[float("nan")])]],
)  # fmt: skip
def test_what_is_no_diagram_is_not_drawn(data):
    """Missing rows, changes that do not belong to the names, numbers that are none."""
    assert phase_picture(data, "x") is None


def test_names_are_escaped():
    """A name is text, whatever stands in it."""
    data = [row(winners=[{"beta": 1, "name": "<b>"}, {"beta": 2, "name": "c"}])]
    assert "<b>" not in phase_picture(data, "x").svg

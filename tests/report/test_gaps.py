"""Laws below and proved bounds above: drawn from plain data, and nothing from what is not of that form."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from verify.report.gaps import gap_picture

ROWS = [{"beta": 2, "found": 1.0, "bound": 1.5}, {"beta": 8, "found": 2.0, "bound": 2.5}]


def test_the_bound_is_drawn_above_the_law_and_the_gap_printed():
    """50 % at beta = 2, 25 % at beta = 8; the upper line has the smaller y."""
    picture = gap_picture([{"d": 2, "rows": ROWS}], "T6, between")
    nodes = list(ET.fromstring(picture.svg).iter())
    words = {n.text for n in nodes if n.text}
    assert {"gap 50 %", "gap 25 %", "2", "8", "great circle"} <= words
    lines = [n.get("points").split() for n in nodes if n.tag.endswith("polyline")]
    above, below = ([float(point.split(",")[1]) for point in line] for line in lines)
    assert all(a < b for a, b in zip(above, below, strict=True))
    dots = [float(n.get("cy")) for n in nodes if n.tag.endswith("circle")]
    assert dots == pytest.approx([above[0], below[0], above[1], below[1]])


@pytest.mark.parametrize(
    "data",
    [
        None, [], {}, [{"d": 2}], [{"d": 2, "rows": ROWS[:1]}], [{"d": 2, "rows": ROWS[::-1]}],
        [{"d": "x", "rows": ROWS}],
        [{"d": 2, "rows": [ROWS[0], {"beta": 8, "found": 2.5, "bound": 2.0}]}],
        [{"d": 2, "rows": [ROWS[0], {"beta": 8, "found": 2.0, "bound": float("inf")}]}], [{"d": 2, "rows": ROWS}] * 2,
    ],
)  # fmt: skip
def test_what_is_no_such_table_is_not_drawn(data):
    """A bound below its law, an infinite one, beta that falls, two tables."""
    assert gap_picture(data, "x") is None


def test_titles_are_escaped():
    """A title is text."""
    assert "<b>" not in gap_picture([{"d": 2, "rows": ROWS}], "<b>").svg

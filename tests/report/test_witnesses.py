"""A printed witness: sentences and a small table, in 80 columns, whatever is in it."""

from __future__ import annotations

import pytest

from verify.report.witnesses import witness_lines

ENERGY = {"value": "0.75000000000000000000", "exact": "3/4", "radius": None, "status": "exact"}
COLLAPSED = {"value": "0.50000000000000000000", "exact": None, "radius": None, "status": "enclosed"}


def _points(*labels, mass="1"):
    return [{"label": i, "point": ["3/5", "4/5"], "mass": mass} for i in labels]


@pytest.mark.parametrize(
    ("witness", "facts"),
    [
        ({"v": ["1", "0", "-1"]}, ["<v, Lv> < 0: (1, 0, -1)."]),
        (
            {"cells": 16, "v": ["-3571/4096", *["0"] * 15]},
            ["16 cells of equal weight", "(-0.87182617, 0, ", "16 in all"],
        ),
        ({"mode": [2], "direction": "x turns"}, ["m = (2), with khat(m) > khat(0)", "Direction: x turns."]),
        ({"law": "x = (cos m.xi, sin m.xi)", "m": 1, "energy": ENERGY}, ["m = 1.", "Its energy is 0.75000000 = 3/4."]),
        ({"atom": 3}, ["Label 3 has negative degree"]),
        ({"cells": 8, "block": 7}, ["Cell 7 has negative degree"]),
        ({"assignment": [0, 1]}, ["label by label: (0, 1)."]),
        ({"contents": ["+v/|v|", "-v/|v|"]}, ["label by label: (+v/|v|, -v/|v|)."]),
        ({"graph": True, "law": _points(0, 1)}, ["one content for each label", "(3/5, 4/5)"]),
        ({"graph": True, "law": _points(0, 0, mass="1/2")}, ["contents of their own", "1/2"]),
        ({"graph": False, "law": _points(0, 0, mass="1/2")}, ["several contents at a label"]),
        ({"law": _points(*range(20)), "surplus": "0.25000000"}, ["(12 more)", "0.25000000 more energy"]),
        ({"energy": ENERGY, "collapsed": COLLAPSED}, ["that of the best collapsed law is 0.50000000. Gain: 0.2500."]),
        ({"energy": ENERGY, "collapsed": COLLAPSED, "gain": {"value": "1.2171431e-25"}}, ["Gain: 1.217e-25."]),
        ({"something new": {"a": 1}}, ["something new: {a: 1}."]),
    ],
)
def test_each_field_has_its_words(printed, witness, facts):
    """Every field of every witness is said, none as a dictionary."""
    text = " ".join(printed(*witness_lines(witness)).split())
    for fact in facts:
        assert fact in text


def test_hostile_text_is_escaped(printed):
    """Control characters and long words are in a witness like anywhere else."""
    assert "\\x1b" in printed(*witness_lines({"v": ["\x1b[31m" + "w" * 200], "direction": "a\nb"}))

"""The table of a flow."""

from __future__ import annotations

from dataclasses import replace

import pytest

from verify.model.kernels import read_kernel
from verify.particles import simulate
from verify.report.flows import flow_report


@pytest.fixture(scope="module")
def flow():
    """Return a flow of a rotary kernel."""
    fields = {"profile": {"usa": 1}, "labels": {"kind": "circle"}, "frequencies": ["1"], "name": "turning [b]"}
    return simulate(read_kernel({"family": "gauge", "d": 3, **fields}), n=12, tau=20)


def test_the_report_has_course_end_theory_and_cost(printed, flow):
    """At most nine rows from start to end, and what was decided."""
    text = printed(flow_report(flow, "source", {"sentence": "Decided: none.", "w2": 1e-9}))
    assert text.startswith("turning [b]: n = 12, d = 3, usa time")
    assert "The horizon was reached." in text
    assert "resultant of Q x 1.0" in text
    assert "Decided: none." in text
    assert "1.0000e-9" in text
    assert f"{flow.evaluations} field evaluations" in " ".join(text.split())
    assert 4 < text.count("\n") < 25


@pytest.mark.parametrize("end", ["stationary", "evaluations", "time limit", "interrupted", "step too small"])
def test_every_end_is_put_into_words(printed, flow, end):
    """None is taken for another."""
    assert "The horizon was reached" not in printed(flow_report(replace(flow, end=end), "x"))


def test_a_flow_without_steps_has_one_row(printed):
    """tau = 0."""
    fields = {"profile": "t", "labels": {"kind": "circle"}, "k": "1"}
    still = simulate(read_kernel({"family": "factor", "d": 2, **fields}), n=3, tau=0)
    text = printed(flow_report(still, "hostile \x1b[31m"))
    assert "hostile \\x1b[31m: n = 3, d = 2" in text
    assert "time in" not in text

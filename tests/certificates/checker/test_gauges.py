"""Frames and frequencies: the dimension of collapsed contents, exactly."""

from __future__ import annotations

from fractions import Fraction

import pytest
from handmade import ALIBI, IDENTITY, POLE, TURN, atoms, certificate, gauge

from verify.certificates.checker import check
from verify.certificates.checker.gauges import full_turns

ONE, ZERO = Fraction(1), Fraction(0)


def test_a_rational_phase_is_a_full_turn_only_if_it_is_zero():
    """pi is irrational."""
    assert full_turns([ZERO], [ONE], [ZERO])
    assert full_turns([ONE, -ONE], [ONE, ONE], [ZERO, ZERO])
    assert not full_turns([Fraction(44, 7)], [ONE], [ZERO])


@pytest.mark.parametrize(
    ("matrices", "views"),
    [([IDENTITY, IDENTITY], "all"), ([IDENTITY, TURN], "some"), ([IDENTITY, POLE], "none"), ([TURN, TURN], "all")],
)
def test_frames_collapse_what_they_agree_on(matrices, views):
    """{x: Q(a) x constant} is everything, an axis, or nothing."""
    problem = gauge(atoms(2), Q=matrices)
    assert check(certificate(problem, "gauge", f"{views} {views}", "T4")).accepted


def test_rational_frequencies_need_no_enclosure(monkeypatch):
    """A RoPE certificate of rational frequencies is read by the first tier alone."""
    from verify.certificates.checker import gauges, profiles, reading

    def closed():
        raise AssertionError("the second tier was asked")

    for module in (gauges, profiles, reading):
        monkeypatch.setattr(module, "beyond", closed)
    assert check(certificate(gauge(ALIBI, frequencies=["1", "1/10000"], d=5), "gauge", "some some", "T4")).accepted


def test_an_isolated_label_of_a_window_takes_its_own_content():
    """k >= 0 with two components: collapsed laws are some of the maximisers, and none where the frames disagree."""
    k = [["1", "0"], ["0", "1"]]
    assert check(certificate(gauge(atoms(2), Q=[IDENTITY, POLE], k=k), "gauge", "some some", "T4")).accepted


def test_without_a_parallel_section_a_connection_is_not_decided():
    """Quarter turns around a triangle add up to three quarters: no section is parallel, and no claim is proved."""
    one, turn, back = ([["1", "0"], ["0", "1"]], [["0", "-1"], ["1", "0"]], [["0", "1"], ["-1", "0"]])
    O = [[one, turn, back], [back, one, turn], [turn, back, one]]  # noqa: E741 - the letter of a connection
    problem = {"family": "connection", "d": 2, "profile": "t", "labels": atoms(3), "O": O}
    for claim in ("all all", "some some", "none none"):
        report = check(certificate(problem, "connection", claim, "T4d"))
        assert "no parallel section" in report.reason


def test_a_gauge_that_turns_is_decided_for_peaked_profiles_alone():
    """f = t^2 has f(-1) = f(1), so that T4 says nothing; for f = t no maximiser of a turning plane is collapsed."""
    problem = {"family": "gauge", "d": 2, "labels": {"kind": "positions", "n": 3}, "frequencies": ["1"]}
    assert check(certificate({**problem, "profile": "t"}, "gauge", "none none", "T4")).accepted
    assert not check(certificate({**problem, "profile": "t**2"}, "gauge", "none none", "T4")).accepted

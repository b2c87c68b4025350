"""The inequalities of T6 that Coq proves agree with an independent computation of the Bessel functions."""

from __future__ import annotations

import re

import mpmath
import pytest

from verify.certificates.coq.inequalities import INEQUALITIES
from verify.certificates.coq.libraries import INTERVAL
from verify.certificates.coq.theorems import stating


def _bessel(n: int, beta: str) -> mpmath.mpf:
    return mpmath.besseli(n, mpmath.mpf(beta))


def test_the_thresholds_stand_where_the_equations_have_their_roots():
    """9 I_3 = I_1, I_1' = I_1 and 4 I_2 = I_1 lie between the numbers of the statements."""
    with mpmath.workdps(30):
        planar = mpmath.findroot(lambda b: 9 * mpmath.besseli(3, b) - mpmath.besseli(1, b), 1.8)
        normal = mpmath.findroot(lambda b: mpmath.besseli(1, b, 1) - mpmath.besseli(1, b), 1.5)
        length = mpmath.findroot(lambda b: 4 * mpmath.besseli(2, b) - mpmath.besseli(1, b), 1.04)
        for root, below, above in (
            (planar, "1.786626677216", "1.786626677218"),
            (normal, "1.545127257992", "1.545127257993"),
            (length, "1.04445686", "1.04445687"),
        ):
            assert mpmath.mpf(below) < root < mpmath.mpf(above)
            assert sum(below in t.statement for t in INEQUALITIES) >= 1
            assert sum(above in t.statement for t in INEQUALITIES) >= 1


@pytest.mark.parametrize(
    ("arcs", "below", "above"), [(3, "1.957152746", "1.957152747"), (2, "2.74550864", "2.745508641")]
)
def test_arcs_pass_the_great_circle_between_the_numbers_of_the_statements(arcs, below, above):
    """N (sin(pi/N)/pi)^2 sum_j cos(th_j) e^{beta cos th_j} against I_1(beta)."""
    with mpmath.workdps(30):

        def energy(beta: str) -> mpmath.mpf:
            angles = [2 * mpmath.pi * j / arcs for j in range(arcs)]
            total = sum(mpmath.cos(a) * mpmath.exp(mpmath.mpf(beta) * mpmath.cos(a)) for a in angles)
            return arcs * (mpmath.sin(mpmath.pi / arcs) / mpmath.pi) ** 2 * total

        assert energy(below) < _bessel(1, below)
        assert energy(above) > _bessel(1, above)


def test_every_inequality_belongs_to_t6_and_to_the_interval_tier():
    """The tier is separate: its claims are told apart by their library."""
    assert {theorem.theorem for theorem in INEQUALITIES} == {"T6"}
    assert {theorem.library.name for theorem in INEQUALITIES} == {"CollapseInterval"}
    assert len({theorem.item for theorem in INEQUALITIES}) == len(INEQUALITIES)


def test_the_file_states_each_inequality_before_it_uses_the_library():
    """The statement is pinned: a theorem of the same name with another statement would not do."""
    file = stating(INEQUALITIES)
    for theorem in INEQUALITIES:
        source = (INTERVAL.sources() / f"{theorem.module}.v").read_text(encoding="utf-8")
        assert re.search(rf"^Theorem {theorem.name}\b", source, re.MULTILINE)
        assert file.text.index(theorem.statement) < file.text.index(f"exact {theorem.module}.{theorem.name}")
    assert file.library is INTERVAL
    assert len(file.theorems) == len(INEQUALITIES)

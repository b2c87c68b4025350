"""Labels as cells: masses sum to 1, cells cover, probes have positive mass."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import flint
import pytest

from verify.model.formula import parse_formula
from verify.model.labels import Atoms, Blocks, Circle, Interval, Positions, Torus
from verify.spectral.general.label_cells import grid_cell, has_coordinates, label_cells, label_probes

DENSITY = parse_formula("2*xi", {"xi"})
LAWS = [
    Atoms((Fraction(1, 3), Fraction(2, 3)), (Fraction(1), Fraction(2))),
    Positions((2, 3)),
    Circle(),
    Torus(2),
    Interval(Fraction(-1), Fraction(2)),
    Interval(Fraction(0), Fraction(1), DENSITY),
]


@pytest.mark.parametrize("labels", LAWS, ids=lambda law: law.kind)
def test_masses_of_all_cells_sum_to_one(labels):
    """Exactly for finite laws, in balls on a continuum."""
    assert sum((cell.mass for cell in label_cells(labels, 5)), flint.arb(0)).overlaps(flint.arb(1))


@pytest.mark.parametrize("labels", LAWS, ids=lambda law: law.kind)
def test_probes_have_positive_mass(labels):
    """What holds on a probe holds with positive probability."""
    probes = label_probes(labels, 4)
    assert probes
    assert all(cell.mass > 0 for cell in probes)


def test_cells_of_the_circle_cover_it():
    """Neighbouring cells overlap, the last one reaches 2 pi."""
    cells = label_cells(Circle(), 7)
    assert all(a.coordinates[0].overlaps(b.coordinates[0]) for a, b in pairwise(cells))
    assert cells[-1].coordinates[0].overlaps(2 * flint.arb.pi())


def test_mass_under_a_density_is_its_integral():
    """2 xi on [1/2, 1] has mass 3/4."""
    assert grid_cell(LAWS[-1], 2, (1,)).mass.overlaps(flint.arb(3) / 4)


def test_blocks_and_bare_atoms_have_no_coordinates():
    """Formulas in the label cannot be evaluated there."""
    half = (Fraction(1, 2),) * 2
    assert not has_coordinates(Blocks(half))
    assert not has_coordinates(Atoms(half))
    assert has_coordinates(Circle())

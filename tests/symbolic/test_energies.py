"""Energies: normalisation by small cases, potentials, indices that capture nothing."""

from __future__ import annotations

import pytest
import sympy

from verify.symbolic.balls import enclose
from verify.symbolic.energies import (
    I,
    J,
    N,
    bilinear_energy,
    bound_index,
    bound_label,
    coordinates,
    dissipation,
    explicit,
    factor_kernel,
    law_energy,
    particle_energy,
    potential,
    velocity,
)
from verify.symbolic.functions import Average, Kernel, Law, Profile
from verify.symbolic.samples import Sample
from verify.symbolic.sums import normal_sum
from verify.symbolic.vectors import Dot, SymmetricBase, UnitVectors

X, K, F = UnitVectors("x"), SymmetricBase("k"), Profile("f")


def test_the_energy_counts_every_pair_and_every_token_with_itself():
    """n = 2: 1/8 (k_11 f(1) + k_22 f(1) + 2 k_12 f(<x_1, x_2>))."""
    energy = particle_energy(factor_kernel(K, F), X.__getitem__, sympy.Integer(2)).doit()
    expected = ((K[1, 1] + K[2, 2]) * F(1) + 2 * K[1, 2] * F(Dot(X[1], X[2]))) / 8
    assert normal_sum(energy - expected) == {}


def test_the_written_out_energy_is_the_same():
    """In coordinates: two tokens on the circle, f = t."""
    (a, b), (c, d) = coordinates("x", 2, 2)
    k = [[1, 2], [2, 3]]
    assert sympy.expand(explicit(k, lambda t: t, [[a, b], [c, d]])) == sympy.expand(
        (a**2 + b**2 + 4 * (a * c + b * d) + 3 * (c**2 + d**2)) / 8
    )


def test_the_energy_of_a_law_is_half_the_mean_of_its_potential():
    """E = 1/2 ∫ V dmu, for an abstract table and for contents x(z)."""
    h, mu, z = SymmetricBase("h"), Law("mu"), sympy.Symbol("z", real=True)
    assert normal_sum(bilinear_energy(h, mu, mu) - Average(potential(h, mu, z), z, mu)) == {}
    ball = enclose(law_energy(Kernel("h"), mu) - law_energy(Kernel("h"), mu, X.__getitem__), Sample(1))
    assert ball.contains(0)


@pytest.mark.parametrize("used", [(I,), (I, J), (J, sympy.Symbol("m", integer=True, positive=True))])
def test_a_bound_index_occurs_nowhere_else(used):
    """Otherwise a sum would capture it."""
    assert bound_index(*used) not in used
    assert bound_label(sympy.Symbol("z'", real=True)) == sympy.Symbol("z''", real=True)


def test_the_velocity_is_tangential_and_dissipation_its_mean_square():
    """<x_i, xdot_i> = 0, and the mean of |xdot_i|^2 is nonnegative at an instance."""
    h = Kernel("h")

    def speed(i):
        return velocity(h.gradient, X.__getitem__, i)

    assert normal_sum(Dot(X[I], speed(I))) == {}
    assert enclose(dissipation(speed), Sample(4, {N: [3]})) > 0

"""Variations: first and second order, single tokens, laws; shown by name or written out."""

from __future__ import annotations

import sympy

from verify.symbolic.energies import I, J, L, N
from verify.symbolic.functions import Average, Law
from verify.symbolic.render import latex
from verify.symbolic.sums import normal_sum
from verify.symbolic.variations import EPSILON, along_law, moved, rate, second_rate, single
from verify.symbolic.vectors import Dot, SymmetricBase, Vector, Vectors

X, V, W = Vectors("x"), Vectors("v"), Vector("w")
x, v = X.__getitem__, V.__getitem__
K = SymmetricBase("k")


def quadratic(y):
    """Return sum k_ij <y_i, y_j>."""
    return sympy.Sum(K[I, J] * Dot(y(I), y(J)), (I, 1, N), (J, 1, N))


def test_variations_of_a_quadratic_form():
    """2 sum k_ij <x_i, v_j>, and 2 sum k_ij <v_i, v_j>."""
    first = sympy.Sum(2 * K[I, J] * Dot(X[I], V[J]), (I, 1, N), (J, 1, N))
    second = sympy.Sum(2 * K[I, J] * Dot(V[I], V[J]), (I, 1, N), (J, 1, N))
    assert normal_sum(rate(quadratic, x, v) - first) == {}
    assert normal_sum(second_rate(quadratic, x, v) - second) == {}


def test_moving_one_token_gives_its_gradient():
    """The gradient of the quadratic form in x_l is 2 sum_j k_lj x_j."""
    gradient = sympy.Sum(2 * K[L, J] * Dot(X[J], W), (J, 1, N))
    assert normal_sum(rate(quadratic, x, single(L, W)) - gradient) == {}


def test_moving_adds_epsilon_times_the_velocity():
    """x_i + eps v_i."""
    assert moved(x, v)(I) == X[I] + EPSILON * V[I]


def test_the_first_variation_along_laws():
    """Of a quadratic functional: twice the bilinear form."""
    h, z, w = SymmetricBase("h"), *sympy.symbols("z w", real=True)
    mu, sigma = Law("mu"), Law("sigma", 0)

    def energy(law):
        return Average(Average(h[z, w], w, law), z, law)

    assert normal_sum(along_law(energy, mu, sigma) - 2 * Average(Average(h[z, w], w, mu), z, sigma)) == {}


def test_a_name_stands_for_the_functional():
    """Shown, and without effect on the value."""
    named = rate(quadratic, x, v, r"F(x + \epsilon v)")
    assert latex(named) == r"\left. \frac{\partial}{\partial \epsilon} F(x + \epsilon v) \right|_{\epsilon=0}"
    assert normal_sum(named - rate(quadratic, x, v)) == {}

"""Profiles, kernels, laws and means: chain rule, linearity in the law, what is bound."""

from __future__ import annotations

import sympy

from verify.symbolic.functions import Average, Kernel, KernelGradient, Law, Profile, UniformCircle
from verify.symbolic.render import latex
from verify.symbolic.vectors import Dot, SymmetricBase, Vector

T, Z, A = sympy.symbols("t z a", real=True)
X, Y, W = Vector("x"), Vector("y"), Vector("w")


def test_the_chain_rule_of_a_profile():
    """(f(t^2))'' = 2 f'(t^2) + 4 t^2 f''(t^2)."""
    f = Profile("f")
    assert sympy.expand(f(T**2).diff(T, 2)) == 2 * f.derivative()(T**2) + 4 * T**2 * f.derivative(2)(T**2)


def test_the_gradient_of_a_kernel_in_both_contents():
    """By symmetry the second gradient is the first with the two ends exchanged."""
    h = Kernel("h")
    slope = h(1, 2, X + T * W, Y).diff(T)
    assert slope == Dot(KernelGradient("h", 1, 2, X + T * W, Y), W)
    assert h(1, 2, X, Y + T * W).diff(T) == Dot(KernelGradient("h", 2, 1, Y + T * W, X), W)


def test_laws_of_one_name_and_mass_are_one():
    """And of different mass are two."""
    assert Law("mu") == Law("mu", 1)
    assert Law("mu") != Law("mu", 0)
    assert Law("mu", 1, Z) != Law("mu", 1, A)


def test_a_mean_binds_its_variable():
    """Neither a derivative nor a substitution sees it."""
    mean = Average(A * Z**2, Z, Law("mu"))
    assert mean.free_symbols == {A}
    assert mean.diff(Z) == 0
    assert mean.diff(A) == Average(Z**2, Z, Law("mu"))
    assert mean.subs(Z, 3) == mean
    assert mean.subs(A, 3) == Average(3 * Z**2, Z, Law("mu"))
    assert Average(0, Z, Law("mu")) == 0


def test_a_mean_is_linear_in_its_law():
    """d/dt of a mean over mu + t sigma is the mean over sigma."""
    h = SymmetricBase("h")
    assert Average(h[Z, A], Z, Law("mu") + T * Law("sigma", 0)).diff(T) == Average(h[Z, A], Z, Law("sigma", 0))


def test_latex_of_a_mean_is_an_integral():
    """With the law's name, or the uniform measure of the circle."""
    assert latex(Average(A + Z, Z, Law("mu"))) == r"\int \left(a + z\right) \, \mu(dz)"
    assert latex(Average(Z, Z, UniformCircle())) == r"\frac{1}{2 \pi} \int_{0}^{2 \pi} z \, dz"

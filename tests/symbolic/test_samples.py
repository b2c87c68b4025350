"""Random instances: reproducible, of the right kind, with the relations that they must satisfy."""

from __future__ import annotations

import flint
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from verify.model.errors import InputError
from verify.symbolic.functions import Law, UniformCircle
from verify.symbolic.samples import Sample, inner, rotate, times, transpose
from verify.symbolic.vectors import EvenBase, SymmetricBase, UnitVectors

SEEDS = st.integers(0, 10**6)


@given(SEEDS)
def test_values_depend_on_seed_and_name_alone(seed):
    """Two samples of one seed agree, also at other precisions and in another order."""
    t, s = sympy.symbols("t s", real=True)
    first, second = Sample(seed), Sample(seed)
    a = [first.symbol(t), first.symbol(s)]
    with flint.ctx.workprec(300):
        b = [second.symbol(s), second.symbol(t)]
    assert [x.mid() for x in a] == [x.mid() for x in reversed(b)]


@given(SEEDS)
def test_vectors_and_maps_are_what_they_claim(seed):
    """Unit vectors have norm one, maps are orthogonal, rotations too."""
    sample = Sample(seed)
    x = sample.member(UnitVectors("x"), ("1",))
    assert inner(x, x).contains(1)
    q = sample.rotation("Q")
    product = [times(q, column) for column in transpose(transpose(q))]
    assert all(entry.contains(int(i == j)) for i, row in enumerate(_gram(q)) for j, entry in enumerate(row))
    assert len(product) == sample.dimension
    turned = rotate(x, flint.arb(1) / 3, sample.frequencies(), lambda a: (a.sin(), a.cos()))
    assert inner(turned, turned).contains(1)


def _gram(matrix):
    return [[inner(a, b) for b in matrix] for a in matrix]


@given(SEEDS, st.integers(0, 1))
def test_laws_have_their_mass(seed, mass):
    """Weights sum to it; those of a probability law are positive."""
    atoms = Sample(seed).law(Law("mu", mass), "", vector=False)
    assert sum((weight for weight, _ in atoms), flint.arb(0)).contains(mass)
    assert mass == 0 or all(weight > 0 for weight, _ in atoms)


def test_the_circle_is_exact_for_low_degrees():
    """Equally spaced points integrate e^{i m xi} exactly below their number."""
    atoms = Sample(0).law(UniformCircle(), "", vector=False)
    for m in range(1, 8):
        total = sum((w * (m * z).cos() for w, z in atoms), flint.arb(0))
        assert total.contains(0)
        assert total.rad() < 1e-10


@given(SEEDS)
def test_the_derivatives_of_a_profile_are_its_derivatives(seed):
    """Against power series arithmetic."""
    sample = Sample(seed)
    series = sample.profile("f", 0, flint.arb_series([flint.arb(1) / 3, 1], prec=4))
    for order, factorial in enumerate((1, 1, 2, 6)):
        assert (series[order] * factorial).overlaps(sample.profile("f", order, flint.arb(1) / 3))


@given(SEEDS)
def test_a_kernel_is_symmetric_with_its_gradient(seed):
    """h_ab(x, y) = h_ba(y, x); the gradient against power series."""
    sample = Sample(seed)
    x, y, w = (sample.vector(name) for name in "xyw")
    value, gradient = sample.kernel("h", "1", "2")
    other, _ = sample.kernel("h", "2", "1")
    assert value(x, y).overlaps(other(y, x))
    moved = [flint.arb_series([a, b], prec=2) for a, b in zip(x, w, strict=True)]
    assert value(moved, y)[1].overlaps(inner(gradient(x, y), w))


def test_symmetric_and_even_families():
    """k[i, j] = k[j, i] and c[-m] = c[m]."""
    sample = Sample(1)
    assert sample.member(SymmetricBase("k"), ("1", "2")) == sample.member(SymmetricBase("k"), ("2", "1"))
    assert sample.member(EvenBase("c"), ("-3",)) == sample.member(EvenBase("c"), ("3",))


def test_a_domain_is_kept():
    """Intervals, integers in a range, listed values."""
    t, m = sympy.Symbol("t"), sympy.Symbol("m", integer=True)
    for seed in range(20):
        sample = Sample(seed, {t: (3, 4), m: [7, 9]})
        assert 3 < sample.symbol(t) < 4
        assert sample.symbol(m) in (7, 9)
        assert Sample(seed, {m: (2, 3)}).symbol(m) in (2, 3)
    with pytest.raises(InputError, match="be rational"):
        Sample(0, {t: [sympy.sqrt(2)]}).symbol(t)

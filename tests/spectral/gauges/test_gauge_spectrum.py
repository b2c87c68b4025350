"""The spectrum of a gauge: singular values against NumPy, the collapsing dimension against their multiplicity of 1."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.model.kernels import read_kernel
from verify.model.numbers import float_value
from verify.model.verdict import Collapse, Status
from verify.spectral.gauges.gauge_spectrum import collapsing_space, describe_near, gauge_spectrum

SMALL = st.fractions(min_value=-3, max_value=3, max_denominator=4)
IDENTITY, QUARTER, MINUS = [[1, 0], [0, 1]], [[0, -1], [1, 0]], [[-1, 0], [0, -1]]
AXIS = [["cos(xi)", "-sin(xi)", "0"], ["sin(xi)", "cos(xi)", "0"], ["0", "0", "1"]]


def _gauge(d, labels, **fields):
    return read_kernel({"family": "gauge", "d": d, "profile": {"usa": 1}, "labels": labels, **fields})


def _cayley(d, entries):
    """Return the rational rotation (1 - A)(1 + A)^{-1} of the skew matrix with the given entries."""
    import sympy

    A = sympy.zeros(d, d)
    above = [(i, j) for i in range(d) for j in range(i)]
    for (i, j), x in zip(above, entries, strict=False):
        A[i, j], A[j, i] = sympy.Rational(x.numerator, x.denominator), -sympy.Rational(x.numerator, x.denominator)
    Q = (sympy.eye(d) - A) * (sympy.eye(d) + A).inv()
    return [[Fraction(int(x.p), int(x.q)) for x in Q.row(i)] for i in range(d)]


def _times(A, B):
    return [
        [sum((a * b for a, b in zip(row, column, strict=True)), Fraction(0)) for column in zip(*B, strict=True)]
        for row in A
    ]


def _transposed(A):
    return [list(row) for row in zip(*A, strict=True)]


@st.composite
def _tables(draw, d=3):
    """Draw weights and rational rotations that share a subspace of a random dimension, in a random frame."""
    n, moving = draw(st.integers(1, 3)), draw(st.integers(0, d))
    frame = _cayley(d, draw(st.lists(SMALL, min_size=d, max_size=d)))
    matrices = []
    for _ in range(n):
        block = (
            _cayley(moving, draw(st.lists(SMALL, min_size=3, max_size=3)))
            if moving > 1
            else [[Fraction(draw(st.sampled_from([1, -1])))]] * moving
        )
        Q = [[block[i][j] if max(i, j) < moving else Fraction(int(i == j)) for j in range(d)] for i in range(d)]
        matrices.append(_times(_times(frame, Q), _transposed(frame)))
    weights = draw(st.lists(st.integers(1, 5), min_size=n, max_size=n))
    return [Fraction(w, sum(weights)) for w in weights], matrices


def _atoms(weights):
    return {"kind": "atoms", "weights": [str(w) for w in weights]}


def _texts(matrices):
    return [[[str(x) for x in row] for row in matrix] for matrix in matrices]


def _values(spread):
    return sorted(float(sigma.value) for sigma in spread.sigma)


@given(table=_tables())
def test_singular_values_agree_with_numpy_and_their_ones_with_the_dimension(table):
    """sigma of ∫Q drho is NumPy's up to rounding, and exactly as many are 1 as the collapsing dimension says."""
    weights, matrices = table
    kernel = _gauge(3, _atoms(weights), Q=_texts(matrices))
    space = collapsing_space(kernel)
    spread = gauge_spectrum(kernel, space).spread
    M = sum(float(w) * np.array(Q, dtype=float) for w, Q in zip(weights, matrices, strict=True))
    np.testing.assert_allclose(_values(spread), np.sort(np.linalg.svd(M)[1]), atol=1e-7)
    assert space.exact
    assert sum(sigma.exact == "1" for sigma in spread.sigma) == space.dimension
    assert all(sigma.status in {Status.EXACT, Status.ENCLOSED} for sigma in spread.sigma)


@pytest.mark.slow
@given(table=_tables(), frame=st.lists(SMALL, min_size=6, max_size=6))
def test_dimension_is_invariant_under_orthogonal_changes_of_frame(table, frame):
    """Q -> P Q S^T changes neither the dimension nor the singular values."""
    weights, matrices = table
    P, S = _cayley(3, frame[:3]), _cayley(3, frame[3:])
    moved = [_times(_times(P, Q), _transposed(S)) for Q in matrices]
    first, second = (_gauge(3, _atoms(weights), Q=_texts(m)) for m in (matrices, moved))
    a, b = collapsing_space(first), collapsing_space(second)
    assert a.dimension == b.dimension
    np.testing.assert_allclose(
        _values(gauge_spectrum(first, a).spread), _values(gauge_spectrum(second, b).spread), atol=1e-12
    )


@given(table=_tables(), order=st.permutations(range(3)))
def test_dimension_is_invariant_under_relabelling(table, order):
    """A permutation of the labels changes nothing."""
    weights, matrices = table
    chosen = [i for i in order if i < len(weights)]
    first = _gauge(3, _atoms(weights), Q=_texts(matrices))
    second = _gauge(3, _atoms([weights[i] for i in chosen]), Q=_texts([matrices[i] for i in chosen]))
    assert collapsing_space(first).dimension == collapsing_space(second).dimension


@pytest.mark.slow
@given(
    omegas=st.lists(st.fractions(min_value=-4, max_value=4, max_denominator=30), min_size=1, max_size=3),
    n=st.integers(1, 30),
    rest=st.integers(0, 2),
)
def test_frequencies_agree_with_numpy(omegas, n, rest):
    """Dirichlet kernels, twice each, and ones for unrotated coordinates are the singular values of the float mean."""
    d = 2 * len(omegas) + rest
    kernel = _gauge(d, {"kind": "positions", "n": n}, frequencies=[str(w) for w in omegas])
    spectrum = gauge_spectrum(kernel, collapsing_space(kernel))
    M = kernel.matrices(np.arange(n)).mean(axis=0)
    np.testing.assert_allclose(_values(spectrum.spread), np.sort(np.linalg.svd(M)[1]), atol=1e-9)
    sigma_max, sigma_min = _values(spectrum.spread)[-1], _values(spectrum.spread)[0]
    assert float(spectrum.spread.smallest.value) == pytest.approx(1 - sigma_max**2, abs=1e-12)
    assert float(spectrum.spread.largest.value) == pytest.approx(1 - sigma_min**2, abs=1e-12)


def test_frequencies_and_matrices_of_formulas_agree():
    """R(xi) about an axis by frequencies and by a matrix of formulas: one dimension, the same singular values."""
    labels = {"kind": "interval", "a": "0", "b": "1"}
    by_frequency, by_formula = _gauge(3, labels, frequencies=["1"]), _gauge(3, labels, Q=AXIS)
    first, second = collapsing_space(by_frequency), collapsing_space(by_formula)
    assert first.dimension == second.dimension == 1
    assert (first.exact, second.exact) == (True, False)
    assert second.basis == ((0, 0, 1),)
    spreads = [gauge_spectrum(k, s).spread for k, s in ((by_frequency, first), (by_formula, second))]
    np.testing.assert_allclose(_values(spreads[0]), _values(spreads[1]), atol=1e-15)


def test_layout_of_planes_does_not_matter():
    """Interleaved and half-split pairings of the same two planes have the same spectrum."""
    c, s, C, S = "3/5", "4/5", "5/13", "12/13"
    interleaved = [[c, "-" + s, 0, 0], [s, c, 0, 0], [0, 0, C, "-" + S], [0, 0, S, C]]
    half_split = [[interleaved[i][j] for j in (0, 2, 1, 3)] for i in (0, 2, 1, 3)]
    unit = [[int(i == j) for j in range(4)] for i in range(4)]
    found = []
    for Q in (interleaved, half_split):
        kernel = _gauge(4, _atoms([Fraction(1, 2)] * 2), Q=[unit, Q])
        space = collapsing_space(kernel)
        found.append((space.dimension, gauge_spectrum(kernel, space).spread.sigma))
    assert found[0] == found[1]


def test_an_irrational_common_axis_is_found_and_confirmed():
    """1 and a reflection whose axis is at pi/8: that axis, confirmed by algebra; a second reflection leaves nothing."""
    half = "sqrt(2)/2"
    tilted = [[half, half], [half, "-" + half]]
    two = collapsing_space(_gauge(2, _atoms([Fraction(1, 2)] * 2), Q=[IDENTITY, tilted]))
    assert (two.dimension, two.exact) == (1, False)
    (v,) = two.basis
    first, second = (float_value(x) for x in v)
    assert second / first == pytest.approx(2**0.5 - 1)
    three = collapsing_space(_gauge(2, _atoms([Fraction(1, 3)] * 3), Q=[IDENTITY, tilted, [[1, 0], [0, -1]]]))
    assert three.dimension == 0


def test_components_ask_for_less():
    """Q = 1, R(pi/2): no vector is constant on both labels, every one on each label by itself."""
    kernel = _gauge(2, _atoms([Fraction(1, 2)] * 2), Q=[IDENTITY, QUARTER])
    assert collapsing_space(kernel).collapse is Collapse.NONE
    assert collapsing_space(kernel, [[0], [1]]).collapse is Collapse.ALL


def test_minus_identity_fixes_nothing_and_has_full_dimension():
    """Q = -1 at every label: constant, although it has no fixed vector."""
    space = collapsing_space(_gauge(2, _atoms([Fraction(1, 2)] * 2), Q=[MINUS, MINUS]))
    assert space.dimension == 2


def test_a_plane_hardly_turns_iff_its_wavelength_exceeds_the_positions():
    """2 pi/omega > n, told apart on both sides of the limit."""
    planes = {}
    for n in (628, 629):
        kernel = _gauge(2, {"kind": "positions", "n": n}, frequencies=["1/100"])
        (planes[n],) = gauge_spectrum(kernel, collapsing_space(kernel)).planes
    assert planes[628].wavelength == pytest.approx(200 * np.pi)
    assert (planes[628].hardly_turns, planes[629].hardly_turns) == (True, False)


def test_planes_that_nearly_coincide_are_named_and_change_nothing():
    """Equal frequencies are no special case; nearly equal ones are named, also modulo 2 pi on positions."""
    labels = {"kind": "positions", "n": 64}
    for frequencies, named in (
        (["1", "1"], False),
        (["1", "1 + 1/10**13"], True),
        (["1", "2*pi - 1 + 1/10**13"], True),
        (["1", "2"], False),
    ):
        kernel = _gauge(4, labels, frequencies=frequencies)
        space = collapsing_space(kernel)
        assert space.dimension == 0
        assert (describe_near(kernel.gauge.planes, space, kernel.labels) is not None) == named


def test_a_mean_that_is_not_enclosed_leaves_the_spread_out():
    """On a torus of two coordinates a matrix of formulas is decided, its mean is not integrated."""
    rotation = [["cos(xi1 + xi2)", "-sin(xi1 + xi2)"], ["sin(xi1 + xi2)", "cos(xi1 + xi2)"]]
    kernel = _gauge(2, {"kind": "torus", "dim": 2}, Q=rotation)
    space = collapsing_space(kernel)
    assert space.dimension == 0
    assert gauge_spectrum(kernel, space).spread is None


def test_a_plane_that_does_not_turn_collapses_in_both_directions():
    """Frequencies 1 and 2 pi on integers, d = 4 and 5: one plane is fixed, and the coordinate without a plane."""
    for d in (4, 5):
        rope = _gauge(d, {"kind": "positions", "n": 8}, frequencies=["1", "2*pi"])
        space = collapsing_space(rope)
        assert (space.dimension, space.collapse) == (d - 2, Collapse.SOME)

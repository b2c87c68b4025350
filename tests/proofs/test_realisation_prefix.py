"""T4b against the particles: any law on the sphere is realised by Householder gauges, exactly in fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.model.errors import InputError
from verify.model.kernels import FactorKernel, GaugeKernel, read_kernel
from verify.model.sphere import householder
from verify.particles import simulate
from verify.testing import KernelFailure, assert_decides, assert_realises
from verify.testing.content_targets import BlendTarget, CircleTarget, UniformTarget, exact_householder, prefix_kernel
from verify.testing.strategies import rational_unit_vectors, sphere_targets
from verify.testing.targets import AtomicLaw, CantorLaw, PowerLaw

#: A fifth of the profile's examples: each is a run.
FEW = max(10, settings().max_examples // 5)
U = (Fraction(2, 3), Fraction(1, 3), Fraction(2, 3))
UNIFORM = UniformTarget()


@pytest.mark.slow
@settings(max_examples=FEW)
@given(sphere_targets(3), rational_unit_vectors(3))
def test_every_law_on_the_sphere_is_realised(target, u):
    """Circles with atomic, dense and Cantor laws, the uniform law, and means of two, for any u."""
    kernel, _ = prefix_kernel(target, u, 32)
    assert_realises(kernel, target, np.array(u, dtype=float))


@pytest.mark.slow
@settings(max_examples=FEW)
@given(sphere_targets(4), rational_unit_vectors(4))
def test_every_law_on_circles_of_the_three_sphere_is_realised(target, u):
    """d = 4, where a continuous gauge exists as well; the Householder gauge does it in every dimension."""
    kernel, _ = prefix_kernel(target, u, 32)
    assert_realises(kernel, target, np.array(u, dtype=float))


@settings(max_examples=FEW)
@given(sphere_targets(3), rational_unit_vectors(3))
def test_the_realised_law_has_the_maximal_energy_exactly(target, u):
    """In fractions: <Q_p T(p), Q_q T(q)> = 1 for all prompts, so that E = f(1)/2 for every f; x = u included."""
    _, contents = prefix_kernel(target, u, 8)
    for x in (*contents, u):
        Q = exact_householder(x, u)
        image = [sum(a * b for a, b in zip(row, x, strict=True)) for row in Q]
        assert image == list(u)


def test_the_uniform_law_is_within_its_bound_and_far_from_collapse():
    """1 - |mean|^2 is nearly 1; the decision says exactly that no maximiser is collapsed."""
    kernel, _ = prefix_kernel(UNIFORM, U, 64)
    found = assert_realises(kernel, UNIFORM, np.array(U, dtype=float))
    assert found.flow.observables["spread"] > 1 - 1e-9
    assert 0.1 < found.w2 < found.bound < 0.7
    assert_decides(kernel, graph_laws="none", all_laws="none", status="exact")


def test_more_prompts_come_nearer_to_the_uniform_law():
    """The measured W2 falls like the bound, as 1/sqrt(n)."""
    found = [assert_realises(prefix_kernel(UNIFORM, U, n)[0], UNIFORM, np.array(U, dtype=float)) for n in (16, 64)]
    assert found[0].w2 > 1.5 * found[1].w2


def test_equal_prompts_collapse():
    """T constant: the law is one point, exactly."""
    point = CircleTarget(AtomicLaw((1.0,), (Fraction(1),)), 3)
    kernel, _ = prefix_kernel(point, U, 6)
    assert_decides(kernel, graph_laws="all", all_laws="all", status="exact")
    assert assert_realises(kernel, point, np.array(U, dtype=float)).w2 < 1e-7


@pytest.mark.slow
@settings(max_examples=FEW)
@given(st.integers(0, 10**6))
def test_the_flow_in_gauge_variables_is_the_plain_flow(seed):
    """T4c: u = Q x turns the flow into that of plain self-attention, particle by particle, to rounding."""
    target = BlendTarget((CircleTarget(CantorLaw(0.0, 6.0), 3, 2), UNIFORM))
    kernel, _ = prefix_kernel(target, U, 8)
    rng = np.random.default_rng(seed)
    start = rng.standard_normal((8, 3))
    start /= np.linalg.norm(start, axis=1, keepdims=True)
    labels = np.arange(8)
    Q = kernel.matrices(labels)
    plain = read_kernel(
        {
            "family": "factor",
            "d": 3,
            "profile": {"usa": 1},
            "labels": {"kind": "positions", "n": 8},
            "k": [["1"] * 8] * 8,
        }
    )
    assert isinstance(plain, FactorKernel)
    moved = simulate(kernel, x=start, labels=labels, tau=2.0, tolerance=1e-12)
    beside = simulate(plain, x=np.einsum("nij,nj->ni", Q, start), labels=labels, tau=2.0, tolerance=1e-12)
    assert np.einsum("nij,nj->ni", Q, moved.final) == pytest.approx(beside.final, abs=1e-10)


# ---------------------------------------------------------------- dropped hypotheses


@pytest.mark.slow
def test_finitely_many_prompts_realise_no_law_without_atoms():
    """Nonatomic prompts dropped: with four prompts W2 to the uniform law stays, however many particles there are."""
    kernel, _ = prefix_kernel(UNIFORM, U, 4)
    few = [assert_realises(kernel, UNIFORM, np.array(U, dtype=float), n=n).w2 for n in (16, 64, 256)]
    many = assert_realises(prefix_kernel(UNIFORM, U, 64)[0], UNIFORM, np.array(U, dtype=float)).w2
    assert min(few) > 3 * many


def test_gauges_of_other_prompts_realise_another_law():
    """Q(p) T(p) = u dropped."""
    circle = CircleTarget(PowerLaw(0.0, 6.0), 3)
    kernel, _ = prefix_kernel(circle, U, 64)
    with pytest.raises(KernelFailure, match="not the target"):
        assert_realises(kernel, UNIFORM, np.array(U, dtype=float))


def test_another_u_realises_another_law():
    """The gauges were made for u: at another direction the contents are Q(p)^T of that."""
    kernel, _ = prefix_kernel(CircleTarget(CantorLaw(0.0, 6.0), 3), U, 32)
    with pytest.raises(KernelFailure, match="not the target"):
        assert_realises(kernel, CircleTarget(CantorLaw(0.0, 6.0), 3), np.array([0.0, 0.0, -1.0]))


def test_matrices_that_are_not_orthogonal_are_no_gauge():
    """Q in O(d) dropped: the kernel is refused."""
    document = {"family": "gauge", "profile": {"usa": 1}, "labels": {"kind": "atoms", "weights": ["1"]}}
    with pytest.raises(InputError, match="orthogonal"):
        read_kernel(document | {"Q": [[["1", "1"], ["0", "1"]]]})


def test_a_factor_that_changes_sign_ends_elsewhere():
    """k = 1 dropped: with the table k = -1 off the diagonal the gauge variables repel each other."""
    plain, _ = prefix_kernel(CircleTarget(CantorLaw(0.0, 6.0), 3), U, 4)
    table = [["1" if i == j else "-1" for j in range(4)] for i in range(4)]
    kernel = read_kernel(plain.normal_form() | {"k": table})
    assert isinstance(kernel, GaugeKernel)
    flow = simulate(kernel, n=4, tau=200.0)
    u = np.einsum("nij,nj->ni", kernel.matrices(np.arange(4)), flow.final)
    assert np.linalg.norm(u.mean(axis=0)) < 0.5


def test_the_householder_gauge_has_no_limit_at_u_and_is_measurable_there():
    """Prompts on both sides of u, as near as floats allow: gauges far apart, contents realised all the same."""
    u = np.array([0.0, 0.0, 1.0])
    near = [np.array([np.sin(e) * c, np.sin(e) * s, np.cos(e)]) for e in (1e-8,) for c, s in ((1, 0), (0, 1))]
    gauges = [householder(x, u) for x in near]
    assert np.linalg.norm(gauges[0] - gauges[1]) > 1
    for Q, x in zip(gauges, near, strict=True):
        assert pytest.approx(u, abs=1e-15) == Q @ x

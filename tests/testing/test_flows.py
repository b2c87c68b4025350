"""The flow is the gradient flow of its energy; fields that are not are refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.model.kernels import read_kernel
from verify.testing import KernelFailure, assert_gradient_flow, strategies
from verify.testing.flows import remainder_slope

#: A fifth of the profile's examples, for what takes long.
FEW = max(10, settings().max_examples // 5)


@settings(max_examples=2 * FEW)
@given(strategies.kernels().filter(lambda document: document["family"] != "matrix"), st.integers(0, 10**6))
def test_the_solvers_field_is_n_times_the_gradient(document, seed):
    """Kernels of every family, at random contents: the solver against the kernel's own energies."""
    assert_gradient_flow(read_kernel(document), rng=seed, tau=0.1)


@settings(max_examples=FEW)
@given(strategies.label_laws(3), st.sampled_from(["1", "2", "-1/2"]))
def test_constant_factors_act_once(labels, k):
    """On every kind of labels, k = c multiplies the plain flow by c."""
    document = {"family": "factor", "d": 3, "profile": {"usa": 1}, "labels": labels}
    n = {"blocks": len(labels.get("weights", [])), "atoms": len(labels.get("weights", []))}.get(labels["kind"])
    table = k if n is None else [[k] * n] * n
    assert_gradient_flow(read_kernel(document | {"k": table}), tau=0.1)


@pytest.mark.parametrize(
    "matrix",
    [2 * np.eye(6), -np.eye(6), 1.01 * np.eye(6), np.eye(6)[::-1]],
    ids=["twice", "reversed", "one-part-in-a-hundred", "of-another-token"],
)
def test_a_field_that_is_no_gradient_is_refused(cosine, matrix):
    """The remainder keeps a first order."""
    kernel = read_kernel(cosine)

    def field(x, labels):
        force = matrix @ kernel.gradient(x, labels, x, labels).mean(axis=1)
        return force - np.sum(force * x, axis=1)[:, None] * x

    with pytest.raises(KernelFailure, match=r"(?s)is not n grad E.*theorem: T0"):
        assert_gradient_flow(kernel, velocity=field)


def test_an_asymmetric_kernel_has_no_energy_whose_gradient_flow_it_is(cosine):
    """Symmetry dropped: causal attention's field is not n grad E of the symmetric energy."""
    kernel = read_kernel(cosine)

    def causal(x, labels):
        force = np.einsum("nmd,nm->nd", kernel.gradient(x, labels, x, labels), np.tri(len(x))) / len(x)
        return force - np.sum(force * x, axis=1)[:, None] * x

    with pytest.raises(KernelFailure, match=r"h\(z, z'\) = h\(z', z\)"):
        assert_gradient_flow(kernel, velocity=causal)


def test_a_field_that_leaves_the_sphere_is_refused(cosine):
    """Without the projection."""
    kernel = read_kernel(cosine)
    with pytest.raises(KernelFailure, match="leaves the sphere"):
        assert_gradient_flow(kernel, velocity=lambda x, labels: kernel.gradient(x, labels, x, labels).mean(axis=1))


def test_the_slope_is_two_for_the_gradient_and_one_without():
    """At two tokens at a right angle, where E'' along the motion is not 0."""
    kernel = read_kernel({"family": "factor", "d": 2, "profile": {"usa": 2}, "labels": {"kind": "circle"}, "k": "1"})
    x, labels = np.eye(2), np.zeros(2)
    v = np.array([[0.0, 0.5], [0.5, 0.0]])  # (1/2) e^0, tangential
    w = np.array([[0.0, 1.0], [0.0, 0.0]])
    assert remainder_slope(kernel, labels, x, v, w) == pytest.approx(2, abs=0.1)
    assert remainder_slope(kernel, labels, x, 0 * v, w) == pytest.approx(1, abs=0.1)
    assert remainder_slope(kernel, labels, x, v, 0 * w) is None


@pytest.mark.parametrize("scale", [0, 1, -1])
def test_a_field_that_rounding_hides_is_undecided(scale):
    """h = 10^12 + <x, y>: no change of the energy is seen, and no field passes, not even the right one."""
    document = {"family": "factor", "d": 3, "profile": "10**12 + t", "labels": {"kind": "circle"}, "k": "1"}
    kernel = read_kernel(document)

    def field(x, labels):
        force = scale * kernel.gradient(x, labels, x, labels).mean(axis=1)
        return force - np.sum(force * x, axis=1)[:, None] * x

    with pytest.raises(KernelFailure, match=r"(?s)undecided.*hides whether x' is n grad E"):
        assert_gradient_flow(kernel, velocity=field)


def test_tokens_at_rest_have_a_gradient_too(cosine):
    """k = 0 moves nothing, and one token follows no other: the field 0 is right there, and a small one is not."""
    kernel = read_kernel(cosine | {"d": 3, "k": "0"})
    assert_gradient_flow(kernel)
    with pytest.raises(KernelFailure, match="not n grad E"):
        assert_gradient_flow(kernel, velocity=lambda x, _labels: 1e-9 * np.cross(x, np.ones(3)))
    assert_gradient_flow(read_kernel(cosine), n=1)


def test_a_field_of_another_shape_is_refused(cosine):
    """Neither a vector for each particle, nor a broadcast of one."""
    with pytest.raises(KernelFailure, match="has the shape"):
        assert_gradient_flow(read_kernel(cosine), velocity=lambda _x, _labels: np.zeros((2, 2)))

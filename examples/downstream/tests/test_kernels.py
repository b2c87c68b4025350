"""The model's kernels keep tokens apart, and its code is the flow that the theorems speak of."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from mymodel import KERNELS, rotary_velocity

import verify
from verify.testing import assert_decides, assert_gradient_flow, assert_noncollapse, assert_realises, strategies
from verify.testing.content_targets import OrbitTarget, orbit_kernel
from verify.testing.targets import CantorLaw


def test_rotary_positions_keep_tokens_apart() -> None:
    """Every maximiser has at least this variance of contents: a proved bound."""
    assert_noncollapse(KERNELS / "rotary.kernel.json", spread=0.98)


def test_the_ring_keeps_tokens_apart() -> None:
    """Its factor changes sign."""
    assert_noncollapse(KERNELS / "ring.kernel.json")


def test_the_models_own_code_is_the_gradient_flow_of_its_kernel() -> None:
    """Taylor remainders of the energy against the velocity in NumPy."""
    kernel: Any = verify.load_kernel(KERNELS / "rotary.kernel.json")
    assert_gradient_flow(kernel, velocity=rotary_velocity, n=8)


@given(strategies.positive_rationals())
def test_every_rational_frequency_keeps_tokens_apart(frequency: Fraction) -> None:
    """A property: no rational other than 0 is a multiple of 2 pi."""
    labels = {"kind": "positions", "n": 16}
    kernel = {"family": "gauge", "d": 2, "profile": {"usa": 1}, "labels": labels, "frequencies": [str(frequency)]}
    assert_noncollapse(kernel)


@given(strategies.positive_factor_kernels())
def test_positive_biases_collapse(kernel: dict[str, Any]) -> None:
    """What the signs in the ring are for."""
    assert_decides({key: value for key, value in kernel.items() if key != "expect"}, all_laws="all")


@pytest.mark.parametrize("n", [16, 64])
def test_positions_with_the_cantor_law_end_on_it(n: int) -> None:
    """The flow realises a law without density and without atoms."""
    target = OrbitTarget(CantorLaw(0.0, 6.0), (1.0,), (1.0, 0.0))
    assert_realises(orbit_kernel(target, n), target, np.array([1.0, 0.0]))

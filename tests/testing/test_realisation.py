"""The assertion that a flow realises a target: what it measures, and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest

from verify.model.errors import InputError
from verify.model.kernels import read_kernel
from verify.testing import KernelFailure, assert_realises
from verify.testing.content_targets import OrbitTarget, orbit_kernel
from verify.testing.realisation import mirrored_start
from verify.testing.targets import CantorLaw, PowerLaw

E1 = np.array([1.0, 0.0])
CANTOR = OrbitTarget(CantorLaw(0.0, 6.0), (1.0,), (1.0, 0.0))


@pytest.mark.parametrize("n", [2, 9, 40])
def test_a_mirrored_start_is_its_own_mirror_image(n):
    """In the open half space of u, as a set fixed by the mirror."""
    u = np.array([0.6, 0.0, 0.8])
    y = mirrored_start(n, u, np.random.default_rng(n))
    assert (y @ u > 0).all()
    image = 2 * (y @ u)[:, None] * u - y
    assert np.sort(image, axis=0) == pytest.approx(np.sort(y, axis=0), abs=1e-12)


def test_the_failure_names_the_theorem_the_hypothesis_and_the_kernel():
    """A uniform label law in place of Cantor's."""
    other = orbit_kernel(OrbitTarget(PowerLaw(0.0, 6.0), (1.0,), (1.0, 0.0)), 64)
    with pytest.raises(KernelFailure) as caught:
        assert_realises(other, CANTOR, E1)
    text = str(caught.value)
    assert "theorem: T4a (orbitwise realisation)" in text
    assert "hypothesis: the law of Q(xi)^T u is the target fails: W2 = " in text
    assert '"family": "gauge"' in text


def test_the_mean_of_the_end_is_the_product_of_cosines():
    """|mean x| = |rhohat(1)| of the Cantor law, within what W2 allows: an independent closed form."""
    found = assert_realises(orbit_kernel(CANTOR, 64), CANTOR, E1)
    resultant = float(np.linalg.norm(found.flow.final.mean(axis=0)))
    assert abs(resultant - CANTOR.line.transform(1.0)) <= CANTOR.bound(64) + 1e-9


def test_a_kernel_without_a_gauge_or_with_a_factor_is_bad_input(cosine, rope):
    """The theorem speaks of gauges alone."""
    for document in (cosine, rope | {"k": [["1"] * 9] * 9}):
        with pytest.raises(InputError, match="gauge kernel without a factor"):
            assert_realises(read_kernel(document), CANTOR, E1)

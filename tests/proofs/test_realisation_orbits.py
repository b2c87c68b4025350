"""T4a against the particles: any law on an orbit is realised by the label law that the theorem gives, and no other."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings

from verify.model.kernels import read_kernel
from verify.model.labels import Positions
from verify.model.profiles import Profile
from verify.model.sphere import sample_uniform
from verify.particles import simulate
from verify.particles.transport import wasserstein_sphere
from verify.testing import KernelFailure, assert_decides, assert_realises
from verify.testing.content_targets import OrbitTarget, orbit_kernel
from verify.testing.strategies import orbit_targets
from verify.testing.targets import AtomicLaw, CantorLaw, PowerLaw

#: A fifth of the profile's examples: each is a run.
FEW = max(10, settings().max_examples // 5)
E1 = (1.0, 0.0)
UNIFORM = OrbitTarget(PowerLaw(0.0, 2 * np.pi), (1.0,), E1)
CANTOR = OrbitTarget(CantorLaw(0.0, 6.0), (1.0,), E1)


@pytest.mark.slow
@settings(max_examples=FEW)
@given(orbit_targets(2))
def test_every_law_on_the_circle_is_realised(target):
    """Atomic, with a density, singular, mixed: the end of the flow is within the proved finite-n bound of it."""
    assert_realises(orbit_kernel(target, 48), target, np.array(target.u))


@pytest.mark.slow
@settings(max_examples=FEW)
@given(orbit_targets(5))
def test_every_law_on_an_orbit_in_five_dimensions_is_realised(target):
    """Two planes that turn at integer rates and a coordinate that does not."""
    assert_realises(orbit_kernel(target, 48), target, np.array(target.u))


def test_atoms_with_matching_weights_are_realised_exactly():
    """The bound is 0 but for the residual of the run, which is rounding."""
    weights = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
    target = OrbitTarget(AtomicLaw((0.25, 1.0, 4.0), weights), (1.0,), E1)
    found = assert_realises(orbit_kernel(target, 12), target, np.array(E1))
    assert found.bound < 1e-6
    assert wasserstein_sphere(found.flow.final, target.points(12)) < 1e-12


def test_the_distance_to_the_uniform_law_is_the_closed_form():
    """n equally spaced points and the uniform circle: pi/(sqrt(3) n), up to the finer set that stands for that."""
    n = 48
    found = assert_realises(orbit_kernel(UNIFORM, n), UNIFORM, np.array(E1))
    assert found.w2 == pytest.approx(np.pi / (np.sqrt(3) * n), rel=1e-2)
    assert found.w2 < found.bound < 3 * found.w2


def test_the_decision_agrees_that_the_realised_law_is_a_maximum():
    """No maximiser is collapsed, exactly; the spread is 1 - |rhohat(1)|^2."""
    kernel = orbit_kernel(CANTOR, 16)
    verdict = assert_decides(kernel, graph_laws="none", all_laws="none", status="exact")
    transform = abs(np.mean(np.exp(1j * CANTOR.line.quantiles(16))))
    assert float(verdict.spread.smallest.value) == pytest.approx(1 - transform**2, abs=1e-12)


# ---------------------------------------------------------------- dropped hypotheses


def test_another_label_law_does_not_realise_the_target():
    """Uniform labels for Cantor's law."""
    with pytest.raises(KernelFailure, match="the end of the flow is not the target"):
        assert_realises(orbit_kernel(UNIFORM, 48), CANTOR, np.array(E1))


def test_a_frequency_of_zero_realises_the_collapsed_law_alone():
    """The orbit is a point."""
    still = orbit_kernel(OrbitTarget(CANTOR.line, (0.0,), E1), 48)
    assert_decides(still, all_laws="all", status="exact")
    with pytest.raises(KernelFailure, match=r"theorem: T4a"):
        assert_realises(still, CANTOR, np.array(E1))
    point = OrbitTarget(AtomicLaw((0.0,), (Fraction(1),)), (1.0,), E1)
    assert assert_realises(still, point, np.array(E1)).w2 < 1e-6


@pytest.mark.slow
def test_few_integer_positions_realise_no_law_with_a_density():
    """Three positions: three atoms. With many, the law of 0, 1, 2, ... mod 2 pi comes near the uniform one."""
    document = {"family": "gauge", "d": 2, "profile": {"usa": 1}, "frequencies": ["1"]}
    three = read_kernel(document | {"labels": {"kind": "positions", "n": 3}})
    with pytest.raises(KernelFailure, match="not the target"):
        assert_realises(three, UNIFORM, np.array(E1), n=48)
    many = read_kernel(document | {"labels": {"kind": "positions", "n": 710}})  # 710 = 113 * 2 pi + 6e-5
    assert isinstance(many.labels, Positions)
    assert assert_realises(many, UNIFORM, np.array(E1)).w2 < 0.01


def test_a_law_off_the_orbit_is_not_realised():
    """In four dimensions the radii in the planes are conserved along an orbit: another u, another orbit."""
    u, other = (0.6, 0.0, 0.8, 0.0), (0.8, 0.0, 0.6, 0.0)
    line = PowerLaw(0.0, 2 * np.pi)
    target = OrbitTarget(line, (1.0, 2.0), u)
    kernel = orbit_kernel(target, 48)
    assert_realises(kernel, target, np.array(u))
    with pytest.raises(KernelFailure, match="not the target"):
        assert_realises(kernel, target, np.array(other))


def test_incommensurate_frequencies_come_near_the_torus_law_without_realising_it():
    """Frequencies 1 and sqrt 2: no orbit segment is the torus law, and longer ones come nearer to it (a weak limit)."""
    u = (np.sqrt(0.5), 0.0, np.sqrt(0.5), 0.0)
    side = 12
    a, b = (2 * np.pi * (part.ravel() + 0.5) / side for part in np.meshgrid(np.arange(side), np.arange(side)))
    torus = np.sqrt(0.5) * np.stack([np.cos(a), np.sin(a), np.cos(b), np.sin(b)], axis=1)
    distances = []
    for turns in (1, 5):
        target = OrbitTarget(PowerLaw(0.0, 2 * np.pi * turns), (1.0, float(np.sqrt(2))), u)
        distances.append(wasserstein_sphere(target.points(side * side), torus))
    assert distances[0] > 2 * distances[1] > 0.1


def test_a_profile_without_its_peak_at_one_does_not_gather_the_gauge_variables():
    """f(t) < f(1) dropped: f = -t has its maximum at -1, and the contents repel each other instead of meeting."""
    repelling = orbit_kernel(CANTOR, 12, Profile.of_formula("-t"))
    with pytest.raises(KernelFailure, match=r"(?s)does not end at the law of.*f\(t\) < f\(1\) for t < 1 fails"):
        assert_realises(repelling, CANTOR, np.array(E1))


def test_an_even_profile_ends_at_two_antipodal_orbits():
    """f = t^2 attains its maximum at -1 too: from all over the circle the end is ±Q(xi)^T u, and no graph of one u."""
    kernel = orbit_kernel(CANTOR, 24, Profile.of_formula("t**2"))
    labels = np.arange(24)
    start = sample_uniform(24, 2, np.random.default_rng(5))
    flow = simulate(kernel, x=start, labels=labels, tau=float("inf"))
    u = np.einsum("nij,nj->ni", kernel.matrices(labels), flow.final)
    heights = u @ u[0]
    assert np.abs(np.abs(heights) - 1).max() < 1e-9
    assert {round(float(h)) for h in heights} == {1, -1}
    assert flow.energy == pytest.approx(0.5, abs=1e-9)

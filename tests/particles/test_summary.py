"""Energies and observables in the asked unit."""

from __future__ import annotations

import math

import numpy as np
import pytest

from verify.particles.arguments import labels_of
from verify.particles.simulate import simulate
from verify.particles.summary import collapsed_energy
from verify.particles.system import system_of


def test_the_energy_is_the_kernels_own(zoo, family, naive):
    """E = 1/2 mean h at start and end, by the kernel's block."""
    kernel = zoo[family]
    flow = simulate(kernel, n=12, tau=0.5)
    for x, energy in ((flow.initial, flow.course["energy"][0]), (flow.final, flow.energy)):
        assert energy == pytest.approx(naive(kernel, x, flow.labels)[1], rel=1e-11)


def test_the_collapsed_energy_is_that_of_one_content(zoo, naive):
    """Half the mean of k f(1), with gauges at u."""
    for name in ("cosine", "distance", "table", "lags", "rope", "gauge with factor"):
        kernel = zoo[name]
        labels = labels_of(kernel.labels, 10)
        system = system_of(kernel, labels)
        x = system.to_contents(np.tile(np.eye(kernel.d)[0], (10, 1)))
        assert collapsed_energy(system) == pytest.approx(naive(kernel, x, labels)[1], abs=1e-12)
    assert collapsed_energy(system_of(zoo["additive"], np.zeros(2))) is None


def test_units_are_converted_and_never_confused(plain):
    """tau in usa time is e^beta tau in peak time; energies differ by e^{-beta}; the states are the same."""
    beta, tau = 2, 3.0
    usa = simulate(plain(beta), n=20, tau=tau)
    as_peak = simulate(plain(beta), n=20, tau=tau * math.exp(beta), unit="peak")
    own_peak = simulate(plain(beta, kind="peak"), n=20, tau=tau * math.exp(beta))
    for peak in (as_peak, own_peak):
        assert np.abs(peak.final - usa.final).max() < 1e-9
        assert peak.energy * math.exp(beta) == pytest.approx(usa.energy, rel=1e-12)
        ratio = usa.course["dissipation"][0] / peak.course["dissipation"][0]
        assert ratio == pytest.approx(math.exp(2 * beta))
    assert (usa.unit, as_peak.unit) == ("kernel", "peak")


def test_what_must_be_said_is_said(zoo, plain):
    """The gauge flow rotates values; plain kernels need no note."""
    assert "rotates the values" in simulate(zoo["rope"], n=3, tau=0.1).notes[0]
    assert simulate(plain(), n=3, tau=0.1).notes == ()

"""Bounds on continua: attained by great circles, above every winding law, and above what cells and folding lose."""

from __future__ import annotations

import numpy as np
import pytest

from verify.model.errors import InputError
from verify.model.kernels import read_kernel
from verify.optimize.bounds.continuum import cell_bounds, definite_bounds, equispaced_bounds, symbol_bounds
from verify.optimize.bounds.energy import bound_energy

WAVES = ["cos(xi - zeta)", "cos(xi - zeta) - cos(5*(xi - zeta))/2", "1/3 - cos(2*(xi - zeta))", "exp(cos(xi - zeta))"]


def _circle(k, profile="t", d=2, **labels):
    given = {"family": "factor", "d": d, "profile": profile, "k": k, "labels": labels or {"kind": "circle"}}
    return read_kernel(given)


def _winding_energy(kernel, m, n=256):
    """E of x = (cos m xi, sin m xi, 0, ..) on n equispaced labels."""
    angles = np.arange(n) * 2 * np.pi / n
    x = np.zeros((n, kernel.d))
    x[:, 0], x[:, 1] = np.cos(m * angles), np.sin(m * angles)
    return kernel.block(x, angles, x, angles).mean() / 2


@pytest.mark.parametrize("k", WAVES)
@pytest.mark.parametrize(("profile", "d"), [("t", 2), ("exp(2*t)/2", 3), ("exp(t) - 3", 2), ("t**3", 4)])
def test_winding_laws_stay_below_every_bound(k, profile, d):
    """Windings 0 to 5 and the bounds by symbol and by automatic choice; linear f attains sup khat / 2."""
    kernel = _circle(k, profile, d)
    (bound,) = symbol_bounds(kernel)
    best = max(_winding_energy(kernel, m) for m in range(6))
    assert best <= float(bound.upper) + 1e-12
    if profile == "t":
        assert float(bound.upper) == pytest.approx(best, rel=1e-12)


def test_the_cosine_kernel_is_bounded_by_a_quarter_of_the_gap():
    """f = e^{beta t}/beta, d = 3: sup khat = 1/2, khat(0) = 0, so E <= (f(1) - a_0)/4 = (e^b - sinh(b)/b)/(4 b)."""
    (bound,) = symbol_bounds(_circle("cos(xi - zeta)", {"usa": 2}, 3))
    assert float(bound.upper) == pytest.approx((np.exp(2) - np.sinh(2) / 2) / 8, rel=1e-14)


def test_folding_with_a_negative_coefficient_would_be_false():
    """k = cos s - cos(5s)/2, N = 4, f = t: folding all of k gives 1/8, the great circle has 1/4, the bound is 1/4."""
    kernel = _circle("cos(xi - zeta) - cos(5*(xi - zeta))/2")
    (bound,) = equispaced_bounds(kernel, 4)
    assert float(bound.upper) == pytest.approx(_winding_energy(kernel, 1), rel=1e-12)
    angles = np.arange(4) * np.pi / 2
    x = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    assert kernel.block(x, angles, x, angles).mean() / 2 == pytest.approx(1 / 8)


@pytest.mark.parametrize("n", [1, 2, 3, 5, 8])
def test_equispaced_labels_never_beat_the_symbol(n):
    """Folding adds coefficients, so the bound of N labels is at least that of the symbol, and equal for N > 2 deg."""
    kernel = _circle("cos(xi - zeta) + cos(2*(xi - zeta))/3", "exp(t)")
    (few,), (all_labels,) = equispaced_bounds(kernel, n), symbol_bounds(kernel)
    assert float(few.upper) >= float(all_labels.upper) - 1e-12
    if n > 4:
        assert float(few.upper) == pytest.approx(float(all_labels.upper), rel=1e-7)


def test_cells_bound_what_has_no_symbol():
    """k = xi + zeta - 1 on [0, 1], f = t: x = ±e_1, cut at 1/2 - 1/sqrt(12), has E = sqrt(3)/18; cells lose little."""
    line = _circle("xi + zeta - 1", kind="interval", a=0, b=1)
    (bound,) = cell_bounds(line)
    assert np.sqrt(3) / 18 <= float(bound.upper) <= np.sqrt(3) / 18 + 0.01
    assert symbol_bounds(line) == ()
    assert equispaced_bounds(line) == ()


def test_a_density_is_part_of_the_law():
    """rho = 2 xi on [0, 1], k = 1: E = f(1)/2 for every collapsed law, and the bound is near it from above."""
    ramp = _circle("1", "exp(t)", kind="interval", a=0, b=1, density="2*xi")
    (bound,) = cell_bounds(ramp)
    assert np.e / 2 <= float(bound.upper) <= np.e / 2 * 1.05


def test_the_torus_has_a_symbol():
    """k = cos(xi1 - zeta1) cos(xi2 - zeta2) has khat = 1/4 at four modes: 1/8 for f = t."""
    torus = _circle("cos(xi1 - zeta1)*cos(xi2 - zeta2)", kind="torus", dim=2)
    assert float(bound_energy(torus)[0].upper) == 0.125


def test_kernels_outside_the_theorem_have_no_bound():
    """A profile with a_n < 0, a finite law, and n = 0 labels."""
    assert symbol_bounds(_circle("cos(xi - zeta)", "t**2 - t/2")) == ()
    assert cell_bounds(_circle("cos(i - j)", kind="cyclic", n=4)) == ()
    with pytest.raises(InputError, match="n must be at least 1"):
        equispaced_bounds(_circle("cos(xi - zeta)"), 0)


def test_the_counterexample_of_t2_is_bounded_by_zero():
    """k = -exp(-(xi - zeta)^2) on [0, 1], f = t: 0 over all laws, which uniform slices reach and no graph law does."""
    gauss = _circle("-exp(-(xi - zeta)**2)", "t", 3, kind="interval", a=0, b=1)
    graph, every = bound_energy(gauss)
    assert (graph.upper, every.upper) == (0, 0)
    angles = np.linspace(0, 40 * np.pi, 400)
    x = np.stack([np.cos(angles), np.sin(angles), 0 * angles], axis=1)
    labels = (np.arange(400) + 0.5) / 400
    assert -0.01 < gauss.block(x, labels, x, labels).mean() / 2 < 0


def test_definite_kernels_keep_the_mean_of_the_profile():
    """f = e^t on S^2: E <= sinh(1)/2 ∬ k, the energy of uniform slices, below 0."""
    gauss = _circle("-exp(-(xi - zeta)**2)", "exp(t)", 3, kind="interval", a=0, b=1)
    (bound,) = definite_bounds(gauss)
    labels = (np.arange(1000) + 0.5) / 1000
    mean = -np.exp(-((labels[:, None] - labels[None, :]) ** 2)).mean()
    assert float(bound.upper) == pytest.approx(np.sinh(1) / 2 * mean, rel=1e-5)
    assert definite_bounds(_circle("cos(xi - zeta)")) == ()

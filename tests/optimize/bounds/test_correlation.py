"""The correlation bound is attained where it must be, and survives a solver that lies."""

from __future__ import annotations

from fractions import Fraction

import flint
import numpy as np
import pytest

from verify.model.kernels import read_kernel
from verify.optimize.bounds import correlation as module
from verify.optimize.bounds.cone import ConeSolution
from verify.optimize.bounds.correlation import correlation_bounds


def _kernel(k, profile="t", d=3, **labels):
    n = len(k)
    given = {"family": "factor", "d": d, "profile": profile, "k": k}
    return read_kernel(given | {"labels": labels or {"kind": "cyclic", "n": n}})


def _by_view(kernel, solver="low_rank"):
    return {bound.view: float(bound.upper) for bound in correlation_bounds(kernel, solver)}


def test_the_two_views_of_two_atoms_differ():
    """T5's case k = [[-2, 1], [1, -2]], f = e^{2t}, d = 3: -e^2/4 over graph laws, -sinh(2)/8 over all laws."""
    found = _by_view(_kernel([[-2, 1], [1, -2]], "exp(2*t)"))
    assert found["graph_laws"] == pytest.approx(-np.exp(2) / 4, rel=1e-12)
    assert found["all_laws"] == pytest.approx(-np.sinh(2) / 8, rel=1e-12)
    assert found["graph_laws"] >= -np.exp(2) / 4
    assert found["all_laws"] >= -np.sinh(2) / 8


def test_one_atom_has_its_own_energy():
    """n = 1, h = -<x, y>: -1/2 over graph laws, 0 over all laws (T1's case), exactly."""
    found = _by_view(_kernel([[-1]], kind="atoms", weights=["1"]))
    assert found == {"graph_laws": -0.5, "all_laws": 0.0}


def test_no_interaction_has_no_energy():
    """k = 0 is bounded by 0, whatever the profile."""
    assert _by_view(_kernel([[0, 0], [0, 0]], "exp(t) - 5")) == {"all_laws": 0.0}


def test_the_triangle_is_bounded_by_its_energy():
    """k = -1 off the diagonal on three equal labels, f = t, d = 2: three directions at 120 degrees have energy 1/6."""
    found = _by_view(_kernel([[0, -1, -1], [-1, 0, -1], [-1, -1, 0]], d=2))
    assert 1 / 6 <= found["all_laws"] <= 1 / 6 * (1 + 1e-15)


def test_splitting_a_label_changes_nothing():
    """A label of weight 1/2 that is there twice with weight 1/4 gives the same bounds."""
    k = np.array([[0, "-3/2", 1], ["-3/2", 0, "1/2"], [1, "1/2", 0]], dtype=object)
    whole = _by_view(_kernel(k.tolist(), "exp(t)", kind="atoms", weights=["1/4", "1/4", "1/2"]))
    order = [0, 1, 2, 2]
    split = k[np.ix_(order, order)].tolist()
    halves = _by_view(_kernel(split, "exp(t)", kind="atoms", weights=["1/4"] * 4))
    assert halves["all_laws"] == pytest.approx(whole["all_laws"], rel=1e-8)


def test_relabelling_changes_nothing():
    """A permutation of labels leaves the bound where it is."""
    rng = np.random.default_rng(8)
    k = rng.integers(-8, 9, (6, 6))
    k = k + k.T
    order = rng.permutation(6)
    first, second = _by_view(_kernel(k.tolist())), _by_view(_kernel(k[np.ix_(order, order)].tolist()))
    assert first == pytest.approx(second, rel=1e-8)


def test_blocks_have_one_bound_for_both_views():
    """On nonatomic blocks graph laws average to any slices: lambda >= 0 in any case."""
    blocks = _by_view(_kernel([[-2, 1], [1, -2]], "exp(2*t)", kind="blocks", weights=["1/2", "1/2"]))
    assert blocks == pytest.approx({"all_laws": -np.sinh(2) / 8}, rel=1e-12)


LIES = {
    "nan": lambda n: np.full(n, np.nan),
    "zero": np.zeros,
    "far too small": lambda n: np.full(n, -1e9),
    "far too large": lambda n: np.full(n, 1e300),
    "infinite": lambda n: np.full(n, np.inf),
    "one wrong": lambda n: np.where(np.arange(n) == 0, -7.0, 1.0),
}


@pytest.mark.parametrize("lie", LIES)
@pytest.mark.parametrize("large", [False, True])
def test_a_lying_solver_loosens_the_bound_and_no_more(monkeypatch, lie, large):
    """Status "optimal" beside wrong multipliers: the bound stays above 1/6, and below that of dominance, 1/3."""
    monkeypatch.setattr(module, "solve_cone", lambda K, **_: ConeSolution(LIES[lie](len(K)), "optimal"))
    if large:
        monkeypatch.setattr(module, "_SMALL", 0)
    found = _by_view(_kernel([[0, -1, -1], [-1, 0, -1], [-1, -1, 0]], d=2), "cone")
    assert 1 / 6 <= found["all_laws"] <= 1 / 3 * (1 + 1e-6)


def test_a_solver_out_of_time_still_leaves_a_proof():
    """A time-out of a microsecond gives a bound above the energy 1/6 of three directions."""
    kernel = _kernel([[0, -1, -1], [-1, 0, -1], [-1, -1, 0]], d=2)
    for solver in ("low_rank", "cone"):
        bounds = correlation_bounds(kernel, solver, timeout=1e-6)
        assert bounds
        assert all(bound.upper >= Fraction(1, 6) for bound in bounds)


def test_large_and_small_proofs_agree(monkeypatch):
    """The error-free products prove the same bound as exact factorisation, to the margin they need."""
    rng = np.random.default_rng(5)
    k = rng.integers(-64, 65, (24, 24))
    kernel = _kernel((k + k.T).tolist(), "exp(t)")
    exact = _by_view(kernel)
    monkeypatch.setattr(module, "_SMALL", 0)
    large = _by_view(kernel)
    for view, value in exact.items():
        assert value <= large[view] <= value * (1 + 1e-7)


@pytest.mark.parametrize("profile", ["t**2 - t/2", {"usa": -2}])
def test_profiles_outside_the_hypothesis_get_no_bound(profile):
    """a_n < 0 for some n >= 1."""
    assert correlation_bounds(_kernel([[0, 1], [1, 0]], profile)) == ()


def test_a_gauge_beside_the_factor_changes_nothing():
    """u = Q(xi) x maps laws to laws: the bounds of k f(<Q x, Q y>) are those of k f(<x, y>), without a certificate."""
    k, labels = [[0, -1, 2], [-1, 0, -1], [2, -1, 0]], {"kind": "cyclic", "n": 3}
    given = {"d": 2, "profile": "exp(t)", "labels": labels, "k": k}
    plain = correlation_bounds(read_kernel({"family": "factor", **given}))
    gauge = correlation_bounds(read_kernel({"family": "gauge", "frequencies": ["1"], **given}))
    assert [bound.upper for bound in plain] == [bound.upper for bound in gauge]
    assert [bound.certificate for bound in gauge] == [None]


def test_large_tables_with_entries_below_floats_are_left_with_dominance(monkeypatch):
    """A row that is zero in float64 and not exactly is no row of zeros: k_12 = -10^-400 keeps its multipliers."""
    monkeypatch.setattr(module, "_SMALL", 0)
    tiny = Fraction(1, 10**400)
    found = correlation_bounds(_kernel([[0, 0, 1], [0, -tiny, 0], [1, 0, 0]], kind="cyclic", n=3))
    assert {bound.view for bound in found} >= {"all_laws"}
    assert all(bound.upper >= Fraction(1, 9) - tiny for bound in found)
    negative = correlation_bounds(_kernel([[0, -tiny], [-tiny, 0]], kind="cyclic", n=2))
    assert all(bound.upper >= tiny / 4 for bound in negative)


@pytest.mark.parametrize("number", [2, 3, 5, 6, 7])
def test_irrational_entries_are_bounded_from_above_by_what_is_proved_for_rational_ones(number):
    """k = sqrt p, one label: mu = k is proved for a rational number near k, and stands for k beside its distance."""
    table, _ = module.correlation_problem(_kernel([[f"sqrt({number})"]], kind="atoms", weights=["1"]))
    with flint.ctx.workprec(500):
        total, proof = module.proved_total(table, np.array([np.nan]), nonnegative=True)
        assert proof is not None
        assert total.upper() >= flint.arb(number).sqrt().upper()
        assert total - flint.arb(number).sqrt() < 1e-28

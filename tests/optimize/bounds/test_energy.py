"""bound_energy: the best bound for each view, and no bound below an energy that a law attains."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.model.errors import InputError
from verify.model.kernels import read_kernel
from verify.model.verdict import Num, Status
from verify.optimize.bounds import bound_energy
from verify.optimize.bounds.bound import Bound
from verify.optimize.bounds.energy import best_bounds

PROFILES = ["t", "exp(t)", {"usa": 3}, {"peak": 2}, "t**2", "t**3 - 2", "exp(t) - 4", "t**2 - t/2", {"usa": -1}]


def _energy(kernel, x, labels, weights):
    """E of the law that puts the given weights on contents x and label indices."""
    return 0.5 * weights @ kernel.block(x, labels, x, labels) @ weights


def _ascend(kernel, x, labels, weights, steps=60):
    """Climb a little with a step that never lowers the energy."""
    best, size = _energy(kernel, x, labels, weights), 1.0
    for _ in range(steps):
        gradient = np.einsum("nmd,m->nd", kernel.gradient(x, labels, x, labels), weights)
        y = x + size * gradient
        y /= np.linalg.norm(y, axis=1, keepdims=True)
        value = _energy(kernel, y, labels, weights)
        x, best, size = (y, value, 1.5 * size) if value > best else (x, best, size / 3)
    return best


@st.composite
def factor_kernels(draw):
    """Return a factor kernel on few labels, with any signs of k and any profile of the list."""
    n, d = draw(st.integers(1, 5)), draw(st.integers(2, 4))
    seed = draw(st.integers(0, 2**32 - 1))
    rng = np.random.default_rng(seed)
    k = rng.integers(-6, 7, (n, n))
    masses = rng.integers(1, 9, n)
    weights = [f"{m}/{masses.sum()}" for m in masses]
    labels = {"kind": draw(st.sampled_from(["atoms", "blocks"])), "weights": weights}
    profile = draw(st.sampled_from(PROFILES))
    fields = {"family": "factor", "d": d, "profile": profile, "labels": labels, "k": (k + k.T).tolist()}
    return read_kernel(fields), rng


@pytest.mark.slow
@given(factor_kernels())
def test_no_energy_is_above_the_bound(problem):
    """Random laws, then climbed: graph laws below the graph bound, laws with three atoms a label below the other."""
    kernel, rng = problem
    bounds = {bound.view: float(bound.upper) for bound in bound_energy(kernel)}
    assert set(bounds) == {"graph_laws", "all_laws"}
    n, w = kernel.labels.size, np.array([float(x) for x in kernel.labels.weights()])
    for copies, view in ((1, "graph_laws"), (3, "all_laws")):
        labels, weights = np.repeat(np.arange(n), copies), np.repeat(w, copies) / copies
        for _ in range(2):
            x = rng.standard_normal((n * copies, kernel.d))
            x /= np.linalg.norm(x, axis=1, keepdims=True)
            assert _ascend(kernel, x, labels, weights) <= bounds[view] + 1e-9 * (1 + abs(bounds[view]))


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "n"), [(1, 2), (2, 3), (3, 4), (4, 4), (5, 5), (6, 5)])
def test_linear_profiles_attain_the_bound_where_the_rank_is_at_most_d(seed, n):
    """(d + 1)(d + 2)/2 > n: the search finds the bound (Barvinok, Pataki), d = 2 and n <= 5."""
    rng = np.random.default_rng(seed)
    k = rng.integers(-6, 7, (n, n))
    labels = {"kind": "cyclic", "n": n}
    kernel = read_kernel({"family": "factor", "d": 2, "profile": "t", "labels": labels, "k": (k + k.T).tolist()})
    bound = float(bound_energy(kernel)[0].upper)
    best = -np.inf
    for _ in range(8):
        x = rng.standard_normal((n, 2))
        x /= np.linalg.norm(x, axis=1, keepdims=True)
        best = max(best, _ascend(kernel, x, np.arange(n), np.full(n, 1 / n), steps=200))
    assert best == pytest.approx(bound, abs=1e-5 * max(1.0, abs(bound)))


def test_bounds_over_all_laws_serve_graph_laws():
    """The graph bound is the least of all; a bound over graph laws says nothing of all laws."""
    graph, every = (
        Bound(view, Num(value, None, None, Status.ENCLOSED), "elementary", None, "as given")
        for view, value in (("graph_laws", "2"), ("all_laws", "1"))
    )
    assert [(bound.view, bound.num.value) for bound in best_bounds([graph, every])] == [
        ("graph_laws", "1"),
        ("all_laws", "1"),
    ]
    assert best_bounds([graph]) == (graph,)
    assert best_bounds([]) == ()


def test_bad_arguments_are_named():
    """An unknown method, no time at all, and what is no kernel."""
    labels = {"kind": "cyclic", "n": 2}
    kernel = read_kernel({"family": "factor", "d": 2, "profile": "t", "labels": labels, "k": [[0, 1], [1, 0]]})
    with pytest.raises(InputError, match="method must be auto or one of"):
        bound_energy(kernel, "simplex")
    with pytest.raises(InputError, match="timeout must be a positive number"):
        bound_energy(kernel, timeout=0)
    with pytest.raises(InputError, match="timeout must be a positive number"):
        bound_energy(kernel, timeout=float("nan"))
    with pytest.raises(InputError, match="kernel must be a kernel"):
        bound_energy({"family": "factor"})


@pytest.mark.parametrize("power", [300, 400, -300, -400])
def test_tables_of_any_size_have_a_bound(power):
    """Entries at the ends of float64 and beyond it: the bounds scale, by the elementary sums if by nothing else."""
    size = Fraction(10) ** power
    given = {"family": "factor", "d": 2, "profile": "t", "labels": {"kind": "cyclic", "n": 2}}
    for bound in bound_energy(read_kernel({**given, "k": [[0, -size], [-size, 0]]})):
        assert size / 4 <= bound.upper <= size / 4 * (1 + Fraction(1, 10**9))


def test_time_is_shared_by_the_methods():
    """After a time-out of a microsecond the first method's bounds are returned, and they are bounds."""
    labels = {"kind": "cyclic", "n": 3}
    k = [[0, -1, -1], [-1, 0, -1], [-1, -1, 0]]
    kernel = read_kernel({"family": "factor", "d": 2, "profile": "t", "labels": labels, "k": k})
    bounds = bound_energy(kernel, timeout=1e-6)
    assert [bound.view for bound in bounds] == ["graph_laws", "all_laws"]
    assert all(bound.upper >= Fraction(1, 6) for bound in bounds)

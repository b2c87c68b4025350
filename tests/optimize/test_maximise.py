"""The whole search: known maximisers, both views, bounds above, and bad input."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.model.errors import InputError
from verify.model.kernels import read_kernel
from verify.optimize import maximise
from verify.optimize.nodes import nodes_of
from verify.optimize.starts import open_arc
from verify.optimize.vertices import VertexProblem, maximise_vertices

#: Best energies known for k = cos, f = e^{beta t}/beta, n = 128 labels, d = 2 and 3 alike.
KNOWN = {1: 0.28257955199624, 2: 0.41114525, 4: 1.5578960, 8: 42.910956, 16: 64203.15}


#: Few of them in the full tier, which are the first of each phase and the hardest.
OFTEN = {(1, 2), (2, 2), (2, 3), (16, 2)}


@pytest.mark.parametrize(
    ("beta", "d"),
    [
        pytest.param(beta, d, marks=pytest.mark.slow if (beta, d) in OFTEN else pytest.mark.nightly)
        for beta in sorted(KNOWN)
        for d in (2, 3)
    ],
)
def test_the_cosine_kernel_reaches_the_known_energies(beta, d, cosine):
    """To 1e-7, with the residuals of a maximum; the name is the great circle, then the horseshoe."""
    found = maximise(cosine(beta, d), 2, n=128, views=["graph_laws"], bounds=False).best
    assert found.energy >= KNOWN[beta] * (1 - 1e-7)
    assert found.shape.name == ("great circle" if beta == 1 else "horseshoe")
    assert found.residual < 1e-10
    assert found.slice_gap < 1e-10
    assert found.curvature <= 1e-8


def test_the_atom_of_t1(atoms):
    """One atom, h = -<x, y>: -1/2 over graph laws, 0 over all laws, each with a bound, to 10 digits."""
    found = maximise(atoms([[-1]]))
    assert abs(found.found("graph_laws") + 0.5) < 1e-12
    assert abs(found.found("all_laws")) < 1e-12
    assert found.slices.diracs == 0
    assert abs(float(found.bound("graph_laws").upper) + 0.5) < 1e-10
    assert abs(float(found.bound("all_laws").upper)) < 1e-10


def test_the_two_atoms_of_t5(atoms):
    """k = [[-2, 1], [1, -2]], f = e^{2t}, d = 3: -e^2/4 against -sinh(2)/8, to 10 digits in both views."""
    found = maximise(atoms([[-2, 1], [1, -2]], "exp(2*t)"))
    assert found.best.shape.name == "collapsed"
    for view, value in (("graph_laws", -math.exp(2) / 4), ("all_laws", -math.sinh(2) / 8)):
        assert abs(found.found(view) - value) < 1e-10
        assert abs(float(found.bound(view).upper) - value) < 1e-10


@pytest.mark.slow
def test_the_counterexample_of_t2(interaction):
    """A = [0, 1], h = -<x, y> exp(-(xi - zeta)^2): graph laws approach 0 from below, centred slices reach it."""
    document = {"family": "factor", "d": 2, "profile": "t", "k": "-exp(-(xi - zeta)**2)"}
    kernel = read_kernel(document | {"labels": {"kind": "interval", "a": 0, "b": 1}})
    best = []
    for n in (1, 2, 4, 6):
        found = maximise(kernel, 2, n=n)
        best.append(found.found("graph_laws"))
        # -K is positive definite on n labels: no graph law on them has energy 0
        assert np.linalg.eigvalsh(-interaction(kernel, n).k)[0] > 0
        assert best[-1] < 0
        assert abs(found.found("all_laws")) < 1e-12
        assert found.slices.diracs < n
    assert best == sorted(best)
    assert best[-1] > -1e-3


@pytest.mark.parametrize("d", [2, 3])
def test_a_linear_profile_has_the_great_circle(d):
    """max E = 1/2 khat(1) = 1/4."""
    document = {"family": "factor", "d": d, "profile": "t", "k": "cos(xi - zeta)", "labels": {"kind": "circle"}}
    found = maximise(read_kernel(document), 1, n=16, bounds=False).best
    assert abs(found.energy - 0.25) < 1e-13
    assert found.shape.name == "great circle"


@pytest.mark.parametrize("profile", ["t", {"usa": 2}])
def test_a_gauge_kernel_has_the_orbit_of_one_vector(profile):
    """T4: max E = f(1)/2."""
    labels = {"kind": "positions", "n": 6}
    kernel = read_kernel({"family": "gauge", "d": 4, "profile": profile, "frequencies": ["1", "1/2"], "labels": labels})
    found = maximise(kernel, 1, bounds=False).best
    assert found.shape.name == "gauge orbit"
    assert abs(found.energy - (0.5 if profile == "t" else math.exp(2) / 4)) < 1e-12


def random_kernel(seed):
    """Return a small random kernel of each family in turn, by its seed."""
    rng = np.random.default_rng(seed)
    n, d = int(rng.integers(1, 5)), int(rng.integers(2, 4))
    weights = [f"{w}/{n * (n + 1) // 2}" for w in range(1, n + 1)]
    labels = {"kind": "atoms", "weights": weights, "points": [str(i) for i in range(n)]}
    profile = [{"usa": 1}, "t", "t**2 - t/2", {"gegenbauer": [0, 1, "1/2"]}, "exp(-t)"][int(rng.integers(5))]
    k = rng.integers(-4, 5, (n, n))
    k = (k + k.T).tolist()
    shared = {"d": d, "labels": labels}
    match seed % 6:
        case 0:
            return read_kernel(shared | {"family": "factor", "profile": profile, "k": k})
        case 1:
            return read_kernel(shared | {"family": "gauge", "profile": profile, "frequencies": ["1"], "k": k})
        case 2:
            p = (rng.integers(-2, 3, (n, d)) / 4).tolist()
            return read_kernel(shared | {"family": "additive", "profile": {"usa": 1}, "p": p})
        case 3:
            turn = np.array([["3/5", "-4/5"], ["4/5", "3/5"]])
            signs = np.array([["1", "0"], ["0", "-1"]])
            turns = [[(signs if i == j else turn if i < j else turn.T).tolist() for j in range(n)] for i in range(n)]
            return read_kernel(shared | {"family": "connection", "d": 2, "profile": {"usa": 1}, "O": turns})
        case 4:
            h = rng.integers(-5, 6, (3 * n, 3 * n))
            return read_kernel(shared | {"family": "matrix", "h": (h + h.T).tolist(), "contents": 3})
        case _:
            h = "cos(xi - zeta)*dot(x,y) + x1*y1*dot(x,y)/2"
            return read_kernel(shared | {"family": "expression", "h": h})


@pytest.mark.slow
@settings(max_examples=12)
@given(st.integers(0, 400))
def test_no_energy_found_exceeds_a_proved_bound(seed):
    """In both views, over random kernels of every family; each has a bound. Up to rounding of the energy."""
    kernel = random_kernel(seed)
    found = maximise(kernel, None if kernel.family == "matrix" else 1, rng=seed)
    for view in ("graph_laws", "all_laws"):
        bound, energy = found.bound(view), found.found(view)
        assert energy is not None
        assert bound is not None
        assert energy <= float(bound.upper) + 1e-12 * (1 + abs(energy))


@pytest.mark.parametrize("seed", range(4))
def test_no_choice_on_a_grid_of_the_circle_beats_the_search(seed):
    """The vertices of 4 labels on 12 contents, compared exactly, are graph laws, and the best within a grid's width."""
    rng = np.random.default_rng(seed)
    k = rng.integers(-4, 5, (4, 4))
    k = k + k.T
    labels = {"kind": "atoms", "weights": ["1/4"] * 4}
    document = {"family": "factor", "d": 2, "profile": {"usa": 1}, "k": k.tolist(), "labels": labels}
    angles = 2 * np.pi * np.arange(12) / 12
    f = np.exp(np.cos(angles[:, None] - angles))
    h = np.kron(k, f)
    rows = tuple(tuple(Fraction(float(v)) for v in row) for row in h)
    vertex = maximise_vertices(VertexProblem((Fraction(1, 4),) * 4, rows, 12))
    best = float(Fraction(vertex.energy.exact))
    found = maximise(read_kernel(document), 4, views=["graph_laws"], bounds=False).best.energy
    assert vertex.method == "enumeration"
    # moving every content by at most pi/12 costs at most the Lipschitz constant e sum |k|/32 times 2 pi/12
    assert best - 1e-12 <= found <= best + np.abs(k).sum() / 32 * np.e * 2 * np.pi / 12


@pytest.mark.slow
@settings(max_examples=8)
@given(st.integers(0, 400))
def test_strictly_convex_energies_have_dirac_maximisers_alone(seed):
    """T2: k positive definite and a_n > 0 for n >= 1: no slice of the best law in either search stays spread."""
    rng = np.random.default_rng(seed)
    A = rng.integers(-3, 4, (3, 3))
    k = A @ A.T + np.eye(3, dtype=int)
    labels = {"kind": "atoms", "weights": ["1/3"] * 3}
    document = {"family": "factor", "d": 2, "profile": {"usa": 1}, "k": k.tolist(), "labels": labels}
    found = maximise(read_kernel(document), 2, rng=seed, bounds=False)
    assert found.slices.diracs == 3
    assert found.slices.energy <= found.best.energy + 1e-9 * abs(found.best.energy)


@pytest.mark.slow
@settings(max_examples=8)
@given(st.integers(0, 400))
def test_the_maximum_is_invariant_under_relabelling(seed):
    """Atoms in another order, the same energy."""
    rng = np.random.default_rng(seed)
    k = rng.integers(-4, 5, (4, 4))
    k = k + k.T
    weights = np.array([1, 2, 3, 4])
    order = rng.permutation(4)
    energies = []
    for chosen in (np.arange(4), order):
        labels = {"kind": "atoms", "weights": [f"{w}/10" for w in weights[chosen]]}
        rows = k[np.ix_(chosen, chosen)].tolist()
        kernel = read_kernel({"family": "factor", "d": 3, "profile": {"usa": 1}, "k": rows, "labels": labels})
        energies.append(maximise(kernel, 8, views=["graph_laws"], bounds=False).best.energy)
    assert abs(energies[0] - energies[1]) <= 1e-9 * (1 + abs(energies[0]))


def test_duplicate_labels_are_one_label(atoms):
    """Two equal rows of k: the energy of the merged kernel, which T1 allows at k_ii >= 0."""
    split = maximise(atoms([[1, 1, -2], [1, 1, -2], [-2, -2, 1]], weights=["1/4", "1/4", "1/2"]), 2)
    merged = maximise(atoms([[1, -2], [-2, 1]]), 2)
    assert abs(split.best.energy - merged.best.energy) < 1e-12


def test_a_kernel_that_is_zero_has_energy_zero(atoms):
    """All-zero k: every law is a maximiser, found with energy 0."""
    found = maximise(atoms([[0, 0], [0, 0]], {"usa": 3}), 1)
    assert found.best.energy == 0.0
    assert found.found("all_laws") == 0.0
    assert found.bound("all_laws").upper == 0


def test_one_label_is_collapsed(atoms):
    """n = 1 with attraction: f(1)/2."""
    found = maximise(atoms([[1]], {"usa": 1}), 1)
    assert found.best.shape.name == "collapsed"
    assert abs(found.best.energy - math.e / 2) < 1e-12


def test_a_huge_beta_gives_logarithms(cosine):
    """beta = 2000: no overflow, log E below beta + log of the kernel's size, and unknown bounds are no crash."""
    found = maximise(cosine(2000), 0, n=12, views=["graph_laws"])
    assert math.isinf(found.best.energy)
    assert 1980 < found.best.log_energy < 2000
    assert found.to_json()["laws"][0]["energy"] is None


def test_a_time_limit_keeps_what_was_found(cosine):
    """And says so."""
    found = maximise(cosine(4), 4, n=48, timeout=0.05, bounds=False)
    assert found.end == "time limit"
    assert found.best is not None


def test_an_interruption_keeps_what_was_found(cosine):
    """Ctrl-C in the middle of a search."""
    told = []

    def interrupt(now):
        told.append(now)
        raise KeyboardInterrupt

    found = maximise(cosine(2), 1, n=16, progress=interrupt)
    assert found.end == "interrupted"
    assert found.best is not None
    assert found.bounds == ()


def test_given_starts_replace_all_others(cosine):
    """A law in hand is finished, and nothing else is tried."""
    phases = nodes_of(cosine(1), 12).phases
    circle = np.stack([np.cos(phases), np.sin(phases)], axis=1)
    found = maximise(cosine(1), circle, n=12, views=["graph_laws"], bounds=False)
    assert [law.origin for law in found.laws] == ["given 0"]


def test_matrix_kernels_are_maximised_over_vertices():
    """Exactly, with slices beside."""
    labels = {"kind": "atoms", "weights": ["1/2", "1/2"]}
    h = [[0, 0, 1, 5], [0, 0, 2, 3], [1, 2, 0, 0], [5, 3, 0, 0]]
    found = maximise(read_kernel({"family": "matrix", "d": 2, "h": h, "contents": 2, "labels": labels}))
    assert (found.vertex.choice, found.vertex.energy.exact) == ((0, 1), "5/4")
    assert abs(found.slices.energy - 1.25) < 1e-15
    assert found.found("graph_laws") == 1.25


def test_the_seed_repeats_the_search(cosine):
    """The same contents."""
    first, second = (maximise(cosine(2), 2, rng=5, n=12, bounds=False) for _ in range(2))
    assert np.array_equal(first.best.contents, second.best.contents)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"starts": -1}, "starts must be at least 0"), ({"views": ["x"]}, "views must be some of"),
        ({"views": []}, "views must be"), ({"timeout": 0}, "timeout must be a positive"), ({"n": 0}, "n must be an"),
        ({"timeout": float("nan")}, "timeout must"),
    ],
)  # fmt: skip
def test_bad_arguments_are_named(options, message, cosine):
    """One clear error each."""
    with pytest.raises(InputError, match=message):
        maximise(cosine(1), **options)


def test_what_is_no_kernel_is_refused():
    """With what to pass instead."""
    with pytest.raises(InputError, match="kernel must be a kernel"):
        maximise({"family": "factor"})


def test_too_many_dimensions_are_refused():
    """A search holds second derivatives."""
    kernel = read_kernel({"family": "factor", "d": 4096, "profile": "t", "k": "1", "labels": {"kind": "circle"}})
    with pytest.raises(InputError, match="d must be at most 64"):
        maximise(kernel)


@pytest.mark.parametrize("d", [2, 3])
def test_frames_leave_the_maximum(d, cosine):
    """A start near the horseshoe and its rotation end at the same energy, to rounding."""
    rng = np.random.default_rng(4)
    kernel = cosine(2, d)
    start = open_arc(nodes_of(kernel, 16).phases, d, 3.8)
    frame = np.linalg.qr(rng.standard_normal((d, d)))[0]
    ends = [maximise(kernel, y, n=16, views=["graph_laws"], bounds=False).best for y in (start, start @ frame)]
    assert [end.shape.name for end in ends] == ["horseshoe", "horseshoe"]
    assert abs(ends[0].energy - ends[1].energy) < 1e-13


def test_an_energy_that_is_a_float_is_found_where_its_unit_is_none():
    """e^712 is no float, e^712/712 (1 + 1 - 1/2)/9 is: the collapsed law of a triangle."""
    labels = {"kind": "atoms", "weights": ["1/3", "1/3", "1/3"]}
    k = [["0", "1", "-1/2"], ["1", "0", "1"], ["-1/2", "1", "0"]]
    kernel = read_kernel({"family": "factor", "d": 2, "profile": {"usa": 712}, "labels": labels, "k": k})
    best = maximise(kernel, 0, 0, bounds=False).best
    assert best.log_energy == pytest.approx(712 - math.log(712) + math.log(1.5 / 9), rel=1e-12)
    assert best.energy == pytest.approx(math.exp(best.log_energy), rel=1e-9)

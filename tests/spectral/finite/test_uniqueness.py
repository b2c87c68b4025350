"""Uniqueness in T5: the cases of the theorem, and witnesses whose energy is exactly the collapsed one."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from verify.certificates.psd import PsdProof
from verify.certificates.rational_matrix import NullSpace
from verify.spectral.finite import uniqueness
from verify.spectral.finite.indicators import IndicatorSearch
from verify.spectral.finite.signed_laplacian import signed_laplacian
from verify.spectral.finite.uniqueness import decide_uniqueness

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
ONE, ZERO = Fraction(1), Fraction(0)
EXPONENTIAL = {"peaked": True, "degrees": "all", "linear": False, "d": 3}
LINEAR = {"peaked": True, "degrees": frozenset({1}), "linear": True, "d": 3}
SQUARE = {"peaked": None, "degrees": frozenset({2}), "linear": False, "d": 3}
MIXED = {"peaked": None, "degrees": frozenset({1, 2}), "linear": False, "d": 3}


def decide(weights, k, *, atomic=True, minorant=False, **profile):
    """Decide a table through its Laplacian, which must be positive semidefinite."""
    laplacian = signed_laplacian(weights, k)
    assert isinstance(laplacian.decision, PsdProof)
    null, D = laplacian.decision.null, laplacian.degrees
    return decide_uniqueness(null, D, atomic=atomic, minorant=minorant, **(EXPONENTIAL | profile))


def views(*arguments, **options):
    """Return the two answers as words."""
    answers = decide(*arguments, **options)
    return answers.graph_laws.collapse, answers.all_laws.collapse


def circulant(row):
    """Return the circulant table of a row."""
    n = len(row)
    return [[row[(j - i) % n] for j in range(n)] for i in range(n)]


CRITICAL = [[0, 2, -1], [2, 0, 2], [-1, 2, 0]]
SIX = circulant([3, 2, 0, -1, 0, 2])  # 1 + 2 cos: khat(0) = khat(1) = 1, the others 0


def test_pair_of_degree_zero_collapses_as_graph_and_can_spread_as_slices():
    """Weights 1/2, k = [[-1, 1], [1, -1]]."""
    answers = decide([HALF, HALF], [[-1, 1], [1, -1]])
    assert (answers.graph_laws.collapse, answers.all_laws.collapse) == ("all", "some")
    assert answers.all_laws.indicator == (HALF, HALF)


def test_pair_of_negative_degree_collapses_as_graph_and_never_as_slices():
    """Weights 1/2, k = [[-2, 1], [1, -2]]."""
    answers = decide([HALF, HALF], [[-2, 1], [1, -2]])
    assert (answers.graph_laws.collapse, answers.all_laws.collapse) == ("all", "none")
    assert answers.all_laws.label == 0


def test_critical_triangle_collapses_although_its_null_space_is_a_plane():
    """Weights k12 = k23 = 2, k13 = -1, k_ii = 0: no indicator, and forced moments."""
    for profile, rule in ((EXPONENTIAL, "no indicator"), (LINEAR, "moments"), (MIXED, "moments")):
        answers = decide([THIRD] * 3, CRITICAL, **profile)
        assert (answers.graph_laws.collapse, answers.all_laws.collapse) == ("all", "all")
        assert answers.graph_laws.rule == rule


def test_components_collapse_separately():
    """The table k = I: an indicator in the null space, for any profile of the theorem."""
    for profile in (EXPONENTIAL, LINEAR, MIXED):
        assert views([HALF, HALF], [[1, 0], [0, 1]], **profile) == ("some", "some")


@pytest.mark.parametrize(("entry", "slices"), [(1, "all"), (0, "some"), (-1, "none")])
def test_single_atom_collapses_as_graph_and_by_its_sign_as_slices(entry, slices):
    """Every graph law of one atom is collapsed; k_11 decides the slices."""
    assert views([1], [[entry]]) == ("all", slices)


@pytest.mark.parametrize(("entry", "both"), [(1, "all"), (0, "some"), (-1, "none")])
def test_single_block_follows_its_degree_in_both_views(entry, both):
    """Graph laws on a nonatomic block average to any slice."""
    assert views([1], [[entry]], atomic=False) == (both, both)


def test_even_profile_cannot_tell_a_direction_from_its_opposite():
    """With f = t^2 and k = 1, x = +-u has the energy of x = u; one atom is still collapsed as a graph."""
    assert views([HALF, HALF], [[1, 1], [1, 1]], **SQUARE) == ("some", "some")
    assert views([1], [[1]], **SQUARE) == ("all", "some")
    assert views([1], [[1]], **SQUARE, atomic=False) == ("some", "some")


@pytest.mark.parametrize(
    ("degrees", "d", "collapse"),
    [
        ({3}, 3, "all"),
        ({3}, 2, "some"),
        ({2, 3}, 2, "all"),
        ({4, 6}, 2, "some"),
        ({4, 6}, 5, "some"),
        ({2, 5}, 4, "all"),
    ],
)
def test_peak_is_read_off_the_degrees(degrees, d, collapse):
    """Off d = 2 an odd degree separates u from -u; on the circle the degrees must have no common divisor."""
    profile = {"peaked": None, "degrees": frozenset(degrees), "linear": False, "d": d}
    assert views([HALF, HALF], [[1, 1], [1, 1]], **profile) == (collapse, collapse)


def test_great_circle_is_a_maximiser_of_the_linear_profile_only():
    """On Z_6 with 1 + 2 cos: the null space 1, cos, sin holds a great circle and no indicator."""
    answers = decide([Fraction(1, 6)] * 6, SIX, **LINEAR)
    assert answers.graph_laws.collapse == answers.all_laws.collapse == "some"
    assert answers.graph_laws.moments is not None
    assert views([Fraction(1, 6)] * 6, SIX) == ("all", "all")
    assert views([Fraction(1, 6)] * 6, SIX, **MIXED) == (None, None)


def test_label_of_degree_zero_may_split_between_its_neighbours():
    """The critical triangle with k_11 such that D_1 = 0: the middle label takes half of each end."""
    k = [row[:] for row in CRITICAL]
    k[1][1] = -4
    answers = decide([THIRD] * 3, k)
    assert answers.graph_laws.collapse == "all"
    assert answers.all_laws.collapse == "some"
    assert answers.all_laws.indicator in {(0, HALF, 1), (1, HALF, 0)}
    assert views([THIRD] * 3, k, atomic=False) == ("some", "some")


def test_profile_of_unknown_degrees_is_decided_by_the_constants_alone():
    """Peaked is enough when ker L = constants; beyond that the degrees are needed."""
    unknown = {"peaked": True, "degrees": None}
    assert views([HALF, HALF], [[0, 1], [1, 0]], **unknown) == ("all", "all")
    assert views([THIRD] * 3, CRITICAL, **unknown) == (None, None)
    assert views([HALF, HALF], [[0, 1], [1, 0]], peaked=None, degrees=None) == (None, None)


def test_minorant_proves_collapse_and_nothing_else():
    """What rests on a null vector, or on a degree that is not positive, does not carry over."""
    assert views([THIRD] * 3, CRITICAL, minorant=True) == ("all", "all")
    assert views([HALF, HALF], [[1, 0], [0, 1]], minorant=True) == (None, None)
    assert views([HALF, HALF], [[-2, 1], [1, -2]], minorant=True) == ("all", None)
    assert views([HALF, HALF], [[-2, 1], [1, -2]], minorant=True, **SQUARE) == ("some", None)
    assert views([HALF, HALF], [[-1, 1], [1, -1]], minorant=True) == ("all", None)


def split_gap(weights, k, v):
    """Return what shares v_i at e1 and 1 - v_i at e2 lose against a collapsed law, over f(1) - f(0)."""
    n = range(len(v))
    across = [[v[i] * (1 - v[j]) + (1 - v[i]) * v[j] for j in n] for i in n]
    return sum(weights[i] * weights[j] * k[i][j] * across[i][j] for i in n for j in n) / 2


@st.composite
def positive_semidefinite_tables(draw):
    """Draw weights and a table whose Laplacian is a sum of squares, with degrees that are often zero."""
    n = draw(st.integers(1, 5))
    weights = [Fraction(draw(st.integers(1, 3))) for _ in range(n)]
    rows = []
    for _ in range(draw(st.integers(0, 3))):
        row = [draw(st.integers(-1, 1)) for _ in range(n)]
        row[draw(st.integers(0, n - 1))] -= sum(row)
        rows.append(row)
    form = [[sum(row[i] * row[j] for row in rows) for j in range(n)] for i in range(n)]
    k = [[-form[i][j] / (weights[i] * weights[j]) for j in range(n)] for i in range(n)]
    for i in range(n):
        off = sum(k[i][j] * weights[j] for j in range(n) if j != i)
        k[i][i] = (draw(st.integers(-1, 2)) * draw(st.booleans()) - off) / weights[i]
    return weights, k


@given(positive_semidefinite_tables(), st.booleans(), st.sampled_from([EXPONENTIAL, LINEAR, MIXED]))
def test_witness_has_exactly_the_energy_of_the_collapsed_law(case, atomic, profile):
    """Wherever an indicator is given, the law that splits along it is a maximiser that does not collapse."""
    weights, k = case
    answers = decide(weights, k, atomic=atomic, **profile)
    for answer in (answers.graph_laws, answers.all_laws):
        if answer.indicator is not None:
            share = sum(w * v for w, v in zip(weights, answer.indicator, strict=True))
            assert 0 < share < sum(weights)
            assert split_gap(weights, k, answer.indicator) == 0
    if atomic and answers.graph_laws.indicator is not None:
        assert set(answers.graph_laws.indicator) == {0, 1}


@given(positive_semidefinite_tables(), st.booleans(), st.permutations(range(5)), st.integers(1, 4))
def test_answer_does_not_depend_on_the_order_of_labels_or_the_scale_of_the_factor(case, atomic, order, scale):
    """Relabelling and k -> c k, c > 0, change nothing."""
    weights, k = case
    kept = [i for i in order if i < len(weights)]
    moved = [[scale * k[i][j] for j in kept] for i in kept]
    assert views(weights, k, atomic=atomic) == views([weights[i] for i in kept], moved, atomic=atomic)


@given(positive_semidefinite_tables())
def test_slices_collapse_no_more_than_graph_laws(case):
    """Graph laws are laws of P_rho: `all` goes down, `some` goes up unless a degree is negative."""
    graph, slices = views(*case)
    assert graph in {"all", "some"}
    assert slices in {"all", "some", "none"}
    if slices == "all":
        assert graph == "all"
    if graph == "some":
        assert slices in {"some", "none"}


@given(positive_semidefinite_tables())
def test_block_cut_in_two_keeps_its_answer(case):
    """Cutting a nonatomic block into halves is the same kernel."""
    weights, k = case
    assume(len(weights) < 5)
    parts = [*range(len(weights)), len(weights) - 1]
    halved = [*weights[:-1], weights[-1] / 2, weights[-1] / 2]
    finer = [[k[i][j] for j in parts] for i in parts]
    laplacian = signed_laplacian(halved, finer)
    before = views(weights, k, atomic=False)
    if isinstance(laplacian.decision, PsdProof):
        assert views(halved, finer, atomic=False) == before
    else:
        assert before == ("none", "none")


@pytest.mark.parametrize(
    ("null", "D", "options"),
    [
        (NullSpace(((Fraction(1), Fraction(0)),), (0,)), [1, 1], {}),
        (NullSpace(((Fraction(1), Fraction(1)),), (0,)), [1], {}),
        (NullSpace((), ()), [1], {}),
        (NullSpace(((Fraction(1),),), (0,)), [1.0], {}),
        (NullSpace(((Fraction(1),),), (0,)), [1], {"d": 1}),
        (NullSpace(((Fraction(1),),), (0,)), [1], {"degrees": frozenset({0})}),
    ],
)
def test_arguments_that_do_not_fit_are_refused(null, D, options):
    """The constants are null vectors, sizes agree, degrees D are exact, d >= 2 and n >= 1."""
    with pytest.raises(ValueError, match="must"):
        decide_uniqueness(null, D, atomic=True, **(EXPONENTIAL | options))


def test_a_search_cut_short_does_not_exclude_indicators(monkeypatch):
    """Without a full search no answer follows from all a_n > 0; the first moments decide here."""
    null = NullSpace(((2 * ONE, ONE, ZERO), (-ONE, ZERO, ONE)), (1, 2))
    degrees = [ONE, ONE, ONE]
    whole = decide_uniqueness(null, degrees, atomic=True, **EXPONENTIAL)
    monkeypatch.setattr(uniqueness, "find_indicator", lambda *_: IndicatorSearch(None, exhaustive=False))
    short = decide_uniqueness(null, degrees, atomic=True, **EXPONENTIAL)
    assert (whole.graph_laws.collapse, whole.graph_laws.rule) == ("all", "no indicator")
    assert (short.graph_laws.collapse, short.graph_laws.rule) == ("all", "moments")

"""Nonatomic blocks in Coq: positions within a block do for graph laws what only slices do at an atom."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verify import decide, load_kernel
from verify.certificates.checker import check
from verify.certificates.coq.emit import NotInCoqError, emit_coq
from verify.certificates.makers import certificate
from verify.certificates.psd import prove_psd

HALVES = [Fraction(1, 2)] * 2
UNEVEN = [Fraction(3, 5), Fraction(2, 5)]
THIRDS = [Fraction(1, 3)] * 3
FREE = [[-1, 1], [1, -1]]  # D = 0
POSITIVE = [[-1, 2], [2, 1]]  # D = (1/5, 8/5) for the uneven weights
NEGATIVE = [[-1, 1], [1, 1]]  # D = (-1/5, 1)
APART = [[1, 0], [0, 1]]  # two blocks that do not see each other: indicators are null vectors
SHARED = [[0, -1, 2], [-1, 0, 2], [2, 2, -4]]  # D = (1, 1, 0)/3, and (1, 0, 1/2) is a null vector
BEYOND = [[0, 2, 2], [2, 0, -1], [2, -1, -1]]  # D = (4, 1, 0)/3, and (1, 0, 2) is a null vector
LINE = [[0, 2, -1, 0], [2, 0, 4, -1], [-1, 4, 0, 2], [0, -1, 2, -1]]  # D_3 = 0, and (0, 1, 2, 3) is a null vector
QUARTERS = [Fraction(1, 4)] * 4
THRESHOLD = [[0, 2, -1], [2, 0, 2], [-1, 2, 0]]  # (1, 0, -1) is a null vector too, D > 0


def laplacian(weights, K):
    """Return the weighted signed Laplacian of a table."""
    n = len(K)
    A = [[-weights[i] * weights[j] * K[i][j] for j in range(n)] for i in range(n)]
    for i in range(n):
        A[i][i] -= sum(A[i])
    return A


def block_certificate(weights, K, value, method="laplacian", profile=None, **data):
    """Return a certificate of T5 on nonatomic blocks, both views claimed alike."""
    labels = {"kind": "blocks", "weights": [str(w) for w in weights]}
    spec = {"family": "factor", "d": 3, "profile": profile or {"usa": "1"}, "labels": labels}
    spec["k"] = [[str(x) for x in line] for line in K]
    if method == "laplacian":
        data = {"psd": prove_psd(laplacian(weights, K)).to_data(), **data}
    return certificate("T5", spec, method, data, {"graph_laws": value, "all_laws": value})


def rhombi():
    """Return a claim "some" for f = t: contents at 120 degrees on three blocks with D > 0, averages where D = 0."""
    G = [[1, -2, -2, 3, 0, 0], [-2, 1, -2, 0, 3, 0], [-2, -2, 1, 0, 0, 3]]
    K = [[6 * (i == j < 3) - sum(g[i] * g[j] for g in G) for j in range(6)] for i in range(6)]
    moments = [["1" if i == j else "-1/2" for j in range(3)] for i in range(3)]
    return block_certificate([Fraction(1, 6)] * 6, K, "some", profile="t", moments=moments)


def test_parts_of_blocks_stand_in_the_law_of_labels():
    """Shares of thirds, and halves for t^2 on a single block, are admissible sets of positions."""
    for cert, law in (
        (block_certificate(THIRDS, SHARED, "some", indicator=["1", "0", "1/2"]), "SomeOf (divided_blocks n w 2)"),
        (block_certificate([1], [[1]], "some", "sign", "t**2"), "SomeOf (divided_blocks n w 2)"),
        (block_certificate([1], [[0]], "some", "sign", "t**2"), "SomeOf (block_law n w)"),
    ):
        assert all(law in t.statement for t in emit_coq(cert).theorems)


def test_both_views_are_stated_about_the_law_of_blocks():
    """The weights of the problem as the law of labels, k by the blocks of two labels, for every beta > 0."""
    file = emit_coq(block_certificate(UNEVEN, POSITIVE, "all"))
    assert "Definition W : list Z := [3; 2].\n" in file.text
    claim = "AllOf (block_law n w) (@{laws} (nat * R)) d (factor_kernel d (block_factor k) (usa beta))"
    assert [(t.view, t.statement) for t in file.theorems] == [
        (view, f"forall (d : nat) (beta : R), (1 <= d)%nat -> (0 < beta)%R -> {claim.format(laws=laws)}")
        for view, laws in (("graph_laws", "graph"), ("all_laws", "any"))
    ]


def test_each_claim_on_blocks_has_its_theorem():
    """D = 0, D > 0 with one null vector and with several, D < 0, a direction, two points of atoms."""
    spread = load_kernel(
        {
            "family": "factor",
            "d": 3,
            "profile": "asin(t)",
            "labels": {"kind": "blocks", "weights": ["1"]},
            "k": [["-1"]],
        }
    )
    for cert, theorem in (
        (block_certificate(HALVES, FREE, "some", indicator=["1/2", "1/2"]), "blocks_some_free"),
        (block_certificate(UNEVEN, POSITIVE, "all"), "blocks_all "),
        (block_certificate(THIRDS, THRESHOLD, "all"), "blocks_all_strict"),
        (block_certificate(UNEVEN, NEGATIVE, "none", "direction", block=0), "blocks_none_degree"),
        (block_certificate(HALVES, [[3, -1], [-1, 3]], "none", "direction", v=["1", "-1"]), "blocks_none_direction"),
        (block_certificate(HALVES, APART, "some", indicator=["1", "0"]), "graph_laws_some"),
        (block_certificate(HALVES, [[1, 1], [1, 1]], "some", "sign", "t**2"), "graph_laws_even"),
        (block_certificate(UNEVEN, POSITIVE, "all", profile="t**3"), "blocks_all_ascending"),
        (block_certificate(HALVES, [[0, 1], [1, 0]], "all", "sign", {"usa": "-1"}), "blocks_all_peaked"),
        (block_certificate(HALVES, APART, "some", "sign", {"usa": "-1"}), "blocks_some_cut"),
        (block_certificate([1], [[0]], "some", "sign", {"usa": "-1"}), "blocks_some_zero"),
        (block_certificate([1], [[1]], "some", "sign", "t**2"), "blocks_some_halves"),
        (block_certificate(THIRDS, SHARED, "some", indicator=["1", "0", "1/2"]), "blocks_some_shares"),
        (block_certificate(THIRDS, BEYOND, "all"), "blocks_all_full"),
        (block_certificate(QUARTERS, LINE, "all", profile="t**3"), "strict_pairs_one_point"),
        (rhombi(), "blocks_some_moments"),
        (decide(spread).certificate, "blocks_none_negative"),
    ):
        assert check(cert).accepted, theorem
        assert theorem in emit_coq(cert).text, theorem


def test_claims_on_blocks_outside_the_library_are_not_emitted():
    """Two Gram matrices, profiles that do not ascend, a claim without its data, no strict labels, laws in hand."""
    part = [[1, 0, 0], [0, 1, -1], [0, -1, 1]]
    for cert, reason in (
        (block_certificate(HALVES, APART, "all", profile="t"), "Gram matrix"),
        (block_certificate(UNEVEN, POSITIVE, "some", profile="2*t - t**2/4"), "a_p >= 0"),
        (block_certificate(UNEVEN, POSITIVE, "all", profile="t**2"), "an odd a_p > 0"),
        (block_certificate(THIRDS, SHARED, "all", profile="t"), "Gram matrix"),
        (block_certificate(UNEVEN, NEGATIVE, "all", "direction", block=0), "certified Laplacian"),
        (block_certificate(THIRDS, part, "all", "direction", v=["0", "0", "0"]), "certified Laplacian"),
        (block_certificate(HALVES, FREE, "none", "direction"), "neither a direction"),
        (block_certificate(HALVES, FREE, "none", "law", "asin(t)", law=[]), "polynomial profile"),
    ):
        with pytest.raises(NotInCoqError, match=reason):
            emit_coq(cert)


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_coq_decides_blocks(coq_judge):
    """True claims are accepted; another claim, a flipped sign, another digit and the data of others are refused."""
    good = {
        "free": block_certificate(HALVES, FREE, "some", indicator=["1/2", "1/2"]),
        "strict": block_certificate(THIRDS, THRESHOLD, "all"),
        "degree": block_certificate(UNEVEN, NEGATIVE, "none", "direction", block=0),
        "shares": block_certificate(THIRDS, SHARED, "some", indicator=["1", "0", "1/2"]),
        "full": block_certificate(THIRDS, BEYOND, "all"),
        "odd": block_certificate(QUARTERS, LINE, "all", profile="t**3"),
        "cut": block_certificate(HALVES, APART, "some", "sign", {"usa": "-1"}),
        "averages": rhombi(),
    }
    coq_judge.accepts(good)
    changes = {
        "claim": ("free", "SomeOf", "AllOf"),
        "sign": ("free", "[[(-1); 1];", "[[1; 1];"),
        "digit": ("strict", "[2; 0; 2]", "[3; 0; 2]"),
        "weight": ("degree", "W : list Z := [3; 2]", "W : list Z := [2; 3]"),
        "atoms": ("strict", "block_law n w", "(fun _ => True)"),
        "undivided": ("shares", "SomeOf (divided_blocks n w 2)", "SomeOf (block_law n w)"),
        "share": ("shares", "V : list Z := [2; 0; 1]", "V : list Z := [2; 0; 2]"),
        "within": ("full", "[2; (-1); (-1)]].", "[2; (-1); (-2)]]."),
        "linked": ("cut", "K : list (list Z) := [[1; 0]", "K : list (list Z) := [[1; 1]"),
    }
    coq_judge.refuses(good, changes)


def series_on_blocks(K, coefficients, d, value, **data):
    """Return a certificate about a Gegenbauer series on blocks of equal weights."""
    weights = [Fraction(1, len(K))] * len(K)
    cert = block_certificate(weights, K, value, profile={"gegenbauer": coefficients}, **data)
    return certificate("T5", {**cert["problem"], "d": d}, "laplacian", cert["data"], cert["data"]["claim"])


def zonal_certificates():
    """Return series with negative power coefficients: one peak, a linear term, |f|, 120 degrees in the plane."""
    strict = [[1, 3, -1], [3, 1, 3], [-1, 3, 1]]
    third, first = ["0", "0", "0", "1"], ["1/2", "1/9", "0", "1", "0", "2"]
    return {
        "peak": series_on_blocks(strict, third, 3, "all"),
        "first": series_on_blocks(strict, first, 3, "all"),
        "threshold": series_on_blocks(THRESHOLD, first, 4, "all"),
        "even": series_on_blocks(strict, ["0", "0", "1/3", "0", "1"], 3, "some"),
        "apart": series_on_blocks(APART, third, 3, "some", indicator=["1", "0"]),
        "shared": series_on_blocks(SHARED, first, 3, "some", indicator=["1", "0", "1/2"]),
        "halves": series_on_blocks([[1]], ["0", "0", "1/3", "0", "1"], 3, "some"),
        "free": series_on_blocks([[0, 0], [0, 0]], third, 3, "some"),
        "turned": series_on_blocks(strict, third, 2, "some"),
    }


def test_gegenbauer_series_on_blocks_have_theorems_in_their_dimension():
    """By the linear profile, by |f| with its own law of labels, by one peak, by halves of blocks at 120 degrees."""
    texts = {name: emit_coq(cert).text for name, cert in zonal_certificates().items()}
    assert "exact (blocks_all_zonal_peaked " in texts["peak"]
    assert "Lemma same_any : AllOf (block_law n w) (@any (nat * R)) 3%nat" in texts["first"]
    assert "Lemma same_graph : SomeOf (divided_blocks n w 2) (@graph (nat * R)) 3%nat" in texts["shared"]
    assert "exact (blocks_some_turned " in texts["turned"]


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_coq_reads_gegenbauer_series_on_blocks(coq_judge):
    """True claims pass; another claim, dimension, coefficient or law of labels is refused."""
    good = zonal_certificates()
    coq_judge.accepts(good)
    changes = {
        "claim": ("peak", "AllOf (block_law n w) (@graph", "SomeOf (block_law n w) (@graph"),
        "dimension": ("first", "3%nat", "5%nat"),
        "coefficient": ("first", "zonal_series : list Z := [", "zonal_series : list Z := [1; "),
        "all": ("turned", "SomeOf (divided_blocks n w 2)", "AllOf (divided_blocks n w 2)"),
        "law": ("shared", "SomeOf (divided_blocks n w 2)", "SomeOf (block_law n w)"),
    }
    coq_judge.refuses(good, changes)

"""Connection kernels in Coq: parallel sections are the maximisers, and equations say whether they are constant."""

from __future__ import annotations

import flint
import pytest

from verify.certificates.checker import check
from verify.certificates.coq.check import check_with_coq
from verify.certificates.coq.emit import NotInCoqError, emit_coq
from verify.certificates.coq.gauge.connection import combinations
from verify.certificates.makers import certificate

ONE, QUARTER, FLIP = [["1", "0"], ["0", "1"]], [["0", "-1"], ["1", "0"]], [["1", "0"], ["0", "-1"]]
TURN = [["3/5", "-4/5"], ["4/5", "3/5"]]


def turned(matrix):
    """Return the transpose."""
    return [list(column) for column in zip(*matrix, strict=True)]


def space(matrix, last="1"):
    """Return the matrix in one dimension more, with the new axis kept or reversed."""
    return [[*row, "0"] for row in matrix] + [["0"] * len(matrix) + [last]]


def connection(O, value, profile=None, weights=None):  # noqa: E741 - the letter of a connection
    """Return a certificate of T4d; O holds O_ij for i <= j, row by row."""
    n = len(O)
    maps = [[O[i][j - i] if i <= j else turned(O[j][i - j]) for j in range(n)] for i in range(n)]
    labels = {"kind": "atoms", "weights": weights or ([f"1/{n}"] * n if n > 1 else ["1"])}
    spec = {"family": "connection", "d": len(O[0][0]), "profile": profile or {"usa": "2"}, "labels": labels, "O": maps}
    claim = value if isinstance(value, dict) else {"graph_laws": value, "all_laws": value}
    return certificate("T4d", spec, "connection", {}, claim)


def triangle(first, second, third, value, **more):
    """Return three labels with O_01, O_02, O_12, each at rest in itself."""
    rest = [[str(int(i == j)) for j in range(len(first))] for i in range(len(first))]
    return connection([[rest, first, second], [rest, third], [rest]], value, **more)


CURVED = (space(TURN), space(QUARTER), space(QUARTER))
GOOD = {
    "trivial": connection([[ONE, ONE], [ONE]], "all", weights=["1/3", "2/3"]),
    "turn": connection([[ONE, TURN], [ONE]], "none", "t**3"),
    "mirror": connection([[ONE, FLIP], [ONE]], "some", {"usa": "-2"}),
    "axis": triangle(*CURVED, "all"),
    "flat axis": triangle(space(QUARTER), space([["-1", "0"], ["0", "-1"]]), space(QUARTER), "some", profile="sinh(t)"),
    "reversed axis": triangle(space(TURN, "-1"), space(QUARTER, "-1"), space(QUARTER), "none", profile="t - t**2/10"),
    "self": connection([[space(FLIP, "-1"), space(FLIP, "-1")], [space(ONE)]], "all", "asin(t)"),
    "one label": connection([[FLIP]], "all"),
}


def test_combinations_multiply_to_the_targets():
    """C times the chosen rows is s times the targets; independent rows only, none for targets that are zero."""
    stack = flint.fmpz_mat([[0, 0, 0], [2, 4, 0], [1, 2, 0], [0, 0, 5]])
    targets = flint.fmpz_mat([[1, 2, 1], [0, 0, 0]])
    chosen, C, s = combinations(stack, targets)
    basis = flint.fmpz_mat([[int(stack[e, b]) for b in range(3)] for e in chosen])
    assert (len(chosen), basis.rank()) == (2, 2)
    assert flint.fmpz_mat(C) * basis == s * targets
    assert combinations(stack, flint.fmpz_mat([[1, 0, 0]])) is None
    zero = flint.fmpz_mat(1, 2)
    assert combinations(zero, zero) == ([], [[]], 1)
    assert combinations(zero, flint.fmpz_mat([[0, 1]])) is None


def test_statement_of_a_connection_is_made_from_problem_and_claim_alone():
    """Weights, matrices and profile stand there; the file of another claim is another one."""
    file = emit_coq(GOOD["axis"])
    assert [t.view for t in file.theorems] == ["graph_laws", "all_laws"]
    assert file.theorems[0].statement == (
        "forall (beta : R), (0 < beta)%R -> ConnectionGraphLawsAll n 3%nat w (usa beta) (transports M den)"
    )
    assert "Definition den : Z := 5." in file.text
    assert "connection_claim_all" in file.text
    assert "ConnectionAllLawsSome n 2%nat w (usa beta)" in emit_coq(GOOD["mirror"]).text


def test_no_more_equations_than_coordinates_are_taken():
    """Of 27 equations of parallel sections in space two are independent: the axis alone is left."""
    text = emit_coq(GOOD["axis"]).text
    places = text.split("Definition E : list (nat * (nat * nat)) := [")[1].split("]")[0]
    assert len(places.split(";")) == 2
    assert "Definition E : list (nat * (nat * nat)) := []." in emit_coq(GOOD["trivial"]).text


def test_false_claims_about_connections_are_not_emitted():
    """No data for another value than the true one; no section; a factor; too many entries; matrices of another size."""
    reasons = {
        ("axis", "none"): "a section is constant",
        ("axis", "some"): "every parallel section is constant",
        ("turn", "all"): "a parallel section is not constant",
        ("turn", "some"): "no section is constant",
        ("mirror", "all"): "a parallel section is not constant",
        ("mirror", "none"): "a section is constant",
    }
    for (name, value), reason in reasons.items():
        cert = GOOD[name]
        claim = {"graph_laws": value, "all_laws": value}
        with pytest.raises(NotInCoqError, match=reason):
            emit_coq(certificate("T4d", cert["problem"], "connection", {}, claim))
    with pytest.raises(NotInCoqError, match="no parallel section"):
        emit_coq(triangle(TURN, QUARTER, QUARTER, "none"))
    with pytest.raises(NotInCoqError, match="3 x 3 matrices"):
        emit_coq(connection([[ONE, ONE, space(ONE)], [ONE, ONE], [ONE]], "all"))
    with pytest.raises(NotInCoqError, match="more entries than"):
        emit_coq(connection([[space(space(ONE))] * (60 - i) for i in range(60)], "all"))
    spec = GOOD["axis"]["problem"] | {"k": [["1"]]}
    with pytest.raises(NotInCoqError, match="k"):
        emit_coq(certificate("T4d", spec, "connection", {}, GOOD["axis"]["data"]["claim"]))
    with pytest.raises(NotInCoqError, match="largest at t = 1"):
        emit_coq(connection([[ONE, TURN], [ONE]], "none", "t**2"))


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_coq_decides_connections(coq_judge):
    """True claims are accepted: flat ones and others, d = 2, 3; changed claims, digits, signs and data are refused."""
    coq_judge.accepts(GOOD)
    data = "Definition E : list (nat * (nat * nat)) := "
    changes = {
        "claim": ("mirror", "ConnectionGraphLawsSome n", "ConnectionGraphLawsAll n"),
        "claim, all laws": ("axis", "ConnectionAllLawsAll n", "ConnectionAllLawsNone n"),
        "sign of a matrix": ("axis", "[[3; (-4); 0];", "[[3; 4; 0];"),
        "digit of a matrix": ("turn", "[[[[5; 0];", "[[[[5; 1];"),
        "transpose": ("axis", "[[3; 4; 0];\n    [(-4); 3; 0];", "[[3; (-4); 0];\n    [4; 3; 0];"),
        "digit of a section": ("axis", "Definition NX : Z := 1.", "Definition NX : Z := 2."),
        "not parallel": (
            "axis",
            "Definition X : list (list Z) := [[0; 0; ",
            "Definition X : list (list Z) := [[0; 1; ",
        ),
        "equation": ("turn", data + "[(0, (1, 0))%nat;", data + "[(0, (0, 0))%nat;"),
        "scale": ("trivial", "Definition s : Z := 1.", "Definition s : Z := 0."),
        "weight": ("trivial", "Definition W : list Z := [1; 2].", "Definition W : list Z := [1; 0]."),
        "label that is none": ("axis", data + "[(", data + "[(7"),
        "profile": ("reversed axis", "[0; 10; (-1)]", "[0; 10; (-9)]"),
    }
    coq_judge.refuses(GOOD, changes)
    skew = connection([[ONE, [["4/5", "-4/5"], ["4/5", "3/5"]]], [ONE]], "none")
    assert not check(skew).accepted
    assert not check_with_coq(skew, coq_judge.libraries).accepted

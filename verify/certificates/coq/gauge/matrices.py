"""T4 for gauge kernels on atoms in Coq: rational orthogonal Q_i, k_ij rational, or positive like e^b, or none.

"all" rests on equal Q_i, "none" on a left inverse of their differences, both on a connected support, on k > 0, or on a
positive semidefinite Laplacian for factors of any signs; "some" on two integer configurations with the maximal energy,
one collapsed and the other one not.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import flint

from verify.certificates.checker.algebra import components
from verify.certificates.checker.problem import read_labels
from verify.certificates.coq.atoms.positive import PositiveFactor, is_positive, read_positive
from verify.certificates.coq.atoms.table import atoms, factor_table, integers
from verify.certificates.coq.gauge.alignment import aligned_pair
from verify.certificates.coq.gauge.signed import (
    FREE,
    Plain,
    claim_name,
    constant_factor,
    one_view,
    plain_collapse,
    positive_collapse,
    signed_theorem,
)
from verify.certificates.coq.gauge.table import Matrix, gauge_table
from verify.certificates.coq.profiles.profile import Profile, read_profile
from verify.certificates.coq.text import VIEWS, CoqFile, NotInCoqError, Writer, cleared, listed, rows, whole

__all__ = ["emit_gauge", "left_inverse"]

LARGEST = 60
_MODULES = (
    "Sums Vectors Energy Gauge Slices GaugeSlices PsdCheck FactorCertificate Profiles Claims Indicators\n"
    "  GaugeCertificate GaugeSome GaugeSupport GaugeFactor"
)
# What the rarer theorems need besides.
_FURTHER = {"signed_claim_some": " GaugeEdges", "none_edges": " GaugeEdges"}


# For each value: what is checked of the kernel, lemmas with their answers, further arguments of the theorem.
_RULES = {
    "all": ("gauge_check", [("checked_all", "equal_check {size} M", "true")], ""),
    "none": ("gauge_check", [("checked_none", "inverse_check {size} M B s", "true")], " B s"),
    "some": (
        "plain_gauge_check",
        [
            ("aligned_X", "aligned_check {size} K M X NX", "true"),
            ("collapsed_X", "collapsed_check {size} X", "true"),
            ("aligned_Y", "aligned_check {size} K M Y NY", "true"),
            ("spread_Y", "collapsed_check {size} Y", "false"),
        ],
        " X NX Y NY",
    ),
}


def left_inverse(blocks: list[Matrix]) -> list[Matrix] | None:
    """Return matrices B_i with sum_i B_i A_i = I, or None where the A_i, one below the other, have a null vector.

    Notes
    -----
    With the stack A, (A^T A)^{-1} A^T is a left inverse.

    Examples
    --------
    >>> left_inverse([[[Fraction(2)]], [[Fraction(0)]]])
    [[[Fraction(1, 2)]], [[Fraction(0, 1)]]]
    >>> left_inverse([[[Fraction(0)]]]) is None
    True
    """
    size = len(blocks[0])
    stack = flint.fmpq_mat(
        [[flint.fmpq(x.numerator, x.denominator) for x in line] for block in blocks for line in block]
    )
    normal = stack.transpose() * stack
    if normal.det() == 0:
        return None
    entries = (normal.inv() * stack.transpose()).tolist()
    table = [[Fraction(int(x.p), int(x.q)) for x in line] for line in entries]
    return [[line[i * size : (i + 1) * size] for line in table] for i in range(len(blocks))]


def emit_gauge(cert: Mapping[str, Any]) -> CoqFile:
    """Return the Coq file of a certificate of T4."""
    writer = Writer(cert)
    spec, claim = cert["problem"], cert["data"]["claim"]
    profile = read_profile(spec["profile"], int(spec["d"]))
    peaked, further = profile.summit
    positive = read_positive(spec) if is_positive(spec, LARGEST) else None
    n, K, definitions, notation = _rational_factor(spec) if positive is None else _positive_factor(positive)
    d = int(spec["d"])
    Q = gauge_table(spec, read_labels(spec["labels"]))
    flat, den = cleared([x for matrix in Q for line in matrix for x in line])
    M = [[flat[(i * d + a) * d : (i * d + a + 1) * d] for a in range(d)] for i in range(n)]
    writer.define(definitions + profile.definitions, profile.imports)
    writer.define(
        f"Definition den : Z := {den}.\nDefinition M : list (list (list Z)) := {listed(map(rows, M), ';' + chr(10))}.\n"
    )
    plain = None
    if positive is not None:
        plain = positive_collapse(positive.positive, peaked, profile.term, d)
    elif min(map(min, K)) < 0 and "psd" in cert["data"]:
        W = atoms(spec, LARGEST)[2]
        degrees = [sum(w * x for w, x in zip(W, line, strict=True)) for line in K]
        plain = plain_collapse(writer, cert["data"]["psd"], degrees, profile, d)
    free = K == [[0]]
    if free:
        writer.define("Lemma free : k 0%nat 0%nat = 0%R.\nProof. exact (Rmult_0_l (/ IZR kappa)). Qed.\n")
    for view, value in claim.items():
        if value not in _RULES or view not in VIEWS:
            raise NotInCoqError(f'the claim "{value}" of {view} is not emitted for gauge kernels')
        reducible = plain is None and min(map(min, K)) >= 0 and not _connected(K)
        if value == "none" and not (free or reducible):
            _define_left_inverse(writer, Q, den)
        if free and FREE[view] == value:
            room = f"(proj1 (Nat.leb_le 1%nat {d}%nat) eq_refl)"
            theorem = f"(free_label {d}%nat w k {profile.term} (gauge M den) {room} free)"
        elif plain is not None:
            if value == "some":
                _define_configurations(writer, Q, [[1] * n for _ in range(n)])
            factor = ("k", plain) if plain.all_laws else _constant(writer, profile.term, d, peaked)
            definitions, theorem = signed_theorem(value, profile.term, d, factor[1], factor[0])
            writer.define(definitions)
        elif value == "none" and reducible:
            theorem = _along_edges(writer, Q, den, K, profile)
        else:
            theorem = _theorem(writer, value, Q, K, profile)
        quantifier = f"forall{profile.binder}, {profile.hypothesis}" if profile.binder else ""
        statement = f"{quantifier}{claim_name(view, value, plain)} n {d}%nat w k {profile.term} (gauge M den)"
        intros = f"intros{profile.variables}{profile.names}; " if profile.binder else ""
        proof = f"{'proj1' if view == 'graph_laws' else 'proj2'}\n    {theorem}"
        if plain is not None and not plain.all_laws:
            frames = f"(proj2 (proj2 (proj2 (frames_check_sound n {d}%nat M den frames_accepted))))"
            proof = one_view(view, claim, ("(gauge M den)", frames), (profile.term, d, peaked), plain, theorem)
        writer.prove(f"proved_{view}_{value}", view, statement, f"  {intros}exact ({proof}).\n")
    used = "".join(writer.proofs)
    further = ("Frequencies " if plain is not None and not plain.all_laws else "") + further
    further += _MODULES + ("" if plain is None else plain.modules) + ("" if positive is None else positive.modules)
    further += "".join(module for name, module in _FURTHER.items() if name in used)
    return writer.file(f"{notation}, Q_i = M_i / den.", further)


def _constant(writer: Writer, term: str, d: int, peaked: str) -> tuple[str, Plain]:
    """Return the factor 1, and why the plain kernel collapses for it: the weights are positive."""
    checked = "(eq_refl true <: Frequencies.weights_check n W omega = true)"
    writer.define(
        "Lemma weights_accepted i : (i < n)%nat -> (0 < w i)%R.\n"
        f"Proof. exact (Frequencies.weights_positive n W omega {checked} i). Qed.\n"
    )
    return "(fun _ _ => 1%R)", constant_factor(term, d, peaked)


def _rational_factor(spec: Mapping[str, Any]) -> tuple[int, list[list[int]], str, str]:
    """Return n, the table K, 1 everywhere where there is no factor, the definitions and what they stand for."""
    if "bias" in spec:
        raise NotInCoqError("gauge kernels are emitted with a rational factor, or one that is seen to be positive")
    labels, n, W, omega = atoms(spec, LARGEST)
    K, kappa = [[1] * n for _ in range(n)], 1
    if "k" in spec:
        _, K, kappa = factor_table(spec, labels)
    return n, K, integers(n, W, omega, K, kappa), "w_i = W_i / omega, k_ij = K_ij / kappa"


def _positive_factor(factor: PositiveFactor) -> tuple[int, list[list[int]], str, str]:
    """Return the same of a factor without zeros, whose support is that of 1."""
    if factor.n > LARGEST:
        raise NotInCoqError(f"{factor.n} labels are more than {LARGEST}")
    return factor.n, [[1] * factor.n for _ in range(factor.n)], factor.definitions, factor.notation.rstrip(".")


def _theorem(writer: Writer, value: str, Q: list[Matrix], K: list[list[int]], profile: Profile) -> str:
    """Return the proof of both views for k >= 0, its data and checks defined."""
    if value == "some":
        _define_configurations(writer, Q, K)
    else:
        _require_connected(K)
    kernel, checks, more = _RULES[value]
    size = f"n {len(Q[0])}%nat"
    problem = f"{size} W omega K kappa M den"
    writer.check(f"accepted_{kernel}", f"{kernel} {problem}")
    for name, check, answer in checks:
        writer.check(name, check.format(size=size), answer)
    proofs = " ".join([f"accepted_{kernel}", *(name for name, _, _ in checks), profile.summit[0]])
    return f"(gauge_claim_{value} {problem}{more} {profile.term} {proofs})"


def _define_left_inverse(writer: Writer, Q: list[Matrix], den: int) -> None:
    """Define B and s with sum_i B_i (M_i - M_0)^T = s I; Coq multiplies them again."""
    d = len(Q[0])
    blocks = [[[matrix[b][c] - Q[0][b][c] for b in range(d)] for c in range(d)] for matrix in Q]
    B = left_inverse(blocks)
    if B is None:
        raise NotInCoqError("some vector has the same image under all Q_i^T")
    _define_inverse(writer, B, den)


def _define_inverse(writer: Writer, B: list[Matrix], den: int) -> None:
    """Define the matrices B, times a common denominator, and s."""
    d = len(B[0])
    flat, s = cleared([x for block in B for line in block for x in line])
    table = [[flat[(i * d + a) * d : (i * d + a + 1) * d] for a in range(d)] for i in range(len(B))]
    writer.define(
        f"Definition s : Z := {s * den}.\n"
        f"Definition B : list (list (list Z)) := {listed(map(rows, table), ';' + chr(10))}.\n"
    )


def _define_configurations(writer: Writer, Q: list[Matrix], K: list[list[int]]) -> None:
    """Define X and Y, integer vectors of one length each: Coq checks that Q_i x_i = Q_j x_j where K_ij is not 0."""
    for name, table in zip("XY", aligned_pair(Q, K), strict=True):
        length = sum(x * x for x in table[0])
        writer.define(
            f"Definition {name} : list (list Z) := {rows(table)}.\nDefinition N{name} : Z := {whole(length)}.\n"
        )


def _require_connected(K: list[list[int]]) -> None:
    """Refuse what the theorems for "all" and "none" leave out: k < 0, several components, a label without partner."""
    if min(map(min, K)) < 0:
        raise NotInCoqError('gauge kernels are emitted with k >= 0, or where T5 says "all" of the factor')
    if not _connected(K):
        raise NotInCoqError('"all" is emitted for gauge kernels with a connected support')


def _connected(K: list[list[int]]) -> bool:
    """Whether the support of K >= 0 is connected, every label with a partner."""
    return len(components(len(K), lambda i, j: K[i][j] > 0)) == 1 and all(any(line) for line in K)


def _along_edges(writer: Writer, Q: list[Matrix], den: int, K: list[list[int]], profile: Profile) -> str:
    """Return the proof of "none" for a reducible k >= 0: B_e and s with sum_e B_e (M_i - M_j) = s I, e = (i, j)."""
    n, d = len(Q), len(Q[0])
    parts = components(n, lambda i, j: K[i][j] > 0)
    edges = [(i, j) for part in parts for j in part for i in part if i < j and K[i][j] > 0]
    if not edges:
        raise NotInCoqError("no two labels are connected by k > 0")
    B = left_inverse([[[Q[i][b][c] - Q[j][b][c] for c in range(d)] for b in range(d)] for i, j in edges])
    if B is None:
        raise NotInCoqError("some vector has the same image under all Q_i of a component")
    _define_inverse(writer, B, den)
    pairs = listed(f"({i}, {j})%nat" for i, j in edges)
    writer.define(f"Definition E : list (nat * nat) := {pairs}.\n")
    problem = f"n {d}%nat W omega K kappa M den"
    writer.check("accepted_plain_gauge_check", f"plain_gauge_check {problem}")
    writer.check("edges_accepted", f"edges_check n {d}%nat W K M B E s")
    peaked, _ = profile.summit
    return (
        f"(gauge_claim_none_edges {problem} B E s {profile.term} accepted_plain_gauge_check edges_accepted\n"
        f"      {peaked})"
    )

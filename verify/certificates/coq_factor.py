"""T5 for factor kernels on atoms in Coq: a certified signed Laplacian, a negative direction, a negative degree.

With the Laplacian, "all" rests on a null space of constants, on one without indicators if all powers of t take part, or
on one with a single Gram matrix; "some" on shares of two opposite points that cost nothing, on f(-1) = f(1), or on the
moments of a linear profile.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.certificates.coq_correlations import moment_points, pair_rows
from verify.certificates.coq_null_space import find_shares, unit_pivots
from verify.certificates.coq_text import (
    CoqFile,
    NotInCoqError,
    Profile,
    Writer,
    atoms,
    claim_statement,
    cleared,
    factor_table,
    integers,
    listed,
    read_profile,
    row,
    rows,
    whole,
)
from verify.certificates.psd import PsdProof, prove_psd

__all__ = ["emit_bound", "emit_factor", "psd_text"]

LARGEST = 200
_NOTATION = "w_i = W_i / omega, k_ij = K_ij / kappa."
_ACCEPTED = "exact accepted | "
_BY_COMPUTATION = "vm_cast_no_check (eq_refl true) | "


def emit_factor(cert: Mapping[str, Any]) -> CoqFile:
    """Return the Coq file of a certificate of T5."""
    writer = Writer(cert)
    spec, data = cert["problem"], cert["data"]
    labels, n, W, omega = atoms(spec, LARGEST)
    table, K, kappa = factor_table(spec, labels)
    degrees = [sum(w * x for w, x in zip(W, line, strict=True)) for line in K]
    profile = read_profile(spec["profile"])
    psd = _psd(cert["method"], data, W, omega, table)
    writer.define(integers(n, W, omega, K, kappa) + profile.definitions)
    if psd is not None:
        psd = _normalised(psd)
        writer.define(f"Definition data : psd_data := {psd_text(psd)}.\n")
        _inequality(writer)
    case = _Case(writer, data, degrees, psd, profile, int(spec["d"]))
    for view in ("graph_laws", "all_laws"):
        if view in data["claim"]:
            _state(writer, view, data["claim"][view], case.rule(view), profile)
    return writer.file(
        _NOTATION,
        "Sums Vectors Energy Slices PsdCheck FactorCertificate Profiles Claims TwoPoints Indicators Correlations",
    )


def emit_bound(cert: Mapping[str, Any]) -> CoqFile:
    """Return the Coq file of the inequality alone, without the views: for every d, every beta >= 0.

    Notes
    -----
    It needs no null space that consists of constants, hence holds at the threshold too.
    """
    writer = Writer(cert)
    labels, n, W, omega = atoms(cert["problem"], LARGEST)
    table, K, kappa = factor_table(cert["problem"], labels)
    psd = _psd(cert["method"], cert["data"], W, omega, table)
    if psd is None:
        raise NotInCoqError(f"the method {cert['method']} proves no bound")
    writer.define(integers(n, W, omega, K, kappa))
    writer.define(f"Definition data : psd_data := {psd_text(psd)}.\n")
    _inequality(writer)
    return writer.file(_NOTATION, "Sums Vectors Energy PsdCheck FactorCertificate")


def psd_text(data: Mapping[str, Any]) -> str:
    """Return the certificate's PSD data as a Coq record; kernel vectors lose their denominators."""
    kernel = [cleared([Fraction(x) for x in vector])[0] for vector in data["kernel"]]
    return (
        "{|\n"
        f"  psd_kernel := {rows(kernel)};\n"
        f"  psd_pivots := {listed(f'{int(t)}%nat' for t in data['pivots'])};\n"
        f"  psd_scale := {whole(int(data['scale']))};\n"
        f"  psd_factor := {rows([int(x) for x in line] for line in data['L'])};\n"
        f"  psd_diagonal := {row(int(x) for x in data['D'])} |}}"
    )


def _constant(psd: Mapping[str, Any]) -> bool:
    """Whether the null space consists of the constants."""
    return len(psd["kernel"]) == 1 and len(set(psd["kernel"][0])) == 1


def _normalised(psd: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the data with one common entry at the pivots of a larger null space."""
    if len(psd["kernel"]) == 1:
        return psd
    vectors, _ = unit_pivots(psd)
    return {**psd, "kernel": vectors}


def _psd(
    method: str, data: Mapping[str, Any], W: list[int], omega: int, table: list[list[Fraction]]
) -> Mapping[str, Any] | None:
    """Return PSD data for the signed Laplacian: the certificate's own, or new ones where k >= 0."""
    if method in {"direction", "negative_degree"}:
        return None
    if method == "laplacian" and not {"minorant", "cells"} & set(data):
        psd: Mapping[str, Any] = data["psd"]
        return psd
    if method != "sign":
        raise NotInCoqError(f"the method {method} (with these data) is not emitted")
    n = len(W)
    w = [Fraction(x, omega) for x in W]
    A = [[-w[i] * w[j] * table[i][j] for j in range(n)] for i in range(n)]
    for i in range(n):
        A[i][i] -= sum(A[i], Fraction(0))
    proof = prove_psd(A)
    if not isinstance(proof, PsdProof):
        raise NotInCoqError("the Laplacian is not positive semidefinite")
    return proof.to_data()


def _inequality(writer: Writer) -> None:
    """Add sum w_i w_j k_ij e^(beta <x_i, x_j>) <= e^beta sum w_i w_j k_ij."""
    writer.define(
        "Lemma accepted : factor_check n W omega K kappa data = true.\nProof. vm_cast_no_check (eq_refl true). Qed.\n"
    )
    statement = (
        "forall (d : nat) (x : nat -> nat -> R) (beta : R), (0 <= beta)%R -> unit_vectors n d x ->\n"
        "  (rsum2 n (fun i j => w i * w j * k i j * exp (beta * dot d (x i) (x j)))\n"
        "   <= exp beta * rsum2 n (fun i j => w i * w j * k i j))%R"
    )
    writer.prove("inequality", "", statement, "  exact (factor_check_exp n W omega K kappa data accepted).\n")


@dataclass(frozen=True)
class _Rule:
    """A theorem of the library: its name, what follows n W omega K kappa, proofs of its hypotheses, the least d."""

    lemma: str
    arguments: str
    goals: str
    fact: str
    low: int = 1


@dataclass(frozen=True)
class _Case:
    """What the claims of one certificate are proved from: its data, degrees, PSD data (or None), profile, dimension."""

    writer: Writer
    data: Mapping[str, Any]
    degrees: list[int]
    psd: Mapping[str, Any] | None
    profile: Profile
    d: int

    def rule(self, view: str) -> _Rule:
        """Return the theorem that proves one view of the claim, its data defined."""
        value = self.data["claim"][view]
        if value == "all" and self.psd is not None:
            return self._all(view, self.psd)
        if value == "some" and self.psd is not None:
            return self._some(view, self.psd)
        if value == "none" and "v" in self.data:
            vector = cleared([Fraction(x) for x in self.data["v"]])[0]
            self.writer.define(f"Definition v : list Z := {row(vector)}.\n")
            lemma = "graph_laws_none" if view == "graph_laws" else "all_laws_none_direction"
            return _Rule(lemma, "v", _BY_COMPUTATION, self.profile.sloped, low=2)
        if value == "none" and view == "all_laws" and min(self.degrees) < 0:
            atom = self.degrees.index(min(self.degrees))
            return _Rule("all_laws_none_degree", f"{atom}%nat", _BY_COMPUTATION, self.profile.sloped, low=2)
        raise NotInCoqError(f'the claim "{value}" of {view} is not emitted for these data')

    def _all(self, view: str, psd: Mapping[str, Any]) -> _Rule:
        """Collapse is unique: null vectors are constant, or no indicators and f is full, or have one Gram matrix."""
        profile, degrees, every = self.profile, self.degrees, view == "all_laws"
        if not profile.rising:
            raise NotInCoqError('"all" is emitted for polynomials with a_1 > 0 and a_p >= 0 for p >= 1')
        if _constant(psd):
            if every and not (min(degrees) >= 0 and max(degrees) > 0):
                raise NotInCoqError('"all" for all laws is emitted where D >= 0 with one D_i > 0')
            goals = _ACCEPTED + _BY_COMPUTATION * (3 if every else 1)
            return _Rule(f"{view}_all", "data", goals, profile.rising)
        if every and min(degrees) <= 0:
            raise NotInCoqError('"all" for all laws with a larger null space is emitted where D > 0')
        vectors, T = unit_pivots(psd)
        goals = _ACCEPTED + _BY_COMPUTATION * (2 if every else 1)
        if profile.full:
            return _Rule(f"{view}_all_full", f"data {T}", goals, profile.full)
        M = pair_rows(vectors)
        if M is None:
            raise NotInCoqError('"all" with a larger null space is emitted for exponentials, or one Gram matrix only')
        self.writer.define(f"Definition M : list (list Z) := {rows(M)}.\n")
        return _Rule(f"{view}_all_correlation", f"data {T} M", goals, profile.rising)

    def _some(self, view: str, psd: Mapping[str, Any]) -> _Rule:
        """Collapse is not unique: opposite points that cost nothing, f(-1) = f(1), or moments of a linear profile."""
        profile, every, n = self.profile, view == "all_laws", len(self.degrees)
        if not profile.ascending:
            raise NotInCoqError('"some" is emitted for profiles with a_p >= 0 for p >= 1')
        if every and min(self.degrees) < 0:
            raise NotInCoqError('"some" for all laws is emitted where D >= 0')
        bound = _ACCEPTED + _BY_COMPUTATION * every + _BY_COMPUTATION
        if profile.even and n >= (1 if every else 2):
            return _Rule(f"{view}_even", "data", bound, profile.ascending + f" | exact {profile.even}")
        shares = find_shares(psd, [not every or D > 0 for D in self.degrees], self.data.get("indicator"))
        if shares is not None:
            V, q = shares
            self.writer.define(f"Definition V_{view} : list Z := {row(V)}.\n")
            arguments = f"data V_{view} {q}" if every else f"data V_{view}"
            return _Rule(f"{view}_some", arguments, bound, profile.ascending)
        if profile.affine and "moments" in self.data:
            arguments, goals = self._moments(), f"{bound}exact {profile.affine} | "
            return _Rule(f"{view}_some_moments", arguments, goals, profile.ascending, low=self.d)
        raise NotInCoqError(
            '"some" is emitted for an indicator in the null space, f(-1) = f(1), or moments of linear f'
        )

    def _moments(self) -> str:
        """Define points with the Gram matrix of the certificate's moments, in the dimension of the problem at most."""
        N, G = (
            [[Fraction(x) for x in line] for line in table]
            for table in (self.data["psd"]["kernel"], self.data["moments"])
        )
        D, X, g = moment_points(N, G)
        self.writer.define(f"Definition D : list Z := {row(D)}.\nDefinition X : list (list Z) := {rows(X)}.\n")
        return f"{self.d}%nat data D X {g}"


def _state(writer: Writer, view: str, value: str, rule: _Rule, profile: Profile) -> None:
    """Add the theorem that one view of the claim is."""
    statement = claim_statement(view, value, profile, low=rule.low)
    proof = (
        f"  intros d{profile.variables} Hd{profile.names};"
        f" apply ({rule.lemma} n W omega K kappa {rule.arguments});\n"
        f"    [{rule.goals}exact {rule.fact} | exact Hd].\n"
    )
    writer.prove(f"proved_{view}_{value}", view, statement, proof)

"""T5 for factor kernels on atoms in Coq: a certified signed Laplacian, a negative direction, a negative degree."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from verify.certificates.coq_text import (
    CoqFile,
    NotInCoqError,
    Profile,
    Writer,
    atoms,
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

__all__ = ["emit_bound", "emit_factor"]

LARGEST = 200
_NAMES = {"graph_laws": "GraphLaws", "all_laws": "AllLaws"}
_NOTATION = "w_i = W_i / omega, k_ij = K_ij / kappa."
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
        writer.define(f"Definition data : psd_data := {_psd_text(psd)}.\n")
        _inequality(writer)
    for view in ("graph_laws", "all_laws"):
        if view in data["claim"]:
            _claim(writer, view, data, degrees, psd, profile)
    return writer.file(
        _NOTATION,
        "Sums Vectors Energy Slices PsdCheck FactorCertificate Profiles Claims",
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
    writer.define(f"Definition data : psd_data := {_psd_text(psd)}.\n")
    _inequality(writer)
    return writer.file(_NOTATION, "Sums Vectors Energy PsdCheck FactorCertificate")


def _psd_text(data: Mapping[str, Any]) -> str:
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


def _claim(
    writer: Writer,
    view: str,
    data: Mapping[str, Any],
    degrees: list[int],
    psd: Mapping[str, Any] | None,
    profile: Profile,
) -> None:
    """Add the theorem that one view of the claim is."""
    value = data["claim"][view]
    goals, fact, low = _BY_COMPUTATION, profile.sloped, 2
    if value == "all" and not profile.rising:
        raise NotInCoqError('"all" is emitted for polynomials with a_1 > 0 and a_p >= 0 for p >= 1')
    if value == "all" and psd is not None:
        if len(psd["kernel"]) != 1 or len(set(psd["kernel"][0])) != 1:
            raise NotInCoqError('"all" is emitted where the null space consists of the constants')
        if view == "all_laws" and not (min(degrees) >= 0 and max(degrees) > 0):
            raise NotInCoqError('"all" for all laws is emitted where D >= 0 with one D_i > 0')
        lemma, check, fact, low = f"{view}_all", "data", profile.rising, 1
        goals = "exact accepted | " + _BY_COMPUTATION * (1 if view == "graph_laws" else 3)
    elif value == "none" and "v" in data:
        vector = cleared([Fraction(x) for x in data["v"]])[0]
        writer.define(f"Definition v : list Z := {row(vector)}.\n")
        lemma = "graph_laws_none" if view == "graph_laws" else "all_laws_none_direction"
        check = "v"
    elif value == "none" and view == "all_laws" and min(degrees) < 0:
        lemma, check = "all_laws_none_degree", f"{degrees.index(min(degrees))}%nat"
    else:
        raise NotInCoqError(f'the claim "{value}" of {view} is not emitted for these data')
    statement = (
        f"forall (d : nat){profile.binder}, ({low} <= d)%nat -> {profile.hypothesis}"
        f"{_NAMES[view]}{value.capitalize()} n w k {profile.term} d"
    )
    proof = (
        f"  intros d{profile.variables} Hd{profile.names}; apply ({lemma} n W omega K kappa {check});\n"
        f"    [{goals}exact {fact} | exact Hd].\n"
    )
    writer.prove(f"proved_{view}_{value}", view, statement, proof)

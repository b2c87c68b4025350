"""T5 for factor kernels on atoms in Coq: a certified signed Laplacian, a negative direction, a negative degree."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from verify.certificates.coq.atoms.claims import Case, Rule
from verify.certificates.coq.atoms.null_space import unit_pivots
from verify.certificates.coq.atoms.table import atoms, claim_statement, factor_table, integers
from verify.certificates.coq.atoms.zonal import new_case
from verify.certificates.coq.profiles.profile import Profile, read_profile
from verify.certificates.coq.text import CoqFile, NotInCoqError, Writer, cleared, listed, row, rows, whole
from verify.certificates.psd import PsdProof, prove_psd

__all__ = ["LARGEST", "case_of", "emit_bound", "emit_factor", "normalised", "psd_text", "state_view"]

LARGEST = 200
_NOTATION = "w_i = W_i / omega, k_ij = K_ij / kappa."
_MODULES = "Sums Vectors Energy Slices PsdCheck FactorCertificate Profiles Claims TwoPoints Indicators Correlations"


def emit_factor(cert: Mapping[str, Any]) -> CoqFile:
    """Return the Coq file of a certificate of T5."""
    case = case_of(cert)
    writer, claim = case.writer, case.data["claim"]
    if case.psd is not None:
        _inequality(writer)
    further: dict[str, None] = {}
    for view in ("graph_laws", "all_laws"):
        if view in claim:
            rule = case.rule(view)
            state_view(writer, view, claim[view], rule, case.profile)
            further[rule.modules] = None
    return writer.file(_NOTATION, _MODULES + "".join(further))


def case_of(cert: Mapping[str, Any], *, blocks: bool = False) -> Case:
    """Return what a certificate about atoms, or nonatomic blocks, is proved from; its data stand in a new file."""
    writer = Writer(cert)
    spec, data = cert["problem"], cert["data"]
    labels, n, W, omega = atoms(spec, LARGEST, blocks=blocks)
    table, K, kappa = factor_table(spec, labels)
    degrees = [sum(w * x for w, x in zip(W, line, strict=True)) for line in K]
    profile = read_profile(spec["profile"], int(spec["d"]))
    psd = _psd_data(cert["method"], data, W, omega, table)
    writer.define(integers(n, W, omega, K, kappa) + profile.definitions, profile.imports)
    if psd is not None:
        psd = normalised(psd)
        writer.define(f"Definition data : psd_data := {psd_text(psd)}.\n")
    return new_case(writer, data, degrees, psd, profile, int(spec["d"]))


def emit_bound(cert: Mapping[str, Any]) -> CoqFile:
    """Return the Coq file of the inequality alone, without the views: for every d, every beta >= 0.

    Notes
    -----
    It needs no null space that consists of constants, hence holds at the threshold too.
    """
    writer = Writer(cert)
    labels, n, W, omega = atoms(cert["problem"], LARGEST)
    table, K, kappa = factor_table(cert["problem"], labels)
    psd = _psd_data(cert["method"], cert["data"], W, omega, table)
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


def normalised(psd: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the data with one common entry at the pivots of a larger null space."""
    if len(psd["kernel"]) == 1:
        return psd
    vectors, _ = unit_pivots(psd)
    return {**psd, "kernel": vectors}


def _psd_data(
    method: str, data: Mapping[str, Any], W: list[int], omega: int, table: list[list[Fraction]]
) -> Mapping[str, Any] | None:
    """Return PSD data for the signed Laplacian: the certificate's own, or new ones where k >= 0."""
    if method in {"direction", "negative_degree", "law"}:
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
    writer.check("accepted", "factor_check n W omega K kappa data")
    statement = (
        "forall (d : nat) (x : nat -> nat -> R) (beta : R), (0 <= beta)%R -> unit_vectors n d x ->\n"
        "  (rsum2 n (fun i j => w i * w j * k i j * exp (beta * dot d (x i) (x j)))\n"
        "   <= exp beta * rsum2 n (fun i j => w i * w j * k i j))%R"
    )
    writer.prove("inequality", "", statement, "  exact (factor_check_exp n W omega K kappa data accepted).\n")


def state_view(writer: Writer, view: str, value: str, rule: Rule, profile: Profile) -> None:
    """Add the theorem that one view of the claim is."""
    statement = claim_statement(view, value, profile, low=rule.low, only=rule.only)
    intros = "" if rule.only else f"intros d{profile.variables} Hd{profile.names}; "
    proof = f"  {intros}{rule.proof()}.\n"
    writer.prove(f"proved_{view}_{value}", view, statement, proof)

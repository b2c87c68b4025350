"""T5 by the sign of k in Coq: a table k >= 0, or a formula that is positive at all pairs of labels.

A profile with a_p >= 0 for p >= 1 on a table goes by its signed Laplacian instead, which says more (coq_factor.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verify.certificates.checker.enclosures.formulas import Tree, formula
from verify.certificates.checker.problem import Problem, read_labels
from verify.certificates.checker.reading import spent
from verify.certificates.coq_atoms import atoms, claim_statement, factor_table, integers
from verify.certificates.coq_factor import LARGEST, emit_factor
from verify.certificates.coq_formulas import positivity, real_term
from verify.certificates.coq_profiles import read_profile
from verify.certificates.coq_text import CoqFile, NotInCoqError, Writer, whole

__all__ = ["emit_sign"]

_MODULES = "Sums Vectors Energy Slices PsdCheck FactorCertificate Profiles GaugeCertificate Claims Signs Cuts"


def emit_sign(cert: Mapping[str, Any]) -> CoqFile:
    """Return the Coq file of a certificate by the sign of k."""
    spec = cert["problem"]
    profile = read_profile(spec["profile"])
    tree = _formula(spec)
    if tree is None and profile.ascending:
        return emit_factor(cert)
    writer = Writer(cert)
    if set(cert["data"]["claim"].values()) != {"all"} or not profile.peaked:
        raise NotInCoqError('the sign of k is emitted for peaked profiles and the claim "all"')
    if tree is None:
        _, n, W, omega = atoms(spec, LARGEST)
        _, K, kappa = factor_table(spec, read_labels(spec["labels"]))
        writer.define(integers(n, W, omega, K, kappa) + profile.definitions)
        writer.check("accepted", "sign_check n W omega K kappa")
        proofs = {view: f"{view}_all_sign n W omega K kappa _ d accepted" for view in cert["data"]["claim"]}
        notation = "w_i = W_i / omega, k_ij = K_ij / kappa."
    else:
        labels = _uniform(spec)
        writer.define(_positive(labels, tree) + profile.definitions)
        proofs = {view: f"{view}_all_positive n {labels} k _ d weights positive" for view in cert["data"]["claim"]}
        notation = f"w_i = 1/{labels}, i = 0, .., {labels - 1}."
    for view, proof in proofs.items():
        intros = f"intros d{profile.variables} Hd{profile.names}"
        statement = claim_statement(view, "all", profile, low=1)
        writer.prove(f"proved_{view}_all", view, statement, f"  {intros}; exact ({proof} {profile.peaked} Hd).\n")
    return writer.file(notation, _MODULES)


def _formula(spec: Mapping[str, Any]) -> Tree | None:
    """Return k as a formula: exp of a bias, or k itself where the table would be too large; None for a table."""
    text = spec.get("bias", spec.get("k"))
    if not isinstance(text, str) or spec["labels"]["kind"] not in {"positions", "cyclic"}:
        return None
    tree = formula(text, ["i", "j"])
    if "bias" in spec:
        return ("exp", tree)
    return tree if read_labels(spec["labels"]).size() > LARGEST else None


def _uniform(spec: Mapping[str, Any]) -> int:
    """Return the number of labels; the checker reads the formula, and refuses it where it is not finite."""
    spent[0] = 0  # the count of work starts anew, as in `check`
    labels = read_labels(spec["labels"])
    Problem(spec["d"], labels, spec).factor()
    return labels.size()


def _positive(n: int, tree: Tree) -> str:
    """Return the definitions of n, w and k, and the lemmas that they are positive."""
    return (
        f"Definition n : nat := Z.to_nat {whole(n)}.\nDefinition w : nat -> R := uniform {whole(n)}.\n"
        f"Definition k (i j : nat) : R := {real_term(tree)}%R.\n"
        f"Lemma weights : (0 < IZR {whole(n)})%R.\nProof. apply IZR_lt; reflexivity. Qed.\n"
        f"Lemma positive (i j : nat) : (0 < k i j)%R.\nProof. unfold k; {positivity(tree)}. Qed.\n"
    )

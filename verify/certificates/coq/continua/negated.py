"""T5 on continua in Coq, "none" for descending polynomials: k f(<x, y>) = (-k) (-f(<x, y>)).

The engine has a law in hand there. The file needs none: it is that of -k and -f, a direction with <v, L v> < 0, and the
lemma that both writings are one kernel (Negated.v).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verify.certificates.checker.enclosures.formulas import formula
from verify.certificates.checker.enclosures.shapes import coefficients_of
from verify.certificates.coq.continua.bounded import label_names
from verify.certificates.coq.continua.sign import emit_continuum
from verify.certificates.coq.formulas import real_term
from verify.certificates.coq.text import CoqFile, NotInCoqError, Writer, as_lemmas, cleared, row
from verify.certificates.makers import certificate

__all__ = ["emit_negated"]

_KERNEL = "(factor_kernel d k (polynomial P pi))"


def emit_negated(cert: Mapping[str, Any]) -> CoqFile:
    """Return the Coq file of a certificate by a law in hand on a continuum, for a polynomial with f'(1) < 0.

    Raises
    ------
    NotInCoqError
        -k and -f have no file with the claim "none", or f is no polynomial.
    """
    writer, spec, claim = Writer(cert), cert["problem"], cert["data"]["claim"]
    if set(claim.values()) != {"none"} or not isinstance(spec.get("k"), str):
        raise NotInCoqError('a law in hand on a continuum is emitted with the claim "none" for a formula k')
    coefficients = list(coefficients_of(spec["profile"], int(spec["d"])))
    numbers, q = cleared(coefficients)
    opposite = " + ".join(f"({-c})*t**{p}" for p, c in enumerate(coefficients))
    negated = {**spec, "k": f"-({spec['k']})", "profile": opposite}
    plain = emit_continuum(certificate("T5", negated, "direction", {}, claim))
    modules, lemmas = as_lemmas(plain, "negated")
    writer.define(lemmas)
    first, second = label_names(spec, "xi"), label_names(spec, "zeta")
    term = real_term(formula(spec["k"], first + second), embedding="")
    if spec["labels"]["kind"] == "torus":
        points = " ".join(f"({label} {c}%nat)" for label in ("xi", "zeta") for c in range(len(first)))
        head, type_ = f"Definition formula0 ({' '.join(first + second)} : R) : R := {term}%R.\n", "nat -> R"
        body = f"formula0 {points}"
    else:
        head, type_, body = "", "R", f"{term}%R"
    names = ("k", "k0", "formula", "formula0", "b", "exponent")
    unfolded = ", ".join(name for name in names if f"Definition {name} (" in f"{lemmas}{head}Definition k0 (")
    writer.define(
        f"{head}Definition k0 (xi zeta : {type_}) : R := {body}.\n"
        f"Definition P0 : list Z := {row(numbers)}.\nDefinition pi0 : Z := {q}.\n"
        f"Lemma opposite (xi zeta : {type_}) : k xi zeta = (- k0 xi zeta)%R.\nProof. unfold {unfolded}; ring. Qed.\n"
    )
    for theorem in plain.theorems:
        name, statement = theorem.name.rpartition(".proved_")[2], theorem.statement
        if _KERNEL not in statement:
            raise NotInCoqError(f"{name} of the opposite kernel is not about a polynomial")
        proof = (
            "  intros d Hd; rewrite (negated_kernel d k0 k P0 P pi0 pi opposite eq_refl eq_refl).\n"
            f"  exact (negated_{name} d Hd).\n"
        )
        stated = statement.replace(_KERNEL, "(factor_kernel d k0 (polynomial P0 pi0))")
        writer.prove(f"proved_{name}", theorem.view, stated, proof)
    return writer.file(
        "k = k0, f = sum P0_p t^p / pi0; -k and -f are the factor and the profile of what is proved first.",
        f"{modules} Negated",
    )

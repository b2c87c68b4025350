"""T4 on circles, intervals and tori in Coq where all entries of Q are constants: f(<Q x, Q y>) = f(<x, y>).

The file of the plain kernel k f(<x, y>) is that of T5; its theorems become lemmas, and each gives one about every
orthogonal Q.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from verify.certificates.checker.enclosures.formulas import formula, is_constant
from verify.certificates.coq.continua.sign import emit_continuum
from verify.certificates.coq.text import CoqFile, NotInCoqError, Writer
from verify.certificates.makers import certificate

__all__ = ["emit_constant_gauge"]

_KERNEL = re.compile(r"(AllOf .* d) \(factor_kernel d k (.*)\)")
_FILE = re.compile(r"From Collapse Require Import (.*?)\.\nImport.*\nModule Problem_\w+\.\n(.*)End Problem_", re.DOTALL)


def emit_constant_gauge(cert: Mapping[str, Any]) -> CoqFile:
    """Return the Coq file of a certificate of T4 with a constant Q on a continuum.

    Raises
    ------
    NotInCoqError
        Q depends on the label, or the plain kernel has no file.
    """
    writer, spec, claim = Writer(cert), cert["problem"], cert["data"]["claim"]
    if not all(is_constant(formula(x, ["xi", "xi1", "xi2"])) for line in spec["Q"] for x in line):
        raise NotInCoqError("matrices of formulas that depend on the label are emitted on finitely many atoms only")
    given = {name: spec[name] for name in ("k", "bias") if name in spec} or {"k": "1"}
    kept = {name: spec[name] for name in ("d", "labels", "profile")}
    plain = emit_continuum(certificate("T5", {"family": "factor", **kept, **given}, "sign", {}, claim))
    parts = _FILE.search(plain.text)
    assert parts is not None
    writer.define(parts[2].replace("Theorem proved_", "Lemma plain_"))
    for theorem in plain.theorems:
        name = theorem.name.rpartition(".proved_")[2]
        statement, found = _KERNEL.subn(
            r"forall Q : nat -> nat -> R, orthogonal d Q -> \1 (gauge_kernel d k \2 (fun _ => Q))", theorem.statement
        )
        if not found:
            raise NotInCoqError(f"{name} is not emitted for gauge kernels on continua")
        proof = f"  intros; rewrite constant_gauge by assumption; apply plain_{name}; assumption.\n"
        writer.prove(f"proved_{name}", theorem.view, statement, proof)
    return writer.file("Q is any orthogonal matrix.", f"{parts[1]} Gauge GaugeTokens GaugeConstant")

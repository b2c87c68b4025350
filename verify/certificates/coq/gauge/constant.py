"""T4 on circles, intervals and tori in Coq where all entries of Q are constants: f(<Q x, Q y>) = f(<x, y>).

The file of the plain kernel k f(<x, y>) is that of T5; its theorems become lemmas, and each gives one about every
orthogonal Q.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from verify.certificates.checker.enclosures.continua import names
from verify.certificates.checker.enclosures.formulas import formula, is_constant
from verify.certificates.checker.problem import read_labels
from verify.certificates.coq.gauge.plain import plain_lemmas
from verify.certificates.coq.text import CoqFile, NotInCoqError, Writer

__all__ = ["emit_constant_gauge"]

_KERNEL = re.compile(r"(AllOf .* d) \(factor_kernel d k (.*)\)")


def emit_constant_gauge(cert: Mapping[str, Any]) -> CoqFile:
    """Return the Coq file of a certificate of T4 with a constant Q on a continuum.

    Raises
    ------
    NotInCoqError
        Q depends on the label, or the plain kernel has no file.
    """
    writer, spec, claim = Writer(cert), cert["problem"], cert["data"]["claim"]
    first, _ = names(read_labels(spec["labels"]))
    if not all(is_constant(formula(x, first)) for line in spec["Q"] for x in line):
        raise NotInCoqError("matrices of formulas that depend on the label are emitted on finitely many atoms only")
    if set(claim.values()) != {"all"}:
        raise NotInCoqError('a gauge that is constant on a continuum is emitted where T5 says "all"')
    plain, modules = plain_lemmas(writer, spec, list(claim))
    for theorem in plain.theorems:
        name = theorem.name.rpartition(".proved_")[2]
        statement, found = _KERNEL.subn(
            r"forall Q : nat -> nat -> R, orthogonal d Q -> \1 (gauge_kernel d k \2 (fun _ => Q))", theorem.statement
        )
        if not found:
            raise NotInCoqError(f"{name} is not emitted for gauge kernels on continua")
        proof = f"  intros; rewrite constant_gauge by assumption; apply plain_{name}; assumption.\n"
        writer.prove(f"proved_{name}", theorem.view, statement, proof)
    return writer.file("Q is any orthogonal matrix.", f"{modules} Gauge GaugeTokens GaugeConstant")

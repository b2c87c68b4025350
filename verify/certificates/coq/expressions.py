"""Expression kernels h = k(labels) f(<x, y>) in Coq: the file of the factor kernel, named after the problem of h.

That h = k f is what the checker sees (enclosures/expressions.py), factor by factor; Coq is told k and f.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from verify.certificates.checker.enclosures.expressions import as_factor
from verify.certificates.checker.reading import spent
from verify.certificates.coq.text import CoqFile, Writer
from verify.certificates.makers import certificate

__all__ = ["emit_by_factor"]

Emit = Callable[[Mapping[str, Any]], CoqFile]


def emit_by_factor(cert: Mapping[str, Any], emit: Emit) -> CoqFile:
    """Return the Coq file of an expression kernel k f: that of the factor kernel, with the digest of the expression.

    Raises
    ------
    NotInCoqError
        The certificate contradicts itself, or the factor kernel has no file.
    Refused
        h is not seen to be k f.
    """
    writer = Writer(cert)
    spent[0] = 0  # the count of work starts anew, as in `check`
    factor = as_factor(cert["problem"], cert["data"])
    data = {name: value for name, value in cert["data"].items() if name not in {"claim", "factor"}}
    file = emit(certificate(cert["theorem"], factor, cert["method"], data, cert["data"]["claim"]))

    def named(text: str) -> str:
        return text.replace(file.digest.removeprefix("sha256:"), writer.digest.removeprefix("sha256:"))

    theorems = tuple(replace(theorem, name=named(theorem.name)) for theorem in file.theorems)
    head = "(* h = k f(<x, y>), factor by factor. *)\n"
    return replace(file, digest=writer.digest, theorems=theorems, text=head + named(file.text))

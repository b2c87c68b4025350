"""Certificates as Coq files: data in integers, the statement, one application per claim.

The statement is a function of the certificate's problem and claim alone; the data are integers that Coq's own
evaluation checks. So what Coq accepts is the claim about the problem whose digest the file's module is named after,
whoever made the data.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from verify.certificates import checker
from verify.certificates.checker.certificate import METHODS, THEOREMS
from verify.certificates.checker.reading import fields, plain
from verify.certificates.coq.atoms.cuts import emit_cuts
from verify.certificates.coq.atoms.factor import emit_bound, emit_factor
from verify.certificates.coq.atoms.sign import emit_sign
from verify.certificates.coq.continua.blocks import emit_blocks
from verify.certificates.coq.continua.circle import emit_circle
from verify.certificates.coq.continua.negated import emit_negated
from verify.certificates.coq.continua.sign import emit_continuum
from verify.certificates.coq.expressions import emit_by_factor
from verify.certificates.coq.gauge.connection import emit_connection
from verify.certificates.coq.gauge.constant import emit_constant_gauge
from verify.certificates.coq.gauge.continua import emit_gauge_continuum
from verify.certificates.coq.gauge.frequencies import emit_frequencies
from verify.certificates.coq.gauge.matrices import emit_gauge
from verify.certificates.coq.gauge.plain import emit_plain_gauge
from verify.certificates.coq.laws import emit_block_law, emit_law
from verify.certificates.coq.text import CoqFile, CoqTheorem, NotInCoqError

__all__ = ["CoqFile", "CoqTheorem", "NotInCoqError", "emit_coq", "emit_coq_bound"]


def _emit_t4(cert: Mapping[str, Any]) -> CoqFile:
    """Return the file of a gauge kernel: given by frequencies or by matrices, on atoms or on a continuum."""
    problem = cert["problem"]
    if problem["labels"]["kind"] in _CONTINUA:
        return (_emit_rotary if "frequencies" in problem else emit_constant_gauge)(cert)
    return (emit_frequencies if "frequencies" in problem else emit_gauge)(cert)


def _emit_rotary(cert: Mapping[str, Any]) -> CoqFile:
    """Return the file of frequencies on a continuum: for rising profiles and k = e^b, else by the plain kernel."""
    try:
        return emit_gauge_continuum(cert)
    except NotInCoqError as reason:
        try:
            return emit_plain_gauge(cert)
        except NotInCoqError as other:
            raise NotInCoqError("; ".join(dict.fromkeys([str(reason), str(other)]))) from None


_EMITTERS = {("T5", "factor"): emit_factor, ("T4", "gauge"): _emit_t4, ("T4d", "connection"): emit_connection}
#: T5 by other methods than a signed Laplacian.
_BY_METHOD = {"law": emit_law, "sign": emit_sign, "cuts": emit_cuts, "fourier": emit_circle, "winding": emit_circle}

_CONTINUA = {"circle", "interval", "torus"}


def emit_coq(cert: Mapping[str, Any]) -> CoqFile:
    """Return the Coq file of a certificate.

    Parameters
    ----------
    cert : mapping
        T5, finitely many atoms with rational k: methods "laplacian", "sign", "direction", "negative_degree", "law"
        (polynomials), "cuts" (arcsines); "sign" also where k is a formula that is seen to be positive, or e^b; the
        circle: "fourier", "winding"; "sign" and "direction" on circles, intervals and tori where k is bounded away
        from 0; "laplacian", "sign", "direction" and "law" on nonatomic blocks. T4: rational Q on finitely many atoms,
        or frequencies there, a + b pi on continua too; no factor, k >= 0, a bias, or a factor of any signs of which T5
        says "all". T4d: finitely many atoms with rational O.

    Returns
    -------
    CoqFile
        One theorem per view of the claim; where L is positive semidefinite also the inequality itself, for all d and
        all beta >= 0.

    Raises
    ------
    NotInCoqError
        The library has no theorem for it, or the certificate contradicts itself (digest, statement).

    Notes
    -----
    "All laws" means here: all laws with finitely supported slices; on continua and blocks, all laws of tokens
    (TokenLaws.v).
    """
    return _guarded(_emitted, cert)


def _emitted(cert: Mapping[str, Any]) -> CoqFile:
    """Emit, an expression kernel k f by its factor kernel."""
    if _is_expression(cert):
        return emit_by_factor(cert, _emitted)
    emit = _emitter(cert)
    _require_well_formed(cert["theorem"], cert["problem"])
    return emit(cert)


def _is_expression(cert: Mapping[str, Any]) -> bool:
    problem = cert.get("problem")
    return cert.get("theorem") == "T5" and isinstance(problem, Mapping) and problem.get("family") == "expression"


def emit_coq_bound(cert: Mapping[str, Any]) -> CoqFile:
    """Return the Coq file of the inequality that a certificate's positive semidefinite Laplacian gives, and no view.

    Raises
    ------
    NotInCoqError
        As :func:`emit_coq`; also where the certificate proves no bound.
    """
    return _guarded(_bounded, cert)


def _bounded(cert: Mapping[str, Any]) -> CoqFile:
    """Emit the inequality, for an expression kernel k f by its factor kernel."""
    if _is_expression(cert):
        return emit_by_factor(cert, _bounded)
    if _emitter(cert) not in {emit_factor, emit_sign}:
        raise NotInCoqError("the inequality is that of T5 on atoms")
    _require_well_formed(cert["theorem"], cert["problem"])
    return emit_bound(cert)


def _emitter(cert: Mapping[str, Any]) -> Callable[[Mapping[str, Any]], CoqFile]:
    """Return what emits certificates of this theorem, this family of kernels, this method and these labels."""
    try:
        theorem, family, method = cert["theorem"], cert["problem"]["family"], cert["method"]
        kind, d = cert["problem"]["labels"]["kind"], cert["problem"]["d"]
        emit = _EMITTERS[theorem, family]
    except (KeyError, TypeError):
        theorem, problem = cert.get("theorem"), cert.get("problem")
        family = problem.get("family") if isinstance(problem, Mapping) else None
        raise NotInCoqError(f"certificates of {theorem} for the family {family} are not emitted") from None
    if type(d) is not int or d < 2:
        raise NotInCoqError(f"the dimension of the problem is {d!r}, and no integer from 2 on")
    if not (isinstance(method, str) and isinstance(kind, str)):
        raise NotInCoqError("the method or the kind of labels is no name")
    if (theorem, method) not in METHODS:
        raise NotInCoqError(f"the method {method} is none of {theorem}")
    if emit is not emit_factor:
        return emit
    if method in {"sign", "direction"} and kind in _CONTINUA:
        return emit_continuum
    if method in {"laplacian", "sign", "direction"} and kind == "blocks":
        return emit_blocks
    if method == "law" and kind in _CONTINUA:
        return emit_negated
    if method == "law" and kind == "blocks":
        return emit_block_law
    return _BY_METHOD.get(method, emit)


def _require_well_formed(theorem: str, problem: Mapping[str, Any]) -> None:
    """Refuse fields that no statement speaks of, floats, and two ways of saying the same, as the checker does."""
    _, _, required, optional = THEOREMS[theorem]
    plain(problem)
    fields(problem, {"family", "d", "labels"} | required, optional | {"symmetrize"})
    if problem.get("symmetrize", True) is not True:
        raise NotInCoqError("symmetrize is true or left out")
    for one, other in (("k", "bias"), ("Q", "frequencies")):
        if one in problem and other in problem:
            raise NotInCoqError(f"{one} and {other} are both given")


def _guarded(emit: Callable[[Mapping[str, Any]], CoqFile], cert: Mapping[str, Any]) -> CoqFile:
    """Emit; whatever is wrong with the certificate is a reason not to."""
    try:
        return emit(cert)
    except NotInCoqError:
        raise
    except checker.Refused as error:
        raise NotInCoqError(str(error)) from None
    except (KeyError, TypeError, ValueError, ZeroDivisionError, AttributeError, IndexError) as error:
        raise NotInCoqError(f"malformed: {type(error).__name__}: {error}") from None

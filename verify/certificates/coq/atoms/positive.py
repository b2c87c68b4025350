"""T5 in Coq where k_ij > 0 is not rational: a formula that is seen to be positive, e^b for biases b.

Gauge kernels with such a factor use it too (gauge/matrices.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verify.certificates.checker.enclosures.continua import names
from verify.certificates.checker.enclosures.formulas import Tree, formula
from verify.certificates.checker.problem import Labels, Problem, read_labels
from verify.certificates.checker.reading import Refused, spent
from verify.certificates.coq.atoms.positions import positioned_factor
from verify.certificates.coq.atoms.positive_table import LARGEST_TABLE, PositiveFactor, bias_table, pointed_table
from verify.certificates.coq.atoms.table import claim_statement
from verify.certificates.coq.profiles.profile import Profile
from verify.certificates.coq.text import CoqFile, NotInCoqError, Writer

__all__ = ["PositiveFactor", "emit_positive", "is_positive", "read_positive"]

_MODULES = "Sums Vectors Energy Slices PsdCheck FactorCertificate Profiles GaugeCertificate Claims Signs Cuts"
_FURTHER = " Nonnegative TwoPoints Pairs"


def is_positive(spec: Mapping[str, Any], largest: int) -> bool:
    """Whether k is no rational table: a bias, or a formula that is not rational or has more than ``largest`` labels."""
    return isinstance(spec.get("bias"), list) or _formula(spec, largest) is not None


def emit_positive(cert: Mapping[str, Any], profile: Profile) -> CoqFile:
    """Return the Coq file of a certificate by the sign of a positive k."""
    writer = Writer(cert)
    claim, factor = cert["data"]["claim"], read_positive(cert["problem"])
    n = factor.n
    writer.define(factor.definitions + profile.definitions, profile.imports)
    further = "" if factor.by_formula and profile.peaked and set(claim.values()) == {"all"} else _FURTHER
    for view, value in claim.items():
        if not further:
            proof = f"{view}_all_positive n {n} k _ d weights positive {profile.peaked} Hd"
        elif (view, value, n) == ("graph_laws", "all", 1):
            proof = "single_label w k _ d"
        else:
            proof = f"{_everywhere(view, value, n, factor.positive, profile)} Hd"
        intros = f"intros d{profile.variables} Hd{profile.names}"
        statement = claim_statement(view, value, profile, low=2 if "_turned_" in proof else 1)
        writer.prove(f"proved_{view}_{value}", view, statement, f"  {intros}; exact ({proof}).\n")
    return writer.file(factor.notation, _MODULES + further + factor.modules)


def read_positive(spec: Mapping[str, Any]) -> PositiveFactor:
    """Return w and k of a problem for which :func:`is_positive` holds."""
    tree = None if isinstance(spec.get("bias"), list) else _formula(spec, LARGEST_TABLE)
    if tree is None:
        return bias_table(spec)
    labels = _read_labels(spec)
    if labels.kind == "atoms":
        return pointed_table(spec, tree)
    try:
        return positioned_factor(labels, tree)
    except NotInCoqError as reason:
        try:
            return pointed_table(spec, tree)
        except NotInCoqError:
            raise reason from None


def _formula(spec: Mapping[str, Any], largest: int) -> Tree | None:
    """Return k as a formula: exp of a bias, or k itself where it is no rational table; None where it is one."""
    text = spec.get("bias", spec.get("k"))
    if not isinstance(text, str) or spec["labels"]["kind"] not in {"positions", "cyclic", "atoms"}:
        return None
    first, second = names(read_labels(spec["labels"]))
    tree = formula(text, [*first, *second])
    if "bias" in spec:
        return ("exp", tree)
    return tree if read_labels(spec["labels"]).size() > largest or not _rational(spec) else None


def _rational(spec: Mapping[str, Any]) -> bool:
    spent[0] = 0
    try:
        Problem(spec["d"], read_labels(spec["labels"]), spec).factor().rows()
    except Refused:
        return False
    return True


def _read_labels(spec: Mapping[str, Any]) -> Labels:
    """Return the labels; the checker reads the formula, and refuses it where it is not finite."""
    spent[0] = 0  # the count of work starts anew, as in `check`
    labels = read_labels(spec["labels"])
    Problem(spec["d"], labels, spec).factor()
    return labels


def _everywhere(view: str, value: str, n: int, positive: str, profile: Profile) -> str:
    """Return the theorem for a positive k, but for Hd."""
    if value == "all" and profile.peaked:
        return f"{view}_all_everywhere n w k _ d {positive} {profile.peaked}"
    low = 2 if view == "graph_laws" else 1
    size = f"(proj1 (Nat.leb_le {low} n) eq_refl)"
    if value == "some" and profile.even and n >= low:
        return f"{view}_even_everywhere n w k _ d {positive} {size} {profile.bounded} {profile.even}"
    if value == "some" and profile.turned and n >= low:
        return f"{view}_turned_everywhere n w k _ d {positive} {size} {profile.bounded} {profile.turned}"
    raise NotInCoqError('a positive k is emitted with the claim "all" for peaked profiles, "some" for f(-1) = f(1)')

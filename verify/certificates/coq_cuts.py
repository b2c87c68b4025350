"""T5 by cuts in Coq, f(t) = c asin t + a: a negative cut refutes collapse, the three cuts of three labels decide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verify.certificates.coq_atoms import atoms, claim_statement, factor_table, integers
from verify.certificates.coq_profiles import Profile, read_profile
from verify.certificates.coq_text import CoqFile, NotInCoqError, Writer, row

__all__ = ["emit_cuts", "least_cut"]

LARGEST = 20
_MODULES = "Sums Vectors Energy Nonnegative Slices PsdCheck FactorCertificate Claims TwoPoints Cuts CutClaims"


def least_cut(c: list[list[int]]) -> tuple[int, list[int]]:
    """Return the least value of sum c_ij (v_i + v_j - 2 v_i v_j) among cuts into two parts, and its indicator v.

    Parameters
    ----------
    c : symmetric table of n >= 2 rows of integers

    Notes
    -----
    v_{n-1} = 0. Each cut differs from the one before at one label i (Gray code), and the value by twice the sum of
    c_ij over the j on the old side of i, minus that over the others.

    Examples
    --------
    >>> least_cut([[0, 1, -2], [1, 0, 3], [-2, 3, 0]])
    (-2, [1, 0, 0])
    """
    n = len(c)
    v, value = [0] * n, 0
    best: tuple[int, list[int]] | None = None
    for step in range(1, 1 << (n - 1)):
        i = (step & -step).bit_length() - 1
        value += 2 * sum(x if v[j] == v[i] else -x for j, x in enumerate(c[i]) if j != i)
        v[i] = 1 - v[i]
        if best is None or value < best[0]:
            best = value, list(v)
    if best is None:
        raise NotInCoqError("one label has no cut")
    return best


def emit_cuts(cert: Mapping[str, Any]) -> CoqFile:
    """Return the Coq file of a certificate by cuts."""
    writer = Writer(cert)
    spec = cert["problem"]
    labels, n, W, omega = atoms(spec, LARGEST)
    _, K, kappa = factor_table(spec, labels)
    profile = read_profile(spec["profile"])
    if not profile.arcsine:
        raise NotInCoqError("cuts are emitted for f(t) = c asin t + a, c > 0")
    least, V = least_cut([[W[i] * W[j] * K[i][j] for j in range(n)] for i in range(n)])
    writer.define(integers(n, W, omega, K, kappa))
    for view, value in cert["data"]["claim"].items():
        if {"all": least > 0, "some": least == 0, "none": least < 0}.get(value) is not True:
            raise NotInCoqError(f'the claim "{value}" of {view} is not what the cuts say')
        rule = _rule(writer, view, value, n, V, profile)
        proof = f"  intros d{profile.variables} Hd{profile.names}; exact ({rule} Hd).\n"
        writer.prove(f"proved_{view}_{value}", view, claim_statement(view, value, profile, low=1), proof)
    return writer.file("w_i = W_i / omega, k_ij = K_ij / kappa.", _MODULES)


def _rule(writer: Writer, view: str, value: str, n: int, V: list[int], profile: Profile) -> str:
    """Return the application of a theorem, but for Hd; what it rests on is defined."""
    kernel = "n W omega K kappa"
    if value == "none":
        _define_cut(writer, V)
        negative = writer.check("negative", f"cut_check {kernel} V")
        return f"{view}_none_cut {kernel} V _ d {negative} (peaked_ends _ {profile.peaked})"
    if n != 3:
        raise NotInCoqError(f'"{value}" by cuts is emitted for three labels')
    order = "Z.ltb" if value == "all" else "Z.leb"
    checks = [writer.check(f"cuts_{value}", f"cuts_check ({order} 0) {kernel}")]
    if view == "all_laws":
        checks.append(writer.check("diagonal", "diagonal_check n W K"))
    if value == "some":
        _define_cut(writer, V)
        checks.append(writer.check("level", f"spread_check {kernel} V 1"))
    cut = " V" if value == "some" else ""
    return f"{view}_{value}_cuts {kernel}{cut} c a d {' '.join(checks)} {profile.arcsine}"


def _define_cut(writer: Writer, V: list[int]) -> None:
    writer.define(f"Definition V : list Z := {row(V)}.\n")

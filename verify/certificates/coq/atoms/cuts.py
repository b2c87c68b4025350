"""T5 by cuts in Coq, f(t) = c asin t + a: a negative cut refutes collapse, a sum of triangle inequalities shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verify.certificates.coq.atoms.table import atoms, claim_statement, factor_table, integers
from verify.certificates.coq.atoms.triangles import triangle_sum, triangles_text
from verify.certificates.coq.profiles.profile import Profile, read_profile
from verify.certificates.coq.text import CoqFile, NotInCoqError, Writer, row

__all__ = ["emit_cuts", "least_cut"]

LARGEST = 20
_KERNEL = "n W omega K kappa"
_MODULES = (
    "Sums Vectors Energy Nonnegative Slices PsdCheck FactorCertificate Claims TwoPoints Cuts\n  Triangles CutClaims"
)


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
    c = [[W[i] * W[j] * K[i][j] for j in range(n)] for i in range(n)]
    least, V = least_cut(c)
    writer.define(integers(n, W, omega, K, kappa))
    for view, value in cert["data"]["claim"].items():
        if {"all": least > 0, "some": least == 0, "none": least < 0}.get(value) is not True:
            raise NotInCoqError(f'the claim "{value}" of {view} is not what the cuts say')
        rule = _negative(writer, view, V, profile) if value == "none" else _rule(writer, view, value, c, V, profile)
        proof = f"  intros d{profile.variables} Hd{profile.names}; exact ({rule} Hd).\n"
        writer.prove(f"proved_{view}_{value}", view, claim_statement(view, value, profile, low=1), proof)
    return writer.file("w_i = W_i / omega, k_ij = K_ij / kappa.", _MODULES)


def _negative(writer: Writer, view: str, V: list[int], profile: Profile) -> str:
    """Return the application of the theorem about a negative cut, but for Hd."""
    _define_cut(writer, V)
    negative = writer.check("negative", f"cut_check {_KERNEL} V")
    return f"{view}_none_cut {_KERNEL} V _ d {negative} (peaked_ends _ {profile.peaked})"


def _rule(writer: Writer, view: str, value: str, c: list[list[int]], V: list[int], profile: Profile) -> str:
    """Return the application of a theorem about triangle inequalities, but for Hd; what it rests on is defined."""
    found = triangle_sum(c, strict=value == "all")
    if found is None:
        raise NotInCoqError(f'"{value}" by cuts is emitted where triangle inequalities add up to it')
    s, triangles = found
    writer.define(f"Definition L : list triangle := {triangles_text(triangles)}.\n")
    order = "Z.ltb" if value == "all" else "Z.leb"
    checks = [writer.check("triangles", f"triangles_check ({order} 0) {_KERNEL} {s} L")]
    if view == "all_laws":
        checks.append(writer.check("own", f"own_check n W K {s} L"))
    if value == "some":
        _define_cut(writer, V)
        checks.append(writer.check("level", f"spread_check {_KERNEL} V 1"))
    cut = " V" if value == "some" else ""
    return f"{view}_{value}_angles {_KERNEL} {s} L{cut} c a d {' '.join(checks)} {profile.arcsine}"


def _define_cut(writer: Writer, V: list[int]) -> None:
    writer.define(f"Definition V : list Z := {row(V)}.\n")

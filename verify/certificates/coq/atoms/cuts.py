"""T5 by cuts in Coq, f(t) = c asin t + a: a negative cut refutes collapse; where none is negative it holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verify.certificates.coq.atoms.table import atoms, claim_statement, factor_table, integers
from verify.certificates.coq.profiles.profile import Profile, read_profile
from verify.certificates.coq.text import CoqFile, NotInCoqError, Writer, row

__all__ = ["emit_cuts", "least_cut"]

LARGEST = 20
_KERNEL = "n W omega K kappa"
_MODULES = (
    "Sums Vectors Energy Nonnegative Slices PsdCheck FactorCertificate Claims TwoPoints Cuts\n  CutCheck CutClaims"
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
        rule = _negative(writer, view, V, profile) if value == "none" else _rule(writer, view, least, V, profile)
        proof = f"  intros d{profile.variables} Hd{profile.names}; exact ({rule} Hd).\n"
        writer.prove(f"proved_{view}_{value}", view, claim_statement(view, value, profile, low=1), proof)
    return writer.file("w_i = W_i / omega, k_ij = K_ij / kappa.", _MODULES)


def _negative(writer: Writer, view: str, V: list[int], profile: Profile) -> str:
    """Return the application of the theorem about a negative cut, but for Hd."""
    _define_cut(writer, V)
    negative = writer.check("negative", f"cut_check {_KERNEL} V")
    return f"{view}_none_cut {_KERNEL} V _ d {negative} (peaked_ends _ {profile.peaked})"


def _rule(writer: Writer, view: str, least: int, V: list[int], profile: Profile) -> str:
    """Return the application of a theorem about cuts that are not negative, but for Hd; what it rests on is defined.

    A cut of 1, i != j, is at most n^2 / 2, so that for "all" no cut of s c_ij - 1 is negative with s least >= n^2 / 2.
    """
    own = [writer.check("own", "own_check n W K")] if view == "all_laws" else []
    if least > 0:
        s = -(-(len(V) ** 2 // 2) // least)
        checks = [writer.check("cuts", f"cuts_check {_KERNEL} {s} 1"), *own]
        return f"{view}_all_angles {_KERNEL} {s} c a d {' '.join(checks)} {profile.arcsine}"
    _define_cut(writer, V)
    checks = [
        writer.check("cuts", f"cuts_check {_KERNEL} 1 0"),
        *own,
        writer.check("level", f"spread_check {_KERNEL} V 1"),
    ]
    return f"{view}_some_angles {_KERNEL} V c a d {' '.join(checks)} {profile.arcsine}"


def _define_cut(writer: Writer, V: list[int]) -> None:
    writer.define(f"Definition V : list Z := {row(V)}.\n")

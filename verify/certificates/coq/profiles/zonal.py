"""Polynomials with nonnegative Gegenbauer coefficients in R^d, for Coq: positive multiples of the P_m^(d), in integers.

Schoenberg.v proves for such profiles what it proves of power series with nonnegative coefficients, in that d alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd

from verify.certificates.checker.enclosures.shapes import to_zonal
from verify.certificates.coq.text import cleared, computed, row

__all__ = ["IMPORTS", "read_zonal"]

IMPORTS = "Gegenbauer Schoenberg GegenbauerPolynomials Zonal ZonalClaims ZonalPeaks "
_ROOM = "(proj1 (Nat.leb_le 2%nat {d}%nat) eq_refl)"


def read_zonal(coefficients: Sequence[Fraction], d: int) -> dict[str, str]:
    """Return f = sum a_n P_n^(d), a_n >= 0 for n >= 1, in Coq: definitions, and proofs of facts by their names.

    Parameters
    ----------
    coefficients : sequence of Fraction
        Of 1, t, t^2, ..
    d : int

    Returns
    -------
    dict
        Empty where some a_n < 0, n >= 1. "zonal": f is such a series; "zonal_rising": besides a_1 > 0. "bounded":
        f(t) <= f(1). "peaked": f(t) < f(1) for t < 1. "turned": f(t) = f(1) for some -1 < t < 1.

    Notes
    -----
    Coq compares sigma P with pi sum C_m G_m, G_m = h_m P_m^(d), h_0 = h_1 = 1, h_{m+1} = (m + d - 2) h_m. In the
    plane P_m(cos s) = cos(m s): f has one peak if the m in use have no common divisor, and f(cos(2 pi / g)) = f(1) if
    g is one, odd here; even f have another fact. For d >= 3 one odd m suffices for one peak.

    Examples
    --------
    >>> f = read_zonal([Fraction(0), Fraction(-3, 2), Fraction(0), Fraction(5, 2)], 3)
    >>> sorted(f), f["definitions"].splitlines()[0]
    (['bounded', 'definitions', 'peaked', 'zonal'], 'Definition zonal_series : list Z := [0; 0; 0; 1].')
    >>> read_zonal([Fraction(0), Fraction(1), Fraction(-1)], 3)
    {}
    """
    a = to_zonal(list(coefficients), d)
    while len(a) > 1 and not a[-1]:
        a.pop()
    if min(a[1:], default=Fraction(0)) < 0:
        return {}
    h = [1, 1]
    for m in range(1, len(a)):
        h.append((m + d - 2) * h[m])
    C, sigma = cleared([x / y for x, y in zip(a, h, strict=False)])
    e, rising = d - 2, len(a) > 1 and a[1] > 0
    numbers = "zonal_series zonal_scale P pi"
    arguments = f"{e}%nat {numbers}"
    kind = "zonal_rising" if rising else "zonal"
    definitions = f"Definition zonal_series : list Z := {row(C)}.\nDefinition zonal_scale : Z := {sigma}.\n"
    definitions += computed("zonal_checked", f"{kind}_check {arguments}")
    proof, room = f"({kind}_polynomial {arguments} zonal_checked)", _ROOM.format(d=d)
    zonal = f"(zonal_of_rising {d}%nat _ {proof})" if rising else proof
    facts = {"definitions": definitions, "zonal": zonal, "bounded": f"(zonal_bounded {d}%nat _ {room} {zonal})"}
    if rising:
        facts |= {"zonal_rising": proof, "peaked": f"(zonal_peaked {d}%nat _ {room} {proof})"}
        return facts
    degrees = [m for m, x in enumerate(a) if m and x]
    g = gcd(*degrees)
    if d == 2 and g == 1:
        facts["peaked"] = f"(plane_one_peak {numbers} zonal_checked eq_refl)"
    elif d == 2 and g % 2:
        facts["turned"] = f"(turned_polynomial {g}%nat {numbers} zonal_checked eq_refl eq_refl)"
    elif d > 2 and any(m % 2 for m in degrees):
        facts["definitions"] += computed("uneven_checked", "uneven_check P pi")
        facts["peaked"] = f"(peaked_zonal_polynomial {d}%nat P pi eq_refl {zonal} slope_checked uneven_checked)"
    return facts

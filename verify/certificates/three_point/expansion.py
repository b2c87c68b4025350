"""A problem of the three-point bound, read from its normal form and expanded in balls.

f = sum_n c_n C_n with C_n = P_n of S^{d-1} or t^n, c_n >= 0 for n >= 1, and k of N cyclic labels. Where N labels stand
for the circle or for a multiple of N cyclic labels, the negative Fourier coefficients of k are dropped (for n >= 1 the
term of the energy at a mode m is khat(m) c_n times something nonnegative), and Jensen's inequality over the offset of
an orbit does the rest (T6). The degree 0 is khat(0) c_0 in any case.

The normal form is read by the checker's own parser, which shares nothing with the package that made the certificate.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint

from verify.certificates.checker.enclosures.circle import symbol
from verify.certificates.checker.enclosures.formulas import Tree, formula, is_constant, polynomial
from verify.certificates.checker.enclosures.intervals import Arithmetic
from verify.certificates.checker.enclosures.shapes import coefficients_of
from verify.certificates.checker.enclosures.values import constant, interval, value
from verify.certificates.checker.problem import Problem
from verify.certificates.checker.reading import Number, require

__all__ = ["Lags", "Series", "cosine_rows", "expand_lags", "expand_profile"]

_BITS = 240
MOST_LABELS = 512


@dataclass(frozen=True)
class Lags:
    """k of N cyclic labels.

    Attributes
    ----------
    values : list of arb
        k at the lags 0, 1, ..., N // 2.
    mean : arb
        khat(0) of the user's k, before anything is dropped.
    top : arb
        At least every eigenvalue (1/N) sum_s k_s cos(2 pi j s/N), and at least 0.
    spread : arb
        At least |k(i, j) - k_(i-j)| for all labels.
    """

    values: list[flint.arb]
    mean: flint.arb
    top: flint.arb
    spread: flint.arb


@dataclass(frozen=True)
class Series:
    """c_0, ..., c_D of a profile, and the sum of all later ones, each at least 0."""

    c: list[flint.arb]
    rest: flint.arb


def _arb(q: Fraction) -> flint.arb:
    return flint.arb(q.numerator) / q.denominator


def ball_of(number: Number) -> flint.arb:
    """Return a ball that contains a number of the checker."""
    if isinstance(number, Fraction):
        return _arb(number)
    lo, hi, _ = interval(number, Arithmetic(_BITS))
    unit = flint.arb(2) ** _BITS
    return (flint.arb(lo) / unit).union(flint.arb(hi) / unit)


def _wave(m: int, n: int) -> flint.arb:
    """cos(2 pi m/n)."""
    return (flint.arb(2 * (m % n)) / n).cos_pi()


# ---------------------------------------------------------------- k


def expand_lags(problem: Problem, n: int) -> Lags:
    """Return k of n cyclic labels that bound the problem's own labels, in balls."""
    if problem.labels.kind == "circle":
        khat = symbol(problem)
        kept = {m: c for m, c in khat.items() if c > 0}
        whole = {m: _arb(c) for m, c in kept.items()}
        return _folded(whole, n, _arb(khat.get(0, Fraction(0))), flint.arb(0))
    require(problem.labels.kind == "cyclic", "labels are on the circle or cyclic")
    size = problem.labels.size()
    require(size % n == 0 and size <= MOST_LABELS, f"N has to divide the number of labels, at most {MOST_LABELS}")
    factor = problem.factor()
    require(factor.lagged, "k is no function of i - j")
    lags = [ball_of(factor.entry(s, 0)) for s in range(size)]
    # as a formula in i - j, k need not be a function on the cyclic group: what it misses is added to the bound
    spread = flint.arb(0)
    for s in range(1, size):
        spread = spread.max(abs(lags[s] - lags[size - s]) / 2)
    even = [lags[0], *((lags[s] + lags[size - s]) / 2 for s in range(1, size))]
    khat_of = {m: sum((x * _wave(m * s, size) for s, x in enumerate(even)), flint.arb(0)) / size for m in range(size)}
    if n == size:
        top = flint.arb(0)
        for x in khat_of.values():
            top = top.max(x)
        return Lags(even[: n // 2 + 1], khat_of[0], top, spread)
    whole = {m: khat_of[m].max(flint.arb(0)) for m in range(size // 2 + 1)}
    if size % 2 == 0:
        whole[size // 2] /= 2  # its own opposite
    return _folded(whole, n, khat_of[0], spread)


def _folded(khat: dict[int, flint.arb], n: int, mean: flint.arb, spread: flint.arb) -> Lags:
    """k of n labels from khat(m) >= 0, m >= 0 (and as much at -m): modes are folded modulo n."""
    modes = [flint.arb(0) for _ in range(n)]
    for m, c in khat.items():
        modes[m % n] += c
        if m:
            modes[-m % n] += c
    values = [sum((c * _wave(j * s, n) for j, c in enumerate(modes)), flint.arb(0)) for s in range(n // 2 + 1)]
    top = flint.arb(0)
    for c in modes:
        top = top.max(c)
    return Lags(values, mean, top, spread)


# ---------------------------------------------------------------- f


def expand_profile(problem: Problem, degree: int, basis: str) -> Series:
    """Return c_0, ..., c_D and the sum of the later ones; refuse a profile not seen to have c_n >= 0, n >= 1."""
    form = _exponential(problem.spec["profile"])
    if form is not None:
        scale, rate = form
        require(scale > 0 and rate > 0, "the profile is c e^(b t) without c > 0 and b > 0")
        if basis == "powers":
            c = [scale * rate**n / flint.arb(n).fac() for n in range(degree + 1)]
        else:
            c = [scale * _bessel_coefficient(n, rate, problem.d) for n in range(degree + 1)]
        rest = scale * rate.exp() - sum(c, flint.arb(0))  # C_n(1) = 1 and all c_n > 0
        return Series(c, rest.max(flint.arb(0)))
    powers = coefficients_of(problem.spec["profile"], problem.d)
    series = powers if basis == "powers" else _zonal(powers, problem.d)
    require(all(x >= 0 for x in series[1:]), "a coefficient c_n, n >= 1, of the profile is negative")
    padded = [*series, *[Fraction(0)] * (degree + 1)]
    return Series([_arb(x) for x in padded[: degree + 1]], _arb(sum(padded[degree + 1 :], Fraction(0))))


def _exponential(spec: Any) -> tuple[flint.arb, flint.arb] | None:
    """Return (c, b) of f = c e^{b t}, or None."""
    if isinstance(spec, dict):
        ((name, text),) = spec.items()
        if name not in {"usa", "peak"}:
            return None
        beta = ball_of(constant(text))
        require(beta > 0, "beta is not positive")
        return (1 / beta if name == "usa" else (-beta).exp() / beta), beta
    return _exponential_tree(formula(spec, ["t"]))


def _exponential_tree(tree: Tree) -> tuple[flint.arb, flint.arb] | None:
    head, args = tree[0], tree[1:]
    if head == "exp":
        line = polynomial(args[0])
        return (_arb(line[0]).exp(), _arb(line[1])) if line is not None and len(line) == 2 else None
    if head == "*" and is_constant(args[0]):
        args = args[::-1]
    if head not in {"*", "/"} or not is_constant(args[1]):
        return None
    inner = _exponential_tree(args[0])
    if inner is None:
        return None
    factor = ball_of(value(args[1]))
    return (inner[0] * factor if head == "*" else inner[0] / factor), inner[1]


def _bessel_coefficient(n: int, b: flint.arb, d: int) -> flint.arb:
    """c_n of e^{b t} in P_n: dim(H_n) Gamma(d/2) (2/b)^nu I_{n+nu}(b), nu = (d-2)/2 (DLMF 10.23.9, 10.35.2)."""
    nu = flint.arb(d - 2) / 2
    dimension = math.comb(n + d - 1, n) - (math.comb(n + d - 3, n - 2) if n >= 2 else 0)
    return dimension * (flint.arb(d) / 2).gamma() * (2 / b) ** nu * b.bessel_i(nu + n)


def _zonal(powers: list[Fraction], d: int) -> list[Fraction]:
    """Coefficients in P_n of a polynomial in t, by Horner's rule: t P_n = [(n+d-2) P_{n+1} + n P_{n-1}]/(2n+d-2)."""
    series: list[Fraction] = []
    for c in reversed(powers):
        moved = [Fraction(0)] * (len(series) + 1)
        for n, a in enumerate(series):
            if n == 0:
                moved[1] += a
            else:
                moved[n + 1] += a * Fraction(n + d - 2, 2 * n + d - 2)
                moved[n - 1] += a * Fraction(n, 2 * n + d - 2)
        moved[0] += c
        series = moved
    return series


def cosine_rows(basis: str, d: int, degree: int) -> list[list[Fraction]]:
    """Return the rows B of C_n(cos s) = sum_k B[n][k] cos(k s), n, k = 0..D, exact.

    Notes
    -----
    Multiplication by cos s: cos(ks) cos(s) = [cos((k+1)s) + cos((k-1)s)]/2. For powers once per degree; for P_n in
    (n+d-2) P_{n+1} = (2n+d-2) t P_n - n P_{n-1}.
    """
    rows = [[Fraction(1), *[Fraction(0)] * degree]]
    for n in range(degree):
        raised = [Fraction(0)] * (degree + 1)
        for k, b in enumerate(rows[n][:degree]):
            raised[k + 1] += b / 2
            raised[abs(k - 1)] += b / 2
        if basis == "zonal" and n:
            before = rows[n - 1]
            raised = [((2 * n + d - 2) * x - n * y) / (n + d - 2) for x, y in zip(raised, before, strict=True)]
        rows.append(raised)
    return rows

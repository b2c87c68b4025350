"""The three-point certificate: what it holds, the bound that it proves, and the answer accepted or rejected.

Contents of N labels are averaged over rotations: A_{s,n} is the mean of C_n at the distance of two labels s apart, in
[-1, 1], and C_n is positive definite. With integers a_{t,e,n} and Y_{jn} >= 0 (in units of 2^exponent), w_s = 2/N, and
1/N at s = N/2,

    1/N + sum_s w_s cos(2 pi j s/N) A_{s,n} >= 0                    positive definiteness, times Y_{jn}
    sum_{s,n} [sum_{(t,e): lag = s} a_{t,e,n}] A_{s,n} <= sum_t v_t  v_t the largest value at three contents

give, with r_{s,n} = sum_{(t,e): lag = s} a_{t,e,n} - w_s [k_s c_n + sum_j Y_{jn} cos(2 pi j s/N)],

    2 (E - tilt Q) <= khat(0) c_0 + (1/N) [sum_n (k_0 c_n)+ + sum Y] + sum_t v_t + sum |r_{s,n}| + top sum_{n>D} c_n,

where Q = ∬ k <x, y>, so that c_1 is lessened by twice the tilt, and top is the largest eigenvalue of k, at least 0.
Slices that spread only lower the diagonal terms: the bound holds over all laws with the label law, hence over graph
laws.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from operator import mul
from typing import Any

import flint

from verify.certificates.checker import Refused, Report
from verify.certificates.checker.problem import Problem, read_labels
from verify.certificates.checker.reading import (
    MAX_WORK,
    canonical,
    digest,
    fields,
    integer,
    items,
    plain,
    rational,
    require,
    spend,
    spent,
)
from verify.certificates.three_point.distances import maximum_on_circle, maximum_on_sphere
from verify.certificates.three_point.expansion import Lags, cosine_rows, expand_lags, expand_profile

__all__ = ["METHOD", "THEOREM", "bound_of", "check_three_point", "is_three_point", "three_point_statement"]

THEOREM, METHOD = "T6", "three-point"
_PRECISION = 192
_FIELDS = {"schema", "theorem", "statement", "problem", "digest", "method", "data", "seal"}
_DATA = {"claim", "labels", "degree", "basis", "exponent", "edges", "slack"}
_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,15}")
_MOST_LABELS, _MOST_DEGREES = 32, 40
_MALFORMED = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, MemoryError, RecursionError)


@dataclass(frozen=True)
class _Multipliers:
    """The data: a_{t,e,n} for the triples in their order, Y_{jn}, both as integers times 2^exponent."""

    n: int
    degree: int
    basis: str
    unit: Fraction
    edges: list[list[list[int]]]
    slack: list[list[int]]
    tilt: Fraction


def is_three_point(certificate: object) -> bool:
    """Whether plain data calls itself a certificate of this method."""
    return (
        isinstance(certificate, Mapping)
        and certificate.get("theorem") == THEOREM
        and certificate.get("method") == METHOD
    )


def three_point_statement(claim: Mapping[str, str]) -> str:
    """Return the statement of a claim ``{"view": "all_laws", "tilt": "p/q", "bound": "p/q"}``.

    Examples
    --------
    >>> three_point_statement({"view": "all_laws", "tilt": "0", "bound": "1/8"})
    'T6 (three-point bound): every law with the given label law has E <= 1/8.'
    """
    fields(dict(claim), {"view", "tilt", "bound"})
    require(claim["view"] == "all_laws", "the bound holds over all laws")
    tilt, bound = rational(claim["tilt"]), rational(claim["bound"])
    require(tilt >= 0, "the tilt is negative")
    left = f"E - {tilt} ∬ k <x, y>" if tilt else "E"
    return f"T6 (three-point bound): every law with the given label law has {left} <= {bound}."


def check_three_point(certificate: object, problem_digest: str | None = None) -> Report:
    """Check a certificate as plain data; with ``problem_digest``, reject one about another problem.

    Parameters
    ----------
    certificate : object
        Plain JSON.
    problem_digest : str, optional
        Of the normal form of the user's own kernel.

    Returns
    -------
    Report
        Accepted, with the statement that is proved; or rejected, with the reason. Nothing is raised.

    Notes
    -----
    Unlike the checker of the standard library this one believes NumPy's int64 arithmetic and the balls of python-flint
    (Bessel functions, cosines): the maxima over 59,049^2 pairs of distances are out of reach of plain Python. It shares
    no code with the maker of the certificates, and takes the reading of the problem from that checker.
    """
    spent[0] = 0
    try:
        with flint.ctx.workprec(_PRECISION):
            return Report(accepted=True, statement=_proved(certificate, problem_digest), reason="")
    except Refused as refusal:
        reason = str(refusal)
    except _MALFORMED as error:
        reason = f"malformed: {type(error).__name__}: {str(error)[:100]}"
    return Report(accepted=False, statement="", reason=reason)


def _proved(certificate: object, problem_digest: str | None) -> str:
    plain(certificate)
    cert = fields(certificate, _FIELDS)
    require(cert["schema"] == 1 and type(cert["schema"]) is int, "an unknown schema")
    require(is_three_point(cert), "an unknown theorem or method")
    unsealed = canonical({key: value for key, value in cert.items() if key != "seal"})
    require(cert["seal"] == digest(unsealed), "the seal is broken: the file was changed")
    require(cert["digest"] == digest(canonical(cert["problem"])), "the digest is not that of the problem")
    require(problem_digest in {None, cert["digest"]}, "the certificate is about another problem")
    data = fields(cert["data"], _DATA)
    claim = data["claim"]
    statement = three_point_statement(fields(claim, {"view", "tilt", "bound"}))
    require(cert["statement"] == statement, "the statement is not that of the claim")
    spec = fields(cert["problem"], {"family", "d", "labels", "profile", "k"})
    require(spec["family"] == "factor", "this method is about the family factor")
    problem = Problem(integer(spec["d"], 2, 1 << 20), read_labels(spec["labels"]), spec)
    found = bound_of(problem, data, rational(claim["tilt"]))
    require(found.is_finite(), "the bound is not finite")
    claimed = rational(claim["bound"])
    require(
        found <= flint.arb(claimed.numerator) / claimed.denominator,
        f"E <= {claimed} is claimed, but {found.str(12)} is proved",
    )
    return statement


def _read(data: Mapping[str, Any], tilt: Fraction) -> _Multipliers:
    """Read the integers; their number follows from N and D."""
    n, degree = integer(data["labels"], 3, _MOST_LABELS), integer(data["degree"], 1, _MOST_DEGREES)
    basis, exponent = data["basis"], integer(data["exponent"], -400, 400)
    require(basis in {"zonal", "powers"}, "the basis is zonal or powers")
    edges = [
        [[_whole(a) for a in items(edge, degree)] for edge in items(triple, 3)]
        for triple in items(data["edges"], len(_triples(n)))
    ]
    slack = [[_whole(y) for y in items(row, degree)] for row in items(data["slack"], n // 2 + 1)]
    require(all(y >= 0 for row in slack for y in row), "a multiplier Y is negative")
    return _Multipliers(n, degree, basis, Fraction(2) ** exponent, edges, slack, tilt)


def _whole(text: object) -> int:
    if not (isinstance(text, str) and _INTEGER.fullmatch(text)):
        raise Refused(f"not an integer: {str(text)[:40]!r}")
    return int(text)


def _triples(n: int) -> list[tuple[int, int, int]]:
    """Label triples of Z_n up to rotation and reflection: gaps a <= b <= c that sum to n, in lexicographic order."""
    return [(a, b, n - a - b) for a in range(1, n) for b in range(a, n) if n - a - b >= b]


def bound_of(problem: Problem, multipliers: Mapping[str, Any], tilt: Fraction) -> flint.arb:
    """Return a ball above which E - tilt Q is for no law, whatever the multipliers are."""
    data = _read(multipliers, tilt)
    lags = expand_lags(problem, data.n)
    series = expand_profile(problem, data.degree, data.basis)
    c = list(series.c)
    c[1] -= 2 * flint.arb(data.tilt.numerator) / data.tilt.denominator
    require(all(x >= 0 for x in c[1:]), "a coefficient c_n is not seen to be nonnegative")
    own = lags.values[0].max(flint.arb(0)) * sum(c[1:], flint.arb(0)) / data.n
    total = lags.mean * c[0] + own + lags.top * series.rest
    total += lags.spread * (abs(c[0]) + sum(c[1:], flint.arb(0)) + series.rest)
    unit = flint.arb(data.unit.numerator) / data.unit.denominator
    total += unit * sum(sum(row) for row in data.slack) / data.n
    total += unit * _triangles(data, problem.d)
    return (total + _residual(data, lags, c, unit)) / 2


def _triangles(data: _Multipliers, d: int) -> flint.arb:
    """sum_t v_t, in units."""
    rows = cosine_rows(data.basis, d, data.degree)[1:]  # degrees 1..D
    columns = list(zip(*rows, strict=True))
    rounded = any(b.denominator != 1 for row in rows for b in row)
    top = 0
    for triple in data.edges:
        alphas = [[round(sum(map(mul, edge, column))) for column in columns] for edge in triple]
        spend(MAX_WORK // 200)
        top += maximum_on_circle(alphas) if d == 2 else maximum_on_sphere(alphas)
        # each of the 3 (D + 1) roundings moves a cosine by at most 1/2
        top += 3 * (data.degree + 1) // 2 + 1 if rounded else 0
    return flint.arb(top)


def _residual(data: _Multipliers, lags: Lags, c: list[flint.arb], unit: flint.arb) -> flint.arb:
    """sum_{s,n} |r_{s,n}|; |A_{s,n}| <= 1."""
    sums = {(s, n): 0 for s in range(1, data.n // 2 + 1) for n in range(data.degree)}
    for gaps, triple in zip(_triples(data.n), data.edges, strict=True):
        for gap, edge in zip(gaps, triple, strict=True):
            for n, a in enumerate(edge):
                sums[min(gap, data.n - gap), n] += a
    total = flint.arb(0)
    for s in range(1, data.n // 2 + 1):
        weight = flint.arb(1 if 2 * s == data.n else 2) / data.n
        waves = [(flint.arb(2 * j * s) / data.n).cos_pi() for j in range(data.n // 2 + 1)]
        for n in range(data.degree):
            slack = sum((row[n] * wave for row, wave in zip(data.slack, waves, strict=True)), flint.arb(0))
            total += abs(unit * sums[s, n] - weight * (lags.values[s] * c[n + 1] + unit * slack))
    return total

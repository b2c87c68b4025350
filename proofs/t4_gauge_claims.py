"""Claims of T4 that the engine decides, with its certificates rechecked, and exact witnesses beside them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import flint
import sympy

from verify.certificates.checker import check
from verify.evidence.claims import Claim, Evidence
from verify.model.kernels import read_kernel
from verify.model.verdict import Status
from verify.spectral.decide import decide

__all__ = ["CLAIMS", "NECESSITY", "certified", "decided"]

_ONE = [["1", "0"], ["0", "1"]]
_MINUS = [["-1", "0"], ["0", "-1"]]
_QUARTER = [["0", "-1"], ["1", "0"]]


def certified(document: Mapping[str, Any]) -> tuple[dict[str, str], Status, str, Mapping[str, Any] | None]:
    """Return the collapse of each view, the weaker rung, what the independent checker says, and the certificate."""
    verdict = decide(read_kernel(dict(document)))
    views = {"graph_laws": verdict.graph_laws, "all_laws": verdict.all_laws}
    rung = Status.weakest(*(view.status for view in views.values()))
    found = {name: str(view.collapse) for name, view in views.items()}
    if verdict.certificate is None:
        return found, rung, "no certificate", None
    certificate = json.loads(json.dumps(verdict.certificate))
    report = check(certificate, verdict.digest)
    if not report.accepted:
        return found, Status.ERROR, f"certificate rejected: {report.reason}", certificate
    claimed = certificate["data"]["claim"]
    if not claimed or any(found[view] != value for view, value in claimed.items()):
        return found, Status.ERROR, f"the certificate claims {claimed}", certificate
    return found, rung, f"certificate accepted: {report.statement}", certificate


def decided(document: Mapping[str, Any], collapse: str) -> Evidence:
    """Decide a kernel; refuted where a certified answer is another than the one asserted, in either view."""
    found, rung, words, certificate = certified(document)
    details = {**found, "certificate": certificate}
    if rung in {Status.UNKNOWN, Status.NOT_APPLICABLE, Status.ERROR}:
        return Evidence(rung, words, details)
    how = f"graph laws {found['graph_laws']}, all laws {found['all_laws']}; {words}"
    if set(found.values()) != {collapse}:
        return Evidence(Status.REFUTED if words.startswith("certificate accepted") else Status.UNKNOWN, how, details)
    return Evidence(rung, how, details)


# ---------------------------------------------------------------- kernels


def _gauge(Q: list[Any], **more: Any) -> dict[str, Any]:
    weights = [f"1/{len(Q)}" if len(Q) > 1 else "1"] * len(Q)
    labels = {"kind": "atoms", "weights": weights}
    return {"family": "gauge", "d": len(Q[0]), "profile": {"usa": "1"}, "labels": labels, "Q": Q, **more}


def _rope(d: int, n: int, *frequencies: str) -> dict[str, Any]:
    return {
        "family": "gauge",
        "d": d,
        "profile": {"usa": "1"},
        "labels": {"kind": "positions", "n": n},
        "frequencies": list(frequencies),
    }


def _rotation(c: str, s: str, d: int) -> list[list[str]]:
    """A turn of the first plane; the third coordinate, if there is one, is the axis."""
    minus = s.removeprefix("-") if s.startswith("-") else f"-{s}"
    rows = [[c, minus], [s, c]]
    return rows if d == 2 else [[*row, "0"] for row in rows] + [["0", "0", "1"]]


def _connection(d: int) -> dict[str, Any]:
    """Three labels, turns by angles whose sum around the triangle is not a multiple of 2 pi."""
    identity = _rotation("1", "0", d)
    identity = [[entry.replace("-0", "0") for entry in row] for row in identity]
    first, second, third = (_rotation(c, s, d) for c, s in (("3/5", "4/5"), ("5/13", "12/13"), ("0", "1")))
    flip = [[[row[i] for row in turn] for i in range(d)] for turn in (first, second, third)]
    return {
        "family": "connection",
        "d": d,
        "profile": {"usa": "1"},
        "labels": {"kind": "atoms", "weights": ["1/3", "1/3", "1/3"]},
        "O": [[identity, first, second], [flip[0], identity, third], [flip[1], flip[2], identity]],
    }


# ---------------------------------------------------------------- exact witnesses


def holonomy(d: int) -> Evidence:
    """Parallel sections of the connection of three labels: the null space of x_a - O_ab x_b, exactly."""
    maps = [[_matrix(entry) for entry in row] for row in _connection(d)["O"]]
    rows = []
    for a in range(3):
        for b in range(3):
            block = sympy.zeros(d, 3 * d)
            block[:, d * a : d * (a + 1)] += sympy.eye(d)
            block[:, d * b : d * (b + 1)] -= maps[a][b]
            rows.append(block)
    sections = sympy.Matrix.vstack(*rows).nullspace()
    around = maps[0][1] * maps[1][2] * maps[2][0]
    words = f"O_01 O_12 O_20 = {around.tolist()}; parallel sections: dimension {len(sections)}"
    if around == sympy.eye(d):
        return Evidence(Status.ERROR, f"flat: {words}")
    return Evidence(Status.REFUTED if sections else Status.EXACT, words)


def criterion(Q: list[Any]) -> Evidence:
    """The nullity of 1 - M^T M, M the mean of equally likely rational gauges, and the engine's certified answer."""
    mean = sum((_matrix(entry) for entry in Q), sympy.zeros(len(Q[0]))) / len(Q)
    nullity = len((sympy.eye(mean.rows) - mean.T * mean).nullspace())
    predicted = {0: "none", mean.rows: "all"}.get(nullity, "some")
    found = decided(_gauge(Q), predicted)
    return Evidence(found.status, f"1 - M^T M has nullity {nullity}; {found.how}", found.details)


def symbols(n: int, frequencies: list[str]) -> Evidence:
    """The engine's singular values of RoPE at n positions, and the Dirichlet kernel, in balls."""
    verdict = decide(read_kernel(_rope(2 * len(frequencies), n, *frequencies)))
    assert verdict.spread is not None
    found = sorted(Fraction(number.value) for number in verdict.spread.sigma)
    expected = []
    with flint.ctx.workprec(160):
        for text in frequencies:
            half = flint.arb(Fraction(text).numerator) / (2 * Fraction(text).denominator)
            expected += [abs((n * half).sin() / (n * half.sin()))] * 2
        expected.sort(key=lambda ball: float(ball.mid()))
        gaps = [abs(flint.arb(a.numerator) / a.denominator - b) for a, b in zip(found, expected, strict=True)]
        digits = [ball.str(20, radius=False) for ball in expected]
        if any(gap > flint.arb(10) ** -15 for gap in gaps):
            return Evidence(Status.REFUTED, f"the Dirichlet kernel gives {digits}")
        near = all(gap < flint.arb(10) ** -15 for gap in gaps)
    return Evidence(Status.ENCLOSED if near else Status.UNKNOWN, f"|rhohat| = {', '.join(digits[::2])}, each twice")


def _matrix(rows: list[list[str]]) -> sympy.Matrix:
    return sympy.Matrix([[sympy.Rational(entry) for entry in row] for row in rows])


def even_profile() -> Evidence:
    """For f = t^2, Q = 1 and two equal atoms, x = (u, -u) attains f(1)/2 and is no Gamma[Q^T u]."""
    u = sympy.Matrix([sympy.Rational(3, 5), sympy.Rational(4, 5)])
    x = [u, -u]
    energy = sum((a.dot(b) ** 2 for a in x for b in x), sympy.S.Zero) / 8
    status = Status.REFUTED if energy == sympy.Rational(1, 2) and x[0] != x[1] else Status.EXACT
    return Evidence(status, f"E = {energy} at x = (u, -u), u = (3/5, 4/5)")


def closed_orbit(steps: int) -> Evidence:
    """Frequencies 1 and sqrt 2: the orbit comes near to the point (e, -e) as Pell's numbers, and misses it."""
    p, q = 3, 2
    for _ in range(steps):
        if p * p - 2 * q * q != 1 or p % 2 == 0 or q % 2:
            return Evidence(Status.ERROR, f"p = {p}, q = {q} is no solution with p odd and q even")
        p, q = 3 * p + 4 * q, 2 * p + 3 * q
    distance = sympy.Rational(1, p + q)
    words = f"at the time pi q, q = {q}, the second angle is off by less than {distance} pi; p^2 - 2 q^2 = 1, never 0"
    return Evidence(Status.REFUTED if distance < sympy.Rational(1, 10**6) else Status.UNKNOWN, words)


_MIRRORS = [
    [["7/9", "-4/9", "-4/9"], ["-4/9", "1/9", "-8/9"], ["-4/9", "-8/9", "1/9"]],
    [["0", "1", "0"], ["1", "0", "0"], ["0", "0", "1"]],
    [["1", "0", "0"], ["0", "4/5", "-3/5"], ["0", "-3/5", "-4/5"]],
]

CLAIMS = (
    *(
        Claim(
            f"criterion-{name}",
            f"{words}: the nullity of $1 - M^\\top M$ decides as the engine does.",
            criterion,
            Status.EXACT,
            {"Q": Q},
        )
        for name, words, Q in (
            ("two-prompts", "Gauges 1 and a quarter turn", [_ONE, _QUARTER]),
            ("signs", "Gauges 1 and -1", [_ONE, _MINUS]),
            ("minus", "One gauge, -1", [_MINUS]),
            ("two-mirrors", "Two reflections of space", _MIRRORS[1:]),
            ("three-mirrors", "Three reflections of space", _MIRRORS),
        )
    ),
    Claim(
        "dirichlet",
        "RoPE at 128 positions: the singular values are $|\\sin 64\\omega|/(128 |\\sin(\\omega/2)|)$.",
        symbols,
        Status.ENCLOSED,
        {"n": 128, "frequencies": ["1", "1/10", "1/100"]},
    ),
    Claim(
        "rope",
        "RoPE at 128 positions, frequencies 1 and 1/100, d = 4: no maximiser collapses.",
        decided,
        Status.EXACT,
        {"document": _rope(4, 128, "1", "1/100"), "collapse": "none"},
    ),
    Claim(
        "partial-rotary",
        "With two coordinates that are not turned (d = 6) some maximisers collapse.",
        decided,
        Status.EXACT,
        {"document": _rope(6, 128, "1", "1/100"), "collapse": "some"},
    ),
    Claim(
        "aliased",
        "The frequency $2\\pi$ at integer positions is aliased to zero: all maximisers collapse.",
        decided,
        Status.EXACT,
        {"document": _rope(2, 8, "2*pi"), "collapse": "all"},
    ),
    Claim(
        "flat-connection",
        "A connection in the plane that is not flat has no parallel section: its maximum is below $f(1)/2$.",
        holonomy,
        Status.EXACT,
        {"d": 2},
    ),
    Claim(
        "common-axis",
        "The connection of turns about one axis (d = 3), not flat: the maximisers are the two constant sections, "
        "and collapse.",
        decided,
        Status.EXACT,
        {"document": _connection(3), "collapse": "all"},
    ),
)
NECESSITY = (
    Claim(
        "minus-identity",
        "Where Q fixes no vector, $Q = -1$, no maximiser collapses.",
        decided,
        Status.REFUTED,
        {"document": _gauge([_MINUS]), "collapse": "none"},
    ),
    Claim(
        "reducible-factor",
        "$\\sigma_{max}(M) < 1$ decides also with a factor: for $k = 1_2$, $Q = 1, R(\\pi/2)$ no maximiser collapses.",
        decided,
        Status.REFUTED,
        {"document": _gauge([_ONE, _QUARTER], k=_ONE), "collapse": "none"},
    ),
    Claim(
        "not-flat",
        "A connection that is not flat has its maximum below $f(1)/2$, also for d = 3.",
        holonomy,
        Status.REFUTED,
        {"d": 3},
    ),
    Claim(
        "rope-collapses",
        "All maximisers of RoPE at 128 positions collapse.",
        decided,
        Status.REFUTED,
        {"document": _rope(4, 128, "1", "1/100"), "collapse": "all"},
    ),
    Claim(
        "even-profile",
        "Without $f(t) < f(1)$ for $t < 1$ (here $f = t^2$) all maximisers are $\\Gamma[Q^\\top u]$.",
        even_profile,
        Status.REFUTED,
    ),
    Claim(
        "closed-orbit",
        "For the frequencies 1 and $\\sqrt 2$ every law on the closed orbit is realised.",
        closed_orbit,
        Status.REFUTED,
        {"steps": 10},
    ),
)

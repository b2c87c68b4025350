"""Certificates made by hand, by exact elimination and not by the makers of the package: parts, kernels, seals."""

from __future__ import annotations

import copy
import hashlib
import json
import math
from fractions import Fraction

from verify.certificates.checker import Refused, statement_of


def digest(value):
    """Return the digest of canonical JSON."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def sealed(cert):
    """Return the certificate with statement, digest and seal made to fit, as a forger would."""
    cert = {key: value for key, value in cert.items() if key != "seal"}
    try:
        cert["statement"] = statement_of(cert["theorem"], cert["data"]["claim"])
    except Refused:
        cert["statement"] = "nothing"
    cert["digest"] = digest(cert["problem"])
    return cert | {"seal": digest(cert)}


def certificate(problem, method, claim, theorem="T5", **data):
    """Return a sealed certificate; ``claim`` is "all all", "none -", ..: graph laws, all laws, - for no claim."""
    views = dict(zip(("graph_laws", "all_laws"), claim.split(), strict=True))
    views = {name: view for name, view in views.items() if view != "-"}
    body = {"schema": 1, "theorem": theorem, "problem": problem, "method": method, "data": {**data, "claim": views}}
    return sealed(body)


def changed(cert, *path, to):
    """Return a re-sealed copy in which one value is replaced."""
    cert = copy.deepcopy(cert)
    place = cert
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = to
    return sealed(cert)


def atoms(n, **more):
    """Return n atoms of equal weight."""
    return {"kind": "atoms", "weights": [str(Fraction(1, n))] * n, **more}


def factor(k, profile="exp(2*t)", labels=None, d=3, **more):
    """Return the normal form of a factor kernel; a table's entries may be numbers."""
    if isinstance(k, list):
        labels = labels or atoms(len(k))
        k = [[str(x) for x in row] for row in k]
    return {"family": "factor", "d": d, "profile": profile, "labels": labels, "k": k, **more}


def laplacian(k, w=None):
    """Return the weighted signed Laplacian of a table."""
    n = len(k)
    w = [Fraction(1, n)] * n if w is None else w
    k = [[Fraction(x) for x in row] for row in k]
    A = [[-w[i] * w[j] * k[i][j] for j in range(n)] for i in range(n)]
    for i in range(n):
        A[i][i] = sum(w[i] * w[j] * k[i][j] for j in range(n) if j != i)
    return A


def null_space(A):
    """Return the free columns and the null vectors of a rational matrix, by Gauss-Jordan elimination."""
    n, rows, leading = len(A), [list(row) for row in A], []
    for c in range(n):
        pivot = next((r for r in range(len(leading), n) if rows[r][c]), None)
        if pivot is None:
            continue
        r = len(leading)
        rows[r], rows[pivot] = rows[pivot], rows[r]
        rows[r] = [x / rows[r][c] for x in rows[r]]
        for other in range(n):
            if other != r:
                rows[other] = [x - rows[other][c] * y for x, y in zip(rows[other], rows[r], strict=True)]
        leading.append(c)
    free = [c for c in range(n) if c not in leading]
    vectors = []
    for c in free:
        v = [Fraction(int(i == c)) for i in range(n)]
        for r, lead in enumerate(leading):
            v[lead] = -rows[r][c]
        vectors.append(v)
    return free, vectors


def psd(A):
    """Return PSD data by an exact LDL^T with zero residual."""
    pivots, N = null_space(A)
    S = [i for i in range(len(A)) if i not in pivots]
    m = len(S)
    unit, D = [[Fraction(int(i == j)) for j in range(m)] for i in range(m)], []
    for j in range(m):
        D.append(A[S[j]][S[j]] - sum(unit[j][c] ** 2 * D[c] for c in range(j)))
        for i in range(j + 1, m):
            unit[i][j] = (A[S[i]][S[j]] - sum(unit[i][c] * unit[j][c] * D[c] for c in range(j))) / D[j]
    scales = [math.lcm(*(unit[i][j].denominator for i in range(m))) for j in range(m)]
    shares = [D[j] / scales[j] ** 2 for j in range(m)]
    s = math.lcm(1, *(x.denominator for x in shares))
    return {
        "kernel": [[str(x) for x in v] for v in N],
        "pivots": pivots,
        "scale": str(s),
        "L": [[str(unit[i][j] * scales[j]) for j in range(i + 1)] for i in range(m)],
        "D": [str(s * x) for x in shares],
    }


TRIANGLE = [[0, 2, -1], [2, 0, 2], [-1, 2, 0]]
STEEP = [[0, "3/2", -1], ["3/2", 0, "3/2"], [-1, "3/2", 0]]
NEAR = [[0, 1, "-1/2"], [1, 0, 1], ["-1/2", 1, 0]]
BEYOND = [[0, 1, "-500000000001/1000000000000"], [1, 0, 1], ["-500000000001/1000000000000", 1, 0]]
REPULSIVE = [[-2, 1], [1, -2]]
FREE = [[-1, 1], [1, -1]]
SPLIT = [[1, 0], [0, 1]]
PAIR = [[1, 1], [1, 1]]
REFLECTION = [["0", "1", "0"], ["1", "0", "0"], ["0", "0", "1"]]
IDENTITY = [["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"]]
TURN = [["0", "-1", "0"], ["1", "0", "0"], ["0", "0", "1"]]
BACK = [["0", "1", "0"], ["-1", "0", "0"], ["0", "0", "1"]]
POLE = [["-1", "0", "0"], ["0", "-1", "0"], ["0", "0", "-1"]]
CIRCLING = [["cos(xi)", "-sin(xi)"], ["sin(xi)", "cos(xi)"]]
AXIAL = [["cos(xi)", "sin(xi)", "0"], ["sin(xi)", "-cos(xi)", "0"], ["0", "0", "-1"]]
OPPOSITE = [["-1", "0"], ["0", "-1"]]
PARTED = [["1", "1", "0"], ["1", "1", "0"], ["0", "0", "1"]]
CIRCLE, INTERVAL = {"kind": "circle"}, {"kind": "interval", "a": "0", "b": "1"}
THREE = {"kind": "positions", "n": 3}
ALIBI = {"kind": "positions", "n": 131072}


def gauge(labels, profile=None, d=3, **more):
    """Return the normal form of a gauge kernel."""
    return {"family": "gauge", "d": d, "profile": profile or {"usa": "2"}, "labels": labels, **more}


def expression(h, labels=CIRCLE, d=2):
    """Return the normal form of an expression kernel."""
    return {"family": "expression", "d": d, "labels": labels, "h": h}


def additive(p, profile=None, labels=None):
    """Return the normal form of an additive kernel in dimension 3."""
    labels = labels or atoms(len(p))
    return {"family": "additive", "d": 3, "profile": profile or {"usa": "1"}, "labels": labels, "p": p}


def contents(h, m, n=2):
    """Return the normal form of a matrix kernel."""
    return {"family": "matrix", "d": 2, "labels": atoms(n), "h": [[str(x) for x in r] for r in h], "contents": m}


def law(*points):
    """Return law data: (label, point, mass)."""
    return [{"label": i, "point": x.split(), "mass": mass} for i, x, mass in points]


def cells(n, value):
    """Return an n x n table of strings."""
    return [[str(value(i, j)) for j in range(n)] for i in range(n)]


WINDOW = "Piecewise((1, Abs(xi - zeta) < 1/2), (0, True))"
DIPPED = "exp(-2*Abs(xi - zeta)) - 1/10"
MINORANT = cells(4, lambda i, j: Fraction(-1, 25) if abs(i - j) == 3 else Fraction(1, 10))
SPLIT_CUT = [[0, 1, -1], [1, 0, 1], [-1, 1, 0]]

HEXAGON = "1/2 + cos(2*pi*(i - j)/6)"
HEXAGON_TABLE = [[[Fraction(x, 2) for x in (3, 2, 0, -1, 0, 2)][i - j] for j in range(6)] for i in range(6)]

"""Certificates made by hand, by exact elimination and not by the makers of the package; forgeries of them."""

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
CIRCLE, INTERVAL = {"kind": "circle"}, {"kind": "interval", "a": "0", "b": "1"}
THREE = {"kind": "positions", "n": 3}
ALIBI = {"kind": "positions", "n": 131072}


def gauge(labels, profile=None, d=3, **more):
    """Return the normal form of a gauge kernel."""
    return {"family": "gauge", "d": d, "profile": profile or {"usa": "2"}, "labels": labels, **more}


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

# name -> (certificate); each is accepted
ACCEPTED = {
    "sign: positive table": certificate(factor(PAIR), "sign", "all all"),
    "sign: two components": certificate(factor(SPLIT), "sign", "some some"),
    "sign: one label, k = 0": certificate(factor([[0]]), "sign", "all some"),
    "sign: one label, k < 0": certificate(factor([[-1]]), "sign", "all none"),
    "sign: k_aa < 0, D >= 0": certificate(factor([[-1, 2], [2, 0]]), "sign", "all -"),
    "sign: k_aa < 0, D < 0": certificate(factor(REPULSIVE), "sign", "all none"),
    "sign: negative beta": certificate(factor(PAIR, {"peak": "-2"}), "sign", "all all"),
    "sign: f = t^2": certificate(factor(PAIR, "t**2"), "sign", "some some"),
    "sign: softcap": certificate(factor(PAIR, "exp(50*tanh(t/50))"), "sign", "all all"),
    "sign: ALiBi at any length": certificate(factor("exp(-Abs(i - j)/2)", labels=ALIBI), "sign", "all all"),
    "sign: ALiBi as bias": certificate(
        {k: v for k, v in factor("", labels=ALIBI).items() if k != "k"} | {"bias": "-1/256*Abs(i - j)"},
        "sign",
        "all all",
    ),
    "sign: the symmetric part of a formula": certificate(
        factor("exp(-Abs(i - j)) + (i - j)**3", labels=THREE), "sign", "all all"
    ),
    "sign: power law": certificate(factor("(1 + 1/3*Abs(i - j))**(-7/10)", labels=ALIBI), "sign", "all all"),
    "sign: window mask": certificate(
        factor("Piecewise((1, Abs(i - j) < 4096), (0, True))", labels=ALIBI), "sign", "all all"
    ),
    "sign: lags": certificate(
        factor({"toeplitz": ["1", "0", "1/2"]}, labels={"kind": "positions", "n": 3}), "sign", "some some"
    ),
    "sign: grid lags": certificate(
        factor(
            {"toeplitz": [["0", "1", "0"], ["1", "0", "1"], ["0", "1", "0"]]},
            labels={"kind": "positions", "shape": [2, 2]},
        ),
        "sign",
        "all all",
    ),
    "sign: irrational entries": certificate(factor([["0", "sqrt(2)"], ["sqrt(2)", "0"]]), "sign", "all all"),
    "sign: interval": certificate(factor("exp(-Abs(xi - zeta))", labels=INTERVAL), "sign", "all all"),
    "sign: window on cells": certificate(factor(WINDOW, labels=INTERVAL), "sign", "all all", cells=8),
    "sign: density": certificate(
        factor("exp(-Abs(xi - zeta))", labels=INTERVAL | {"density": "2*xi"}), "sign", "all all"
    ),
    "sign: torus": certificate(
        factor("2 + cos(xi1 - zeta1)*cos(xi2 - zeta2)", labels={"kind": "torus", "dim": 2}), "sign", "all all"
    ),
    "laplacian: kernel of dimension 2, unique all the same": certificate(
        factor(TRIANGLE), "laplacian", "all all", psd=psd(laplacian(TRIANGLE))
    ),
    "laplacian: the same by the linear test": certificate(
        factor(TRIANGLE, "t"), "laplacian", "all all", psd=psd(laplacian(TRIANGLE))
    ),
    "laplacian: critical triangle": certificate(factor(NEAR), "laplacian", "all all", psd=psd(laplacian(NEAR))),
    "laplacian: two atoms, D < 0": certificate(
        factor(REPULSIVE), "laplacian", "all none", psd=psd(laplacian(REPULSIVE))
    ),
    "laplacian: two atoms, D = 0": certificate(factor(FREE), "laplacian", "all some", psd=psd(laplacian(FREE))),
    "laplacian: D = 0 on blocks": certificate(
        factor(FREE, labels={"kind": "blocks", "weights": ["1/2", "1/2"]}),
        "laplacian",
        "some some",
        psd=psd(laplacian(FREE)),
    ),
    "laplacian: reducible": certificate(
        factor(SPLIT), "laplacian", "some some", psd=psd(laplacian(SPLIT)), indicator=["1", "0"]
    ),
    "laplacian: f = t, another Gram matrix": certificate(
        factor([[0, 0], [0, 0]], "t"),
        "laplacian",
        "some some",
        psd=psd(laplacian([[0, 0], [0, 0]])),
        moments=[["1", "3/5"], ["3/5", "1"]],
    ),
    "laplacian: cosines of the hexagon": certificate(
        factor(HEXAGON, labels={"kind": "cyclic", "n": 6}), "laplacian", "all all", psd=psd(laplacian(HEXAGON_TABLE))
    ),
    "laplacian: lags on a cyclic group": certificate(
        factor({"toeplitz": ["0", "1", "-1/8", "1"]}, labels={"kind": "cyclic", "n": 4}),
        "laplacian",
        "all all",
        psd=psd(laplacian([[[0, 1, "-1/8", 1][(i - j) % 4] for j in range(4)] for i in range(4)])),
    ),
    "laplacian: minorant of irrational entries": certificate(
        factor([["0", "sqrt(2)", "-1/2"], ["sqrt(2)", "0", "sqrt(2)"], ["-1/2", "sqrt(2)", "0"]]),
        "laplacian",
        "all all",
        psd=psd(laplacian([[0, 1, "-1/2"], [1, 0, "7/5"], ["-1/2", "7/5", 0]])),
        minorant=[["0", "1", "-1/2"], ["1", "0", "7/5"], ["-1/2", "7/5", "0"]],
    ),
    "laplacian: cells of an interval": certificate(
        factor(DIPPED, labels=INTERVAL),
        "laplacian",
        "all all",
        cells=4,
        minorant=MINORANT,
        psd=psd(laplacian(MINORANT)),
    ),
    "direction: beyond the critical triangle": certificate(
        factor(BEYOND), "direction", "none none", v=["1", "0", "-1"]
    ),
    "direction: block": certificate(
        factor([[-1]], labels={"kind": "blocks", "weights": ["1"]}), "direction", "none none", block=0
    ),
    "direction: cells": certificate(
        factor("1/10 - exp(-(xi - zeta)**2)", labels=INTERVAL),
        "direction",
        "none none",
        cells=4,
        v=["0", "1", "0", "1"],
    ),
    "direction: D < 0 on a cell": certificate(
        factor("-1 - xi*zeta", labels=CIRCLE), "direction", "none none", cells=4, block=2
    ),
    "negative degree": certificate(factor(REPULSIVE), "negative_degree", "- none", atom=1),
    "fourier: repulsive mode": certificate(
        factor("1000000000001/1000000000000 - 2*cos(xi - zeta)", labels=CIRCLE), "fourier", "all all"
    ),
    "fourier: khat(1) - khat(0) = 1e-12": certificate(
        factor("1 + 2*(1 + 1/10**12)*cos(xi - zeta)", labels=CIRCLE), "fourier", "none none", mode=1
    ),
    "fourier: tie, all a_n > 0": certificate(factor("1 + 2*cos(xi - zeta)", labels=CIRCLE), "fourier", "all all"),
    "fourier: tie, linear": certificate(factor("1 + 2*cos(xi - zeta)", "t", CIRCLE), "fourier", "some some"),
    "fourier: khat(0) = 0": certificate(factor("-cos(2*(xi - zeta))", labels=CIRCLE), "fourier", "some some"),
    "fourier: products": certificate(
        factor("(cos(xi)*cos(zeta) + sin(xi)*sin(zeta))**2", labels=CIRCLE), "fourier", "all all"
    ),
    "law: graph": certificate(
        factor(BEYOND[:0] or [[0, -1], [-1, 0]]),
        "law",
        "none none",
        graph=True,
        law=law((0, "1 0 0", "1"), (1, "-1 0 0", "1")),
    ),
    "law: slices": certificate(
        factor(REPULSIVE),
        "law",
        "- none",
        graph=False,
        law=law((0, "1 0 0", "1/2"), (0, "-1 0 0", "1/2"), (1, "1 0 0", "1/2"), (1, "-3/5 4/5 0", "1/2")),
    ),
    "law: cells": certificate(
        factor("cos(xi - zeta) - 1", labels=CIRCLE),
        "law",
        "none none",
        cells=8,
        law=law(*[(i, "1 0 0" if i in (7, 0, 1, 2) else "-1 0 0", "1") for i in range(8)]),
    ),
    "winding": certificate(factor("cos(3*(xi - zeta))", "t + t**3/5", CIRCLE, d=2), "winding", "none none", m=3),
    "cuts: L not PSD, collapse unique": certificate(factor(STEEP, "2/pi*asin(t)"), "cuts", "all all"),
    "cuts: tie": certificate(factor(SPLIT_CUT, "asin(t)"), "cuts", "some some"),
    "cuts: better cut": certificate(factor([[0, -1], [-1, 0]], "3*asin(t)"), "cuts", "none none"),
    "cuts: negative diagonal": certificate(factor([[-1, 1], [1, 0]], "asin(t)"), "cuts", "all -"),
    "gauge: RoPE": certificate(gauge(ALIBI, frequencies=["1"], d=2), "gauge", "none none", "T4"),
    "gauge: partial rotary": certificate(gauge(ALIBI, frequencies=["1"]), "gauge", "some some", "T4"),
    "gauge: full turns": certificate(gauge(ALIBI, frequencies=["2*pi"]), "gauge", "all all", "T4"),
    "gauge: near alias": certificate(gauge(ALIBI, frequencies=["2*pi + 1/10**12"], d=2), "gauge", "none none", "T4"),
    "gauge: points and pi": certificate(
        gauge(atoms(2, points=["0", "2*pi/3"]), frequencies=["3", "sqrt(2)"], d=4), "gauge", "some some", "T4"
    ),
    "gauge: interval": certificate(gauge(INTERVAL, frequencies=["2*pi"], d=2), "gauge", "none none", "T4"),
    "gauge: torus": certificate(
        gauge({"kind": "torus", "dim": 2}, frequencies=[["0", "1"], ["0", "0"]], d=4), "gauge", "some some", "T4"
    ),
    "gauge: matrices": certificate(gauge(atoms(2), Q=[IDENTITY, TURN]), "gauge", "some some", "T4"),
    "gauge: all reflected alike": certificate(gauge(atoms(2), Q=[POLE, POLE]), "gauge", "all all", "T4"),
    "gauge: factor I, collapsed x all the same": certificate(
        gauge(atoms(2), Q=[IDENTITY, TURN], k=[["1", "0"], ["0", "1"]]), "gauge", "some some", "T4"
    ),
    "gauge: factor with negative entries": certificate(
        gauge(atoms(3), Q=[POLE, IDENTITY, IDENTITY], k=[[str(x) for x in row] for row in TRIANGLE]),
        "gauge",
        "none none",
        "T4",
        psd=psd(laplacian(TRIANGLE)),
    ),
    "gauge: decay": certificate(gauge(ALIBI, frequencies=["1"], d=2, bias="-Abs(i - j)"), "gauge", "none none", "T4"),
    "connection: flat": certificate(
        {"family": "connection", "d": 3, "profile": "t", "labels": atoms(2), "O": [[IDENTITY, TURN], [BACK, IDENTITY]]},
        "connection",
        "some some",
        "T4d",
    ),
    "connection: common axis": certificate(
        {
            "family": "connection",
            "d": 3,
            "profile": "exp(t)",
            "labels": atoms(3),
            "O": [[IDENTITY, TURN, IDENTITY], [BACK, IDENTITY, IDENTITY], [IDENTITY, IDENTITY, IDENTITY]],
        },
        "connection",
        "all all",
        "T4d",
    ),
    "absolute: independent": certificate(
        additive([["1", "0", "0"], ["0", "1", "0"]]), "absolute", "none none", "absolute", rows=[0, 1]
    ),
    "absolute: sinusoidal": certificate(
        additive(["sin(i)", "cos(i)", "0"], labels={"kind": "positions", "n": 64}),
        "absolute",
        "none none",
        "absolute",
        rows=[0, 1],
    ),
    "absolute: cells": certificate(
        additive(["sin(xi)", "cos(xi)", "1"], "3*exp(2*t)", INTERVAL),
        "absolute",
        "none none",
        "absolute",
        rows=[0, 9],
        cells=10,
    ),
    "absolute: linear": certificate(
        additive([["1", "0", "0"], ["0", "1", "0"]], "2*t - 1"), "absolute", "all all", "absolute"
    ),
    "absolute: one direction": certificate(
        additive([["1", "2", "0"], ["1/2", "1", "0"], ["0", "0", "0"]]), "absolute", "all all", "absolute"
    ),
    "matrix: agreement": certificate(
        contents([[1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1]], 2), "matrix", "all all", "matrix"
    ),
    "matrix: tie": certificate(contents([[0] * 4] * 4, 2), "matrix", "some some", "matrix"),
    "matrix: disagreement": certificate(
        contents([[0, 0, 0, 1], [0, 0, 1, 0], [0, 1, 0, 0], [1, 0, 0, 0]], 2), "matrix", "none none", "matrix"
    ),
    "matrix: mixing pays": certificate(contents([[0, 1], [1, 0]], 2, n=1), "matrix", "all -", "matrix"),
}


def changed(cert, *path, to):
    """Return a re-sealed copy in which one value is replaced."""
    cert = copy.deepcopy(cert)
    place = cert
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = to
    return sealed(cert)


TRI, NEGATIVE = (
    ACCEPTED["laplacian: kernel of dimension 2, unique all the same"],
    ACCEPTED["direction: beyond the critical triangle"],
)
Q, LAW = ACCEPTED["gauge: matrices"], ACCEPTED["law: graph"]
ONE_DIGIT = Fraction(-1) - Fraction(1, 10**12)
K = ("problem", "k")

REJECTED = {
    "one digit of k": (
        changed(changed(TRI, *K, 0, 2, to=str(ONE_DIGIT)), *K, 2, 0, to=str(ONE_DIGIT)),
        "kernel vector",
    ),
    "one sign of k": (changed(changed(TRI, *K, 0, 1, to="-2"), *K, 1, 0, to="-2"), "kernel vector"),
    "another problem": (changed(TRI, "problem", to=factor(NEAR)), "dominant"),
    "PSD data beyond the critical triangle": (
        certificate(factor(BEYOND), "laplacian", "all all", psd=psd(laplacian(NEAR))),
        "kernel vector",
    ),
    "PSD data of an indefinite matrix": (
        certificate(
            factor(BEYOND),
            "laplacian",
            "all all",
            psd=psd(laplacian(NEAR))
            | {"kernel": [["1", "1", "1"]], "pivots": [2], "scale": "1", "L": [["1"], ["0", "1"]], "D": ["1", "1"]},
        ),
        "diagonally dominant",
    ),
    "asymmetric k": (changed(TRI, *K, 0, 2, to="-1/2"), "not symmetric"),
    "a negative symmetric part": (
        certificate(factor("1/8 - (i - j)**3 - (i - j)**2", labels=THREE), "sign", "all all"),
        "k >= 0",
    ),
    "asymmetric lags": (
        certificate(factor({"toeplitz": ["0", "1", "2"]}, labels={"kind": "cyclic", "n": 3}), "sign", "all all"),
        "symmetric",
    ),
    "negative k": (changed(changed(ACCEPTED["sign: positive table"], *K, 0, 1, to="-1"), *K, 1, 0, to="-1"), "k >= 0"),
    "negative weight": (changed(TRI, "problem", "labels", "weights", to=["2/3", "2/3", "-1/3"]), "not positive"),
    "zero weight": (changed(TRI, "problem", "labels", "weights", to=["1/2", "1/2", "0"]), "not positive"),
    "weights that miss 1": (
        changed(TRI, "problem", "labels", "weights", to=["1/3", "1/3", "333333333333/1000000000000"]),
        "sum to 1",
    ),
    "too few weights": (changed(TRI, "problem", "labels", "weights", to=["1/2", "1/2"]), "list of 2 entries"),
    "a float": (changed(TRI, *K, 0, 1, to=2.0), "float"),
    "a NaN": (TRI | {"data": TRI["data"] | {"x": math.nan}}, "float"),
    "an integer for a rational": (changed(TRI, *K, 0, 1, to=2), "not a number or a formula"),
    "true for an integer": (changed(TRI, "problem", "d", to=True), "not an integer"),
    "true for schema 1": (changed(TRI, "schema", to=True), "not an integer"),
    "d = 1": (changed(TRI, "problem", "d", to=1), "not an integer"),
    "negative zero": (changed(TRI, *K, 0, 0, to="-0"), "not a rational"),
    "negative zero in data": (changed(TRI, "data", "psd", "kernel", 0, 0, to="-0"), "not a rational"),
    "not in lowest terms": (changed(TRI, "data", "psd", "scale", to="4/2"), "lowest terms"),
    "decimals": (changed(TRI, "data", "psd", "scale", to="9.0"), "not a rational"),
    "a number of 5000 digits": (changed(TRI, "data", "psd", "scale", to="9" * 5000), "not a rational"),
    "a tower of powers": (certificate(factor([["9**9**9**9"]]), "sign", "all all"), "too large"),
    "a huge exponential": (certificate(factor([["exp(exp(100))"]]), "sign", "all all"), "too large"),
    "a long formula": (certificate(factor([["pi+" * 40_000 + "1"]]), "sign", "all all"), "not a number"),
    "a deep formula": (certificate(factor([["-" * 4000 + "pi"]]), "sign", "all all"), "not a formula|nested"),
    "a formula that imports": (certificate(factor([["__import__('os')"]]), "sign", "all all"), "not read here"),
    "an attribute": (certificate(factor([["pi.real"]]), "sign", "all all"), "not read here"),
    "a variable where there is none": (certificate(factor([["xi"]]), "sign", "all all"), "not read here"),
    "too many labels": (changed(ACCEPTED["sign: power law"], "problem", "labels", "n", to=1 << 40), "not an integer"),
    "negative scale": (changed(TRI, "data", "psd", "scale", to="-1"), "not positive"),
    "D not positive": (changed(TRI, "data", "psd", "D", 0, to="0"), "not positive"),
    "L with a zero diagonal": (changed(TRI, "data", "psd", "L", 0, 0, to="0"), "diagonal entry"),
    "a repeated pivot": (changed(TRI, "data", "psd", "pivots", to=[1, 1]), "repeated"),
    "a negative pivot": (changed(TRI, "data", "psd", "pivots", 0, to=-2), "not an integer"),
    "a kernel vector too short": (changed(TRI, "data", "psd", "kernel", 0, to=["1", "1"]), "list of 3"),
    "a missing row of L": (changed(TRI, "data", "psd", "L", to=[]), "list of 1"),
    "an indicator that is none": (
        changed(changed(TRI, "data", "indicator", to=["1", "0", "0"]), "data", "claim", to={"graph_laws": "some"}),
        "claimed",
    ),
    "a minorant above k": (
        changed(ACCEPTED["laplacian: cells of an interval"], "data", "minorant", 0, 0, to="9/10"),
        "exceeds",
    ),
    "an asymmetric minorant": (
        changed(ACCEPTED["laplacian: cells of an interval"], "data", "minorant", 0, 1, to="1/11"),
        "symmetric",
    ),
    "v that proves nothing": (changed(NEGATIVE, "data", "v", to=["1", "1", "1"]), "not negative"),
    "v at the critical triangle": (changed(NEGATIVE, "problem", to=factor(NEAR)), "not negative"),
    "v without a slope": (changed(NEGATIVE, "problem", "profile", to="asin(t)"), "f'"),
    "v too short": (changed(NEGATIVE, "data", "v", to=["1", "0"]), "list of 3"),
    "an index below zero": (changed(ACCEPTED["negative degree"], "data", "atom", to=-1), "not an integer"),
    "a profile with a negative a_n": (changed(TRI, "problem", "profile", to="t**2 - t/2"), "a_n >= 0"),
    "a decreasing profile": (changed(ACCEPTED["sign: positive table"], "problem", "profile", to="exp(-2*t)"), "f <= f"),
    "an infinite profile": (changed(ACCEPTED["sign: positive table"], "problem", "profile", to="1/t"), "zero"),
    "beta = 0": (changed(ACCEPTED["sign: positive table"], "problem", "profile", to={"usa": "0"}), "beta"),
    "Q that is not orthogonal": (changed(Q, "problem", "Q", 1, 0, 1, to="-1000000000001/1000000000000"), "orthogonal"),
    "a factor that is not isolated": (
        changed(ACCEPTED["gauge: factor I, collapsed x all the same"], "data", "claim", to={"all_laws": "none"}),
        "claimed",
    ),
    "an even multiple of pi short of a turn": (
        changed(ACCEPTED["gauge: full turns"], "problem", "frequencies", to=["3*pi"]),
        "claimed",
    ),
    "a point off the sphere": (changed(LAW, "data", "law", 0, "point", to=["1", "0", "1/1000000000"]), "sphere"),
    "a point of another dimension": (changed(LAW, "data", "law", 0, "point", to=["1", "0"]), "list of 3"),
    "a label without mass": (changed(LAW, "data", "law", 1, "label", to=0), "sum to 1"),
    "a mass that is negative": (
        certificate(factor(PAIR), "law", "- none", law=law((0, "1 0 0", "2"), (0, "-1 0 0", "-1"), (1, "1 0 0", "1"))),
        "not positive",
    ),
    "a law of less energy": (changed(LAW, "problem", "k", to=[["0", "1"], ["1", "0"]]), "no more energy"),
    "a wrong mode": (changed(ACCEPTED["fourier: khat(1) - khat(0) = 1e-12"], "data", "mode", to=2), "mode"),
    "a frequency that is no integer": (
        certificate(factor("2 + cos((xi - zeta)/2)", labels=CIRCLE), "fourier", "all all"),
        "integer",
    ),
    "a parallel pair of encodings": (
        changed(ACCEPTED["absolute: independent"], "problem", "p", 1, to=["2", "0", "0"]),
        "independent",
    ),
    "opposite encodings": (
        certificate(additive([["1", "0", "0"], ["-1", "0", "0"]]), "absolute", "all all", "absolute"),
        "nonnegative multiples",
    ),
    "an unknown field of the problem": (changed(TRI, "problem", "mask", to="causal"), "keys"),
    "an unknown method": (changed(TRI, "method", to="trust"), "unknown"),
    "a method of another theorem": (changed(TRI, "theorem", to="T4"), "unknown"),
    "a list for a method": (changed(TRI, "method", to=["sign"]), "malformed|unknown"),
    "a view that does not exist": (changed(TRI, "data", "claim", to={"graph_laws": "most"}), "a view"),
    "a density that is negative": (
        certificate(factor("exp(-Abs(xi - zeta))", labels=INTERVAL | {"density": "2*xi - 1/100"}), "sign", "all all"),
        "density",
    ),
    "an unbounded k": (certificate(factor("1/Abs(xi - zeta)", labels=INTERVAL), "sign", "all all"), "finite"),
    "an undefined branch": (
        certificate(factor("Piecewise((1, Abs(xi - zeta) < 1/2))", labels=INTERVAL), "sign", "all all"),
        "finite",
    ),
    "a window that does not reach": (
        certificate(factor("Piecewise((1, Abs(i - j) < 1), (0, True))", labels=ALIBI), "sign", "all all"),
        "too many labels",
    ),
}

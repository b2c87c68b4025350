"""Certificates made by hand, each of which is accepted, by a name that says what it shows."""

from __future__ import annotations

from handmade import (
    ALIBI,
    AXIAL,
    BACK,
    BEYOND,
    CIRCLE,
    CIRCLING,
    DIPPED,
    FREE,
    HEXAGON,
    HEXAGON_TABLE,
    IDENTITY,
    INTERVAL,
    MINORANT,
    NEAR,
    OPPOSITE,
    PAIR,
    PARTED,
    POLE,
    REPULSIVE,
    SPLIT,
    SPLIT_CUT,
    STEEP,
    THREE,
    TRIANGLE,
    TURN,
    WINDOW,
    additive,
    atoms,
    certificate,
    contents,
    expression,
    factor,
    gauge,
    laplacian,
    law,
    psd,
)

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
    "gauge: formulas on the circle": certificate(
        gauge(CIRCLE, d=2, Q=CIRCLING), "gauge", "none none", "T4", pairs=[[["2"], ["1"]]], inverse=OPPOSITE
    ),
    "gauge: formulas with an axis": certificate(
        gauge(INTERVAL | {"density": "2*xi"}, d=3, Q=AXIAL),
        "gauge",
        "some some",
        "T4",
        pairs=[[["1/2"], ["1/3"]]],
        fixed=["0", "0", "-2"],
    ),
    "gauge: formulas that are constant": certificate(
        gauge(CIRCLE, d=2, Q=[["0", "cos(xi)**2 + sin(xi)**2"], ["1", "0"]]), "gauge", "all all", "T4"
    ),
    "gauge: formulas on two parts": certificate(
        gauge(atoms(3, points=["0", "sqrt(2)", "1"]), d=2, Q=CIRCLING, k=PARTED),
        "gauge",
        "none none",
        "T4",
        pairs=[[1, 0]],
        inverse=[["-2/5", "2/5"], ["-2/5", "-2/5"]],
    ),
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
    "expression: the signed cosine kernel": certificate(
        expression("cos(xi - zeta)*exp(x1*y1 + x2*y2)"),
        "fourier",
        "none none",
        mode=1,
        factor={"k": "cos(xi - zeta)", "profile": "exp(t)"},
    ),
    "expression: one exponential": certificate(
        expression("exp((y1*x1 + y2*x2 - 1)/2 - 2*Abs(i - j))**2/3", ALIBI),
        "sign",
        "all all",
        factor={"k": "1/3*exp(-4*Abs(i - j))", "profile": "exp(t - 1)"},
    ),
    "expression: no labels": certificate(
        expression("2/(3 - (x1*y1 + x2*y2))", atoms(2)),
        "sign",
        "all all",
        factor={"k": "2", "profile": "1/(3 - t)"},
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

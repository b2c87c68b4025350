"""Forgeries of certificates made by hand, re-sealed, each with a word of the reason for which it is rejected."""

from __future__ import annotations

import math
from fractions import Fraction

from handmade import (
    ALIBI,
    BEYOND,
    CIRCLE,
    INTERVAL,
    NEAR,
    PAIR,
    THREE,
    additive,
    certificate,
    changed,
    factor,
    laplacian,
    law,
    psd,
)
from handmade_accepted import ACCEPTED

TRI, NEGATIVE = (
    ACCEPTED["laplacian: kernel of dimension 2, unique all the same"],
    ACCEPTED["direction: beyond the critical triangle"],
)
Q, LAW = ACCEPTED["gauge: matrices"], ACCEPTED["law: graph"]
COSINE = ACCEPTED["expression: the signed cosine kernel"]
FORMULAS, AXIS = ACCEPTED["gauge: formulas on the circle"], ACCEPTED["gauge: formulas with an axis"]
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
    "another factor of h": (changed(COSINE, "data", "factor", "k", to="2*cos(xi - zeta)"), "h is not seen"),
    "another profile of h": (changed(COSINE, "data", "factor", "profile", to="exp(2*t)"), "h is not seen"),
    "a sum taken for a product": (
        changed(COSINE, "problem", "h", to="cos(xi - zeta) + exp(x1*y1 + x2*y2)"),
        "not seen",
    ),
    "contents that are no inner product": (
        changed(COSINE, "problem", "h", to="cos(xi - zeta)*exp(x1*y1 - x2*y2)"),
        "h is not seen",
    ),
    "an inner product cut short": (changed(COSINE, "problem", "h", to="cos(xi - zeta)*exp(x1*y1)"), "h is not seen"),
    "a division that cancels": (
        changed(COSINE, "problem", "h", to="cos(xi - zeta)*exp(x1*y1 + x2*y2)*sin(xi)/sin(xi)"),
        "h is not seen",
    ),
    "a profile of the labels": (changed(COSINE, "data", "factor", "profile", to="exp(t)*cos(xi)"), "not read"),
    "an expression without its factor": (changed(COSINE, "data", "factor", to=None), "object is missing"),
    "h in another family": (changed(COSINE, "problem", "family", to="factor"), "expression kernels"),
    "an expression beside a factor": (changed(COSINE, "problem", "k", to="1"), "keys"),
    "a claim that the factor refutes": (changed(COSINE, "data", "claim", to={"all_laws": "all"}), "claimed"),
    "formulas that are not orthogonal": (changed(FORMULAS, "problem", "Q", 1, 1, to="cos(2*xi)"), "orthogonal"),
    "formulas of length 1 + 1e-12": (
        changed(FORMULAS, "problem", "Q", to=[["1", "0"], ["0", "1 + 1/10**12"]]),
        "orthogonal",
    ),
    "formulas beyond polynomials": (changed(FORMULAS, "problem", "Q", 0, 0, to="sqrt(1 - sin(xi)**2)"), "polynomial"),
    "formulas that are undefined": (changed(FORMULAS, "problem", "Q", 0, 0, to="cos(1/xi)"), "zero"),
    "formulas in a label that does not exist": (changed(FORMULAS, "problem", "Q", 0, 0, to="cos(zeta)"), "not read"),
    "a pair of one label": (changed(FORMULAS, "data", "pairs", to=[[["1"], ["1"]]]), "left inverse"),
    "a pair outside the circle": (changed(FORMULAS, "data", "pairs", to=[[["7"], ["1"]]]), "outside"),
    "a pair with the end of the circle": (changed(FORMULAS, "data", "pairs", to=[[["2"], ["0"]]]), "outside"),
    "a left inverse of nothing": (changed(FORMULAS, "data", "inverse", to=[["0", "0"], ["0", "0"]]), "left inverse"),
    "a left inverse that is too short": (changed(FORMULAS, "data", "inverse", to=[["-1"], ["0"]]), "list of 2"),
    "no pairs at all": (changed(FORMULAS, "data", "pairs", to=[]), "list of 0"),
    "formulas that hold an axis": (changed(FORMULAS, "data", "claim", to={"all_laws": "some"}), "claimed"),
    "a vector that turns": (changed(AXIS, "data", "fixed", to=["0", "1", "1"]), "constant"),
    "a vector that is zero": (changed(AXIS, "data", "fixed", to=["0", "0", "0"]), "v = 0"),
    "a vector, and Q not seen to move": (changed(AXIS, "data", "pairs", to=[[["1/2"], ["1/2"]]]), "seen to move"),
    "a pair where the density vanishes": (
        changed(AXIS, "problem", "labels", "density", to="Abs(xi - 1/2)"),
        "vanish",
    ),
    "a pair across two parts": (
        changed(ACCEPTED["gauge: formulas on two parts"], "data", "pairs", to=[[2, 0]]),
        "two parts",
    ),
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

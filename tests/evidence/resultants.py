"""A theorem for the tests: resultants, with one mutant; made anew with changes."""

from __future__ import annotations

import sympy

from verify.evidence.claims import Claim, Evidence, checked
from verify.evidence.theorem import Assumption, Theorem
from verify.model.verdict import Status
from verify.symbolic import SUMS, Cited, Derivation, Dot, Identity, Step, SumOfSquares, Vectors, equation

X = Vectors("x")
N = sympy.Symbol("n", integer=True, positive=True)
I, J = sympy.symbols("i j", integer=True, positive=True)  # noqa: E741 - an index
MEAN = sympy.Sum(X[I], (I, 1, N)) / N
PAIRS = sympy.Sum(Dot(X[I], X[J]), (I, 1, N), (J, 1, N)) / N**2

STEPS = (
    Step(equation(Dot(MEAN, MEAN), PAIRS), "bilinearity", Identity(SUMS), "The resultant in pairs:"),
    Step(sympy.Ge(PAIRS, 0, evaluate=False), "a square", SumOfSquares(Dot(MEAN, MEAN))),
    Step("A mean of unit vectors has norm at most one.", "convexity of the ball", Cited("Minkowski")),
)


def without_square():
    """The mean of squares is not the square of the mean."""
    return checked(equation(Dot(MEAN, MEAN), sympy.Sum(Dot(X[I], X[I]), (I, 1, N)) / N), Identity())


def counted(n):
    """Return evidence that depends on its parameter."""
    return Evidence(Status.EXACT, f"n = {n}", {"n": n})


def theorem(**changes):
    """Return the theorem X1."""
    fields = {
        "id": "X1",
        "title": "Resultants",
        "statement": "$|\\bar x|^2$ is a mean of inner products.\n\nIt is nonnegative.",
        "hypotheses": (Assumption("$x_i$", "vectors of $R^d$"),),
        "derivation": Derivation("Resultants", STEPS),
        "claims": (Claim("count", "There are $n$ tokens.", counted, Status.EXACT, {"n": 3}),),
        "necessity": (Claim("no-square", "The mean commutes with squares.", without_square, Status.REFUTED),),
        "not_proved": ("Anything about the flow.",),
        "references": ("Minkowski, Geometrie der Zahlen (1896)",),
    }
    return Theorem(**fields | changes)


THEOREM = theorem()

r"""The theorems, one module each, named ``t<number>_<what it says>``; the engine never imports this package.

How to write the next one
=========================
A theorem is one file. Its docstring has the seven headings of :mod:`proofs.t0_gradient_flow` (Statement, Hypotheses,
Derivation, Claims, Necessity, What is not proved, References), and it ends with one object ``THEOREM``. A line in
``pyproject.toml`` makes it known, ``T9 = "proofs.t9_name:THEOREM"`` under ``[project.entry-points."verify.theorems"]``
(another package does the same in its own file), and the package is installed again. Then ``verify run --theorem T9``,
``verify derive T9`` and ``verify list`` know it. All of a small theorem::

    import sympy
    from verify.evidence.claims import Claim, Evidence, checked
    from verify.evidence.theorem import Assumption, Theorem
    from verify.model.verdict import Status
    from verify.symbolic import SUMS, Cited, Derivation, Dot, Identity, Step, SumOfSquares, Vectors, equation

    x, n = Vectors("x"), sympy.Symbol("n", integer=True, positive=True)
    i, j = sympy.symbols("i j", integer=True, positive=True)
    mean = sympy.Sum(x[i], (i, 1, n)) / n  # a vector; d is never written
    pairs = sympy.Sum(Dot(x[i], x[j]), (i, 1, n), (j, 1, n)) / n**2

    STEPS = (
        Step(equation(Dot(mean, mean), pairs), "bilinearity", Identity(SUMS), "The resultant in pairs:"),
        Step(sympy.Ge(pairs, 0, evaluate=False), "a square", SumOfSquares(Dot(mean, mean))),
    )


    def without_square():  # a false statement, which must come out refuted
        return checked(equation(Dot(mean, mean), sympy.Sum(Dot(x[i], x[i]), (i, 1, n)) / n), Identity())


    THEOREM = Theorem(
        id="X1",
        title="Resultants",
        statement=r"$|\bar x|^2$ is a mean of inner products.",
        hypotheses=(Assumption("$x_i$", "vectors of $R^d$"),),
        derivation=Derivation("Resultants", STEPS),
        claims=(),
        necessity=(Claim("no-square", "The mean commutes with squares.", without_square, Status.REFUTED),),
        not_proved=("Nothing about the flow.",),
        references=(),
    )

Steps
-----
``Step(claim, rule, check, says)``: ``says`` leads to the claim, ``rule`` justifies it. The claim is a relation whose
two sides were built apart (``equation(lhs, rhs)``, ``sympy.Ge(lhs, rhs, evaluate=False)``) or a sentence. In sentences,
mathematics stands between dollar signs. Derivatives and integrals stay unevaluated on the left: the check carries them
out. A bound variable must not be one that the summand already uses (``bound_index`` of
:mod:`verify.symbolic.energies` finds a free one); the balls catch it if it is.

======================== ======================================= ===========================================
check                    exact part                              apart from it
======================== ======================================= ===========================================
``Identity(ring)``       normal form of lhs - rhs is zero        balls at random instances
``IntegralIdentity(F)``  F' is the integrand, F(b) - F(a)        rigorous quadrature
``SumOfSquares(c)``      lhs - rhs is c, and c >= 0 by its form  balls at random instances
``Inequality(box)``      (rung ``enclosed``)                     balls on pieces of the box
``Root(x, "1.234")``     (rung ``enclosed``)                     change of sign and slope in balls
``Cited(reference)``     (rung ``cited``)                        balls, if the claim is a relation
``Computed(function)``   what the function returns               for what is none of these
======================== ======================================= ===========================================

Rings: ``SUMS`` (sums, means and inner products, |x|^2 = 1), ``EXPONENTIALS`` (trigonometric polynomials and
exponentials), ``BESSEL``, ``RATIONAL``, ``sphere(x, y)`` (coordinates written out). Symbols get random values from
their assumptions; ``Identity(ring, {beta: (0.1, 4)})`` narrows them.

Claims
------
``Claim(id, statement, run, expected, parameters, timeout)``; ``run(**parameters) -> Evidence(status, how)`` is a pure
function. Each hypothesis has a claim in ``necessity`` that drops it and must come out ``refuted``, by an exact
witness or, for what is measured, numerically.
A status is what was reached, never what was hoped for: return what the computation says, and let the suite compare.

Tests: ``tests/proofs/test_<stem>.py`` with the facts of this theorem; the tests of all theorems (every step passes,
every flipped sign is found) are in ``tests/proofs/test_derivations.py`` and need nothing new.
"""

from __future__ import annotations

__all__: list[str] = []

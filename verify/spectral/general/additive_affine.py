"""Absolute encodings with f = a_0 + a_1 t: the energy sees the mean content alone.

E = a_0/2 + a_1/2 |m + q|^2 with m = ∫ x dmu and q = mean p. Over P_rho m is any vector of the unit ball. Over
graph laws on atoms of masses w it is any vector with r <= |m| <= 1, r = max(0, 2 max w - 1) (the polygon
inequality, d >= 2); a graph law on a nonatomic law reaches the whole ball. |m| = 1 exactly for the laws
collapsed at m.
"""

from __future__ import annotations

from fractions import Fraction

import flint

from verify.model.calculus import sign_of
from verify.model.formula import Apply, Const, Formula, Node, formula_of
from verify.model.kernels import AdditiveKernel
from verify.model.labels import Circle, Interval, Torus
from verify.model.numbers import ball
from verify.model.quadrature import integrate_formula
from verify.model.verdict import Collapse, Energy, Hypothesis, Num, Status, View
from verify.spectral.outcome import Outcome, Proof, maximised_by_collapse

__all__ = ["decide_affine"]

_PRECISION = 128
_MOST_ENTRIES = 200_000


def decide_affine(kernel: AdditiveKernel, coefficients: tuple[Node, ...]) -> Outcome:
    """Decide an encoding with an affine profile, given its coefficients (a_0,) or (a_0, a_1), in both views.

    Examples
    --------
    >>> from verify.model.kernels import read_kernel
    >>> from verify.model.polynomials import polynomial
    >>> kernel = read_kernel(
    ...     {
    ...         "family": "additive",
    ...         "profile": "t",
    ...         "p": [["3", "0"], ["0", "4"]],
    ...         "labels": {"kind": "atoms", "weights": ["1/2", "1/2"]},
    ...     }
    ... )
    >>> outcome = decide_affine(kernel, polynomial(kernel.profile.formula(2).tree, "t"))
    >>> str(outcome.graph_laws.collapse), outcome.graph_laws.energy.best.value  # (1 + 5/2)^2/2
    ('all', '6.1250000000000000000')
    """
    sign = sign_of(coefficients[1]) if len(coefficients) > 1 else sign_of(Const(Fraction(0)))
    hypothesis = Hypothesis("f = a_0 + a_1 t", True, "f is a polynomial of degree at most 1.")
    if sign.value is None:
        view = View.unknown("The sign of a_1 was not decided.")
        return Outcome(view, view, (hypothesis,), next_step="Write a_1 in a form whose sign is visible.")
    with flint.ctx.workprec(_PRECISION):
        a = [formula_of(c).enclose({}) for c in (*coefficients, Const(Fraction(0)))][:2]
        length = _length_of_mean(kernel)
        if sign.value == 0:
            return _constant(kernel, a[0], hypothesis)
        if sign.value > 0:
            energy = None if length is None else Num.of_ball(a[0] / 2 + a[1] / 2 * (1 + length) ** 2)
            status = Status.EXACT if sign.exact else Status.ENCLOSED
            reason = (
                "E = a_0/2 + a_1/2 |mean x + mean p|^2, a_1 > 0, is maximal only where |mean x| = 1, at collapsed laws."
            )
            view = maximised_by_collapse("all", status, energy, reason)
            proof = Proof("absolute", "absolute", {}, {"graph_laws": "all", "all_laws": "all"})
            return Outcome(view, view, (hypothesis,), proof if kernel.profile.kind == "formula" else None)
        return _repelled(kernel, a, length, hypothesis)


def _constant(kernel: AdditiveKernel, a_0: flint.arb, hypothesis: Hypothesis) -> Outcome:
    energy = Num.of_ball(a_0 / 2)
    some = maximised_by_collapse("some", Status.EXACT, energy, "f is constant: every law has the same energy.")
    one = maximised_by_collapse("all", Status.EXACT, energy, "With one label every graph law is collapsed.")
    return Outcome(one if _single(kernel) else some, some, (hypothesis,))


def _single(kernel: AdditiveKernel) -> bool:
    return kernel.labels.atomic and kernel.labels.size == 1


def _repelled(kernel: AdditiveKernel, a: list[flint.arb], length: flint.arb | None, hypothesis: Hypothesis) -> Outcome:
    """a_1 < 0: the mean content approaches -q."""
    single = _single(kernel)
    if length is None or not (length < 1 or length >= 1):
        unknown = View.unknown("a_1 < 0, and whether |mean p| < 1 was not decided.")
        graph = (
            View(Collapse.ALL, True, Status.EXACT, Energy(), "With one label every graph law is collapsed.")
            if single
            else unknown
        )
        return Outcome(graph, unknown, (hypothesis,), next_step="Compare |mean p| with 1 exactly.")

    def num(distance: flint.arb) -> Num | None:
        return Num.of_ball(a[0] / 2 + a[1] / 2 * distance**2)

    collapsed = num(abs(1 - length))
    if length >= 1:
        reason = (
            "a_1 < 0 and |mean p| >= 1: |mean x + mean p| is smallest at the law collapsed at -mean p/|mean p| alone."
        )
        view = maximised_by_collapse("all", Status.ENCLOSED, collapsed, reason)
        return Outcome(view, view, (hypothesis,))
    best = num(flint.arb(0))
    slices = View(
        Collapse.NONE,
        True,
        Status.ENCLOSED,
        Energy(collapsed, best, best),
        "a_1 < 0 and |mean p| < 1: mean x = -mean p is reached, by no collapsed law.",
    )
    if single:
        graph = maximised_by_collapse("all", Status.EXACT, collapsed, "With one label every graph law is collapsed.")
        return Outcome(graph, slices, (hypothesis,))
    return Outcome(_graph_repelled(kernel, length, collapsed, num), slices, (hypothesis,))


def _graph_repelled(kernel: AdditiveKernel, length: flint.arb, collapsed: Num | None, num: object) -> View:
    inner = Fraction(0)
    if kernel.labels.atomic:
        inner = max(Fraction(0), 2 * max(kernel.labels.weights()) - 1)
    gap = ball(inner) - length
    distance = gap.max(flint.arb(0))
    best = num(distance)  # type: ignore[operator]
    reason = "a_1 < 0 and |mean p| < 1: a graph law with |mean x| < 1 is nearer to -mean p than every collapsed law."
    return View(Collapse.NONE, True, Status.ENCLOSED, Energy(collapsed, best, best), reason)


def _length_of_mean(kernel: AdditiveKernel) -> flint.arb | None:
    """Enclose |mean p|; None for very large tables and where an integral is not enclosed."""
    n = kernel.labels.size
    if n is not None:
        if n * kernel.d > _MOST_ENTRIES:
            return None
        weights, rows = kernel.labels.weights(), [kernel.vector(i) for i in range(n)]
        exact = [[x for x in row if isinstance(x, Fraction)] for row in rows]
        if all(len(row) == kernel.d for row in exact):
            mean = [
                sum((w * row[c] for w, row in zip(weights, exact, strict=True)), Fraction(0)) for c in range(kernel.d)
            ]
            return ball(sum((x * x for x in mean), Fraction(0))).sqrt()
        balls = [
            sum((ball(w) * ball(row[c]) for w, row in zip(weights, rows, strict=True)), flint.arb(0))
            for c in range(kernel.d)
        ]
        return _norm(balls)
    means = [_mean(kernel, f) for f in kernel.p if isinstance(f, Formula)]
    return _norm(means) if all(m.is_finite() for m in means) else None


def _norm(vector: list[flint.arb]) -> flint.arb:
    total = sum((x * x for x in vector), flint.arb(0))
    return total.max(flint.arb(0)).sqrt()


def _mean(kernel: AdditiveKernel, f: Formula) -> flint.arb:
    labels = kernel.labels
    if not f.variables:
        return f.enclose({})
    if isinstance(labels, Interval):
        a, b = ball(labels.a), ball(labels.b)
        if labels.density is None:
            return integrate_formula(f, "xi", a, b) / (b - a)
        return integrate_formula(formula_of(Apply("*", (f.tree, labels.density.tree))), "xi", a, b)
    if isinstance(labels, Circle) or (isinstance(labels, Torus) and len(f.variables) == 1):
        (name,) = f.variables
        whole = 2 * flint.arb.pi()
        return integrate_formula(f, name, flint.arb(0), whole) / whole
    return flint.arb("nan")

"""Absolute encodings h = f(<x + p(xi), y + p(zeta)>): which maximisers collapse.

Overview
--------
* f = a_0 + a_1 t: E = a_0/2 + a_1/2 |∫ x dmu + mean p|^2, decided in closed form.
* f' = c e^{b t}, b > 0, and p not on one line through the origin: no collapsed law is critical. At the law
  collapsed at u the tangential velocity is c ∫ e^{b <u + p, u + p'>} P_u p' drho(p'); integrated against P_u
  p it is the form of the kernel e^{b <a, a'>}, which is strictly positive definite on measures of compact
  support, so it vanishes only if P_u p = 0 for almost every label. Equal vectors p merge, so p need not be
  injective. For b < 0 this fails (three points of an obtuse triangle, at one scale, have a singular matrix),
  and nothing is concluded from the line alone.
* f increasing and p = s v with s >= 0: h <= f((1 + |p|)(1 + |p'|)) with equality iff x = y (= v/|v| where p
  is not 0).

References
----------
I. Steinwart, A. Christmann, Support Vector Machines (Springer, 2008), Corollary 4.58: e^{<a, a'>} is
universal.
"""

from __future__ import annotations

from dataclasses import replace

from verify.model.calculus import sign_of
from verify.model.derivatives import NotDifferentiableError, derivative
from verify.model.formula import formula_of
from verify.model.kernels import AdditiveKernel
from verify.model.numbers import number_formula, parse_rational
from verify.model.polynomials import polynomial
from verify.model.profiles import Profile
from verify.model.verdict import Collapse, Energy, Hypothesis, Status, View
from verify.spectral.energies import filled, unknown_energies
from verify.spectral.factor import decide_factor
from verify.spectral.general.additive_affine import decide_affine
from verify.spectral.general.additive_cells import decide_by_cells
from verify.spectral.general.additive_energy import energies_of_encoding
from verify.spectral.general.additive_line import decide_line
from verify.spectral.general.isotropic import as_factor_kernel
from verify.spectral.general.rays import Line, TwoDirections, find_rays, is_bounded
from verify.spectral.outcome import Outcome, Proof

__all__ = ["Growth", "decide_additive", "exponential_growth"]

Growth = tuple[int, int, bool]
_LARGEST_CERTIFICATE = 10**6


def exponential_growth(profile: Profile, d: int) -> Growth | None:
    """Return the signs of c and b, and whether both are exact, where f' = c e^{b t}; None for any other profile.

    Examples
    --------
    >>> exponential_growth(Profile.read("3 - exp(-2*t)"), 2), exponential_growth(Profile.read("t**3"), 2)
    ((1, -1, True), None)
    """
    if profile.kind == "gegenbauer":
        return None
    try:
        slope = derivative(profile.formula(d).tree, "t")
    except NotDifferentiableError:
        return None
    if "t" not in formula_of(slope).variables:
        return None
    form = Profile("formula", expression=formula_of(slope)).exponential_form()
    if form is None:
        return None
    c, b = (sign_of(part.tree) for part in form)
    return (c.value, b.value, c.exact and b.exact) if c.value and b.value else None


def decide_additive(kernel: AdditiveKernel) -> Outcome:
    """Decide an absolute encoding.

    Parameters
    ----------
    kernel : AdditiveKernel
        Any label law and any d; a table of thousands of rows is decided by its first two rows that are not
        parallel.

    Returns
    -------
    Outcome
        ``unknown`` with a next step where neither the profile nor the line of p decides and d > 4.

    Examples
    --------
    >>> from verify.model.kernels import read_kernel
    >>> kernel = read_kernel(
    ...     {
    ...         "family": "additive",
    ...         "d": 2,
    ...         "profile": {"usa": 1},
    ...         "p": ["cos(i)", "sin(i)"],
    ...         "labels": {"kind": "positions", "n": 4},
    ...     }
    ... )
    >>> str(decide_additive(kernel).all_laws.collapse)
    'none'
    """
    if not is_bounded(kernel):
        view = View.unknown("p was not enclosed by a finite bound on all labels.")
        step = "Show that p is bounded, or cut the label interval where it is not."
        return filled(Outcome(view, view, next_step=step), unknown_energies("p is not seen to be bounded"))
    decided = _decide(kernel)
    given = (decided.graph_laws.energy, decided.all_laws.energy)
    if all(energy.collapsed and energy.best and energy.bound for energy in given):
        return decided
    return filled(decided, energies_of_encoding(kernel))


def _decide(kernel: AdditiveKernel) -> Outcome:
    affine = polynomial(kernel.profile.formula(kernel.d).tree, "t")
    if affine is not None and len(affine) <= 2:
        return decide_affine(kernel, affine)
    rays = find_rays(kernel)
    growth = exponential_growth(kernel.profile, kernel.d)
    if isinstance(rays, Line) and rays.sign == 0:
        return _without_encoding(kernel)
    if isinstance(rays, TwoDirections) and growth is not None and growth[1] > 0:
        return _never_critical(kernel, rays, growth)
    if isinstance(rays, Line):
        decided = decide_line(kernel, rays, growth)
        if decided is not None:
            return decided
    return decide_by_cells(kernel, rays)


def _never_critical(kernel: AdditiveKernel, rays: TwoDirections, growth: Growth) -> Outcome:
    c, _, exact_growth = growth
    exact = rays.exact and exact_growth
    status = Status.EXACT if exact else Status.ENCLOSED
    at = f"p at labels {rays.labels[0]} and {rays.labels[1]} is not parallel"
    reason = (
        f"f is exponential and {at}: a collapsed law at u is critical only if every p is parallel to u, so none is."
    )
    # P_rho is compact and h continuous in the contents; graph laws reach the maximum where E is convex (c >
    # 0) or labels are atoms
    graph_attained = True if kernel.labels.atomic or c > 0 else None
    hypotheses = (
        Hypothesis("f' = c e^{b t}, b > 0, c != 0", True, f"b > 0 and c {'>' if c > 0 else '<'} 0 by the form of f."),
        Hypothesis(
            "p is not on one line through the origin",
            True,
            f"A 2 x 2 minor, of coordinates {rays.coordinates[0] + 1} and {rays.coordinates[1] + 1}, is not zero "
            f"at labels {rays.labels[0]} and {rays.labels[1]}.",
        ),
        Hypothesis(
            "e^{b <a, a'>} is strictly positive definite on compactly supported measures",
            True,
            "cited: Steinwart and Christmann, Support Vector Machines, Corollary 4.58.",
        ),
    )
    views = [View(Collapse.NONE, attained, status, Energy(), reason) for attained in (graph_attained, True)]
    return Outcome(views[0], views[1], hypotheses, _proof(kernel, rays))


def _proof(kernel: AdditiveKernel, rays: TwoDirections) -> Proof | None:
    """The checker knows f = c e^{b t} without a constant beside it; a certificate repeats the whole table."""
    if kernel.profile.kind == "formula" and kernel.profile.exponential_form() is None:
        return None
    if not kernel.is_formula and len(kernel.p) * kernel.d > _LARGEST_CERTIFICATE:
        return None
    data: dict[str, object] = {"rows": list(rays.rows)}
    if rays.cells is not None:
        data["cells"] = rays.cells
    return Proof("absolute", "absolute", data, {"graph_laws": "none", "all_laws": "none"})


def _without_encoding(kernel: AdditiveKernel) -> Outcome:
    """p = 0: the factor kernel with k = 1, whose certificate would speak of another problem."""
    plain = as_factor_kernel(kernel, number_formula(parse_rational(1)), kernel.profile)
    hypothesis = Hypothesis("p = 0", True, "Every vector of the encoding is zero: h = f(<x, y>).")
    decided = decide_factor(plain)
    return replace(decided, hypotheses=(hypothesis, *decided.hypotheses), proof=None)

"""Energies of explicit laws on a continuum of labels: collapsed laws and winding laws on the circle.

Normalisation: E = 1/2 ∬ k f(<x, x'>) drho drho, f as given. A collapsed law has E = f(1)/2 ∬ k. The winding
law x(xi) = (cos m xi, sin m xi, 0, ..) on the circle has

    E = 1/2 mean of k(s) f(cos ms) = 1/2 sum_n c_n khat(nm),        f(cos t) = sum_n c_n cos nt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

import flint

from verify.model.factors import lag_formula
from verify.model.formula import (
    Apply,
    Cases,
    Formula,
    Name,
    Node,
    children,
    formula_of,
    parse_formula,
    replace_parts,
)
from verify.model.gegenbauer import enclose_coefficient
from verify.model.labels import Circle, Interval, LabelLaw, Torus
from verify.model.numbers import ball
from verify.model.profiles import Profile, ProfileFacts
from verify.model.verdict import Num
from verify.spectral.continuum.cells import CellBounds, bound_on_cells, form_density, work_of
from verify.spectral.continuum.pieces import angles_only, is_periodic
from verify.spectral.continuum.toeplitz import EnclosedSymbol
from verify.spectral.continuum.trigonometric import Mode, expand_trigonometric, mean_of_waves

__all__ = [
    "Winding",
    "bound_absolute_mean",
    "collapsed_energy",
    "enclose_mean",
    "exact_num",
    "mean_of_k",
    "winding_laws",
]

_PRECISION = 96
_WINDINGS = 8
_CALLS = 400
_MOST_WORK = 60_000
_GOAL = 1e-13
#: k need not be periodic: the law of the circle is the uniform one on [0, 2 pi].
_CUT_CIRCLE = Interval(Fraction(0), parse_formula("2*pi", set()))


@dataclass(frozen=True)
class Winding:
    """The law x = (cos m.xi, sin m.xi, 0, ..) with its energy, rational or in closed form where that is known."""

    m: Mode
    energy: flint.arb
    exact: str | None = None
    rational: Fraction | None = None

    def num(self) -> Num | None:
        """Return the energy as a number of a verdict."""
        return Num.of_ball(self.energy) if self.exact is None else exact_num(self.energy, self.exact)


def exact_num(value: flint.arb, text: str) -> Num | None:
    """Return a number with its exact formula, written as SymPy's automatic evaluation leaves it.

    Examples
    --------
    >>> exact_num(flint.arb(0), "0*exp(2)").exact, exact_num(flint.arb(1).exp() / 4, "(1/2)*(exp(1)/2)").exact
    ('0', 'E/4')
    """
    return Num.of_ball(value, parse_formula(str(parse_formula(text).expr)).text)


def collapsed_energy(facts: ProfileFacts, mean: flint.arb, mean_exact: Fraction | None) -> Num | None:
    """Return f(1)/2 ∬ k, exact where both factors are known in closed form."""
    value = facts.value_at_one * mean / 2
    if mean_exact is not None and "value_at_one" in facts.exact:
        return exact_num(value, f"({mean_exact / 2})*({facts.exact['value_at_one']})")
    return Num.of_ball(value)


# ---------------------------------------------------------------- the mean of k


def mean_of_k(formula: Formula, labels: LabelLaw) -> flint.arb | None:
    """Enclose ∬ k drho drho: of waves exactly, of the lag on the circle by its symbol, else as :func:`enclose_mean`.

    Examples
    --------
    >>> from verify.model.labels import Circle
    >>> mean = mean_of_k(parse_formula("exp(cos(xi - zeta))", {"xi", "zeta"}), Circle())
    >>> bool(abs(mean - flint.arb(1).bessel_i(0)) < 1e-12)
    True
    """
    exact = mean_of_waves(formula, labels)
    if exact is not None:
        return _ball(exact)
    lag = lag_formula(formula, labels) if isinstance(labels, Circle) else None
    if lag is not None and is_periodic(lag):
        mean = EnclosedSymbol(lag).coefficient(0)
        if mean.is_finite():
            return mean
    return enclose_mean(formula, labels)


def enclose_mean(formula: Formula, labels: LabelLaw) -> flint.arb | None:
    """Enclose ∬ k drho drho: by quadrature where it succeeds, by bounds on cells otherwise.

    Notes
    -----
    A function g of the lag on a uniform interval of length l, 2 pi for the circle, has the mean
    2 ∫_0^1 (1 - u) g(l u) du, the density of the distance of two independent uniform points being 2 (1 - u).

    Examples
    --------
    >>> k = parse_formula("Abs(xi - zeta)", {"xi", "zeta"})
    >>> mean = enclose_mean(k, Interval(Fraction(0), Fraction(1)))
    >>> bool(abs(mean - flint.arb(1) / 3) < 1e-11)
    True
    """
    with flint.ctx.workprec(_PRECISION):
        total = _mean_by_quadrature(formula, labels)
        if total is not None and total.is_finite() and total.rad() < 1e-3:
            return total
        return _mean_by_cells(formula, labels)


def _mean_by_quadrature(formula: Formula, labels: LabelLaw) -> flint.arb | None:
    g: Formula | None
    if isinstance(labels, Torus):
        g = lag_formula(formula, labels) if labels.dim == 2 and _is_smooth(formula.tree) else None
        if g is None or not angles_only(g.tree):
            return None
        periodic, turn = g, 2 * flint.arb.pi()
        return _double(lambda u, v, analytic: periodic.enclose_complex({"s1": turn * u, "s2": turn * v}, analytic))
    if not isinstance(labels, Interval | Circle):
        return None
    line = labels if isinstance(labels, Interval) else _CUT_CIRCLE
    start, length = ball(line.a), ball(line.b) - ball(line.a)
    g = lag_formula(formula, labels) if line.density is None else None
    if g is not None:
        return _integral(lambda u, analytic: 2 * (1 - u) * g.enclose_complex({"s": length * u}, analytic), 10 * _CALLS)
    integrand = form_density(formula, labels)
    if not _is_smooth(integrand.tree):
        return None
    mean = _double(
        lambda u, v, analytic: integrand.enclose_complex(
            {"xi": start + length * u, "zeta": start + length * v}, analytic
        )
    )
    return mean if line.density is None else mean * length * length


def _is_smooth(node: Node) -> bool:
    if isinstance(node, Cases) or (isinstance(node, Apply) and node.op in {"Abs", "sign", "Min", "Max"}):
        return False
    return all(_is_smooth(part) for part in children(node))


def _integral(integrand: Callable[[flint.acb, bool], flint.acb], calls: int = _CALLS) -> flint.arb:
    ends = flint.acb(0), flint.acb(1)
    return flint.acb.integral(integrand, *ends, abs_tol=_GOAL, rel_tol=_GOAL, eval_limit=calls).real


def _double(integrand: Callable[[flint.acb, flint.acb, bool], flint.acb]) -> flint.arb:
    """Enclose the integral over the unit square, the inner one as an analytic function of the outer variable."""

    def inner(u: flint.acb, analytic: bool) -> flint.acb:
        def value(v: flint.acb, flag: bool) -> flint.acb:
            return integrand(u, v, flag or analytic)

        return flint.acb.integral(value, flint.acb(0), flint.acb(1), abs_tol=_GOAL, rel_tol=_GOAL, eval_limit=_CALLS)

    return _integral(inner)


def _finest_bounds(formula: Formula, labels: LabelLaw) -> CellBounds | None:
    integrand, dim = form_density(formula, labels), len(labels.variables[0])
    fits = (n for n in (4, 8, 16, 32, 64) if n**dim <= 256 and work_of(integrand, labels, n) <= _MOST_WORK)
    return bound_on_cells(integrand, labels, max(fits, default=2))


def _scale(labels: LabelLaw) -> flint.arb:
    """Return what turns a mean of k rho rho' over the uniform law into one over the law of density rho."""
    if isinstance(labels, Interval) and labels.density is not None:
        return (ball(labels.b) - ball(labels.a)) ** 2
    return flint.arb(1)


def _mean_by_cells(formula: Formula, labels: LabelLaw) -> flint.arb | None:
    bounds = _finest_bounds(formula, labels)
    if bounds is None:
        return None
    ends = [
        sum((x for row in rows for x in row), Fraction(0)) / bounds.size**2 for rows in (bounds.lower, bounds.upper)
    ]
    return _ball(ends[0]).union(_ball(ends[1])) * _scale(labels)


def bound_absolute_mean(formula: Formula, labels: LabelLaw) -> flint.arb | None:
    """Return an upper bound of ∬ |k| drho drho from bounds on cells."""
    bounds, scale = _finest_bounds(formula, labels), _scale(labels)
    if bounds is None:
        return None
    rows = zip(bounds.lower, bounds.upper, strict=True)
    total = sum((max(-x, y) for low, high in rows for x, y in zip(low, high, strict=True)), Fraction(0))
    return _ball(total / bounds.size**2) * scale


# ---------------------------------------------------------------- winding laws


def winding_laws(
    profile: Profile, d: int, coefficients: Mapping[Mode, Fraction] | None, symbol: EnclosedSymbol | None
) -> list[Winding]:
    """Return winding laws of a Toeplitz kernel on the circle or a torus, those whose energy is enclosed.

    Parameters
    ----------
    coefficients : mapping or None
        khat of a trigonometric polynomial: on the circle m = 1..8 are tried, on a torus its own modes.
    symbol : EnclosedSymbol or None
        Any other symbol on the circle.

    Examples
    --------
    >>> cosine = {(1,): Fraction(1, 2), (-1,): Fraction(1, 2)}
    >>> law = winding_laws(Profile.usa(1), 2, cosine, None)[0]
    >>> law.exact, bool(abs(law.energy - flint.arb(1).bessel_i(1) / 2) < 1e-15)
    ('1/2*besseli(1, 1)', True)
    """
    with flint.ctx.workprec(_PRECISION):
        laws: list[Winding] = []
        if coefficients is not None:
            laws = [_exact_winding(profile, d, coefficients, m) for m in _candidates(coefficients)]
        elif symbol is not None:
            laws = [_enclosed_winding(profile, d, symbol, m) for m in range(1, _WINDINGS // 2 + 1)]
        return [law for law in laws if law.energy.is_finite()]


def _candidates(coefficients: Mapping[Mode, Fraction]) -> list[Mode]:
    dim = len(next(iter(coefficients), (0,)))
    if dim == 1:
        return [(m,) for m in range(1, _WINDINGS + 1)]
    modes = [m for m in coefficients if m > (0,) * dim]
    return sorted(modes, key=lambda m: (-coefficients[m], m))[:_WINDINGS]


def _exact_winding(profile: Profile, d: int, coefficients: Mapping[Mode, Fraction], m: Mode) -> Winding:
    """Sum c_n khat(nm)/2 over the n with khat(nm) != 0."""
    size = max(map(abs, m))
    degree = max((abs(c) for q in coefficients for c in q), default=0)
    orders = range(degree // size + 1)
    weights = {n: coefficients.get(tuple(n * c for c in m), Fraction(0)) / 2 for n in orders}
    weights = {n: w for n, w in weights.items() if w}
    formula = profile.formula(d)
    rational = _rational_coefficients(formula)
    if rational is not None:
        total = sum((w * rational.get(n, Fraction(0)) for n, w in weights.items()), Fraction(0))
        return Winding(m, _ball(total), str(total), total)
    form = profile.exponential_form()
    if form is None:
        return Winding(
            m, sum((_ball(w) * enclose_coefficient(formula, n, 2) for n, w in weights.items()), flint.arb(0))
        )
    factor, rate = form
    terms = [f"({w * (2 if n else 1)})*({factor.text})*besseli({n}, {rate.text})" for n, w in weights.items()]
    exact = parse_formula(" + ".join(terms) or "0")
    return Winding(m, exact.enclose({}), exact.text)


def _ball(x: Fraction) -> flint.arb:
    return flint.arb(flint.fmpq(x.numerator, x.denominator))


def _rational_coefficients(formula: Formula) -> dict[int, Fraction] | None:
    """Return c_n of f(cos t) = sum c_n cos nt for a rational polynomial f, else None."""
    wave = formula_of(replace_parts(formula.tree, {Name("t"): Apply("cos", (Name("t"),))}))
    expansion = expand_trigonometric(wave, ("t",))
    if expansion is None:
        return None
    return {int(p): real * (2 if p else 1) for (p,), (real, _) in expansion.terms.items() if p >= 0}


def _enclosed_winding(profile: Profile, d: int, symbol: EnclosedSymbol, m: int) -> Winding:
    formula = profile.formula(d)

    def integrand(value: flint.acb, s: flint.acb, analytic: bool) -> flint.acb:
        return value * formula.enclose_complex({"t": (m * s).cos()}, analytic)

    return Winding((m,), symbol.mean_of(integrand) / 2)

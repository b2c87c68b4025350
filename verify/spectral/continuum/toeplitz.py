"""Toeplitz kernels on the circle, trigonometric ones on a torus: L has the eigenvalues khat(0) - khat(m).

For rho uniform, K e^{im xi} = khat(m) e^{im xi} and D = khat(0): a collapsed law maximises iff khat(0) >=
khat(m) for every m.

* A trigonometric polynomial of xi - zeta: every khat(m) exactly.
* Another 2 pi-periodic function of the lag: khat(m) enclosed for m <= M, and all later ones at once by
  Parseval's identity, with ||k||^2 = 1/(2 pi) ∫ k^2,

      2 sum_{m > M} khat(m)^2 = ||k||^2 - khat(0)^2 - 2 sum_{m <= M} khat(m)^2,

  which asks for no smoothness. A tie khat(m) = khat(0) is settled by a symbolic integral that the enclosure
  confirms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import flint

from verify.model.factors import lag_formula
from verify.model.formula import Const, Formula, Name, Node
from verify.model.labels import Circle, LabelLaw
from verify.model.readings import to_ball, to_complex_ball, to_sympy
from verify.spectral.continuum.pieces import Piece, is_periodic, smooth_pieces
from verify.spectral.continuum.spectrum import negative_everywhere
from verify.spectral.continuum.trigonometric import Mode, toeplitz_coefficients

if TYPE_CHECKING:
    import sympy

__all__ = ["EnclosedSymbol", "SymbolDecision", "decide_symbol"]

_MODES = (8, 16, 32, 64, 128)
_PRECISION = 96
_FINE_PRECISION = 320
_EVALUATIONS = 20_000


@dataclass(frozen=True)
class SymbolDecision:
    """What the symbol of a Toeplitz kernel says of L.

    Attributes
    ----------
    psd : bool or None
        khat(0) >= khat(m) for every m; None where a tie or the tail stays open.
    exact : bool
        True for trigonometric polynomials, False where balls decided.
    mean : flint.arb
        khat(0); ``mean_exact`` where it is a known rational.
    ties : tuple of modes, or None
        The m != 0, up to sign, with khat(m) = khat(0) (without ``beyond``); None if they are not all known.
    beyond : bool
        khat(0) = 0 and k is a trigonometric polynomial: every mode beyond its degree ties, too.
    mode : mode or None
        A mode with khat(m) > khat(0).
    top : flint.arb or None
        sup_m khat(m) over all modes (at least 0, the limit); ``top_exact`` where it is a known rational.
    attained : bool or None
        Whether some mode has khat(m) = sup.
    reason : str
    """

    psd: bool | None
    exact: bool
    mean: flint.arb
    reason: str
    mean_exact: Fraction | None = None
    ties: tuple[Mode, ...] | None = ()
    beyond: bool = False
    mode: Mode | None = None
    top: flint.arb | None = None
    top_exact: Fraction | None = None
    attained: bool | None = None


def decide_symbol(formula: Formula, labels: LabelLaw) -> SymbolDecision | None:
    """Decide a Toeplitz kernel by its symbol; None where the formula is not seen to be one.

    Parameters
    ----------
    formula : Formula
        k in the label variables, symmetric.
    labels : LabelLaw
        The circle; on a torus only trigonometric polynomials are read.

    Examples
    --------
    >>> from verify.model.formula import parse_formula
    >>> decision = decide_symbol(parse_formula("cos(xi - zeta)", {"xi", "zeta"}), Circle())
    >>> decision.psd, decision.mode, str(decision.top_exact)
    (False, (1,), '1/2')
    """
    coefficients = toeplitz_coefficients(formula, labels)
    if coefficients is not None:
        return _decide_exactly(coefficients)
    if not isinstance(labels, Circle):
        return None
    g = lag_formula(formula, labels)
    if g is None or not is_periodic(g):
        return None
    return _decide_enclosed(EnclosedSymbol(g))


# ---------------------------------------------------------------- trigonometric polynomials


def _decide_exactly(coefficients: Mapping[Mode, Fraction]) -> SymbolDecision:
    dim = len(next(iter(coefficients), (0,)))
    zero = (0,) * dim
    mean = coefficients.get(zero, Fraction(0))
    others = {m: c for m, c in coefficients.items() if m > zero}
    top = max([Fraction(0), mean, *others.values()])
    common: dict[str, Any] = {
        "exact": True, "mean": _exact_ball(mean), "mean_exact": mean,
        "top": _exact_ball(top), "top_exact": top, "attained": True,
    }  # fmt: skip
    best = max(others, key=lambda m: (others[m], [-abs(c) for c in m]), default=None)
    if best is not None and others[best] > mean:
        reason = f"khat({_shown(best)}) = {others[best]} > khat(0) = {mean}."
        return SymbolDecision(psd=False, mode=best, reason=reason, **common)
    if mean < 0:
        # every mode beyond the degree has khat = 0 > khat(0)
        degree = max((max(map(abs, m)) for m in others), default=0)
        mode = (degree + 1, *zero[1:])
        return SymbolDecision(psd=False, mode=mode, reason=f"khat({_shown(mode)}) = 0 > khat(0) = {mean}.", **common)
    ties = tuple(sorted(m for m, c in others.items() if c == mean))
    reason = (
        f"khat(0) = {mean} >= khat(m) for every m"
        + (f", with equality at m = ±{_shown(ties[0])}" if ties else "")
        + "."
    )
    return SymbolDecision(psd=True, ties=ties, beyond=mean == 0, reason=reason, **common)


def _exact_ball(x: Fraction) -> flint.arb:
    return flint.arb(flint.fmpq(x.numerator, x.denominator))


def _shown(m: Mode) -> str:
    return str(m[0]) if len(m) == 1 else str(m)


# ---------------------------------------------------------------- other functions of the lag


class EnclosedSymbol:
    """Enclosures of khat(m) = (1/pi) ∫_0^pi g(s) cos(ms) ds for an even, 2 pi-periodic g, computed once each.

    Examples
    --------
    >>> from verify.model.formula import parse_formula
    >>> symbol = EnclosedSymbol(parse_formula("Min(Abs(s), 2*pi - Abs(s))", {"s"}))
    >>> bool(abs(symbol.coefficient(1) + 2 / flint.arb.pi()) < 1e-15)
    True
    """

    def __init__(self, g: Formula) -> None:
        self.g = g
        self.exact_pieces = smooth_pieces(g)
        whole = Piece(Const(Fraction(0)), Name("pi"), g.tree)
        self._pieces = self.exact_pieces or [whole]
        self._known: dict[tuple[int, int], flint.arb] = {}

    def coefficient(self, m: int, precision: int = _PRECISION) -> flint.arb:
        """Enclose khat(m); not finite where the integral is not enclosed."""
        if (m, precision) not in self._known:
            with flint.ctx.workprec(precision):
                self._known[m, precision] = self.mean_of(lambda value, s, _: value * (m * s).cos(), precision)
        return self._known[m, precision]

    def energy(self) -> flint.arb:
        """Enclose ||k||^2 = (1/2 pi) ∫ g^2."""
        with flint.ctx.workprec(_PRECISION):
            return self.mean_of(lambda value, _, __: value * value)

    def mean_of(
        self, integrand: Callable[[flint.acb, flint.acb, bool], flint.acb], precision: int = _PRECISION
    ) -> flint.arb:
        """Enclose the mean over s in [0, pi] of integrand(g(s), s, analytic)."""
        tolerance = flint.arb(2) ** -(precision - 24)
        total = flint.arb(0)
        for piece in self._pieces:

            def value(s: flint.acb, analytic: bool, tree: Node = piece.value) -> flint.acb:
                return integrand(to_complex_ball(tree, {"s": s}, analytic), s, analytic)

            low, high = (flint.acb(to_ball(end, {})) for end in (piece.low, piece.high))
            part = flint.acb.integral(value, low, high, abs_tol=tolerance, rel_tol=tolerance, eval_limit=_EVALUATIONS)
            total += part.real
        return total / flint.arb.pi()


def _decide_enclosed(symbol: EnclosedSymbol) -> SymbolDecision | None:
    with flint.ctx.workprec(_PRECISION):
        return _decide_coefficients(symbol)


def _decide_coefficients(symbol: EnclosedSymbol) -> SymbolDecision | None:
    mean, square = symbol.coefficient(0), symbol.energy()
    if not (mean.is_finite() and square.is_finite()):
        return None
    khat: list[flint.arb] = [mean]
    tail = flint.arb("inf")
    for last in _MODES:
        khat += [symbol.coefficient(m) for m in range(len(khat), last + 1)]
        if not all(x.is_finite() for x in khat):
            return None
        tail = _tail(square, khat)
        above = [m for m in range(1, last + 1) if khat[m] > mean]
        if above:
            best = max(above, key=lambda m: float(khat[m].mid()))
            reason = f"khat({best}) = {_decimal(khat[best])} > khat(0) = {_decimal(mean)}."
            return SymbolDecision(
                psd=False,
                exact=False,
                mean=mean,
                mode=(best,),
                reason=reason,
                **_supremum(symbol, khat, tail),
            )
        if mean > tail:
            return _with_ties(symbol, khat, tail)
    return _undecided(symbol, khat, tail)


def _tail(square: flint.arb, khat: list[flint.arb]) -> flint.arb:
    """Bound |khat(m)| beyond the list: the square root of half of what Parseval's identity leaves."""
    rest = square - khat[0] ** 2 - 2 * sum((x * x for x in khat[1:]), flint.arb(0))
    return (flint.arb(rest.upper()).max(flint.arb(0)) / 2).sqrt().upper().mid()


def _with_ties(symbol: EnclosedSymbol, khat: list[flint.arb], tail: flint.arb) -> SymbolDecision:
    """khat(0) exceeds the tail, and no enclosed khat(m) is certainly larger: settle the modes that may tie."""
    mean, ties = khat[0], []
    for m in range(1, len(khat)):
        if khat[m] < mean:
            continue
        sign = _settled_gap(symbol, m)
        if sign is None:
            reason = f"khat({m}) and khat(0) = {_decimal(mean)} are not told apart, nor shown to be equal."
            return SymbolDecision(psd=None, exact=False, mean=mean, ties=None, reason=reason)
        if sign < 0:
            reason = f"khat({m}) > khat(0) = {_decimal(mean)}."
            return SymbolDecision(
                psd=False, exact=False, mean=mean, mode=(m,), reason=reason, **_supremum(symbol, khat, tail)
            )
        if sign == 0:
            ties.append((m,))
    beyond = f"|khat(m)| <= {_decimal(tail)} beyond by Parseval's identity"
    reason = f"khat(0) = {_decimal(mean)} >= khat(m) for m < {len(khat)} by enclosure, and {beyond}."
    return SymbolDecision(psd=True, exact=False, mean=mean, ties=tuple(ties), top=mean, attained=True, reason=reason)


def _settled_gap(symbol: EnclosedSymbol, m: int) -> int | None:
    """Return the sign of khat(0) - khat(m): by a finer enclosure, or 0 by a symbolic integral that it confirms."""
    with flint.ctx.workprec(_FINE_PRECISION):
        gap = symbol.coefficient(0, _FINE_PRECISION) - symbol.coefficient(m, _FINE_PRECISION)
    if gap != 0:
        return 1 if gap > 0 else -1 if gap < 0 else None
    return 0 if _symbolic_gap(symbol, m) == 0 and gap.contains(0) and gap.rad() < 1e-30 else None


def _symbolic_gap(symbol: EnclosedSymbol, m: int) -> sympy.Expr | None:
    """Return khat(0) - khat(m) by SymPy on the exact smooth pieces; None where it gives no closed form."""
    import sympy  # slow to import

    if symbol.exact_pieces is None:
        return None
    s = sympy.Symbol("s", real=True)
    total: sympy.Expr = sympy.Integer(0)
    for piece in symbol.exact_pieces:
        value = to_sympy(piece.value)
        if not _elementary(value, s):
            return None
        integrand = sympy.expand(value * (1 - sympy.cos(m * s)))
        total += sympy.integrate(integrand, (s, to_sympy(piece.low), to_sympy(piece.high)))
    if total.has(sympy.Integral):
        return None
    return sympy.simplify(total / sympy.pi)


def _elementary(value: sympy.Expr, s: sympy.Symbol) -> bool:
    """Whether a value is a polynomial in s, and in sines, cosines and exponentials of linear functions of s."""
    import sympy  # slow to import

    functions = value.atoms(sympy.Function)
    if any(
        not isinstance(f, sympy.sin | sympy.cos | sympy.exp)
        or not f.args[0].is_polynomial(s)
        or sympy.degree(f.args[0], s) > 1
        for f in functions
        if f.has(s)
    ):
        return False
    placeholders = {f: sympy.Dummy() for f in functions if f.has(s)}
    return bool(value.xreplace(placeholders).is_polynomial(s, *placeholders.values()))


def _supremum(symbol: EnclosedSymbol, khat: list[flint.arb], tail: flint.arb) -> dict[str, Any]:
    """Enclose sup_m khat(m), which is at least the limit 0."""
    best = khat[0]
    for x in khat[1:]:
        best = best.max(x)
    if best > tail:
        return {"top": best, "attained": True}
    if negative_everywhere(symbol.g):
        return {"top": flint.arb(0), "top_exact": Fraction(0), "attained": False}
    return {"top": best.max(flint.arb(0)).union(tail), "attained": None}


def _undecided(symbol: EnclosedSymbol, khat: list[flint.arb], tail: flint.arb) -> SymbolDecision:
    mean = khat[0]
    if mean < 0:  # khat(m) -> 0 > khat(0) (Riemann and Lebesgue)
        reason = f"khat(0) = {_decimal(mean)} < 0, while khat(m) tends to 0."
        return SymbolDecision(psd=False, exact=False, mean=mean, reason=reason, **_supremum(symbol, khat, tail))
    reason = (
        f"khat(0) = {_decimal(mean)} is not seen to exceed the bound {_decimal(tail)} of khat(m) for m >= {len(khat)}."
    )
    return SymbolDecision(psd=None, exact=False, mean=mean, ties=None, reason=reason)


def _decimal(x: flint.arb) -> str:
    return str(x.str(6, radius=False)) if x.is_exact() or x.rel_accuracy_bits() > 20 else str(x.str(6))

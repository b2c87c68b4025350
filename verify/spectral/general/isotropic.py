"""Isotropic expressions h(<x, y>; xi, zeta): splitting into a factor kernel, and into series in P_n.

h = k(xi, zeta) f(t) is a factor kernel. A polynomial in t is h = sum_n k_n(xi, zeta) P_n(t), and each (k_n,
P_n) is again a factor kernel: E = sum_n E_n, and where collapsed laws maximise every E_n they maximise E, the
maximisers of E being the laws that maximise all E_n at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from verify.model.calculus import ONE, ZERO, add, divide, multiply, negate
from verify.model.factors import Factor, Table
from verify.model.formula import Apply, Const, Formula, Node, formula_of, free_names
from verify.model.gegenbauer import series_of_polynomial
from verify.model.kernels import FactorKernel, Kernel
from verify.model.polynomials import polynomial
from verify.model.profiles import Profile
from verify.spectral.general.label_cells import has_coordinates

__all__ = ["as_factor_kernel", "series_in_labels", "split_factor"]

_MOST_DEGREES = 24


def split_factor(h: Formula) -> tuple[Formula, Formula] | None:
    """Return (k, f) with h = k(labels) f(t) where the form of h shows it.

    Examples
    --------
    >>> from verify.model.formula import parse_formula
    >>> h = parse_formula("cos(xi - zeta)*exp(t - Abs(xi - zeta))/2", {"t", "xi", "zeta"})
    >>> [part.text for part in split_factor(h)]
    ['cos(xi - zeta)*exp(-Abs(xi - zeta))/2', 'exp(t)']
    """
    parts = _split(h.tree)
    if parts is None:
        return _split_polynomial(h)
    k, f = parts
    return formula_of(k), formula_of(f)


def _split(node: Node) -> tuple[Node, Node] | None:
    """Split a tree into a factor without t and a factor in t alone."""
    names = free_names(node)
    if "t" not in names:
        return node, ONE
    if names == {"t"}:
        return ONE, node
    match node:
        case Apply("neg", (a,)):
            inner = _split(a)
            return inner and (negate(inner[0]), inner[1])
        case Apply(("*" | "/") as op, (a, b)):
            left, right = _split(a), _split(b)
            if left is None or right is None:
                return None
            join = multiply if op == "*" else divide
            return join(left[0], right[0]), join(left[1], right[1])
        case Apply("**", (a, Const() as exponent)) if exponent.value.denominator == 1:
            inner = _split(a)
            return inner and (Apply("**", (inner[0], exponent)), Apply("**", (inner[1], exponent)))
        case Apply("exp", (u,)):
            return _split_exponent(u)
    return None


def _split_exponent(u: Node) -> tuple[Node, Node] | None:
    labels: Node = ZERO
    content: Node = ZERO
    for term in _terms(u):
        names = free_names(term)
        if "t" not in names:
            labels = add(labels, term)
        elif names == {"t"}:
            content = add(content, term)
        else:
            return None
    return Apply("exp", (labels,)), Apply("exp", (content,))


def _terms(node: Node) -> Iterator[Node]:
    match node:
        case Apply("+", (a, b)):
            yield from _terms(a)
            yield from _terms(b)
        case Apply("-", (a, b)):
            yield from _terms(a)
            yield from (negate(term) for term in _terms(b))
        case Apply("neg", (a,)):
            yield from (negate(term) for term in _terms(a))
        case _:
            yield node


def _split_polynomial(h: Formula) -> tuple[Formula, Formula] | None:
    """A polynomial in t whose coefficients are rational multiples of one of them."""
    coefficients = polynomial(h.tree, "t")
    if coefficients is None:
        return None
    found: list[tuple[int, Fraction]] = []
    base: Node | None = None
    for power, c in enumerate(coefficients):
        if c == ZERO:
            continue
        scale, rest = _scaled(c)
        if base is not None and rest != base:
            return None
        base = rest
        found.append((power, scale))
    f: Node = ZERO
    for power, scale in found:
        t = Apply("**", (_t(), Const(Fraction(power)))) if power > 1 else _t()
        f = add(f, Const(scale) if power == 0 else multiply(Const(scale), t))
    return (formula_of(base), formula_of(f)) if base is not None else None


def _t() -> Node:
    from verify.model.formula import Name

    return Name("t")


def _scaled(node: Node) -> tuple[Fraction, Node]:
    match node:
        case Const(value):
            return value, ONE
        case Apply("neg", (a,)):
            scale, rest = _scaled(a)
            return -scale, rest
        case Apply("*", (Const(value), rest)):
            scale, base = _scaled(rest)
            return value * scale, base
        case Apply("/", (a, Const(value))) if value:
            scale, base = _scaled(a)
            return scale / value, base
    return Fraction(1), node


def series_in_labels(h: Formula, d: int) -> dict[int, Formula] | None:
    """Return k_n (n >= 0, those not visibly zero) with h = sum_n k_n P_n(t); None if h is no visible polynomial.

    Examples
    --------
    >>> from verify.model.formula import parse_formula
    >>> {n: k.text for n, k in series_in_labels(parse_formula("t**2 + xi*zeta*t", {"t", "xi", "zeta"}), 2).items()}
    {0: '1/2', 1: 'xi*zeta', 2: '1/2'}
    """
    coefficients = polynomial(h.tree, "t")
    if coefficients is None or len(coefficients) > _MOST_DEGREES:
        return None
    total: dict[int, Node] = {}
    for power, c in enumerate(coefficients):
        if c == ZERO:
            continue
        unit = [Fraction(int(k == power)) for k in range(power + 1)]
        for n, a in enumerate(series_of_polynomial(unit, d)):
            if a:
                total[n] = add(total.get(n, ZERO), multiply(Const(a), c))
    return {n: formula_of(k) for n, k in sorted(total.items()) if k != ZERO}


def as_factor_kernel(kernel: Kernel, k: Formula, profile: Profile) -> FactorKernel:
    """Return the factor kernel k f on another kernel's labels; a constant k as a table where labels have no values."""
    n = kernel.labels.size
    factor = Factor(k)
    if not k.variables and not has_coordinates(kernel.labels) and n is not None:
        value = k.rational()
        factor = Factor(Table(((k if value is None else value,) * n,) * n))
    return FactorKernel(d=kernel.d, labels=kernel.labels, profile=profile, k=factor)

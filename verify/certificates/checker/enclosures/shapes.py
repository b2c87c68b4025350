"""Profiles as formulas: facts from Taylor coefficients >= 0, from f' > 0 on [-1, 1], or from those of a polynomial.

A series at 0 that converges on [-1, 1] with all coefficients >= 0 makes f nonnegative. Nothing cancels in sums,
products and exponentials of such series, so the highest even and odd degrees are exact; where there is none, all
degrees of that parity occur. f' > 0 makes f peaked.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import reduce
from math import isqrt

from ..profiles import Profile, of_zonal
from ..reading import ONE, ZERO, Number, Refused, items, rational, require, spend
from .formulas import T, Tree, exact, formula, is_constant, num, placed, polynomial
from .intervals import COARSE, Arithmetic, Interval
from .values import enclose, sign_or_none, value

ENTIRE = 1 << 60  # the "highest degree" where there is none
Series = tuple[int, int]  # highest even degree, highest odd degree (-1: none)
PIECES: list[Tree] = [("range", num(Fraction(c, 32)), num(Fraction(c + 1, 32))) for c in range(-32, 32)]  # of [-1, 1]


def profile(spec: object, d: int) -> Profile:
    """Read a formula in t and prove its facts."""
    tree = formula(spec, ["t"])
    for part in PIECES:
        enclose(tree, {"t": part}, COARSE)  # f is finite on [-1, 1]
    coefficients, series = polynomial(tree), _taylor(tree, modulo_constants=True)
    scale = sign_of_exponential(tree)
    if coefficients is not None:
        found = of_zonal(to_zonal(coefficients, d), d)
    elif series is None:
        found = Profile(slope=_slope(tree))
    else:
        even, odd = series
        full, first, slope = even == odd == ENTIRE, odd >= 1, _slope(tree)
        arcsine = _peeled(tree, shifts=True) == (("asin", T), 1)
        found = Profile(nonnegative=True, slope=slope, peaked=first, full=full, first=first, arcsine=arcsine)
    if not found.nonnegative and _increases(tree):
        found = replace(found, peaked=True)
    return replace(found, increasing=scale == 1, exponential=scale != 0)


def value_at(spec: object, d: int, t: Fraction, F: Arithmetic) -> Interval:
    """Enclose f(t)."""
    if isinstance(spec, dict) and "gegenbauer" in spec:
        return F.rational(sum((c * t**m for m, c in enumerate(coefficients_of(spec, d))), ZERO))
    return enclose(_tree_and_rate(spec)[0], {"t": num(t)}, F)


def mass(spec: object, d: int) -> tuple[Number, Number]:
    """Return f(1) and a lower bound of a_0, the mean of f over the sphere, for a nonnegative profile.

    Polynomials: both exactly. f = f(0) e^{bt}: terms f(0) b^(2m)/(2m)! times the mean of t^(2m), all positive, each
    b^2/((2m+2)(d+2m)) times the last. Other f have Taylor coefficients >= 0 in all degrees m >= 1: the even part is
    convex in t^2 and increases, and t^2 has the mean 1/d >= r^2 (Jensen).
    """
    if isinstance(spec, dict) and "gegenbauer" in spec:
        a = [rational(x) for x in items(spec["gegenbauer"])]
        return sum(a, ZERO), a[0]
    tree, rate = _tree_and_rate(spec)
    coefficients = polynomial(tree)
    if coefficients is not None:
        return sum(coefficients, ZERO), to_zonal(coefficients, d)[0]
    series = num(1)
    for m in reversed(range(64)):
        series = ("+", num(1), ("*", ("*", num(Fraction(1, (2 * m + 2) * (d + 2 * m))), ("*", rate, rate)), series))
    r = Fraction(isqrt((1 << 80) // d), 1 << 40)
    first, second = (placed(tree, {"t": num(x)}) for x in ((ZERO, ZERO) if rate else (r, -r)))
    mean = ("*", first, series) if rate else ("/", ("+", first, second), num(2))
    return value(tree, {"t": num(1)}), value(mean)


def _tree_and_rate(spec: object) -> tuple[Tree, Tree]:
    """Return f as a tree in t, and b if f = C e^{bt}, else ()."""
    if isinstance(spec, dict):
        ((name, text),) = spec.items()
        beta = formula(text)
        return ("/", ("exp", ("*", beta, T if name == "usa" else ("-", T, num(1)))), beta), beta
    tree = formula(spec, ["t"])
    inner = _peeled(tree, shifts=False)[0]
    exponent = polynomial(inner[1]) if inner[0] == "exp" else None
    return tree, num(exponent[1]) if exponent is not None and len(exponent) == 2 else ()


def coefficients_of(spec: object, d: int) -> list[Fraction]:
    """Return the coefficients in t of a polynomial profile; P_{n+1} = (t P_n - v P_{n-1}) / u."""
    if not isinstance(spec, dict):
        found = polynomial(formula(spec, ["t"]))
        require(found is not None, "this method needs a polynomial profile")
        return found or []
    require("gegenbauer" in spec, "this method needs a polynomial profile")
    a = [rational(x) for x in items(spec["gegenbauer"])]
    total, before, now = [ZERO] * len(a), [ZERO] * len(a), [ONE] + [ZERO] * (len(a) - 1)
    for n, c in enumerate(a):
        total = [x + c * y for x, y in zip(total, now, strict=True)]
        u, v = _zonal_step(n, d)
        before, now = now, [(x - v * y) / u for x, y in zip([ZERO, *now], before, strict=False)]
        spend(20 * len(a))
    return total


def to_zonal(coefficients: list[Fraction], d: int) -> list[Fraction]:
    """Return the a_n of a polynomial by Horner's rule, a <- t a + c."""
    a = [ZERO]
    for c in reversed(coefficients):
        moved = [ZERO] * (len(a) + 1)
        for n, x in enumerate(a):
            u, v = _zonal_step(n, d)
            moved[n + 1] += u * x
            moved[max(n - 1, 0)] += v * x
        moved[0] += c
        a = moved
        spend(20 * len(a))
    return a


def _zonal_step(n: int, d: int) -> tuple[Fraction, Fraction]:
    """Return (u, v) of t P_n = u P_{n+1} + v P_{n-1}."""
    return (Fraction(n + d - 2, 2 * n + d - 2), Fraction(n, 2 * n + d - 2)) if n else (ONE, ZERO)


def _taylor(tree: Tree, *, modulo_constants: bool = False) -> Series | None:
    """Return the shape of a Taylor series at 0 that converges on [-1, 1] with all coefficients >= 0, else None.

    Constants of any sign may be dropped from f itself and from the argument of exp, since exp(c + g) = e^c exp(g).
    """
    if is_constant(tree):
        sign = sign_or_none(tree)
        return (-1, -1) if modulo_constants or sign == 0 else (0, -1) if sign == 1 else None
    coefficients = polynomial(tree)
    if coefficients is not None:
        used = [m for m, c in enumerate(coefficients) if c and (m or not modulo_constants)]
        highest = [max((m for m in used if m % 2 == parity), default=-1) for parity in (0, 1)]
        return None if any(coefficients[m] < 0 for m in used) else (highest[0], highest[1])
    head, args = tree[0], tree[1:]
    if head in {"+", "*"} and is_constant(args[0]):
        args = args[::-1]
    if head in {"*", "/"} and is_constant(args[1]):
        return _taylor(args[0], modulo_constants=modulo_constants) if sign_or_none(args[1]) == 1 else None
    if head == "+" or (head == "-" and modulo_constants and is_constant(args[1])):
        a, b = (_taylor(part, modulo_constants=modulo_constants) for part in args)
        return a and b and (max(a[0], b[0]), max(a[1], b[1]))
    if head == "*":
        return _series_product(*map(_taylor, args))
    if head == "**" and is_constant(args[1]) and exact(args[1], {}) in range(1, 201):
        return reduce(_series_product, [_taylor(args[0])] * int(exact(args[1], {}) or 1))
    if head in {"exp", "cosh", "sinh"}:  # all, even, odd powers of g; odd^j even^k has the parity of j
        even, odd = _taylor(args[0], modulo_constants=head == "exp") or (-1, -1)
        if max(even, odd) < 1:
            return None
        both = odd >= 1 and (head == "exp" or even >= 0)
        return (ENTIRE, ENTIRE) if both else (-1, ENTIRE) if odd >= 1 and head == "sinh" else (ENTIRE, -1)
    if head == "asin":  # of c t, 0 < c <= 1
        c = polynomial(args[0]) or []
        return (-1, ENTIRE) if len(c) == 2 and c[0] == 0 and 0 < c[1] <= 1 else None
    return None


def _series_product(a: Series | None, b: Series | None) -> Series | None:
    if a is None or b is None:
        return None
    sums = [[min(m + n, ENTIRE) if m >= 0 and n >= 0 else -1 for n in b] for m in a]
    return max(sums[0][0], sums[1][1]), max(sums[0][1], sums[1][0])


def _peeled(tree: Tree, *, shifts: bool) -> tuple[Tree, int]:
    """Return g and the sign of c for a tree c g, or c g + constant with ``shifts``; 0 where it is not decided."""
    head, args = tree[0], tree[1:]
    if head == "neg":
        inner, sign = _peeled(args[0], shifts=shifts)
        return inner, -sign
    if head in {"+", "*"} and is_constant(args[0]):
        args = args[::-1]
    if head in {"*", "/"} and is_constant(args[1]):
        inner, sign = _peeled(args[0], shifts=shifts)
        return inner, sign * (sign_or_none(args[1]) or 0)
    if shifts and head in {"+", "-"} and is_constant(args[1]):
        return _peeled(args[0], shifts=shifts)
    return tree, 1


def sign_of_exponential(tree: Tree) -> int:
    """Return the sign of C if f = C e^{bt + c} with b > 0, else 0."""
    inner, sign = _peeled(tree, shifts=False)
    exponent = polynomial(inner[1]) or [] if inner[0] == "exp" else []
    return sign if len(exponent) == 2 and exponent[1] > 0 else 0


def derivative(tree: Tree) -> Tree:
    """Return d/dt of functions that are differentiable wherever the result is finite."""
    if is_constant(tree) or tree == T:
        return num(tree == T)
    head, u, one = tree[0], tree[1], num(1)
    if head == "**":
        require(is_constant(tree[2]), "a variable exponent")
        return ("*", ("*", tree[2], ("**", u, ("-", tree[2], one))), derivative(u))
    if head in {"+", "-", "neg"}:
        return (head, *map(derivative, tree[1:]))
    if head in {"*", "/"}:
        left, right = ("*", derivative(u), tree[2]), ("*", u, derivative(tree[2]))
        return ("+", left, right) if head == "*" else ("/", ("-", left, right), ("**", tree[2], num(2)))
    outer: dict[str, Tree] = {
        "exp": tree,
        "log": ("/", one, u),
        "sqrt": ("/", one, ("*", num(2), tree)),
        "asin": ("/", one, ("sqrt", ("-", one, ("**", u, num(2))))),
        "sinh": ("cosh", u),
        "cosh": ("sinh", u),
        "tanh": ("/", one, ("**", ("cosh", u), num(2))),
    }
    require(head in outer, "the derivative is not known here")
    return ("*", outer[head], derivative(u))


def _increases(tree: Tree) -> bool:
    """Say whether f' > 0 is seen on all of [-1, 1]; so f is peaked."""
    try:
        slope = derivative(tree)
        return all(enclose(slope, {"t": part}, COARSE)[2] for part in PIECES)
    except Refused:
        return False


def _slope(tree: Tree) -> bool:
    """Say whether 0 < f'(1) < oo is seen."""
    try:
        return sign_or_none(derivative(tree), {"t": num(1)}) == 1
    except Refused:
        return False

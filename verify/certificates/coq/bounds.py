"""Interval arithmetic of formulas in Coq: rational bounds of a term, the steps that prove them, admissibility.

The numbers are guessed here, rounded outwards; Coq compares them by linear arithmetic (Within.v).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from verify.certificates.checker.enclosures.formulas import Tree, exact, is_constant
from verify.certificates.coq.formulas import is_base
from verify.certificates.coq.text import NotInCoqError

__all__ = ["Bounds", "Ranges", "admissible", "enclosed", "real"]

Ranges = Mapping[str, tuple[Fraction, Fraction]]
PI = Fraction(314159265, 10**8), Fraction(314159266, 10**8)
DIGITS, LARGEST_EXPONENT, STEPS = 12, 40, 64
_PAIRS = {"neg": "opp", "+": "plus", "-": "minus", "*": "mult", "Abs": "abs", "exp": "exp", "cos": "cos", "sin": "sin"}
_PAIRS |= {"Max": "max", "Min": "min"}
_ABOVE = {"/": "divide _ _ _", "sqrt": "sqrt _ _", "log": "ln _ _"}  # with a lower bound of what must not vanish


@dataclass(frozen=True)
class Bounds:
    """A term lies between two rationals; the tactic that proves it, the ranges of variables being in the context."""

    low: Fraction
    high: Fraction
    proof: str


def real(x: Fraction) -> str:
    """Return a rational as a real number of Coq.

    Examples
    --------
    >>> real(Fraction(-1, 2)), real(Fraction(3))
    ('(-1 / 2)%R', '3%R')
    """
    if x.denominator > 1:
        return f"({x.numerator} / {x.denominator})%R"
    return f"{x.numerator}%R" if x >= 0 else f"({x.numerator})%R"


def enclosed(tree: Tree, ranges: Ranges) -> Bounds:
    """Enclose all values of a formula, its variables lying in ranges.

    Raises
    ------
    NotInCoqError
        A function without a rule, a variable without a range, or an operation that may be undefined.

    Examples
    --------
    >>> from verify.certificates.checker.enclosures.formulas import formula
    >>> found = enclosed(formula("2 + cos(xi)", ["xi"]), {})
    >>> found.low, found.high
    (Fraction(1, 1), Fraction(3, 1))
    >>> found.proof
    'apply (within_plus 2%R 2%R (-1)%R 1%R); [lra | apply within_cos; lra | lra | lra]'
    """
    head, *parts = tree
    known = _rational(tree)
    if known is not None:
        return Bounds(known, known, "lra")
    if head == "pi":
        return Bounds(*PI, "apply within_pi; lra")
    if head == "var":
        if parts[0] not in ranges:
            raise NotInCoqError(f"bounds of a formula with {parts[0]} outside a cosine are not emitted here")
        return Bounds(*ranges[parts[0]], "lra")
    if head in {"cos", "sin"}:
        return Bounds(Fraction(-1), Fraction(1), f"apply within_{head}; lra")
    name, definition = _defined(tree)
    if definition is not None:
        found = enclosed(definition, ranges)
        return Bounds(found.low, found.high, f"(try unfold {name}); {found.proof}")
    if head == "**" and parts[1][0] == "num" and parts[1][1].denominator == 1 and 0 <= parts[1][1] <= 200:
        return _power(enclosed(parts[0], ranges), int(parts[1][1]))
    if head in _RULES and len(parts) == (1 if head in _UNARY else 2):
        return _RULES[head](*(enclosed(part, ranges) for part in parts))
    raise NotInCoqError(f"bounds of a formula with {head} are not emitted")


def admissible(tree: Tree, leaf: Callable[[str], str], above: Callable[[Tree], tuple[str, str]]) -> str:
    """Return the tactic that proves a formula of two labels admissible.

    Parameters
    ----------
    tree : tuple
        As the checker reads it.
    leaf : callable
        The tactic for a variable.
    above : callable
        For what is divided by, or stands in a root or a logarithm: a positive number below it, and the tactic that
        proves this for all pairs of tokens.

    Raises
    ------
    NotInCoqError
        A function without a rule.
    """
    head, *parts = tree
    if is_constant(tree):
        return "apply pair_const"
    name, definition = _defined(tree)
    if definition is not None:
        return f"(try unfold {name}); {admissible(definition, leaf, above)}"
    if head == "var":
        return leaf(parts[0])
    if head == "**" and parts[1][0] == "num":
        return f"apply pair_pow; {admissible(parts[0], leaf, above)}"
    inner = [admissible(part, leaf, above) for part in parts]
    if head in _ABOVE:
        low, proof = above(parts[-1])
        if low.startswith(("0", "(-")) and head != "sqrt":
            raise NotInCoqError("what must not vanish is not seen to be positive")
        steps = " | ".join([*reversed(inner), "lra", proof])
        return f"refine (pair_{_ABOVE[head]} {low} {'_ ' * len(parts)}_ ); [{steps}]"
    if head in _PAIRS and len(parts) <= 2:
        return f"apply pair_{_PAIRS[head]}; [{' | '.join(inner)}]"
    raise NotInCoqError(f"that a formula with {head} is admissible on this continuum is not emitted")


def _defined(tree: Tree) -> tuple[str, Tree | None]:
    """Return a function that Coq defines by exponentials, and its definition; none for others.

    cosh x = (e^x + e^-x)/2, sinh x = (e^x - e^-x)/2, tanh x = sinh x / cosh x, c^x = e^(x log c).
    """
    head, *parts = tree
    if head in {"cosh", "sinh"}:
        up, down = ("exp", parts[0]), ("exp", ("neg", parts[0]))
        return head, ("/", ("+" if head == "cosh" else "-", up, down), ("num", Fraction(2)))
    if head == "tanh":
        return head, ("/", ("sinh", parts[0]), ("cosh", parts[0]))
    if head == "**" and is_base(parts[0]) and not is_constant(parts[1]):
        return "Rpower", ("exp", ("*", parts[1], ("log", parts[0])))
    return "", None


def _rational(tree: Tree) -> Fraction | None:
    """Return the value of a number that linear arithmetic reads: rationals, their sums, products and quotients."""
    known = exact(tree, {}) if is_constant(tree) else None
    return known if _heads(tree) <= {"num", "neg", "+", "-", "*", "/"} else None


def _heads(tree: Tree) -> set[str]:
    return {tree[0]}.union(*(_heads(part) for part in tree[1:] if isinstance(part, tuple)))


def _rounded(x: Fraction, *, up: bool) -> Fraction:
    """Return a number with few digits on the given side of x; short fractions stay."""
    if x.denominator < 10**6 and abs(x.numerator) < 10**DIGITS:
        return x
    unit = Fraction(10) ** (math.floor(math.log10(abs(x))) - DIGITS)
    return (math.ceil(x / unit) if up else math.floor(x / unit)) * unit


def _made(rule: str, parts: list[Bounds], low: Fraction, high: Fraction, sides: list[str]) -> Bounds:
    """Return the bounds that a rule of Within.v proves from those of the parts."""
    proof = f"apply ({rule}); [{' | '.join([part.proof for part in parts] + sides)}]"
    return Bounds(_rounded(low, up=False), _rounded(high, up=True), proof)


def _ends(*parts: Bounds) -> str:
    return " ".join(f"{real(part.low)} {real(part.high)}" for part in parts)


def _plus(x: Bounds, y: Bounds) -> Bounds:
    return _made(f"within_plus {_ends(x, y)}", [x, y], x.low + y.low, x.high + y.high, ["lra"] * 2)


def _minus(x: Bounds, y: Bounds) -> Bounds:
    return _made(f"within_minus {_ends(x, y)}", [x, y], x.low - y.high, x.high - y.low, ["lra"] * 2)


def _opposite(x: Bounds) -> Bounds:
    return _made(f"within_opp {_ends(x)}", [x], -x.high, -x.low, ["lra"] * 2)


def _times(x: Bounds, y: Bounds) -> Bounds:
    products = [a * b for a in (x.low, x.high) for b in (y.low, y.high)]
    return _made(f"within_mult {_ends(x, y)}", [x, y], min(products), max(products), ["lra"] * 4)


def _quotient(x: Bounds, y: Bounds) -> Bounds:
    if y.low <= 0:
        raise NotInCoqError("a divisor is not seen to be positive")
    p, q = _rounded(1 / y.high, up=False), _rounded(1 / y.low, up=True)
    products = [a * b for a in (x.low, x.high) for b in (p, q)]
    rule = f"within_divide {_ends(x, y)} {real(p)} {real(q)}"
    return _made(rule, [x, y], min(products), max(products), ["lra"] * 7)


def _absolute(x: Bounds) -> Bounds:
    low, side = max((Fraction(0), "left"), (x.low, "right; left"), (-x.high, "right; right"))
    return _made(f"within_abs {_ends(x)}", [x], low, max(-x.low, x.high), [f"{side}; lra", "lra", "lra"])


def _power(x: Bounds, n: int) -> Bounds:
    """Enclose x^n; n even gives a number that is not negative."""
    if x.low >= 0:
        return _made(f"within_power {_ends(x)} _ _ _ {n}%nat", [x], x.low**n, x.high**n, ["lra"] * 3)
    if x.high <= 0:
        return _reflected(x, n)
    m = max(-x.low, x.high)
    rule, low, sides = ("odd", -(m**n), []) if n % 2 else ("even", Fraction(0), ["reflexivity"])
    return _made(f"within_{rule} {_ends(x)} {real(m)} _ _ _ {n}%nat", [x], low, m**n, [*sides, *["lra"] * 4])


def _reflected(x: Bounds, n: int) -> Bounds:
    """Enclose x^n where x <= 0: it is (-x)^n, n even, or -(-x)^n."""
    found, other = _power(_opposite(x), n), "(- x) ^ n"
    if n % 2:
        found, other = _opposite(found), f"- ({other})"
    step = f"lazymatch goal with |- (_ <= ?x ^ ?n <= _)%R => replace (x ^ n)%R with ({other})%R by ring end"
    return Bounds(found.low, found.high, f"{step}; {found.proof}")


def _exp_bounds(low: Fraction, high: Fraction) -> tuple[Fraction, Fraction]:
    """Return (1 + low/n)^n and (1 - high/n)^-n, rounded outwards."""
    if max(abs(low), abs(high)) > LARGEST_EXPONENT:
        raise NotInCoqError("an exponent is too large")
    below, above = (1 + low / STEPS) ** STEPS, (1 - high / STEPS) ** -STEPS
    return _rounded(below, up=False), _rounded(above, up=True)


_COUNT = f"{STEPS}%nat {STEPS}%R"
_COUNTED = ["simpl; lra", "lra"]


def _exponential(x: Bounds) -> Bounds:
    low, high = _exp_bounds(x.low, x.high)
    return _made(f"within_exp {_ends(x)} _ _ _ {_COUNT}", [x], low, high, [*_COUNTED, *["lra"] * 4])


def _root(x: Bounds) -> Bounds:
    if x.low < 0:
        raise NotInCoqError("what stands in a root is not seen to be nonnegative")
    scale = 10**DIGITS
    low = Fraction(math.isqrt(math.floor(x.low * scale * scale)), scale)
    high = Fraction(math.isqrt(math.ceil(x.high * scale * scale)) + 1, scale)
    return _made(f"within_sqrt {_ends(x)}", [x], low, high, ["lra"] * 4)


def _logarithm(x: Bounds) -> Bounds:
    """Enclose log x by numbers whose exponentials are known to lie on the right sides."""
    if x.low <= 0:
        raise NotInCoqError("what stands in a logarithm is not seen to be positive")
    margin = Fraction(1, 16)
    low, high = (Fraction(math.log(end)).limit_denominator(10**4) for end in (x.low, x.high))
    while _exp_bounds(low, low)[1] > x.low:
        low -= margin
    while _exp_bounds(high, high)[0] < x.high:
        high += margin
    above, below = (
        f"apply ({rule} {end} _ {_COUNT}); [{' | '.join([*_COUNTED, 'lra', 'lra'])}]"
        for rule, end in (("exp_at_most", real(low)), ("exp_at_least", real(high)))
    )
    return _made(f"within_ln {_ends(x)}", [x], low, high, ["lra", above, below])


def _greatest(x: Bounds, y: Bounds) -> Bounds:
    side = "left" if x.low >= y.low else "right"
    low, high = max(x.low, y.low), max(x.high, y.high)
    return _made(f"within_max {_ends(x, y)}", [x, y], low, high, [f"{side}; lra", "lra", "lra"])


def _least(x: Bounds, y: Bounds) -> Bounds:
    side = "left" if x.high <= y.high else "right"
    low, high = min(x.low, y.low), min(x.high, y.high)
    return _made(f"within_min {_ends(x, y)}", [x, y], low, high, ["lra", "lra", f"{side}; lra"])


_UNARY = {"neg": _opposite, "Abs": _absolute, "exp": _exponential, "sqrt": _root, "log": _logarithm}
_RULES: Mapping[str, Callable[..., Bounds]] = {
    **_UNARY,
    "+": _plus,
    "-": _minus,
    "*": _times,
    "/": _quotient,
    "Max": _greatest,
    "Min": _least,
}

"""Trigonometric polynomials, exactly: formulas as sum_p c_p e^{i p.theta} with Gaussian rational c_p.

A factor that depends on xi - zeta alone shows it in its expansion: only frequencies (p, -p) occur. So
cos(xi)*cos(zeta) + sin(xi)*sin(zeta) is recognised as cos(xi - zeta), whose coefficients are khat(1) =
khat(-1) = 1/2.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from verify.model.formula import Apply, Const, Formula, Name, Node, free_names
from verify.model.labels import Circle, LabelLaw, Torus
from verify.model.readings import to_rational

__all__ = [
    "LinearForm",
    "Mode",
    "TrigPolynomial",
    "expand_trigonometric",
    "linear_form",
    "mean_of_waves",
    "toeplitz_coefficients",
]

Frequency = tuple[Fraction, ...]
#: Real and imaginary part.
Gaussian = tuple[Fraction, Fraction]
#: A frequency m of the circle (one entry) or of a torus.
Mode = tuple[int, ...]

_ZERO, _ONE = Fraction(0), Fraction(1)
_MOST_TERMS = 513
_FINITE = frozenset(
    {"+", "-", "*", "neg", "Abs", "sign", "Min", "Max", "sin", "cos", "exp", "sinh", "cosh", "tanh", "atan"}
)
_LARGEST_POWER = 128
#: i^q for q mod 4.
_UNITS: tuple[Gaussian, ...] = ((_ONE, _ZERO), (_ZERO, _ONE), (-_ONE, _ZERO), (_ZERO, -_ONE))


@dataclass(frozen=True)
class LinearForm:
    """sum_v c_v v + r + q pi with rational c, r, q."""

    slopes: Mapping[str, Fraction]
    rational: Fraction = _ZERO
    pi: Fraction = _ZERO

    def combine(self, other: LinearForm, factor: Fraction) -> LinearForm:
        """Return self + factor * other."""
        names = {*self.slopes, *other.slopes}
        slopes = {n: self.slopes.get(n, _ZERO) + factor * other.slopes.get(n, _ZERO) for n in names}
        kept = {n: c for n, c in slopes.items() if c}
        return LinearForm(kept, self.rational + factor * other.rational, self.pi + factor * other.pi)

    def scaled(self, factor: Fraction) -> LinearForm:
        """Return factor * self."""
        return LinearForm({}).combine(self, factor)

    @property
    def constant(self) -> bool:
        """Whether no variable occurs."""
        return not self.slopes


def linear_form(node: Node) -> LinearForm | None:
    """Return a tree as a linear form with rational coefficients, or None where it is not seen to be one.

    Examples
    --------
    >>> from verify.model.formula import parse_formula
    >>> form = linear_form(parse_formula("2*(xi - zeta)/3 + pi/2", {"xi", "zeta"}).tree)
    >>> sorted((n, str(c)) for n, c in form.slopes.items()), str(form.pi)
    ([('xi', '2/3'), ('zeta', '-2/3')], '1/2')
    """
    match node:
        case Const(value):
            return LinearForm({}, value)
        case Name("pi"):
            return LinearForm({}, _ZERO, _ONE)
        case Name("E"):
            return None
        case Name(name):
            return LinearForm({name: _ONE})
        case Apply("neg", (arg,)):
            inner = linear_form(arg)
            return None if inner is None else inner.scaled(-_ONE)
        case Apply(("+" | "-" | "*" | "/") as op, (left, right)):
            return _combined(op, linear_form(left), linear_form(right))
    return None


def _combined(op: str, a: LinearForm | None, b: LinearForm | None) -> LinearForm | None:
    if a is None or b is None:
        return None
    if op in "+-":
        return a.combine(b, _ONE if op == "+" else -_ONE)
    if b.constant and not b.pi:
        if op == "*":
            return a.scaled(b.rational)
        return a.scaled(1 / b.rational) if b.rational else None
    if op == "*" and a.constant and not a.pi:
        return b.scaled(a.rational)
    if op == "/" and a.constant and b.constant and not a.rational and not b.rational and b.pi:
        return LinearForm({}, a.pi / b.pi)
    return None


@dataclass(frozen=True)
class TrigPolynomial:
    """sum_p c_p e^{i p.theta}, c_p Gaussian rationals, theta the named angles.

    Attributes
    ----------
    names : tuple of str
        The angles, in the order of the frequencies.
    terms : mapping of frequencies to (real, imaginary)
        Nonzero coefficients only.
    """

    names: tuple[str, ...]
    terms: Mapping[Frequency, Gaussian]

    def plus(self, other: TrigPolynomial, factor: Fraction = _ONE) -> TrigPolynomial:
        """Return self + factor * other."""
        total = dict(self.terms)
        for p, (x, y) in other.terms.items():
            u, v = total.get(p, (_ZERO, _ZERO))
            total[p] = u + factor * x, v + factor * y
        return self._of(total)

    def times(self, other: TrigPolynomial) -> TrigPolynomial:
        """Return the product: coefficients convolve."""
        total: dict[Frequency, Gaussian] = {}
        for p, (x, y) in self.terms.items():
            for q, (u, v) in other.terms.items():
                key = tuple(a + b for a, b in zip(p, q, strict=True))
                s, t = total.get(key, (_ZERO, _ZERO))
                total[key] = s + x * u - y * v, t + x * v + y * u
        return self._of(total)

    def _of(self, terms: Mapping[Frequency, Gaussian]) -> TrigPolynomial:
        return TrigPolynomial(self.names, {p: c for p, c in terms.items() if c != (_ZERO, _ZERO)})

    @property
    def constant(self) -> Fraction | None:
        """The value of a polynomial that is a real constant, else None."""
        zero = (_ZERO,) * len(self.names)
        if self.terms.keys() - {zero} or self.terms.get(zero, (_ZERO, _ZERO))[1]:
            return None
        return self.terms.get(zero, (_ZERO, _ZERO))[0]


def expand_trigonometric(formula: Formula, names: tuple[str, ...]) -> TrigPolynomial | None:
    """Return the expansion of a formula in sines and cosines of its angles, or None where it has none.

    Parameters
    ----------
    formula : Formula
        Sums, products, quotients by rational constants and integer powers of sines and cosines whose
        arguments are linear in the angles with rational coefficients and a phase in (pi/2) Z.
    names : tuple of str
        The angles.

    Notes
    -----
    cos a = (e^{ia} + e^{-ia})/2, sin a = (e^{ia} - e^{-ia})/(2i), and e^{i(a + q pi/2)} = i^q e^{ia}.

    Examples
    --------
    >>> from verify.model.formula import parse_formula
    >>> expand_trigonometric(parse_formula("cos(s)**2", {"s"}), ("s",)).terms[(Fraction(2),)]
    (Fraction(1, 4), Fraction(0, 1))
    """
    return _expand(formula.tree, names)


def _constant(value: Fraction, names: tuple[str, ...]) -> TrigPolynomial:
    return TrigPolynomial(names, {(_ZERO,) * len(names): (value, _ZERO)} if value else {})


def _expand(node: Node, names: tuple[str, ...]) -> TrigPolynomial | None:
    if not free_names(node):
        value = to_rational(node, {})
        return None if value is None else _constant(value, names)
    match node:
        case Apply("neg", (arg,)):
            inner = _expand(arg, names)
            return None if inner is None else _constant(_ZERO, names).plus(inner, -_ONE)
        case Apply(("cos" | "sin") as op, (arg,)):
            return _wave(op, linear_form(arg), names)
        case Apply("**", (base, Const(exponent))) if exponent.denominator == 1 and 0 <= exponent <= _LARGEST_POWER:
            inner = _expand(base, names)
            return None if inner is None else _power(inner, int(exponent))
        case Apply(("+" | "-" | "*" | "/") as op, (left, right)):
            a, b = _expand(left, names), _expand(right, names)
            if op == "*" and (
                (a is not None and not a.terms and _is_finite(right))
                or (b is not None and not b.terms and _is_finite(left))
            ):
                return _constant(_ZERO, names)
            return _operation(op, a, b)
    return None


def _is_finite(node: Node) -> bool:
    """Whether a tree has a finite value everywhere, by the operations that it uses: 0 times it is 0."""
    match node:
        case Apply("**", (base, Const(exponent))):
            return exponent.denominator == 1 and exponent >= 0 and _is_finite(base)
        case Apply(op, args):
            return op in _FINITE and all(_is_finite(arg) for arg in args)
        case Const() | Name():
            return True
    return False


def _operation(op: str, a: TrigPolynomial | None, b: TrigPolynomial | None) -> TrigPolynomial | None:
    if a is None or b is None:
        return None
    if op in "+-":
        return a.plus(b, _ONE if op == "+" else -_ONE)
    if op == "*":
        return _product(a, b)
    return _constant(_ZERO, a.names).plus(a, 1 / b.constant) if b.constant else None


def _product(a: TrigPolynomial, b: TrigPolynomial) -> TrigPolynomial | None:
    result = a.times(b) if len(a.terms) * len(b.terms) <= _MOST_TERMS**2 // 4 else None
    return result if result is not None and len(result.terms) <= _MOST_TERMS else None


def _power(base: TrigPolynomial, exponent: int) -> TrigPolynomial | None:
    result: TrigPolynomial | None = _constant(_ONE, base.names)
    for bit in f"{exponent:b}":
        result = None if result is None else _product(result, result)
        if bit == "1" and result is not None:
            result = _product(result, base)
    return result


def _wave(op: str, angle: LinearForm | None, names: tuple[str, ...]) -> TrigPolynomial | None:
    if angle is None or angle.rational or (2 * angle.pi).denominator != 1 or angle.slopes.keys() - {*names}:
        return None
    frequency = tuple(angle.slopes.get(name, _ZERO) for name in names)
    turns = int(2 * angle.pi) - (op == "sin")  # sin a = cos(a - pi/2)
    half = Fraction(1, 2)
    terms: dict[Frequency, Gaussian] = {}
    for sign in (1, -1):
        real, imaginary = _UNITS[sign * turns % 4]
        key = tuple(sign * p for p in frequency)
        x, y = terms.get(key, (_ZERO, _ZERO))
        terms[key] = x + half * real, y + half * imaginary
    return _constant(_ZERO, names).plus(TrigPolynomial(names, terms))


def toeplitz_coefficients(formula: Formula, labels: LabelLaw) -> dict[Mode, Fraction] | None:
    """Return the exact nonzero khat(m) of k = sum_m khat(m) e^{i m.(xi - zeta)} on the circle or a torus.

    Returns
    -------
    dict or None
        Modes m in Z (one-tuples) or Z^dim with both signs; None if the formula is not a trigonometric
        polynomial of xi - zeta with rational coefficients.

    Examples
    --------
    >>> from verify.model.formula import parse_formula
    >>> k = parse_formula("cos(xi)*cos(zeta) + sin(xi)*sin(zeta) + 1/3", {"xi", "zeta"})
    >>> {m: str(c) for m, c in sorted(toeplitz_coefficients(k, Circle()).items())}
    {(-1,): '1/2', (0,): '1/3', (1,): '1/2'}
    """
    if not isinstance(labels, Circle | Torus):
        return None
    first, second = labels.variables
    expansion = expand_trigonometric(formula, (*first, *second))
    if expansion is None:
        return None
    modes: dict[Mode, Fraction] = {}
    for frequency, (real, imaginary) in expansion.terms.items():
        p, q = frequency[: len(first)], frequency[len(first) :]
        if imaginary or any(a + b for a, b in zip(p, q, strict=True)) or any(a.denominator != 1 for a in p):
            return None
        modes[tuple(int(a) for a in p)] = real
    return modes


def mean_of_waves(formula: Formula, labels: LabelLaw) -> Fraction | None:
    """Return ∬ k of a trigonometric polynomial of the labels of the circle or a torus, else None.

    Examples
    --------
    >>> from verify.model.formula import parse_formula
    >>> str(mean_of_waves(parse_formula("cos(xi)*cos(zeta) + sin(xi)**2/3", {"xi", "zeta"}), Circle()))
    '1/6'
    """
    if not isinstance(labels, Circle | Torus):
        return None
    first, second = labels.variables
    expansion = expand_trigonometric(formula, (*first, *second))
    if expansion is None or any(p.denominator != 1 for frequency in expansion.terms for p in frequency):
        return None
    return expansion.terms.get((_ZERO,) * (2 * len(first)), (_ZERO, _ZERO))[0]

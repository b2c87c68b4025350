"""Trigonometric polynomials of labels: their Fourier coefficients, and Coq's steps to write them with few cosines.

Products of sines and cosines are sums of those of sums of angles. In Coq (Polar.v) each sine and cosine of the formula
becomes a polynomial in cos x and sin x for base angles x = (xi - zeta) / N, or xi / N and zeta / N; a ring equation
modulo sin^2 x = 1 - cos^2 x is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from verify.certificates.checker.enclosures.formulas import Tree, exact, is_constant
from verify.certificates.coq.formulas import cosine_values, real_term
from verify.certificates.coq.text import NotInCoqError, whole

__all__ = ["Waves", "read_waves"]

LARGEST = 10  # of the multiples of a base angle
LARGEST_POWER = 12
_PI = "pi"

Angle = dict[str, Fraction]
#: Multiples of the variables -> coefficients of the cosine and of the sine of that angle.
Series = dict[tuple[Fraction, ...], tuple[Fraction, Fraction]]


@dataclass(frozen=True)
class Waves:
    """A trigonometric polynomial k = sum_M c_M cos(<M, xi - zeta>) of the coordinates of two labels.

    Attributes
    ----------
    tree : tuple
    first, second : list of str
        The coordinates of xi and of zeta.
    coefficients : dict
        c_M, not 0, with the first integer of M that is not 0 positive.
    """

    tree: Tree
    first: list[str]
    second: list[str]
    coefficients: dict[tuple[int, ...], Fraction]

    def steps(self, stated: Mapping[tuple[int, ...], str]) -> str:
        """Return the steps that prove k = sum c_M cos(A_M), A_M being how the goal writes each angle <M, xi - zeta>."""
        angles = {(head, real_term(part, embedding="")): _angle(part) for head, part in _nodes(self.tree)}
        for M, text in stated.items():
            both = zip(self.first + self.second, [*M, *(-m for m in M)], strict=True)
            angles["cos", text] = {name: Fraction(m) for name, m in both if m}
        N = lcm(*(x.denominator for angle in angles.values() for name, x in angle.items() if name != _PI), 1)
        pairs = list(zip(self.first, self.second, strict=True))
        relative = all(angle.get(x, 0) == -angle.get(z, 0) for angle in angles.values() for x, z in pairs)
        bases = {x: f"({x} - {z})" for x, z in pairs} if relative else {x: x for x in self.first + self.second}
        bases = {x: f"({text} / {N})%R" if N > 1 else f"({text})%R" for x, text in bases.items()}
        used = [x for x in bases if any(angle.get(x) for angle in angles.values())]
        rewritten = []
        for (head, text), angle in angles.items():
            powers = [(int(angle.get(x, 0) * N), bases[x]) for x in used]
            if sum(abs(p) for p, _ in powers) > LARGEST:
                raise NotInCoqError("an angle of k is too large a multiple of those of its other waves")
            turns = angle.get(_PI, Fraction(0)) * 2
            if turns.denominator > 1:
                raise NotInCoqError("an angle of k is shifted by no multiple of pi/2")
            listed = "; ".join(f"({whole(p)}%Z, {x})" for p, x in powers)
            term = f"polar_{head} ({text})%R [{listed}] {whole(int(turns))}%Z"
            rewritten.append(f"  rewrite ?({term}) by (simpl polar_angle; field).\n")
        known = "".join(f"  pose proof (sine_square {bases[x]}) as H{x}.\n" for x in used)
        constants = "".join(f"  {step}\n" for step in dict.fromkeys(cosine_values(self.tree)))
        end = f"field [{' '.join(f'H{x}' for x in used)}]" if used else "field"
        return f"{constants}{''.join(rewritten)}  polar_steps.\n{known}  {end}.\n"


def read_waves(tree: Tree, first: list[str], second: list[str]) -> Waves:
    """Return a formula as a trigonometric polynomial of xi - zeta with rational coefficients.

    Raises
    ------
    NotInCoqError
        It is none, or not seen to be one.

    Examples
    --------
    >>> from verify.certificates.checker.enclosures.formulas import formula
    >>> read_waves(formula("sin(xi - zeta)**2", ["xi", "zeta"]), ["xi"], ["zeta"]).coefficients
    {(0,): Fraction(1, 2), (2,): Fraction(-1, 2)}
    """
    found: dict[tuple[int, ...], Fraction] = {}
    n = len(first)
    for multiples, (a, b) in sorted(_series(tree, first + second).items()):
        p, q = multiples[:n], multiples[n:]
        if b or any(x != -z for x, z in zip(p, q, strict=True)) or any(x.denominator > 1 for x in p):
            raise NotInCoqError("k is no trigonometric polynomial of xi - zeta")
        found[tuple(int(x) for x in p)] = a
    return Waves(tree, first, second, found)


def _nodes(tree: Tree) -> Iterable[tuple[str, Tree]]:
    """Return all sines and cosines of labels."""
    if tree[0] in {"sin", "cos"} and not is_constant(tree):
        return [(tree[0], tree[1])]
    return [node for part in tree[1:] if isinstance(part, tuple) for node in _nodes(part)]


def _angle(tree: Tree) -> Angle:
    """Return an angle as a combination of labels and of pi."""
    head, *parts = tree
    if head in {"var", _PI}:
        return {parts[0] if parts else _PI: Fraction(1)}
    if head == "num" and parts[0] == 0:
        return {}
    if head == "neg":
        return _scaled(_angle(parts[0]), Fraction(-1))
    if head in {"+", "-"}:
        sign = Fraction(1 if head == "+" else -1)
        return _added(_angle(parts[0]), _scaled(_angle(parts[1]), sign))
    if head == "*" and parts[0][0] != "num" and is_constant(parts[1]):
        return _scaled(_angle(parts[0]), _rational(parts[1]))
    if head == "*":
        return _scaled(_angle(parts[1]), _rational(parts[0]))
    if head == "/":
        return _scaled(_angle(parts[0]), 1 / _rational(parts[1]))
    raise NotInCoqError("an angle of k is not a sum of multiples of labels and of pi")


def _rational(tree: Tree) -> Fraction:
    value = exact(tree, {}) if is_constant(tree) else None
    if value is None:
        raise NotInCoqError("a coefficient of k is not seen to be rational")
    return value


def _scaled(angle: Angle, s: Fraction) -> Angle:
    return {name: s * x for name, x in angle.items() if s * x}


def _added(angle: Angle, other: Angle) -> Angle:
    total = {name: angle.get(name, Fraction(0)) + other.get(name, Fraction(0)) for name in {**angle, **other}}
    return {name: x for name, x in total.items() if x}


def _series(tree: Tree, names: list[str]) -> Series:
    """Return a formula as a sum of cosines and sines, of angles with the first multiple that is not 0 positive."""
    head, *parts = tree
    if is_constant(tree):
        return _kept({(Fraction(0),) * len(names): (_rational(tree), Fraction(0))})
    if head in {"sin", "cos"}:
        return _wave(head, _angle(parts[0]), names)
    if head == "neg":
        return _opposite(_series(parts[0], names))
    if head in {"+", "-"}:
        other = _series(parts[1], names)
        return _sum([_series(parts[0], names), other if head == "+" else _opposite(other)])
    if head == "*":
        return _times(_series(parts[0], names), _series(parts[1], names))
    if head == "/":
        return _times(_series(parts[0], names), _series(("num", 1 / _rational(parts[1])), names))
    if head == "**" and parts[1][0] == "num" and parts[1][1] in range(LARGEST_POWER + 1):
        power = _series(("num", Fraction(1)), names)
        for _ in range(int(parts[1][1])):
            power = _times(power, _series(parts[0], names))
        return power
    raise NotInCoqError(f"a formula with {head} is not seen to be a trigonometric polynomial")


def _wave(head: str, angle: Angle, names: list[str]) -> Series:
    """Return cos or sin of sum p x + r pi/2."""
    turns = angle.get(_PI, Fraction(0)) * 2
    if turns.denominator > 1:
        raise NotInCoqError("an angle of k is shifted by no multiple of pi/2")
    r = int(turns) % 4
    c, s = [(1, 0), (0, 1), (-1, 0), (0, -1)][r]  # cos(r pi/2), sin(r pi/2)
    a, b = (c, -s) if head == "cos" else (s, c)
    key = tuple(angle.get(name, Fraction(0)) for name in names)
    return _kept({key: (Fraction(a), Fraction(b))})


def _kept(series: Series) -> Series:
    """Return the series with angles of one sign, without sin 0 and without zeros."""
    total: Series = {}
    for key, (a, b) in series.items():
        lead = next((x for x in key if x), Fraction(0))
        turned = tuple(-x for x in key) if lead < 0 else key
        old = total.get(turned, (Fraction(0), Fraction(0)))
        total[turned] = (old[0] + a, old[1] + (b if lead > 0 else -b if lead < 0 else 0))
    return {key: value for key, value in total.items() if any(value)}


def _sum(parts: Iterable[Series]) -> Series:
    total: Series = {}
    for part in parts:
        for key, (a, b) in part.items():
            old = total.get(key, (Fraction(0), Fraction(0)))
            total[key] = (old[0] + a, old[1] + b)
    return _kept(total)


def _opposite(series: Series) -> Series:
    return {key: (-a, -b) for key, (a, b) in series.items()}


def _times(one: Series, other: Series) -> Series:
    """Return a product: (a cos A + b sin A)(c cos B + e sin B) by the waves of A + B and A - B."""
    half, terms = Fraction(1, 2), []
    for A, (a, b) in one.items():
        for B, (c, e) in other.items():
            plus = tuple(x + y for x, y in zip(A, B, strict=True))
            minus = tuple(x - y for x, y in zip(A, B, strict=True))
            terms.append(_kept({plus: (half * (a * c - b * e), half * (a * e + b * c))}))
            terms.append(_kept({minus: (half * (a * c + b * e), half * (b * c - a * e))}))
    return _sum(terms)

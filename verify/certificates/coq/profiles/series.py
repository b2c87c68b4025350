"""Formulas as power series with nonnegative coefficients, for Coq: which degrees occur, and the proof by syntax.

f(t) = sum a_p t^p on [-1, 1] with a_p >= 0 for p >= b, and a_p > 0 for the degrees of a list of pairs: (m, s) stands
for m, m + s, m + 2 s, .. (Series.v). Nothing cancels in sums, products, powers, exp, sinh and cosh of such series.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from verify.certificates.checker.enclosures.formulas import T, Tree, exact, is_constant, polynomial
from verify.certificates.coq.bounds import real
from verify.certificates.coq.profiles.slopes import Lemmas, function, term
from verify.certificates.coq.text import NotInCoqError, cleared, listed, row

__all__ = ["Series", "read_series"]

LARGEST_POLYNOMIAL, LARGEST_POWER, KEPT = 32, 200, 6
_Pairs = list[tuple[int, int]]
#: F o f contains f^k for k = k0, k0 + r, .. (k0, r)
_POWERS: dict[str, _Pairs] = {"exp": [(0, 1), (1, 1)], "sinh": [(1, 2)], "cosh": [(0, 2), (2, 2)]}


@dataclass(frozen=True)
class Series:
    """A proof of `series_from b L f` and the list L.

    Examples
    --------
    >>> from verify.certificates.checker.enclosures.formulas import formula
    >>> found = read_series(formula("t*exp(t)", ["t"]), 1, Lemmas())
    >>> found.rising, found.odd_degree, found.full
    (True, 1, True)
    >>> read_series(formula("-t*exp(t)", ["t"]), 1, Lemmas()) is None
    True
    """

    degrees: tuple[tuple[int, int], ...]
    proof: str

    @property
    def text(self) -> str:
        """The list in Coq."""
        return _pairs(self.degrees)

    @property
    def rising(self) -> bool:
        """Whether a_1 > 0."""
        return any(m == 1 or (m, s) == (0, 1) for m, s in self.degrees)

    @property
    def odd_degree(self) -> int | None:
        """An odd q with a_q > 0."""
        return min((q for q in _starts(1, self.degrees) if q % 2), default=None)

    @property
    def full(self) -> bool:
        """Whether all a_p > 0, p >= 1: one progression of step 1, or the even and the odd numbers."""
        pairs = set(self.degrees)
        return bool(pairs & {(0, 1), (1, 1)}) or bool((1, 2) in pairs and pairs & {(0, 2), (2, 2)})

    @property
    def cofinal(self) -> bool:
        """Whether a_p > 0 for even and for odd p beyond every bound: a step is odd, or steps are even on both sides."""
        return _cofinal(self.degrees)

    @property
    def some(self) -> bool:
        """Whether any a_p > 0, p >= 1."""
        return bool(_starts(1, self.degrees))


def read_series(tree: Tree, low: int, lemmas: Lemmas) -> Series | None:
    """Return the series of a formula in t, or None where it is not seen that a_p >= 0 for p >= low.

    Parameters
    ----------
    tree : tuple
        As the checker reads it.
    low : int
        0, or 1 where the constant is free.
    lemmas : Lemmas
        Where lemmas about parts of the formula are added.
    """
    found = _read(tree, low, lemmas)
    return None if found is None else _shortened(found, low)


def _read(tree: Tree, low: int, lemmas: Lemmas) -> Series | None:
    if is_constant(tree):
        return _constant(tree, low, lemmas)
    head, *parts = tree
    if tree == T:
        return _of_variable(low)
    coefficients = polynomial(tree)
    if coefficients is not None and len(coefficients) <= LARGEST_POLYNOMIAL:
        return _polynomial(tree, coefficients, low, lemmas)
    if head in {"*", "/"} and is_constant(parts[1]):
        return _scaled(parts[0], parts[1], "scale_right" if head == "*" else "divide", low, lemmas)
    if head == "*" and is_constant(parts[0]):
        return _scaled(parts[1], parts[0], "scale", low, lemmas)
    if head == "+":
        first, second = (read_series(part, low, lemmas) for part in parts)
        if first is None or second is None:
            return None
        proof = f"(from_plus {low} _ _ {function(parts[0])} {function(parts[1])} {first.proof} {second.proof})"
        return Series((*first.degrees, *second.degrees), proof)
    if head == "-" and low and is_constant(parts[1]):
        inner = read_series(parts[0], low, lemmas)
        if inner is None:
            return None
        return Series(inner.degrees, f"(from_minus _ {function(parts[0])} {term(parts[1])} {inner.proof})")
    found = _nonlinear(tree, lemmas)
    return _freed(found) if found is not None and low else found


def _nonlinear(tree: Tree, lemmas: Lemmas) -> Series | None:
    """Return products, powers and compositions, a_0 >= 0 included."""
    head, *parts = tree
    if head == "*":
        first, second = (read_series(part, 0, lemmas) for part in parts)
        if first is None or second is None:
            return None
        proof = f"(from_times _ _ {function(parts[0])} {function(parts[1])} {first.proof} {second.proof})"
        return Series(tuple(_product(first.degrees, second.degrees)), proof)
    if head == "**":
        return _power(parts[0], exact(parts[1], {}) if is_constant(parts[1]) else None, lemmas)
    if head in _POWERS:
        inner = read_series(parts[0], int(head == "exp"), lemmas)
        if inner is None or not inner.some:
            return None
        E = _starts(1, inner.degrees) if head == "exp" else _starts(0, inner.degrees)
        return Series(tuple(_composed(_POWERS[head], E)), f"(from_{head} _ {function(parts[0])} {inner.proof})")
    return _arcsine(parts[0], lemmas) if head == "asin" else None


def _constant(tree: Tree, low: int, lemmas: Lemmas) -> Series | None:
    if low:
        return Series((), f"(from_any {term(tree)})")
    if tree == ("num", Fraction(0)):
        return Series((), "from_zero")
    try:
        return Series(((0, 0),), f"(from_constant {term(tree)} {lemmas.positive(tree)})")
    except NotInCoqError:
        return None


def _of_variable(low: int) -> Series:
    found = Series(((1, 0),), "from_variable")
    return _freed(found) if low else found


def _freed(found: Series) -> Series:
    """Return the same series with a free constant."""
    return Series(found.degrees, f"(from_free _ _ {found.proof})")


def _polynomial(tree: Tree, coefficients: list[Fraction], low: int, lemmas: Lemmas) -> Series | None:
    if min(coefficients[low:], default=Fraction(0)) < 0:
        return None
    P, q = cleared(coefficients)
    numbers = f"{row(P)}%Z {q}%Z"
    same = lemmas.add(
        "polynomial", f"(t : R) : polynomial {numbers} t = {term(tree)}",
        "unfold polynomial, at1; cbn [length rsum nth]; field",
    )  # fmt: skip
    proof = f"(from_polynomial {low} {numbers} eq_refl)"
    degrees = tuple((p, 0) for p, c in enumerate(coefficients) if c > 0)
    return Series(degrees, f"(from_same {low} _ _ {function(tree)} (fun t _ => {same} t) {proof})")


def _scaled(inner: Tree, factor: Tree, rule: str, low: int, lemmas: Lemmas) -> Series | None:
    """Return a series times, or divided by, a positive constant."""
    try:
        positive = lemmas.positive(factor)
    except NotInCoqError:
        return None
    found = read_series(inner, low, lemmas)
    if found is None:
        return None
    proof = f"(from_{rule} {low} _ {function(inner)} {term(factor)} {positive} {found.proof})"
    return Series(found.degrees, proof)


def _power(base: Tree, exponent: Fraction | None, lemmas: Lemmas) -> Series | None:
    if exponent is None or exponent.denominator != 1 or not 1 <= exponent <= LARGEST_POWER:
        return None
    k = int(exponent)
    if base == T:
        return Series(((k, 0),), f"(from_monomial {k})")
    inner = read_series(base, 0, lemmas)
    if inner is None or (len(inner.degrees) > 1 and k > 2 * KEPT):
        return None
    degrees: _Pairs = list(inner.degrees)
    for _ in range(k - 1):  # Coq has the pairs in another order, and some of them more than once
        degrees = _product(inner.degrees, degrees)
        if len(degrees) > KEPT**4:
            return None
    return Series(tuple(degrees), f"(from_power _ {function(base)} {k} {inner.proof})")


def _arcsine(inner: Tree, lemmas: Lemmas) -> Series | None:
    """Return asin(c t), 0 < c <= 1."""
    c = polynomial(inner) or []
    if len(c) != 2 or c[0] or not 0 < c[1] <= 1:
        return None
    scale = real(c[1])
    small = lemmas.add("scale", f": (0 < {scale} <= 1)%R", "lra")
    same = lemmas.add("arcsine", f"(t : R) : asin ({scale} * t)%R = asin {term(inner)}", "f_equal; field")
    proof = f"(from_same 0 _ _ {function(('asin', inner))} (fun t _ => {same} t) (from_asin {scale} {small}))"
    return Series(((1, 2),), proof)


def _shortened(found: Series, low: int) -> Series:
    """Return the same series with few degrees, the lowest ones, if there are many."""
    kept = _essential(found.degrees)
    if len(found.degrees) <= KEPT:
        return found
    return Series(kept, f"(from_fewer {low} {low} _ {_pairs(kept)} _ {found.proof} (le_n {low}) eq_refl)")


def _essential(degrees: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return the lowest degrees without those that other progressions contain."""
    every = sorted(set(degrees), key=lambda pair: (pair[0], pair[1] or 1 << 30))
    kept: _Pairs = []
    for m, s in every:
        if not any(_within(m, s, n, u) for n, u in kept):
            kept.append((m, s))
    first = next(((m, s) for m, s in kept if m % 2 or (m + s) % 2), None)
    few = [*kept[:KEPT], *([first] if first else [])]
    return tuple(dict.fromkeys(few if not _cofinal(every) else [*few, *_unending(every)]))


def _unending(degrees: Iterable[tuple[int, int]]) -> _Pairs:
    """Return a progression of an odd step, or else one of an even step for each parity of its numbers."""
    rising = [(m, s) for m, s in degrees if s]
    odd = next((pair for pair in rising if pair[1] % 2), None)
    if odd is not None:
        return [odd]
    return [pair for parity in (0, 1) if (pair := next((x for x in rising if x[0] % 2 == parity), None)) is not None]


def _cofinal(degrees: Iterable[tuple[int, int]]) -> bool:
    """Whether these progressions hold even and odd numbers beyond every bound."""
    found = _unending(degrees)
    return len(found) == 2 or any(s % 2 for _, s in found)


def _within(m: int, s: int, n: int, u: int) -> bool:
    """Whether all m + s k occur among the n + u k."""
    if not u:
        return (m, s) == (n, u)
    return m >= n and (m - n) % u == 0 and s % u == 0


def _starts(low: int, degrees: Iterable[tuple[int, int]]) -> list[int]:
    return sorted({n for m, s in degrees for n in (m, m + s) if n >= low})


def _product(first: Iterable[tuple[int, int]], second: Iterable[tuple[int, int]]) -> _Pairs:
    other = list(second)
    return list(dict.fromkeys((m + n, step) for m, s in first for n, u in other for step in (s, u)))


def _composed(powers: _Pairs, E: list[int]) -> _Pairs:
    """Return the degrees d + r n j, d a sum of k0 numbers of E, n one of them."""
    result: _Pairs = []
    for k, r in powers:
        sums = {0}
        for _ in range(k):
            sums = {n + d for n in E for d in sums}
        result += [(d, r * n) for n in E for d in sums]
    return list(dict.fromkeys(result))


def _pairs(degrees: Iterable[tuple[int, int]]) -> str:
    return f"{listed(f'({m}, {s})' for m, s in degrees)}%nat"

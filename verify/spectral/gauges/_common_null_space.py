"""The common null space of matrices B_1, B_2, ...: exact over the rationals, else bounded from both sides.

From above: rows whose ball elimination has r pivots that are certainly not zero leave a null space of
dimension at most size - r. From below: candidates read off the elimination at high precision, their entries
recognised as rationals or quadratic irrationals, count only once B v = 0 is shown by algebra.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING

import flint

from verify.model import calculus
from verify.model.formula import Apply, Const, formula_of
from verify.model.numbers import Number

if TYPE_CHECKING:
    import sympy

__all__ = ["BallRows", "CommonNullSpace", "bounded_null_space", "rational_null_space"]

Vector = tuple[Number, ...]
#: Shows B v = 0 for all matrices B, by algebra.
Confirm = Callable[[Vector], bool]

_LARGEST_DENOMINATOR = 10**6
_LARGEST_COEFFICIENT = 10**4


@dataclass(frozen=True)
class CommonNullSpace:
    """Bounds on the dimension of {v : B v = 0 for all B}, and null vectors in hand.

    Attributes
    ----------
    size : int
        Number of coordinates of v.
    lower, upper : int
        lower <= dimension <= upper.
    basis : tuple of vectors
        ``lower`` independent null vectors.
    exact : bool
        True if nothing rests on ball arithmetic.
    """

    size: int
    lower: int
    upper: int
    basis: tuple[Vector, ...]
    exact: bool

    @property
    def dimension(self) -> int | None:
        """The dimension where both bounds meet, else None."""
        return self.lower if self.lower == self.upper else None


def rational_null_space(blocks: Iterable[flint.fmpq_mat], size: int) -> CommonNullSpace:
    """Return the common null space of rational matrices of ``size`` columns, exactly.

    Notes
    -----
    N spans the null space of the blocks so far; the next one leaves N null(B N).

    Examples
    --------
    >>> rational_null_space([flint.fmpq_mat([[1, -1, 0]])], 3).basis[1]
    (Fraction(0, 1), Fraction(0, 1), Fraction(1, 1))
    """
    N = flint.fmpq_mat([[flint.fmpq(int(i == j)) for j in range(size)] for i in range(size)])
    for block in blocks:
        product = block * N
        if any(x != 0 for x in product.entries()):
            columns = _null_columns(product)
            if not columns:
                return CommonNullSpace(size, 0, 0, (), exact=True)
            N = N * flint.fmpq_mat(columns).transpose()
    vectors = N.transpose().rref()[0].tolist()
    basis = tuple(tuple(Fraction(int(x.p), int(x.q)) for x in row) for row in vectors)
    return CommonNullSpace(size, len(basis), len(basis), basis, exact=True)


def _null_columns(B: flint.fmpq_mat) -> list[list[flint.fmpq]]:
    reduced, rank = B.rref()
    width = B.ncols()
    pivots = [next(j for j in range(width) if reduced[i, j] != 0) for i in range(rank)]
    columns = []
    for free in sorted(set(range(width)) - set(pivots)):
        column = [flint.fmpq(0)] * width
        column[free] = flint.fmpq(1)
        for i, pivot in enumerate(pivots):
            column[pivot] = -reduced[i, free]
        columns.append(column)
    return columns


class BallRows:
    """Rows of balls in reduced echelon form: certainly nonzero pivots bound a rank from below."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.pivots: list[int] = []
        self.rows: list[list[flint.arb]] = []

    def insert(self, row: Sequence[flint.arb]) -> None:
        """Reduce a row by the others and keep it if what is left is certainly not zero."""
        rest = list(row)
        if len(self.pivots) == self.size or not all(x.is_finite() for x in rest):
            return
        for pivot, kept in zip(self.pivots, self.rows, strict=True):
            factor = rest[pivot]
            rest = [a - factor * b for a, b in zip(rest, kept, strict=True)]
        free = [j for j in range(self.size) if j not in self.pivots]
        best = max(free, key=lambda j: float(rest[j].abs_lower()))
        if not abs(rest[best]) > 0:
            return
        scaled = [x / rest[best] for x in rest]
        for j in self.pivots:
            scaled[j] = flint.arb(0)
        scaled[best] = flint.arb(1)
        for i, kept in enumerate(self.rows):
            factor = kept[best]
            self.rows[i] = [a - factor * b for a, b in zip(kept, scaled, strict=True)]
            self.rows[i][best] = flint.arb(0)
        self.pivots.append(best)
        self.rows.append(scaled)

    def null_vectors(self) -> list[list[flint.arb]]:
        """Return a basis of the null space of the rows kept, enclosed."""
        vectors = []
        for free in range(self.size):
            if free not in self.pivots:
                vector = [flint.arb(int(j == free)) for j in range(self.size)]
                for pivot, row in zip(self.pivots, self.rows, strict=True):
                    vector[pivot] = -row[free]
                vectors.append(vector)
        return vectors


def bounded_null_space(rows: BallRows, sharp: BallRows, confirm: Confirm) -> CommonNullSpace:
    """Return the bounds that certain pivots and confirmed candidates give.

    Parameters
    ----------
    rows : BallRows
        Rows that every null vector is orthogonal to: an upper bound.
    sharp : BallRows
        The same rows as narrow as possible, to read candidates off; nothing is concluded from them.
    confirm : callable
        Shows by algebra that a vector is in the null space of all matrices.
    """
    upper = rows.size - len(rows.pivots)
    found: list[Vector] = []
    for enclosed in sharp.null_vectors():
        vector = [_recognised(x) for x in enclosed]
        if all(x is not None for x in vector):
            candidate = tuple(x for x in vector if x is not None)
            if confirm(candidate):
                found.append(candidate)
    return CommonNullSpace(rows.size, len(found), upper, tuple(found), exact=upper == rows.size == len(found))


def _recognised(x: flint.arb) -> Number | None:
    """Guess a rational of small denominator or a quadratic irrational inside a narrow ball."""
    if not x.is_finite() or not x.rad() < flint.arb("1e-25"):
        return None
    mantissa, exponent = x.mid().man_exp()
    middle = Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
    rational = middle.limit_denominator(_LARGEST_DENOMINATOR)
    if abs(middle - rational) < Fraction(1, 10**22):
        return rational
    return _quadratic(middle)


def _quadratic(x: Fraction) -> Number | None:
    """Guess a root of a t^2 + b t + c with small integers, by lattice reduction."""
    scale = 1 << 70
    rows = [[int(i == j) for j in range(3)] + [round(x**power * scale)] for i, power in enumerate((2, 1, 0))]
    a, b, c = (int(v) for v in flint.fmpz_mat(rows).lll().tolist()[0][:3])
    discriminant = b * b - 4 * a * c
    small = max(abs(a), abs(b), abs(c)) <= _LARGEST_COEFFICIENT
    if not small or a == 0 or discriminant <= 0 or isqrt(discriminant) ** 2 == discriminant:
        return None
    root = Apply("sqrt", (Const(Fraction(discriminant)),))
    for sign in (1, -1):
        tree = calculus.divide(
            calculus.add(Const(Fraction(-b)), calculus.multiply(Const(Fraction(sign)), root)),
            Const(Fraction(2 * a)),
        )
        formula = formula_of(tree)
        if abs(formula.enclose({}) - flint.arb(flint.fmpq(x.numerator, x.denominator))) < flint.arb("1e-18"):
            return formula
    return None


def symbolic(x: Number) -> sympy.Expr:
    """Return an exact number as a SymPy expression."""
    import sympy  # slow to import

    return sympy.Rational(x.numerator, x.denominator) if isinstance(x, Fraction) else x.expr


def as_fmpq(rows: Sequence[Sequence[Number]]) -> flint.fmpq_mat:
    """Return rows of fractions as a matrix of python-flint."""
    return flint.fmpq_mat(
        [[flint.fmpq(x.numerator, x.denominator) for x in row if isinstance(x, Fraction)] for row in rows]
    )

"""First moments in the null space of a signed Laplacian: the uniqueness test of degree one.

If a_1 > 0, every maximiser has its first moments m(xi) = ∫ x dmu_xi in (ker L)^d, with |m| = 1 where slices
are Dirac. With N a basis of ker L, the Gram matrix of the moments is N G N^T, G positive semidefinite of
rank <= d, and diag(N G N^T) = 1. The collapsed laws are G = J, all ones in the coordinates of the pivots.
So with J the only symmetric solution of the linear equations every maximiser is collapsed; and for f = a_0
+ a_1 t, where first moments are all that counts, another G that is positive semidefinite of rank <= d is a
maximiser that is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import flint

from verify.certificates.psd import PsdProof, prove_psd
from verify.certificates.rational_matrix import NullSpace, fraction_rows

__all__ = ["MomentSearch", "find_moments"]

_LARGEST_NULLITY = 24
_LARGEST_DETERMINANT = 12
_STEPS = tuple(Fraction(1, 1 << e) for e in range(13))


@dataclass(frozen=True)
class MomentSearch:
    """What is known of the solutions G of diag(N G N^T) = 1.

    Parameters
    ----------
    unique : bool
        True: J is the only symmetric solution.
    matrix : tuple of r tuples of r Fraction, or None
        A positive semidefinite G != J of rank <= d in the coordinates of the pivots.
    """

    unique: bool
    matrix: tuple[tuple[Fraction, ...], ...] | None


def find_moments(null: NullSpace, d: int, free: Sequence[int] = ()) -> MomentSearch:
    """Test whether the first moments of maximisers are forced to collapse.

    Parameters
    ----------
    null : NullSpace
        A basis of a null space that contains the constants, the identity on its pivots.
    d : int >= 2
        Content dimension.
    free : sequence of int
        Labels where only |m| <= 1 is asked, because slices may spread there.

    Notes
    -----
    The solutions are J + S, diag(N S N^T) = 0 off the free labels: a linear system. For each basis
    solution, and for the one nearest to the identity, J + t S is tried at the rational roots of det(J + t
    S), where the rank drops, and at small t; it is accepted after an exact proof that it is positive
    semidefinite.

    Examples
    --------
    The triangle at its critical weight collapses, although its null space {v_0 + v_2 = 2 v_1} has dimension
    2.

    >>> one, zero = Fraction(1), Fraction(0)
    >>> find_moments(NullSpace(((2 * one, one, zero), (-one, zero, one)), (1, 2)), 3)
    MomentSearch(unique=True, matrix=None)
    """
    if null.nullity > _LARGEST_NULLITY:
        return MomentSearch(unique=False, matrix=None)
    loose = set(free)
    points = list(zip(*null.basis, strict=True))
    strict = sorted({row for i, row in enumerate(points) if i not in loose})
    slack = sorted({row for i, row in enumerate(points) if i in loose})
    solutions = _solutions(strict, null.nullity)
    if not solutions:
        return MomentSearch(unique=True, matrix=None)
    for S in _directions(solutions):
        for t in _steps(S):
            G = [[1 + t * x for x in row] for row in S]
            if all(_form(G, row) <= 1 for row in slack) and _admissible(G, d):
                return MomentSearch(unique=False, matrix=tuple(map(tuple, G)))
    return MomentSearch(unique=False, matrix=None)


_Table = Sequence[Sequence[Fraction]]


def _form(G: _Table, row: Sequence[Fraction]) -> Fraction:
    return sum(
        (x * g * y for x, line in zip(row, G, strict=True) for y, g in zip(row, line, strict=True)),
        Fraction(0),
    )


def _admissible(G: _Table, d: int) -> bool:
    proof = prove_psd(G)
    return isinstance(proof, PsdProof) and proof.rank <= d


def _solutions(rows: Sequence[Sequence[Fraction]], r: int) -> list[_Table]:
    """Return a basis of the symmetric S with row^T S row = 0 for every row."""
    pairs = [(a, b) for a in range(r) for b in range(a, r)]
    table = [[row[a] * row[b] * (1 if a == b else 2) for a, b in pairs] for row in rows]
    if not table:
        table = [[Fraction(0)] * len(pairs)]
    reduced, rank = flint.fmpq_mat([[flint.fmpq(x.numerator, x.denominator) for x in row] for row in table]).rref()
    echelon = fraction_rows(reduced)[:rank]
    leading = [next(j for j, x in enumerate(row) if x) for row in echelon]
    solutions: list[_Table] = []
    for free in sorted(set(range(len(pairs))) - set(leading)):
        values = dict.fromkeys(range(len(pairs)), Fraction(0)) | {free: Fraction(1)}
        values |= {j: -row[free] for j, row in zip(leading, echelon, strict=True)}
        S = [[Fraction(0)] * r for _ in range(r)]
        for j, (a, b) in enumerate(pairs):
            S[a][b] = S[b][a] = values[j]
        solutions.append(S)
    return solutions


def _directions(solutions: list[_Table]) -> Iterator[_Table]:
    """Yield the solution nearest to the identity and its opposite, then the basis solutions and theirs."""
    r, m = len(solutions[0]), len(solutions)
    flat = flint.fmpq_mat([[flint.fmpq(x.numerator, x.denominator) for row in S for x in row] for S in solutions])
    traces = [sum(S[a][a] for a in range(r)) for S in solutions]
    right = flint.fmpq_mat([[flint.fmpq(Fraction(x).numerator, Fraction(x).denominator)] for x in traces])
    coefficients = [row[0] for row in fraction_rows((flat * flat.transpose()).solve(right))]
    nearest = [
        [sum((c * S[a][b] for c, S in zip(coefficients, solutions, strict=True)), Fraction(0)) for b in range(r)]
        for a in range(r)
    ]
    candidates = [nearest, *solutions] if m > 1 and any(coefficients) else solutions
    for S in candidates:
        yield S
        yield [[-x for x in row] for row in S]


def _steps(S: _Table) -> Iterator[Fraction]:
    """Yield the positive rational roots of det(J + t S), smallest first, then powers of 1/2."""
    r = len(S)
    if r <= _LARGEST_DETERMINANT:
        rows = [[flint.fmpq(x.numerator, x.denominator) for x in row] for row in S]
        values = [[flint.fmpq_mat([[1 + t * x for x in row] for row in rows]).det()] for t in range(r + 1)]
        powers = flint.fmpq_mat([[flint.fmpq(t) ** e for e in range(r + 1)] for t in range(r + 1)])
        coefficients = [row[0] for row in powers.solve(flint.fmpq_mat(values)).tolist()]
        polynomial = flint.fmpq_poly(coefficients)
        if any(coefficients):
            _, factors = polynomial.numer().factor()
            roots = [Fraction(-int(f[0]), int(f[1])) for f, _ in factors if f.degree() == 1]
            yield from sorted(t for t in roots if t > 0)
    yield from _STEPS

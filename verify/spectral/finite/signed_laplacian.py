"""The signed graph Laplacian of a factor kernel on finitely many labels, and its exact inertia.

For labels of weights w_i and a symmetric table k, <v, L v> = 1/2 sum_ij w_i w_j k_ij (v_i - v_j)^2 = v^T Lw
v with

    D_i = sum_j k_ij w_j,        Lw = diag(w_i D_i) - (w_i k_ij w_j).

T5: a collapsed law maximises the interaction energy over graph laws iff Lw is positive semidefinite, and
over all laws of P_rho iff D >= 0 as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

import flint
import numpy as np

from verify.certificates.psd import NegativeDirection, PsdProof, prove_psd, quadratic_form
from verify.certificates.rational_matrix import (
    RationalTable,
    fraction_vector,
    null_space,
    principal,
    scaled_floats,
    symmetric_matrix,
)
from verify.model.errors import InputError

__all__ = ["Inertia", "SignedLaplacian", "exact_inertia", "signed_laplacian"]

# Up to this size the characteristic polynomial is the quickest way to the inertia.
_SMALL = 32


@dataclass(frozen=True)
class Inertia:
    """The numbers of positive, zero and negative eigenvalues of a symmetric matrix."""

    positive: int
    zero: int
    negative: int


@dataclass(frozen=True)
class SignedLaplacian:
    """The degrees and the quadratic form of a symmetric table on finitely many labels.

    Parameters
    ----------
    weights : tuple of n Fraction > 0
    degrees : tuple of n Fraction
        D_i = sum_j k_ij w_j.
    form : flint.fmpq_mat, n x n
        Lw = diag(w_i D_i) - (w_i k_ij w_j); its rows sum to zero.
    """

    weights: tuple[Fraction, ...]
    degrees: tuple[Fraction, ...]
    form: flint.fmpq_mat

    @cached_property
    def decision(self) -> PsdProof | NegativeDirection:
        """A proof that the form is positive semidefinite, or a direction v with v^T Lw v < 0."""
        return prove_psd(self.form)

    @cached_property
    def inertia(self) -> Inertia:
        """The exact inertia of the form (that of L on L^2(rho): the two are congruent)."""
        if isinstance(self.decision, PsdProof):
            return Inertia(self.decision.rank, len(self.decision.pivots), 0)
        return exact_inertia(self.form)

    def dirichlet_form(self, v: object) -> Fraction:
        """Return <v, L v> = sum_{i<j} w_i w_j k_ij (v_i - v_j)^2.

        Examples
        --------
        >>> third = Fraction(1, 3)
        >>> laplacian = signed_laplacian([third] * 3, [[0, 2, -1], [2, 0, 2], [-1, 2, 0]])
        >>> laplacian.dirichlet_form([1, 0, -1]), laplacian.dirichlet_form([0, 1, 0])
        (Fraction(0, 1), Fraction(4, 9))
        """
        return quadratic_form(self.form, v)


def signed_laplacian(weights: object, k: RationalTable) -> SignedLaplacian:
    """Build the degrees and the quadratic form of a table.

    Parameters
    ----------
    weights : n int or Fraction > 0
        Masses of the labels (atoms or blocks).
    k : flint.fmpq_mat, flint.fmpz_mat or n rows of n int or Fraction, symmetric
        The factor of the kernel k f(<x,y>).

    Raises
    ------
    InputError
        A weight that is not positive, a table that is not symmetric or of another size, or an entry that is
        no exact rational (floats, NaN, infinities).

    Examples
    --------
    Two atoms that attract each other and repel themselves: L is PSD and D < 0.

    >>> half = Fraction(1, 2)
    >>> laplacian = signed_laplacian([half, half], [[-2, 1], [1, -2]])
    >>> laplacian.degrees, laplacian.inertia
    ((Fraction(-1, 2), Fraction(-1, 2)), Inertia(positive=1, zero=1, negative=0))
    """
    table = symmetric_matrix(k, "k")
    w = fraction_vector(weights, "weights")
    n = table.nrows()
    if len(w) != n:
        raise InputError("weights", f"have length {n}, the size of k", len(w))
    for i, x in enumerate(w):
        if x <= 0:
            raise InputError(f"weights[{i}]", "be positive", x, remedy="Leave out labels without mass.")
    column = flint.fmpq_mat([[flint.fmpq(x.numerator, x.denominator)] for x in w])
    degrees = [row[0] for row in (table * column).tolist()]
    masses = [row[0] for row in column.tolist()]
    if len(set(w)) == 1:
        rows = (table * -(masses[0] * masses[0])).tolist()
    else:
        rows = [[-(masses[i] * x * masses[j]) for j, x in enumerate(row)] for i, row in enumerate(table.tolist())]
    for i in range(n):
        rows[i][i] += masses[i] * degrees[i]
    return SignedLaplacian(w, fraction_vector(degrees), flint.fmpq_mat(rows))


def exact_inertia(A: RationalTable) -> Inertia:
    """Return the exact inertia of a symmetric rational matrix.

    Parameters
    ----------
    A : flint.fmpq_mat, flint.fmpz_mat or n rows of n int or Fraction, symmetric

    Notes
    -----
    The null space is exact; on the complement, T^T A T with T a rounded matrix of approximate eigenvectors
    is compared with strict diagonal dominance in integers: then its diagonal has the signs of A
    (Gershgorin, Sylvester). Where floats are too coarse, and for small matrices, the characteristic
    polynomial decides: all its roots are real, so it has as many positive roots as changes of sign
    (Descartes).

    Examples
    --------
    >>> exact_inertia([[0, 0, 0], [0, 1, 2], [0, 2, 1]])
    Inertia(positive=1, zero=1, negative=1)
    """
    Z, _ = symmetric_matrix(A).numer_denom()
    n = Z.nrows()
    if n > _SMALL:
        pivots = null_space(Z).pivots
        support = sorted(set(range(n)) - set(pivots))
        counts = _by_congruence(principal(Z, support)) if support else (0, 0)
        if counts is not None:
            return Inertia(counts[0], len(pivots), counts[1])
    coefficients = [int(c) for c in Z.charpoly().coeffs()]
    zero = next(i for i, c in enumerate(coefficients) if c)
    signs = [c > 0 for c in coefficients if c]
    positive = sum(a != b for a, b in pairwise(signs))
    return Inertia(positive, zero, n - zero - positive)


def _by_congruence(Z: flint.fmpz_mat) -> tuple[int, int] | None:
    """Count the signs of a nonsingular matrix on rounded eigenvectors; None where floats are too coarse."""
    scaled, exponents = scaled_floats(Z)
    a = np.array(exponents)
    if not np.isfinite(scaled).all() or a.max() - a.min() > 400:
        return None
    vectors = np.linalg.eigh(scaled)[1]
    T = np.rint(np.ldexp(vectors, 52 + int(a.max()) - a[:, None]))
    Ti = flint.fmpz_mat([[int(x) for x in row] for row in T.tolist()])
    rows = (Ti.transpose() * Z * Ti).tolist()
    if any(2 * abs(row[i]) <= sum(map(abs, row)) for i, row in enumerate(rows)):
        return None
    positive = sum(row[i] > 0 for i, row in enumerate(rows))
    return positive, len(rows) - positive

"""The normal form of formal sums: what is recognised as zero, and what must not be."""

from __future__ import annotations

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from verify.model.errors import InputError
from verify.symbolic.functions import Average, Kernel, Law, Profile, UniformCircle
from verify.symbolic.sums import normal_sum
from verify.symbolic.vectors import Dot, EvenBase, Orthogonal, SymmetricBase, Turn, UnitVectors, Vectors

IDX = sympy.symbols("i j l m", integer=True)
I, J, L, M = IDX  # noqa: E741 - an index
N = sympy.Symbol("n", integer=True, positive=True)
A, B = sympy.IndexedBase("a"), sympy.IndexedBase("b")
K, X, V = SymmetricBase("k"), UnitVectors("x"), Vectors("v")
F, MU, SIGMA = Profile("f"), Law("mu"), Law("sigma", 0)
Z, W = sympy.symbols("z w", real=True)


def total(body, *indices):
    """Return the sum over 1..n."""
    return sympy.Sum(body, *((i, 1, N) for i in indices))


ZEROS = {
    "names of bound variables": total(A[I], I) - total(A[J], J),
    "order of summation": total(A[I] * B[J], I, J) - total(A[J] * B[I], I, J),
    "product of sums": total(A[I], I) * total(B[I], I) - total(A[I] * B[J], I, J),
    "power of a sum": total(A[I], I) ** 3 - total(A[I] * A[J] * A[L], I, J, L),
    "symmetry of a table": total(K[I, J] * A[I], I, J) - total(K[J, I] * A[I], I, J),
    "constant summand": total(1, I) - N,
    "delta": total(sympy.KroneckerDelta(I, M) * A[I], I) - A[M],
    "two deltas": total(sympy.KroneckerDelta(I, J) * A[I] * B[J], I, J) - total(A[I] * B[I], I),
    "bilinearity": Dot(total(V[I], I), 2 * X[J] - V[J]) - total(2 * Dot(X[J], V[I]) - Dot(V[I], V[J]), I),
    "unit vectors": Dot(X[I], X[I]) ** 2 - 1,
    "orthogonal maps": F(Dot(Turn(Orthogonal("Q"), X[I]), Turn(Orthogonal("Q"), X[J]))) - F(Dot(X[J], X[I])),
    "Fubini": Average(Average(K[Z, W], Z, MU), W, SIGMA) - Average(Average(K[W, Z], Z, SIGMA), W, MU),
    "mass one and zero": Average(A[J], Z, MU) + Average(B[J], Z, SIGMA) - A[J],
    "linearity in the law": Average(A[Z], Z, 2 * MU - SIGMA) - 2 * Average(A[Z], Z, MU) + Average(A[Z], Z, SIGMA),
    "symmetry of a kernel": Kernel()(I, J, X[I], V[J]) - Kernel()(J, I, V[J], X[I]),
    "exponents": sympy.exp(A[1]) * sympy.exp(A[2]) - sympy.exp(A[1] + A[2]),
    "sums inside functions": F(total(A[I], I)) - F(total(A[J], J)),
}


@pytest.mark.parametrize("expression", ZEROS.values(), ids=ZEROS.keys())
def test_zero_is_recognised(expression):
    """Every term cancels."""
    assert normal_sum(expression) == {}


NOT_ZERO = {
    "transposed table": total(A[I] * sympy.IndexedBase("k")[I, J] - A[I] * sympy.IndexedBase("k")[J, I], I, J),
    "sum of squares against square": total(A[I] ** 2, I) - total(A[I], I) ** 2,
    "vectors that need not be units": Dot(V[I], V[I]) - 1,
    "another map": Dot(Turn(Orthogonal("Q"), X[I]), X[J]) - Dot(X[I], Turn(Orthogonal("Q"), X[J])),
    "other ranges": total(A[I], I) - sympy.Sum(A[I], (I, 1, N + 1)),
    "correlated means": Average(A[Z] * B[Z], Z, MU) - Average(A[Z], Z, MU) * Average(B[Z], Z, MU),
    "delta outside of the range": sympy.Sum(sympy.KroneckerDelta(I, 0) * A[I], (I, 1, N)) - A[0],
}


@pytest.mark.parametrize("expression", NOT_ZERO.values(), ids=NOT_ZERO.keys())
def test_what_is_not_zero_keeps_terms(expression):
    """Nothing cancels that should not."""
    assert normal_sum(expression)


def test_characters_are_orthogonal():
    """The mean of e^{i m z} conj(sum_j c_j e^{i j z}) over the circle is c_m, for every m in the range."""
    c, circle = EvenBase("c"), UniformCircle()
    other = sympy.Sum(c[J] * sympy.exp(-sympy.I * J * Z), (J, -N, N))
    assert normal_sum(Average(sympy.exp(sympy.I * M * Z) * other, Z, circle) - c[M]) == {}


@pytest.mark.slow
@given(st.permutations(range(4)), st.lists(st.integers(-3, 3), min_size=4, max_size=4))
def test_the_normal_form_does_not_depend_on_the_names(order, weights):
    """A random polynomial in sums, with bound variables renamed and factors exchanged."""
    indices = sympy.symbols("i j l m", integer=True)
    renamed = [indices[p] for p in order]

    def build(i, j, p, m):
        return sum(
            w * t for w, t in zip(weights, (K[i, j] * A[p], A[i] * B[j], K[p, m] * K[i, m], A[m] ** 2), strict=True)
        )

    first = sympy.Sum(build(*indices), *((i, 1, N) for i in indices))
    second = sympy.Sum(build(*renamed), *((i, 1, N) for i in indices))
    assert normal_sum(first - second) == {}


def test_too_many_bound_variables_are_refused():
    """The search for canonical names has a limit."""
    names = sympy.symbols("i:9", integer=True)
    with pytest.raises(InputError, match="bound variables"):
        normal_sum(sympy.Sum(sympy.Mul(*(A[i] for i in names)), *((i, 1, N) for i in names)))

"""Vectors without coordinates: inner products, projections and orthogonal maps as SymPy objects.

A vector-valued expression is a linear combination of vectors with scalar coefficients; the dimension d is never
written, so that an identity holds for every d. Nothing is expanded here: the normal form in :mod:`.sums` does that.
"""

from __future__ import annotations

from typing import Any

import sympy
from sympy.core.symbol import Str

from verify.model.errors import InputError
from verify.symbolic._expressions import expression_of

__all__ = [
    "Defined",
    "Dot",
    "EvenBase",
    "Orthogonal",
    "OrthogonalMaps",
    "Projection",
    "Rotation",
    "SymmetricBase",
    "Turn",
    "UnitVector",
    "UnitVectors",
    "Vector",
    "Vectors",
    "inverse",
    "is_unit",
    "is_vector",
    "norm_squared",
    "split_vector",
    "vector_base",
]


class Vector(sympy.Symbol):
    """A vector of R^d, with d unspecified."""

    is_vector_valued = True


class UnitVector(Vector):
    """A vector of norm one."""


class Vectors(sympy.IndexedBase):
    """A family of vectors: ``x = Vectors("x")``, then ``x[i]`` for the i-th, or ``x[xi]`` for that of a label."""

    is_vector_valued = True


class UnitVectors(Vectors):
    """A family of vectors of norm one."""


class SymmetricBase(sympy.IndexedBase):
    """A symmetric table of scalars: ``k[i, j] = k[j, i]``."""


class EvenBase(sympy.IndexedBase):
    """A family of scalars that is even in its index: ``c[-m] = c[m]``."""


class Orthogonal(sympy.Symbol):
    """An element of O(d)."""


class OrthogonalMaps(sympy.IndexedBase):
    """A family of elements of O(d): ``Q[i]``, or ``Q[xi]`` for a label."""


class _Node(sympy.Expr):
    """An expression that keeps its arguments as they are written."""

    is_commutative = True

    def __new__(cls, *args: Any) -> Any:
        """Keep the arguments as they are."""
        return sympy.Expr.__new__(cls, *(arg if isinstance(arg, Str) else expression_of(arg) for arg in args))


class Rotation(_Node):
    """R(a) = exp(a J) for a skew J with all frequencies: R(a) R(b) = R(a + b), and R(a)^T = R(-a)."""

    @property
    def angle(self) -> sympy.Expr:
        """The argument a."""
        return self.args[0]

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        return rf"R_{{{printer.doprint(self.angle)}}}" + (f"^{{{exp}}}" if exp else "")


class Inverse(_Node):
    """The transpose of an orthogonal map."""

    def _latex(self, printer: Any) -> str:
        return rf"{printer.doprint(self.args[0])}^{{\top}}"


def inverse(operator: sympy.Expr) -> sympy.Expr:
    """Return Q^T."""
    if isinstance(operator, Rotation):
        return Rotation(-operator.angle)
    return operator.args[0] if isinstance(operator, Inverse) else Inverse(operator)


class Turn(_Node):
    r"""Q v, for an orthogonal map Q and a vector v.

    Examples
    --------
    >>> Q, v = Orthogonal("Q"), Vector("v")
    >>> sympy.latex(Turn(inverse(Q), v))
    'Q^{\\top} v'
    """

    def _eval_derivative(self, symbol: sympy.Symbol) -> sympy.Expr:
        operator, vector = self.args
        if operator.has(symbol):
            raise InputError("Turn", "have an operator that does not depend on the variable of a derivative", self)
        slope = vector.diff(symbol)
        return Turn(operator, slope) if slope != 0 else sympy.S.Zero

    def _latex(self, printer: Any) -> str:
        operator, vector = self.args
        body = printer.doprint(vector)
        if isinstance(vector, sympy.Add):
            body = rf"\left({body}\right)"
        return f"{printer.doprint(operator)} {body}"


class Projection(_Node):
    """P_x v = v - <x, v> x: the part of v that is tangent to the sphere at the unit vector x."""

    def doit(self, **_hints: Any) -> sympy.Expr:
        """Write the projection out."""
        x, v = self.args
        return v - Dot(x, v) * x

    def _eval_derivative(self, symbol: sympy.Symbol) -> sympy.Expr:
        return self.doit().diff(symbol)

    def _latex(self, printer: Any) -> str:
        x, v = self.args
        body = printer.doprint(v)
        simple = isinstance(v, Vector | sympy.Indexed | Defined)
        return rf"P_{{{printer.doprint(x)}}} " + (body if simple else rf"\left({body}\right)")


class Defined(sympy.Expr):
    r"""An expression that is shown by a name, and means its definition everywhere else.

    Examples
    --------
    >>> x, t = Vector("x"), sympy.Symbol("t")
    >>> speed = Defined(r"\dot{x}", t * x)
    >>> sympy.latex(speed), speed.diff(t)
    ('\\dot{x}', x)
    """

    is_commutative = True

    def __new__(cls, name: str | Str, definition: Any) -> Any:
        """Keep the arguments as they are."""
        label = name if isinstance(name, Str) else Str(name)
        return sympy.Expr.__new__(cls, label, expression_of(definition))

    @property
    def definition(self) -> sympy.Expr:
        """What it means."""
        return self.args[1]

    def _eval_derivative(self, symbol: sympy.Symbol) -> sympy.Expr:
        return self.definition.diff(symbol)

    def _latex(self, _printer: Any, exp: str | None = None) -> str:
        name = str(self.args[0])
        return name if exp is None else rf"\left({name}\right)^{{{exp}}}"


class Dot(_Node):
    """The inner product <u, v> of two vectors.

    Examples
    --------
    >>> x, y, t = Vector("x"), Vector("y"), sympy.Symbol("t")
    >>> Dot(x + t * y, y).diff(t)
    Dot(y, y)
    """

    is_real = True

    def __new__(cls, u: Any, v: Any) -> Any:
        """Keep the arguments as they are."""
        if u == 0 or v == 0:
            return sympy.S.Zero
        return super().__new__(cls, u, v)

    def _eval_derivative(self, symbol: sympy.Symbol) -> sympy.Expr:
        u, v = self.args
        return Dot(u.diff(symbol), v) + Dot(u, v.diff(symbol))

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        u, v = (printer.doprint(arg) for arg in self.args)
        if u == v:
            power = "2" if exp is None else rf"2 \cdot {exp}"
            return rf"\lvert {u}\rvert^{{{power}}}"
        return rf"\langle {u}, {v}\rangle" + (f"^{{{exp}}}" if exp else "")


def norm_squared(v: sympy.Expr) -> sympy.Expr:
    """Return |v|^2."""
    return Dot(v, v)


def vector_base(expression: sympy.Basic) -> sympy.Basic | None:
    """Return the symbol or family that a vector atom belongs to, None for anything else."""
    if isinstance(expression, Vector):
        return expression
    if isinstance(expression, sympy.Indexed) and isinstance(expression.base, Vectors):
        return expression.base
    return None


def is_unit(expression: sympy.Basic) -> bool:
    """Whether an atom is declared to have norm one."""
    return isinstance(vector_base(expression), UnitVector | UnitVectors)


def is_vector(expression: sympy.Basic) -> bool:
    """Whether an expression is vector-valued; a product is if one of its factors is."""
    if vector_base(expression) is not None or isinstance(expression, Turn | Projection):
        return True
    if getattr(expression, "is_vector_valued", False):
        return True
    if isinstance(expression, Defined):
        return is_vector(expression.definition)
    if isinstance(expression, sympy.Add | sympy.Mul):
        return any(is_vector(arg) for arg in expression.args)
    if isinstance(expression, sympy.Sum) or getattr(expression, "is_average", False):
        return is_vector(expression.args[0])
    return False


def split_vector(product: sympy.Mul) -> tuple[sympy.Expr, sympy.Expr]:
    """Return the scalar and the vector factor of a product.

    Raises
    ------
    InputError
        Not exactly one factor is a vector.
    """
    vectors = [arg for arg in product.args if is_vector(arg)]
    if len(vectors) != 1:
        raise InputError("product", "have exactly one vector factor", product, "Write inner products as Dot(u, v).")
    return sympy.Mul(*(arg for arg in product.args if arg is not vectors[0])), vectors[0]

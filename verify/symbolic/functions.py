"""Profiles f, kernels h and means over laws, as SymPy objects that stand for any function or law."""

from __future__ import annotations

from typing import Any

import sympy
from sympy.core.symbol import Str

from verify.symbolic._expressions import expression_of
from verify.symbolic.vectors import Dot, is_vector

__all__ = ["Average", "Kernel", "KernelGradient", "KernelValue", "Law", "Profile", "ProfileValue", "UniformCircle"]


class ProfileValue(sympy.Expr):
    """The value f^(m)(t) of a derivative of a profile; its derivative in t has the order m + 1."""

    is_commutative = True
    is_real = True

    def __new__(cls, name: str | Str, order: int, t: Any) -> Any:
        """Keep the arguments as they are."""
        label = name if isinstance(name, Str) else Str(name)
        return sympy.Expr.__new__(cls, label, sympy.Integer(order), expression_of(t))

    @property
    def t(self) -> sympy.Expr:
        """The argument."""
        return self.args[2]

    def _eval_derivative(self, symbol: sympy.Symbol) -> sympy.Expr:
        name, order, t = self.args
        return ProfileValue(name, order + 1, t) * t.diff(symbol)

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        name, order, t = self.args
        mark = "'" * int(order) if order <= 3 else f"^{{({order})}}"
        value = rf"{name}{mark}\left({printer.doprint(t)}\right)"
        return value if exp is None else rf"\left({value}\right)^{{{exp}}}"


class Profile:
    r"""An arbitrary smooth profile: ``f = Profile("f")``, then ``f(t)`` and ``f.derivative(1)(t)``.

    Examples
    --------
    >>> f, t = Profile("f"), sympy.Symbol("t")
    >>> sympy.latex(f(t**2).diff(t))
    "2 t f'\\left(t^{2}\\right)"
    """

    def __init__(self, name: str = "f", order: int = 0) -> None:
        self.name, self.order = name, order

    def __call__(self, t: Any) -> sympy.Expr:
        """Return the value at t."""
        return ProfileValue(self.name, self.order, t)

    def derivative(self, order: int = 1) -> Profile:
        """Return the derivative of that order."""
        return Profile(self.name, self.order + order)


class KernelValue(sympy.Expr):
    """h((x, a), (y, b)) of a symmetric kernel: contents x, y and labels a, b."""

    is_commutative = True
    is_real = True

    def __new__(cls, name: str | Str, a: Any, b: Any, x: Any, y: Any) -> Any:
        """Keep the arguments as they are."""
        label = name if isinstance(name, Str) else Str(name)
        return sympy.Expr.__new__(cls, label, *map(expression_of, (a, b, x, y)))

    def _eval_derivative(self, symbol: sympy.Symbol) -> sympy.Expr:
        name, a, b, x, y = self.args
        first, second = KernelGradient(name, a, b, x, y), KernelGradient(name, b, a, y, x)
        return Dot(first, x.diff(symbol)) + Dot(second, y.diff(symbol))

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        name, a, b, x, y = self.args
        value = rf"{name}_{{{printer.doprint(a)} {printer.doprint(b)}}}({printer.doprint(x)}, {printer.doprint(y)})"
        return value if exp is None else rf"{value}^{{{exp}}}"


class KernelGradient(sympy.Expr):
    """The gradient of h((x, a), (y, b)) in x, a vector."""

    is_commutative = True
    is_vector_valued = True

    def __new__(cls, name: str | Str, a: Any, b: Any, x: Any, y: Any) -> Any:
        """Keep the arguments as they are."""
        label = name if isinstance(name, Str) else Str(name)
        return sympy.Expr.__new__(cls, label, *map(expression_of, (a, b, x, y)))

    def _latex(self, printer: Any) -> str:
        name, a, b, x, y = self.args
        pair = f"{printer.doprint(x)}, {printer.doprint(y)}"
        return rf"\nabla_{{1}} {name}_{{{printer.doprint(a)} {printer.doprint(b)}}}({pair})"


class Kernel:
    """An arbitrary symmetric kernel, differentiable in the contents: h_ab(x, y) = h_ba(y, x).

    Examples
    --------
    >>> from verify.symbolic.vectors import Vectors
    >>> h, x = Kernel("h"), Vectors("x")
    >>> i, j = sympy.symbols("i j")
    >>> sympy.latex(h(i, j, x[i], x[j]))
    'h_{i j}({x}_{i}, {x}_{j})'
    """

    def __init__(self, name: str = "h") -> None:
        self.name = name

    def __call__(self, a: Any, b: Any, x: Any, y: Any) -> sympy.Expr:
        """Return h((x, a), (y, b))."""
        return KernelValue(self.name, a, b, x, y)

    def gradient(self, a: Any, b: Any, x: Any, y: Any) -> sympy.Expr:
        """Return its gradient in x."""
        return KernelGradient(self.name, a, b, x, y)


class Law(sympy.Expr):
    """A finite signed measure of total mass 1 (a probability law) or 0 (a difference of two).

    Parameters
    ----------
    name : str
        For printing; laws of one name and mass are equal.
    mass : int
        Its total mass.
    label : Expr, optional
        The label xi of a slice: ``Law("mu", 1, xi)`` is the slice mu_xi.
    """

    is_commutative = True

    def __new__(cls, name: str | Str, mass: int = 1, *label: Any) -> Any:
        """Keep the arguments as they are."""
        return sympy.Expr.__new__(
            cls, name if isinstance(name, Str) else Str(name), sympy.Integer(mass), *map(expression_of, label)
        )

    @property
    def mass(self) -> sympy.Integer:
        """Its total mass."""
        return self.args[1]

    def _latex(self, printer: Any) -> str:
        name, _mass, *label = self.args
        symbol = printer.doprint(sympy.Symbol(str(name)))
        return symbol + (rf"_{{{printer.doprint(label[0])}}}" if label else "")


class UniformCircle(Law):
    """The uniform law of a label on the circle [0, 2 pi): characters of different frequencies are orthogonal."""

    def __new__(cls, name: str | Str = "lambda", mass: int = 1) -> Any:
        """Keep the arguments as they are."""
        return Law.__new__(cls, name, mass)


class Average(sympy.Expr):
    """The integral of a body over a bound variable with respect to a law: a mean where the law has mass one.

    Parameters
    ----------
    body : Expr
        Scalar or vector.
    variable : Symbol
        Bound: a label, a pair z = (x, xi), or a vector.
    law : Expr
        A :class:`Law`, or a linear combination of laws.

    Examples
    --------
    >>> z, a, mu = sympy.Symbol("z"), sympy.Symbol("a"), Law("mu")
    >>> Average(a * z**2, z, mu).free_symbols
    {a}
    """

    is_commutative = True
    is_average = True

    def __new__(cls, body: Any, variable: Any, law: Any) -> Any:
        """Keep the arguments as they are."""
        body = expression_of(body)
        return sympy.S.Zero if body == 0 else sympy.Expr.__new__(cls, body, variable, expression_of(law))

    @property
    def bound_symbols(self) -> list[sympy.Symbol]:
        """The bound variable."""
        return [self.args[1]]

    @property
    def free_symbols(self) -> set[sympy.Symbol]:
        """The free variables of the body but the bound one, and those of the law."""
        body, variable, law = self.args
        return (body.free_symbols - {variable}) | law.free_symbols

    def _eval_is_real(self) -> bool | None:
        return None if is_vector(self.args[0]) else True

    def _eval_subs(self, old: Any, new: Any) -> Any:
        body, variable, law = self.args
        return self if old == variable else Average(body._subs(old, new), variable, law._subs(old, new))  # noqa: SLF001 - SymPy's own hook

    def _eval_derivative(self, symbol: sympy.Symbol) -> sympy.Expr:
        body, variable, law = self.args
        slope = sympy.S.Zero if symbol == variable else Average(body.diff(symbol), variable, law)
        coefficient = _slope_of_law(law, symbol)
        return slope + (Average(body, variable, coefficient) if coefficient != 0 else 0)

    def _latex(self, printer: Any) -> str:
        body, variable, law = self.args
        inner = printer.doprint(body)
        if isinstance(body, sympy.Add):
            inner = rf"\left({inner}\right)"
        if isinstance(law, UniformCircle):
            return rf"\frac{{1}}{{2 \pi}} \int_{{0}}^{{2 \pi}} {inner} \, d{printer.doprint(variable)}"
        measure = printer.doprint(law)
        if isinstance(law, sympy.Add):
            measure = f"({measure})"
        return rf"\int {inner} \, {measure}(d{printer.doprint(variable)})"


def _slope_of_law(law: sympy.Expr, symbol: sympy.Symbol) -> sympy.Expr:
    return law.diff(symbol) if law.has(symbol) else sympy.S.Zero

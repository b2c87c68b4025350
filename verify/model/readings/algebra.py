"""The reading of a formula as a SymPy expression."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from verify.model.parsing import MAX_EXPONENT
from verify.model.readings.balls import to_ball
from verify.model.trees import Apply, Cases, Comparison, Const, Name, Node, free_names

if TYPE_CHECKING:
    import sympy

__all__ = ["to_sympy"]


@cache
def _operations() -> dict[str, Callable[..., Any]]:
    """The operations of a formula; SymPy is slow to import, and most decisions never need it."""
    import sympy

    names = (
        "sqrt", "exp", "log", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh",
        "Abs", "sign", "Min", "Max", "besseli",
    )  # fmt: skip
    return {
        "+": sympy.Add,
        "-": lambda a, b: a - b,
        "*": sympy.Mul,
        "/": lambda a, b: a / b,
        "**": sympy.Pow,
        "neg": lambda a: -a,
        **{name: getattr(sympy, name) for name in names},
    }


def to_sympy(node: Node) -> sympy.Expr:
    """Return the SymPy expression of a tree, with real symbols."""
    import sympy

    match node:
        case Const(value):
            return sympy.Rational(value.numerator, value.denominator)
        case Name(name):
            return {"pi": sympy.pi, "E": sympy.E}.get(name) or sympy.Symbol(name, real=True)
        case Apply("**", (base, exponent)):
            return sympy.Pow(to_sympy(base), to_sympy(exponent), evaluate=not _is_large(exponent))
        case Apply("exp", (arg,)):
            return sympy.exp(to_sympy(arg), evaluate=not _is_large(arg))
        case Apply(op, args):
            return _operations()[op](*(to_sympy(arg) for arg in args))
        case Cases(branches):
            return sympy.Piecewise(*((to_sympy(v), _sympy_condition(c)) for v, c in branches))


def _is_large(exponent: Node) -> bool:
    """Whether a constant exponent may be beyond the limit, so that SymPy must not write the power out."""
    return not free_names(exponent) and not abs(to_ball(exponent, {})) <= MAX_EXPONENT


def _sympy_condition(comparison: Comparison) -> Any:
    import sympy

    terms = [to_sympy(term) for term in comparison.terms]
    triples = zip(terms, comparison.relations, terms[1:], strict=False)
    return sympy.And(*(sympy.Rel(a, b, relation) for a, relation, b in triples))
